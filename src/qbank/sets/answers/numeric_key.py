"""The key of a numeric answer: one closed interval in one unit; every format takes its tolerance from it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from qbank.problems import quote
from qbank.sets.answers.amounts import Amount, AmountError, read_amount
from qbank.units import NO_UNIT, Quantity, Unit, physical
from qbank.units.display_unit import display_unit
from qbank.units.format import (
    SAFE_DIGITS,
    format_decimal,
    format_quantity,
    format_significant,
    round_down,
    round_half_up,
    round_up,
    split_multiple,
)

MOST_DIGITS: Final = 15
"""The most significant digits that anybody is asked for."""

_MOST_TOGETHER: Final = 4
"""Digits that stand together without a separator."""

DEFAULT_TOLERANCE: Final = Fraction(1, 20)
"""How far an answer may be off where the author gives no interval, as a fraction of the value."""

# What nobody wrote need not be exact: such ends are rounded outwards, so that they are short to read.
_DEFAULT_DIGITS: Final = 4


class NumericKey(Struct, frozen=True):
    """Which answers are right: those from `low` to `high`, both ends included, in `unit`.

    All numbers are finite decimals of at most 12 significant digits, so that they can be written in full and
    read again by any program. The unit is chosen so that they lie between about 0.01 and a million.

    Attributes:
        low, high: the ends of the interval.
        value: the answer; it lies within the interval.
        unit: the unit that the answer is asked in; empty for a plain number.
        digits: how many significant digits to ask for, if the author says so.
        measure: the unit as such; what measures something else can be no answer.
    """

    low: Fraction
    high: Fraction
    value: Fraction
    unit: str = ""
    digits: int | None = None
    measure: Unit = NO_UNIT

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError("the value of a key lies within its interval")

    @property
    def unit_name(self) -> str:
        """The unit if it has a name that people type behind a number; a power of ten is none."""
        return "" if split_multiple(self.unit).is_power else self.unit

    @property
    def middle(self) -> Fraction:
        """The middle of the interval, which need not be the value."""
        return (self.low + self.high) / 2

    @property
    def tolerance(self) -> Fraction:
        """How far the ends are from the middle, in the unit."""
        return (self.high - self.low) / 2

    @property
    def slack(self) -> Fraction:
        """How far an answer may be off, as a share of the value; nothing where that is 0."""
        return self.tolerance / abs(self.value) if self.value else Fraction(0)

    def number_of(self, quantity: Quantity) -> Fraction | None:
        """Return a quantity as a number of the unit, None if it measures something else."""
        if physical(quantity.dimension) != physical(self.measure.dimension):
            return None
        return quantity.in_unit(self.measure)

    @property
    def low_text(self) -> str:
        """The lower end as a plain decimal."""
        return format_decimal(self.low)

    @property
    def high_text(self) -> str:
        """The upper end as a plain decimal."""
        return format_decimal(self.high)

    @property
    def value_text(self) -> str:
        """The value as a plain decimal, with the digits that are asked for if the interval holds it so."""
        return format_decimal(self.shown)

    @property
    def shown(self) -> Fraction:
        """The value rounded to the digits that are asked for, unless that leaves the interval."""
        if self.digits is None:
            return self.value
        short = round_half_up(self.value, self.digits)
        return short if self.holds(short) else self.value

    def holds(self, number: Fraction) -> bool:
        """Whether an answer, a number of the key's unit, is right."""
        return self.low <= number <= self.high

    @property
    def answer_text(self) -> str:
        """The value with its unit, for a reader: `14 GB`, `$2.50/h`, `35%`, `12,288`."""
        return self.written(self.value_text)

    def written(self, decimal: str) -> str:
        """Write a plain decimal with the unit, for a reader."""
        whole, point, rest = decimal.partition(".")
        long = len(whole.lstrip("-")) > _MOST_TOGETHER
        return format_quantity(f"{int(whole):,}{point}{rest}" if long else decimal, self.unit)


def digits_asked(given: object) -> int | None:
    """Return a number of significant digits if that is what was given, else None."""
    if isinstance(given, int) and not isinstance(given, bool) and 0 < given <= MOST_DIGITS:
        return given
    return None


def key_of(answer: Any) -> NumericKey:
    """Return the key of an `answer`: a mapping with `value`, or a value alone, read already or not.

    Raises:
        AmountError: its amounts cannot be read, measure different things, or do not hold the value.
    """
    fields = answer if isinstance(answer, dict) else {"value": answer}
    value = read_amount(fields.get("value"))
    digits = digits_asked(fields.get("digits"))
    low, high = _interval(fields.get("interval"), value, digits)
    largest = max(abs(low), abs(high), abs(value.number)) * value.unit.scale
    shown = display_unit(value.unit, value.label, largest)
    scale = value.unit.scale / shown.size
    kept = _DEFAULT_DIGITS if fields.get("interval") is None else SAFE_DIGITS
    return NumericKey(
        low=round_down(low * scale, kept),
        high=round_up(high * scale, kept),
        value=round_half_up(value.number * scale),
        unit=shown.name,
        digits=digits,
        measure=Unit(shown.name, shown.size, value.unit.dimension),
    )


def number_in(text: object, key: NumericKey) -> Fraction | None:
    """Return an amount as a number of the key's unit, None if it is no amount of that sort."""
    try:
        return key.number_of(read_amount(text).quantity)
    except AmountError:
        return None


def _interval(given: object, value: Amount, digits: int | None) -> tuple[Fraction, Fraction]:
    """Return the ends of the interval in the unit of the value."""
    if given is None:
        slack = abs(value.number) * DEFAULT_TOLERANCE
        if digits is not None and value.number:
            # who rounds to the digits asked for must not be wrong
            slack = max(slack, abs(round_half_up(value.number, digits) - value.number))
        return value.number - slack, value.number + slack
    if not isinstance(given, list) or len(given) != 2:
        raise AmountError("the interval is a list of its lower and its upper end")
    low, high = (_end(_end_amount(end), value) for end in given)
    if low > high:
        raise AmountError(
            f"the interval goes from {_shown(given[0])} to {_shown(given[1])}; the lower end comes first"
        )
    if not low <= value.number <= high:
        raise AmountError(
            f"the interval from {_shown(given[0])} to {_shown(given[1])} does not hold the value"
        )
    return low, high


def _end_amount(given: object) -> Amount:
    try:
        return read_amount(given)
    except AmountError as error:
        hint = "; an end that is computed is a name of `derived`" if isinstance(given, str) else ""
        raise AmountError(f"an end of the interval: {error}{hint}") from error


def _end(end: Amount, value: Amount) -> Fraction:
    if not end.label and value.label:
        return end.number  # "interval: [13, 15]" of a value in GB is in GB
    if not end.measures_like(value):
        raise AmountError(f"the value is in {value.kind()}, an end of the interval in {end.kind()}")
    return end.number_in(value.unit)


def _shown(given: object) -> str:
    return (
        format_quantity(format_significant(given.number), given.label)
        if isinstance(given, Amount)
        else quote(given)
    )
