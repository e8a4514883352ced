"""Cost and throughput formulas of ML systems: data in `schema/formulas`, and what computes with them.

An entry says its expression in the language of `algebra`. It is read (`reading`, `entry`), checked unit by
unit (`unit_check`), gathered with others (`library`), computed (`formula`) and solved for any of its
variables (`solve`); `matching` finds out which formula an expression with numbers is. sympy makes LaTeX and
code and is imported for that only. Nothing here knows questions or the hardware catalog.
"""
