"""Binding over the whole question: the same value elsewhere, the only device of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import ClaimFacts, Fact, NamedDevice, Subject
from qbank.facts.reading.subjects import is_model_name, subject_of
from qbank.facts.reading.units import take_unit
from qbank.facts.vocabulary import (
    ASKED,
    GENERIC,
    OF_HARDWARE,
    OUTSIDE,
    ROOM,
    STORED,
    SURE,
    Kind,
    Modality,
    Role,
    Standing,
    Why,
)
from qbank.grouping import grouped
from qbank.napkin.tree import Operation, terms

_WEAK: Final = frozenset((Why.UNIT, Why.NOTHING))
_BESIDE: Final = frozenset((Why.BESIDE, Why.BRACKET))
_VAGUE: Final = frozenset(("property", "limit", "sum", "rest"))
_LOCAL_ROLES: Final = frozenset((Role.UNKNOWN, Role.LIMIT, Role.INTERVAL, Role.PRICE))
"""What a value is at one place only; elsewhere it is compared with it."""
_OWNED: Final = frozenset(("", "property", "place"))
_OF_PARTS: Final = frozenset((Role.POWER, Role.PRICE))
"""What parts and modes of a device have as well, so that the unit alone does not make it the device's."""
_FROM_AROUND: Final = frozenset((Why.SENTENCE, Why.SAME))
_SUMS: Final = frozenset("+-")
_COMBINES: Final = frozenset("+*/")
_DIGITS: Final = 9


def bind(facts: Sequence[Fact], devices: Iterable[NamedDevice], claims: Sequence[ClaimFacts]) -> None:
    """Give facts the roles and subjects that other places of the question tell."""
    _give_units(facts, claims)
    for group in _equal(facts):
        for fact in group:
            fact.same = [other for other in group if other is not fact]
        _share_role(group)
        _share_subject(group)
        _share_place(group)
        _share_modality(group)
    _bind_to_the_only_device(facts, devices)
    _share_standing(facts, devices)
    for fact in facts:
        if not fact.subject.name:
            of_sum = fact.operand_of is not None and claims[fact.operand_of].operator in _SUMS
            if not of_sum:  # the label names the sum, not its terms
                _take_label(fact)


def _give_units(facts: Iterable[Fact], claims: Iterable[ClaimFacts]) -> None:
    """Give the unit of a result to the one bare factor of each of its terms that is told with it elsewhere.

    In `24 * 0.9 = 21.6 GB` the 24 is that of `24 GB`, and in `3 * 2.5 + 1 = 8.5 kW` the 2.5 that of `2.5 kW`.
    """
    bare = [claim for claim in claims if _is_bare(claim)]
    if not bare:
        return
    measured = (fact for fact in facts if fact.mention.unit.name)
    numbers = {(fact.mention.unit.name, round(fact.number, _DIGITS)) for fact in measured}
    for claim in bare:
        assert claim.result is not None
        unit = claim.result.mention.unit.name
        is_sum = claim.operator == "+"
        for term in terms(claim.claim.calculation):
            if not isinstance(term, Operation) or (is_sum and term.operator != "*"):
                continue  # a bare term is as often of what the label names
            factors = [fact for fact in claim.operands if term.start <= fact.start < term.end]
            told = [fact for fact in factors if (unit, round(fact.value, _DIGITS)) in numbers]
            if len(told) == 1 and (term.operator != "/" or told[0] is factors[0]):
                take_unit(told[0], claim.result.mention)


def _is_bare(claim: ClaimFacts) -> bool:
    """Whether a calculation has a unit behind its result alone."""
    result = claim.result
    return (
        result is not None
        and claim.operator in _COMBINES
        and bool(result.mention.unit.name)
        and result.kind is not Kind.COUNT
        and all(fact.is_bare for fact in claim.operands)
    )


