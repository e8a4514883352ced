"""Solving an equation for one of its unknowns."""
