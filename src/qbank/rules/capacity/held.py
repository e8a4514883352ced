"""What is within a room as it is told, and beyond what of that there is for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from math import isclose, prod
from typing import Final

from msgspec import Struct

from qbank.facts.comparisons import Comparison, comparisons, is_same
from qbank.facts.counted import counted, number_of, singular
from qbank.facts.derivation import PLAIN, agree, the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKED, GIVING, ROOM, Kind, Modality, Role
from qbank.rules.capacity.answers import answers, is_admitted, is_refused, nouns_of, verdict
from qbank.rules.capacity.givens import unused_givens
from qbank.rules.capacity.held_against import is_serial
from qbank.rules.capacity.limits import is_limit, limits_of
from qbank.rules.capacity.needs import ADDED_UP, amounts_of, goes_on
from qbank.rules.capacity.rooms import beyond, may_lie_in
from qbank.rules.capacity.withheld import (
    KEPT,
    SLOTS,
    copies,
    doubled,
    is_overlapping,
    parity_drives,
    shares_withheld,
    units_out,
)

_STORED: Final = frozenset((Kind.BYTES, Kind.BYTE_RATE))
_CARRIED: Final = frozenset((Kind.EVENT_RATE, Kind.POWER, Kind.COUNT, Kind.BYTE_RATE))
_IN_PART: Final = ADDED_UP - {Kind.COUNT, Kind.EVENT_RATE, Kind.TIME, Kind.MONEY}
_RESTRICTING: Final = frozenset(("usable", "limit", "kept-free", "withheld", "reserve"))
_MORE: Final = frozenset(
    ("another", "further", "additional", "additionally", "also", "besides", "extra", "too")
)
"""Words by which something comes on top of what was told before."""
_ON_TOP: Final = KEPT | {"taken"}
_ELSEWHERE: Final = frozenset(
    (
        *("denied", "alternative", "former", "claimed", "supposed", "maximum", "distractor", "help"),
        *("average", "external", "ahead"),
    )
)
"""What is said of another case or place, or of what a device was before."""
_MOST: Final = 10_000
_NEARLY_ALL: Final = 0.9995
_NEAR: Final = 0.003
_EXACT: Final = 1e-6
_ALMOST: Final = 0.001
_ADD_UP: Final = frozenset(
    (Kind.BYTES, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT, Kind.MONEY, Kind.POWER, Kind.MASS)
)
_APART: Final = frozenset(("supposed", "former", "alternative", "denied", "claimed", "total"))
"""What the label of another case says, or of all that there is."""
_TELLING: Final = 3
"""Smaller bare numbers count things, and repeat no amount."""
_DIGITS: Final = 6
_MOST_NEEDS: Final = 5
_ROUNDED: Final = 0.005


class Held(Struct, frozen=True):
    """What a text itself holds against a room, and is within it; maybe so many times."""

    needs: Sequence[Fact]
    room: Fact
    times: int = 1

    @property
    def taken(self) -> float:
        """How much of the room is taken, in base units."""
        return self.times * sum(need.value for need in self.needs)


class Missing(Struct, frozen=True):
    """How much more is taken of a room, or not there of it, in base units; why, and what tells it."""

    amount: float
    why: str
    fact: Fact | None = None


def beyond_part(ledger: Ledger) -> Iterator[tuple[Held, Missing]]:
    """Yield what is within a room as it is told, and beyond what of that there is for it.

    One unit may be out, an image lies there twice, a share stays free, a sum leaves something out: whatever
    it is, so much is missing from the room.
    """
    seen: set[tuple[float, float, str]] = set()
    for one in ledger.view(_held):
        for missing in _missing(ledger, one):
            is_more = one.taken + missing.amount > one.room.value * beyond(one.needs[0], one.room)
            case = one.taken, one.room.value, missing.why  # a value may stand in several lines
            if is_more and case not in seen and not _is_excused(ledger, one, missing):
                seen.add(case)
                yield one, missing


def _is_excused(ledger: Ledger, one: Held, missing: Missing) -> bool:
    """Tell whether the solution says that it cannot be; of a failure it may well speak."""
    if missing.fact is not None:
        return is_admitted(ledger, one.needs[0], one.room)
    if (said := ledger.view(verdict)) is None:
        return is_admitted(ledger)
    is_short = ledger.view(is_refused) or not all(each.suffices for each in ledger.view(answers))
    return not said or (is_short and is_admitted(ledger, one.needs[0], one.room))


def _held(ledger: Ledger) -> list[Held]:
    """Return what is held against a room: in a difference, a share, a sentence or a line."""
    found: list[Held] = []
    for claim, rest in ledger.worked_out("-"):
        whole, *needs = claim.operands or (rest,)
        if needs and not claim.negative:
            found.append(Held(needs, whole))
    for pair in ledger.view(comparisons):
        if pair.claim is None or pair.claim.operator != "-":
            need, room = sorted((pair.one, pair.other), key=lambda one: one.value)
            if is_limit(ledger, room) or ledger.made_by(room, "*") or ledger.made_by(room, "-"):
                found.append(Held((need,), room))
                if (number := _number_there(ledger, pair)) > 1:
                    found.append(Held((need,), room, number))
    for total in ledger.view(amounts_of):
        limit = ledger.view(limits_of)[id(total)]
        if limit is not None and not goes_on(ledger, total):
            found.append(Held((total,), limit))
    return [
        one
        for one in found
        if one.room.kind in ADDED_UP
        and one.room.is_topic
        and all(need.kind is one.room.kind and need.is_topic for need in one.needs)
        and not all(fact.path[0] in ASKED for fact in (*one.needs, one.room))
        and all(may_lie_in(need, one.room.place) for need in one.needs)
        and all(_of_time(need) == _of_time(one.room) for need in one.needs)
        and one.taken <= one.room.value * _NEARLY_ALL
    ]


def _of_time(fact: Fact) -> str:
    """Return the time of a rate: a line carries so much a second, and is used for some hours a day."""
    return fact.mention.unit.name.partition("/")[2] if fact.kind is Kind.BYTE_RATE else ""


def _number_there(ledger: Ledger, pair: Comparison) -> int:
    """Return how many things a room is said to take by a quotient: `10 / 1.5 = 6.7`, and `six users fit`."""
    times = None if pair.claim is None else pair.claim.result
    if times is None or times.kind not in PLAIN or not 1 < times.value < _MOST:
        return 1
    told = {one.number for one in ledger.view(counted) if one.path in ledger.solution}
    return int(times.value) if int(times.value) in told else 1


def _missing(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield all that may be missing from a room."""
    if one.room.kind in _CARRIED:
        yield from _units_out(ledger, one)
    if one.room.kind in _STORED:
        yield from _doubled(ledger, one)
        yield from _copies(ledger, one)
        yield from _overlapping(ledger, one)
        yield from _parity(ledger, one)
    if one.room.kind in _IN_PART:
        yield from _shares(ledger, one)
        yield from _lines(ledger, one)
    yield from _left_out(ledger, one)
    yield from _besides(ledger, one)


