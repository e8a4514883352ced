"""What a verification of texts found, ready to be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qbank.audit.result import ClaimCounts
from qbank.formulas.formula import Formula
from qbank.napkin.claim import Claim
from qbank.problems import format_path
from qbank.rules.core.claims import FieldClaim, field_claims
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.recognition import formula_of
from qbank.yamlio.document import Document, FieldPath


@dataclass(frozen=True, slots=True)
class PlacedClaim:
    """A claim with the field it stands in and its place: in the file, or in a text that has no file.

    `operands` are the places (line, column) of the claim's operands, in their order; `formula` is the formula
    of the library that its expression instantiates, if one was recognised.
    """

    claim: Claim
    field: str | None
    line: int
    column: int
    operands: tuple[tuple[int, int], ...] = ()
    formula: Formula | None = None


@dataclass(frozen=True, slots=True)
class VerifiedText:
    """The claims of one question, or of a text that is none; then path and id are None."""

    path: str | None
    id: str | None
    claims: tuple[PlacedClaim, ...]

    def only(self, verdict: str | None) -> VerifiedText:
        """Return the same with the claims of one verdict alone; None means all."""
        if verdict is None:
            return self
        return replace(self, claims=tuple(c for c in self.claims if c.claim.verdict == verdict))


def verified(question: QuestionFile) -> VerifiedText:
    """Return every claim of a question with its place, from the top of the file to the bottom."""
    context = FormulaContext(question)
    claims = [placed(found, context) for found in field_claims(question, derived=True)]
    # Fields are verified in an order of their own; people read a file from top to bottom.
    claims.sort(key=lambda claim: (claim.line, claim.column))
    return VerifiedText(question.path, question.id, tuple(claims))


def placed(found: FieldClaim, context: FormulaContext) -> PlacedClaim:
    """Return a claim of a question with its places in the file and its formula."""
    claim = found.claim
    place = _place(context.question.document, found.path, *found.part(claim.start, claim.end))
    operands = tuple(
        _place(context.question.document, found.path, *found.part(operand.start, operand.end))
        for operand in claim.operands
    )
    formula = formula_of(claim, context.surroundings(found), context.names, context.matcher)
    return PlacedClaim(claim, format_path(found.path), *place, operands, formula)


def _place(document: Document, path: FieldPath, start: int, end: int) -> tuple[int, int]:
    span = document.text_span(path, start, end)
    return span.line, span.column


def count(texts: Iterable[VerifiedText]) -> ClaimCounts:
    """Count the claims of several texts by verdict."""
    return ClaimCounts.of(placed.claim.verdict for text in texts for placed in text.claims)
