"""Where the operands of calculations come from: what is given, what was computed, and what is neither."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from math import isclose, prod
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.facts.counted import counted
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention
from qbank.facts.vocabulary import ASKED, MONEY, Kind, Origin, Role, unit_of_time
from qbank.napkin.tree import Node, Operation, leaves, value_start
from qbank.rules.coherence.operands.needed import needed
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension, dimension

_CONVERSIONS: Final = frozenset(
    (1, 2, 4, 7, 8, 10, 12, 16, 24, 30, 32, 60, 100, 365, 720, 730, 1024, 1440, 3600, 8760, 86400, 0.5)
)
"""Bare factors that need not be given: of times and of bytes, and both directions."""
_POWERS: Final = frozenset(float(f"1e{power}") for power in (*range(-12, -2), *range(3, 16)))
_PLAIN_FACTORS: Final = _POWERS | {1, 2, 4, 8, 10, 100, 1024, 0.5}
"""Those of conversions, pairs and bits that nobody gives."""
_NUMBERS: Final = lazy_re.compile(r"\d+")
_PER_PARAMETER: Final = frozenset((2, 6))
"""The operations that a token takes for each parameter."""
_BITS: Final = 8
_TRIVIAL: Final = frozenset((1, 2, 4, 8, 1024))
_TIME: Final = dimension(second=1)
_CONVERTED: Final = (None, NONE, _TIME, dimension(byte=1))
"""What a conversion may measure where no unit says so."""
_HOURLY: Final = (60, 3600, 86400)
_PERIODS: Final = frozenset((*_HOURLY, 7 * 86400, 30 * 86400, 365 * 86400))
DIVIDED: Final[dict[float, float]] = {86400: 1.0, 3600: 1.0, 1440: 60.0, 24: 3600.0}
"""Bare numbers that a day or an hour is told by, which an interval divides, with the seconds of the unit."""
_OF_A_SECOND: Final[dict[float, float]] = {1: 1.0, 1000: 1e-3}
_TIMES: Final = (1, 1e-3, 1e-6, 1e-9, *_PERIODS)
THOUSANDS: Final = tuple(1000.0**power for power in range(-5, 6))
_CARBON: Final = frozenset((Kind.MASS, Kind.MASS_RATE))
HAPPENING: Final = frozenset((Kind.EVENT_RATE, Kind.FREQUENCY, Kind.OTHER))
_OVER_TIMES: Final = frozenset(
    (Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OTHER, Kind.ENERGY, Kind.CHARGE, *MONEY)
)
EXACT: Final = 1e-3
_ROUNDED: Final = 6e-3

_Place = tuple[tuple[str | int, ...], int]


class Orphan(Struct):
    """An operand that is neither given for the topic nor computed, nor a usual factor.

    Attributes:
        number, claim: the calculation that it enters.
        fact: it.
        lacking: what it has to measure for the calculation to come to its result; None if nobody knows.
        elsewhere: the values of other cases that it repeats: of last year, of another offer.
        alone: whether it is the only one of its calculation.
        is_usual: whether it is a factor of conversions, which need not be given: `86400 / 60`, `16 * 15`.
    """

    number: int
    claim: ClaimFacts
    fact: Fact
    lacking: Dimension | None
    elsewhere: list[Fact]
    alone: bool = True
    is_usual: bool = False


class Sources:
    """What a question gives and computes, and what its calculations take of that.

    Attributes:
        asked: the quantities that scenario and question tell, each with its fact.
        numbers: the numbers that they tell as words.
        told: those of the quantities.
        stated: the quantities of the calculations that enter none, with their places.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._forms: dict[int, list[float]] = {}  # of the mentions of a ledger, which outlive this
        self._needed: dict[int, dict[int, Dimension | None]] = {}
        self._claims = [
            (number, claim) for number, claim in enumerate(ledger.claims) if claim.path[-1] == "napkin_math"
        ]
        self._middles = [  # of chains: `2 * 3 W + 4 * 5 W = 6 W + 20 W = 26 W`
            (claim.path, claim.claim.stated_start, claim.claim.end)
            for _, claim in self._claims
            if isinstance(claim.claim.right, Operation)
        ]
        fact_at = {(fact.path, fact.start): fact for fact in ledger.facts}
        self.asked: list[tuple[Mention, Fact | None]] = []
        self.numbers: set[float] = set()
        for path, found in ledger.numbered.items():
            for at, piece in found if path[0] in ASKED else ():
                if piece.mention is not None:
                    self.asked.append((piece.mention, fact_at.get((path, piece.start))))
                if number := piece.meaning.number:
                    behind = ledger.pieces[path][at + 1 : at + 2]
                    percent = any(one.text.startswith("percent") for one in behind)  # `one percentage point`
                    self.numbers |= {float(number), float(number) / 100} if percent else {float(number)}
        self.told = {one.number for one, _ in self.asked}
        self._intervals = [
            fact for fact in ledger.facts if fact.path[0] in ASKED and fact.role is Role.INTERVAL
        ]
        operands = {
            (one.path, one.start)
            for _, claim in self._claims
            for one in claim.operands
            if not self._is_in_middle(one)
        }
        operands -= {  # `2 * 40 GB = 80 GB > 64 GB`
            (claim.path, claim.result.start) for _, claim in self._claims if claim.result is not None
        }
        math: list[tuple[_Place, Mention]] = [
            ((path, piece.start), piece.mention)
            for path, found in ledger.numbered.items()
            if path[-1] == "napkin_math"
            for _, piece in found
            if piece.mention is not None
        ]
        self.stated = [(place, one) for place, one in math if place not in operands]
        self._measured = {one.number for _, one in math if _physical(one) != NONE}

    def _lacking(self, number: int, fact: Fact) -> Dimension | None:
        """Return what an operand has to measure for its calculation to come to its result."""
        if number not in self._needed:
            claim = self.ledger.claims[number]
            made = claim.result
            found = {} if made is None else needed(claim, self._written(made), self._measure)
            self._needed[number] = {
                id(one): found.get(leaf.start)
                for leaf in leaves(claim.claim.calculation)
                if (one := _operand_at(claim, leaf)) is not None
            }
        return self._needed[number][id(fact)]

    def _written(self, fact: Fact) -> Mention:
        """Return a quantity as it is written, without the unit that its label may tell."""
        return self.ledger.pieces[fact.path][fact.at].mention or fact.mention

    def _measure(self, claim: ClaimFacts, leaf: Node) -> Dimension | None:
        """Return what a number of a calculation measures, one without unit as the question tells it."""
        fact = _operand_at(claim, leaf)
        if fact is None:
            return None
        own = _physical(fact.mention)
        if own != NONE or fact.kind is not Kind.COUNT or fact.mention.unit.name:
            return own  # `110e3` may be the 110 KB of a picture
        if fact.value in _TRIVIAL or fact.value in _POWERS:
            return NONE
        told = {
            _physical(one)
            for one, _ in self.asked
            if (isclose(one.number, fact.value) and one.number not in self._measured)
            or (_physical(one) != NONE and isclose(one.high, fact.value))  # `256e3` of 256 kB
        }
        told |= {
            _physical(one)
            for (path, start), one in self.stated
            if path == fact.path and start < fact.start and isclose(one.number, fact.value)
        }
        return None if len(told) > 1 else told.pop() if told else NONE

    @cached_property
    def loose(self) -> list[Orphan]:
        """What comes from nowhere, of calculations for the topic, and the usual factors."""
        return list(self._find_loose())

    def _find_loose(self) -> Iterator[Orphan]:
        for number, claim in self._claims:
            if claim.operator and (claim.result is None or claim.result.is_topic):
                found = [one for operand in claim.operands if (one := self._orphan(number, claim, operand))]
                for one in found:
                    one.alone = sum(other.is_usual <= one.is_usual for other in found) == 1
                    yield one

    def _orphan(self, number: int, claim: ClaimFacts, fact: Fact) -> Orphan | None:
        if fact.origin is not Origin.CALCULATIONS or fact.result_of is not None or self._is_in_middle(fact):
            return None
        if fact.role is Role.ELEMENT_SIZE or fact.number in self.ledger.view(numbers_of_devices):
            return None  # `80 - 48.25` beside an A100 80GB
        if self._needs_no_source(claim, fact) or self._is_stated(fact):
            return None
        lacking = self._lacking(number, fact)
        is_usual = fact.value in _POWERS or (fact.value in _CONVERSIONS and lacking in _CONVERTED)
        is_usual = fact.is_bare and is_usual
        if is_usual and fact.value in _PLAIN_FACTORS and not divides_period(claim, fact):
            return None
        given = [fact_of for one, fact_of in self.asked if self._feeds(one, fact, lacking)]
        elsewhere = [one for one in given if one is not None and not one.is_topic]
        if len(elsewhere) < len(given):
            return None
        return Orphan(number, claim, fact, lacking, elsewhere, is_usual=is_usual)

    def _is_in_middle(self, fact: Fact) -> bool:
        """Whether a number stands in the middle of a chain, which works it out: `6 W + 20 W`."""
        return any(path == fact.path and start <= fact.start < end for path, start, end in self._middles)

    def _needs_no_source(self, claim: ClaimFacts, fact: Fact) -> bool:
        """Whether a value is told as a word, is of a device, or follows from how things are counted."""
        if not fact.is_bare:
            is_period = fact.kind is Kind.TIME and fact.value in {1, *_PERIODS}
            return is_period or fact.subject.device is not None
        if fact.value in self.numbers or not self._members.isdisjoint((fact.value - 1, fact.value + 1)):
            return True
        if fact.value == _BITS and _has_bits(claim) and not divides_period(claim, fact):
            return True
        if fact.value in _PER_PARAMETER and any(one.role is Role.PARAMETERS for one in claim.operands):
            return True
        return any(_fits_in(one.value, fact.value) for one in self._intervals)

    @cached_property
    def _members(self) -> set[float]:
        """How many things of a kind scenario and question count."""
        return {one.number for one in self.ledger.view(counted) if one.path[0] in ASKED}

    def _is_stated(self, fact: Fact) -> bool:
        """Whether the calculations state a value before it, as a result or as an assumption."""
        return any(
            path == fact.path and start < fact.start and self._feeds(one, fact, None)
            for (path, start), one in self.stated
        )

    def unused(self) -> list[Fact]:
        """Return what scenario and question give and no calculation takes."""
        operands = [
            (one, self._lacking(number, one), self._repeats(one) or (one.is_bare and one.number in self.told))
            for number, claim in self._claims
            for one in claim.operands
        ]
        return [
            fact
            for one, fact in self.asked
            if fact is not None and one.high and one.number != 1
            if not any(
                # the 72 of 72 h is not 60 times $1.20, nor is a result of a line before it
                (one.number == operand.number or not is_of_another) and self._feeds(one, operand, lacking)
                for operand, lacking, is_of_another in operands
            )
            if not any(_is_same(one, other) for _, other in self.stated)
        ]

    @property
    def counts(self) -> set[float]:
        """The numbers of no unit that scenario and question tell, in digits or as words."""
        return {one.high for one, _ in self.asked if one.is_bare} | self.numbers

    def _repeats(self, operand: Fact) -> bool:
        """Whether an operand is the result of a line before it, and so no given in another unit."""
        return any(
            claim.result is not None
            and claim.result.line < operand.line
            and claim.result.number == operand.number
            for _, claim in self._claims
        )

    def is_taken(self, result: Fact) -> bool:
        """Whether a calculation behind the one of a result may take it."""
        return any(
            self._feeds(result.mention, operand, self._lacking(number, operand))
            for number, claim in self._claims
            if result.result_of is not None and number > result.result_of
            for operand in claim.operands
        )

    def results(self, before: int) -> list[Fact]:
        """Return the results of calculations before one."""
        made = [claim.result for number, claim in self._claims if number < before]
        return [one for one in made if one is not None and one.result_of is not None]

    def _feeds(self, source: Mention, operand: Fact, lacking: Dimension | None) -> bool:
        """Whether an operand may be a value: in its unit or in another one, or as a number without."""
        own = operand.mention
        measure, own_measure, bare = _physical(source), _physical(own), own.is_bare
        if source.kind in MONEY and own.kind in MONEY and isclose(source.number, own.number, rel_tol=EXACT):
            return True
        if source.kind is Kind.TIME and own.kind in HAPPENING and isclose(source.high * own.high, 1):
            return True  # `4 per hour` of every 15 minutes
        if own.unit.name and Dimension(own_measure - measure) == _TIME:  # `1.37 TB/day`, then 1.37 TB
            return any(isclose(source.high * time, own.high, rel_tol=_ROUNDED) for time in _PERIODS)
        if {source.kind, own.kind} == _CARBON:
            pass  # `0.4 kg for each kWh`, then 0.4 kg/kWh
        elif not bare:
            if NONE != measure != own_measure != NONE:
                return False
        elif measure != NONE and source.kind not in MONEY:
            enters = source.number in self._measured  # with its unit, elsewhere
            if lacking and measure != lacking and (enters or own.high not in {source.number, source.high}):
                return False
            if lacking == NONE and source.kind is not Kind.TIME and enters:
                return False
        if own.kind is source.kind and source.low * (1 - _ROUNDED) <= own.high <= source.high * (
            1 + _ROUNDED
        ):
            return True
        if bare and abs(own.number - source.number) <= source.step / source.scale / 2:
            return True  # `31.86` of a result that is shown as 31.9
        if id(source) not in self._forms:
            self._forms[id(source)] = sorted(_forms(source))
        return any(_is_near_one_of(one, self._forms[id(source)]) for one in _sizes(own))


