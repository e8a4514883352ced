"""Words, units and digits by their spelling: what they say.

The vocabulary of a bank is small, and read again and again; so what a word says is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache, reduce

from msgspec.structs import replace

from qbank import lazy_re
from qbank.napkin.lexing.plain import FRACTIONS
from qbank.napkin.lexing.tokens import HEXADECIMAL
from qbank.napkin.lexing.words import APPROXIMATIONS, ARTICLES, CLAUSE_WORDS, ONLY_FUNCTIONS, OPERATOR_WORDS
from qbank.napkin.limits import MAX_EXPONENT
from qbank.napkin.tree import Reading
from qbank.units import NO_UNIT, ONE, Unit, readings
from qbank.units.dimension import NONE, physical
from qbank.units.prefixes import multiplier
from qbank.units.table import CURRENCIES

Readings = tuple[Reading, ...]
"""What a number may mean, the usual first."""

COUNTS: Readings = (Reading(),)
"""A number with nothing behind it."""

PERCENT = readings("%")[0]
SHARE_UNITS = frozenset(("%", "percent", "pct", "‰"))
"""Units of what is a part of something."""

MONEYS: dict[str, Readings] = {sign: (Reading(unit=readings(sign)[0]),) for sign in (*"$€£¥", *CURRENCIES)}
"""A number with a sign of money, or with the code of a currency."""

_SEPARATORS = str.maketrans("−", "-", ",_'’ \u00a0\u2009\u202f")
_DECIMAL_COMMA = lazy_re.compile(",[0-9]{1,2}$")
"""What ends a number with a decimal comma, `15,6 ms`: thousands have three digits behind theirs."""
_COMMA_OF_THOUSANDS = lazy_re.compile(",[0-9]{3}")
_POINTS_OF_THOUSANDS = lazy_re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_SEVERAL_POINTS = lazy_re.compile(r"\.[0-9]*[.,]")
"""Points that part thousands whatever the rest of a text does: `1.310.720`, `1.310,72`."""
_FEWEST_COMMAS = 2
_DECIMALS = {2: 1, 5: 1, 8: 3}
"""Those of a fraction by its denominator, where they are not two."""
_VOCABULARY = 4096  # words and units remembered


@lru_cache(maxsize=_VOCABULARY)
def may_be_noun(text: str) -> bool:
    """Tell whether a word may be part of a noun phrase: it ties nothing to what follows it."""
    return (
        text not in OPERATOR_WORDS
        and text not in ONLY_FUNCTIONS
        and (text.lower() not in CLAUSE_WORDS or text in ARTICLES or text == "A")
        and text not in APPROXIMATIONS
        and text not in {"%", ":", "@"}
    )


@lru_cache(maxsize=_VOCABULARY)
def noun_as_unit(text: str) -> tuple[Unit, ...]:
    """Return the unit that a counted noun is: it has a name and no dimension."""
    return (Unit(text, ONE, NONE),)


@lru_cache(maxsize=_VOCABULARY)
def hyphenated(text: str) -> tuple[Unit, ...]:
    """Return what `GPU-hours` measures: what its last part does; `TB-months` are a product of two units."""
    first, last = text.rsplit("-", 1)
    stored = [unit for unit in readings(first)[:1] if physical(unit.dimension) != NONE]
    return tuple(
        Unit(text, part.scale, part.dimension)
        for unit in readings(last)[:2]
        for part in (reduce(Unit.__mul__, stored, unit),)
    )[: 2 if stored else 1]


@lru_cache(maxsize=_VOCABULARY)
def in_units(units: tuple[Unit, ...]) -> Readings:
    """Return the readings of a number with one of `units` behind it."""
    return tuple(Reading(unit=unit) for unit in units)


@lru_cache(maxsize=_VOCABULARY)
def in_scaled_units(text: str, units: tuple[Unit, ...]) -> Readings:
    """Return the readings of a number with the multiplier `text` and one of `units` behind it."""
    factor, steps = multiplier(text) or (ONE, 0)
    return tuple(Reading(factor, unit, steps) for unit in units)


@lru_cache(maxsize=_VOCABULARY)
def scaled_alone(text: str, money: str) -> Readings:
    """Return the readings of a number with the multiplier `text` alone behind it, and `money` in front."""
    factor, steps = multiplier(text) or (ONE, 0)
    if money:
        return (Reading(factor, MONEYS[money][0].unit, steps),)
    # `2B` may be two bytes as well as two billion
    return (Reading(factor, NO_UNIT, steps), *(Reading(unit=unit) for unit in readings(text)))


@lru_cache(maxsize=_VOCABULARY)
def divided_by(reading: Reading, chain: tuple[Unit, ...]) -> Reading:
    """Return the reading of a number with a rate behind it: per each of the units in `chain`."""
    return replace(reading, unit=reduce(Unit.__truediv__, chain, reading.unit))


@lru_cache(maxsize=_VOCABULARY)
def multiplied_by(reading: Reading, power: Fraction) -> Reading:
    """Return the reading of a number with a power of ten between its digits and its unit."""
    return replace(reading, multiplier=reading.multiplier * power)


def parts_by_points(texts: Iterable[str]) -> bool:
    """Tell whether numbers have points between thousands, as those with a comma before their decimals do.

    Two decimal commas tell so, `51,3 ms`, or a number with several points where no other has decimals.
    """
    texts = [text for text in texts if "," in text or "." in text]
    if any(map(_COMMA_OF_THOUSANDS.search, texts)):
        return False
    several = any(map(_SEVERAL_POINTS.search, texts))
    if several and all("." not in text or _POINTS_OF_THOUSANDS.match(text) for text in texts):
        return True
    return sum(map(bool, map(_DECIMAL_COMMA.search, texts))) >= _FEWEST_COMMAS


def without_points(text: str) -> str:
    """Return digits without the points that part thousands: `10.260` beside `51,3`."""
    return text.replace(".", "") if _POINTS_OF_THOUSANDS.fullmatch(text) else text


@lru_cache(maxsize=4096)
def parse_digits(text: str) -> tuple[Fraction, int, Fraction] | None:
    """Read digits such as `1,024.50`, `1_000`, `2.5e9` or `0x2700`.

    Returns:
        The mantissa's value, its digits behind the point, and the power of ten of its exponent; None if the
        exponent is beyond `MAX_EXPONENT` or there are more digits than anybody writes.
    """
    if text[:2].lower() == HEXADECIMAL:
        return Fraction(int(text, 16)), 0, ONE
    hours, colon, minutes = text.partition(":")
    if colon:
        return Fraction(int(hours)) + Fraction(int(minutes), 60), 2, ONE
    if (part := FRACTIONS.get(text[-1])) is not None:
        return int(text[:-1] or 0) + part, _DECIMALS.get(part.denominator, 2), ONE
    if _SEVERAL_POINTS.search(text):
        text = text.replace(".", "")
    if _DECIMAL_COMMA.search(text):
        text = text.replace(",", ".")
    mantissa, _, exponent = text.translate(_SEPARATORS).lower().partition("e")
    if len(mantissa) > 400 or len(exponent) > 6 or (exponent and abs(int(exponent)) > MAX_EXPONENT):
        return None
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int((whole or "0") + decimals), 10 ** len(decimals))
    power = Fraction(10) ** int(exponent) if exponent else ONE
    return value, len(decimals), power
