"""The claims of a text, each with its place and its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from qbank.formulas.formula import Formula
from qbank.formulas.matching.recognise import Recogniser
from qbank.formulas.matching.words import NumberNames, Surroundings
from qbank.napkin.claim import Claim
from qbank.napkin.claim_formula import formula_of
from qbank.napkin.forms import DERIVED
from qbank.napkin.verdicts import ClaimCounts, Tolerances
from qbank.napkin.verifier import verify
from qbank.yamlio.positions import LineIndex

Place = tuple[int, int]
"""A line and a column."""


class PlacedClaim(Struct, frozen=True):
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


class VerifiedText(Struct, frozen=True):
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
    """Count the claims of several texts by verdict, as an audit does: what is worked out is none."""
    claims = (placed.claim for text in texts for placed in text.claims)
    return ClaimCounts.of(claim.verdict for claim in claims if claim.form != DERIVED.name)


def worked_out(texts: Iterable[VerifiedText]) -> int:
    """Count the values of several texts that were worked out from others, said without a calculation."""
    return sum(placed.claim.form == DERIVED.name for text in texts for placed in text.claims)


def verify_text(text: str, tolerances: Tolerances, formulas: Recogniser) -> VerifiedText:
    """Verify a text that is no question, and look for the formulas that its claims instantiate."""
    lines, names = LineIndex(text), NumberNames([text])

    def place(start: int, _: int) -> Place:
        position = lines.position(start)
        return position.line, position.column

    def placed(claim: Claim) -> PlacedClaim:
        around = Surroundings(text, claim.start, claim.end)
        return place_claim(claim, None, place, formula_of(claim, around, names, formulas))

    return VerifiedText(None, None, tuple(map(placed, verify(text, tolerances=tolerances))))


def place_claim(
    claim: Claim, field: str | None, place: Callable[[int, int], Place], formula: Formula | None
) -> PlacedClaim:
    """Put a claim into its place; `place` tells that of a part of the text, from its start and its end."""
    operands = tuple(place(operand.start, operand.end) for operand in claim.operands)
    return PlacedClaim(claim, field, *place(claim.start, claim.end), operands, formula)
