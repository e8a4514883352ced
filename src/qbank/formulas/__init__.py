"""Cost and throughput formulas of ML systems: data in `schema/formulas`, and what computes with them.

An entry says its expression in a small language of our own. It is read into a tree, checked unit by unit,
computed in exact rationals, and solved for any of its variables; sympy makes LaTeX and code from the tree and
is imported for that only. Nothing here knows questions, texts or the hardware catalog.
"""
