"""Matching an expression with numbers against the library of formulas and their known slips."""
