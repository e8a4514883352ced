"""Writing values of formulas for people."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from qbank.algebra.exact import CONTEXT, Real, to_decimal
from qbank.units.display import significant

_SHOWN = 7
_MOST_DIGITS = 25


def plain(value: Real | None) -> str:
    """Write a value to seven significant digits, whole numbers of usual length in full."""
    if value is None:
        return "none"
    if isinstance(value, Decimal):
        value = rounded(value)
    if value.denominator == 1 and abs(value) < 10**15:
        return f"{int(value):,}"
    text = significant(value, _SHOWN)
    mantissa, sign, exponent = text.partition("e")
    if not sign:
        return text
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{int(exponent)}"


def digits(value: Real) -> str:
    """Write a value to 25 significant digits."""
    shortened = CONTEXT.copy()
    shortened.prec = _MOST_DIGITS
    found = shortened.plus(to_decimal(value))
    if not found:
        return "0"
    text = f"{found:f}" if -7 < found.adjusted() < _MOST_DIGITS else f"{found:e}"
    mantissa, sign, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}{sign}{exponent}"


def exact(value: Real) -> str | None:
    """Write an exact value as a fraction; None if it is not exact, or too long to be of use."""
    if not isinstance(value, Fraction):
        return None
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > 128:
        return None
    return str(value)


def rounded(value: Decimal) -> Fraction:
    """Return a value of many digits as a fraction of fewer."""
    shortened = CONTEXT.copy()
    shortened.prec = 30
    return Fraction(shortened.plus(value))
