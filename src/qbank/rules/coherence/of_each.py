"""What each of several has, multiplied by another number than there are of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.counted import Counted, counted, singular
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import ASKED, Kind, unit_of_time
from qbank.rules.coherence.sources import Orphan, Sources, are_near, is_several_times
from qbank.rules.core.labels import names_case

_OF_ONE: Final = frozenset(("each", "every", "per", "one"))
_EXACT: Final = 1e-3
_NOUN_REACH: Final = 3


def other_numbers(ledger: Ledger, view: Sources) -> Iterator[tuple[Orphan, Counted]]:
    """Yield factors of products with the number of things that stands in their place in the question.

    `16 * 9 GB/s` where each node delivers 9 GB/s, and the number of nodes is 12 and enters nothing.
    """
    told = [one for one in ledger.view(counted) if one.path[0] in ASKED and one.number > 1]
    for orphan in view.loose if told else ():
        fact, claim = orphan.fact, orphan.claim
        if not (orphan.alone and claim.operator == "*" and fact.is_bare and not fact.value % 1):
            continue
        if orphan.elsewhere or claim.result is None or orphan.lacking or names_case(ledger, claim.result):
            continue
        label = ledger.label_of(claim.result)
        nouns = {noun for one in claim.operands if one is not fact for noun in _things_of(ledger, one)}
        nouns -= _things_named(label)  # `Per day and camera: 24 * 3 MB`
        of_time = any(unit_of_time(singular(piece.text)) for piece in label)
        if orphan.is_usual and of_time:
            continue
        found = {one.number: one for one in told if one.noun.split()[-1] in nouns and one.is_topic}
        if len(found) == 1:
            [given] = found.values()
            things = {one.noun for one in told if one.number == given.number}
            is_unused = view.times_used(given.number) < len(things)
            if is_unused and _may_be(fact, given) and not _is_explained(ledger, view, orphan, given):
                yield orphan, given


def _things_of(ledger: Ledger, operand: Fact) -> set[str]:
    """Return what a value is that of one of: `Per node: 9 GB/s`, `Each node delivers 9 GB/s`."""
    found: set[str] = set()
    for one in (operand, *operand.same, *_told_as(ledger, operand)):
        if one.result_of is not None or one.operand_of is None:
            found |= _things_named(ledger.label_of(one), is_label=True)
        if one.path[0] in ASKED:
            found |= _things_told(ledger, one)
        if one.per:
            found.add(singular(one.per))
    return found


def _told_as(ledger: Ledger, operand: Fact) -> list[Fact]:
    """Return the values of the question, and the results, that an operand repeats, maybe without its unit."""
    if operand.number < _NOUN_REACH:
        return []
    return [
        one
        for one in ledger.facts
        if one is not operand
        and isclose(one.number, operand.number, rel_tol=_EXACT)
        and (one.kind is operand.kind if one.kind is Kind.COUNT else operand.is_bare or agree(one, operand))
        and (one.path[0] in ASKED or one.result_of is not None)
    ]


def _things_named(label: Sequence[Piece], *, is_label: bool = False) -> set[str]:
    """Return the nouns that a label says a value is per: `Per phone and round`, and `Image` alone."""
    words = [piece for piece in label if piece.is_word or piece.device is not None]
    found = {
        singular(noun.text)
        for at, piece in enumerate(words)
        if piece.text in _OF_ONE
        for noun in words[at + 1 : at + 1 + _NOUN_REACH]
    }
    if is_label and len(words) == 1 and not words[0].text.endswith("s"):
        found.add(words[0].text)
    return found


def _things_told(ledger: Ledger, fact: Fact) -> set[str]:
    """Return the nouns of which a clause says that each has a value."""
    clause = ledger.sentence_of(fact)
    here = next((at for at, one in enumerate(clause) if one.start == fact.start), 0)
    found = {
        singular(noun.text)
        for before, noun in pairwise(clause)
        if before.text in {"each", "every", "per"} and noun.is_word and noun.clause == fact.clause
    }
    if "each" in {one.text for one in clause[here + 1 : here + 2]}:
        nouns = [one.text for one in clause[:here] if one.is_word and not one.meaning.part]
        found |= {singular(word) for text in nouns for word in text.split() if word.endswith("s")}
    return found


def _may_be(fact: Fact, given: Counted) -> bool:
    """Whether a number may be meant as another one: of its size, and not several times as many."""
    number, other = fact.number, float(given.number)
    return number != other and are_near(number, other) and not is_several_times(number, other)


def _is_explained(ledger: Ledger, view: Sources, orphan: Orphan, given: Counted) -> bool:
    """Whether a number is made of the one given and another one: 25 of 24 cameras and one spare."""
    counts = view.numbers | {one.number for one in ledger.view(counted)}
    counts |= {one.number for one in ledger.by_kind[Kind.COUNT] if one.is_bare and one is not orphan.fact}
    number = orphan.fact.number
    others = counts - {number, float(given.number)}
    return any(
        number in {given.number + one, given.number - one, given.number * one, given.number / one}
        for one in others
        if one
    )
