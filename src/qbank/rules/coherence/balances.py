"""What a question holds against what there is for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from qbank.facts.comparisons import Comparison, comparisons
from qbank.facts.derivation import agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, GIVING, OUTSIDE, ROOM, Kind, Origin
from qbank.rules.physics.capacity import Room, rooms_of
from qbank.rules.physics.needs import BELOW, devices_at_most, limit_of, totals_of

_ADD_UP: Final = frozenset((Kind.BYTES, Kind.MONEY, Kind.ENERGY, Kind.CHARGE, Kind.MASS, Kind.POWER))
_SLACK: Final = 0.005


class Balance(Struct, frozen=True):
    """A computed need, what there is for it, and the line up to which they were worked out."""

    need: Fact
    room: Room
    line: int


def balances(ledger: Ledger) -> list[Balance]:
    """Return what is compared with what: in a calculation, in a sentence of the solution, or as its limit."""
    found: dict[tuple[float, float], Balance] = {}
    for one in (*_compared(ledger), *_with_limits(ledger), *_in_sentences(ledger)):
        need, whole = one.need, one.room.fact
        is_room = whole is None or _is_there(whole) or not whole.is_made
        if is_room and need.is_made and need.kind in _ADD_UP:
            found.setdefault((need.mention.low, one.room.size), one)
    return list(found.values())


def _balance(need: Fact, whole: Fact, line: int) -> Balance:
    """Return a need with a value as its room."""
    return Balance(need, Room(whole.value, f"the {whole.text}", whole.place, whole), line)


def _compared(ledger: Ledger) -> Iterator[Balance]:
    """Yield what the calculations take from another value, divide by it, or tell to be less or beside it."""
    for pair in ledger.view(comparisons):
        claim = pair.claim
        found = _on_line(pair) if claim is None else _in_claim(pair.one, pair.other, claim)
        if found is not None:
            yield found


def _on_line(pair: Comparison) -> Balance | None:
    """Return a result with what is told behind it: `= 31 GB against 40 GB`, `(of 1 MB)`."""
    need, whole = pair.one, pair.other
    is_told = need.result_of is not None and not whole.is_calculated
    return _balance(need, whole, need.line) if need.origin is Origin.CALCULATIONS and is_told else None


def _in_claim(whole: Fact, need: Fact, claim: ClaimFacts) -> Balance | None:
    """Return what the values that a claim compares are to each other; of a quotient the smaller is needed."""
    result = claim.result
    if result is None or claim.negative:
        return None
    if claim.claim.relation in BELOW:
        whole, need = need, whole
    elif claim.operator == "-":
        if whole.kind is not result.kind or len(claim.operands) > 2 or result.value == 0:
            return None
    elif claim.operator != "/":
        return None
    elif whole.value < need.value:
        whole, need = need, whole
    elif whole.value >= 2 * need.value:
        return None  # how many there is room for
    made = next((one for one in (need, *need.same) if one.result_of is not None), need)
    return _balance(made, whole, _later_line(made, result))


def _is_there(fact: Fact) -> bool:
    """Whether a value is what there is: by its role, as a given, or as what is left or can be used."""
    return fact.role in ROOM or any(
        one.path[0] in ASKED or not {"rest", "usable"}.isdisjoint(one.said) for one in (fact, *fact.same)
    )


def _later_line(need: Fact, other: Fact) -> int:
    """Return the later line of two facts of one field; that of the need if the other stands elsewhere."""
    return max(need.line, other.line) if other.path == need.path else need.line


def _with_limits(ledger: Ledger) -> Iterator[Balance]:
    """Yield the totals with the one limit that the question sets for them, or the one memory."""
    for total in ledger.view(totals_of):
        limit = limit_of(ledger, total)
        if limit is not None:
            yield _balance(total, limit, _later_line(total, limit))
        elif total.kind is Kind.BYTES and (total.scope == "one" or ledger.view(devices_at_most) == 1):
            rooms = {room.size: room for room in ledger.view(rooms_of) if room.place not in OUTSIDE}
            if len(rooms) == 1:
                [room] = rooms.values()
                yield Balance(total, room, total.line)


def _in_sentences(ledger: Ledger) -> Iterator[Balance]:
    """Yield the totals that the solution repeats beside a whole, or beside what is left of one."""
    said = [one for one in ledger.facts if one.origin in CONCLUDING and one.kind in _ADD_UP]
    wholes = [one for one in said if one.role in ROOM and "rest" not in one.traits]
    wholes += [one for one in said if ledger.made_by(one, "-")]
    totals = ledger.view(totals_of)
    for whole in wholes:
        beside = ledger.beside(whole, whole.kind)
        for need in totals:
            if need.kind is not whole.kind or agree(need, whole) or need in ledger.parts(whole):
                continue  # of another kind, or what is left of another one beside it
            if any(agree(need, one) for one in beside if one.origin in CONCLUDING):
                yield _balance(need, whole, need.line)
    for rest in said:
        if "rest" in rest.said:
            slack = max(rest.mention.step, _SLACK * rest.value)
            for whole in ledger.by_kind[rest.kind]:
                if whole.origin in GIVING and whole.is_topic:
                    for need in totals:
                        if need.kind is rest.kind and abs(whole.value - need.value - rest.value) <= slack:
                            yield _balance(need, whole, need.line)
