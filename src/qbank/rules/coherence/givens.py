"""QB903: what is given has to be used as it is given, and all of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose, log10
from typing import Final

from qbank.facts.derivation import agree, follows
from qbank.facts.fact import ClaimFacts, Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing, Why
from qbank.rules.coherence.numbers import other_numbers
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension, dimension

_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.QUESTION, Origin.ASSUMPTIONS))
_STATED: Final = frozenset((Modality.GIVEN, Modality.ASSUMED))
_PLAIN: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.SHARE))
_SURE: Final = frozenset((Why.BESIDE, Why.VERB, Why.BRACKET, Why.LABEL))
_VAGUE: Final = frozenset(("", "property", "limit", "rest", "sum", "unit"))
_USUAL: Final = frozenset(
    (1, 2, 4, 7, 8, 10, 12, 24, 30, 60, 100, 365, 720, 730, 1000, 1024, 1440, 3600, 8760, 86400)
)
"""Factors that need not be given: conversions, hours of a day, bytes of a number, both directions."""
_PERIODIC: Final = (NONE, dimension(second=1))
"""What such a factor may measure where no unit says so."""
_PERIODS: Final = frozenset((60, 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400))
"""The same in seconds."""
_RATES: Final = frozenset((Kind.FREQUENCY, Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE))
_COUNTS: Final = frozenset((Kind.COUNT, Kind.EVENT_RATE))
_ONE_OF: Final = frozenset(("per", "each", "every-one"))
_MOST_APART: Final = 4.5
_LEAST_FACTORS: Final = 3
DISTINCT: Final = frozenset(
    "former each total one-way both-ways average maximum measured nominal dense sparse rest limit".split()  # noqa: SIM905
)
"""Cues that make two things of one noun: a mean and a peak, what one has and all together."""


def givens(ledger: Ledger) -> list[Fact]:
    """Return what scenario, question and assumptions state of the system."""
    return [
        fact
        for fact in ledger.facts
        if fact.origin in _GIVEN and fact.modality in _STATED and fact.standing is Standing.TOPIC
    ]


class ChangedGiven(LedgerRule):
    """The napkin math uses another figure than the question gives.

    An operand that is neither given nor computed stands where a given of its kind, and the only one that is
    used nowhere, would be expected; or an assumption has another value for the same thing in the same role.
    A bare factor is compared with the number of the things that its line names, with the period in whose
    unit another value of it is told, and with the given whose measure its line needs to come to its unit. A
    product that takes all counts of a sentence but one, which enters nothing, is reported as well, and so is
    a mean that is used where the peak was computed of it and enters nothing.
    Correct the one that is wrong, or say where the other figure comes from.
    """

    code = "QB903"
    name = "changed-given"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: The cluster reads its checkpoints over a storage bandwidth of 40 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Storage bandwidth: 25 GB/s.\n"
                "    **Calculations:**\n"
                "    - Time = 500 GB / 25 GB/s = 20 s\n"
                "    **Conclusion & Interpretation:** The restart takes 20 s.\n"
            ),
            underlines="25 GB/s",
        ),
        Example(
            yaml=(
                "scenario: A shop gets 12,000 visits a day. The peak is at 2.5 times the mean.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Mean rate: 12,000 / 24 h = 500 per h\n"
                "    - Peak rate: 2.5 * 500 = 1,250 per h\n"
                "    - Servers: 500 / 100 = 5\n"
            ),
            underlines="500",
        ),
        Example(
            yaml=(
                "scenario: A run has 16 workers, 4 sequences per worker, 6 passes and 512 tokens each.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Tokens per update = 16 * 4 * 512 = 32,768\n"
            ),
            underlines="32,768",
        ),
        Example(
            yaml=(
                "scenario: A warehouse streams 26 cameras at 15 FPS into one inference box all day long.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Frames per second = 18 * 15 FPS = 270 FPS\n"
            ),
            underlines="18",
        ),
        Example(
            yaml=(
                "scenario: A node is given up after 4 missed probes, sent every 20 s. The target is 90 s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Detection: 4 * 15 = 60 s\n"
                "    - Under the target by: 90 - 60 = 30 s\n"
            ),
            underlines="15",
        ),
        Example(
            yaml=(
                "scenario: Forty doors send 4 kB each to a gate.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - All doors: 30 * 4 kB = 120 kB\n"
            ),
            underlines="30",
        ),
        Example(
            yaml=(
                "scenario: A campaign for $84,000 runs for 60 days.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Spending: $84,000 / 48 = $1,750 per day\n"
            ),
            underlines="48",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The cluster reads its checkpoints over a storage bandwidth of 40 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Storage bandwidth: 40 GB/s, of which 25 GB/s are measured.\n"
                "    **Calculations:**\n"
                "    - Time = 500 GB / 25 GB/s = 20 s\n"
                "    **Conclusion & Interpretation:** The restart takes 20 s.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A warehouse streams 26 cameras at 15 FPS into one inference box all day long.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Frames per second = 26 * 15 FPS = 390 FPS\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A sensor wakes every 2 s for 20 ms, and a clip of it has 4 TB in all.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Awake: 20 / 2,000 = 1%\n"
                "    - Two of them: 2 * 4,000 = 8,000 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The test is to show a change of one percentage point at the usual level of 5%.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Per group: 16 * 0.10 * 0.90 / 0.01^2 = 14,400 users\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for operands that came from nowhere while a given is left unused."""
        yield from _base_for_peak(ledger)
        yield from _left_out(ledger)
        yield from other_numbers(ledger)
        given = givens(ledger)
        used = [fact for fact in ledger.facts if fact.path[0] not in {"scenario", "question"}]
        unused = [
            fact
            for fact in given
            if fact.path[0] in {"scenario", "question"}
            and fact.value != 1
            and not any(agree(fact, other) or _is_price_of(other, fact) for other in used)
        ]
        if not unused:
            return
        stated = numbers_given(ledger)
        for fact in ledger.facts:
            if fact.origin is Origin.ASSUMPTIONS and (instead := _renamed(fact, unused)):
                yield _violation(fact, instead)
        for claim in ledger.claims:
            foreign = [fact for fact in claim.operands if is_foreign(fact, claim, stated, ledger)]
            if len(foreign) != 1:
                continue
            expected = _expected(foreign[0], claim, unused, ledger)
            others = [one for one in given if one is not expected]
            if expected is not None and not _comes_of(foreign[0], expected, others):
                yield _violation(foreign[0], expected)


