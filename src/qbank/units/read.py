"""Reading what is given for a quantity: `8`, `0.1`, `10%`, `128/130`, `100MB`, `25 GB/s`, `$2/GPU-hour`.

A plain number is in the unit asked for. Anything with a unit is converted exactly, and must measure the same
thing. Numbers are read digit by digit: 0.1 is a tenth, not the nearest binary fraction.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from qbank import lazy_re
from qbank.problems import quote
from qbank.units.dimension import exponents, physical, spell
from qbank.units.names import PURE
from qbank.units.parse import parse_unit, typed_units
from qbank.units.prefixes import MULTIPLIERS
from qbank.units.unit import Unit

MAX_TEXT: Final = 120

MAX_DIGITS: Final = 60
"""Digits of one number as it is written."""

MAX_POWER_OF_TEN: Final = 4096
"""Largest absolute exponent of a number as it is written, as in `1e9`."""

_DIGITS: Final = r"[0-9][0-9,_]*(?:\.[0-9]*)?|\.[0-9]+"
_NUMBER: Final = lazy_re.compile(
    rf"(?P<sign>[-+−]?)\s*(?P<dollar>\$?)\s*(?P<digits>{_DIGITS})(?:[eE](?P<exponent>[-+−]?[0-9]{{1,6}}))?"
    r"(?:\s*[×*·x]\s*10\s*(?:\^|\*\*)\s*(?P<power>[-+−]?[0-9]{1,6}))?"
    rf"(?:\s*/\s*(?P<below>{_DIGITS})(?![A-Za-z]))?",
    re.ASCII,
)
_GROUPED: Final = lazy_re.compile(r"[0-9]{1,3}([,_][0-9]{3})+(\.[0-9]*)?|[0-9]*(\.[0-9]*)?", re.ASCII)
_FAHRENHEIT: Final = frozenset(("°F", "℉", "F"))
_CELSIUS: Final = frozenset(("°C", "℃", "C", "degree Celsius"))
_KELVIN: Final = frozenset(("K", "°K"))
_TOLD_APART: Final = frozenset(("token", "sample", "step"))
"""Counted things that are not taken for each other."""


class QuantityError(ValueError):
    """What was given is no quantity, or not one of the right kind; the message says why."""


def read_quantity(given: object, unit: str) -> Fraction:
    """Return what was given as an exact number of `unit`, a name that `parse_unit` knows.

    Raises:
        QuantityError: it is no quantity, or measures something else.
    """
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal | Fraction | str):
        raise QuantityError(f"{quote(given)} is neither a number nor text such as '14 GB'")
    if isinstance(given, int) and given.bit_length() > 3 * MAX_POWER_OF_TEN:
        raise QuantityError("a number of this size is not read")
    if isinstance(given, int | Fraction):
        return Fraction(given)
    text = str(given)
    if len(text) > MAX_TEXT:
        raise QuantityError(f"longer than {MAX_TEXT} characters")
    match = _NUMBER.match(text.strip())
    if match is None:
        raise QuantityError(f"{quote(text)} begins with no number")
    number = _number(match, text)
    behind = text.strip()[match.end() :].strip()
    if match["dollar"]:
        behind = f"${behind}" if not behind or behind.startswith(("/", "per ")) else f"$ {behind}"
    return _converted(number, behind, unit, text) if behind else number


def _number(match: re.Match[str], text: str) -> Fraction:
    number = _digits(match["digits"], text)
    for power in (match["exponent"], match["power"]):
        exponent = int((power or "0").replace("−", "-"))
        if abs(exponent) > MAX_POWER_OF_TEN:
            raise QuantityError(f"{quote(text)}: a number of this size is not read")
        number *= Fraction(10) ** exponent
    if match["below"]:
        below = _digits(match["below"], text)
        if not below:
            raise QuantityError(f"{quote(text)}: division by zero")
        number /= below
    return -number if match["sign"] in {"-", "−"} else number


def _digits(digits: str, text: str) -> Fraction:
    if len(digits) > MAX_DIGITS:
        raise QuantityError(f"{quote(text)}: a number of this size is not read")
    if _GROUPED.fullmatch(digits) is None:
        raise QuantityError(f"{quote(digits)} is no number; ',' and '_' separate thousands")
    return Fraction(digits.replace(",", "").replace("_", ""))


def _converted(number: Fraction, behind: str, unit: str, text: str) -> Fraction:
    if unit == "degree Celsius":
        return _celsius(number, behind, text)
    wanted = parse_unit(unit)
    meanings = _meanings(behind)
    for meant in meanings:
        if physical(meant.dimension) == physical(wanted.dimension) and _counts_alike(meant, wanted):
            return number * meant.scale * _operations(behind, unit) / wanted.scale
    if not meanings:
        raise QuantityError(f"{quote(text)}: {quote(behind)} is no unit")
    is_in = spell(meanings[0].dimension) or "a pure number"
    needed = "a pure number" if unit == "1" else unit
    raise QuantityError(f"{quote(text)} is in {is_in}, and {needed} is needed")


def _counts_alike(unit: Unit, wanted: Unit) -> bool:
    """Whether the counted things agree; one that only one side names, as in `1000/s`, is no contradiction."""
    counted, meant = (
        {name: power for name, power in exponents(side.dimension).items() if name in _TOLD_APART}
        for side in (unit, wanted)
    )
    return not counted or not meant or counted == meant


def _operations(behind: str, unit: str) -> Fraction:
    """Return how many of the unit's operations one given is: a MAC is two, which the table counts as one."""
    macs, wants_macs = "mac" in behind.lower(), unit.startswith("MAC")
    if macs and {"FLOP", "OP"} & set(re.split(r"[^A-Z]+", unit)):
        return Fraction(2)
    return Fraction(1, 2) if wants_macs and not macs and "op" in behind.lower() else Fraction(1)


def _celsius(number: Fraction, behind: str, text: str) -> Fraction:
    if behind in _CELSIUS:
        return number
    if behind in _KELVIN:
        return number - Fraction(27315, 100)
    if behind in _FAHRENHEIT:
        return (number - 32) * Fraction(5, 9)
    raise QuantityError(f"{quote(text)}: {quote(behind)} is no unit of temperature")


@lru_cache(maxsize=1024)
def _meanings(text: str) -> tuple[Unit, ...]:
    """Return what the text behind a number may mean: a unit, also with a multiplier as in `2M tokens`."""
    meanings = typed_units(text)
    word = re.split("[ /]", text, maxsplit=1)[0]
    if word in MULTIPLIERS:
        behind = text[len(word) :].strip()
        meanings += _multiplied(word, typed_units(behind) if behind else [PURE])
    if text.startswith("$"):  # $5M, $2k/month
        amount = text[1:].lstrip()
        for letters in MULTIPLIERS:
            if amount.startswith(letters) and not amount[len(letters) : len(letters) + 1].isalpha():
                meanings += _multiplied(letters, typed_units(f"${amount[len(letters) :].lstrip()}"))
    return tuple(meanings)


def _multiplied(letters: str, units: list[Unit]) -> list[Unit]:
    factor = MULTIPLIERS[letters].factor
    return [Unit(unit.name, unit.scale * factor, unit.dimension) for unit in units]
