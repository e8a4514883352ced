"""What a question holds against what there is for it, and what it gives that no calculation has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import Final

from msgspec import Struct

from qbank.facts.comparisons import Comparison, comparisons
from qbank.facts.counted import number_of
from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, GIVING, OUTSIDE, ROOM, Kind, Origin, Role
from qbank.rules.physics.answers import verdict
from qbank.rules.physics.capacity import Room, rooms_of
from qbank.rules.physics.needs import BELOW, devices_at_most, limit_of, totals_of

ADD_UP: Final = frozenset((Kind.BYTES, Kind.MONEY, Kind.ENERGY, Kind.CHARGE, Kind.MASS, Kind.POWER))
_SLACK: Final = 0.005


MORE: Final = 1.005
"""How many times its room something has to be to be more than that."""


class Balance(Struct, frozen=True):
    """A need, what there is for it, and the line of the calculations up to which they were worked out.

    The need is what is left where several things were taken away one by one; `size` is how much they are,
    or of what is divided into a room, as many as there is room for. It `is_told` if the text itself compares
    them.
    """

    need: Fact
    room: Room
    size: float
    line: int
    is_told: bool = True

    @property
    def is_of_sum(self) -> bool:
        """Whether the need was computed, is of a kind that adds up, and is not of one of several."""
        whole, need = self.room.fact, self.need
        is_room = whole is None or _is_there(whole) or not whole.is_made
        return is_room and self.size == need.mention.low and need.is_made and need.kind in ADD_UP


def balances(ledger: Ledger) -> list[Balance]:
    """Return what is compared with what: in a calculation, in a sentence of the solution, or as its limit."""
    found: dict[tuple[float, float], Balance] = {}
    for one in (*_compared(ledger), *_with_limits(ledger), *_in_sentences(ledger)):
        found.setdefault((one.size, one.room.size), one)
    return list(found.values())


def held_to_fit(ledger: Ledger) -> list[Balance]:
    """Return what fits, as the text itself compares it, or as its verdict is that all is well."""
    is_said = ledger.view(verdict) is True
    return [
        one for one in ledger.view(balances) if one.size <= one.room.size * MORE and (one.is_told or is_said)
    ]


def balance(need: Fact, whole: Fact, line: int, *, size: float = 0.0, is_told: bool = True) -> Balance:
    """Return a need with a value as its room; of the size of the need, unless another one is told."""
    room = Room(whole.value, f"the {whole.text}", whole.place, whole)
    return Balance(need, room, size or need.mention.low, line, is_told)


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
    if need.origin is Origin.CALCULATIONS and is_told and need.kind in ADD_UP:
        return balance(need, whole, need.line)
    return None


def _in_claim(whole: Fact, need: Fact, claim: ClaimFacts) -> Balance | None:
    """Return what the values that a claim compares are to each other; of a quotient the smaller is needed."""
    result, size = claim.result, 0.0
    if result is None or claim.negative:
        return None
    if claim.claim.relation in BELOW:
        whole, need = need, whole
    elif claim.operator == "-":
        if whole.kind is not result.kind:
            return None
        if len(claim.operands) > 2 or result.value == 0:
            need, size = result, whole.value - result.value
    elif claim.operator != "/" or whole.kind is Kind.COUNT or not min(whole.value, need.value):
        return None
    elif whole.kind is Kind.TIME and Role.LIMIT not in {whole.role, need.role}:
        return None  # how many times as fast it is
    elif whole.value < need.value:
        whole, need = need, whole
    else:
        size = whole.value // need.value * need.value
    made = next((one for one in (need, *need.same) if one.result_of is not None), need)
    return balance(made, whole, _later_line(made, result), size=size)


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
        if total.kind not in ADD_UP:
            continue
        limit = limit_of(ledger, total)
        if limit is not None:
            yield balance(total, limit, _later_line(total, limit), is_told=False)
        elif total.kind is Kind.BYTES and (total.scope == "one" or ledger.view(devices_at_most) == 1):
            rooms = {room.size: room for room in ledger.view(rooms_of) if room.place not in OUTSIDE}
            if len(rooms) == 1:
                [room] = rooms.values()
                yield Balance(total, room, total.mention.low, total.line, is_told=False)


def _in_sentences(ledger: Ledger) -> Iterator[Balance]:
    """Yield the totals that the solution repeats beside a whole, or beside what is left of one."""
    said = [one for one in ledger.facts if one.origin in CONCLUDING and one.kind in ADD_UP]
    wholes = [one for one in said if one.role in ROOM and "rest" not in one.traits]
    wholes += [one for one in said if ledger.made_by(one, "-")]
    totals = [one for one in ledger.view(totals_of) if one.kind in ADD_UP]
    for whole in wholes:
        beside = ledger.beside(whole, whole.kind)
        for need in totals:
            if need.kind is not whole.kind or agree(need, whole) or need in ledger.parts(whole):
                continue  # of another kind, or what is left of another one beside it
            if any(agree(need, one) for one in beside if one.origin in CONCLUDING):
                yield balance(need, whole, need.line)
    for rest in said:
        if "rest" in rest.said:
            slack = max(rest.mention.step, _SLACK * rest.value)
            for whole in ledger.by_kind[rest.kind]:
                if whole.origin in GIVING and whole.is_topic:
                    for need in totals:
                        if need.kind is rest.kind and abs(whole.value - need.value - rest.value) <= slack:
                            yield balance(need, whole, need.line)


def givens_of(ledger: Ledger, fact: Fact) -> list[Fact]:
    """Return the givens that a value was computed of, also those that calculations repeat as bare numbers."""
    parts = ledger.parts(fact)
    numbers = {number for one in parts for number in (one.number, one.value) if len(str(number)) > 3}
    return [
        one
        for one in ledger.facts
        if one.path[0] in ASKED and (one in parts or not numbers.isdisjoint({one.number, one.value}))
    ]


def is_unused(ledger: Ledger, fact: Fact, *forms: float) -> bool:
    """Whether no calculation and no answer has a given: its value, its bare number or another form of it."""
    used = ledger.view(_numbers_used)
    kinds = PLAIN if fact.kind in PLAIN else {fact.kind}
    sizes = {_digits(one) for one in forms or (fact.value,)}
    return all(used.get(kind, set()).isdisjoint(sizes) for kind in kinds) and (
        bool(forms) or _digits(fact.number) not in used.get(None, set())
    )


def _numbers_used(ledger: Ledger) -> Mapping[Kind | None, Set[str]]:
    """Return the values of each kind that calculations and answers have, and all numbers without units."""
    used: dict[Kind | None, set[str]] = defaultdict(set)
    for fact in ledger.facts:
        if fact.path[0] not in ASKED:
            used[fact.kind].add(_digits(fact.value))
    for path, pieces in ledger.pieces.items():
        if path[0] not in ASKED:
            used[None].update(_digits(one) for piece in pieces if (one := number_of(piece)) is not None)
    return used


def _digits(number: float) -> str:
    return f"{number:.3g}"
