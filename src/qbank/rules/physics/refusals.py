"""What a solution refuses, though it is within the one limit that there is for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKING, GIVING, ROOM, Kind, Origin, Role
from qbank.rules.physics.answers import Answer, answers, nouns_of, verdict
from qbank.rules.physics.capacity import memory_for
from qbank.rules.physics.needs import ADDED_UP, goes_on, is_limit, limit_of

_COMPUTES: Final = frozenset("+*/")
_LIMITS: Final = frozenset(("limit", "place", "store"))
"""Sorts of what there is so much of: a budget, a memory, a battery."""
_TOO_MUCH: Final = frozenset(("too-much", "no-room"))


def within_though_refused(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what the solution says to be too much, with the only limit, that it is within.

    The sentence names the limit, or tells the need, the limit or what is between them, and nothing else that
    could be too much; and no other value is more than that.
    """
    said = ledger.view(answers)
    is_refused = ledger.view(verdict) is False and not any(one.suffices for one in said)
    if not (said and is_refused) or any(claim.negative for claim in ledger.claims):
        return
    pairs = [
        (need, limit)
        for need in _final_needs(ledger)
        if (limit := limit_of(ledger, need) or memory_for(ledger, need)) is not None
        and is_limit(ledger, limit)
        and all(claim.operator != "+" for claim in ledger.made_by(limit))  # what is taken, and not there
        and (need.kind is not Kind.TIME or limit.role is Role.LIMIT)
    ]
    for need, limit in pairs if len(pairs) == 1 else ():
        if need.value <= limit.value and _is_refused_for(ledger, said[0], need, limit):
            yield need, limit


def _final_needs(ledger: Ledger) -> Iterator[Fact]:
    """Yield what is computed and enters nothing else of its kind; of what can be done nobody has too much."""
    for _, made in ledger.worked_out(_COMPUTES):
        if (
            made.kind in ADDED_UP
            and made.kind is not Kind.EVENT_RATE
            and made.origin is Origin.CALCULATIONS
            and made.is_topic
            and made.role not in ROOM
            and not goes_on(ledger, made)
        ):
            yield made


def _is_refused_for(ledger: Ledger, said: Answer, need: Fact, limit: Fact) -> bool:
    """Tell whether an answer is about a need and its limit, and no other value could be what is too much."""
    clause = ledger.clause_of(said)
    here = ledger.beside(said)
    told = [one for one in here if one.kind is need.kind and one.role is not Role.ELEMENT_SIZE]
    apart = limit.value - need.value
    known = [
        agree(one, need) or agree(one, limit) or abs(apart - one.value) <= one.mention.step for one in told
    ]
    unknown = [one for one, is_known in zip(told, known, strict=True) if not is_known]
    others = {one.kind for one in here if one.kind in ADDED_UP} - {need.kind}
    elsewhere = any(one.clause == said.clause or one.value > limit.value for one in unknown)
    if others or elsewhere or _is_any_more(ledger, need, limit):
        return False
    names = nouns_of(ledger.label_of(limit)) | {limit.subject.told}
    is_named = not nouns_of(clause).isdisjoint(names) or any(
        _names_limit(one, need.kind, limit.place) for one in clause
    )
    rooms = [one for one in ledger.of_role(*ROOM) if one.origin in ASKING and one.is_topic]
    is_only = bool(rooms) and all(agree(one, limit) for one in rooms)
    word = ledger.pieces[said.path][said.at].meaning
    is_room = not _TOO_MUCH.isdisjoint(cues_in(clause)) or (
        "suffices" in word.cues and "enough" not in word.relations
    )
    return is_named or any(known) or (is_only and is_room)


def _is_any_more(ledger: Ledger, need: Fact, limit: Fact) -> bool:
    """Tell whether a need is beyond another room, or another value is computed that is beyond any of them."""
    alike, parts = ledger.by_kind[need.kind], ledger.parts(limit)
    rooms = [
        one.value
        for one in alike
        if one.role in ROOM
        and one.origin in GIVING
        and not (one.place and limit.place and one.place != limit.place)
    ]
    made = [one for one in alike if one.result_of is not None and one.role not in ROOM and one not in parts]
    least = min([limit.value, *rooms])
    return least < need.value or any(one.value > least and not is_limit(ledger, one) for one in made)


def _names_limit(piece: Piece, kind: Kind, place: str) -> bool:
    """Tell whether a word names a limit, or a place or thing that has so much of a kind, and no machine."""
    meaning = piece.meaning
    is_place = bool(place) and meaning.place == place
    return is_place or meaning.thing == "limit" or (kind in meaning.roles and meaning.sort in _LIMITS)
