"""The claims of a text, each with its place and its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.algebra import tree as algebra
from qbank.formulas.formula import Formula
from qbank.formulas.matching.match import Operand
from qbank.formulas.matching.recognise import Expression, Recogniser
from qbank.formulas.matching.words import NumberNames, Surroundings
from qbank.napkin.claim import Amount, Claim, unit_of
from qbank.napkin.forms import DERIVED
from qbank.napkin.tree import Call, Name, Negation, Node, Number, Operation
from qbank.napkin.verdicts import ClaimCounts, Tolerances
from qbank.napkin.verifier import verify
from qbank.units import Unit
from qbank.units.parse import counts_macs
from qbank.yamlio.positions import LineIndex

_FUNCTIONS: Final[Mapping[str, str]] = {
    "sqrt": "sqrt", "exp": "exp", "ln": "log", "log2": "log2", "log10": "log10", "max": "Max", "min": "Min",
    "floor": "floor", "ceil": "ceiling", "abs": "abs",
}  # fmt: skip
_OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "/": "/", "^": "**"}


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


def claim_expression(claim: Claim) -> Expression | None:
    """Return the left side of a claim; None if formulas know nothing like it."""
    if claim.tree is None:
        return None
    translation = _Translation(claim)
    try:
        tree = translation.node(claim.tree)
    except _UntranslatableError:
        return None
    return Expression(tree, translation.operands, _result(claim))


def formula_of(claim: Claim, around: Surroundings, names: NumberNames, matcher: Recogniser) -> Formula | None:
    """Return the formula that a claim's expression instantiates; None if none is recognised, or a slip."""
    left_side = claim_expression(claim)
    if left_side is None:
        return None
    recognised = matcher.recognise(left_side, around.speaks, names.calls)
    return recognised[0].formula if recognised and recognised[0].slip is None else None


class _UntranslatableError(Exception):
    """Something that no formula holds: a range, a symbol without a value."""


class _Translation:
    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self.operands: dict[str, Operand] = {}

    def node(self, node: Node) -> algebra.Node:
        if isinstance(node, Number):
            reading = node.readings[0]
            return self._operand(node.value * reading.multiplier, reading.unit)
        if isinstance(node, Name):
            return self._named(node)
        if isinstance(node, Operation):
            return algebra.Operation(_OPERATORS[node.operator], self.node(node.left), self.node(node.right))
        if isinstance(node, Negation):
            return algebra.Negation(self.node(node.operand))
        if isinstance(node, Call) and node.function in _FUNCTIONS:
            return algebra.Call(_FUNCTIONS[node.function], tuple(map(self.node, node.arguments)))
        raise _UntranslatableError

    @cached_property
    def _amounts(self) -> Mapping[int, Amount]:
        return {operand.start: operand.amount for operand in self._claim.operands}

    def _named(self, node: Name) -> algebra.Node:
        amount = self._amounts.get(node.start)
        unit = unit_of(amount)
        if amount is None or unit is None:
            raise _UntranslatableError
        return self._operand(amount.value, unit)

    def _operand(self, value: Fraction, unit: Unit) -> algebra.Node:
        name = f"x{len(self.operands)}"
        self.operands[name] = Operand(value * unit.scale, unit.dimension, macs=counts_macs(unit))
        return algebra.Name(name)


def _result(claim: Claim) -> Operand | None:
    stated, unit = claim.stated, unit_of(claim.stated)
    if stated is None or unit is None or not stated.unit:
        return None
    return Operand(stated.value * unit.scale, unit.dimension, macs=counts_macs(unit))
