"""What a verification of texts found, ready to be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qbank.audit.result import ClaimCounts
from qbank.formulas.formula import Formula
from qbank.napkin.claim import Claim


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


def count(texts: Iterable[VerifiedText]) -> ClaimCounts:
    """Count the claims of several texts by verdict."""
    return ClaimCounts.of(placed.claim.verdict for text in texts for placed in text.claims)
