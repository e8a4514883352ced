"""What a quantity is: a demand, a capacity, a peak, a duration, as the words around it say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.reading.counting import counts
from qbank.facts.reading.limits import is_limit
from qbank.facts.reading.parameters import counts_parameters, is_of_element, width
from qbank.facts.vocabulary import COMPUTED_ROLES, OF_HARDWARE, STORED, USUAL_ROLES, Kind, Role, Why

_DOING: Final = frozenset(("unit", "units", "engine", "engines", "array", "arrays", "lanes", "cells"))
"""What carries out the operations that are counted before it."""
_USABLE: Final = frozenset(("rest", "usable"))
_USABLE_REACH: Final = 5
_OF_REACH: Final = 6
_OWNING: Final = frozenset(("'", "’", "s", "'s", "’s"))
_MOVERS: Final = frozenset(("place", "link"))
_MOVES: Final = frozenset(("moving", "moved"))
_STRENGTHS: Final = (
    (9, Why.BESIDE), (8, Why.LABEL), (7, Why.BESIDE), (6, Why.VERB), (5, Why.BRACKET), (4, Why.VERB),
    (4, Why.LABEL), (3, Why.LABEL),
)  # fmt: skip
"""How strongly words say what a quantity is, and how that is bound, the surest first."""
_OF_NAMED: Final = {
    ("device", Kind.BYTES): Role.CAPACITY,
    ("core", Kind.BYTES): Role.CAPACITY,
    ("store", Kind.CHARGE): Role.CAPACITY,
    ("store", Kind.ENERGY): Role.CAPACITY,
}
"""What the quantities of named hardware are, by its sort."""


def set_role(
    fact: Fact, around: Surroundings, pieces: Sequence[Piece], *, computed: bool, asking: bool
) -> None:
    """Say what a quantity is, and how that is bound.

    `computed` if a claim states it, `asking` if its field tells or asks.
    """
    fact.role, fact.role_why = _role_of(fact, around, pieces, computed=computed, asking=asking)
    if fact.kind is Kind.MONEY and around.per is not None and fact.role is not Role.LIMIT:
        fact.role, fact.role_why = Role.PRICE, Why.BESIDE
    if fact.role is Role.PARAMETERS and fact.role_why is Why.UNIT:
        fact.width = width(fact, pieces)


def _role_of(
    fact: Fact, around: Surroundings, pieces: Sequence[Piece], *, computed: bool, asking: bool
) -> tuple[Role, Why]:
    if is_of_element(fact, around):
        return Role.ELEMENT_SIZE, Why.BESIDE
    if fact.kind is Kind.OPERATIONS and any(one.text in _DOING for one in pieces[fact.at + 1 : fact.at + 2]):
        return Role.OTHER, Why.BESIDE  # `256 MAC units` are hardware, and no work
    if counts_parameters(fact, around):
        return Role.PARAMETERS, Why.UNIT
    surest = _surest_roles(around, fact.kind, computed=computed)
    if (Role.CAPACITY, Why.BESIDE) not in surest and is_limit(fact, around, pieces, asking=asking):
        return Role.LIMIT, Why.VERB
    is_told_need = bool(surest) and surest[0][0] is Role.DEMAND
    if fact.kind in STORED and not is_told_need and is_part(fact, pieces):
        return Role.DEMAND, Why.BESIDE
    if fact.kind in STORED and (_is_whole(fact, pieces) or (asking and _is_usable(fact, pieces))):
        return Role.CAPACITY, Why.BESIDE
    if surest:
        role, why = surest[0]
        if any(other is not role for other, _ in surest):
            return Role.UNKNOWN, Why.NOTHING
        if role is Role.THROUGHPUT and "nominal" in cues_in(pieces[fact.at - 1 : fact.at]):
            return Role.BANDWIDTH, why  # `moves up to 100 GB/s`
        return role, why
    if computed and fact.kind in COMPUTED_ROLES:
        return COMPUTED_ROLES[fact.kind], Why.SENTENCE
    if fact.is_bare and not counts(around):
        return Role.UNKNOWN, Why.NOTHING
    return USUAL_ROLES.get(fact.kind, Role.OTHER), Why.UNIT


def _is_whole(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a quantity is what another one is a part of: `3 GB of 24 GB`, `3 GB of its 24 GB`."""
    for at in range(fact.at - 1, max(0, fact.at - _OF_REACH), -1):
        if pieces[at].meaning.part == "of":
            part = pieces[at - 1].mention
            return part is not None and part.kind is fact.kind
        if not _is_owner(pieces[at]):
            break
    return False