def follow_claims(claims: Iterable[ClaimFacts]) -> None:
    """What is computed of demands is a demand, also where it stands beside a place: `6 MB of flash taken`."""
    for claim in claims:
        result = claim.result
        if result is not None and result.kind is Kind.BYTES and result.role is Role.CAPACITY:
            roles = {fact.role for fact in claim.operands if fact.kind is Kind.BYTES}
            if roles == {Role.DEMAND}:
                result.role, result.role_why = Role.DEMAND, Why.SAME
        if result is not None and _is_of_memory(claim, result):
            result.role, result.role_why = Role.CAPACITY, Why.SAME
            for fact in result.same:
                fact.role, fact.role_why = Role.CAPACITY, Why.SAME
        if result is None:
            continue
        if result.kind in STORED and result.role is not Role.LIMIT and _is_part_of_room(claim, result):
            result.role, result.role_why = Role.CAPACITY, Why.SAME
            result.place = result.place or claim.operands[0].place
        elif not (result.role_why in _WEAK or _is_sent_or_done(result)):
            continue
        elif len(claim.operands) == 1 and claim.operands[0].role in ROOM and agree(claim.operands[0], result):
            result.role, result.role_why = claim.operands[0].role, Why.SAME
        elif claim.operator == "*":
            of_kind = [fact for fact in claim.operands if fact.kind is result.kind]
            if len(of_kind) == 1 and _is_room(of_kind[0]) and _only_counts(claim, of_kind[0]):
                result.role, result.role_why = of_kind[0].role, Why.SAME
            elif result.kind is Kind.ENERGY and (
                result.subject.sort == "store" or any(_is_stored_charge(fact) for fact in claim.operands)
            ):
                result.role, result.role_why = Role.CAPACITY, Why.SAME
            else:
                continue
        else:
            continue
        for fact in result.same:
            if fact.role_why in _WEAK or (result.kind in STORED and fact.is_calculated):
                fact.role, fact.role_why = result.role, Why.SAME


def _is_part_of_room(claim: ClaimFacts, result: Fact) -> bool:
    """Whether a calculation makes a room of a room: so many, a part, what its reserves leave of it."""
    of_kind = [fact for fact in claim.operands if fact.kind is result.kind]
    if claim.negative or not of_kind or of_kind[0].role not in ROOM or not _is_left(claim, of_kind[1:]):
        return False
    others = (fact for fact in claim.operands if fact not in of_kind)
    is_first = of_kind[0] is claim.operands[0] or (claim.operator == "*" and len(of_kind) == 1)
    return is_first and of_kind[0].is_topic is result.is_topic and all(fact.kind in PLAIN for fact in others)


def _is_left(claim: ClaimFacts, taken: Sequence[Fact]) -> bool:
    """Whether what a calculation has besides a room is taken from that: `(1 MB - 48 KB) / 2`."""
    node = claim.claim.calculation
    while isinstance(node, Operation) and node.operator in "*/":
        node = node.left
    is_difference = isinstance(node, Operation) and node.operator == "-"
    is_product = bool(claim.operator) and claim.operator in "*/"
    return all(fact.role not in ROOM for fact in taken) if is_difference else is_product and not taken


def _is_sent_or_done(fact: Fact) -> bool:
    """Whether a rate is taken for what is sent for no other reason than that a line computes it."""
    return fact.role is Role.THROUGHPUT and fact.role_why is Why.SENTENCE


def _is_room(fact: Fact) -> bool:
    """Whether there is so much of something, and so many times that of several: `2 lanes * 1.5 Gbit/s`."""
    return fact.role in ROOM or (fact.role is Role.BANDWIDTH and fact.subject.sort == "link")


def _is_of_memory(claim: ClaimFacts, result: Fact) -> bool:
    """Whether a product is of the memory of the device in its label: `One A100 80GB: 80 * 0.9 = 72 GB`."""
    device = result.subject.device
    memory = device.memory if device is not None and result.kind is Kind.BYTES else None
    if memory is None or claim.operator != "*":
        return False
    sizes = (size for one in claim.operands for size in (one.value, one.number * result.mention.scale))
    return any(abs(size - memory) <= memory / 100 for size in sizes)


def _is_stored_charge(fact: Fact) -> bool:
    return fact.kind is Kind.CHARGE and fact.role is Role.CAPACITY


def _only_counts(claim: ClaimFacts, fact: Fact) -> bool:
    return all(one is fact or one.kind in PLAIN for one in claim.operands)


def _equal(facts: Iterable[Fact]) -> list[list[Fact]]:
    """Return the groups of facts of one value; bare counts are equal by chance."""
    told = (fact for fact in facts if fact.kind is not Kind.COUNT or fact.mention.scaled)
    groups = grouped(((fact.kind, f"{fact.value:.6g}"), fact) for fact in told)
    return [group for group in groups.values() if len(group) > 1]


def _share_role(group: Sequence[Fact]) -> None:
    roles = {fact.role for fact in group if fact.role_why not in _WEAK}
    if len(roles) != 1 or not roles.isdisjoint(_LOCAL_ROLES):
        return
    for fact in group:
        if fact.role_why in _WEAK:
            fact.role, fact.role_why = next(iter(roles)), Why.SAME


