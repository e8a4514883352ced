"""Full names of units, and what they are in symbols: `byte/second` is `B/s`, `US dollar` is `$`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from qbank.units.dimension import NONE, dimension
from qbank.units.unit import ONE, Unit

PURE: Final = Unit("1", ONE, NONE)
"""The unit of a pure number where it has to have a name."""

SYMBOLS: Final[Mapping[str, str]] = {
    "second": "s", "hour": "h", "hertz": "Hz", "byte": "B", "bit": "bit", "gigabyte": "GB", "watt": "W",
    "joule": "J", "picojoule": "pJ", "watt-hour": "Wh", "kilowatt-hour": "kWh", "megawatt-hour": "MWh",
    "volt": "V", "ampere": "A", "milliampere": "mA", "ampere-hour": "Ah", "milliampere-hour": "mAh",
    "farad": "F", "kelvin": "K", "degree Celsius": "°C", "gram": "g", "kilogram": "kg", "gram CO2e": "gCO2e",
    "kilogram CO2e": "kgCO2e", "metre": "m", "centimetre": "cm", "kilometre": "km", "litre": "L",
    "US dollar": "$", "US dollar per million tokens": "$ per million tokens", "1": "",
}  # fmt: skip
"""Full name to symbol."""

_COUNTED: Final = "element slot layer layer-activations pixel transfer erlang nat parameter device"

BY_NAME_ALONE: Final[Mapping[str, Unit]] = {
    "1": PURE,
    "million": Unit("million", Fraction(10**6), NONE),
    "device-hour": Unit("device-hour", Fraction(3600), dimension(second=1)),
    "litre": Unit("litre", Fraction(1, 1000), dimension(metre=3)),
    "US dollar per million tokens": Unit(
        "US dollar per million tokens", Fraction(1, 10**6), dimension(dollar=1, token=-1)
    ),
    **{noun: Unit(noun, ONE, NONE) for noun in _COUNTED.split()},
}
"""Units that have a full name and no symbol in the table. What is merely counted has no dimension."""

TRANSFERS: Final[Mapping[str, Unit]] = {
    name: Unit(name, Fraction(scale), NONE) for name, scale in {"kT": 10**3, "MT": 10**6, "GT": 10**9}.items()
}
"""Transfers of a bus, which only count."""


def in_symbols(name: str) -> str:
    """Return a unit's full name in symbols, to be written behind a number: `B/s`; a pure number has none."""
    if name in SYMBOLS:
        return SYMBOLS[name]
    return "".join(SYMBOLS.get(part, part) or part for part in re.split(r"([/*])", name))
