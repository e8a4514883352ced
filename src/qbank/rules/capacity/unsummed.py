"""What takes longer than its window, and what no line adds up though one room holds all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isclose
from typing import Final

from qbank.facts.comparisons import is_same
from qbank.facts.derivation import the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import GIVING, Kind, Role
from qbank.rules.capacity.limits import is_limit
from qbank.rules.capacity.needs import amounts_of
from qbank.rules.capacity.rooms import beyond, may_lie_in

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
        needs = [] if room is None else _unsummed(ledger, room)
        if (
            room is not None
            and 1 < len(needs) <= _MOST
            and max(one.value for one in needs)
            <= room.value * beyond(needs[0])
            < sum(one.value for one in needs)
            and _are_apart(ledger, needs)
            and not _is_any_sum_told(ledger, needs)
        ):
            yield needs[-1], room


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


def _unsummed(ledger: Ledger, room: Fact) -> list[Fact]:
    """Return what is added or multiplied up, may lie in a room and enters no other amount of its kind."""
    return [
        need
        for need in ledger.view(amounts_of)
        if need.kind is room.kind
        and may_lie_in(need, room.place)
        and not any(is_same(room, part) for part in ledger.parts(need))
        and not is_limit(ledger, need)
        and _APART.isdisjoint(cues_in(ledger.label_of(need)))
        and not any(_goes_into(claim, need) for claim in ledger.claims)
    ]


def _goes_into(claim: ClaimFacts, need: Fact) -> bool:
    """Tell whether another amount is made of a need; what a cost is for each of several is none."""
    made = claim.result
    if made is None or made is need or made.kind is not need.kind or not claim.operator:
        return False
    if claim.operator == "/" and need.kind is Kind.MONEY:
        return False
    operands = (one for one in claim.operands if one.kind is need.kind or one.number > _TELLING)
    return any(is_same(one, need) for one in operands)


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
