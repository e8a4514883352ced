"""What takes longer than its window, and what no line adds up though one room holds all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isclose
from typing import Final

from qbank.facts.comparisons import is_same
from qbank.facts.derivation import agree, is_conversion, the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKED, GIVING, ROOM, Kind, Modality, Origin, Role
from qbank.rules.capacity.limits import is_limit
from qbank.rules.capacity.rooms import beyond, may_lie_in
from qbank.rules.capacity.totals import GROWS

_NEAR: Final = 3.0
_DRAWN: Final = frozenset((Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT))
"""What lasts a time, and may well last longer than that."""

_ADD_UP: Final = frozenset(
    (Kind.BYTES, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT, Kind.MONEY, Kind.POWER, Kind.MASS)
)
_APART: Final = frozenset(("supposed", "former", "alternative", "denied", "claimed", "total"))
"""What the label of another case says, or of all that there is."""
_DEADLINE: Final = 3600.0
"""Seconds: a limit of an hour or more is that of a work, and not of an answer."""
_TELLING: Final = 3
"""Smaller bare numbers count things, and repeat no amount."""
_DIGITS: Final = 6
_MOST: Final = 5
_ROUNDED: Final = 0.005


def beyond_together(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the last of what one room holds, where no line adds it up and together it is more.

    Each is within the room, and none is of another case or made of the same amounts as another one.
    """
    for kind in sorted(_ADD_UP):
        room = the_only(one for one in ledger.by_kind[kind] if _is_room(ledger, one))
        if room is None:
            continue
        computed = [
            one
            for one in _unsummed(ledger, kind)
            if may_lie_in(one, room.place) and not any(is_same(room, part) for part in ledger.parts(one))
        ]
        listed = {(one.path, one.sentence) for need in computed for one in _givens_of(ledger, need)}
        needs = computed + [
            one
            for one in ledger.by_kind[kind]
            if (one.path, one.sentence) in listed and _is_told_too(ledger, one, room)
        ]
        together = sum(one.value for one in needs)
        if (
            computed
            and 1 < len(needs) <= _MOST
            and max(one.value for one in needs) <= room.value * beyond(needs[0]) < together
            and _are_apart(ledger, computed)
            and not _is_any_sum_told(ledger, needs)
        ):
            yield computed[-1], room


def _givens_of(ledger: Ledger, fact: Fact) -> list[Fact]:
    """Return the givens that a value was computed of, also those that calculations repeat as bare numbers."""
    parts = ledger.parts(fact)
    numbers = {number for one in parts for number in (one.number, one.value) if len(str(number)) > 3}
    return [
        one
        for one in ledger.facts
        if one.path[0] in ASKED and (one in parts or not numbers.isdisjoint({one.number, one.value}))
    ]


def _is_any_sum_told(ledger: Ledger, needs: Sequence[Fact]) -> bool:
    """Tell whether a question has the sum of some needs, however it came to it."""
    sums = [
        sum(one.value for one in some)
        for number in range(2, len(needs) + 1)
        for some in combinations(needs, number)
    ]
    return any(
        isclose(one.value, each, rel_tol=_ROUNDED) for one in ledger.by_kind[needs[0].kind] for each in sums
    )


def _is_room(ledger: Ledger, fact: Fact) -> bool:
    return fact.origin in GIVING and fact.is_topic and is_limit(ledger, fact)


def _unsummed(ledger: Ledger, kind: Kind) -> list[Fact]:
    """Return what is added or multiplied up and enters no other amount of its kind."""
    found: list[Fact] = []
    for claim, need in ledger.worked_out(GROWS):
        if (
            need.kind is kind
            and need.origin is Origin.CALCULATIONS
            and need.is_topic
            and need.role not in ROOM
            and not claim.negative
            and not is_limit(ledger, need)
            and not is_conversion(claim)
            and _APART.isdisjoint(cues_in(ledger.label_of(need)))
            and not any(_goes_into(claim, need) for claim in ledger.claims)
            and not any(agree(one, need) for one in found)
        ):
            found.append(need)
    return found


def _goes_into(claim: ClaimFacts, need: Fact) -> bool:
    """Tell whether another amount is made of a need; what a cost is for each of several is none."""
    made = claim.result
    if made is None or made is need or made.kind is not need.kind or not claim.operator:
        return False
    if claim.operator == "/" and need.kind is Kind.MONEY:
        return False
    operands = (one for one in claim.operands if one.kind is need.kind or one.number > _TELLING)
    return any(is_same(one, need) for one in operands)


def _is_told_too(ledger: Ledger, fact: Fact, room: Fact) -> bool:
    """Tell whether a question gives a need of a room that no calculation has: a flat fee, a boot loader."""
    is_cost = fact.kind is Kind.MONEY and fact.role in {Role.COST, Role.PRICE} and fact.per == room.per != ""
    lies_there = fact.kind is Kind.BYTES and fact.place == room.place != ""
    return (
        (is_cost or lies_there)
        and fact.origin in GIVING
        and fact.is_topic
        and fact.modality is Modality.GIVEN
        and fact.role not in ROOM
        and not is_limit(ledger, fact)
        and not any(
            agree(one, fact) or (one.is_bare and one.number == fact.number) for one in ledger.operands
        )
    )


def _are_apart(ledger: Ledger, needs: Sequence[Fact]) -> bool:
    """Tell whether some needs are of different things at once: not one of them in several forms."""
    labels = [next((piece.text for piece in ledger.label_of(one) if piece.is_word), "") for one in needs]
    parts = [
        {
            f"{part.value:.{_DIGITS}g}"
            for part in ledger.parts(one)
            if part.kind is one.kind or part.role is Role.PARAMETERS
        }
        for one in needs
    ]
    return (
        len(set(labels)) == len(labels)
        and len(frozenset().union(*parts)) == sum(map(len, parts))
        and len({one.per for one in needs}) == 1
    )
