"""The claims of a question, field by field, and how to speak of them."""

from __future__ import annotations

from dataclasses import dataclass

from qbank.bank.document import FieldPath
from qbank.napkin import Amount, Claim, verify
from qbank.rules.source import QuestionFile
from qbank.units.display import significant

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


_COMPARISONS = frozenset("<≤>≥")


def is_comparison(claim: Claim) -> bool:
    """Whether a claim says that a value exceeds another, not what it is."""
    return claim.relation in _COMPARISONS


def failed_comparison(claim: Claim) -> str:
    """Say of a comparison that is wrong what its sides come to."""
    left, right = amount_text(claim.computed), amount_text(claim.stated)
    return f"does not hold: the left side is {left}, the right {right}"


def amount_text(amount: Amount | None) -> str:
    """Write an amount the way people do: `5.333 GB`, `$3/h`."""
    if amount is None:
        return "unknown"
    number = significant(amount.value)
    if amount.unit.startswith("$"):
        return f"${number}{amount.unit[1:]}"
    return f"{number} {amount.unit}".rstrip()
