"""Rounding and printing numbers and quantities: for people with few digits, for programs in full."""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction
from typing import Final

from msgspec import Struct

from qbank import lazy_re

SAFE_DIGITS: Final = 12
"""Significant digits that survive in any program: a double-precision number holds 15."""

NUMBER_DIGITS: Final = 7
"""Significant digits of `format_number`."""

_LARGEST_IN_FULL: Final = 10**15
_LONGEST_FRACTION: Final = 128
"""Bits of a numerator or denominator that is printed."""

_KEPT: Final = 30
"""Digits of a decimal that are looked at before it is rounded to those that are printed."""


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


class Multiple(Struct, frozen=True):
    """The name of a unit with what it is multiplied by: `million tokens`, `10⁻¹² hours`.

    Attributes:
        text: the word or the power in front, empty if there is none.
        power: the power of ten that it is.
        unit: the name without it.
    """

    text: str
    power: int
    unit: str

    @property
    def is_power(self) -> bool:
        """Whether it is written as a power of ten, which nobody types behind a number."""
        return self.text.startswith("10")


_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED: Final = {raised: chr(plain) for plain, raised in _RAISED.items()}
_WORDS: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_MULTIPLE: Final = lazy_re.compile(rf"({'|'.join(_WORDS)}|10(⁻?[⁰¹²³⁴-⁹]{{1,3}}))(?: (.*))?")


def split_multiple(name: str) -> Multiple:
    """Take the multiple off the front of a unit's name."""
    match = _MULTIPLE.fullmatch(name)
    if match is None:
        return Multiple("", 0, name)
    text, raised, unit = match.groups("")
    return Multiple(text, int(raised.translate(_LOWERED)) if raised else _WORDS[text], unit)


def multiple_text(power: int, *, in_words: bool) -> str:
    """Write a power of ten that multiplies a unit: `10⁻¹²`, or `million` where there is a word for it."""
    words = {power: word for word, power in _WORDS.items()} if in_words else {}
    return words.get(power) or f"10{str(power).translate(_RAISED)}"


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


def _last_digit(value: Fraction, digits: int) -> Fraction:
    """Return what one is worth in the last of `digits` significant digits."""
    return Fraction(10) ** (magnitude(value) - digits + 1) if value else Fraction(1)


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


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 error`, `2 errors`."""
    return f"{number:,} {noun if number == 1 else f'{noun}s'}"
