"""Where the operands of calculations come from: what is given, what was computed, and what is neither."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import isclose, prod
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.facts.counted import counted
from qbank.facts.derivation import follows
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention
from qbank.facts.vocabulary import ASKED, MONEY, Kind, Origin, Role, unit_of_time
from qbank.napkin.tree import Interval, Negation, Node, Number, Operation, WithUnit, leaves, value_start
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
_PERIODS: Final = frozenset((60, 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400))
DIVIDED: Final[dict[float, float]] = {86400: 1.0, 3600: 1.0, 1440: 60.0, 24: 3600.0}
"""Bare numbers that a day or an hour is told by, which an interval divides, with the seconds of the unit."""
_OF_A_SECOND: Final[dict[float, float]] = {1: 1.0, 1000: 1e-3}
_TIMES: Final = (1, 1e-3, 1e-6, 1e-9, *_PERIODS)
_THOUSANDS: Final = tuple(1000.0**power for power in range(-5, 6))
_CARBON: Final = frozenset((Kind.MASS, Kind.MASS_RATE))
_HAPPENING: Final = frozenset((Kind.EVENT_RATE, Kind.FREQUENCY, Kind.OTHER))
_OVER_TIMES: Final = frozenset(
    (Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OTHER, Kind.ENERGY, Kind.CHARGE, *MONEY)
)
_EXACT: Final = 1e-3
_OF_PAIRS: Final = (2, 0.5)
_ROUNDED: Final = 6e-3
_NEARLY: Final = 0.03
_MOST_APART: Final = 4.5
_OF_TWO: Final = 2
_MOST_COUNTED: Final = 100
_MOST_KNOWN: Final = 60
_MOST_TERMS: Final = 10
_BY_CHANCE: Final = 50
"""Numbers up to this are the difference of two others by chance."""

_Measure = Callable[[ClaimFacts, Node], Dimension | None]


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
    """What a question gives and computes, and what its calculations take of that."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._forms: dict[int, list[float]] = {}  # of the mentions of a ledger, which outlive this
        self._fact_at = {(fact.path, fact.start): fact for fact in ledger.facts}
        told = [(path, at, piece) for path, found in ledger.numbered.items() for at, piece in found]
        asked = [one for one in told if one[0][0] in ASKED]
        self._asked = [(path, piece, piece.mention) for path, _, piece in asked if piece.mention is not None]
        self._numbers = {float(piece.meaning.number) for *_, piece in asked if piece.meaning.number}
        self._numbers |= {  # `one percentage point`
            float(piece.meaning.number) / 100
            for path, at, piece in asked
            if piece.meaning.number
            and any(one.text.startswith("percent") for one in ledger.pieces[path][at + 1 : at + 2])
        }
        self._numbers_of_devices = ledger.view(numbers_of_devices)
        self._members = {
            (one.path, one.start): one.number for one in ledger.view(counted) if one.path[0] in ASKED
        }
        self._claims = [
            (number, claim) for number, claim in enumerate(ledger.claims) if claim.path[-1] == "napkin_math"
        ]
        self._middles = [  # of chains: `2 * 3 W + 4 * 5 W = 6 W + 20 W = 26 W`
            (claim.path, claim.claim.stated_start, claim.claim.end)
            for _, claim in self._claims
            if isinstance(claim.claim.right, Operation)
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
        math = [
            (path, piece.start, piece.mention)
            for path, _, piece in told
            if path[-1] == "napkin_math" and piece.mention is not None
        ]
        self._stated = [(path, start, one) for path, start, one in math if (path, start) not in operands]
        self._sizes = Counter(one.number for _, _, one in math)
        self._intervals = [
            fact for fact in self._fact_at.values() if fact.path[0] in ASKED and fact.role is Role.INTERVAL
        ]
        self._told = {one.number for _, _, one in self._asked}
        self._measured = {one.number for _, _, one in math if _physical(one) != NONE}

    @cached_property
    def _lacking(self) -> dict[tuple[int, int], Dimension | None]:
        """What each operand of each calculation has to measure for that to come to its result."""
        found: dict[tuple[int, int], Dimension | None] = {}
        for number, claim in self._claims:
            needed = (
                {} if claim.result is None else _needed(claim, self._written(claim.result), self._measure)
            )
            for leaf in leaves(claim.claim.calculation):
                if (one := _operand_at(claim, leaf)) is not None:
                    found[number, id(one)] = needed.get(leaf.start)
        return found

    def _written(self, fact: Fact) -> Mention:
        """Return a quantity as it is written, without the unit that its label may tell."""
        return self._ledger.pieces[fact.path][fact.at].mention or fact.mention

    @cached_property
    def loose(self) -> list[Orphan]:
        """What comes from nowhere, of calculations for the topic, and the usual factors."""
        return list(self._find_loose())

    def _find_loose(self) -> Iterator[Orphan]:
        for number, claim in self._claims:
            found = [one for operand in claim.operands if (one := self._orphan(number, claim, operand))]
            of_topic = claim.result is None or claim.result.is_topic
            for one in found if of_topic else ():
                one.alone = sum(other.is_usual <= one.is_usual for other in found) == 1
                yield one

    def _orphan(self, number: int, claim: ClaimFacts, fact: Fact) -> Orphan | None:
        bare = fact.is_bare
        if fact.origin is not Origin.CALCULATIONS or fact.result_of is not None or not claim.operator:
            return None
        if fact.number in self._numbers_of_devices:
            return None  # `80 - 48.25` beside an A100 80GB
        if self._is_in_middle(fact):
            return None
        if fact.role is Role.ELEMENT_SIZE or (fact.subject.device is not None and not bare):
            return None
        lacking = self._lacking[number, id(fact)]
        is_usual = fact.value in _POWERS or (fact.value in _CONVERSIONS and lacking in _CONVERTED)
        is_plain = fact.value in self._numbers or (
            is_usual and fact.value in _PLAIN_FACTORS and not divides_period(claim, fact)
        )
        if (
            bare
            and fact.value in _PER_PARAMETER
            and any(one.role is Role.PARAMETERS for one in claim.operands)
        ):
            return None
        of_others = bare and any(abs(fact.value - number) == 1 for number in self._members.values())
        in_bits = bare and fact.value == _BITS and _has_bits(claim) and not divides_period(claim, fact)
        if (
            (bare and is_plain)
            or in_bits
            or of_others
            or (fact.kind is Kind.TIME and fact.value in {1, *_PERIODS})
        ):
            return None
        if any(
            start < fact.start and self._feeds(one, fact, None, _EXACT)
            for path, start, one in self._stated
            if path == fact.path
        ):
            return None
        if bare and any(_fits_in(one.value, fact.value) for one in self._intervals):
            return None
        given = [
            self._fact_at.get((path, piece.start))
            for path, piece, one in self._asked
            if self._feeds(one, fact, lacking, _EXACT)
        ]
        elsewhere = [one for one in given if one is not None and not one.is_topic]
        if len(elsewhere) < len(given):
            return None
        return Orphan(number, claim, fact, lacking, elsewhere, is_usual=bare and is_usual)

    def _is_in_middle(self, fact: Fact) -> bool:
        """Whether a number stands in the middle of a chain, which works it out: `6 W + 20 W`."""
        return any(path == fact.path and start <= fact.start < end for path, start, end in self._middles)

    def unused(self) -> list[Fact]:
        """Return what scenario and question give and no calculation takes."""
        needed = [
            (one, self._lacking[number, id(one)], self._repeats(one) or self._is_told(one))
            for number, claim in self._claims
            for one in claim.operands
        ]
        return [
            fact
            for path, piece, one in self._asked
            if one.high and one.number != 1 and (fact := self._fact_at.get((path, piece.start))) is not None
            if not any(
                self._feeds(one, operand, lacking, _EXACT)
                for operand, lacking, is_of_another in needed
                if one.number == operand.number or not is_of_another
            )
            if not any(_is_same(one, other) for _, _, other in self._stated)
        ]

    def is_taken(self, result: Fact) -> bool:
        """Whether a calculation behind the one of a result may take it."""
        return any(
            self._feeds(result.mention, operand, self._lacking[number, id(operand)], _EXACT)
            for number, claim in self._claims
            if result.result_of is not None and number > result.result_of
            for operand in claim.operands
        )

    def results(self, before: int) -> list[Fact]:
        """Return the results of calculations before one."""
        made = [claim.result for number, claim in self._claims if number < before]
        return [one for one in made if one is not None and one.result_of is not None]

    @property
    def numbers(self) -> set[float]:
        """The numbers of no unit that scenario and question tell, in digits or as words."""
        return {one.high for _, _, one in self._asked if one.is_bare} | self._numbers

    def _is_told(self, operand: Fact) -> bool:
        """Whether an operand without unit is another given's number: the 72 of 72 h, not 60 times $1.20."""
        return operand.is_bare and operand.number in self._told

    def _repeats(self, operand: Fact) -> bool:
        """Whether an operand is the result of a line before it, and so no given in another unit."""
        return any(
            claim.result is not None
            and claim.result.line < operand.line
            and claim.result.number == operand.number
            for _, claim in self._claims
        )

    def is_derived(self, orphan: Orphan, expected: Fact) -> bool:
        """Whether an orphan follows from what is known before it: a sum, `n - 1`, a product of others."""
        fact = orphan.fact
        known = [
            one
            for one in self._ledger.facts
            if one.path[0] in ASKED or (one.result_of is not None and one.result_of < orphan.number)
        ]
        is_bare = fact.is_bare
        as_written = is_bare or fact.kind is not expected.kind  # `$2.20` of $1.10/h
        size, other = (fact.number, expected.number) if as_written else (fact.value, expected.value)
        several = max(size, other) / (min(size, other) or 1)
        is_times = isclose(several, round(several), rel_tol=_EXACT)  # 100 Hz is no 50 Hz of two
        several_of: set[float] = {one.count for one in self._ledger.devices if one.count > 1}
        here = fact.path, fact.sentence
        several_of |= {one.number for one in self._ledger.view(counted) if (one.path, one.sentence) == here}
        if self._is_of_each(expected):
            several_of |= self._numbers | self._told
        if is_times and size > other and round(several) in several_of:
            return True  # `6.7 TB/s` of two with 3.35 TB/s each
        if fact.number > _BY_CHANCE / 2 and self._is_multiple(fact, known, size):
            return True
        before = self._ledger.pieces[expected.path][max(0, expected.at - 1) : expected.at]
        both = "both-ways" in expected.cues or any(piece.text == "±" for piece in before)
        if both and isclose(several, _OF_TWO):
            return True
        if is_bare:
            times = [one.value for one in known if one.kind is Kind.TIME is expected.kind][:_MOST_TERMS]
            saved = (abs(one - two) for one, two in combinations(times, 2))  # `0.050`: 90 ms become 40 ms
            if fact.value % 1 and any(isclose(fact.value, time) for time in saved):
                return True
            there = expected.path, expected.sentence  # `1,200 tokens, 700 of them a fixed prompt`
            alike = [
                one
                for one in known
                if one.kind is expected.kind is not Kind.TIME
                and (not one.is_bare or (one.path, one.sentence) == there)
            ]
            sizes = sorted({one.number for one in alike})[:_MOST_TERMS]
            apart = (abs(one - two) for one, two in combinations(sizes, 2))
            if fact.number > _BY_CHANCE and any(isclose(fact.number, one) for one in apart):
                return True  # `160 / 410` of 410 and 250 g/kWh
            told = (one for one in self._ledger.facts if one.number == fact.number and one is not fact)
            if fact.number % 1 and any(_stands_before(one, fact) for one in told):
                return True  # `together 48.9M cycles / 480 MHz = 102 ms, so 240 / 48.9 = 4.9`
            rates = [one.number for one in known if one.kind in _HAPPENING and one.value != expected.value]
            # `120` of eight cameras at 15 frames/s
            return any(isclose(fact.value, count * rate) for count in self._numbers for rate in rates)
        terms = sorted({one.value for one in known if one.kind is fact.kind})[:_MOST_TERMS]
        made = [sum(some) for size in (2, 3, 4) for some in combinations(terms, size)]
        made += [expected.value - one for one in terms]
        if fact.kind is Kind.TIME:
            made += [one * times for one in terms for times in _OF_PAIRS]  # there and back
        beside = [one for one in known if one.value != expected.value or not is_times]
        is_made = any(isclose(one, fact.value, rel_tol=_EXACT) for one in made)
        return is_made or follows(fact, beside, closely=True)

    def _is_multiple(self, fact: Fact, known: Sequence[Fact], size: float) -> bool:
        """Whether a value is so many times another one, as the text counts: `42 s` are three of 14 s."""
        counts = {one for one in self._numbers | self._told if _OF_TWO < one <= _MOST_COUNTED and not one % 1}
        values = {one.number if fact.is_bare else one.value for one in known if not one.is_bare}
        return any(isclose(size, count * value, rel_tol=_EXACT) for count in counts for value in values)

    def is_explained(self, fact: Fact, given: Fact) -> bool:
        """Whether an operand is a given or a result told otherwise, or made of two: its digits say so.

        It is nearly the given, as four years are 48 months; it shows fewer digits of a value, 0.13 of 134 MB;
        or what is no whole number is a product or a quotient: `8.1 W` for 90 g at 9 W for 100 g.
        """
        if fact.kind is given.kind and isclose(fact.value, given.value, rel_tol=_NEARLY):
            return True
        known = {one.number for _, _, one in self._asked} | {one.number for _, _, one in self._stated}
        known |= self._numbers
        known -= {0.0, given.mention.number}
        size, step = fact.number, fact.mention.step / fact.mention.scale
        if any(_is_rounding(one, size, step) for one in known):
            return True
        wanted, told = _mantissa(size), given.mention.number
        said = [one for _, _, one in (*self._asked, *self._stated)]
        terms = {one.number for one in said if one.kind in {given.kind, Kind.COUNT}} | self._numbers
        shares = [one.high for one in said if one.kind is Kind.SHARE]
        made = [told + sign * one for one in terms - {0.0, told} for sign in (1, -1)]
        made += [told * part for share in shares for part in (share, 1 - share)]
        if len(wanted.rstrip("0").rstrip(".")) > 1 and any(  # `76` of 80 GB, 5 % of which are kept free
            isclose(size, one, rel_tol=_EXACT) for one in made
        ):
            return True
        if size < 1 or not size % 1 or fact.kind in MONEY:
            return False
        pairs = combinations(sorted(known)[:_MOST_KNOWN], 2)
        return any(
            wanted in {_mantissa(one * two), _mantissa(one / two), _mantissa(two / one)} for one, two in pairs
        )

    def _is_of_each(self, fact: Fact) -> bool:
        """Whether a value is what each of several has."""
        behind = self._ledger.pieces[fact.path][fact.at + 1 : fact.at + 2]
        return any("each" in piece.meaning.cues for piece in behind)

    def _feeds(self, source: Mention, operand: Fact, lacking: Dimension | None, slack: float) -> bool:
        """Whether an operand may be a value: in its unit or in another one, or as a number without."""
        own = operand.mention
        measure, own_measure, bare = _physical(source), _physical(own), own.is_bare
        if source.kind in MONEY and own.kind in MONEY and isclose(source.number, own.number, rel_tol=_EXACT):
            return True
        if source.kind is Kind.TIME and own.kind in _HAPPENING and isclose(source.high * own.high, 1):
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
        if id(source) not in self._forms:
            self._forms[id(source)] = sorted(_forms(source))
        if bare and abs(own.number - source.number) <= source.step / source.scale / 2:
            return True  # `31.86` of a result that is shown as 31.9
        forms = self._forms[id(source)]
        return any(_is_near_one_of(one, forms, slack) for one in _numbers(own))

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
            for _, _, one in self._asked
            if (isclose(one.number, fact.value) and one.number not in self._measured)
            or (_physical(one) != NONE and isclose(one.high, fact.value))  # `256e3` of 256 kB
        }
        told |= {
            _physical(one)
            for path, start, one in self._stated
            if path == fact.path and start < fact.start and isclose(one.number, fact.value)
        }
        if len(told) > 1:
            return None
        return told.pop() if told else NONE


