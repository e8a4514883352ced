"""The one value that a total has to stay below."""

from __future__ import annotations

from collections.abc import Set
from itertools import pairwise
from typing import Final

from qbank.facts.comparisons import compared_with, is_same
from qbank.facts.counted import is_plural, singular
from qbank.facts.derivation import agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import CONCLUDING, GIVING, ROOM, Kind, Modality, Role
from qbank.rules.capacity.answers import places_answered
from qbank.rules.capacity.givens import is_unused, told_of
from qbank.rules.capacity.held_against import SAME, UNLIKE, is_held_against, is_serial, is_unused_near
from qbank.rules.capacity.memories import memory_for
from qbank.rules.capacity.needs import GROWS, KIBI, USED_UP, amounts_of, names_one, only_converts
from qbank.rules.capacity.rooms import (
    is_apart,
    is_narrowed,
    is_one_value,
    may_lie_in,
    times_there,
)
from qbank.rules.capacity.supplies import stated_room

_NEAR: Final = 3.0
"""A total and the limit that it is compared with are of one order of magnitude."""
_UNREAL: Final = frozenset((Modality.SUPPOSED, Modality.ASKED, Modality.CONCLUDED))
_SUPPLIES: Final = frozenset(("source", "link"))
_LIMITING: Final = frozenset(("limit", "nominal", "maximum", "usable"))


def limits_of(ledger: Ledger) -> dict[int, Fact | None]:
    """Return what each amount has to stay below, by its identity: as told, of its device, or worked out."""
    return {id(total): _room_for(ledger, total) for total in ledger.view(amounts_of)}


def _room_for(ledger: Ledger, total: Fact) -> Fact | None:
    return _limit_of(ledger, total) or memory_for(ledger, total) or stated_room(ledger, total)


def _limit_of(ledger: Ledger, total: Fact) -> Fact | None:
    """Return the one value that a total has to stay below; None if it is none, or may be several."""
    # A given may have the value of a part by chance: a flash of 1 MB, and two images of 500 KB.
    parts = {one for one in ledger.parts(total) if one.origin not in GIVING} - {total}
    is_of_one = names_one(ledger, total)
    # What something covers is a need, and what it yields has no limit there.
    needs = [fact for one in ledger.relations if one.name == "covers" for fact in one.behind]
    found = []
    for fact in told_of(ledger, total.kind):
        if (
            fact.is_topic
            and fact.modality not in _UNREAL
            and fact.origin not in CONCLUDING
            and (fact.scope != "one" or is_of_one)
            and may_lie_in(total, fact.place)
            and total not in ledger.parts(fact)
            and (not _is_rest_of(ledger, fact, parts) or is_unused_near(ledger, fact, total))
            and total.value / _NEAR <= fact.value * times_there(ledger, total, fact)
            and fact.value <= total.value * _NEAR
            and not _is_part(ledger, fact, parts)
            and not (total.role is Role.TRAFFIC and _is_left(ledger, fact))  # what is read in all is no cache
            and not any(agree(fact, covered) for covered in needs)
        ):
            found.append(fact)
    compared = compared_with(ledger, total)
    same = [fact for fact in found if any(is_same(fact, other) for other in compared)]
    strong = [fact for fact in found if may_limit(ledger, total, fact)]
    strong = strong or [fact for fact in found if is_held_against(ledger, total, fact)]
    strong = [fact for fact in strong if not is_narrowed(fact, strong)]
    if "external" not in total.said:  # of two memories, the one of the device itself
        strong = [fact for fact in strong if "external" not in fact.cues] or strong
    strong = [fact for fact in strong if fact in same] or strong
    if all(fact.origin in GIVING for fact in strong):
        strong = [fact for fact in strong if _is_restated(fact)] or strong
    if not strong:
        return None
    made_of = [part for fact in strong for part in ledger.parts(fact) if not agree(part, fact)]
    strong = [fact for fact in strong if not any(agree(fact, part) for part in made_of)]
    places = {total.place} if total.place else ledger.view(places_answered)
    strong = [fact for fact in strong if fact.place in places] or strong
    most = max(strong, key=lambda one: one.value)
    if not all(most.value <= one.value * SAME or agree(most, one) for one in strong):
        return None
    return most


def _is_restated(fact: Fact) -> bool:
    """Tell whether the calculations state a limit, which of several is the one that they mean."""
    return any(one.path[-1] == "napkin_math" for one in (fact, *fact.same))


