"""Reading what someone gives for a variable: `8`, `0.1`, `10%`, `128/130`, `100MB`, `25 GB/s`, `$2/GPU-hour`.

A plain number is in the variable's own unit. Anything with a unit is converted exactly, and must measure the
same thing. Numbers are read digit by digit: 0.1 is a tenth, not the nearest binary fraction.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from qbank import lazy_re
from qbank.algebra.limits import MAX_DIGITS, MAX_POWER_OF_TEN
from qbank.formulas.measures import measure
from qbank.problems import quote
from qbank.units import ONE, UNITS, Unit, physical, readings
from qbank.units import spell as spell_dimension
from qbank.units.dimension import NONE, exponents
from qbank.units.table import MULTIPLIERS

MAX_TEXT: Final = 120

_DIGITS: Final = r"[0-9][0-9,_]*(?:\.[0-9]*)?|\.[0-9]+"
_NUMBER: Final = lazy_re.compile(
    rf"(?P<sign>[-+−]?)\s*(?P<dollar>\$?)\s*(?P<digits>{_DIGITS})(?:[eE](?P<exponent>[-+−]?[0-9]{{1,6}}))?"
    r"(?:\s*[×*·x]\s*10\s*(?:\^|\*\*)\s*(?P<power>[-+−]?[0-9]{1,6}))?"
    rf"(?:\s*/\s*(?P<below>{_DIGITS})(?![A-Za-z]))?",
    re.ASCII,
)
_GROUPED: Final = lazy_re.compile(r"[0-9]{1,3}([,_][0-9]{3})+(\.[0-9]*)?|[0-9]*(\.[0-9]*)?", re.ASCII)
_PLAIN: Final = {"per": "/", " / ": "/", "·": "*", "²": "^2", "³": "^3", "−": "-"}
_DEVICE_TIME: Final = lazy_re.compile(
    r"(?:GPU|TPU|NPU|CPU|vCPU|device|chip|accelerator|node|instance|core|card)s?[- ·*]?(?:h|hr|hrs|hours?)",
    re.IGNORECASE | re.ASCII,
)
_NOUNS_LISTED: Final = (
    "layer layers element elements param params parameter parameters pixel pixels px transfer "
    "transfers nat nats erlang erlangs slot slots head heads GPU GPUs TPU TPUs device devices chip "
    "chips node nodes rank ranks stage stages server servers worker workers lane lanes channel "
    "channels user users client clients bit bits"
)
_NOUNS: Final = frozenset(_NOUNS_LISTED.split())
_SHORT: Final = {
    "L": measure("litre"),
    "kT": Unit("kT", Fraction(10**3), NONE),
    "MT": Unit("MT", Fraction(10**6), NONE),
    "GT": Unit("GT", Fraction(10**9), NONE),
}
"""Short forms of what only formulas measure: litres, and thousands to billions of transfers."""
_MOST_PARTS: Final = 6


class QuantityError(ValueError):
    """What was given is no quantity, or not one of the right kind; the message says why."""


def read(given: object, unit: str) -> Fraction:
    """Return what was given as an exact number of `unit`, a name that `measure` knows.

    Raises:
        QuantityError: it is no quantity, or measures something else.
    """
    if isinstance(given, bool) or given is None:
        raise QuantityError(f"{quote(given)} is neither a number nor text such as '14 GB'")
    if isinstance(given, int):
        if given.bit_length() > 3 * MAX_POWER_OF_TEN:
            raise QuantityError("a number of this size is not read")
        return Fraction(given)
    if isinstance(given, Fraction):
        return given
    if isinstance(given, float | Decimal):
        return _read(str(given), unit)
    if not isinstance(given, str):
        raise QuantityError(f"{quote(given)} is neither a number nor text such as '14 GB'")
    return _read(given, unit)


def _read(text: str, unit: str) -> Fraction:
    if len(text) > MAX_TEXT:
        raise QuantityError(f"longer than {MAX_TEXT} characters")
    match = _NUMBER.match(text.strip())
    if match is None:
        raise QuantityError(f"{quote(text)} begins with no number")
    value = _value(match, text)
    rest = text.strip()[match.end() :].strip()
    if match["dollar"]:
        rest = f"${rest}" if not rest or rest[0] == "/" or rest.startswith("per ") else f"$ {rest}"
    if not rest:
        return value
    return _converted(value, rest, unit, text)


def _value(match: re.Match[str], text: str) -> Fraction:
    value = _digits(match["digits"], text)
    for power in (match["exponent"], match["power"]):
        exponent = int((power or "0").replace("−", "-"))
        if abs(exponent) > MAX_POWER_OF_TEN:
            raise QuantityError(f"{quote(text)}: a number of this size is not read")
        value *= Fraction(10) ** exponent
    if match["below"]:
        below = _digits(match["below"], text)
        if not below:
            raise QuantityError(f"{quote(text)}: division by zero")
        value /= below
    return -value if match["sign"] in {"-", "−"} else value


def _digits(digits: str, text: str) -> Fraction:
    if len(digits) > MAX_DIGITS:
        raise QuantityError(f"{quote(text)}: a number of this size is not read")
    if _GROUPED.fullmatch(digits) is None:
        raise QuantityError(f"{quote(digits)} is no number; ',' and '_' separate thousands")
    whole, _, decimals = digits.replace(",", "").replace("_", "").partition(".")
    return Fraction(int((whole or "0") + decimals), 10 ** len(decimals))


def _converted(value: Fraction, rest: str, unit: str, text: str) -> Fraction:
    if unit == "degree Celsius":
        return _temperature(value, rest, text)
    wanted = measure(unit)
    fitting: Unit | None = None
    known = False
    for factor, own in _readings(rest):
        known = True
        if physical(own.dimension) == physical(wanted.dimension) and _same_counts(own, wanted):
            fitting = Unit(own.name, own.scale * factor, own.dimension)
            break
    if fitting is not None:
        return value * fitting.scale * _operations(rest, unit) / wanted.scale
    if not known:
        raise QuantityError(f"{quote(text)}: {quote(rest)} is no unit")
    is_in = next((spell_dimension(own.dimension) for _, own in _readings(rest)), "") or "a pure number"
    raise QuantityError(f"{quote(text)} is in {is_in}, and {_named(unit)} is needed")


def _named(unit: str) -> str:
    return "a pure number" if unit == "1" else unit


def _same_counts(own: Unit, wanted: Unit) -> bool:
    """Whether the counted things agree; one that only one side names, as in `1000/s`, is no contradiction."""
    counted = {
        name: power for name, power in exponents(own.dimension).items() if name in {"token", "sample", "step"}
    }
    meant = {
        name: power
        for name, power in exponents(wanted.dimension).items()
        if name in {"token", "sample", "step"}
    }
    return not counted or not meant or counted == meant


def _operations(rest: str, unit: str) -> Fraction:
    """A MAC is two operations; the table of units counts both as one thing."""
    own, wanted = "mac" in rest.lower(), unit.startswith("MAC")
    counts = {"FLOP", "OP"} & set(re.split(r"[^A-Z]+", unit))
    if own and counts:
        return Fraction(2)
    return Fraction(1, 2) if wanted and not own and re.search(r"op", rest, re.IGNORECASE) else ONE


def _temperature(value: Fraction, rest: str, text: str) -> Fraction:
    if rest in {"°C", "℃", "C", "degree Celsius"}:
        return value
    if rest in {"K", "°K"}:
        return value - Fraction(27315, 100)
    if rest in {"°F", "℉", "F"}:
        return (value - 32) * Fraction(5, 9)
    raise QuantityError(f"{quote(text)}: {quote(rest)} is no unit of temperature")


@lru_cache(maxsize=1024)
def _readings(text: str) -> tuple[tuple[Fraction, Unit], ...]:
    """Return what the text behind a number may mean: a multiplier (the M of `2M tokens`) and a unit."""
    found = [(ONE, unit) for unit in _units(text)]
    head, _, tail = text.partition(" ")
    word = head.partition("/")[0]
    tail = head[len(word) :] + (f" {tail}" if tail else "")
    if word in MULTIPLIERS:
        found += [
            (MULTIPLIERS[word][0], unit) for unit in (_units(tail.strip()) if tail.strip() else [_PURE])
        ]
    if text.startswith("$") and len(text) > 1:  # $5M, $2k/month
        for letters, (factor, _) in MULTIPLIERS.items():
            after = text[1:].lstrip()
            if after.startswith(letters) and not after[len(letters) : len(letters) + 1].isalpha():
                found += [(factor, unit) for unit in _units(f"${after[len(letters) :].lstrip()}")]
    return tuple(found)


_PURE: Final = Unit("1", ONE, NONE)


def _units(text: str) -> list[Unit]:
    plain = re.sub(r"\bper\b", "/", text)
    for written, meant in _PLAIN.items():
        plain = plain.replace(written, meant) if written != "per" else plain
    plain = re.sub(r"\s*([/*])\s*", r"\1", plain.replace("**", "^")).strip()
    if plain.startswith("/"):
        plain = f"1{plain}"
    parts = re.split(r"([/*])", _shielded(plain))
    if len(parts) > 2 * _MOST_PARTS:
        return []
    choices = [_atoms(part.replace("\0", "*")) for part in parts[::2]]
    found = []
    for chosen in product(*choices):
        unit = chosen[0]
        for sign, other in zip(parts[1::2], chosen[1:], strict=True):
            unit = unit / other if sign == "/" else unit * other
        found.append(unit)
    return found


def _shielded(text: str) -> str:
    """Keep the sign of `GPU*h` from being split off."""
    return _DEVICE_TIME.sub(lambda match: match[0].replace("*", "\0"), text)


def _atoms(text: str) -> tuple[Unit, ...]:
    text = text.strip()
    if not text or len(text) > 40:
        return ()
    if text == "1":
        return (_PURE,)
    base, sign, power = text.partition("^")
    if sign:
        if not re.fullmatch(r"-?[1-9]", power):
            return ()
        return tuple(unit ** int(power) for unit in _atoms(base))
    if _DEVICE_TIME.fullmatch(text):
        return (UNITS["h"][0],)
    found = readings(text)
    if text in _SHORT:
        found = (*found, _SHORT[text])
    if text in _NOUNS:
        found = (*found, _PURE)
    if not found:
        try:
            found = (measure(text),)
        except ValueError:
            return _plural(text)
    return found


def _plural(text: str) -> tuple[Unit, ...]:
    if text.endswith("s"):
        try:
            return (measure(text[:-1]),)
        except ValueError:
            return ()
    return ()
