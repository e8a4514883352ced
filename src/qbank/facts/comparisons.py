"""What a text itself puts beside each other: in a difference, a share, a relation, a sentence or a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.napkin.tree import Number, Operation

_REACH: Final = 5
_RELATIONS: Final = frozenset("<>≤≥")
_ABOVE: Final = frozenset(">≥")
COMPARING: Final = frozenset(("within", "exceeds", "fits", "covers"))
_AGAINST: Final = frozenset(("against", "of", "vs", "versus"))


class Comparison(Struct, frozen=True):
    """Two values of one kind in the order of the text, and the claim that has them; None if none has."""

    one: Fact
    other: Fact
    claim: ClaimFacts | None = None


def comparisons(ledger: Ledger) -> list[Comparison]:
    """Return what a text compares, in the order of its claims, sentences and lines."""
    return [*_in_claims(ledger), *_in_sentences(ledger), *_on_lines(ledger)]


def compared_with(ledger: Ledger, fact: Fact) -> list[Fact]:
    """Return what the text compares a value with."""
    found = []
    for pair in ledger.view(comparisons):
        for one, other in ((pair.one, pair.other), (pair.other, pair.one)):
            if is_same(one, fact) and not is_same(other, fact):
                found.append(other)
    return found


def is_told_above(ledger: Ledger, need: Fact, limit: Fact) -> bool:
    """Tell whether the calculations themselves say that a need is more than a limit: `538 KB > 512`."""
    return any(
        claim.claim.relation in _ABOVE
        and any(is_same(one, need) for one in claim.operands)
        and (_is_number_of(claim, limit, need) if claim.result is None else is_same(claim.result, limit))
        for claim in ledger.claims
    )


def _is_number_of(claim: ClaimFacts, fact: Fact, other: Fact) -> bool:
    """Tell whether the right side of a claim is a bare number of a fact, in its unit or that of another."""
    right = claim.claim.right
    return isinstance(right, Number) and float(right.value) in {fact.number, fact.value / other.mention.scale}


def is_same(one: Fact, other: Fact) -> bool:
    """Tell whether two facts are one value, the one maybe told as a bare number: `48 / 1,800`."""
    for bare, full in ((one, other), (other, one)):
        if bare.is_bare and full.kind is not Kind.COUNT:
            return bare.number in {full.number, full.value, *(fact.number for fact in full.same)}
    return agree(one, other)


def _in_claims(ledger: Ledger) -> Iterator[Comparison]:
    for claim in ledger.claims:
        operands, result = claim.operands, claim.result
        if claim.claim.relation in _RELATIONS and result is not None:
            if len(operands) == 1 and operands[0].kind is result.kind:
                yield Comparison(operands[0], result, claim)
        elif claim.operator == "-" and len(operands) > 1 and _begins_with_one(claim):
            whole, *taken = operands
            yield from (Comparison(whole, one, claim) for one in taken if one.kind is whole.kind)
        elif claim.operator == "/" and len(operands) == 2 and operands[0].kind is operands[1].kind:
            one, other = operands
            told = _as_told(ledger, one, other) if one.is_bare else None
            if told is not None:
                yield Comparison(*told, claim)
            elif one.kind is not Kind.COUNT or result is None or result.kind in PLAIN:
                yield Comparison(one, other, claim)


def _begins_with_one(claim: ClaimFacts) -> bool:
    """Tell whether the first term of a difference is one value."""
    node = claim.claim.calculation
    while isinstance(node, Operation) and node.operator == "-":
        node = node.left
    return not isinstance(node, Operation)


def _as_told(ledger: Ledger, *bare: Fact) -> tuple[Fact, Fact] | None:
    """Return the two values of one kind that bare numbers repeat, results before givens."""
    measured = [fact for fact in reversed(ledger.facts) if fact.mention.unit.name]
    told = [{fact.kind: fact for fact in measured if fact.number == one.number} for one in bare]
    return next(((fact, told[1][kind]) for kind, fact in told[0].items() if kind in told[1]), None)


def _in_sentences(ledger: Ledger) -> Iterator[Comparison]:
    for relation in ledger.relations:
        if relation.name in COMPARING:
            yield from (
                Comparison(one, other)
                for one in relation.before[-1:]
                for other in relation.behind[:1]
                if other.kind is one.kind and other.clause == one.clause
            )


def _on_lines(ledger: Ledger) -> Iterator[Comparison]:
    """Yield values with a word for comparing between them: `31 GB of the 40 GB`, `= 31 GB against 40 GB`."""
    for alike in ledger.by_kind.values():
        for one, other in pairwise(alike):
            if (one.path, one.line) == (other.path, other.line) and other.at - one.at <= _REACH:
                between = ledger.pieces[one.path][one.at + 1 : other.at]
                if any(piece.text in _AGAINST or "limit" in piece.meaning.cues for piece in between):
                    yield Comparison(one, other)