def sources(ledger: Ledger) -> Sources:
    """Return the sources of a question's operands; a view of its ledger."""
    return Sources(ledger)


def numbers_of_devices(ledger: Ledger) -> frozenset[float]:
    """Return the numbers in names of hardware, such as the 80 of an `A100 80GB`."""
    names = (one.device.text for one in ledger.devices)
    return frozenset(float(word) for name in names for word in _NUMBERS.findall(name))


def divides_period(claim: ClaimFacts, fact: Fact) -> float:
    """Return the seconds of an operand's unit, where it divides a period to tell how often in it; else 0.

    `86,400 / 40`, `24 * 60 / 15`, and of a second, where the result says so, `1000 / 20 = 50 per s`.
    """
    *before, last = claim.operands
    result = claim.result
    if result is None or claim.operator != "/" or last is not fact or not before or result.kind is Kind.TIME:
        return 0.0
    if not all(one.is_bare for one in claim.operands):
        return 0.0
    period = prod(one.number for one in before)
    time = unit_of_time(result.per)
    of_second = result.kind is Kind.EVENT_RATE or (time is not None and time.scale == 1)
    return DIVIDED.get(period) or (_OF_A_SECOND.get(period, 0.0) if of_second else 0.0)


def _operand_at(claim: ClaimFacts, leaf: Node) -> Fact | None:
    """Return the operand of a claim that a leaf of its calculation is."""
    place = value_start(leaf)
    return next((one for one in claim.operands if one.start <= place < one.end), None)


