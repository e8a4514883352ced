"""Verifying a text, or all of a question: each claim with its place, and the formula that it instantiates."""

from __future__ import annotations

from collections.abc import Callable

from qbank.formulas.matching.words import NumberNames, Surroundings
from qbank.formulas.of_bank import matcher_of
from qbank.napkin import Tolerances
from qbank.napkin.claim import Claim
from qbank.napkin.claim_formula import formula_of
from qbank.napkin.verified_text import NamedFormula, PlacedClaim, VerifiedText
from qbank.napkin.verifier import verify
from qbank.problems import format_path
from qbank.rules.core.claims import FieldClaim, field_claims
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.yamlio.positions import LineIndex

Place = tuple[int, int]
"""A line and a column."""


def verified_text(text: str, tolerances: Tolerances) -> VerifiedText:
    """Return every claim of a text that is no question."""
    lines, names, formulas = LineIndex(text), NumberNames([text]), matcher_of(None)

    def place(start: int, end: int) -> Place:  # noqa: ARG001 - as for a field, where both ends are looked up
        position = lines.position(start)
        return position.line, position.column

    def placed(claim: Claim) -> PlacedClaim:
        around = Surroundings(text, claim.start, claim.end)
        return _placed(claim, None, place, formula_of(claim, around, names, formulas))

    return VerifiedText(None, None, tuple(map(placed, verify(text, tolerances=tolerances))))


def verified_question(question: QuestionFile) -> VerifiedText:
    """Return every claim of a question with its place, from the top of the file to the bottom."""
    context = FormulaContext(question)
    claims = [verified_claim(claim, context) for claim in field_claims(question, derived=True)]
    # Fields are verified in an order of their own; people read a file from top to bottom.
    claims.sort(key=lambda placed: (placed.line, placed.column))
    return VerifiedText(question.path, question.id, tuple(claims))


def verified_claim(found: FieldClaim, context: FormulaContext) -> PlacedClaim:
    """Return a claim of a question with its places in the file and its formula."""

    def place(start: int, end: int) -> Place:
        span = context.question.document.text_span(found.path, *found.part(start, end))
        return span.line, span.column

    formula = formula_of(found.claim, context.surroundings(found), context.names, context.matcher)
    return _placed(found.claim, format_path(found.path), place, formula)


def _placed(
    claim: Claim, field: str | None, place: Callable[[int, int], Place], formula: NamedFormula | None
) -> PlacedClaim:
    operands = tuple(place(operand.start, operand.end) for operand in claim.operands)
    return PlacedClaim(claim, field, *place(claim.start, claim.end), operands, formula)
