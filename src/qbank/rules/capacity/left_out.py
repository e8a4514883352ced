"""What a question gives, and a sum that is held against its room leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, ROOM, Kind, Modality
from qbank.rules.capacity.held_against import is_serial
from qbank.rules.capacity.limits import limits_of
from qbank.rules.capacity.partly import Held
from qbank.rules.capacity.rooms import beyond, may_lie_in
from qbank.rules.capacity.totals import ADDED_UP, amounts_of, goes_on
from qbank.rules.capacity.unused import unused_givens

_MORE: Final = frozenset(
    ("another", "further", "additional", "additionally", "also", "besides", "extra", "too")
)
"""Words by which something comes on top of what was told before."""
_KEPT: Final = frozenset(("kept-free", "withheld", "taken"))
"""What is said of a part of a room that nothing else may use."""
_ELSEWHERE: Final = frozenset(
    (
        *("denied", "alternative", "former", "claimed", "supposed", "maximum", "distractor", "help"),
        *("average", "external", "ahead"),
    )
)
"""What is said of another case or place, or of what a device was before."""
_NEAR: Final = 0.001
_SO_MANY_OF_ONE: Final = 2
"""The operands of a product of a number of things and of what one of them takes."""


def left_out(ledger: Ledger) -> Iterator[tuple[Held, Fact]]:
    """Yield sums within their room, each with a given that it leaves out and with which it is beyond that.

    The given is used nowhere. It is told in one sentence with a term of the sum, comes on top of something,
    or is kept free of the room: `the arena takes 150 KB, and the stack 60 KB`, `another 3 GB`. So is what a
    line works out for all of several things and nothing goes on with.
    """
    seen: set[int] = set()
    for one in _sums(ledger):
        places = _places_of_terms(ledger, one)
        for part in ledger.view(unused_givens):
            if (
                id(part) not in seen
                and part.kind is one.room.kind
                and part.value < one.room.value
                and one.taken + part.value > one.room.value * beyond(part, one.room)
                and _may_be_part(ledger, part, one)
                and (
                    (part.path, part.sentence) in places
                    or (part.kind is not Kind.TIME and _comes_on_top(ledger, part))
                )
                and not _is_taken_off(ledger, part, one.room)
            ):
                seen.add(id(part))
                yield one, part
        for part in _of_all(ledger, one):
            if one.taken + part.value > one.room.value * beyond(part, one.room) and id(part) not in seen:
                seen.add(id(part))
                yield one, part


def _sums(ledger: Ledger) -> Iterator[Held]:
    """Yield what is added up and is within its room: what a line takes from that, or what it limits."""
    found = [
        Held(claim.operands[1:], claim.operands[0])
        for claim, rest in ledger.worked_out("-")
        if not claim.negative and rest.is_topic and rest.kind in ADDED_UP and len(claim.operands) > 1
    ]
    for total in ledger.view(amounts_of):
        room = None if goes_on(ledger, total) else ledger.view(limits_of)[id(total)]
        if room is not None:
            found.append(Held((total,), room))
    for one in found:
        is_sum = any(ledger.made_by(need, "+") for need in one.needs)
        if is_sum and one.taken <= one.room.value and all(need.kind is one.room.kind for need in one.needs):
            yield one


def _places_of_terms(ledger: Ledger, one: Held) -> set[object]:
    """Return the sentences that give the terms of a sum."""
    terms = [term for need in one.needs for claim in ledger.made_by(need, "+") for term in claim.operands]
    return {
        (given.path, given.sentence)
        for given in ledger.facts
        if given.path[0] in ASKED
        if any(
            (given.kind is term.kind and agree(given, term)) or (term.is_bare and term.number == given.number)
            for term in terms
        )
    }


def _of_all(ledger: Ledger, one: Held) -> Iterator[Fact]:
    """Yield what all of several take together, as a line works out for nothing and the solution tells.

    `Cache of all sessions: 24 * 1.3 GB = 32 GB`, and `Occupied: 140 GB + 4 GB = 144 GB of 160 GB`.
    """
    every = (part for need in one.needs for part in (need, *ledger.parts(need)))
    parts = [part for part in every if part.kind is one.room.kind]
    for claim, made in ledger.worked_out("*"):
        kinds = {term.kind: term for term in claim.operands}
        of_each = kinds.get(made.kind)
        if (
            made.kind is one.room.kind
            and len(claim.operands) == len(kinds) == _SO_MANY_OF_ONE
            and Kind.COUNT in kinds
            and of_each is not None
            and of_each.is_made
            and made.is_topic
            and made.role not in ROOM
            and made.line < one.needs[0].line
            and made.value < one.room.value
            and may_lie_in(made, one.room.place)
            and any(told.origin in CONCLUDING for told in made.same)
            and not any(agree(made, part) or agree(of_each, part) for part in parts)
            and not any(
                agree(term, made) for other in ledger.claims if other is not claim for term in other.operands
            )
        ):
            yield made


def _may_be_part(ledger: Ledger, part: Fact, one: Held) -> bool:
    """Tell whether a given may take of a room what the terms of a sum take of it."""
    return (
        part.is_topic
        and part.modality in {Modality.GIVEN, Modality.LIMIT}
        and part.role not in ROOM
        and _ELSEWHERE.isdisjoint(part.said)
        and may_lie_in(part, one.room.place)
        and (part.kind is not Kind.TIME or is_serial(ledger))
    )


def _comes_on_top(ledger: Ledger, part: Fact) -> bool:
    clause = ledger.clause_of(part)
    return not _KEPT.isdisjoint(part.said) or any(piece.text in _MORE for piece in clause)


def _is_taken_off(ledger: Ledger, part: Fact, room: Fact) -> bool:
    """Tell whether a room is what a part has left of a larger one: 38.5 GB of 40, where 1.5 are kept free."""
    whole = room.value + part.value
    memories = (one.device.memory or 0.0 for one in ledger.devices if one.device.sort == "device")
    told = (one.value for one in ledger.by_kind[room.kind])
    return any(abs(value - whole) <= _NEAR * whole for value in (*memories, *told))