def is_part(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a quantity is a part of another one: `3 GB of 24 GB`, `3 GB of its 24 GB`."""
    if not any(one.meaning.part == "of" for one in pieces[fact.at + 1 : fact.at + 2]):
        return False
    for piece in pieces[fact.at + 2 : fact.at + 1 + _OF_REACH]:
        if piece.mention is not None:
            return piece.mention.kind is fact.kind
        if not _is_owner(piece):
            break
    return False


def _is_owner(piece: Piece) -> bool:
    """Tell whether a piece may stand between `of` and a whole: an article, a name with its possessive."""
    return (
        piece.meaning.part == "article" or piece.device is not None or piece.is_noun or piece.text in _OWNING
    )


def _is_usable(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a quantity is what there is of another one: `8 GB, of which 5 GB are usable`.

    Also `5 GB of the 8 GB are usable`.
    """
    near = pieces[max(0, fact.at - _USABLE_REACH) : fact.at + 1 + _USABLE_REACH]
    clause = [one for one in near if one.sentence == fact.sentence]
    is_part = any(one.meaning.part == "of" and one.start < fact.start for one in clause)
    behind = [one for one in clause if one.start > fact.start]
    wholes = (one for one in behind if one.mention is not None and one.mention.kind is fact.kind)
    return (is_part or (any(wholes) and behind[0].meaning.part == "of")) and not _USABLE.isdisjoint(
        cues_in(behind)
    )


def _surest_roles(around: Surroundings, kind: Kind, *, computed: bool) -> list[tuple[Role, Why]]:
    """Return what those words around a quantity that say it most surely say that it is.

    That a memory or a link can always do so comes before all, and yields to what stands beside.
    """
    found: list[tuple[Role, Why]] = []
    surest = 0
    asked = around.verb.meaning.roles.get(kind) if around.verb else None
    if asked is Role.THROUGHPUT and _can_always(around):
        found, surest = [(Role.BANDWIDTH, Why.VERB)], 6  # `the memory delivers 2 TB/s`
        asked = Role.BANDWIDTH
    saying = (
        _nouns_behind(around, kind, asked) if around.behind else (),
        _limit_named(around) if around.label else (),
        around.before,
        (around.verb,) if around.verb else (),
        around.bracket,
        around.actors,
        (around.label_verb,) if around.label_verb else (),
        around.label,
    )
    for nouns, (strength, why) in zip(saying, _STRENGTHS, strict=True):
        if strength < surest:
            break
        for piece in nouns:
            if piece is around.verb and asked is Role.BANDWIDTH:
                break
            role = _OF_NAMED.get((piece.device.sort, kind)) if piece.device is not None else None
            if piece.meaning.roles:
                role = piece.meaning.roles.get(kind)
            if kind is Kind.BYTES and why is Why.LABEL and piece.meaning.sort == "data":
                on_device = any(noun.device is not None for noun in nouns)
                role = Role.DEMAND if on_device else role  # `Weights on the card: 14 GB`
            if role is None:
                continue
            is_named = role is Role.PEAK_RATE and "maximum" in piece.meaning.cues
            is_there = why is Why.LABEL and piece is around.label_verb  # `Have: 2 * 80 GB = 160 GB`
            named = is_named or is_there
            if computed and role in OF_HARDWARE and not named and (strength < 5 or kind is Kind.MONEY):
                continue  # what is computed of a device is no property of it
            if strength > surest:
                found, surest = [], strength
            found.append((role, why))
            break
    return found


def _nouns_behind(around: Surroundings, kind: Kind, asked: Role | None) -> Sequence[Piece]:
    """Return the nouns behind a quantity that say what it is, the farthest first."""
    behind = around.behind
    if any(noun.meaning.sort == "place" for noun in behind):
        sorts = {noun.meaning.sort for noun in around.label}
        if asked is Role.DEMAND or ("data" in sorts and "place" not in sorts):
            behind = [noun for noun in behind if noun.meaning.sort != "place"]
        else:  # `640 GB of HBM in total` are all that there is, and not all that is needed
            behind = [noun for noun in behind if noun.meaning.sort != "sum"]
    return [noun for noun in reversed(behind) if noun.text != kind.value]  # `offers 50 Wh of energy`


def _can_always(around: Surroundings) -> bool:
    """Tell whether what moves data is a memory or a link that is spoken of in general, and not measured."""
    verb = around.verb
    carriers = {noun.meaning.sort if noun.device is None else noun.device.sort for noun in around.actors[:1]}
    return verb is not None and bool(carriers & _MOVERS) and not verb.meaning.cues.isdisjoint(_MOVES)


def _limit_named(around: Surroundings) -> list[Piece]:
    """Return the limit that a label names for what stands behind it: `Budget for the model: 700 KB`."""
    head = around.label[0]
    is_limit = head.meaning.thing == "limit" and all(noun in around.label for noun in around.before)
    return [head] if is_limit else []
