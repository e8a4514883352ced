"""Writing values of quantities for people."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from qbank.labs.quantity import Quantity
from qbank.units.display_unit import MOST, display_unit, with_prefix
from qbank.units.format import format_quantity, format_significant
from qbank.units.names import in_symbols

DIGITS: Final = 3
NO_VALUE: Final = "no value"


def show(value: float, quantity: Quantity) -> str:
    """Write a value in base units in the unit of a quantity, to three significant digits: `26.5 ms`.

    A million and more of what has prefixes, or of a pure number, is `6.74 GMAC` and `140 billion`.
    """
    if not math.isfinite(value):
        return NO_VALUE
    for said, known in quantity.words:
        if value == known:
            return said
    number = value / quantity.scale
    if abs(number) < MOST or (quantity.mark and with_prefix(Fraction(number), quantity.mark) is None):
        return in_unit(number, quantity.mark)
    unit = display_unit(quantity.unit, quantity.unit.name if quantity.mark else "", Fraction(value))
    return in_unit(float(Fraction(value) / unit.size), in_symbols(unit.name))


def in_unit(number: float, mark: str) -> str:
    """Write a number and the mark of its unit; whole numbers up to a million in full."""
    whole = round(number)
    if abs(number - whole) <= 1e-9 * max(1.0, abs(number)) and abs(whole) < 10**6:
        text = f"{whole:,}"
    else:
        text = format_significant(Fraction(number), DIGITS)
    return format_quantity(text, mark, cents=True)
