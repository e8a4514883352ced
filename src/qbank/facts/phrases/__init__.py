"""Phrases: what stands around a quantity, behind it and before it, and what its clause is about."""
