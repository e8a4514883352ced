"""Bounds on all work that a formula can ask for: a bank's own formulas come from strangers as well."""

from __future__ import annotations

from typing import Final

MAX_TEXT: Final = 1000
"""Characters of one expression."""

MAX_TOKENS: Final = 300
"""Numbers, names and signs of one expression."""

MAX_DEPTH: Final = 40
"""How deep an expression may be nested; every operator counts."""

MAX_BITS: Final = 4096
"""Size of a numerator or denominator; beyond, a value is kept to `DIGITS` digits."""

DIGITS: Final = 60
"""Significant decimal digits of roots, logarithms and other values that are not kept exactly."""

MAX_TERMS: Final = 4_000
"""Terms that all sums of one evaluation may have together."""

PATIENCE: Final = 10.0
"""Seconds that a search for a solution may take; formulas that people write take hundredths."""

MAX_FACTORIAL: Final = 2_000
"""Largest number whose factorial is computed."""
