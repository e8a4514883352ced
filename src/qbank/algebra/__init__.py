"""Expressions in a small language of our own: parsed, computed, solved, and printed.

`parse` reads a text into the nodes of `tree`. `evaluate` computes a tree over an `arithmetic`, which brings
its numbers, operations and functions: `exact` has fractions, and 60 digits where there are none; `floating`
has what a page in a browser comes to; `symbolic` has the expressions of sympy, from which it writes LaTeX and
`javascript` code. `solving` finds for which values of a name a tree has a value. `limits` bounds all work.
"""