def _operand_at(claim: ClaimFacts, leaf: Node) -> Fact | None:
    """Return the operand of a claim that a leaf of its calculation is."""
    place = value_start(leaf)
    return next((one for one in claim.operands if one.start <= place < one.end), None)


def _stands_before(one: Fact, fact: Fact) -> bool:
    """Whether a value stands before another one on its line."""
    return (one.path, one.line) == (fact.path, fact.line) and one.start < fact.start


def _has_bits(claim: ClaimFacts) -> bool:
    """Whether a calculation has a value in bits: `10 s * 4 Mb/s / 8`."""
    told = (*claim.operands, *([] if claim.result is None else [claim.result]))
    return any(one.is_in_bits for one in told)


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


def numbers_of_devices(ledger: Ledger) -> frozenset[float]:
    """Return the numbers in names of hardware, such as the 80 of an `A100 80GB`."""
    names = (one.device.text for one in ledger.devices)
    return frozenset(float(word) for name in names for word in _NUMBERS.findall(name))


def sources(ledger: Ledger) -> Sources:
    """Return the sources of a question's operands; a view of its ledger."""
    return Sources(ledger)


def _mantissa(number: float) -> str:
    """Return the digits of a number, whatever its scale."""
    return f"{number:.6e}".partition("e")[0]


