"""What the verifier's claims say of facts: which are results, which operands, and what their labels tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from qbank.facts.fact import ClaimFacts, Fact, Field
from qbank.facts.labels import Labels
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.reading.places import place_of
from qbank.facts.reading.subjects import subject_of
from qbank.facts.reading.units import measure_by_label, measure_by_result
from qbank.facts.vocabulary import STORED, Kind, Role, Why
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Interval, Number, Operation, chain, leaves, value_start

_EQUALITIES: Final = frozenset(("=", "≈", "()"))
_SCALES: Final = frozenset((60, 3600, *(base**power for base in (1000, 1024) for power in range(1, 5))))
"""What the last division of a calculation takes bytes to MB by, Ws to Wh, minutes to hours, or the like."""


def places_of(claims: Iterable[Claim]) -> tuple[set[int], set[int], set[int]]:
    """Return the offsets of what claims state, of what that is computed from, and of the terms of sums."""
    stated: set[int] = set()
    used: set[int] = set()
    summed: set[int] = set()
    for claim in claims:
        if claim.relation in _EQUALITIES:
            stated |= {claim.stated_start, claim.digits_start}
        if isinstance(claim.calculation, Operation):  # what is only said again is named as it is
            for leaf in leaves(claim.calculation):
                used |= {leaf.start, value_start(leaf)}
            if claim.calculation.operator in "+-":
                summed.update(value_start(term) for term in chain(claim.calculation, "+-"))
    return stated, used, summed


def read_claims(
    field: Field, facts: Iterable[Fact], pieces: Sequence[Piece], labels: Labels, first: int
) -> list[ClaimFacts]:
    """Return the claims of a field with their facts, and say of these what the claims tell.

    `first` is the number of its first claim in the ledger.
    """
    if not field.claims:
        return []
    by_offset = {offset: fact for fact in facts for offset in range(fact.start, fact.end)}
    found = []
    for number, claim in enumerate(field.claims, first):
        calculation = claim.calculation
        operands: list[Fact] = []
        stated = claim.relation in _EQUALITIES
        for leaf in leaves(calculation):
            start = value_start(leaf)
            fact = by_offset.get(start) if isinstance(leaf, Number | Interval) else None
            if fact is not None and claim.start <= start < claim.end:
                operands.append(fact)
                if fact.operand_of is None and (stated or isinstance(calculation, Operation)):
                    fact.operand_of = number
        result = by_offset.get(claim.digits_start)
        if result is not None:
            label = labels.of(pieces[result.at])
            measure_by_label(result, pieces[label.start : label.end], field.text)
            measure_by_result(operands, claim, result.mention)
            if isinstance(calculation, Operation):
                _take_label(calculation, label.nouns, operands, result)
                _set_whole(calculation, label.nouns, by_offset, result)
            if result.subject.sort == "store" and any(one.kind is Kind.CHARGE for one in operands):
                result.role = Role.CAPACITY  # `Battery energy: 18 mAh * 3.7 V`
            if stated and result.result_of is None:
                result.result_of = number
        found.append(ClaimFacts(field.path, claim, tuple(operands), result, _operator_of(claim)))
    return found


def _take_label(
    calculation: Operation, nouns: Sequence[Piece], operands: Iterable[Fact], result: Fact
) -> None:
    """What bytes are added or subtracted lie where the label says: `SRAM: 72 KB + 104 KB = 176 KB`."""
    if result.kind is not Kind.BYTES:
        return
    for fact in operands:
        if fact.kind is Kind.BYTES and not fact.place:
            fact.place = place_of(nouns)
        if calculation.operator == "+" and fact.role is result.role is Role.DEMAND:
            fact.role_why = Why.SENTENCE  # a term of a sum is what the sum is


def _set_whole(
    calculation: Operation, nouns: Sequence[Piece], by_offset: Mapping[int, Fact], result: Fact
) -> None:
    """Say what the whole is, of which some is left or a share: `Left on the card: 24 GB - 14 GB`."""
    if calculation.operator == "/" and result.kind is Kind.SHARE:
        part, whole = calculation.left, calculation.right
    elif calculation.operator == "-" and "rest" in cues_in(nouns):
        part, whole = calculation.right, calculation.left
    else:
        return
    fact, other = by_offset.get(whole.start), by_offset.get(part.start)
    if (
        isinstance(whole, Number)
        and fact is not None
        and other is not None
        and fact.kind in STORED
        and fact.kind is other.kind
        and fact.role_why is Why.UNIT
    ):
        fact.role, fact.role_why = Role.CAPACITY, Why.LABEL
        device = next((noun for noun in nouns if noun.device is not None), None)
        if device is not None:
            fact.subject = subject_of(device, Why.LABEL) or fact.subject


def _operator_of(claim: Claim) -> str:
    """Return the last operation of what a claim computes; empty if it is a value alone.

    `13e9 * 2 / 1e9` is a product: the last divisor only scales it.
    """
    left = claim.calculation
    if isinstance(left, Operation) and isinstance(left.left, Operation) and _is_scale(left):
        left = left.left
    return left.operator if isinstance(left, Operation) else ""


def _is_scale(node: Operation) -> bool:
    """Whether an operation divides by a bare power of 1000 or 1024, or by 60 or 3600: `... / 1e9`."""
    by = node.right
    return (
        node.operator == "/"
        and isinstance(by, Number)
        and by.bare
        and by.readings[0].multiplier * by.value in _SCALES
    )
