"""Writing values of quantities for people."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from qbank.labs.quantity import Quantity
from qbank.units.format import format_quantity, format_significant

DIGITS: Final = 3
NO_VALUE: Final = "no value"


def show(value: float, quantity: Quantity) -> str:
    """Write a value in base units in the unit of a quantity, to three significant digits: `26.5 ms`."""
    if not math.isfinite(value):
        return NO_VALUE
    for said, known in quantity.words:
        if value == known:
            return said
    return in_unit(value / quantity.scale, quantity.mark)


def in_unit(number: float, mark: str) -> str:
    """Write a number and the mark of its unit; whole numbers up to a million in full."""
    whole = round(number)
    if abs(number - whole) <= 1e-9 * max(1.0, abs(number)) and abs(whole) < 10**6:
        text = f"{whole:,}"
    else:
        text = format_significant(Fraction(number), DIGITS)
    return format_quantity(text, mark, cents=True)
