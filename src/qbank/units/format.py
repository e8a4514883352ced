"""Printing numbers and quantities: for people with separators and few digits, for programs in full."""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.units.prefixes import split_multiple
from qbank.units.rounding import magnitude

NUMBER_DIGITS: Final = 7
"""Significant digits of `format_number`."""

_LARGEST_IN_FULL: Final = 10**15
_LONGEST_FRACTION: Final = 128
"""Bits of a numerator or denominator that is printed."""

_KEPT: Final = 30
"""Digits of a decimal that are looked at before it is rounded to those that are printed."""


def format_fixed(value: Fraction, decimals: int, *, separator: str = ",") -> str:
    """Write `value` with `decimals` digits behind the point, rounded half up, thousands separated."""
    above, below = abs(value.numerator) * 10**decimals, value.denominator
    whole = (2 * above + below) // (2 * below)
    digits = str(whole).rjust(decimals + 1, "0")
    head, tail = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    sign = "-" if value < 0 and whole else ""
    head = f"{int(head):,}".replace(",", separator)
    return f"{sign}{head}.{tail}" if tail else sign + head


def format_significant(value: Fraction, digits: int = 4) -> str:
    """Write `value` with at least `digits` significant digits and no needless zeros, whole parts in full."""
    if not value:
        return "0"
    power = magnitude(value)
    if not -5 <= power < 15:
        rounded = decimal.Context(prec=digits).divide(Decimal(value.numerator), value.denominator)
        return f"{rounded:.{digits - 1}e}"
    return _without_zeros(format_fixed(value, max(0, digits - 1 - power)))


def format_number(value: Fraction | Decimal | None) -> str:
    """Write a computed value: whole numbers of usual length in full, others to seven significant digits."""
    if value is None:
        return "none"
    if isinstance(value, Decimal):
        value = Fraction(_rounded(value, _KEPT))
    if value.denominator == 1 and abs(value) < _LARGEST_IN_FULL:
        return f"{int(value):,}"
    mantissa, sign, exponent = format_significant(value, NUMBER_DIGITS).partition("e")
    return f"{_without_zeros(mantissa)}e{int(exponent)}" if sign else mantissa


def format_digits(value: Fraction | Decimal, digits: int) -> str:
    """Write `value` to `digits` significant digits without separators, for programs: `0.125`, `1e+30`."""
    rounded = _rounded(value, digits)
    if not rounded:
        return "0"
    text = f"{rounded:f}" if -7 < rounded.adjusted() < digits else f"{rounded:e}"
    mantissa, sign, exponent = text.partition("e")
    return f"{_without_zeros(mantissa)}{sign}{exponent}"


def format_exact(value: Fraction | Decimal) -> str | None:
    """Write an exact value as a fraction; None if it is not exact, or too long to be of use."""
    if isinstance(value, Decimal) or max(map(int.bit_length, value.as_integer_ratio())) > _LONGEST_FRACTION:
        return None
    return str(value)


def format_decimal(value: Fraction) -> str:
    """Write a number that is a finite decimal, without exponent and without separators: `-0.00125`.

    Raises:
        ValueError: the number has no end as a decimal.
    """
    places = max(_power_of(2, value.denominator), _power_of(5, value.denominator))
    scaled = value * 10**places
    if scaled.denominator != 1:
        raise ValueError(f"{value} has no end as a decimal")
    digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def format_quantity(number: str, unit: str, *, cents: bool = False) -> str:
    """Put a unit to a number the way people write it: `14 GB`, `35%`, `$2.50/h`, `3 × 10⁻¹² hours`.

    Args:
        number: the number as it is written.
        unit: the name of the unit; empty for a plain number. Money has its sign in front.
        cents: whether money with one digit behind the point gets a second.
    """
    if unit.startswith("$"):
        sign, digits = ("-", number[1:]) if number.startswith("-") else ("", number)
        zero = "0" if cents and digits[-2:-1] == "." else ""
        return f"{sign}${digits}{zero}{unit[1:]}"
    if unit in {"", "%", "x"}:
        return number + unit
    return f"{number} × {unit}" if split_multiple(unit).is_power else f"{number} {unit}"


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _rounded(value: Fraction | Decimal, digits: int) -> Decimal:
    context = decimal.Context(prec=digits)
    if isinstance(value, Decimal):
        return context.plus(value)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def _power_of(prime: int, number: int) -> int:
    power = 0
    while not number % prime:
        number //= prime
        power += 1
    return power