def _share_subject(group: Sequence[Fact]) -> None:
    """What a value is of where it is computed or named, it is of where it is used.

    Only what computes with a value takes from a text what nothing but its unit or its sentence says.
    """
    results = [fact for fact in group if fact.result_of is not None]
    source = next(filter(_is_named, results), None) or _most_named(group)
    named = [fact for fact in group if fact.subject.name]
    computed = next((fact for fact in results if fact.subject.name), None)
    told = {fact.subject.name for fact in named}
    first = next(iter(named), None)
    for fact in group:
        used = fact.operand_of is not None and fact.result_of is None and fact.subject.why not in _BESIDE
        of = source
        if fact.subject.why is Why.NOTHING:
            of = source or computed or (first if fact.operand_of is not None or len(told) == 1 else None)
        elif fact.subject.told and not (used or fact.subject.sort in _VAGUE):
            continue
        if of is not None:
            fact.subject = replace(of.subject, why=Why.SAME) if of.subject.told else of.subject


def _most_named(group: Sequence[Fact]) -> Fact | None:
    """Return the first fact of the thing that a value is most often named as being of; None if of several."""
    named = grouped((fact.subject.thing, fact) for fact in group if _is_named(fact) and fact.subject.thing)
    most = max(map(len, named.values()), default=0)
    leading = [facts for facts in named.values() if len(facts) == most]
    return leading[0][0] if len(leading) == 1 else None


def _is_of_stuff(fact: Fact) -> bool:
    """Whether somebody has so much of a thing that nobody knows: `she has 1.8 TB of English prose`."""
    of = fact.subject
    return fact.role_why is Why.VERB and of.why is Why.BESIDE and bool(of.name) and not of.sort


def _is_named(fact: Fact) -> bool:
    return bool(fact.subject.name) and fact.subject.why in SURE and fact.subject.sort not in _VAGUE


def _share_place(group: Sequence[Fact]) -> None:
    places = {fact.place for fact in group if fact.place}
    if len(places) == 1:
        for fact in group:
            fact.place = next(iter(places))


def _share_standing(facts: Iterable[Fact], devices: Iterable[NamedDevice]) -> None:
    """What is computed of a device is of a former case where the question names it as that of one alone."""
    asked = [named for named in devices if not ASKED.isdisjoint(named.path[:1])]
    told = grouped((named.device.entries, named.standing) for named in asked)
    former = {entries for entries, standings in told.items() if {*standings} == {Standing.FORMER}}
    for fact in facts if former else ():
        device = fact.subject.device
        is_former = device is not None and device.entries in former and fact.is_topic
        if is_former and ASKED.isdisjoint(fact.path[:1]):
            fact.standing = Standing.FORMER


def _share_modality(group: Sequence[Fact]) -> None:
    """What was computed stays computed where it enters the next line."""
    if any(fact.result_of is not None for fact in group):
        for fact in group:
            if fact.operand_of is not None and fact.modality is Modality.GIVEN:
                fact.modality = Modality.COMPUTED


def _take_label(fact: Fact) -> None:
    """Take the label of the line for the subject of a fact that has no better."""
    if fact.is_bare:
        return
    for noun in fact.label_nouns:
        subject = subject_of(noun, Why.LABEL)
        if subject is not None and subject.sort not in _VAGUE:
            fact.subject = subject
            return


def _bind_to_the_only_device(facts: Iterable[Fact], devices: Iterable[NamedDevice]) -> None:
    """Where one device alone is the topic, what only hardware has is that device's."""
    topics = [named.device for named in devices if named.is_topic and named.device.sort == "device"]
    if len({device.entries for device in topics}) != 1:
        return
    only = topics[0]
    for fact in facts:
        if (
            fact.role in OF_HARDWARE
            and fact.subject.device is None
            # What the same value is of elsewhere, or its sentence is about, is another thing.
            and not (fact.subject.name and fact.subject.why in _FROM_AROUND)
            and (fact.subject.sort in _OWNED or fact.subject.thing in GENERIC)
            and not fact.subject.is_stranger
            and not _is_of_stuff(fact)
            and not (only.is_machine and fact.subject.thing == "card")  # `a DGX with 8 GPUs of 700 W`
            and fact.is_topic
            and fact.place not in OUTSIDE
            and not fact.is_made
            and (not is_model_name(fact.subject.name) or fact.subject.name in only.text.lower())
            and not (fact.role in _OF_PARTS and fact.role_why is Why.UNIT)
        ):
            fact.subject = Subject(only.text, "device", "device", only, Why.ONLY)
