"""Quantities: numbers with what measures them, money, powers of ten, ranges of two numbers, data types.

    quantity    = ["~"] ["$"] digits ["×10^n"] [measure] ["-" quantity]

A power of ten binds tighter than any other product, and a range shares the unit at its end.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from qbank.napkin.lexing.numbers import parse_digits
from qbank.napkin.lexing.spellings import COUNTS, DOLLAR, DOLLARS, Readings, multiplied_by
from qbank.napkin.lexing.tokens import APPROX, MONEY, NUMBER, OPERATOR, STOP, WORD
from qbank.napkin.lexing.words import APPROXIMATIONS, EXACT_FILLERS
from qbank.napkin.limits import MAX_EXPONENT
from qbank.napkin.parsing.measures import Measures, Parsed
from qbank.napkin.tree import Interval, Negation, Number, Reading
from qbank.units import ONE, Unit, readings
from qbank.units.dimension import NONE
from qbank.units.table import BYTES_OF_TYPE

_CLOCK = frozenset((":", "AM", "PM", "am", "pm"))
_BEHIND_DIGITS = frozenset((WORD, OPERATOR, MONEY, STOP))
_TIMES_TEN = frozenset(("*", "x"))  # what may begin a power of ten
_NO_UNITS = frozenset("*+^–")  # operators that never tie a unit to a number
_DASHES = frozenset("-–")
_BIT_NAMES = frozenset(("bit", "bits"))
_PINS = Reading(unit=Unit("pins", ONE, NONE))
_BITS_PER_BYTE = Reading(unit=Unit("bits/byte", Fraction(1, 8), NONE))
_TOO_LARGE = Fraction(10**MAX_EXPONENT), 0, ONE
_BYTES: Readings = (Reading(unit=readings("bytes")[0]),)


class Quantities(Measures):
    """Reads quantities."""

    def quantity(self, at: int, end: int) -> Parsed | None:
        """Read a number with its unit, or a range of two."""
        parsed = self._single(at, end)
        if parsed is None:
            return None
        place = parsed[1]
        if place + 1 < end and self.texts[place] in _DASHES:
            glued, following = self.glued[place], self.glued[place + 1]
            if (glued and following) or (self.texts[place] == "–" and glued == following):
                second = self._single(place + 1, end)
                ends = _range(parsed[0], second[0]) if second is not None else None
                if second is not None and ends is not None:
                    return Interval(*ends, parsed[0].start, second[0].end), second[1]
        return parsed

    def _single(self, at: int, end: int) -> tuple[Number, int] | None:
        start = self.starts[at]
        approximate = money = False
        while at < end and (kind := self.kinds[at]) != NUMBER:
            if kind == APPROX or self.texts[at] in APPROXIMATIONS:
                approximate = approximate or self.texts[at] not in EXACT_FILLERS
            elif kind == MONEY:
                money = True
            else:
                return None
            at += 1
        digits = parse_digits(self.texts[at]) if at < end else None
        if digits is None:
            return None
        value, decimals, power = digits
        place = at + 1
        found = DOLLARS if money else COUNTS
        if place < end and self.kinds[place] in _BEHIND_DIGITS:
            text = self.texts[place]
            if text in _CLOCK:
                return None
            if text in _TIMES_TEN:
                ten = self._power_of_ten(place, end)
                if ten is not None:
                    power, place = power * ten[0], ten[1]
            if text not in _NO_UNITS or place > at + 1:
                unit = self.measure(place, end, money=money)
                if unit is not None:
                    found, place = unit
        if power is not ONE:
            found = tuple(multiplied_by(reading, power) for reading in found)
        if found is not COUNTS:
            found = _as_written(value, found, glued=place > at + 1 and self.glued[at + 1])
        shown, end = (self.starts[at], self.ends[at]), self.ends[place - 1]
        return Number(value, decimals, found, start, end, shown, approximate), place

    def _power_of_ten(self, at: int, end: int) -> tuple[Fraction, int] | None:
        """Read `×10^n` behind a number; it binds tighter than any other product."""
        if at + 2 >= end or self.texts[at + 1] != "10":
            return None
        power = self.power(at + 2, end)
        if power is None:
            return None
        sign, node = (-1, power[0].operand) if isinstance(power[0], Negation) else (1, power[0])
        if not isinstance(node, Number) or node.value.denominator != 1 or node.value > MAX_EXPONENT:
            return None
        return Fraction(10) ** (sign * int(node.value)), power[1]

    def digits(self, at: int) -> Number | Negation:
        """Return the plain number at token `at`, with its sign if it is a superscript."""
        text, start, end = self.texts[at], self.starts[at], self.ends[at]
        value, decimals, power = parse_digits(text.lstrip("+-")) or _TOO_LARGE
        readings = COUNTS if power is ONE else (Reading(power),)
        number = Number(value, decimals, readings, start, end, (start, end))
        return Negation(number, start, end) if text.startswith("-") else number

    def is_type(self, at: int) -> bool:
        """Tell whether the token names a data type such as FP16."""
        return self.texts[at].upper() in BYTES_OF_TYPE

    def data_type(self, at: int) -> Number:
        """Return the bytes that an element of the data type at token `at` takes."""
        size = BYTES_OF_TYPE[self.texts[at].upper()]
        decimals = size.denominator.bit_length() - 1  # halves show one, quarters two
        start, end = self.starts[at], self.ends[at]
        return Number(size, decimals, _BYTES, start, end, (start, end))


def _range(low: Number, high: Number) -> tuple[Number, Number] | None:
    """Return the ends of `10-50 ms` or `$3-5M`; `8-1` and `250ms-100ms` are differences."""
    if low.readings[0].unit is DOLLAR and high.bare:
        readings = tuple(replace(reading, unit=DOLLAR) for reading in high.readings)
        high = replace(high, readings=readings)
    money = low.readings == DOLLARS and high.readings[0].unit.name.startswith("$")
    if low.bare or money:  # a suffix at the end is meant for both
        low = replace(low, readings=high.readings) if low.value < high.value else low
    first, second = low.readings[0], high.readings[0]
    if first.unit.dimension != second.unit.dimension:
        return None
    return (low, high) if low.value * first.size < high.value * second.size else None


def _as_written(value: Fraction, found: tuple[Reading, ...], *, glued: bool) -> tuple[Reading, ...]:
    """Drop or reorder the readings that the number itself speaks against, and add the converter `8 bits`."""
    if len(found) == 1 and found[0].unit.name in _BIT_NAMES:
        if value == 8:
            return (*found, _BITS_PER_BYTE)
        if value >= 16 and not value % 16:
            return (*found, _PINS)  # a bus that is so wide, at a rate for each of its pins
    if found[0].binary_prefix_power and (found[0].unit is DOLLAR or not _is_power_of_two(value)):
        found = tuple(replace(reading, binary_prefix_power=0) for reading in found)
    if len(found) > 1 and found[1].unit.name.split("/")[0] == "B" and (not glued or value >= 1000):
        found = (found[1], found[0], *found[2:])  # 27,648 B are bytes, 70B parameters are billions
    return found


def _is_power_of_two(value: Fraction) -> bool:
    return value.denominator == 1 and value > 0 and value.numerator.bit_count() == 1
