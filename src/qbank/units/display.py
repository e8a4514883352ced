"""Writing exact numbers for people."""

from __future__ import annotations

import decimal
from fractions import Fraction


def fixed(value: Fraction, decimals: int, *, separator: str = ",") -> str:
    """Write `value` with `decimals` digits behind the point, rounded half up, thousands separated."""
    above, below = abs(value.numerator) * 10**decimals, value.denominator
    whole = (2 * above + below) // (2 * below)
    digits = str(whole).rjust(decimals + 1, "0")
    head, tail = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    sign = "-" if value < 0 and whole else ""
    head = f"{int(head):,}".replace(",", separator)
    return f"{sign}{head}.{tail}" if tail else sign + head


def significant(value: Fraction, digits: int = 4) -> str:
    """Write `value` with at least `digits` significant digits and no needless zeros, whole parts in full."""
    if not value:
        return "0"
    power = magnitude(value)
    if not -5 <= power < 15:
        context = decimal.Context(prec=digits)
        return f"{context.divide(decimal.Decimal(value.numerator), value.denominator):.{digits - 1}e}"
    decimals = max(0, digits - 1 - power)
    text = fixed(value, decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def magnitude(value: Fraction) -> int:
    """Return the power of ten of the first significant digit of `value`, which is not 0."""
    size = abs(value)
    bits = size.numerator.bit_length() - size.denominator.bit_length()
    power = (bits + 1) * 30103 // 100_000 + 1  # a bit is that much of a decimal digit: never too small
    while Fraction(10) ** power > size:
        power -= 1
    return power