def _has_bits(claim: ClaimFacts) -> bool:
    """Whether a calculation has a value in bits: `10 s * 4 Mb/s / 8`."""
    return any(one is not None and one.is_in_bits for one in (*claim.operands, claim.result))


def _fits_in(time: float, number: float) -> bool:
    """Whether a minute, an hour or a day has a time so often: 6 an hour of 10 minutes."""
    return bool(time) and any(isclose(period / time, number) for period in _HOURLY)


def _physical(mention: Mention) -> Dimension:
    return physical(mention.unit.dimension)


def _is_same(given: Mention, other: Mention) -> bool:
    if other.kind is given.kind and isclose(other.high, given.high, rel_tol=_ROUNDED):
        return True
    return other.is_bare and isclose(other.high, given.number, rel_tol=EXACT)


def _sizes(mention: Mention) -> set[float]:
    return {size for one in (mention.low, mention.high) for size in (one, one / mention.scale)}


def _forms(mention: Mention) -> set[float]:
    """Return the numbers that a value may enter a calculation as."""
    value, size = mention.high, mention.number
    found = _sizes(mention)
    if mention.kind is Kind.TIME:
        return found | {value / time for time in _TIMES}
    if mention.kind is Kind.SHARE:
        return found | {1 - value, 1 + value, 100 - size, size}
    if mention.is_bare:
        return found | {1 - value} if value < 1 else found
    sizes = [value, size]
    if mention.kind in {Kind.BYTES, Kind.BYTE_RATE}:
        sizes += [value * 8, value / 8, size * 8, size / 8, value / 1024, value / 1024**2, value / 1024**3]
        sizes += [size * 1024**steps / 1000**steps for steps in (1, 2)]
    if mention.kind in _OVER_TIMES:
        sizes += [one * time for one in (value, size) for time in _HOURLY]
    return found | {one * power for one in sizes for power in THOUSANDS}


def _is_near_one_of(number: float, ordered: list[float]) -> bool:
    """Whether a number is, by a share of the larger of both, no further than EXACT from one of some."""
    low, high = sorted((number * (1 - EXACT), number / (1 - EXACT)))
    at = bisect_left(ordered, low)
    return at < len(ordered) and ordered[at] <= high