def _left_out(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield what a question gives and nothing uses, if it takes of a room, or is kept from it.

    It is told in one sentence with a term of the sum that is held against the room, comes on top of
    something, or is kept free: `the arena takes 150 KB, and the stack 60 KB`, `another 3 GB`.
    """
    terms = [term for need in one.needs for claim in ledger.made_by(need, "+") for term in claim.operands]
    places = {
        (given.path, given.sentence)
        for given in ledger.facts
        if given.path[0] in ASKED
        if any(is_same(given, term) for term in terms)
    }
    for part in ledger.view(unused_givens) if terms else ():
        is_beside = (part.path, part.sentence) in places
        if _may_be_part(ledger, part, one) and (is_beside or _comes_on_top(ledger, part)):
            yield Missing(part.value, f"with {part.text}, which nothing adds up", part)
    parts = [each for fact in (*one.needs, one.room) for each in ledger.parts(fact)]
    for part in ledger.by_kind[one.room.kind] if one.room.kind in _IN_PART else ():
        is_kept = part.path[0] in ASKED and part.is_topic and not KEPT.isdisjoint(part.said)
        is_kept = is_kept and part.role is not Role.BANDWIDTH and part.value < one.room.value
        if is_kept and _is_base(ledger, part, one.room) and not any(is_same(each, part) for each in parts):
            yield Missing(part.value, f"with {part.text} kept from it", part)


def _besides(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield what other amounts take of the one room of a kind, where no line adds them up."""
    alike = ledger.by_kind[one.room.kind] if one.room.kind in _ADD_UP and len(one.needs) == 1 else ()
    rooms = (each for each in alike if each.origin in GIVING and each.is_topic and is_limit(ledger, each))
    need, room = one.needs[0], the_only(rooms)
    if room is None or not agree(room, one.room) or not _stands_alone(ledger, need):
        return
    others = [
        other
        for other in ledger.view(amounts_of)
        if other.kind is need.kind and not agree(other, need)
        if may_lie_in(other, room.place) and _stands_alone(ledger, other)
        if not any(is_same(room, part) for part in ledger.parts(other))
    ]
    needs = [need, *others]
    is_within = 1 < len(needs) <= _MOST_NEEDS and all(other.value <= room.value for other in others)
    if is_within and _are_apart(ledger, needs) and not _is_any_sum_told(ledger, needs):
        together = sum(other.value for other in others)
        yield Missing(together, f"with {others[-1].text} besides, which nothing adds up", others[-1])


def _stands_alone(ledger: Ledger, need: Fact) -> bool:
    """Tell whether an amount is of no other case, and no other one is made of it."""
    return (
        _APART.isdisjoint(cues_in(ledger.label_of(need)))
        and not is_limit(ledger, need)
        and not any(_goes_into(claim, need) for claim in ledger.claims)
    )


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


def _may_be_part(ledger: Ledger, part: Fact, one: Held) -> bool:
    """Tell whether a given may take of a room what the terms of a sum take of it."""
    return (
        part.kind is one.room.kind
        and part.value < one.room.value
        and part.is_topic
        and part.modality in {Modality.GIVEN, Modality.LIMIT}
        and part.role not in ROOM
        and number_of(ledger.pieces[part.path][part.at - 1]) is None  # `eight 700 W GPUs`
        and _ELSEWHERE.isdisjoint(part.said)
        and may_lie_in(part, one.room.place)
        and (part.kind is not Kind.TIME or ledger.view(is_serial))
        and not _is_taken_off_by(ledger, part, one.room)
    )


def _comes_on_top(ledger: Ledger, part: Fact) -> bool:
    more = any(piece.text in _MORE for piece in ledger.clause_of(part))
    return part.kind is not Kind.TIME and (more or not _ON_TOP.isdisjoint(part.said))


def _is_taken_off_by(ledger: Ledger, part: Fact, room: Fact) -> bool:
    """Tell whether a room is what a part has left of a larger one: 38.5 GB of 40, where 1.5 are kept free."""
    whole = room.value + part.value
    memories = (one.device.memory or 0.0 for one in ledger.devices)
    told = (one.value for one in ledger.by_kind[room.kind])
    return any(isclose(value, whole, rel_tol=_ALMOST) for value in (*memories, *told))


def _products(ledger: Ledger, fact: Fact) -> list[ClaimFacts]:
    """Return the products that a value is, also as the bare number that a line repeats."""
    same = [part for part in ledger.parts(fact) if part.number == fact.number]
    found = [claim for part in same for claim in ledger.made_by(part, "*")]
    return list({id(claim): claim for claim in found}.values())


def _counts(claim: ClaimFacts) -> list[int]:
    """Return the whole numbers that a claim multiplies by, if it does nothing else: no `(5 - 1) * 8 TB`."""
    plain = [one.number for one in claim.operands if one.kind in PLAIN]
    made, value = claim.result, prod(one.value for one in claim.operands)
    if made is None or not any(isclose(value, size, rel_tol=_NEAR) for size in (made.value, made.number)):
        return []
    return [int(number) for number in plain if 1 < number < 10**5 and not number % 1]


def _units_out(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield the one of several equal units of which any one may be out."""
    lost = ledger.view(units_out)
    told = {each.number for each in ledger.view(counted) if each.noun.split()[-1] in lost}
    told = {number for number in {*told, *lost.values()} if number > 1}
    for claim in (claim for need in one.needs for claim in ledger.made_by(need, "/")) if lost else ():
        for units in told & {part.number for part in claim.operands[1:]}:
            yield Missing(one.taken / (units - 1), f"shared by {units - 1} of {units}")
    rates = {fact.number for fact in ledger.by_kind[one.room.kind]} if one.room.kind is not Kind.COUNT else ()
    for claim in _products(ledger, one.room) if lost else ():
        counts = _counts(claim)
        if all(part.is_bare for part in claim.operands):  # `12 * 450` of 450 requests/s
            counts = [number for number in counts if number not in rates]
        found = [(units, number) for number in counts for units in told or counts if not number % units]
        for units, number in sorted(found, key=lambda each: (-each[0], each[1]))[:1]:
            if not _is_rest(ledger, units, number, told) and not _is_of_one(ledger, one.room, units):
                yield Missing(one.room.value / units, f"without one of the {units}")


def _is_rest(ledger: Ledger, units: int, number: int, told: Set[int]) -> bool:
    """Tell whether some units are those that are there without the one that is out."""
    if number == units:
        return number + 1 in told
    return any(fact.number == number * units / (units - 1) for fact in ledger.by_kind[Kind.COUNT])


def _is_of_one(ledger: Ledger, room: Fact, units: int) -> bool:
    """Tell whether a room is that of one of several units, since a line takes it so many times."""
    return any(
        units in _counts(claim)
        and any(part.kind is room.kind and agree(part, room) for part in claim.operands)
        for claim, _ in ledger.worked_out("*")
    )


def _parts(ledger: Ledger, one: Held) -> list[Fact]:
    """Return what enters the needs of a room, of its kind."""
    every = [part for need in one.needs for part in (need, *ledger.parts(need))]
    return [part for part in every if part.kind is one.room.kind and part.value <= one.taken]


def _is_reckoned(ledger: Ledger, one: Held, *factors: float) -> bool:
    """Tell whether a need was multiplied by one of some factors, or a room divided by it."""
    needs = [claim for need in one.needs for part in ledger.parts(need) for claim in ledger.made_by(part)]
    rooms = [claim for part in ledger.parts(one.room) for claim in ledger.made_by(part)]
    used = [part for claim in needs for part in claim.operands]
    used += [part for claim in rooms for part in claim.operands if claim.operator == "/" or part.value < 1]
    numbers = [part.value for part in used if part.kind in PLAIN]
    return any(isclose(number, factor, rel_tol=_EXACT) for number in numbers for factor in factors)


def _multiplies(ledger: Ledger, one: Held, number: int) -> bool:
    """Tell whether the calculations take any amount so many times, or divide it, but for the room itself."""
    rooms = ledger.parts(one.room)
    return any(
        made.kind is one.room.kind
        and any(part.kind in PLAIN and part.number == number for part in claim.operands)
        and not (
            claim.operator == "*" and made in rooms and any(part.role in ROOM for part in claim.operands)
        )
        for claim, made in ledger.worked_out()
    )


def _doubled(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield the second of two images or buffers."""
    nouns = ledger.view(doubled)
    if not nouns or _multiplies(ledger, one, 2):
        return
    nouns -= SLOTS if one.room.place not in {"", "flash"} else {""}
    parts = [part for part in _parts(ledger, one) if 2 not in map(number_of, ledger.label_of(part))]
    named = [part for part in parts if nouns & {*nouns_of(ledger.label_of(part)), part.subject.told}]
    if not named and "slot" in nouns:
        named = [part for part in parts if part is not one.needs[0] and part.operand_of is not None]
    buffers = {part.value for part in named if "buffer" in nouns_of(ledger.label_of(part))}
    is_each = "buffer" in nouns and len(buffers) > 1  # one for each of two things
    if named and not is_each:
        part = max(named, key=lambda part: part.value)
        yield Missing(part.value, f"with {part.text} twice")


def _copies(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield the other copies of what is kept more than once."""
    number = ledger.view(copies)
    if number > 1 and not _multiplies(ledger, one, number):
        yield Missing(one.taken * (number - 1), f"in {number} copies")


def _overlapping(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield the one more of several that is written before the oldest goes."""
    if not ledger.view(is_overlapping):
        return
    asked = [piece for path, pieces in ledger.pieces.items() if path[0] in ASKED for piece in pieces]
    told = set(map(number_of, asked))
    for need in one.needs:
        for claim in _products(ledger, need):
            counts = [number for number in _counts(claim) if number in told]
            if len(counts) == 1 and len(claim.operands) == 2:
                yield Missing(need.value / counts[0], "with the next one written before the oldest goes")


def _parity(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield what an array of drives gives up for parity."""
    drives = ledger.view(parity_drives)
    for claim in _products(ledger, one.room) if drives else ():
        if counts := _counts(claim):
            yield Missing(one.room.value * drives / prod(counts), "less the parity of its array")


def _rooms(ledger: Ledger) -> list[Fact]:
    """Return what a question gives as rooms, or its text holds something against."""
    rooms = [one.room for one in ledger.view(_held)]
    return [
        fact
        for fact in ledger.facts
        if fact.path[0] in ASKED and fact.is_topic and fact.kind in ADDED_UP
        if fact.role in {*ROOM, Role.BANDWIDTH} or any(_enters(ledger, fact, one) for one in rooms)
    ]


def _enters(ledger: Ledger, fact: Fact, room: Fact) -> bool:
    """Tell whether a room is a value or was worked out of it, maybe as a bare number."""
    parts = ledger.parts(room)
    return fact in parts or any(part.is_bare and part.number == fact.number for part in parts)


def _is_base(ledger: Ledger, told: Fact, room: Fact) -> bool:
    """Tell whether something is told of a room: of what its sentence names, or what was told last."""
    of_kind = [one for one in ledger.view(_rooms) if one.kind is told.kind or told.kind is Kind.SHARE]
    here = [one for one in of_kind if one.path == told.path and one is not told]
    rooms = [one for one in here if may_lie_in(told, one.place)]
    sentence = ledger.sentence_of(told)
    words, places = nouns_of(sentence), {piece.meaning.place for piece in sentence} - {""}
    rooms = [one for one in rooms if one.place in places] or rooms
    named = [one for one in rooms if singular(one.subject.name.split(" ")[-1]) in words]
    before = [one for one in named or rooms if one.at < told.at]
    before = [one for one in before if named or told.sentence - one.sentence <= 1]
    here = [one for one in rooms if one.sentence == told.sentence]
    base = next(iter((*before[-1:], *here)), None)
    return base is not None and _enters(ledger, base, room)


def _shares(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield the share of a room that is not to be used, if nothing takes it off yet."""
    for share, part in ledger.view(shares_withheld):
        used = (part, 1 - part, 100 * part, 100 - 100 * part)
        is_used = _is_reckoned(ledger, one, *used) or _is_taken_off(ledger, one, part)
        if _is_base(ledger, share, one.room) and not is_used:
            yield Missing(one.room.value * part, f"by the {share.text} that are told of it")


def _is_taken_off(ledger: Ledger, one: Held, part: float) -> bool:
    """Tell whether a room is what a share leaves of a value, or the text has what it leaves of the room."""
    alike, parts = ledger.by_kind[one.room.kind], ledger.parts(one.room)
    wholes = [(fact, whole) for fact in parts if fact.kind is one.room.kind for whole in alike]
    lefts = [(fact, one.room) for fact in alike if fact.path[0] not in ASKED and not fact.is_made]
    return any(
        isclose(fact.value, whole.value * (1 - part), rel_tol=_EXACT) for fact, whole in wholes + lefts
    )


def _lines(ledger: Ledger, one: Held) -> Iterator[Missing]:
    """Yield what a line takes as a share of a room to be left, or leaves of it to be used."""
    for claim, made in ledger.worked_out("*"):
        whole = [part for part in claim.operands if part.kind is made.kind]
        cues = cues_in(ledger.label_of(made))
        is_part = len(claim.operands) == 2 and len(whole) == 1 and made.value < one.room.value
        is_part = is_part and agree(whole[0], one.room) and not any(agree(made, need) for need in one.needs)
        if is_part and not cues.isdisjoint(_RESTRICTING):
            left = one.room.value - made.value
            yield Missing(min(left, made.value), f"by the {made.text} that a line works out of it")
