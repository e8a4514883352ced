"""Choosing the unit to show a value in: the prefix, or the power of ten, that its number is short with."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.units.dimension import NONE, physical
from qbank.units.format import format_number, magnitude, multiple_text
from qbank.units.parse import typed_units
from qbank.units.prefixes import BINARY_PREFIXES, PREFIXES, USUAL_PREFIXES, thousands
from qbank.units.table import readings
from qbank.units.unit import Unit

LEAST: Final = Fraction(1, 100)
MOST: Final = Fraction(10**6)
"""Numbers between the two are read and graded alike everywhere.

Some programs read no exponents, some take a difference of 1e-14 for none, and the older quizzes of Canvas
round what is typed to four decimals, so that 0.00062 would be graded as 0.0006.
"""

_HEAD: Final = lazy_re.compile(r"[A-Za-zµμΩ°]+")
_SYMBOLS: Final = {
    word: symbol
    for symbol, words in {
        "B": "byte bytes Byte Bytes",
        "s": "second seconds sec secs",
        "W": "watt watts",
        "J": "joule joules",
        "V": "volt volts",
        "bit": "bits",
        "m": "meter meters metre metres",
    }.items()
    for word in words.split()
}
_PREFIXED: Final = {
    **dict.fromkeys(("s", "W", "J", "F"), range(min(USUAL_PREFIXES), 0)),
    **dict.fromkeys(
        ("B", "B/s", "bit/s", "FLOP", "FLOP/s", "OP/s", "MAC", "Hz", "Wh"), range(1, max(USUAL_PREFIXES) + 1)
    ),
}
"""Powers of 1000 that results in a unit are written with."""
_BY_SIZE: Final = sorted(PREFIXES.items(), key=lambda item: -item[1])


class DisplayUnit(Struct, frozen=True):
    """A unit to print, and its size in base units."""

    name: str
    size: Fraction


def display_unit(unit: Unit, label: str, size: Fraction) -> DisplayUnit:
    """Return the unit to show a value in: the author's, unless its number would be too small or too large.

    Args:
        unit: the author's unit.
        label: how it was written.
        size: the largest size, in base units, that is to be shown.
    """
    written = DisplayUnit(label, unit.scale)
    if not size or LEAST <= abs(size) / written.size < MOST:
        return written
    related = _related(label, unit)
    for least, most in ((1, 1000), (LEAST, MOST)):
        for shown in related:
            if least <= abs(size) / shown.size < most:
                return shown
    power = magnitude(size / written.size) // 3 * 3
    name = f"{multiple_text(power, in_words=_is_counted(label))} {label}".rstrip()
    return DisplayUnit(name, written.size * Fraction(10) ** power)


def with_prefix(value: Fraction | Decimal, unit: str) -> str | None:
    """Write a value with the prefix that people would write: 0.0817 s is `81.7 ms`; None if it needs none.

    Large values of times and powers are left alone, and small ones of what comes in bytes and operations.
    """
    steps = power_of_thousand(value) if value else 0
    if steps not in _PREFIXED.get(unit, ()):
        return None
    return f"{format_number(Fraction(value) / thousands(steps))} {USUAL_PREFIXES[steps]}{unit}"


def power_of_thousand(value: Fraction | Decimal) -> int:
    """Return the power of 1000 to divide a value by, which is not 0, for a number from 1 to 1000."""
    tens = value.adjusted() if isinstance(value, Decimal) else magnitude(value)
    return tens // 3


def prefixed_units(label: str) -> tuple[DisplayUnit, ...]:
    """Return what differs from a unit by the prefix of its first name alone; nothing if it is no unit."""
    units = typed_units(label)
    return _related(label, units[0]) if units else ()


@lru_cache(maxsize=512)
def _related(label: str, unit: Unit) -> tuple[DisplayUnit, ...]:
    """Return the units that differ from one by the prefix of its first name alone: `GB/s`, `MB/s`, ..."""
    head = _HEAD.match(label)
    if head is None or label.startswith(("^", "²", "³", "-"), head.end()):
        return ()
    rest = unit.scale / readings(head[0])[0].scale if readings(head[0]) else None
    if rest is None:
        return ()
    tail = label[head.end() :]
    return tuple(DisplayUnit(other.name + tail, other.scale * rest) for other in _prefixed(head[0]))


def _prefixed(name: str) -> list[Unit]:
    """Return what a name stands for with each of the prefixes that it may have, the largest first."""
    binary = [readings(prefix + name[2:])[:1] for prefix in reversed(tuple(BINARY_PREFIXES))]
    if name[:2] in BINARY_PREFIXES and all(binary):
        return [units[0] for units in binary]
    symbol, unit = _SYMBOLS.get(name, name), readings(name)[0]
    for prefix, steps in sorted(_BY_SIZE, key=lambda item: not item[0]):
        base = readings(symbol.removeprefix(prefix))[:1]
        if symbol.startswith(prefix) and base and _is_multiple(unit, base[0], steps):
            stem = symbol.removeprefix(prefix)
            family: dict[int, Unit] = {}
            for other, power in _BY_SIZE:
                known = readings(other + stem)
                if known and _is_multiple(known[0], base[0], power):
                    family.setdefault(power, known[0])
            return list(family.values())
    return []


def _is_multiple(unit: Unit, base: Unit, steps: int) -> bool:
    return unit.dimension == base.dimension and unit.scale == base.scale * thousands(steps)


def _is_counted(name: str) -> bool:
    """Whether people count a unit in millions: tokens, dollars and plain numbers, no hours and no percent."""
    head = name.partition("/")[0]
    known = readings(head)[:1]
    return head not in {"%", "x"} and (not known or head == "$" or physical(known[0].dimension) == NONE)
