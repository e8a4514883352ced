"""The claims of a question, field by field."""

from __future__ import annotations

from dataclasses import dataclass

from qbank.bank.document import FieldPath
from qbank.napkin import Claim, verify
from qbank.rules.source import QuestionFile

VERIFIED: tuple[FieldPath, ...] = (("details", "napkin_math"), ("details", "realistic_solution"))
"""Fields whose arithmetic is recomputed; what people get wrong, and options, may be wrong on purpose."""


@dataclass(frozen=True, slots=True)
class FieldClaim:
    """A claim and the field that it stands in."""

    path: FieldPath
    claim: Claim


def field_claims(question: QuestionFile) -> list[FieldClaim]:
    """Return every claim of the question's verified fields, in their order."""
    return [
        FieldClaim(path, claim)
        for path in VERIFIED
        if (text := question.text(path))
        for claim in verify(text, tolerances=question.settings.tolerances)
    ]
