"""What a question adds or multiplies up, and what each such total has to stay below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from typing import Final

from qbank.facts.comparisons import compared_with, is_same
from qbank.facts.counted import is_plural, number_of, singular
from qbank.facts.derivation import agree, is_conversion, the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import (
    ASKING,
    CONCLUDING,
    GIVING,
    ROOM,
    Kind,
    Modality,
    Origin,
    Role,
    Why,
    unit_of_time,
)
from qbank.rules.physics.answers import nouns_of, places_answered
from qbank.rules.physics.unused import is_unused, told_of, unused_givens

ADDED_UP: Final = frozenset(
    (
        *(Kind.BYTES, Kind.BYTE_RATE, Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT),
        *(Kind.MONEY, Kind.EVENT_RATE, Kind.MASS, Kind.COUNT),
    )
)
USED_UP: Final = frozenset((Kind.BYTES, Kind.ENERGY, Kind.CHARGE, Kind.MONEY, Kind.POWER))
"""What is there once, so that needs of it add up, and some of it is left."""
_UNSHARED: Final = frozenset((Kind.MONEY, Kind.MASS))
"""What nobody shares by dividing it: what each costs is told only for comparison."""
_NEAR: Final = 3.0
"""A total and the limit that it is compared with are of one order of magnitude."""
_TWICE: Final = 2.0
_NEARLY_ALL: Final = 1.25
"""Farther from a total nothing is held against it of which no word says so."""
_SAME: Final = 1.025
"""Sizes of one memory with prefixes of 1000 and of 1024 are one limit."""
GROWS: Final = frozenset("+*")
_UNREAL: Final = frozenset((Modality.SUPPOSED, Modality.ASKED, Modality.CONCLUDED))
_LOOSE: Final = 0.005
_SLIGHTLY: Final = 1.005
_BINARY: Final = 1.02
_EXACTLY: Final = 1.001
_BLURS: Final = ((1e9, 1.074), (1e6, 1.049))
"""How much more a need in prefixes of 1024 may be than a room of so many bytes that is told in others."""
_OF_ONE: Final = frozenset(("per", "each", "every", "single"))
_KIBI: Final = frozenset((1000.0, 1024.0))
"""Factors that only convert: `1,024 * 1,024 = 1,048,576 B`."""
_SUPPLIES: Final = frozenset(("source", "link"))
HOLDERS: Final = frozenset(("device", "store", "place"))
_HARDWARE: Final = frozenset(("card", "board", "node", "device"))
MANY: Final = 10**9
_APART: Final = frozenset(("flash", "host", "disk"))
_INSIDE: Final = frozenset(("place", "data"))
"""What has a part of what a device has: its memory, an app."""
_HELD: Final = ADDED_UP - {Kind.EVENT_RATE}
_OF_MANY: Final = frozenset((Kind.COUNT, Kind.POWER, Kind.CURRENT))
"""What is told of so many things that it is a limit only where something has, may or can."""
_BOUNDING: Final = frozenset(("granting", "bounding", "possible"))
_UNTOLD: Final = frozenset((Why.UNIT, Why.NOTHING))
UNLIKE: Final = frozenset(("former", "latter", "maximum", "alternative"))
"""What the label of another case says: `Start now`, `Worst case`."""
_LIMITING: Final = frozenset(("limit", "nominal", "maximum", "usable"))


def totals_of(ledger: Ledger) -> list[Fact]:
    """Return what the calculations add or multiply up and use in no further sum or product of its kind."""
    return [
        total
        for total in ledger.view(amounts_of)
        if total.result_of is not None
        and ledger.claims[total.result_of].operator in GROWS
        and not goes_on(ledger, total)
    ]


def amounts_of(ledger: Ledger) -> list[Fact]:
    """Return what the calculations add or multiply up or spread over a time, also on the way to more."""
    found: list[Fact] = []
    for claim, total in ledger.worked_out():
        if (
            total.kind in ADDED_UP
            and _adds_up(ledger, claim, total)
            and not claim.negative
            and total.is_topic
            and total.origin is Origin.CALCULATIONS
            and (total.role not in ROOM or ("maximum" in total.traits and claim.operator == "+"))
            and total.subject.sort != "source"  # what a panel yields is no need
            and "supplied" not in cues_in(ledger.label_of(total))
            and not any(_is_told_room(one, total.kind) for one in (*total.same, *claim.operands))
            and not _only_converts(ledger, claim)
            and not _is_slowed(claim, total)
        ):
            found.append(total)
    return found


def _adds_up(ledger: Ledger, claim: ClaimFacts, total: Fact) -> bool:
    """Tell whether a claim adds, multiplies or spreads: `882 TB / 7 d`, `Per GPU: 350 GB / 4`."""
    if claim.operator == "-":
        return is_reduced(ledger, claim, total)
    if claim.operator != "/":
        return claim.operator in GROWS
    kinds = [one.kind for one in claim.operands]
    is_rate = total.kind is Kind.BYTE_RATE and kinds == [Kind.BYTES, Kind.TIME]
    is_share = total.kind is Kind.BYTES and kinds[1:] == [Kind.COUNT] and names_one(ledger, total)
    is_current = total.kind is Kind.CURRENT and kinds[-1:] == [Kind.VOLTAGE]
    is_moving = (
        total.kind is Kind.TIME
        and kinds == [Kind.BYTES, Kind.BYTE_RATE]
        and claim.operands[0].role not in ROOM
    )
    is_lossy = kinds == [total.kind, Kind.COUNT] and claim.operands[1].value < 1  # `13.1 W / 0.9`
    return is_rate or is_share or is_current or is_moving or is_lossy


def is_reduced(ledger: Ledger, claim: ClaimFacts, total: Fact) -> bool:
    """Tell whether a claim saves something of a sum: `New steady state: 2.7 W - 0.2 W = 2.5 W`."""
    is_sum = bool(claim.operands) and bool(ledger.made_by(claim.operands[0], "+"))
    return is_sum and not claim.negative and total.kind is not Kind.MONEY and "rest" not in total.said


def names_one(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is that of one of several: `Per broker`, `Card, total`, or a sum of such terms."""
    return id(total) in ledger.view(_of_one)


