"""Bounds on all work that text from a question can ask for."""

from __future__ import annotations

MAX_TEXT = 200_000
"""Characters of one text; a longer one is cut there, and a claim behind it is unchecked."""

MAX_CLAUSE_TOKENS = 400
"""Tokens of one clause; nothing that a person calculates on a napkin is longer. What is stays unchecked."""

MAX_DEPTH = 40
"""Nesting of brackets in an expression."""

MAX_EXPONENT = 4096
"""Largest absolute exponent, also of `1e...`."""

MAX_FACTORIAL = 170
"""Largest number whose factorial is computed: that of 171 is beyond floating point."""

MAX_BITS = 14_000
"""Size of a numerator or denominator before work on it is given up: what Python still writes in decimals."""

MAX_READINGS = 16
"""Combinations of ambiguous spellings tried for one claim."""

MAX_WORK = 300
"""Operands read for one claim over all its readings."""

MAX_MENTIONS = 300
"""Quantities of one text that later ones may be derived from."""

MAX_DERIVATIONS = 60
"""Values of one text that are tried to be derived from others."""

MAX_EARLIER = 16
"""Values before another one that it may be derived from."""

MAX_TERMS = 12
"""Values that a total may add up."""

MAX_WIDTH = 64
"""Bits of a code whose number of values is looked at."""

MAX_ASSIGNMENTS = 256
"""Combinations of units left out that are tried for the operands of one claim."""

MAX_PLACES = 32
"""Places of the same digits, or of the same word, that are looked at for what they say."""
