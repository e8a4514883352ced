"""Where less can be done, or is taken, than a question needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.counted import counted, is_plural, singular
from qbank.facts.derivation import agree, the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKED, ASKING, Kind, Modality, Role
from qbank.rules.physics.answers import nouns_of, verdict
from qbank.rules.physics.balances import held_to_fit
from qbank.rules.physics.capacity import memory_for
from qbank.rules.physics.needs import GROWS, HOLDERS, SUPPLIES, devices_at_most, totals_of
from qbank.units import NO_UNIT

_MORE: Final = 1.02
_NEAR: Final = 3.0
_DRAWN: Final = frozenset((Kind.BYTE_RATE, Kind.POWER, Kind.BYTES, Kind.CURRENT))
"""Of what each of several takes its part."""
_THERE: Final = frozenset((Role.CAPACITY, Role.LIMIT, Role.BANDWIDTH))
_SINGLES: Final = frozenset(("one", "per", "each", "every", "single", "a"))
_PART: Final = 0.5
"""A larger share is rather what is used than what may be."""
_SLIGHT: Final = 1e-6
_NEEDS: Final = frozenset((Role.DEMAND, Role.TRAFFIC, Role.EVENT_RATE))
_UNTRUE: Final = frozenset(("denied", "falls-short", "refused", "supposed"))
_OF_EACH: Final = frozenset(("each", "every-one"))
_SERVING: Final = frozenset(("worker", "card", "node", "device"))
_COUNTED: Final = frozenset((Kind.COUNT, Kind.EVENT_RATE))
_OF_ONE: Final = frozenset(("each", "every-one", "per"))
_NOT_WHOLE: Final = frozenset(("help", "denied", "former", "claimed", "alternative", "supposed"))
"""What is said of what is split, or of another case."""


def needed_by_all(ledger: Ledger) -> Iterator[tuple[Fact, Fact, int]]:
    """Yield what one of several needs, with what there is for all of them, and how many they are.

    `22 cameras of 19 W` on a switch of 370 W: nothing adds them up, and together they need more.
    """
    results = [result for _, result in ledger.worked_out()]
    pairs = [
        (one.need, one.room.fact, True)
        for one in ledger.view(held_to_fit)
        if one.room.fact is not None and one.need.kind in _DRAWN
    ]
    for kind in _DRAWN:
        alike = [
            one
            for one in ledger.by_kind[kind]
            if one.is_topic
            and not (one.scope_of or one.per)
            and (one.origin in ASKING or one.result_of is not None)
        ]
        wholes = [
            one
            for one in alike
            if one.origin in ASKING
            and "in-common" in ledger.cues_of(one.path, one.sentence)
            and one.cues.isdisjoint(_OF_EACH)
            and one.role is not Role.ELEMENT_SIZE
        ]
        needs = [one for one in alike if one.role not in _THERE and one.subject.sort not in SUPPLIES]
        pairs += [(need, max(wholes, key=lambda one: one.value), False) for need in needs if wholes]
    for need, whole, at_once in pairs if ledger.view(verdict) else ():
        count = _number_of_them(ledger, need, at_once=at_once)
        together = need.value * count
        added = any(isclose(one.value, together, rel_tol=_MORE - 1) for one in results)
        of_one = need.value < whole.value and singular(whole.subject.told) not in _SERVING
        if of_one and not added and together > whole.value * _MORE:
            yield need, whole, count


def _number_of_them(ledger: Ledger, need: Fact, *, at_once: bool = False) -> int:
    """Return how many there are of what a need is told of: `One node: ...`, `a camera draws 19 W`.

    If they have to be `at_once`, their sentence says so, and a label that it is of one. What is of all in
    total is of one thing.
    """
    facts = (need, *need.same)
    if any("total" in one.cues for one in facts):
        return 1
    used = [claim for claim in ledger.claims if claim.operator == "-" and not at_once]  # `30 W - 14 W`
    made = [one for one in facts if one.result_of is not None or any(one in claim.operands for claim in used)]
    labels = [[word for piece in ledger.label_of(one) for word in piece.text.split()] for one in made]
    nouns = {singular(noun) for words in labels for word, noun in pairwise(words) if word in _SINGLES}
    single = any(word in _SINGLES for words in labels for word in words)
    for one in facts:
        said = [at for at in ledger.pieces[one.path][: one.at] if at.sentence == one.sentence]
        if one.origin in ASKING and said and not at_once:
            of_one = single or _OF_EACH & one.cues or said[-1].meaning.part == "of"
            nouns |= nouns_of(at for at in said if of_one or not is_plural(at.text))
    given = [one for one in ledger.view(counted) if one.path[0] == "scenario" and one.noun in nouns]
    numbers = {
        one.number
        for one in given
        if one.is_topic
        and one.number > 1
        and (not at_once or "at-a-time" in ledger.cues_of(one.path, one.sentence))
    }
    return numbers.pop() if len(numbers) == 1 else 1


def beyond_its_share(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield for how much of each hour something lasts, with the one share of time that a band grants, less.

    A duty cycle of 1 % leaves 36 s of an hour on air.
    """
    told = the_only(
        fact
        for fact in ledger.by_kind[Kind.SHARE]
        if fact.origin in ASKING
        and fact.is_topic
        and 0 < fact.value < _PART
        and "on-air" in ledger.cues_of(fact.path, fact.sentence)
    )
    if told is None:
        return
    for lasts in _lasting(ledger):
        if told.value < lasts.mention.low <= _NEAR * told.value:
            yield lasts, told


