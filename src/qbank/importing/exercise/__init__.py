"""Parting an exercise written as text: what it asks, its options and parts, and its answer."""
