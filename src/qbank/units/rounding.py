"""Rounding exact numbers to significant digits."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

SAFE_DIGITS: Final = 12
"""Significant digits that survive in any program: a double-precision number holds 15."""


def magnitude(value: Fraction) -> int:
    """Return the power of ten of the first significant digit of `value`, which is not 0."""
    size = abs(value)
    bits = size.numerator.bit_length() - size.denominator.bit_length()
    power = (bits + 1) * 30103 // 100_000 + 1  # a bit is that much of a decimal digit: never too small
    while Fraction(10) ** power > size:
        power -= 1
    return power


def round_down(value: Fraction, digits: int = SAFE_DIGITS) -> Fraction:
    """Return the largest decimal of at most `digits` significant digits that is not above `value`."""
    step = _last_digit(value, digits)
    return value // step * step


def round_up(value: Fraction, digits: int = SAFE_DIGITS) -> Fraction:
    """Return the smallest decimal of at most `digits` significant digits that is not below `value`."""
    return -round_down(-value, digits)


def round_half_up(value: Fraction, digits: int = SAFE_DIGITS) -> Fraction:
    """Return the decimal of at most `digits` significant digits nearest to `value`, halves away from 0."""
    step = _last_digit(value, digits)
    nearest = (2 * abs(value) + step) // (2 * step) * step
    return nearest if value >= 0 else -nearest


def has_digits(value: Fraction, digits: int) -> bool:
    """Whether `digits` significant digits are enough to write `value` exactly."""
    return not value or (value / _last_digit(value, digits)).denominator == 1


def _last_digit(value: Fraction, digits: int) -> Fraction:
    """Return what one is worth in the last of `digits` significant digits."""
    return Fraction(10) ** (magnitude(value) - digits + 1) if value else Fraction(1)