def _is_price_of(operand: Fact, given: Fact) -> bool:
    """Whether an operand is a given price, without what it is per."""
    return operand.kind is Kind.MONEY and given.kind is Kind.PRICE and given.text.startswith(operand.text)


def _base_for_peak(ledger: Ledger) -> Iterator[Violation]:
    """Yield what goes on with a mean where the peak was computed of it, and enters nothing."""
    if not ledger.says("maximum"):
        return
    for number, claim in enumerate(ledger.claims):
        peak = claim.result
        if peak is None or claim.operator != "*" or len(claim.operands) != 2 or peak.result_of != number:
            continue
        factor, base = sorted(claim.operands, key=_number)
        if _number(factor) <= 1 or factor.kind not in _PLAIN:
            continue
        if not any("average" in one.traits | one.cues for one in (base, *_repeating(base, ledger))):
            continue
        if any(one is not peak and _is_repeated(peak, one, base) for one in ledger.facts):
            continue
        for later in ledger.claims[number + 1 :]:
            for fact in later.operands:
                if _is_repeated(base, fact, factor) and fact.origin is Origin.CALCULATIONS:
                    what = f"{fact.text} is used, and {peak.text} ({peak.label or 'the peak'}) enters nothing"
                    yield Violation(fact, what, ((peak, peak.label or peak.text),))
                    return


def _repeating(operand: Fact, ledger: Ledger) -> list[Fact]:
    """Return the givens and results that an operand repeats."""
    return [
        one
        for one in ledger.facts
        if (one.result_of is not None or one.origin in _GIVEN) and _repeats(one, operand)
    ]


