"""Sentences and lines that repeat a condition of the scenario, and have another value for what it tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose
from typing import Final

from qbank.facts.derivation import UNMEASURED, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin
from qbank.rules.coherence.assumed import DISTINCT, STEM, are_of_one_size, is_of_case, is_stated, line_of
from qbank.rules.coherence.naming import PARTS_OF_NAMES

_APART: Final = DISTINCT | {"each"}
_CASES: Final = frozenset(("on-condition", "in-that-case", "supposed", "alternative"))


def told_again(ledger: Ledger) -> Iterator[tuple[Fact, Fact, Fact]]:
    """Yield values beside a condition of the scenario, each with that and what the scenario has there."""
    told = [fact for fact in ledger.facts if is_of_case(fact)]
    givens = [fact for fact in told if fact.origin is Origin.SCENARIO]
    for fact in told:
        if fact.origin is Origin.SCENARIO or fact.kind in UNMEASURED:
            continue
        if any(one.kind is fact.kind and agree(one, fact) for one in givens):
            continue  # the mean that the scenario has in another sentence
        for anchor in _around(told, fact):
            if anchor.kind is fact.kind:  # `at 40, 30 and 20 W`
                continue
            same = [one for one in givens if _is_same(one, anchor)]
            if len({one.sentence for one in same}) != 1 or not _is_same_way(ledger, same[0], anchor):
                continue
            meant = [one for one in _around(givens, same[0]) if one.kind is fact.kind]
            differs = len(meant) == 1 and _differ(fact, meant[0]) and is_stated(ledger, fact)
            if differs and _has_no_other_case(ledger, fact, meant[0]):
                yield fact, anchor, meant[0]
                break


def _around(facts: Sequence[Fact], fact: Fact) -> list[Fact]:
    """Return the other facts of a sentence, or of a line."""
    return [
        one
        for one in facts
        if one.sentence == fact.sentence and one.line == fact.line and one.path == fact.path
        if one is not fact
    ]


def _is_same(one: Fact, other: Fact) -> bool:
    """Whether two values are one, written alike: a condition is repeated as it is."""
    return one.kind is other.kind is not Kind.COUNT and isclose(one.value, other.value)


def _is_same_way(ledger: Ledger, one: Fact, other: Fact) -> bool:
    """Whether two values are both differences, `by 60%`, or both none."""
    by = {
        any(
            "difference" in piece.meaning.cues
            for piece in ledger.pieces[fact.path][max(0, fact.at - 2) : fact.at]
        )
        for fact in (one, other)
    }
    return len(by) == 1


def _differ(fact: Fact, given: Fact) -> bool:
    """Whether two values are of things that are told with the same words, and are not one."""
    alike = (fact.per, fact.scope, fact.role) == (given.per, given.scope, given.role)
    return fact.cues & _APART == given.cues & _APART and alike and are_of_one_size(fact, given)


def _has_no_other_case(ledger: Ledger, fact: Fact, given: Fact) -> bool:
    """Whether a line says nothing of another case: it has no number, word or device that the scenario lacks.

    A question asks in words of its own; there the numbers tell, and what a condition begins with.
    """
    asks = fact.origin is Origin.QUESTION
    here = [one for one in line_of(ledger, fact) if not asks or one.clause == fact.clause]
    if any(not one.meaning.cues.isdisjoint(_CASES) and one.meaning.part != "verb" for one in here):
        return False
    told = ledger.pieces[given.path]
    numbers = {one.mention.number for one in told if one.mention is not None}
    numbers |= {result.number for _, result in ledger.worked_out() if result is not fact}
    numbers.discard(given.number)
    stems = {word[:STEM] for one in told for word in one.text.split()}
    for one in here:
        if one.mention is not None:
            size = one.mention.high
            known = one.start == fact.start or one.mention.number in numbers
            if not (known or isclose(size * fact.value, 1, rel_tol=0.05)):
                return False
            continue
        names = one.device is not None or (one.is_word and one.meaning.part in PARTS_OF_NAMES)
        if names and not asks and any(word[:STEM] not in stems for word in one.text.split()):
            return False
    return True
