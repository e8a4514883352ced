"""Reading the names of units: `GB/s`, `byte/second`, `US dollar/device-hour`, `tokens per second`.

    unit   = factor (("/" | "*") factor)*
    factor = name ["^" exponent]

In files a name is a full name or a symbol of the table, in its usual reading. What people type may also be
plural or a noun that merely counts, with `per` and `²`, and it may mean any of its readings.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from itertools import product
from typing import Final

from qbank import lazy_re
from qbank.units.names import BY_NAME_ALONE, PURE, SYMBOLS, TRANSFERS
from qbank.units.prefixes import LARGE_NAMES, thousands
from qbank.units.table import readings
from qbank.units.unit import Unit

MAX_TEXT: Final = 60
MAX_TYPED_FACTORS: Final = 6

_SIGNS: Final = lazy_re.compile(r"([/*])")
_FACTOR: Final = lazy_re.compile(r"([^^]+?)\s*(?:\^(-?[1-9]))?", re.ASCII)


class UnknownUnitError(ValueError):
    """A text that names no unit."""


def factors(text: str) -> list[tuple[str, int]]:
    """Take the name of a unit apart: `metre/second^2` is `metre` to the 1 and `second` to the -2.

    Raises:
        UnknownUnitError: a factor has no name, or its exponent is none from 1 to 9.
    """
    named = []
    sign = "*"
    for part in map(str.strip, _SIGNS.split(text)):
        if part in {"/", "*"}:
            sign = part
            continue
        match = _FACTOR.fullmatch(part)
        if match is None:
            raise _unknown(part, text)
        power = int(match[2] or 1)
        named.append((match[1], -power if sign == "/" else power))
    return named


def named_unit(name: str) -> Unit | None:
    """Return the unit of a full name or a symbol, such as `kilowatt-hour`, `gigahertz` or `GB`."""
    known = readings(SYMBOLS.get(name, name))
    if name in BY_NAME_ALONE or known:
        return BY_NAME_ALONE.get(name) or known[0]
    for prefix in ("giga", "mega", "kilo"):
        unit = named_unit(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if unit is not None:
            return Unit(name, unit.scale * thousands(LARGE_NAMES[prefix]), unit.dimension)
    return None


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """Return the unit that a name such as `byte/second`, `metre/second^2` or `GB/s` stands for.

    Every part is taken in its usual reading; `1` is a pure number.

    Raises:
        UnknownUnitError: a part of it is no unit, or it is longer than `MAX_TEXT`.
    """
    if len(text) > MAX_TEXT:
        raise UnknownUnitError(f"a unit's name has at most {MAX_TEXT} characters")
    units = []
    for name, power in factors(text):
        unit = named_unit(name)
        if unit is None:
            raise _unknown(name, text)
        units.append(_raised(unit, power))
    unit = reduce(Unit.__mul__, units)
    return Unit(text, unit.scale, unit.dimension, unit.binary_steps)


def _unknown(part: str, text: str) -> UnknownUnitError:
    where = f" in '{text}'" if part != text else ""
    return UnknownUnitError(f"'{part}'{where} is no unit")


def _raised(unit: Unit, power: int) -> Unit:
    return unit if power == 1 else unit**power


def counts_macs(unit: Unit) -> bool:
    """Whether a unit counts multiply-accumulates as such, not as two operations each."""
    name = unit.name.lower()
    if "mac" not in name and "multiply-accumulate" not in name:
        return False
    try:
        return parse_unit(unit.name).scale == unit.scale
    except UnknownUnitError:
        return True


# -- what people type ----------------------------------------------------------------------------------------

_PER: Final = lazy_re.compile(r"\bper\b")
_TYPED_SIGNS: Final = {"**": "^", "·": "*", "²": "^2", "³": "^3", "−": "-"}
_DEVICE_TIME: Final = lazy_re.compile(
    r"\b(?:GPU|TPU|NPU|CPU|vCPU|device|chip|accelerator|node|instance|core|card)s?[- *]?"
    r"(?:h|hr|hrs|hours?)\b",
    re.IGNORECASE | re.ASCII,
)
_NOUNS_LISTED: Final = (
    "layer layers element elements param params parameter parameters pixel pixels px transfer "
    "transfers nat nats erlang erlangs slot slots head heads GPU GPUs TPU TPUs device devices chip "
    "chips node nodes rank ranks stage stages server servers worker workers lane lanes channel "
    "channels user users client clients bit bits"
)
_NOUNS: Final = frozenset(_NOUNS_LISTED.split())
_TYPED_SYMBOLS: Final = {"L": BY_NAME_ALONE["litre"], **TRANSFERS}


def typed_units(text: str) -> list[Unit]:
    """Return every unit that people may mean by a text, the usual one first; empty if it is none."""
    plain = _PER.sub("/", text)
    for typed, meant in _TYPED_SIGNS.items():
        plain = plain.replace(typed, meant)
    plain = _DEVICE_TIME.sub("device-hour", plain).strip()
    try:
        parts = factors(f"1{plain}" if plain.startswith("/") else plain)
    except UnknownUnitError:
        return []
    if len(parts) > MAX_TYPED_FACTORS:
        return []
    choices = [[_raised(unit, power) for unit in _typed_names(name)] for name, power in parts]
    return [reduce(Unit.__mul__, units) for units in product(*choices)]


def _typed_names(name: str) -> tuple[Unit, ...]:
    units = readings(name)
    if name in _TYPED_SYMBOLS:
        units = (*units, _TYPED_SYMBOLS[name])
    if name in _NOUNS:
        units = (*units, PURE)
    if units:
        return units
    unit = named_unit(name) or (named_unit(name[:-1]) if name.endswith("s") else None)
    return () if unit is None else (unit,)
