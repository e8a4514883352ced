"""Units of the catalog: a short symbol to a unit, and the base unit it comes to in words.

A symbol is one or several names between slashes (`GB/s`, `µA/MHz`, `pJ/bit`). Names are those of the table of
units in their usual reading, where a MAC counts as one; transfers and CoreMark are the catalog's own.
"""

from __future__ import annotations

from functools import cache, reduce
from typing import Final

from qbank.units import NO_UNIT, ONE, Unit, dimension, readings
from qbank.units.dimension import NONE, Dimension, spell
from qbank.units.names import TRANSFERS
from qbank.units.parse import UnknownUnitError

TEXT: Final = "name"
"""The unit of values that are texts."""
COUNT: Final = "1"
"""The unit of counts and ratios."""
BELOW_ZERO: Final = frozenset({"dBm", "dB", "°C"})
"""Units in which less than 0 is no mistake."""

_MAX_NAMES: Final = 4
_OWN: Final[dict[str, Unit]] = {
    **TRANSFERS,
    "T": Unit("T", ONE, NONE),
    # A CoreMark is an iteration of the benchmark in a second.
    "CoreMark": Unit("CoreMark", ONE, dimension(second=-1)),
    COUNT: NO_UNIT,
}
_WORDS: Final[dict[Dimension, str]] = {
    dimension(second=-1): "hertz",
    dimension(joule=1, second=-1): "watt",
    dimension(joule=1, second=-1, volt=-1): "ampere",
    dimension(joule=1, volt=-1): "coulomb",
}
_OPERATIONS: Final = (dimension(operation=1), dimension(operation=1, second=-1))


@cache
def unit_of(symbol: str) -> Unit:
    """Return the unit that a symbol stands for; `name` and `1` are no unit.

    Raises:
        UnknownUnitError: a part of it is no unit, or there are too many parts.
    """
    if symbol == TEXT:
        return NO_UNIT
    unit = reduce(Unit.__truediv__, map(_named, _names(symbol)))
    return Unit(symbol, unit.scale, unit.dimension, unit.binary_steps)


@cache
def base_unit(symbol: str) -> str:
    """Return what a symbol is in base units, in words: `byte/second` for `GB/s`.

    Raises:
        UnknownUnitError: the symbol is no unit.
    """
    return TEXT if symbol == TEXT else "/".join(map(_base_word, _names(symbol)))


def _names(symbol: str) -> list[str]:
    names = symbol.split("/")
    if len(names) > _MAX_NAMES:
        raise UnknownUnitError(f"'{symbol}' is no unit of the catalog: it has more than {_MAX_NAMES} parts")
    return names


def _named(name: str) -> Unit:
    units = (_OWN[name],) if name in _OWN else readings(name)
    if not units:
        raise UnknownUnitError(f"'{name}' is no unit of the catalog; write it as in 'GB/s', 'TFLOP/s' or 'W'")
    return units[0]


def _base_word(name: str) -> str:
    unit = _named(name)
    if name == "CoreMark":
        return name
    if unit.dimension in _OPERATIONS:
        word = next((word for word in ("FLOP", "MAC") if word in name), "OP")
        return spell(unit.dimension).replace("operation", word)
    if unit.dimension == NONE:
        return "transfer" if name.endswith("T") else COUNT
    return _WORDS.get(unit.dimension) or spell(unit.dimension)
