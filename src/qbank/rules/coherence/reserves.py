"""What has to stay free of a room, and a need that leaves less of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import GIVING, ROOM, Kind, Modality, Origin, Role
from qbank.rules.coherence.sources import numbers_of_devices
from qbank.rules.core.ledger import Violation
from qbank.rules.physics.answers import nouns_of
from qbank.rules.physics.balances import (
    ADD_UP,
    MORE,
    Balance,
    balance,
    givens_of,
    held_to_fit,
    is_unused,
)
from qbank.rules.physics.capacity import Room
from qbank.rules.physics.needs import APART, totals_of

_NEXT: Final = 1
_NEAR: Final = 3
_RESERVED: Final = frozenset(("kept-free", "reserve"))
_UNKEPT: Final = frozenset(("alternative", "supposed", "distractor"))
_ASIDE: Final = frozenset(("moved", "moving", "downward", "upward", "local", "per"))
_LEFT: Final = frozenset(("usable", "rest", "withheld"))
_TAKING: Final = frozenset(("resident", "keeping", "stored"))
TOLD: Final = frozenset(("it", "this", "that", "these", "them", "which", "those"))
_PURPOSE: Final = frozenset(("for", "to", "by"))


def beside_kept_free(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield what leaves less of a room than the question says that must stay free of it, or is taken."""
    told = [
        (reserve, one, _size_of(ledger, reserve, one.room))
        for reserve in (*_kept_free(ledger), *_computed_reserves(ledger))
        for one in (*held, *_beside(ledger, reserve))
        if _is_kept_of(ledger, reserve, one.room) and not _is_of_another(reserve, one.room)
    ]
    for reserve, one, size in (*told, *_needed_too(ledger, held)):
        need, room = one.need, one.room
        if (
            need.kind is reserve.kind
            and size < room.size * MORE < one.size + size
            and one.size <= room.size * MORE
            and not _has(ledger, need, reserve)
            and not _is_taken_off(ledger, reserve, room)
        ):
            what = f"{need.text} leaves less of {room.label} than the {reserve.text} told of it ask for"
            yield Violation(need, what, (reserve,))
            return


def _is_of_another(reserve: Fact, room: Room) -> bool:
    """Whether an amount is told of one device, and the room is that of another one."""
    devices = {reserve.subject.device, room.fact.subject.device if room.fact is not None else None}
    return len(devices - {None}) > 1


def _size_of(ledger: Ledger, reserve: Fact, room: Room) -> float:
    """Return how much of a room is not there for a need: a reserve, or all but what is left of it.

    Of the memory of eight cards it is eight times what each keeps free.
    """
    made = ledger.made_by(room.fact) if room.fact is not None and "every-one" in reserve.cues else ()
    products = (claim.operands for claim in made if claim.operator == "*")
    counts = {one.number for operands in products for one in operands if one.kind is Kind.COUNT}
    size = reserve.value * (counts.pop() if len(counts) == 1 else 1)
    return size if 2 * size < room.size else room.size - size


def _kept_free(ledger: Ledger) -> Iterator[Fact]:
    """Yield the amounts that the scenario wants to stay free, or says to be taken, and no calculation has."""
    for fact in ledger.facts:
        if fact.origin not in GIVING or fact.kind not in ADD_UP or _is_used(ledger, fact):
            continue
        clause = ledger.clause_of(fact)
        cues = cues_in(clause)
        is_rule = "obliged" in cues or cues.isdisjoint(("former", "claimed", "denied"))
        at = clause.index(ledger.pieces[fact.path][fact.at])
        before, behind = (
            cues_in(clause[max(0, at - _NEAR) : at]),
            cues_in(clause[at + 1 : at + 1 + 2 * _NEAR]),
        )
        is_kept = (
            "kept-free" in cues or ("keeping" in before and "apart" in behind) or "taken" in before | behind
        )
        if not is_kept and (_is_of_it(ledger, fact) or not fact.cues.isdisjoint(_LEFT)):
            is_kept = is_unused(ledger, fact)
        if is_kept and is_rule and _UNKEPT.isdisjoint(cues):
            yield fact


def _is_used(ledger: Ledger, fact: Fact) -> bool:
    """Whether a calculation has a given, by its value or its bare number; to repeat it in words is no use."""
    return any(one.number == fact.number or isclose(one.value, fact.value) for one in ledger.operands)


def _needed_too(ledger: Ledger, held: Sequence[Balance]) -> Iterator[tuple[Fact, Balance, float]]:
    """Yield what takes a memory beside the parts of a need, as one sentence tells: `the stack 24 KB`."""
    for one in held:
        if one.need.kind is not Kind.BYTES or one.size != one.need.mention.low:
            continue  # what is divided into a room has other things beside it
        parts = [(part.path, part.sentence) for part in givens_of(ledger, one.need)]
        wholes = [] if one.room.fact is None else givens_of(ledger, one.room.fact)
        near = [(whole.path, whole.sentence + far) for whole in wholes for far in range(_NEXT + 1)]
        found = [
            fact
            for fact in ledger.by_kind[Kind.BYTES]
            if (fact.path, fact.sentence) in (parts if fact.cues.isdisjoint(_TAKING) else parts + near)
            and _takes_some(ledger, fact, one.room.place)
        ]
        together = sum(fact.number for fact in found)
        if found and is_unused(ledger, found[0], together, together * found[0].mention.scale):
            yield from ((fact, one, fact.value) for fact in found)