def _left_out(ledger: Ledger) -> Iterator[Violation]:
    """Yield products of counts that stand in one sentence, of which one more enters nothing."""
    products = [
        (claim.result, factors)
        for claim in ledger.claims
        if claim.result is not None
        and claim.operator == "*"
        and len(claim.operands) >= _LEAST_FACTORS
        and (factors := Counter(_size(fact.mention) for fact in claim.operands if fact.kind is Kind.COUNT))
        and factors.total() >= _LEAST_FACTORS
    ]
    if not products:
        return
    lists: dict[tuple[FieldPath, int], list[Mention]] = defaultdict(list)
    begin = {one.path: one.claim.start for one in reversed(ledger.claims)}
    for path, pieces in ledger.pieces.items():
        for piece in pieces:
            given = path[0] in {"scenario", "question"} or (
                path[-1] == "napkin_math" and piece.start < begin.get(path, 0)
            )
            if piece.mention is not None and given:
                lists[path, piece.sentence].append(piece.mention)
    entering = {
        _size(leaf.mention) for claim in ledger.claims for leaf in (*claim.operands, *_results(claim))
    }
    for result, factors in products:
        for mentions in lists.values():
            counts = Counter(
                _size(one) for one in mentions if not (one.scaled or physical(one.unit.dimension))
            )
            rest = counts - factors
            del rest[1]
            if rest.total() == 1 and factors <= counts and entering.isdisjoint(rest):
                [left] = rest
                fact = next(
                    (one for one in ledger.facts if one.mention in mentions and _number(one) == left), None
                )
                if fact is None or fact.standing is Standing.TOPIC:
                    what = f"{result.text} leaves out one of the factors, {left:g}"
                    yield Violation(result, what, ((fact, fact.text),) if fact else ())


def _results(claim: ClaimFacts) -> tuple[Fact, ...]:
    return () if claim.result is None else (claim.result,)


def _size(mention: Mention) -> float:
    return round(mention.high / mention.scale, 9)


def numbers_given(ledger: Ledger) -> set[float]:
    """Return every number that scenario, question and assumptions state, whatever it is of."""
    sources = {fact.path for fact in ledger.facts if fact.origin in _GIVEN} | {("scenario",), ("question",)}
    said = [
        piece
        for path in sources
        if path[0] in {"scenario", "question"}
        for piece in ledger.pieces.get(path, ())
        if piece.mention is not None or (piece.meaning.number or 0) > 1
    ]
    mentions = [piece.mention for piece in said if piece.mention is not None]
    words = {float(piece.meaning.number) for piece in said if piece.meaning.number is not None}
    words |= {  # `one percentage point`
        float(piece.meaning.number) / 100
        for path in sources
        for piece, behind in pairwise(ledger.pieces.get(path, ()))
        if piece.meaning.number is not None and behind.text.startswith("percent")
    }
    return words | {size for one in mentions for size in (one.high, one.high / one.scale)}


def _violation(fact: Fact, given: Fact) -> Violation:
    noun = given.subject.name if given.kind is Kind.COUNT and not given.mention.unit.name else ""
    what = f"{given.text} {noun}"
    return Violation(
        fact, f"{fact.text} is used, but the {given.origin} gives {what.strip()}", ((given, given.text),)
    )


def _renamed(fact: Fact, unused: Sequence[Fact]) -> Fact | None:
    """Return the given of which an assumption seems to be another value."""
    same = [
        given
        for given in unused
        if given.kind is fact.kind is not Kind.COUNT
        and given.role is fact.role is not Role.LIMIT
        and fact.subject.thing
        and fact.subject.sort not in _VAGUE
        and (given.subject.name, given.per, given.scope) == (fact.subject.name, fact.per, fact.scope)
        and given.cues & DISTINCT == fact.cues & DISTINCT
        and {given.subject.why, fact.subject.why} <= _SURE
    ]
    return same[0] if len(same) == 1 and fact.standing is Standing.TOPIC else None


