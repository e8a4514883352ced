"""The words that facts are described with."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

from qbank.model.lexicon_words import Kind, Role
from qbank.units import Unit, readings
from qbank.units.dimension import COUNT_BASES, Dimension, dimension, exponents, physical

__all__ = [
    "COMPUTED_ROLES",
    "USUAL_ROLES",
    "Kind",
    "Modality",
    "Origin",
    "Role",
    "Standing",
    "Why",
    "kind_of",
]


class Standing(StrEnum):
    """What part the subject of a fact plays."""

    TOPIC = "topic"
    ALTERNATIVE = "alternative"
    FORMER = "former"
    CLAIMED = "claimed"
    DISTRACTOR = "distractor"


class Modality(StrEnum):
    """How a fact is stated."""

    GIVEN = "given"
    ASSUMED = "assumed"
    COMPUTED = "computed"
    CONCLUDED = "concluded"
    LIMIT = "limit"
    ASKED = "asked"
    SUPPOSED = "supposed"
    DENIED = "denied"


class Origin(StrEnum):
    """The part of a question that a fact stands in."""

    SCENARIO = "scenario"
    QUESTION = "question"
    ASSUMPTIONS = "assumptions"
    CALCULATIONS = "calculations"
    CONCLUSION = "conclusion"
    SOLUTION = "solution"
    MISTAKE = "mistake"


ASKED: Final = frozenset(("scenario", "question"))
"""The fields that tell and ask, as the first step of a path."""
ASKING: Final = frozenset((Origin.SCENARIO, Origin.QUESTION))
"""What tells and asks."""
GIVING: Final = ASKING | {Origin.ASSUMPTIONS}
"""What gives values, of a question or of its calculations."""
CONCLUDING: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
"""What tells again what the calculations come to."""
ENDING: Final = frozenset(("ends", "notice", "sanction"))
"""What is said of a time after which something is cut off, and of the notice of that."""


class Why(StrEnum):
    """Why an attribute has its value, the surest first."""

    BESIDE = "beside it"
    VERB = "the verb before it"
    BRACKET = "the words before its brackets"
    LABEL = "the label of its line"
    SENTENCE = "its sentence"
    SAME = "the same value elsewhere"
    ONLY = "the only one of its kind"
    UNIT = "its unit"
    NOTHING = ""


SURE: Final = frozenset((Why.BESIDE, Why.VERB, Why.BRACKET, Why.LABEL))
"""Reasons that stand where a fact does."""
GUESSED: Final = frozenset((Why.SENTENCE, Why.UNIT))
"""Reasons of a best guess, where no word is tied to a fact."""
ROOM: Final = frozenset((Role.CAPACITY, Role.LIMIT))
"""What there is at most."""
GENERIC: Final = frozenset(("card", "board"))
"""Words for hardware that may as well have a name: `the card`, `this chip`."""
MEASURES: Final = frozenset(("property", "limit", "unit", "rest", "sum"))
"""Sorts of what something has, and no things themselves: `a power of 300 W` is told of something else."""
OUTSIDE: Final = frozenset(("host", "disk"))
"""Places that no device has in itself."""
OF_HARDWARE: Final = frozenset(
    (Role.CAPACITY, Role.BANDWIDTH, Role.PEAK_RATE, Role.CLOCK, Role.POWER, Role.PRICE)
)
"""What hardware has: of a card rather than of the weights on it."""
STORED: Final = frozenset((Kind.BYTES, Kind.ENERGY, Kind.CHARGE))
"""What a memory or a battery holds."""
MONEY: Final = frozenset((Kind.MONEY, Kind.PRICE))
"""Amounts, and what something costs for each of a thing or a time."""


_BYTE: Final = dimension(byte=1)
_RATE: Final = dimension(second=-1)
_KINDS: Final = {
    _BYTE: Kind.BYTES,
    dimension(byte=1, second=-1): Kind.BYTE_RATE,
    dimension(second=1): Kind.TIME,
    dimension(joule=1, second=-1): Kind.POWER,
    dimension(joule=1): Kind.ENERGY,
    dimension(joule=1, volt=-1): Kind.CHARGE,
    dimension(joule=1, second=-1, volt=-1): Kind.CURRENT,
    dimension(volt=1): Kind.VOLTAGE,
    dimension(dollar=1): Kind.MONEY,
    dimension(metre=1): Kind.LENGTH,
    dimension(kelvin=1): Kind.TEMPERATURE,
    dimension(gram=1): Kind.MASS,
}


def kind_of(unit: Unit) -> Kind:
    """Return what a unit measures."""
    return _kind(unit.name, unit.dimension)


def unit_of_time(word: str) -> Unit | None:
    """Return the time that a word names, `hour`; None if it names none."""
    units = readings(word)
    return units[0] if units and kind_of(units[0]) is Kind.TIME else None


@lru_cache(maxsize=4096)
def _kind(name: str, packed: Dimension) -> Kind:
    if not name:
        return Kind.COUNT
    measured = physical(packed)
    powers = exponents(packed)
    if not measured:
        return _pure(name, powers)
    if measured == _RATE:
        if powers.get("operation"):
            return Kind.OPERATION_RATE
        return Kind.FREQUENCY if name.endswith("Hz") else Kind.EVENT_RATE
    if len(powers) > 1 and powers.get("dollar") == 1:
        return Kind.PRICE
    if len(powers) > 1 and powers.get("gram") == 1:
        return Kind.MASS_RATE
    return Kind.OTHER if powers.get("operation") else _KINDS.get(measured, Kind.OTHER)


_EVENTS: Final = frozenset(("token", "request", "sample", "step"))
"""What work is told per: that of a frame is work, that of a cycle is a rate."""


def _pure(name: str, powers: dict[str, int]) -> Kind:
    if name in {"%", "‰", "percent"}:
        return Kind.SHARE
    if name in {"x", "×"}:
        return Kind.RATIO
    if powers.get("operation") == 1 and all(base == "operation" or base in _EVENTS for base in powers):
        return Kind.OPERATIONS
    if any(powers.get(base, 0) < 0 for base in COUNT_BASES) or "/" in name:
        return Kind.OTHER
    return Kind.COUNT


USUAL_ROLES: Final = {
    Kind.BYTE_RATE: Role.BANDWIDTH,
    Kind.OPERATIONS: Role.WORK,
    Kind.OPERATION_RATE: Role.PEAK_RATE,
    Kind.TIME: Role.DURATION,
    Kind.EVENT_RATE: Role.EVENT_RATE,
    Kind.FREQUENCY: Role.CLOCK,
    Kind.POWER: Role.POWER,
    Kind.ENERGY: Role.ENERGY,
    Kind.CHARGE: Role.CHARGE,
    Kind.VOLTAGE: Role.VOLTAGE,
    Kind.MONEY: Role.COST,
    Kind.PRICE: Role.PRICE,
    Kind.SHARE: Role.SHARE,
    Kind.RATIO: Role.RATIO,
    Kind.LENGTH: Role.DISTANCE,
    Kind.TEMPERATURE: Role.TEMPERATURE,
    Kind.MASS: Role.CARBON,
    Kind.MASS_RATE: Role.CARBON,
    Kind.COUNT: Role.COUNT,
    Kind.BYTES: Role.DEMAND,
}
"""The role of a quantity of which the text says no more than its unit."""

COMPUTED_ROLES: Final = {Kind.BYTE_RATE: Role.THROUGHPUT, Kind.OPERATION_RATE: Role.ACHIEVED_RATE}
"""The same of a quantity that a claim computes: what is needed or done, and no property of hardware."""
