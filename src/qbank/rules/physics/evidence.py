"""What makes a reader hold a need against a limit: the text compares the two, or its verdict names one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role, Standing
from qbank.rules.physics.answers import answers, nouns_of
from qbank.rules.physics.needs import totals_of

_PAIR: Final = 2
_RELATIONS: Final = frozenset("<>≤≥")
_COMPARING: Final = frozenset(("within", "exceeds", "fits", "covers"))
_AGAINST: Final = frozenset(("against", "of", "vs", "versus", "<", ">", "≤", "≥"))
_OUTSIDE: Final = frozenset(("disk", "host"))
_ABOVE: Final = frozenset(">≥")


def is_held_against(ledger: Ledger, need: Fact, limit: Fact, *, is_named: bool) -> bool:
    """Tell whether the text gives a reason to hold a need against a limit; coincidence of kind is none.

    Where the text compares one of them with something else, that is what it is held against, unless the
    verdict names the other: then a limit made of what the need is compared with, or a need that contains
    what the limit is compared with, is meant as well.

    Args:
        is_named: whether the verdict speaks of the need.
    """
    totals = ledger.view(totals_of)
    beside = [
        one
        for one in compared_with(ledger, need)
        if all(it.standing is Standing.TOPIC for it in (one, *one.same))
        and not any(is_same(one, total) for total in totals)
    ]
    if any(is_same(one, limit) for one in beside):
        return True
    if _is_of_another_device(ledger, limit):
        return False
    names_limit = is_limit_named(ledger, limit)
    if beside:
        whole = ledger.parts(limit)
        return names_limit or any(is_same(one, part) for one in beside for part in whole)
    parts = ledger.parts(need)
    others = [one for one in compared_with(ledger, limit) if not _is_made_of(ledger, one, parts)]
    if others:
        return is_named
    return is_named or names_limit or is_only(ledger, need, limit)


def _is_of_another_device(ledger: Ledger, limit: Fact) -> bool:
    """Tell whether the sentences of the verdict name hardware, and not that of a limit."""
    said = {(one.path, one.sentence) for one in ledger.view(answers)}
    named = [one.device for one in ledger.devices if (one.path, one.sentence) in said]
    own = limit.subject.device
    return (
        own is not None and bool(named) and not any(one in own.entries for it in named for one in it.entries)
    )


def is_same(one: Fact, other: Fact) -> bool:
    """Tell whether two facts are one value, the one maybe told as a bare number: `48 / 1,800`."""
    for bare, full in ((one, other), (other, one)):
        if bare.kind is Kind.COUNT and not bare.mention.unit.name and full.kind is not Kind.COUNT:
            return bare.number in {full.number, full.value, *(fact.number for fact in full.same)}
    return agree(one, other)


def compared_with(ledger: Ledger, fact: Fact) -> list[Fact]:
    """Return what the text puts a value beside, in a difference, a share, a relation or a sentence."""
    found = []
    for left, right in ledger.view(_comparisons):
        for one, other in ((left, right), (right, left)):
            if is_same(one, fact) and not is_same(other, fact):
                found.append(other)
    return found


def is_told_above(ledger: Ledger, need: Fact, limit: Fact) -> bool:
    """Tell whether the calculations themselves say that a need is more than a limit: `538 KB > 512 KB`."""
    return any(
        claim.claim.relation in _ABOVE
        and claim.result is not None
        and is_same(claim.result, limit)
        and any(is_same(one, need) for one in claim.operands)
        for claim in ledger.claims
    )


def is_need_named(ledger: Ledger, need: Fact) -> bool:
    """Tell whether a sentence that says that all is well tells a need or what its line is called.

    Where it names a store outside the device, it speaks of that: `an SSD of 4 TB holds a week of video`.
    """
    nouns = nouns_of(ledger.label_of(need))
    for other in ledger.view(totals_of):  # `INT8 weights` of the verdict are not the FP32 weights
        others = nouns_of(ledger.label_of(other)) if other.kind is need.kind else frozenset()
        nouns = nouns - others if other is not need and nouns - others else nouns
    for answer in ledger.view(answers):
        sentence = [one for one in ledger.pieces[answer.path] if one.sentence == answer.sentence]
        if any(one.meaning.place in _OUTSIDE for one in sentence):
            continue
        here = (answer.path, answer.sentence)
        told = any(agree(one, need) and (one.path, one.sentence) == here for one in ledger.by_kind[need.kind])
        if answer.suffices and (told or nouns & nouns_of(sentence)):
            return True
    return False


def is_limit_named(ledger: Ledger, limit: Fact) -> bool:
    """Tell whether a sentence with a verdict names a limit: its value, its holder, what its line says."""
    pieces = ledger.pieces[limit.path]
    is_on_line = limit.origin is Origin.CALCULATIONS
    around = ledger.label_of(limit) if is_on_line else [one for one in pieces if one.clause == limit.clause]
    nouns = nouns_of(around) | frozenset(limit.subject.name.split())
    for answer in ledger.view(answers):
        sentence = [one for one in ledger.pieces[answer.path] if one.sentence == answer.sentence]
        if nouns & nouns_of(sentence):
            return True
        if limit.role is Role.LIMIT and any(one.meaning.sort == "limit" for one in sentence):
            return True
        if limit.place and any(one.meaning.place == limit.place for one in sentence):
            return True
        if any(
            agree(one, limit)
            for one in ledger.by_kind[limit.kind]
            if (one.path, one.sentence) == (answer.path, answer.sentence)
        ):
            return True
    return False


def _comparisons(ledger: Ledger) -> list[tuple[Fact, Fact]]:
    return [*_in_claims(ledger), *_in_relations(ledger), *_on_lines(ledger)]


def _in_claims(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    for claim in ledger.claims:
        operands = claim.operands
        if claim.claim.relation in _RELATIONS and claim.result is not None:
            yield from ((one, claim.result) for one in operands if one.kind is claim.result.kind)
        if claim.operator == "-" and len(operands) > 1:
            yield from ((operands[0], one) for one in operands[1:] if one.kind is operands[0].kind)
        elif claim.operator == "/" and len(operands) == _PAIR and _is_quotient_of_alike(claim):
            yield operands[0], operands[1]


def _is_quotient_of_alike(claim: ClaimFacts) -> bool:
    """Tell whether a claim divides two values of one kind, bare numbers only if no unit comes of them."""
    one, other = claim.operands
    result = claim.result
    return one.kind is other.kind and (one.kind is not Kind.COUNT or result is None or result.kind in PLAIN)


def _in_relations(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    for relation in ledger.relations:
        if relation.name in _COMPARING:
            yield from (
                (one, other)
                for one in relation.before[-1:]
                for other in relation.behind[:1]
                if other.kind is one.kind and other.clause == one.clause
            )


def _on_lines(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield values of one kind with nothing but a word for comparing between them: `31 GB of the 40 GB`."""
    for one, other in pairwise(ledger.facts):
        if one.kind is other.kind and one.path == other.path and one.line == other.line:
            between = ledger.pieces[one.path][one.at + 1 : other.at]
            words = [piece.text for piece in between if piece.meaning.part != "article"]
            if len(words) == 1 and words[0] in _AGAINST:
                yield one, other


def _is_made_of(ledger: Ledger, fact: Fact, parts: Iterable[Fact]) -> bool:
    """Tell whether a value is one of some parts, or is computed of nothing but them."""
    parts = list(parts)
    return any(is_same(fact, part) for part in parts) or any(
        claim.operands and all(any(is_same(one, part) for part in parts) for one in claim.operands)
        for claim in ledger.made_by(fact)
    )


def is_only(ledger: Ledger, need: Fact, limit: Fact | None = None) -> bool:
    """Tell whether nothing of its kind is worked out but a need, its parts, and what its limit is made of."""
    parts = ledger.parts(need)
    whole = () if limit is None else ledger.parts(limit)
    results = [claim.result for claim in ledger.claims if claim.result is not None]
    return all(
        _is_made_of(ledger, one, parts) or any(is_same(one, part) for part in whole)
        for one in results
        if one.kind is need.kind
    )
