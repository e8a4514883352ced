"""Units of the catalog: a short symbol to a unit, and the base unit it comes to in words.

A symbol is one or several names between slashes (`GB/s`, `µA/MHz`, `pJ/bit`). Names are those of the table of
units in their usual reading, where a MAC counts as one; transfers and CoreMark are the catalog's own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from qbank.units import NO_UNIT, Unit, dimension, readings
from qbank.units.dimension import NONE, Dimension, spell

TEXT: Final = "name"
"""The unit of values that are texts."""
COUNT: Final = "1"
"""The unit of counts and ratios."""

_MAX_FACTORS: Final = 4
_OWN: Final[dict[str, Unit]] = {
    **{
        f"{prefix}T": Unit(f"{prefix}T", Fraction(1000) ** power, NONE)
        for prefix, power in {"": 0, "k": 1, "M": 2, "G": 3}.items()
    },
    # A CoreMark is an iteration of the benchmark in a second.
    "CoreMark": Unit("CoreMark", Fraction(1), dimension(second=-1)),
    COUNT: NO_UNIT,
}
_WORDS: Final[dict[Dimension, str]] = {
    dimension(second=-1): "hertz",
    dimension(joule=1, second=-1): "watt",
    dimension(joule=1, second=-1, volt=-1): "ampere",
    dimension(joule=1, volt=-1): "coulomb",
}
_OPERATIONS: Final = (dimension(operation=1), dimension(operation=1, second=-1))


class UnknownUnitError(ValueError):
    """A symbol that is no unit."""


@cache
def unit_of(symbol: str) -> Unit:
    """Return the unit that a symbol stands for; `name` and `1` are no unit.

    Raises:
        UnknownUnitError: a part of it is no unit, or there are too many parts.
    """
    if symbol == TEXT:
        return NO_UNIT
    first, *rest = _parts(symbol)
    unit = _factor(first)
    for part in rest:
        unit = unit / _factor(part)
    return Unit(symbol, unit.scale, unit.dimension, unit.binary_steps)


@cache
def base_unit(symbol: str) -> str:
    """Return what a symbol is in base units, in words: `byte/second` for `GB/s`.

    Raises:
        UnknownUnitError: the symbol is no unit.
    """
    if symbol == TEXT:
        return TEXT
    return "/".join(_base_word(part) for part in _parts(symbol))


def _parts(symbol: str) -> list[str]:
    parts = symbol.split("/")
    if len(parts) > _MAX_FACTORS:
        raise UnknownUnitError(f"'{symbol}' is no unit of the catalog: it has more than {_MAX_FACTORS} parts")
    return parts


def _factor(name: str) -> Unit:
    own = _OWN.get(name)
    if own is not None:
        return own
    found = readings(name)
    if not found:
        raise UnknownUnitError(f"'{name}' is no unit of the catalog; write it as in 'GB/s', 'TFLOP/s' or 'W'")
    return found[0]


def _base_word(name: str) -> str:
    unit = _factor(name)
    if name == "CoreMark":
        return name
    if unit.dimension in _OPERATIONS:
        word = next((word for word in ("FLOP", "MAC") if word in name), "OP")
        return spell(unit.dimension).replace("operation", word)
    if unit.dimension == NONE:
        return "transfer" if name.endswith("T") else COUNT
    return _WORDS.get(unit.dimension) or spell(unit.dimension)
