"""Where less can be done, or is taken, than a question needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.counted import counted, singular
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing
from qbank.rules.core.ledger import Violation
from qbank.rules.physics.answers import nouns_of, verdict
from qbank.units import NO_UNIT

_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.QUESTION))
_MORE: Final = 1.02
_NEAR: Final = 3.0
_DRAWN: Final = frozenset((Kind.BYTE_RATE, Kind.POWER, Kind.BYTES, Kind.CURRENT))
"""Of what each of several takes its part."""
_COMPARES: Final = frozenset("-/")
_SINGLES: Final = frozenset(("one", "per", "each", "every", "single", "a"))
_PART: Final = 0.5
"""A larger share is rather what is used than what may be."""
_GROWS: Final = frozenset("+*")
_SLIGHT: Final = 1e-6
_NEEDS: Final = frozenset((Role.DEMAND, Role.TRAFFIC, Role.EVENT_RATE))
_SERVING: Final = frozenset(("worker", "card", "node", "device"))
_COUNTED: Final = frozenset((Kind.COUNT, Kind.EVENT_RATE))
_OF_ONE: Final = frozenset(("each", "every-one", "per"))


def too_few(ledger: Ledger) -> Iterator[Violation]:
    """Yield the quotient of a need and what one thing does, where the solution takes fewer things."""
    for claim in ledger.claims:
        number = claim.result
        if number is None or claim.operator != "/" or len(claim.operands) != 2:
            continue
        if number.kind is not Kind.COUNT or number.mention.unit.name or not number.value % 1:
            continue
        of = claim.operands[1]
        serves = [
            fact
            for fact in ledger.facts
            if fact.origin in _GIVEN
            and fact.kind in {Kind.EVENT_RATE, Kind.BYTE_RATE}
            and fact.subject.thing in _SERVING
            and fact.standing is Standing.TOPIC
            and _have_one_number(fact, of)
        ]
        nouns = {singular(fact.subject.name) for fact in serves}
        taken = [
            one
            for one in ledger.view(counted)
            if one.path[-1] == "realistic_solution" and one.noun in nouns and one.is_topic
        ]
        if (
            serves
            and {one.number for one in taken} == {int(number.value)}
            and ledger.view(verdict) is not False
        ):
            message = f"{number.text} of them are needed, and the solution takes {taken[0].text}"
            yield Violation(number, message, ((serves[0], serves[0].text),))


def needed_by_all(ledger: Ledger) -> Iterator[tuple[Fact, Fact, int]]:
    """Yield what one of several needs, held against what all of them share, and how many they are.

    `One node: 1.6 GB/s` beside the `60 GB/s to all clients together`, with 48 nodes.
    """
    shared = [
        fact
        for fact in ledger.facts
        if fact.origin in _GIVEN
        and fact.kind in _DRAWN
        and fact.standing is Standing.TOPIC
        and "in-common" in ledger.cues_of(fact.path, fact.sentence)
    ]
    if not shared:
        return
    numbers = [
        {one.number for one in claim.operands} for claim in ledger.claims if claim.operator in _COMPARES
    ]
    results = [claim.result for claim in ledger.claims if claim.result is not None]
    for need in results:
        count = _number_of_them(ledger, need)
        for whole in shared if count > 1 else ():
            compared = any(
                not written.isdisjoint({need.number, *(one.number for one in need.same)})
                and not written.isdisjoint({whole.number, *(one.number for one in whole.same)})
                for written in numbers
            )
            together = need.value * count
            added = any(isclose(one.value, together, rel_tol=_MORE - 1) for one in results)
            within = need.kind is whole.kind and need.value <= whole.value
            if compared and within and not added and together > whole.value * _MORE:
                yield need, whole, count


def _number_of_them(ledger: Ledger, need: Fact) -> int:
    """Return how many there are of what the label of a line calls one of: `One node`, `Demand per GPU`."""
    words = [word for piece in ledger.label_of(need) for word in piece.text.split()]
    nouns = {singular(noun) for word, noun in pairwise(words) if word in _SINGLES}
    given = [one for one in ledger.view(counted) if one.path[0] == "scenario" and one.noun in nouns]
    numbers = {one.number for one in given if one.is_topic and one.number > 1}
    return numbers.pop() if len(numbers) == 1 else 1


def beyond_its_number(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield numbers of things that were added up, with the one number of them that the scenario gives, less.

    `96 + 32 + 16 = 144 lanes` of `128 lanes in all`: ports, slots, cores and the like.
    """
    told = ledger.view(counted)
    for claim in ledger.claims:
        total = claim.result
        if total is None or claim.operator != "+" or total.kind is not Kind.COUNT or claim.negative:
            continue
        nouns = {one.noun for one in told if one.path == total.path and one.start == total.start}
        given = [one for one in told if one.path[0] in {"scenario", "question"} and one.noun in nouns]
        if len({one.number for one in given}) != 1 or not given[0].is_topic:
            continue
        at = (given[0].path, given[0].start)
        limit = next((fact for fact in ledger.facts if (fact.path, fact.start) == at), None)
        if limit is None or any(one.number == limit.number for one in claim.operands):
            continue
        if limit.number < total.mention.low <= _NEAR * limit.number:
            yield total, limit


