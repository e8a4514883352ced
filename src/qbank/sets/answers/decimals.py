"""Exact numbers as plain decimals: digits and a point, which every program reads alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from qbank.units.display import magnitude

MOST_DIGITS: Final = 15
"""The most significant digits that anybody is asked for."""

DIGITS: Final = 12
"""Significant digits that are kept; a double-precision number holds 15, so none is lost on the way."""


def rounded_down(value: Fraction, digits: int = DIGITS) -> Fraction:
    """Return the largest decimal of at most `digits` significant digits that is not above `value`."""
    step = _step(value, digits)
    return value // step * step


def rounded_up(value: Fraction, digits: int = DIGITS) -> Fraction:
    """Return the smallest decimal of at most `digits` significant digits that is not below `value`."""
    return -rounded_down(-value, digits)


def rounded(value: Fraction, digits: int = DIGITS) -> Fraction:
    """Return the decimal of at most `digits` significant digits nearest to `value`, halves away from 0."""
    step = _step(value, digits)
    nearest = (2 * abs(value) + step) // (2 * step) * step
    return nearest if value >= 0 else -nearest


def plain(value: Fraction) -> str:
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


def digits_asked(given: object) -> int | None:
    """Return a number of significant digits if that is what was given, else None."""
    if isinstance(given, int) and not isinstance(given, bool) and 0 < given <= MOST_DIGITS:
        return given
    return None


def _step(value: Fraction, digits: int) -> Fraction:
    return Fraction(10) ** (magnitude(value) - digits + 1) if value else Fraction(1)


def _power_of(prime: int, number: int) -> int:
    power = 0
    while not number % prime:
        number //= prime
        power += 1
    return power