def _of_one(ledger: Ledger) -> frozenset[int]:
    """Return what is of one of several, by its identity: by words, or as a sum that has such a term."""
    found: set[int] = set()
    for fact in ledger.facts:
        if _is_named_one(ledger, fact):
            found.update(map(id, (fact, *(one for one in fact.same if one.is_calculated))))
    for claim, total in ledger.worked_out("+"):
        terms = [one for one in claim.operands if one.kind is total.kind]
        if any(id(one) in found and one.is_made for one in terms):
            found.update(map(id, (total, *total.same)))
    return frozenset(found)


def _is_named_one(ledger: Ledger, total: Fact) -> bool:
    first = next((piece for piece in ledger.label_of(total) if piece.is_word), None)
    if first is None or total.scope == "one":
        return total.scope == "one"
    return first.text in _OF_ONE or (first.meaning.sort == "device" and not is_plural(first.text))


def _is_slowed(claim: ClaimFacts, total: Fact) -> bool:
    """Tell whether a rate is what can be done of another one, and no need: `60 * 0.7 = 42 tokens/s`."""
    return total.kind is Kind.EVENT_RATE and any(
        one.value < 1 and one.kind is not Kind.EVENT_RATE for one in claim.operands
    )


def _is_told_room(fact: Fact, kind: Kind) -> bool:
    """Tell whether the question gives a value as room or a limit of a kind."""
    told = fact.origin not in CONCLUDING and fact.is_topic
    return fact.kind is kind and fact.role in ROOM and told


def _only_converts(ledger: Ledger, claim: ClaimFacts) -> bool:
    """Tell whether a claim only states a value in another unit, or one that the question gives."""
    result = claim.result
    if result is None or claim.operator not in {"", "*", "/"}:
        return False
    bare = [one for one in claim.operands if one.kind is Kind.COUNT]
    scaled = [one for one in bare if one.value not in _KIBI]
    return (
        is_conversion(claim)
        or any(one.result_of is None and one.origin in ASKING for one in result.same)
        or (
            len(claim.operands) == len(bare) > len(scaled) == 1  # `374 * 1024`, where 374 KB are left
            and any(one.number == scaled[0].value for one in ledger.by_kind[result.kind] if one is not result)
        )
    )