def beyond_its_share(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield for how much of each hour something lasts, with the one share of time that a band grants, less.

    A duty cycle of 1 % leaves 36 s of an hour on air.
    """
    shares = {
        fact.value: fact
        for fact in ledger.by_kind.get(Kind.SHARE, ())
        if fact.origin in _GIVEN
        and fact.standing is Standing.TOPIC
        and 0 < fact.value < _PART
        and "on-air" in ledger.cues_of(fact.path, fact.sentence)
    }
    if len(shares) != 1:
        return
    [(share, told)] = shares.items()
    for lasts in _lasting(ledger):
        if share < lasts.mention.low <= _NEAR * share:
            yield lasts, told


def busier_than_time(ledger: Ledger) -> Iterator[Fact]:
    """Yield for how much of each second one thing is busy, if that is more than a second and it suffices."""
    lasting = _lasting(ledger)
    for busy in lasting:
        divided = any(one.operand_of is not None for one in (busy, *busy.same))
        many = busy.subject.sort == "core" or "many-devices" in busy.cues
        nouns = nouns_of(ledger.label_of(busy))
        is_case = any(one is not busy and nouns & nouns_of(ledger.label_of(one)) for one in lasting)
        if 1 < busy.mention.low <= _NEAR and not (divided or many or is_case) and ledger.view(verdict):
            yield busy


def _lasting(ledger: Ledger) -> list[Fact]:
    """Return the products that say how long of how long: `44.4 s per hour`."""
    made = [claim.result for claim in ledger.claims if claim.operator == "*" and claim.result is not None]
    units = [(one, one.mention.unit) for one in made if one.kind is Kind.OTHER]
    return [one for one, unit in units if "/" in unit.name and unit.dimension == NO_UNIT.dimension]


def more_than_is_done(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the one need that is given, where the text itself computes that less than that can be done.

    A link moves so much in a time, or so many workers do so many requests a second.
    """
    for claim in ledger.claims:
        done = claim.result
        if done is None or claim.operator != "*" or not _is_supply(claim, done):
            continue
        needs = {
            fact.value: fact
            for fact in ledger.by_kind[done.kind]
            if fact.role in _NEEDS
            and fact.mention.unit.dimension == done.mention.unit.dimension
            and fact.subject.thing not in _SERVING
            and fact.standing is Standing.TOPIC
            and not fact.per
            and not any(_have_one_number(fact, one) for one in claim.operands)
            and (_is_given_need(ledger, fact) or _is_sum_of_needs(ledger, fact))
        }
        if len(needs) == 1 and min(needs) > done.value * _MORE and ledger.view(verdict):
            yield needs[min(needs)], done


def _have_one_number(fact: Fact, other: Fact) -> bool:
    """Tell whether two values are written with one number, whatever their units are."""
    one, two = fact.number, other.number
    return abs(one - two) <= _SLIGHT * abs(one)


def _is_given_need(ledger: Ledger, fact: Fact) -> bool:
    unused = all(one.result_of is None and not _adds_to(ledger, one) for one in (fact, *fact.same))
    is_one_of_options = fact.at > 0 and ledger.pieces[fact.path][fact.at - 1].text == "or"
    return fact.modality is Modality.GIVEN and fact.origin in _GIVEN and unused and not is_one_of_options


def _adds_to(ledger: Ledger, fact: Fact) -> bool:
    return fact.operand_of is not None and ledger.claims[fact.operand_of].operator in _GROWS


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
    return (moves or (serve and not of_one)) and all(one.operand_of is None for one in (done, *done.same))