def _lasting(ledger: Ledger) -> list[Fact]:
    """Return the products that say how long of how long: `44.4 s per hour`."""
    made = [result for _, result in ledger.worked_out("*")]
    units = [(one, one.mention.unit) for one in made if one.kind is Kind.OTHER]
    return [one for one, unit in units if "/" in unit.name and unit.dimension == NO_UNIT.dimension]


def more_than_is_left(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what is given to be needed, where a sentence of the solution tells it behind what is left for it.

    `The 2 GB left hold the 5.5 GB of buffers`: nothing computes with them, and they are more.
    """
    said = [one for one in ledger.facts if one.path in ledger.solution and one.kind in _DRAWN]
    for left in said if ledger.view(verdict) else ():
        if not any(claim.operator == "-" and not claim.negative for claim in ledger.made_by(left)):
            continue
        for need in said:
            clause = ledger.clause_of(need)
            if (
                need.kind is left.kind
                and (need.path, need.sentence) == (left.path, left.sentence)
                and need.at > left.at
                and left.value * _MORE < need.mention.low <= _NEAR * left.value
                and need.subject.sort not in HOLDERS
                and need.is_topic
                and any(_is_given_need(ledger, one) for one in need.same)
                and all(one.operand_of is None for one in need.same)
                and _UNTRUE.isdisjoint(cues_in(clause))
            ):
                yield need, left
        behind = [one for one in ledger.pieces[left.path][left.at + 1 :] if one.clause == left.clause]
        cues = cues_in(behind)
        for need in ledger.view(totals_of) if "suffices" in cues and _UNTRUE.isdisjoint(cues) else ():
            named = nouns_of(ledger.label_of(need))
            is_more = left.value * _MORE < need.mention.low <= _NEAR * left.value
            apart = need.kind is left.kind and need not in ledger.parts(left)
            if is_more and apart and named and named <= nouns_of(behind):
                yield need, left


def more_than_one_has(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what each device needs, told beside what all of them have, with the less that one of them has."""
    for claim, whole in ledger.worked_out("*") if ledger.view(verdict) else ():
        if len(claim.operands) < 2:
            continue
        count, part = claim.operands[:2]
        of_each = any(_OF_EACH & one.cues for one in (part, *part.same))
        said = {(one.path, one.sentence) for one in whole.same if one.path in ledger.solution}
        for need in ledger.by_kind[part.kind] if of_each and count.number in ledger.view(_several) else ():
            labels = [ledger.label_of(one) for one in need.same if one.result_of is not None]
            if (need.path, need.sentence) in said and part.value * _MORE < need.value < whole.value:
                pairs = [pair for label in labels for pair in pairwise(label)]
                if any(one.text in _SINGLES and behind.meaning.sort == "device" for one, behind in pairs):
                    yield need, part


def held_whole_by_each(ledger: Ledger) -> Iterator[tuple[Fact, Fact, float]]:
    """Yield what each of several devices holds whole, with what all of them have, and how many they are."""
    for held in ledger.view(held_to_fit):
        pool = held.room.fact
        if pool is None or pool.kind is not Kind.BYTES:
            continue
        for number in _devices_of(ledger, pool):
            needed = [one.value for one in _terms(ledger, held.need) if not _counts(ledger, one, number)]
            is_more = max(needed, default=0.0) * number > pool.value * _MORE
            if is_more and _is_whole_on_each(ledger, number):
                yield held.need, pool, number


def divided_though_whole(ledger: Ledger) -> Iterator[tuple[Fact, Fact, Fact]]:
    """Yield what is divided among devices each of which holds it whole, where it is too much for a need so.

    With the need that the part enters, and the room that this is held against.
    """
    for claim, part in ledger.worked_out("/"):
        numbers = [one for one in claim.operands[1:] if one.kind is Kind.COUNT]
        if part.kind is not Kind.BYTES or len(numbers) != 1:
            continue
        [number] = numbers
        if number.number not in ledger.view(_several) or not _is_whole_on_each(
            ledger, names=_named(ledger, part)
        ):
            continue
        for held in ledger.view(held_to_fit):
            whole = held.size + part.value * (number.number - 1)
            if (
                part in ledger.parts(held.need)
                and whole > held.room.size * _MORE
                and held.room.fact is not None
            ):
                yield part, held.need, held.room.fact


def _named(ledger: Ledger, part: Fact) -> frozenset[str]:
    """Return the nouns of what a value is computed of, but those of devices."""
    labels = [piece for one in ledger.parts(part) for piece in ledger.label_of(one)]
    return nouns_of(one for one in labels if one.meaning.sort != "device" and one.device is None)


def _terms(ledger: Ledger, need: Fact) -> list[Fact]:
    """Return the terms of a sum; a need that is none, itself."""
    sums = ledger.made_by(need, "+")
    return [one for claim in sums for one in claim.operands if one.kind is need.kind] or [need]


def _counts(ledger: Ledger, need: Fact, number: float) -> bool:
    """Tell whether a need was computed with the number of all devices."""
    return any(one.kind is Kind.COUNT and one.number == number for one in ledger.parts(need))


def _several(ledger: Ledger) -> set[float]:
    """Return the numbers of things that a question tells."""
    return {one.count for one in ledger.devices} | {one.number for one in ledger.view(counted)}


def _devices_of(ledger: Ledger, pool: Fact) -> set[float]:
    """Return how many devices a room was multiplied with."""
    return {
        one.number
        for claim in ledger.made_by(pool, "*")
        if len(claim.operands) == 2
        for one in claim.operands
        if one.kind is Kind.COUNT and one.number >= 2 and one.number in ledger.view(_several)
    }


def _is_whole_on_each(ledger: Ledger, number: float = 0, names: frozenset[str] | None = None) -> bool:
    """Tell whether the question has every device hold the whole, or has as many copies as devices.

    With `names`, of something that its clause names.
    """
    for one in ledger.view(counted):
        copies = any("whole" in ledger.meaning_of(word).cues for noun in one.nouns for word in noun.split())
        if one.number == number and copies and one.is_topic and one.path[0] in ASKED:
            return True
    for path, pieces in ledger.pieces.items():
        for piece, behind in pairwise(pieces) if path[0] in ASKED else ():
            is_device = behind.device is not None or behind.meaning.sort == "device"
            if "every-one" in piece.meaning.cues and (is_device or piece.meaning.part != "determiner"):
                clause = [one for one in pieces if one.clause == piece.clause]
                cues = cues_in(clause)
                is_named = names is None or not names.isdisjoint(nouns_of(clause))
                if "whole" in cues and cues.isdisjoint(_NOT_WHOLE) and is_named:
                    return True
    return False


def more_than_is_done(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the one need that is given, where the text itself computes that less than that can be done.

    A link moves so much in a time, or so many workers do so many requests a second.
    """
    supplies: dict[Kind, tuple[ClaimFacts, Fact]] = {}
    for claim, done in ledger.worked_out("*"):
        if not _is_supply(claim, done):
            continue
        most = supplies.setdefault(done.kind, (claim, done))
        if done.value > most[1].value:
            supplies[done.kind] = claim, done
    for claim, done in supplies.values():
        if any(one.operand_of is not None for one in (done, *done.same)):
            continue
        need = the_only(
            fact
            for fact in ledger.by_kind[done.kind]
            if fact.role in _NEEDS
            and fact.mention.unit.dimension == done.mention.unit.dimension
            and fact.subject.thing not in _SERVING
            and fact.is_topic
            and not fact.per
            and not any(_have_one_number(fact, one) for one in claim.operands)
            and (_is_given_need(ledger, fact) or _is_sum_of_needs(ledger, fact))
        )
        if need is not None and need.value > done.value * _MORE and ledger.view(verdict):
            yield need, done


def _have_one_number(fact: Fact, other: Fact) -> bool:
    """Tell whether two values are written with one number, whatever their units are."""
    one, two = fact.number, other.number
    return abs(one - two) <= _SLIGHT * abs(one)


def _is_given_need(ledger: Ledger, fact: Fact) -> bool:
    unused = all(one.result_of is None and not _adds_to(ledger, one) for one in (fact, *fact.same))
    is_one_of_options = fact.at > 0 and ledger.pieces[fact.path][fact.at - 1].text == "or"
    return fact.modality is Modality.GIVEN and fact.origin in ASKING and unused and not is_one_of_options


def _adds_to(ledger: Ledger, fact: Fact) -> bool:
    return fact.operand_of is not None and ledger.claims[fact.operand_of].operator in GROWS


def _is_sum_of_needs(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether what arrives was added up and nothing is computed of it: `All uploads: 900/s`."""
    adds = fact.result_of is not None and ledger.claims[fact.result_of].operator == "+"
    return adds and all(one.operand_of is None for one in (fact, *fact.same))


def _is_supply(claim: ClaimFacts, done: Fact) -> bool:
    """Tell whether a product is what a link moves in a time, or what all workers do together."""
    kinds = {one.kind for one in claim.operands}
    moves = done.kind is Kind.BYTES and kinds == {Kind.BYTE_RATE, Kind.TIME}
    serve = done.kind is Kind.EVENT_RATE and done.subject.thing in _SERVING and kinds <= _COUNTED
    of_one = not done.cues.isdisjoint(_OF_ONE)  # what one of them does
    return moves or (serve and not of_one)


def beyond_if_added(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the last of what lies in the memory of a device, where no line adds it up, with that memory."""
    needs: list[Fact] = []
    for fact in ledger.by_kind[Kind.BYTES]:
        if _lies_in_one(ledger, fact) and not _enters_more(ledger, fact):
            needs += [] if any(agree(one, fact) for one in needs) else [fact]
    room = memory_for(ledger, needs[-1]) if len(needs) > 1 else None
    sizes = [one.value for one in needs]
    if room is not None and max(sizes) <= room.value * _MORE < sum(sizes):
        yield needs[-1], room


def _lies_in_one(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is what one device, or the only one, has in its memory all the time."""
    made = ledger.made_by(fact)
    is_need = fact.role is Role.DEMAND and "resident" in fact.said
    is_told = fact.origin in ASKING and fact.scope == "one"
    of_one = fact.scope == "one" or devices_at_most(ledger) == 1
    is_made = fact.result_of is not None and of_one and all(claim.operator != "-" for claim in made)
    return is_need and (is_told or is_made) and fact.is_topic


def _enters_more(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether the calculations go on to other bytes with a value."""
    return any(
        claim.operator and result.kind is Kind.BYTES
        for claim, result in ledger.worked_out()
        if any(one.kind is Kind.BYTES and agree(one, fact) for one in claim.operands)
    )
