"""Assumptions that stand where the scenario gives another value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isclose
from typing import Final

from qbank.facts.counted import singular
from qbank.facts.derivation import UNMEASURED, agree, is_conversion, the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import ASKING, ROOM, Kind, Modality, Origin, Role, Standing
from qbank.rules.coherence.naming import PARTS_OF_NAMES
from qbank.rules.coherence.nearness import times_apart

OTHER_CASES: Final = frozenset(("supposed", "alternative", "former", "nominal", "denied"))
DISTINCT: Final = frozenset(
    "former total one-way both-ways average maximum measured nominal dense sparse rest necessary".split()  # noqa: SIM905
)
"""Cues that make two things of one noun: a mean and a peak, what one has and all together."""
_MEASURED: Final = frozenset(("property", "limit"))
"""What a label may call a value that the scenario only tells: `Target: 80 ms`."""
_TELLING: Final = PARTS_OF_NAMES | {"verb"}
_LEAST_APART: Final = 1.03
_MOST_APART: Final = 3.0
_INTERVALS_APART: Final = 10.0
_MOST_TIMES: Final = 13
"""How far a rate may be from that of an interval and be meant for it: `24 a day`, one every 15 minutes."""
STEM: Final = 4


def assumed_otherwise(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield assumptions, each with the one given of its kind that nothing goes on with.

    The assumption speaks of what the scenario does. What is not plainly what that tells (an effective rate
    beside a nominal one, another case) has more than one word that the scenario lacks, and is left alone.
    """
    told = [fact for fact in ledger.facts if _may_be_assumed(fact)]
    assumed = [one for one in told if one.origin is Origin.ASSUMPTIONS]
    asked = [one for one in ledger.facts if one.origin in ASKING] if assumed else []
    untold = [one for one in assumed if not any(agree(one, other) for other in asked)]
    new = [one for one in untold if is_stated(ledger, one)]
    if not new:
        return
    later = [one for one in ledger.facts if one.origin not in ASKING]
    unused = [
        one
        for one in told
        if one.origin is Origin.SCENARIO
        and not any(agree(one, other) or (other.is_bare and one.number == other.number) for other in later)
    ]
    for fact in new:
        given = the_only(one for one in unused if one.kind is fact.kind) or _interval_of(ledger, fact, unused)
        if given is None or sum(one.kind is fact.kind for one in new) > 1 or _are_of_devices(fact, given):
            continue
        distinct = fact.cues & DISTINCT <= given.cues  # `Pause per save`, and `each save`
        alike = (fact.per, fact.scope, fact.role in ROOM) == (given.per, given.scope, given.role in ROOM)
        near = given.kind is not fact.kind or are_of_one_size(fact, given)
        if distinct and alike and near and _tells_of_same(ledger, fact, given):
            yield fact, given


def is_of_case(fact: Fact) -> bool:
    """Whether a value is told of the case in hand."""
    return (
        fact.is_topic
        and fact.role is not Role.LIMIT
        and fact.modality is not Modality.LIMIT
        and fact.value > 0
        and fact.cues.isdisjoint(OTHER_CASES)
    )


def _may_be_assumed(fact: Fact) -> bool:
    """Whether a value is told of the case in hand; a limit may be promised, and a rate is often the peak."""
    is_limit = fact.role is Role.LIMIT and fact.standing is Standing.CLAIMED
    told = (fact.is_topic or is_limit) and fact.kind not in UNMEASURED and fact.value > 0
    return told and fact.cues.isdisjoint(OTHER_CASES - {"nominal"})


