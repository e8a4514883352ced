"""Reading the amounts of a question, `14 GB` or 0.35, as exact numbers with their units."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.napkin.tree import Negation, Number, Reading
from qbank.problems import quote
from qbank.sets.variants.expressions import parse_whole
from qbank.units import NO_UNIT, Quantity, Unit, dimension, physical
from qbank.units.dimension import describe

MAX_TEXT: Final = 120
MAX_POWER: Final = 30
"""Numbers beyond ten to that power, or below its inverse, are no answers of anything."""

_BYTES_BEHIND: Final = lazy_re.compile(r"\s+B\s*(?:$|/|per\b)")
_OF_BYTES: Final = (dimension(byte=1), dimension(byte=1, second=-1))


class AmountError(ValueError):
    """What should be an amount is none; the message says why."""


class Amount(Struct, frozen=True):
    """A number of units.

    Attributes:
        number: how many units.
        unit: the unit; `NO_UNIT`, or one without a dimension, for what is counted.
        label: the unit as it was written, empty for a plain number.
        decimals: digits behind the point, as written.
    """

    number: Fraction
    unit: Unit
    label: str
    decimals: int = 0

    @property
    def quantity(self) -> Quantity:
        """The amount in base units."""
        return Quantity.of(self.number, self.unit)

    def measures_like(self, other: Amount) -> bool:
        """Whether both measure the same thing, so that one can be converted into the other."""
        return physical(self.unit.dimension) == physical(other.unit.dimension)

    def number_in(self, unit: Unit) -> Fraction:
        """Return how many of `unit` the amount is; who asks has made sure that they measure the same."""
        return self.quantity.in_unit(unit)

    def kind(self) -> str:
        """Say what the amount measures, for a message: `byte/second`, `a plain number`."""
        return describe(self.unit.dimension)


def read_amount(given: object) -> Amount:
    """Read a plain number, or text that holds a number with its unit; an amount is returned as it is.

    Raises:
        AmountError: it is neither.
    """
    if isinstance(given, Amount):
        return given
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise AmountError(f"{quote(given)} is neither a number nor text such as '14 GB'")
    if isinstance(given, str):
        return _read_text(given)
    if isinstance(given, int) and abs(given) >= 10**MAX_POWER:
        raise AmountError("a number of this size is not read")
    text = str(given)  # of a float the shortest that reads as the same number: what the author wrote
    number = Decimal(text)
    if not number.is_finite():
        raise AmountError(f"{quote(given)} is no number")
    decimals = max(0, -int(number.as_tuple().exponent))
    return Amount(_within_bounds(Fraction(number), text), NO_UNIT, "", decimals)


@lru_cache(maxsize=4096)
def _read_text(text: str) -> Amount:
    if len(text) > MAX_TEXT:
        raise AmountError(f"longer than {MAX_TEXT} characters")
    node, sign = parse_whole(text), 1
    if node is None:
        raise AmountError(f"{quote(text)} is no number with a unit, such as '14 GB'")
    if isinstance(node, Negation):
        node, sign = node.operand, -1
    if not isinstance(node, Number):
        raise AmountError(f"{quote(text)} is not one number with a unit, such as '14 GB'")
    if node.approximate:
        raise AmountError(f"{quote(text)} is about a value; write the value alone")
    reading = _meant(node, text)
    label = reading.unit.name if reading.unit is not NO_UNIT else text[node.end :].strip()
    number = _within_bounds(sign * node.value * reading.multiplier, text)
    return Amount(number, reading.unit, label, node.decimals)


def _meant(number: Number, text: str) -> Reading:
    """Return the reading of a number: `7B` is seven billion, but `7 B` are bytes, `7 B/s` bytes a second."""
    if _BYTES_BEHIND.match(text, number.digits[1]):
        for reading in number.readings:
            if physical(reading.unit.dimension) in _OF_BYTES:
                return reading
    return number.readings[0]


def _within_bounds(number: Fraction, text: str) -> Fraction:
    if number and not Fraction(1, 10**MAX_POWER) <= abs(number) <= 10**MAX_POWER:
        raise AmountError(f"{quote(text)}: a number of this size is not read")
    return number