def _is_rounding(known: float, shown: float, step: float) -> bool:
    """Whether a number shows another one with fewer digits, in whatever prefix."""
    digits, rounded = (len(_mantissa(one).rstrip("0").rstrip(".")) for one in (known, shown))
    if not shown or digits <= rounded or rounded == 1:  # one digit is that of a tenth of all numbers
        return False
    return any(abs(known * power - shown) <= step / 2 for power in (1, *_THOUSANDS))


def are_near(one: float, other: float, most: float = _MOST_APART) -> bool:
    """Whether two numbers are of about one size: less than `most` times apart."""
    return bool(one and other) and 1 / most < one / other < most


def is_several_times(one: float, other: float) -> bool:
    """Whether one of two numbers is three or more times the other."""
    low, high = sorted((one, other))
    several = high / low if low else 0.0
    return several > _OF_TWO and isclose(several, round(several))


def _physical(mention: Mention) -> Dimension:
    return physical(mention.unit.dimension)


def _numbers(mention: Mention) -> set[float]:
    return {size for one in (mention.low, mention.high) for size in (one, one / mention.scale)}


def _forms(mention: Mention) -> set[float]:
    """Return the numbers that a value may enter a calculation as."""
    value, size = mention.high, mention.number
    found = _numbers(mention)
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
        sizes += [one * time for one in (value, size) for time in (60, 3600, 86400)]
    return found | {one * power for one in sizes for power in _THOUSANDS}