def _takes_some(ledger: Ledger, fact: Fact, place: str) -> bool:
    """Whether a given that no calculation has is a size of something, and of nothing in another place."""
    clause = ledger.clause_of(fact)
    return (
        fact.origin in GIVING
        and fact.modality is Modality.GIVEN
        and fact.is_topic
        and not (fact.per or fact.role in ROOM or fact.cues & _ASIDE)
        and not ({piece.meaning.place for piece in clause} | {fact.place}) & APART - {place}
        and is_unused(ledger, fact)
    )


def _computed_reserves(ledger: Ledger) -> Iterator[Fact]:
    """Yield the shares of a whole that calculations work out to stay free, and take from nothing."""
    for claim, made in ledger.worked_out("*"):
        if made.kind not in ADD_UP:
            continue
        is_share = any(one.value < 1 and one.kind in PLAIN for one in claim.operands)
        is_named = not _RESERVED.isdisjoint(cues_in(ledger.label_of(made)))
        if (
            is_share
            and is_named
            and not any(one.number == made.number or agree(one, made) for one in ledger.operands)
        ):
            yield made


def _beside(ledger: Ledger, reserve: Fact) -> Iterator[Balance]:
    """Yield the totals with the room that is told right before a reserve: `10 TB, 1.5 TB of it is taken`."""
    if reserve.result_of is not None:
        rooms = [one for one in ledger.claims[reserve.result_of].operands if one.kind is reserve.kind]
    else:
        rooms = _told_before(ledger, reserve)
    for one in rooms if len(rooms) == 1 else ():
        for total in (*ledger.view(totals_of), *_sums_of_solution(ledger)):
            yield balance(total, one, total.line, is_told=False)


def _sums_of_solution(ledger: Ledger) -> Iterator[Fact]:
    """Return what the solution itself adds up: `Weights and caches come to 26 + 20.2 = 46.2 GB`."""
    return (total for _, total in ledger.worked_out("+") if total.origin is Origin.SOLUTION)


def _told_before(ledger: Ledger, reserve: Fact) -> list[Fact]:
    return [
        one
        for one in ledger.by_kind[reserve.kind]
        if one.path == reserve.path
        and 0 <= reserve.sentence - one.sentence <= _NEXT
        and one.at < reserve.at
        and (one.role in ROOM or _is_of_it(ledger, reserve))
        and one.is_topic
    ]


def _is_of_it(ledger: Ledger, reserve: Fact) -> bool:
    """Whether a value is told of the one before it: `2 GB of it`, `of which the heap takes 40 KB`."""
    pieces = ledger.pieces[reserve.path]
    first = max(
        (one.at for one in ledger.facts if one.path == reserve.path and one.at < reserve.at), default=0
    )
    near = [one for one in pieces[first : reserve.at + 3] if one.sentence == reserve.sentence]
    return any(one.meaning.part == "of" and two.text in TOLD for one, two in pairwise(near))


def _has(ledger: Ledger, need: Fact, reserve: Fact) -> bool:
    """Whether a need has what a reserve is for, under another number, or the reserve itself."""
    parts = [one for one in ledger.parts(need) if one.kind is reserve.kind]
    if any(isclose(one.value, reserve.value, rel_tol=MORE - 1) for one in parts):
        return True
    behind = [one for one in ledger.pieces[reserve.path][reserve.at :] if one.clause == reserve.clause]
    purpose = next((at for at, one in enumerate(behind) if one.text.split()[-1] in _PURPOSE), len(behind))
    labels = [piece for one in parts if one.label for piece in ledger.label_of(one)]
    return not nouns_of(behind[purpose + 1 :]).isdisjoint(nouns_of(labels))


def _is_taken_off(ledger: Ledger, reserve: Fact, room: Room) -> bool:
    """Whether a room is what a larger one has beside a reserve: 38.5 GB of a card of 40 GB."""
    whole = room.size + reserve.value
    return any(isclose(one.value, whole, rel_tol=MORE - 1) for one in ledger.by_kind[reserve.kind]) or any(
        isclose(number, whole / reserve.mention.scale, rel_tol=MORE - 1)
        for number in ledger.view(numbers_of_devices)
    )


def _is_kept_of(ledger: Ledger, reserve: Fact, room: Room) -> bool:
    """Whether an amount that stays free is of a room: computed of it, told beside it, or of the only one."""
    wholes = [room.fact, *givens_of(ledger, room.fact)] if room.fact is not None else []
    if reserve.result_of is not None:
        operands = ledger.claims[reserve.result_of].operands
        return any(one.number in {two.number, two.value} for one in operands for two in wholes)
    clause = ledger.clause_of(reserve)
    places = {one.meaning.place for one in clause} - {""}
    if places & APART - {room.place}:
        return False
    near = range(reserve.sentence - _NEXT, reserve.sentence + 1)
    same = [one for fact in wholes for one in (fact, *fact.same) if one.kind is reserve.kind]
    larger = [
        one
        for one in ledger.by_kind[reserve.kind]
        if one.path == reserve.path and one.at < reserve.at and one.value > reserve.value
    ]
    if _is_of_it(ledger, reserve) and larger and larger[-1] not in same:
        return False  # `16 GB, of which the map takes 3 GB; the grant is 4 GB`
    if any(one.place in places or (one.path == reserve.path and one.sentence in near) for one in same):
        return True
    devices = [one for one in ledger.devices if one.path == reserve.path and one.is_topic]
    capacities = {
        one.value
        for one in ledger.of_role(Role.CAPACITY)
        if one.origin in GIVING and one.kind is reserve.kind and one.is_topic
    } - {reserve.value}
    if len({one.device.text for one in devices}) == 1 and capacities <= {room.size}:
        return True
    told = {one.room.size for one in ledger.view(held_to_fit) if one.is_told and one.is_of_sum}
    return {room.size} in (capacities, told)  # the only one that there is, or that the text has for totals