def is_stated(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is told, and neither computed nor a term; a rate may be, of a period that is told."""
    if fact.operand_of is not None:
        claim = ledger.claims[fact.operand_of]
        if not is_conversion(claim) or claim.operands[0] is not fact:
            return False  # but `20 min (1,200 s)`, and of `5 h * 3,600 s` the first
    for claim, result in ledger.worked_out():
        if result is fact or is_conversion(claim):
            continue
        if agree(result, fact):
            return False
        is_source = any(one.number == fact.number for one in claim.operands)  # `86,400 / 600` of 10 minutes
        if not is_source and _is_rate_of(fact, result) and ledger.is_computed(result):
            return False  # `13 + 9 = 22 ms → 45 frames/s`
    if fact.result_of is not None:
        operands = ledger.claims[fact.result_of].operands
        if len(operands) != 1 or not _is_rate_of(fact, operands[0]):
            return False
    return not any(piece.text == "|" for piece in line_of(ledger, fact))


def _is_rate_of(fact: Fact, period: Fact) -> bool:
    return isclose(period.value * fact.value, 1, rel_tol=0.05)


def line_of(ledger: Ledger, fact: Fact) -> list[Piece]:
    """Return the pieces of a fact's sentence on its line."""
    return [one for one in ledger.sentence_of(fact) if one.line == fact.line]


def _are_of_devices(fact: Fact, given: Fact) -> bool:
    """Tell whether two values are of two devices by name: the RAM of this chip and of the one not taken."""
    own, other = fact.subject.device, given.subject.device
    return own is not None and other is not None and own.entries != other.entries


def are_of_one_size(fact: Fact, given: Fact) -> bool:
    """Whether two values are of one size, and not one."""
    are_intervals = fact.role is given.role is Role.INTERVAL
    most = _INTERVALS_APART if are_intervals else _MOST_APART
    return _LEAST_APART < times_apart(fact.value, given.value) < most and not agree(fact, given)


def _interval_of(ledger: Ledger, fact: Fact, unused: Iterable[Fact]) -> Fact | None:
    """Return the only interval that is given of what a rate is assumed of, if it makes another rate."""
    given = the_only(one for one in unused if one.role is Role.INTERVAL)
    if given is None or fact.kind is not Kind.EVENT_RATE:
        return None
    nouns = {word[:STEM].rstrip("s") for part in fact.text.split("/") for word in part.split()[1:]}
    if nouns.isdisjoint(word.rstrip("s") for word in _words(ledger.clause_of(given))):
        return None
    times = fact.value * given.value  # 24 a day, of one every 15 minutes
    return given if 1 / _MOST_TIMES < times < _MOST_TIMES and not _is_rate_of(fact, given) else None


def _tells_of_same(ledger: Ledger, fact: Fact, given: Fact) -> bool:
    """Whether label and clause of an assumption have at most one word that the field of a given lacks.

    None if something else than a name or a verb begins the line: `After the repair: 60 s`.
    """
    line = line_of(ledger, fact)
    own = [*ledger.label_of(fact), *(piece for piece in line if piece.clause == fact.clause)]
    lacking = _words(one for one in own if one.meaning.sort not in _MEASURED) - _words(
        ledger.pieces[given.path]
    )
    begins = next((piece for piece in line if piece.is_word), None)
    return len(lacking) <= (1 if begins is None or begins.meaning.part in _TELLING else 0)


def _words(pieces: Iterable[Piece]) -> set[str]:
    """Return the stems of the words that tell what something is or does."""
    return {
        word[:STEM]
        for piece in pieces
        if piece.is_word and piece.meaning.part in _TELLING
        for word in piece.text.split()
        if len(word) > 2
    }


def assumed_of_same(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield assumptions, each with the value of what the scenario calls the same that nothing goes on with.

    Of two overlaps, or rates of the camera; fewer of several may be some of them.
    """
    told = [one for one in ledger.facts if one.is_topic and one.value and one.subject.told]
    assumed = [one for one in told if one.origin is Origin.ASSUMPTIONS and one.result_of is None]
    asked = [one for one in told if one.origin in ASKING] if assumed else []
    later = [one for one in ledger.facts if one.origin not in ASKING] if asked else []
    for fact in assumed:
        same = [one for one in asked if _is_of_same(one, fact)]
        if len(same) != 1 or sum(_is_of_same(one, fact) for one in assumed) != 1:
            continue
        [given] = same
        is_used = any(agree(one, given) for one in later)
        is_told = any(agree(one, fact) or one.number == fact.number for one in asked)
        is_part = fact.kind is Kind.COUNT and fact.value < given.value
        in_digits = all(any(map(str.isdigit, one.text)) for one in (fact, given))
        is_meant = fact.cues.isdisjoint(OTHER_CASES | {"latter"}) and in_digits
        if is_meant and not (is_used or is_told or is_part) and are_of_one_size(fact, given):
            yield fact, given


def _is_of_same(one: Fact, other: Fact) -> bool:
    """Whether two values are told of things that are called the same, in one role and unit."""
    return (
        (one.kind, one.role, one.per) == (other.kind, other.role, other.per)
        and one.mention.unit.dimension == other.mention.unit.dimension
        and singular(one.subject.told) == singular(other.subject.told)
    )