def _is_near_one_of(number: float, ordered: Sequence[float], slack: float) -> bool:
    """Whether a number is, by a share of the larger of both, no further than a slack from one of some."""
    ends = sorted((number * (1 - slack), number / (1 - slack)))
    at = bisect_left(ordered, ends[0])
    return at < len(ordered) and ordered[at] <= ends[1]


def _fits_in(time: float, number: float) -> bool:
    """Whether a minute, an hour or a day has a time so often: 6 an hour of 10 minutes."""
    return bool(time) and any(isclose(period / time, number) for period in (60, 3600, 86400))


def _is_same(given: Mention, other: Mention) -> bool:
    if other.kind is given.kind and isclose(other.high, given.high, rel_tol=_ROUNDED):
        return True
    return other.is_bare and isclose(other.high, given.number, rel_tol=_EXACT)


def _needed(claim: ClaimFacts, result: Mention, measure: _Measure) -> dict[int, Dimension]:
    """Return what numbers have to measure, by their places, for a calculation to come to its result."""
    needed: dict[int, Dimension] = {}
    measures: dict[int, Dimension | None] = {}

    def measured(node: Node) -> Dimension | None:
        if id(node) not in measures:
            measures[id(node)] = together(node)
        return measures[id(node)]

    def together(node: Node) -> Dimension | None:
        if isinstance(node, Number | Interval):
            return measure(claim, node)
        if isinstance(node, WithUnit):
            return physical(node.readings[0].unit.dimension)
        if isinstance(node, Negation):
            return measured(node.operand)
        if not isinstance(node, Operation):
            return None
        left, right = measured(node.left), measured(node.right)
        if node.operator in "+-":
            return left or right
        if left is None or right is None or node.operator == "^":
            return None
        return Dimension(left + right if node.operator == "*" else left - right)

    def need(node: Node, whole: Dimension) -> None:
        """Say what the numbers of a node have to measure for it to have a measure."""
        if isinstance(node, Number | Interval):
            needed[node.start] = whole
        elif isinstance(node, Negation | WithUnit):
            need(node.operand, whole)
        elif isinstance(node, Operation) and node.operator in "+-":
            need(node.left, whole)
            need(node.right, whole)
        elif isinstance(node, Operation) and node.operator != "^":
            left, right = measured(node.left), measured(node.right)
            is_product = node.operator == "*"
            if right is not None:
                need(node.left, Dimension(whole - right if is_product else whole + right))
            if left is not None:
                need(node.right, Dimension(whole - left if is_product else left - whole))

    need(claim.claim.calculation, _physical(result))
    return needed