def is_foreign(fact: Fact, claim: ClaimFacts, stated: set[float], ledger: Ledger) -> bool:
    """Whether an operand is neither given nor computed nor a usual factor, and follows from nothing."""
    number = fact.number
    if fact.origin is not Origin.CALCULATIONS or fact.result_of is not None or fact.role is Role.ELEMENT_SIZE:
        return False
    usual = _PERIODS if fact.kind is Kind.TIME else _USUAL if fact.kind not in _RATES else frozenset[float]()
    if fact.value in usual and _measure_lacking(fact, claim, ledger) in _PERIODIC:
        return False
    if number in stated or fact.subject.device is not None:
        return False
    others = [other for other in ledger.facts if other is not fact]
    if any(other.origin in _GIVEN and other.text.startswith(fact.text) for other in others):
        return False  # a price without what it is per
    if any(other.result_of is not None and _is_price_of(fact, other) for other in others):
        return False
    if any(other.kind is Kind.SHARE and abs(1 - other.value - fact.value) < 1e-9 for other in others):
        return False
    if fact.kind is Kind.COUNT:  # that may stand in several lines
        others = [other for other in others if other.result_of is not None or other.origin in _GIVEN]
        if any(abs(other.number - number) <= 1e-9 * number for other in others):
            return False  # computed with its unit, and used without
    return not any(agree(fact, other) and other.operand_of != fact.operand_of for other in others)


def _expected(fact: Fact, claim: ClaimFacts, unused: Sequence[Fact], ledger: Ledger) -> Fact | None:
    """Return the given that should stand where an operand does: the only unused one of its kind and unit.

    It has to be tied to the claim: what else enters that is given in its sentence, or where the thing that
    it counts is named; or it is the only price.
    """
    lacking = _measure_lacking(fact, claim, ledger)
    same = [
        one
        for one in unused
        if _could_be(fact, one)
        or (lacking == physical(one.mention.unit.dimension) != NONE and _is_like(fact, one, ledger))
    ]
    if same and same[0].kind is Kind.PRICE:
        prices = sum(one.kind is Kind.PRICE for one in givens(ledger))
        return same[0] if len(same) == prices == 1 else None
    counts = fact.kind is Kind.COUNT and any(one.kind in _COUNTS for one in same)
    others = [one for one in claim.operands if one is not fact]
    if fact.mention.scaled or (counts and len(others) != 1 and not _are_given(others, ledger)):
        return None
    used = [one for other in ledger.claims for one in other.operands if one is not fact]
    tied = [
        one
        for one in same
        if not (one.mention.scaled or any(_is_repeated(one, other, fact) for other in used))
        and (len(others) == 1 or not counts or one.mention.unit.name)
        and (not counts or _number(fact) < _MOST_APART * _number(one) < _MOST_APART**2 * _number(fact))
        and (
            any(
                _is_repeated(given, other, fact)
                and (
                    _are_tied(one, given, ledger)
                    or (one.kind is Kind.SHARE and _are_tied(given, one, ledger))
                )
                for given in givens(ledger)
                if given is not one
                for other in others
            )
            or (counts and any(_is_of_one(other, one) for other in others))
        )
    ]
    return tied[0] if len(tied) == 1 else None


def _are_given(operands: Sequence[Fact], ledger: Ledger) -> bool:
    """Whether scenario, question and assumptions give all of some operands."""
    given = givens(ledger)
    return all(any(_repeats(one, operand) for one in given) for operand in operands)


def _is_of_one(operand: Fact, given: Fact) -> bool:
    """Whether an operand was computed for one of the things that are counted: `Per phone: 11 MB`."""
    return any(
        one.result_of is not None
        and not _ONE_OF.isdisjoint(one.cues)
        and given.subject.name.removesuffix("s") in one.label.split()
        for one in operand.same
    )


