"""What a question holds against what there is for it, wherever it does so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role, Standing
from qbank.rules.physics.capacity import Room, devices_at_most, rooms_of
from qbank.rules.physics.needs import limit_of, totals_of

_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.QUESTION))
_ENDS: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
_WHOLE: Final = frozenset((Role.CAPACITY, Role.LIMIT))
_ADD_UP: Final = frozenset((Kind.BYTES, Kind.MONEY, Kind.ENERGY, Kind.CHARGE, Kind.MASS, Kind.POWER))
_ELSEWHERE: Final = frozenset(("host", "disk"))
_WITHIN: Final = frozenset("<≤")
_SLACK: Final = 0.005
_REACH: Final = 5
_AGAINST: Final = frozenset(("against", "of", "vs", "versus"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """A need, what there is for it, and the line of the calculations up to which they were worked out.

    It `is_told` if the text itself compares them.
    """

    need: Fact
    room: Room
    line: int
    is_told: bool = True


def comparisons(ledger: Ledger) -> list[Comparison]:
    """Return what is compared with what: in a calculation, in a sentence of the solution, or as its limit."""
    found: dict[tuple[float, float], Comparison] = {}
    for one in (*_in_claims(ledger), *_beside_results(ledger), *_with_limits(ledger), *_in_sentences(ledger)):
        found.setdefault((one.need.value, one.room.size), one)
    return list(found.values())


def _room(fact: Fact) -> Room:
    return Room(fact.value, f"the {fact.text}", fact.place, fact)


def _in_claims(ledger: Ledger) -> Iterator[Comparison]:
    """Yield what is taken from another value, divided by it, or told to be less, in the calculations."""
    for claim in ledger.claims:
        operands, result = claim.operands, claim.result
        if result is None or claim.negative:
            continue
        if claim.claim.relation in _WITHIN and len(operands) == 1:
            whole, need = result, operands[0]
        elif claim.operator in {"-", "/"} and len(operands) == 2:
            first, second = operands
            whole, need = (first, second) if claim.operator == "-" else (second, first)
        else:
            continue
        is_whole = whole.role in _WHOLE or not _is_made(whole)
        made = next((one for one in (need, *need.same) if one.result_of is not None), None)
        if made is not None and is_whole and whole.kind is need.kind and need.kind in _ADD_UP:
            yield Comparison(made, _room(whole), _later_line(made, result))


def _later_line(need: Fact, other: Fact) -> int:
    """Return the later line of two facts of one field; that of the need if the other stands elsewhere."""
    return max(need.line, other.line) if other.path == need.path else need.line


def _beside_results(ledger: Ledger) -> Iterator[Comparison]:
    """Yield results with the value behind them on their line: `= 31 GB against 40 GB`, `(of 1 MB)`."""
    for claim in ledger.claims:
        need = claim.result
        if need is None or need.kind not in _ADD_UP or need.origin is not Origin.CALCULATIONS:
            continue
        whole = next((one for one in ledger.by_kind[need.kind] if _follows(one, need)), None)
        if whole is not None and whole.operand_of is None and whole.result_of is None:
            between = ledger.pieces[need.path][need.at + 1 : whole.at]
            if any(piece.text in _AGAINST or "limit" in piece.meaning.cues for piece in between):
                yield Comparison(need, _room(whole), need.line)


def _follows(fact: Fact, other: Fact) -> bool:
    near = 1 < fact.at - other.at <= _REACH
    return near and (fact.path, fact.line) == (other.path, other.line)


def _with_limits(ledger: Ledger) -> Iterator[Comparison]:
    """Yield the totals with the one limit that the question sets for them, or the one memory."""
    for total in ledger.view(totals_of):
        if total.kind not in _ADD_UP:
            continue
        limit = limit_of(ledger, total)
        if limit is not None:
            yield Comparison(total, _room(limit), _later_line(total, limit), is_told=False)
        elif total.kind is Kind.BYTES and (total.scope == "one" or ledger.view(devices_at_most) == 1):
            rooms = {room.size: room for room in ledger.view(rooms_of) if room.place not in _ELSEWHERE}
            if len(rooms) == 1:
                yield Comparison(total, rooms.popitem()[1], total.line, is_told=False)


def _in_sentences(ledger: Ledger) -> Iterator[Comparison]:
    """Yield the totals that the solution repeats beside a whole, or beside what is left of one."""
    said = [one for one in ledger.facts if one.origin in _ENDS and one.kind in _ADD_UP]
    wholes = [one for one in said if one.role in _WHOLE and "rest" not in one.traits]
    totals = [one for one in ledger.view(totals_of) if one.kind in _ADD_UP]
    for whole in wholes:
        beside = [one for one in said if (one.path, one.sentence) == (whole.path, whole.sentence)]
        for need in totals:
            alike = need.kind is whole.kind and not agree(need, whole)
            if alike and any(one.kind is need.kind and agree(need, one) for one in beside):
                yield Comparison(need, _room(whole), need.line)
    for rest in said:
        if "rest" in rest.traits | rest.cues:
            slack = max(rest.mention.step, _SLACK * rest.value)
            for whole in ledger.by_kind[rest.kind]:
                if whole.origin in _GIVEN and whole.standing is Standing.TOPIC:
                    for need in totals:
                        if need.kind is rest.kind and abs(whole.value - need.value - rest.value) <= slack:
                            yield Comparison(need, _room(whole), need.line)


def _is_made(fact: Fact) -> bool:
    """Whether any place of the question computes a value."""
    return any(one.result_of is not None for one in (fact, *fact.same))
