"""The units that formulas are stated in, by their full names: `byte/second`, `US dollar/device-hour`.

The names are put together from those of the units room; what only formulas count (layers, slots, elements)
is a pure number, as counted things are for every comparison of units.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from qbank import lazy_re
from qbank.units import ONE, Unit, dimension, readings
from qbank.units.dimension import NONE

_SPELLED: Final = {
    "hertz": "Hz",
    "farad": "F",
    "kelvin": "K",
    "degree Celsius": "°C",
    "ampere": "A",
    "milliampere": "mA",
    "ampere-hour": "Ah",
    "milliampere-hour": "mAh",
    "kilowatt-hour": "kWh",
    "megawatt-hour": "MWh",
    "gram": "g",
    "kilogram": "kg",
    "gram CO2e": "gCO2e",
    "kilogram CO2e": "kgCO2e",
    "US dollar": "$",
    "device-hour": "h",
    "kilometre": "km",
    "centimetre": "cm",
}
"""Names that the units room spells otherwise."""

_COUNTED: Final = (
    "element",
    "slot",
    "layer",
    "layer-activations",
    "pixel",
    "transfer",
    "erlang",
    "nat",
    "parameter",
    "device",
)
_METRIC: Final = {"giga": 10**9, "mega": 10**6, "kilo": 10**3}

_OWN: Final[dict[str, Unit]] = {
    "1": Unit("1", ONE, NONE),
    "million": Unit("million", Fraction(10**6), NONE),
    "litre": Unit("litre", Fraction(1, 1000), dimension(metre=3)),
    "US dollar per million tokens": Unit(
        "US dollar per million tokens", Fraction(1, 10**6), dimension(dollar=1, token=-1)
    ),
    **{noun: Unit(noun, ONE, NONE) for noun in _COUNTED},
}
_LONGEST: Final = 60
_PART: Final = lazy_re.compile(r"(?P<name>[^/*^]+?)\s*(?:\^(?P<power>-?[1-9]))?\s*", re.ASCII)


class UnknownUnitError(ValueError):
    """A unit that formulas cannot be stated in."""


@lru_cache(maxsize=1024)
def measure(name: str) -> Unit:
    """Return the unit of a name such as `byte/second`, `metre/second^2` or `GB/s`; `1` is a pure number.

    Raises:
        UnknownUnitError: it is none.
    """
    if len(name) > _LONGEST:
        raise UnknownUnitError(f"a unit's name has at most {_LONGEST} characters")
    if name in _OWN:
        return _OWN[name]
    found: Unit | None = None
    for sign, part in zip(["*", *re.findall(r"[/*]", name)], re.split(r"[/*]", name), strict=True):
        unit = _part(part.strip(), name)
        found = unit if found is None else found / unit if sign == "/" else found * unit
    if found is None:  # a split of any text has a first part
        raise UnknownUnitError(name)
    return Unit(name, found.scale, found.dimension)


def _part(text: str, whole: str) -> Unit:
    match = _PART.fullmatch(text)
    unit = _atom(match["name"]) if match is not None else None
    if match is None or unit is None:
        where = f" in '{whole}'" if text != whole else ""
        raise UnknownUnitError(f"'{text}'{where} is no unit")
    return unit ** int(match["power"]) if match["power"] else unit


def _atom(name: str) -> Unit | None:
    if name in _OWN:
        return _OWN[name]
    known = readings(_SPELLED.get(name, name))
    if known:
        return known[0]
    for prefix, factor in _METRIC.items():
        base = _atom(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if base is not None:
            return Unit(name, base.scale * factor, base.dimension)
    return None


_SYMBOLS: Final = {
    "second": "s", "hour": "h", "byte": "B", "bit": "bit", "watt": "W", "joule": "J", "volt": "V",
    "hertz": "Hz", "farad": "F", "metre": "m", "litre": "L", "watt-hour": "Wh", "kilowatt-hour": "kWh",
    "milliampere": "mA", "milliampere-hour": "mAh", "kilogram CO2e": "kgCO2e", "gram CO2e": "gCO2e",
    "US dollar": "$", "gigabyte": "GB", "picojoule": "pJ", "degree Celsius": "°C", "kelvin": "K",
    "device-hour": "device-hour", "US dollar per million tokens": "$ per million tokens", "1": "",
}  # fmt: skip


def symbol(name: str) -> str:
    """Return a unit's name in symbols, to be written behind a number: `B/s`; a pure number has none."""
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    parts = re.split(r"([/*])", name)
    return "".join(_SYMBOLS.get(part, part) or part for part in parts)
