"""Formulas and what they come to, for people and for programs."""