def goes_on(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a result enters another sum or product of its kind, or is divided up among several."""
    return any(
        result is not total
        and not (claim.operator == "/" and total.kind in _UNSHARED)
        and not is_conversion(claim)
        and result.kind is total.kind
        and ("/" in result.mention.unit.name) is ("/" in total.mention.unit.name)  # no `kWh/day` of kW
        and any(one.kind is total.kind and agree(one, total) for one in claim.operands)
        for claim, result in ledger.worked_out("+*/^")
    )


def limit_of(ledger: Ledger, total: Fact) -> Fact | None:
    """Return the one value that a total has to stay below; None if it is none, or may be several."""
    if any(_may_be(one, total) for one in ledger.by_kind[total.kind]):
        return None
    # A given may have the value of a part by chance: a flash of 1 MB, and two images of 500 KB.
    parts = {one for one in ledger.parts(total) if one.origin not in GIVING} - {total}
    is_of_one = names_one(ledger, total)
    # What something covers is a need, and what it yields has no limit there.
    needs = [fact for one in ledger.relations if one.name == "covers" for fact in one.behind]
    found = []
    for fact in told_of(ledger, total.kind):
        if (
            fact.is_topic
            and (fact.modality not in _UNREAL or _is_of_hardware(fact))
            and fact.origin not in CONCLUDING
            and (fact.scope != "one" or is_of_one)
            and may_lie_in(total, fact.place)
            and total not in ledger.parts(fact)
            and (not _is_rest_of(ledger, fact, parts) or _is_unused_near(ledger, fact, total))
            and total.value / _NEAR <= fact.value * times_there(ledger, total, fact)
            and fact.value <= total.value * _NEAR
            and (_is_by_chance(ledger, fact) or not _is_part(ledger, fact, parts))
            and not (fact.role is Role.CAPACITY and "moved" in total.cues)
            and not any(agree(fact, covered) for covered in needs)
        ):
            found.append(fact)
    compared = compared_with(ledger, total)
    same = [fact for fact in found if any(is_same(fact, other) for other in compared)]
    strong = [fact for fact in found if may_limit(ledger, total, fact)]
    strong = strong or [fact for fact in found if is_held_against(ledger, total, fact)]
    strong = [fact for fact in strong if not is_narrowed(fact, strong)]
    strong = [fact for fact in strong if "sanction" in fact.cues] or strong  # `ends any app beyond 2 GB`
    if "external" not in total.said:  # of two memories, the one of the device itself
        strong = [fact for fact in strong if "external" not in fact.cues] or strong
    strong = [fact for fact in strong if fact in same] or strong
    if all(fact.origin in GIVING for fact in strong):
        strong = [fact for fact in strong if _is_restated(fact)] or strong
    if not strong:
        return None
    made_of = {id(part) for fact in strong for part in ledger.parts(fact) if not agree(part, fact)}
    strong = [fact for fact in strong if id(fact) not in made_of]
    places = {total.place} if total.place else ledger.view(places_answered)
    strong = [fact for fact in strong if fact.place in places] or strong
    most = max(strong, key=lambda one: one.value)
    return most if all(most.value <= one.value * _SAME or agree(most, one) for one in strong) else None


def _is_restated(fact: Fact) -> bool:
    """Tell whether the calculations state a limit, which of several is the one that they mean."""
    return any(one.path[-1] == "napkin_math" for one in (fact, *fact.same))


def times_there(ledger: Ledger, total: Fact, limit: Fact) -> int:
    """Return of how many devices a total may take a limit, if that is the memory of one."""
    if ledger.made_by(limit, "*"):
        return 1  # `2 * 80 GB = 160 GB` are of both already
    if names_one(ledger, total):
        owner = singular(limit.subject.name)  # `ten brokers with three 8 TB drives each`
        return limit.holders if owner in {piece.text for piece in ledger.label_of(total)} else 1
    of_device = limit.subject.sort == "device" or limit.subject.device is not None
    return max(limit.holders, ledger.view(devices_at_most) if total.kind is Kind.BYTES and of_device else 1)


def counts_hardware(fact: Fact) -> bool:
    """Tell whether a number counts devices."""
    # of `the card serves 24 chats` the number is not one of cards
    counted = fact.is_bare and fact.subject.thing in _HARDWARE and fact.subject.why is not Why.VERB
    return counted and fact.modality is not Modality.DENIED


def devices_at_most(ledger: Ledger) -> int:
    """Return how many devices there are at most; very many if it is not said."""
    counts: dict[str, int] = {}
    for fact in ledger.facts:
        if counts_hardware(fact) and fact.operand_of is None:
            counts[fact.subject.thing] = max(counts.get(fact.subject.thing, 1), int(fact.value))
    for named in ledger.devices:
        count = MANY if named.device.plural and named.count == 1 else named.count
        counts["device"] = max(counts.get("device", 1), count)
    product = 1
    for count in counts.values():
        product *= max(1, count)
    return product


def _is_part(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a total contains a value, or it was computed of what that contains."""
    return (
        any(one.kind is fact.kind and _is_one_value(one, fact) and not _is_apart(one, fact) for one in parts)
        or _is_subtotal(ledger, fact, parts)
        or not _is_told(ledger, fact)
    )


def _is_by_chance(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a given has the value of a result that was computed of other things."""
    return (
        fact.origin in GIVING
        and fact.role in ROOM
        and any(
            claim.operator in GROWS
            and len(claim.operands) > 1
            and not any(one.role in ROOM or one.value == fact.value for one in claim.operands)
            for claim in ledger.made_by(fact)
        )
    )


def _is_one_value(one: Fact, other: Fact) -> bool:
    """Tell whether two facts state one value; in one unit `10.5 kW` is not `11 kW` told loosely."""
    is_exact = one.kind is not Kind.BYTES or (
        one.mention.unit.name == other.mention.unit.name and one.mention.scale == other.mention.scale
    )
    return agree(one, other) and not (is_exact and abs(one.value - other.value) > _LOOSE * other.value)


def _is_apart(part: Fact, limit: Fact) -> bool:
    """Tell whether what a total has is not what there is, though its digits are near: 7,936 KiB and 8 MiB."""
    made = part.is_made and limit.role is Role.CAPACITY and limit.origin in GIVING
    return made and _are_binary(part, limit) and part.value != limit.value


def _are_binary(one: Fact, other: Fact) -> bool:
    """Tell whether two amounts are both written with prefixes of 1024, so that their digits part them."""
    return "i" in one.mention.unit.name and "i" in other.mention.unit.name


def is_narrowed(fact: Fact, limits: Iterable[Fact]) -> bool:
    """Tell whether a limit takes less of what a thing has: `at most 6 GB on a phone with 12 GB`."""
    return fact.role is Role.CAPACITY and any(
        one.value < fact.value and (_is_limit_of(one, fact) or _is_usable_of(one, fact)) for one in limits
    )


def _is_limit_of(one: Fact, fact: Fact) -> bool:
    of_same = one.subject.told in {fact.subject.told, ""} or one.subject.sort in _INSIDE
    return one.role is Role.LIMIT and of_same


def _is_usable_of(one: Fact, fact: Fact) -> bool:
    """Tell whether a value is what can be used of a capacity: `512 GB (410 GB usable)`."""
    here = (one.path, one.sentence) == (fact.path, fact.sentence)
    of_same = one.subject.told in {fact.subject.told, ""} or (here and one.subject.sort not in HOLDERS)
    is_rest = "rest" in one.said and one.origin in GIVING and "rest" not in fact.said
    return (is_rest and not one.subject.sort) or (
        of_same and "usable" in one.traits and "usable" not in fact.traits
    )


def may_lie_in(need: Fact, place: str) -> bool:
    """Tell whether nothing says that a need is in another place: in flash, not in SRAM."""
    places = {need.place, place}
    return "" in places or len(places) == 1 or _APART.isdisjoint(places)


def _is_of_hardware(fact: Fact) -> bool:
    """Tell whether a value belongs to hardware that a question names: `can one card (24 GB) serve it?`"""
    is_asked = fact.modality is Modality.ASKED
    return is_asked and fact.role is Role.CAPACITY and fact.subject.sort in HOLDERS


def _may_be(fact: Fact, total: Fact) -> bool:
    """Tell whether a capacity is so near a total that its digits do not part them: 2 MB and 2,012 KB."""
    given = fact.origin not in CONCLUDING and not fact.is_calculated
    near = _is_one_value(fact, total) and not (_is_apart(total, fact) and total.value > fact.value)
    return fact.role is Role.CAPACITY and given and near


def _is_rest_of(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a value is what is left when a total is there, or is kept free of it."""
    if fact.origin in GIVING and (fact.role is Role.LIMIT or fact.subject.device is not None):
        return False  # `leaves the device at most 12.95 W`
    if "rest" not in fact.said and not any(
        "rest" in one.said for one in fact.same if one.result_of is not None
    ):
        return False
    made = None if fact.result_of is None else ledger.claims[fact.result_of]
    if made is None or made.operator != "-" or made.negative:
        return True
    taken = {part for one in made.operands[1:] for part in ledger.parts(one)}
    return any(agree(one, part) for one in taken for part in parts if part.kind is one.kind is fact.kind)


def _is_subtotal(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a value was computed of nothing but what a total contains."""
    return any(
        all(any(agree(one, part) for part in parts) for one in claim.operands)
        for claim in ledger.made_by(fact)
        if claim.operator in GROWS and len(claim.operands) > 1
        if any(one.value not in _KIBI for one in claim.operands)
    )


def is_limit(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is a limit by its role, its words, or as what a socket or a supply gives."""
    return (
        _is_supply(ledger, fact)
        or _is_yield(ledger, fact)
        or _is_left(ledger, fact)
        or _is_called_limit(ledger, fact)
        or fact.role in ROOM
        or not fact.cues.isdisjoint(_LIMITING)
        or (fact.role is Role.INTERVAL and "obliged" in fact.cues and fact.origin in GIVING)
    )


def _is_called_limit(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a limit is what a value is of: `an allowance of 2,500 kg CO2`."""
    before = ledger.pieces[fact.path][max(0, fact.at - 2) : fact.at]
    return len(before) == 2 and before[0].meaning.sort == "limit" and before[1].meaning.part == "of"


def may_limit(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether words say that a total has to stay below a value, or it is the time between two works."""
    is_rest = "rest" in fact.said and fact.kind in USED_UP and _is_unused_near(ledger, fact, total)
    return is_rest or is_limit(ledger, fact) or is_period_of(ledger, total, fact)


def is_held_against(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a given can only be what a total has to stay below, though no word says so.

    Nothing uses it, and it is the only one near that total; no verb says that something takes it, unless
    it is told of what the label of the total names: `the arena was laid out for 96 KB`, `Arena: ...`.
    """
    label = ledger.label_of(total)
    near = [one for one in ledger.view(amounts_of) if _is_near(fact, one)]
    ends = (one for one in near if not any(one in ledger.parts(other) for other in near if other is not one))
    return (
        _is_unused_near(ledger, fact, total)
        and not _has_other_room(ledger, total)
        and not _is_kept_by_another(ledger, total, fact)
        and all(_is_largest(fact, one) for one in ledger.view(unused_givens) if _is_near(one, total))
        and the_only(ends) is total
        and fact.kind in _HELD
        and fact.modality is Modality.GIVEN
        and not fact.mention.approximate
        and (fact.role_why in _UNTOLD or names_same(ledger, total, fact) or _is_period(fact))
        and (fact.role is not Role.INTERVAL or (bool(ledger.made_by(total, "+")) and _is_serial(ledger)))
        and (
            fact.kind not in _OF_MANY
            or not fact.cues.isdisjoint(_BOUNDING)
            or (fact.kind is Kind.POWER and names_same(ledger, total, fact))
        )
        and not _is_told_exceeded(ledger, fact)
        and _is_in_its_time(ledger, total, fact)
        and not _is_carried(ledger, total)
        and not is_scaled(ledger, total)
        and not (total.kind is Kind.TIME and ledger.made_by(total, "/"))
        and UNLIKE.isdisjoint(cues_in(label))
        and not _counts_several(label)
    )


def _has_other_room(ledger: Ledger, total: Fact) -> bool:
    """Tell whether nothing uses a larger room either, in which a total fits: `16 GB of eMMC`."""
    rooms = (one for one in ledger.view(unused_givens) if one.role is Role.CAPACITY)
    return any(one.kind is total.kind and one.value >= total.value for one in rooms)


def _is_kept_by_another(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether what is concluded has a value that the limit allows: `eleven runs (29.7 t) here`."""
    told = (one for one in ledger.by_kind[total.kind] if one.origin in CONCLUDING)
    return any(limit.value / _NEARLY_ALL <= one.value <= limit.value for one in told if not agree(one, limit))


def _is_period(fact: Fact) -> bool:
    return fact.role is Role.INTERVAL or fact.subject.thing == "period"


def _is_near(fact: Fact, total: Fact) -> bool:
    return fact.kind is total.kind and total.value / _TWICE <= fact.value <= total.value * _TWICE


def _is_in_its_time(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a label tells no other time than that of an amount: `per month` beside 9 MB a day."""
    words = [singular(piece.text) for piece in ledger.label_of(total)]
    times = [time for word in words if (time := unit_of_time(word)) is not None]
    return fact.kind is not Kind.BYTES or not fact.per or not times or unit_of_time(fact.per) in times


def _is_told_exceeded(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a question says that something is beyond a value: `come more than two seconds late`."""
    where = (fact.path, fact.at - 1)
    return any(one.name == "exceeds" and (one.path, one.at) == where for one in ledger.relations)


def _is_largest(fact: Fact, other: Fact) -> bool:
    """Tell whether a value is told twice, and one of the two is the larger: `128 Mbit, 16,384 KB`."""
    return fact.value / _SAME <= other.value <= fact.value


def _is_unused_near(ledger: Ledger, fact: Fact, total: Fact) -> bool:
    return is_unused(ledger, fact) and _is_near(fact, total)


def _counts_several(label: Sequence[Piece]) -> bool:
    """Tell whether a label is that of several things, and not of some days: `Two sites`."""
    return any(
        (number_of(one) or 1) > 1 and two.is_word and unit_of_time(singular(two.text)) is None
        for one, two in pairwise(label)
    )


def names_same(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a value is told of what the label of a total names."""
    label = [piece for piece in ledger.label_of(total) if piece.is_word]
    told = nouns_of(ledger.clause_of(fact))
    is_taken = fact.role_why is Why.VERB and "granting" not in fact.cues
    things = {piece.meaning.thing for piece in label} - {""}
    return not is_taken and (not told.isdisjoint(nouns_of(label)) or fact.subject.thing in things)


def is_scaled(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a time is another one with a margin, and so itself a limit: `Gate: 180 ms * 1.05`."""
    made_of = [one for claim in ledger.made_by(total) for one in claim.operands]
    return total.kind is Kind.TIME and any(one.kind is Kind.COUNT and one.value % 1 for one in made_of)


def _is_carried(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is what a rate makes of a time, which may be what can be done: `In 8 h: ...`."""
    made_of = (one for claim in ledger.made_by(total, "*") for one in claim.operands)
    return total.kind is Kind.BYTES and any(one.kind is Kind.BYTE_RATE for one in made_of)


def is_period_of(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a time is that of what comes again and again, and a total what the work on one takes.

    `in hops of 4 ms`, and `Work per hop: 1.5 + 2.9 = 4.4 ms`, where one stage waits for the other.
    """
    if fact.kind is not Kind.TIME or fact.origin not in GIVING or fact.operand_of is not None:
        return False
    label = [piece for piece in ledger.label_of(total) if piece.is_word]
    of = [singular(two.text) for one, two in pairwise(label) if one.meaning.part == "per"]
    words = {singular(piece.text) for piece in ledger.clause_of(fact) if piece.is_word}
    told = {singular(fact.subject.told)} if fact.role is not Role.INTERVAL else words
    return not told.isdisjoint(of) and _is_serial(ledger)


def _is_serial(ledger: Ledger) -> bool:
    """Tell whether anything says that one stage waits for the other."""
    return any("serial" in cues_in(pieces) for pieces in ledger.pieces.values())


def _is_supply(ledger: Ledger, fact: Fact) -> bool:
    if fact.kind is Kind.BYTE_RATE and fact.origin in GIVING:
        is_rate = fact.role is Role.BANDWIDTH or (
            fact.role is Role.THROUGHPUT and not fact.mention.approximate and is_unused(ledger, fact)
        )
        return (is_rate and fact.subject.sort == "link") or (
            fact.subject.thing == "disk" and not is_plural(fact.subject.name)
        )
    is_yield = fact.kind is Kind.ENERGY and fact.subject.sort == "source" and fact.origin in GIVING
    return is_yield or (fact.kind is Kind.POWER and fact.subject.sort in _SUPPLIES)


def _is_yield(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a line works out what a source gives: `Panel 5 W * 1.6 h * 0.75 = 6.0 Wh/day`."""
    if fact.kind not in {Kind.POWER, Kind.ENERGY} or fact.result_of is None or fact.origin not in GIVING:
        return False
    line = [piece for piece in ledger.sentence_of(fact) if piece.line == fact.line and piece.is_word]
    return any(piece.meaning.sort == "source" for piece in line[:1])


def _is_left(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is what is left of what there is: `Free: 1,000 GB - 400 GB = 600 GB`."""
    if fact.kind not in USED_UP or fact.result_of is None or "rest" not in fact.said:
        return False
    claim = ledger.claims[fact.result_of]
    return claim.operator == "-" and bool(claim.operands) and claim.operands[0].role in ROOM


def _is_told(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is given, converted or what can be used of a limit, and enters no total."""
    for one in (fact, *fact.same):
        made = None if one.result_of is None else ledger.claims[one.result_of]
        used = None if one.operand_of is None else ledger.claims[one.operand_of]
        is_whole = fact.role in ROOM or "rest" in one.said or "usable" in fact.traits
        is_whole = is_whole or fact.subject.sort == "source" or _is_yield(ledger, fact)
        is_whole = is_whole or "limit" in cues_in(ledger.label_of(one)[:1])  # `Allowed: ...`
        if made is not None and not is_whole and not _only_converts(ledger, made):
            return False
        if made is not None and made.operator in "*/" and _is_for_need(made, fact):
            return False
        if used is not None and used.operator in GROWS and not _only_converts(ledger, used):
            return _is_of_several(used, fact)
    return True


def _is_for_need(made: ClaimFacts, fact: Fact) -> bool:
    """Tell whether a room was worked out of what has to lie in it: `4 PB * 11/8 = 5.5 PB`."""
    amounts = [one for one in made.operands if one.kind is fact.kind is Kind.BYTES]
    return bool(amounts) and not any(one.role in ROOM or one.subject.device for one in amounts)


def _is_of_several(used: ClaimFacts, fact: Fact) -> bool:
    """Tell whether a calculation takes the room of one so many times: `Memory to buy: 3 * 256 GiB`."""
    whole = used.result
    return (
        fact.role in ROOM
        and used.operator == "*"
        and whole is not None
        and whole.role in ROOM
        and all(one.kind is Kind.COUNT or agree(one, fact) for one in used.operands)
    )


def is_alone_on_line(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a line states a value and no other, but for numbers of things."""
    return all(
        other.kind is Kind.COUNT or agree(fact, other)
        for other in ledger.facts
        if (other.path, other.line) == (fact.path, fact.line)
    )


def beyond(need: Fact, room: Fact | None = None) -> float:
    """Return how many times what there is a need has to be to be more; prefixes of 1024 blur bytes.

    What is written in one unit or with prefixes of 1024 on both sides, and is not about so much, is exact.
    """
    if room is not None and not (need.mention.approximate or room.mention.approximate):
        in_one_unit = need.mention.unit.scale == room.mention.unit.scale  # `B` and `bytes`
        if in_one_unit or _are_binary(need, room):
            return _EXACTLY
    if need.kind is not Kind.BYTES:
        return _SLIGHTLY
    size = room.value if room is not None and "i" in need.mention.unit.name else 0
    return next((blur for least, blur in _BLURS if size >= least), _BINARY)
