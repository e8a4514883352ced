"""What a verification of a text or of a question found: its claims, each with its place and its formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from qbank.napkin.claim import Claim


class NamedFormula(Protocol):
    """A formula as far as it is named beside a claim."""

    @property
    def id(self) -> str:
        """Its id in the library."""

    @property
    def equation(self) -> str:
        """What it says, as `T = D / b`."""


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
    formula: NamedFormula | None = None


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


@dataclass(frozen=True, slots=True)
class ClaimCounts:
    """How many claims of the texts came out how."""

    ok: int = 0
    imprecise: int = 0
    wrong: int = 0
    unchecked: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.ok + self.imprecise + self.wrong + self.unchecked

    @classmethod
    def of(cls, verdicts: Iterable[str]) -> ClaimCounts:
        """Count verdicts."""
        counted = Counter(map(str, verdicts))
        return cls(counted["ok"], counted["imprecise"], counted["wrong"], counted["unchecked"])

    def __add__(self, other: ClaimCounts) -> ClaimCounts:
        return ClaimCounts(
            self.ok + other.ok,
            self.imprecise + other.imprecise,
            self.wrong + other.wrong,
            self.unchecked + other.unchecked,
        )


def count(texts: Iterable[VerifiedText]) -> ClaimCounts:
    """Count the claims of several texts by verdict."""
    return ClaimCounts.of(placed.claim.verdict for text in texts for placed in text.claims)
