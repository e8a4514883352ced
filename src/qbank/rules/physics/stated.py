"""How values are told: as they are, of this case, in one sentence, and with what words around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose
from typing import Final

from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Modality, Origin, Standing

_NOT_STATED: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED, Modality.LIMIT))
BOUND: Final = 1.02
"""How much above a bound a value is that its digits do not explain."""


def is_measured(fact: Fact) -> bool:
    """Whether a fact is told as it is, not asked, wanted, supposed, denied or as a limit.

    It is of the topic, or of a former state, which keeps to the same bounds.
    """
    told = fact.modality not in _NOT_STATED and "wanted" not in fact.cues
    return told and fact.standing in {Standing.TOPIC, Standing.FORMER}


def is_stated(fact: Fact) -> bool:
    """Whether a fact is told of the topic as it is."""
    return fact.is_topic and is_measured(fact)


def is_told(fact: Fact) -> bool:
    """Whether a fact is given, not computed, and not a step of a computation."""
    return fact.is_topic and not fact.is_calculated


def is_given(fact: Fact) -> bool:
    """Whether the scenario tells a fact as it is."""
    return fact.origin is Origin.SCENARIO and is_stated(fact)


def given(ledger: Ledger, kind: Kind) -> list[Fact]:
    """Return what the scenario tells of a kind as it is."""
    return list(filter(is_given, ledger.by_kind[kind]))


def where(fact: Fact) -> tuple[FieldPath, int]:
    """Return the field and the sentence of a fact: what is told in one is of one case."""
    return fact.path, fact.sentence


def behind(ledger: Ledger, fact: Fact, most: int) -> Sequence[Piece]:
    """Return the pieces right behind a fact, whatever they belong to."""
    return ledger.pieces[fact.path][fact.at + 1 : fact.at + 1 + most]


def before(ledger: Ledger, fact: Fact, most: int) -> list[Piece]:
    """Return the pieces right before a fact, those of its clause."""
    pieces = ledger.pieces[fact.path][max(0, fact.at - most) : fact.at]
    return [piece for piece in pieces if (piece.clause, piece.line) == (fact.clause, fact.line)]


def quotients(ledger: Ledger) -> Iterator[tuple[Fact, Fact, Fact]]:
    """Yield two values that are divided by each other, and what that comes to."""
    for claim, result in ledger.worked_out("/"):
        if len(claim.operands) == 2:
            yield *claim.operands, result


def meant(ledger: Ledger, operand: Fact, kind: Kind) -> Fact | None:
    """Return the value of a kind that an operand is, or of which alone it is the bare number."""
    if operand.kind is kind:
        return operand
    of_kind = ledger.by_kind[kind] if operand.is_bare else ()
    return the_only(one for one in of_kind if one.number == operand.number)


def repeats(operand: Fact, fact: Fact) -> bool:
    """Whether an operand is a value again: with its unit, or its number, as written or in base units."""
    if operand.kind is fact.kind:
        return operand.value == fact.value
    return operand.is_bare and (operand.number == fact.number or isclose(operand.number, fact.value))