def _is_part(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a total contains a value, or it was computed of what that contains."""
    return (
        any(one.kind is fact.kind and is_one_value(one, fact) and not is_apart(one, fact) for one in parts)
        or _is_subtotal(ledger, fact, parts)
        or not _is_told(ledger, fact)
    )


def _is_rest_of(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a value is what is left when a total is there, or is kept free of it."""
    if fact.origin in GIVING and (fact.role is Role.LIMIT or fact.subject.device is not None):
        return False  # `leaves the device at most 12.95 W`
    said = fact.said.union(*(one.said for one in fact.same if one.result_of is not None))
    if "rest" not in said and not _is_left(ledger, fact):
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
        if any(one.value not in KIBI for one in claim.operands)
    )


def is_limit(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is a limit by its role, its words, or as what a socket or a supply gives."""
    return (
        _is_supply(ledger, fact)
        or _is_yield(ledger, fact)
        or _is_left(ledger, fact)
        or fact.role in ROOM
        or fact.subject.sort == "limit"
        or not fact.cues.isdisjoint(_LIMITING)
    )


def may_limit(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether words say that a total has to stay below a value, or it is the time between two works."""
    is_rest = "rest" in fact.said and fact.kind in USED_UP and is_unused_near(ledger, fact, total)
    return is_rest or is_limit(ledger, fact) or is_period_of(ledger, total, fact)


def is_period_of(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a time is that of what comes again and again, and a total what the work on one takes.

    `in hops of 4 ms`, and `Work per hop: 1.5 + 2.9 = 4.4 ms`; an interval need not be named again. One stage
    waits for the other, and not only in a case: `Step without overlap`, `= 108 ms sequential`.
    """
    if fact.kind is not Kind.TIME or fact.origin not in GIVING or fact.operand_of is not None:
        return False
    label = [piece for piece in ledger.label_of(total) if piece.is_word]
    of = {singular(two.text) for one, two in pairwise(label) if one.meaning.part == "per"}
    cues = cues_in(label) | total.cues
    return (
        (fact.role is Role.INTERVAL or singular(fact.subject.told) in of)
        and ledger.view(is_serial)
        and "serial" not in cues
        and UNLIKE.isdisjoint(cues)
    )


def _is_supply(ledger: Ledger, fact: Fact) -> bool:
    if fact.kind is Kind.BYTE_RATE and (fact.origin in GIVING or ledger.made_by(fact, "*")):
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
    if fact.kind not in USED_UP or fact.result_of is None:
        return False
    claim = ledger.claims[fact.result_of]
    if claim.operator != "-" or claim.negative or len(claim.operands) < 2:
        return False
    first = claim.operands[0]
    if "rest" in fact.said:
        return first.role in ROOM
    same = (one for one in ledger.by_kind[fact.kind] if agree(one, first))
    return any(one.role in ROOM or "usable" in one.said for one in same)


def _is_told(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is given, converted or what can be used of a limit, and enters no total."""
    for one in (fact, *fact.same):
        made = None if one.result_of is None else ledger.claims[one.result_of]
        used = None if one.operand_of is None else ledger.claims[one.operand_of]
        is_whole = fact.role in ROOM or "rest" in one.said or "usable" in fact.traits
        is_whole = is_whole or fact.subject.sort == "source" or _is_yield(ledger, fact)
        is_whole = is_whole or fact.role is Role.BANDWIDTH or _is_left(ledger, one)
        label = [piece for piece in ledger.label_of(one) if piece.is_word]
        is_whole = is_whole or "limit" in cues_in(label[:1])  # `Allowed: ...`
        if made is not None and not is_whole and not only_converts(ledger, made):
            return False
        if made is not None and made.operator in "*/" and _is_for_need(made, fact):
            return False
        if used is not None and used.operator in GROWS and not only_converts(ledger, used):
            return _is_of_several(used, fact)
    return True


def _is_for_need(made: ClaimFacts, fact: Fact) -> bool:
    """Tell whether a room was worked out of what has to lie in it: `4 PB * 11/8 = 5.5 PB`."""
    amounts = [one for one in made.operands if one.kind is fact.kind is Kind.BYTES]
    return bool(amounts) and not any(one.role in ROOM or one.subject.device for one in amounts)


def _is_of_several(used: ClaimFacts, fact: Fact) -> bool:
    """Tell whether a calculation takes the room of one so many times: `Memory to buy: 3 * 256 GiB`."""
    whole = used.result
    return fact.role in ROOM and used.operator == "*" and whole is not None and whole.role in ROOM
