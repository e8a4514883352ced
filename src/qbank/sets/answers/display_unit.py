"""Choosing the unit to ask for an answer in, so that its number is one that people and programs write alike.

Some programs read no exponents, some take a difference of 1e-14 for none, and the older quizzes of Canvas
round what is typed to four decimals, so that 0.00062 would be graded as 0.0006: numbers between a hundredth
and a million are safe everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from qbank import lazy_re
from qbank.units import Unit, physical, readings
from qbank.units.dimension import NONE
from qbank.units.display import magnitude

LEAST: Final = Fraction(1, 100)
MOST: Final = Fraction(10**6)

_HEAD: Final = lazy_re.compile(r"[A-Za-zµμΩ°]+")
_PREFIXES: Final = (("P", 5), ("T", 4), ("G", 3), ("M", 2), ("k", 1), ("K", 1), ("", 0), ("m", -1), ("µ", -2),
                    ("μ", -2), ("u", -2), ("n", -3), ("p", -4), ("f", -5))  # fmt: skip
_BINARY: Final = ("Pi", "Ti", "Gi", "Mi", "Ki")
_SYMBOLS: Final = {
    "byte": "B", "bytes": "B", "Byte": "B", "Bytes": "B", "second": "s", "seconds": "s", "sec": "s",
    "secs": "s", "watt": "W", "watts": "W", "joule": "J", "joules": "J", "volt": "V", "volts": "V",
    "bits": "bit", "meter": "m", "meters": "m", "metre": "m", "metres": "m",
}  # fmt: skip
_WORDS: Final = {3: "thousand", 6: "million", 9: "billion", 12: "trillion"}


_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED: Final = {raised: chr(plain) for plain, raised in _RAISED.items()}
_POWER: Final = lazy_re.compile(f"10([{''.join(map(chr, _LOWERED))}]{{1,4}})")


@dataclass(frozen=True, slots=True)
class DisplayUnit:
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
    own = DisplayUnit(label, unit.scale)
    if not size or LEAST <= abs(size) / own.size < MOST:
        return own
    fitting = [other for other in _family(label, unit) if 1 <= abs(size) / other.size < 1000]
    if fitting:
        return fitting[0]
    near = [other for other in _family(label, unit) if LEAST <= abs(size) / other.size < MOST]
    return near[0] if near else _multiple(own, abs(size))


def power_of(name: str) -> int | None:
    """Return the power of ten that the name of a unit begins with, as in `10⁻¹² hours`; None without one."""
    found = _POWER.match(name)
    return None if found is None else int(found[1].translate(_LOWERED))


@lru_cache(maxsize=512)
def _family(label: str, unit: Unit) -> tuple[DisplayUnit, ...]:
    """Return the units that differ from one by the prefix of its first name alone: `GB/s`, `MB/s`, ..."""
    head = _HEAD.match(label)
    if head is None or label[head.end() : head.end() + 1] in {"^", "²", "³", "-"}:
        return ()
    name, tail = head[0], label[head.end() :]
    own = next(iter(readings(name)), None)
    if own is None:
        return ()
    for binary in _BINARY:
        if name.startswith(binary):
            stem = name[2:]
            return tuple(_related(f"{prefix}{stem}", own, unit, tail) for prefix in _BINARY)
    symbol = _SYMBOLS.get(name, name)
    for prefix, steps in _PREFIXES:
        stem = symbol[len(prefix) :]
        base = readings(stem)[0] if symbol.startswith(prefix) and readings(stem) else None
        if (
            base is None
            or base.dimension != own.dimension
            or base.scale * Fraction(1000) ** steps != own.scale
        ):
            continue
        found: list[DisplayUnit] = []
        taken: set[int] = set()
        for other, power in _PREFIXES:
            known = next(iter(readings(other + stem)), None)
            if known is None or power in taken or known.dimension != base.dimension:
                continue
            if known.scale == base.scale * Fraction(1000) ** power:
                taken.add(power)
                found.append(_related(other + stem, own, unit, tail))
        return tuple(found)
    return ()


def _related(name: str, own: Unit, whole: Unit, tail: str) -> DisplayUnit:
    return DisplayUnit(name + tail, readings(name)[0].scale / own.scale * whole.scale)


def _multiple(own: DisplayUnit, size: Fraction) -> DisplayUnit:
    """Return a power of ten of a unit that has no prefix for it: `million tokens/s`, `10⁻¹² hours`."""
    power = magnitude(size / own.size) // 3 * 3
    word = _WORDS.get(power) if _is_counted(own.name) else None
    name = f"{word or '10' + str(power).translate(_RAISED)} {own.name}".rstrip()
    return DisplayUnit(name, own.size * Fraction(10) ** power)


def _is_counted(name: str) -> bool:
    """Whether people count a unit in millions: tokens, dollars and plain numbers, no hours and no percent."""
    head = name.partition("/")[0]
    known = next(iter(readings(head)), None)
    return head not in {"%", "x"} and (known is None or head == "$" or physical(known.dimension) == NONE)