def _are_tied(given: Fact, other: Fact, ledger: Ledger) -> bool:
    """Whether two givens stand in one sentence, or that of the other names what is counted."""
    if (given.path, given.sentence) == (other.path, other.sentence):
        return True
    counted = [given.subject.name, *given.text.split()]
    names = {name.removesuffix(ending) for name in counted for ending in ("", "s", "es") if len(name) > 2}
    return given.kind in _COUNTS and any(
        piece.text in names and piece.sentence == other.sentence for piece in ledger.pieces[other.path]
    )


def _number(fact: Fact) -> float:
    return _size(fact.mention)


def _could_be(fact: Fact, given: Fact) -> bool:
    """Whether an operand is written as a given would be: in its unit, or as the fraction of a percentage."""
    if given.kind is Kind.PRICE:
        return fact.kind in {Kind.PRICE, Kind.MONEY}
    if given.kind is Kind.SHARE:
        return fact.kind is Kind.SHARE or (fact.kind is Kind.COUNT and 0 < fact.value < 1)
    if given.kind is Kind.COUNT and (given.value % 1 or fact.value % 1 or not given.subject.name):
        return False
    if given.kind in _COUNTS and fact.kind is Kind.COUNT:
        return not (_number(given) % 1 or _number(fact) % 1)
    return given.kind is fact.kind and given.mention.unit.name == fact.mention.unit.name


def _comes_of(fact: Fact, expected: Fact, given: Sequence[Fact]) -> bool:
    """Whether an operand may be computed of other givens: of one measure, where it has none of its own."""
    if fact.kind is not Kind.COUNT or _could_be(fact, expected):
        return follows(fact, given)
    measure = physical(expected.mention.unit.dimension)
    alike = [one.number for one in given if physical(one.mention.unit.dimension) == measure]
    counts = [one.number for one in given if one.kind in _PLAIN and one.number]
    made = [*(a + b for a in alike for b in alike), *(a - b for a in alike for b in alike)]
    made += [size for a in alike for b in counts for size in (a * b, a / b)]
    return any(isclose(fact.number, size, rel_tol=1e-6) for size in made)


def _is_like(fact: Fact, given: Fact, ledger: Ledger) -> bool:
    """Whether a bare operand is of about the size of a given whose digits no calculation has in any unit."""
    near = 1 / _MOST_APART < fact.number / given.number < _MOST_APART if given.number else False
    return near and not any(
        isclose(power := log10(one.number / given.number), round(power), abs_tol=1e-9)
        for claim in ledger.claims
        for one in claim.operands
        if one.number > 0
    )


def _measure_lacking(fact: Fact, claim: ClaimFacts, ledger: Ledger) -> Dimension:
    """Return what a bare operand has to measure for a product to come to what its result measures.

    What the others measure is told by their units, or by the one given with their number.
    """
    if claim.result is None or claim.operator not in {"*", "/"} or fact.kind is not Kind.COUNT:
        return NONE
    if physical(fact.mention.unit.dimension) != NONE or fact not in claim.operands:
        return NONE
    lacking: int = physical(claim.result.mention.unit.dimension)
    divided = claim.operator == "/"
    for place, operand in enumerate(claim.operands):
        if operand is not fact:
            measure = _measure_of(operand, ledger)
            lacking += measure if divided and place else -measure
    return Dimension(-lacking if divided and claim.operands[0] is not fact else lacking)


def _measure_of(operand: Fact, ledger: Ledger) -> Dimension:
    own = physical(operand.mention.unit.dimension)
    if own != NONE or operand.kind is not Kind.COUNT:
        return own
    told = {physical(one.mention.unit.dimension) for one in givens(ledger) if one.number == operand.value}
    return told.pop() if len(told) == 1 else NONE


def _is_repeated(given: Fact, operand: Fact, foreign: Fact) -> bool:
    """Whether an operand is a given, with its unit or without."""
    return operand is not foreign and _repeats(given, operand)


def _repeats(given: Fact, operand: Fact) -> bool:
    return agree(given, operand) or (operand.kind is Kind.COUNT and operand.value == given.number)
