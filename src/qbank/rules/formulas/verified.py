"""Verifying all of a question: each claim with its place in the file, and the formula that it is."""

from __future__ import annotations

from qbank.formulas.of_bank import matcher_of
from qbank.napkin.verified_text import Place, PlacedClaim, VerifiedText, formula_of, place_claim
from qbank.problems import format_path
from qbank.rules.core.claims import FieldClaim, field_claims
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.formula_context import FormulaContext


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

    matcher = matcher_of(context.question.settings.root)
    formula = formula_of(found.claim, context.surroundings(found), context.names, matcher)
    return place_claim(found.claim, format_path(found.path), place, formula)
