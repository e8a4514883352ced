"""Variants of a question: its parameters drawn by a seed, and the texts and keys that follow."""
