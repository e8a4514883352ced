"""Claims as expressions of formulas, and what formula a claim instantiates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from qbank.algebra import tree as f
from qbank.formulas.formula import Formula, Taken
from qbank.formulas.library import Library, LibraryError, bundled, load
from qbank.formulas.matching.match import Operand
from qbank.formulas.matching.patterns import patterns
from qbank.formulas.matching.recognise import Expression, Recogniser
from qbank.napkin import Amount, Claim
from qbank.napkin import tree as n
from qbank.rules.formulas.words import NumberNames, Surroundings
from qbank.units import Unit, readings
from qbank.units.parse import UnknownUnitError, parse_unit

_FUNCTIONS: Final[Mapping[str, str]] = {
    "sqrt": "sqrt", "exp": "exp", "ln": "log", "log2": "log2", "log10": "log10", "max": "Max", "min": "Min",
    "floor": "floor", "ceil": "ceiling", "abs": "abs",
}  # fmt: skip
_OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "/": "/", "^": "**"}


class FormulaMatcher:
    """What looks for the formulas of a library, and for what people get wrong with them.

    Attributes:
        formulas: looks for the formulas and for the slips that are other expressions.
        slips: looks for these slips alone.
        slip_cues: the words by which any of these slips is told.
    """

    def __init__(self, library: Library) -> None:
        every = tuple(pattern for formula in library for pattern in patterns(formula))
        self.formulas: Final = Recogniser(every)
        self.slips: Final = Recogniser(pattern for pattern in every if pattern.slip is not None)
        self.slip_cues: Final = tuple(
            dict.fromkeys(cue for pattern in every if pattern.slip is not None for cue in pattern.cues)
        )
        self._misused: Final = {
            kind: Recogniser(
                pattern
                for pattern in every
                if pattern.slip is None and any(slip.taken is kind for slip in pattern.formula.slips)
            )
            for kind in Taken
        }

    def misused(self, kind: Taken) -> Recogniser:
        """Return what looks for formulas in which something is taken for a variable."""
        return self._misused[kind]


@cache
def library_of(root: Path | None) -> Library | LibraryError:
    """Return the formulas of a bank, or why its own cannot be used; read once in a process."""
    try:
        return load(root)
    except LibraryError as error:
        return error


@cache
def matcher_of(root: Path | None) -> FormulaMatcher:
    """Return what looks for the formulas of a bank; made once in a process.

    Where the bank's own cannot be used, it is those that qbank carries; `qbank formula list` tells why.
    """
    return FormulaMatcher(usable_library(root))


def usable_library(root: Path | None) -> Library:
    """Return the formulas of a bank, or those that qbank carries where the bank's own cannot be used."""
    library = library_of(root)
    return bundled() if isinstance(library, LibraryError) else library


@dataclass(frozen=True, slots=True)
class ClaimExpression:
    """The left side of a claim.

    Attributes:
        expression: as formulas see expressions.
        leaves: what stands in the text for each operand.
    """

    expression: Expression
    leaves: Mapping[str, n.Number | n.Name]


def claim_expression(claim: Claim) -> ClaimExpression | None:
    """Return the left side of a claim; None if formulas know nothing like it."""
    if claim.tree is None:
        return None
    translation = _Translation({operand.start: operand.amount for operand in claim.operands})
    try:
        tree = translation.node(claim.tree)
    except _UntranslatableError:
        return None
    return ClaimExpression(Expression(tree, translation.operands, _result(claim)), translation.leaves)


def formula_of(
    claim: Claim, around: Surroundings, names: NumberNames, matcher: FormulaMatcher
) -> Formula | None:
    """Return the formula that a claim's expression instantiates; None if none is recognised, or a slip."""
    left_side = claim_expression(claim)
    if left_side is None:
        return None
    recognised = matcher.formulas.recognise(left_side.expression, around.speaks, names.calls)
    return recognised[0].formula if recognised and recognised[0].slip is None else None


class _UntranslatableError(Exception):
    """Something that no formula holds: a range, a symbol without a value."""


class _Translation:
    def __init__(self, amounts: Mapping[int, Amount]) -> None:
        self._amounts = amounts
        self.operands: dict[str, Operand] = {}
        self.leaves: dict[str, n.Number | n.Name] = {}

    def node(self, node: n.Node) -> f.Node:
        if isinstance(node, n.Number):
            reading = node.readings[0]
            return self._operand(node, node.value * reading.multiplier, reading.unit)
        if isinstance(node, n.Name):
            return self._named(node)
        if isinstance(node, n.Operation):
            return f.Operation(_OPERATORS[node.operator], self.node(node.left), self.node(node.right))
        if isinstance(node, n.Negation):
            return f.Negation(self.node(node.operand))
        if isinstance(node, n.Call) and node.function in _FUNCTIONS:
            return f.Call(_FUNCTIONS[node.function], tuple(map(self.node, node.arguments)))
        raise _UntranslatableError

    def _named(self, node: n.Name) -> f.Node:
        amount = self._amounts.get(node.start)
        unit = unit_of(amount)
        if amount is None or unit is None:
            raise _UntranslatableError
        return self._operand(node, amount.value, unit)

    def _operand(self, leaf: n.Number | n.Name, value: Fraction, unit: Unit) -> f.Node:
        name = f"x{len(self.operands)}"
        self.leaves[name] = leaf
        self.operands[name] = Operand(value * unit.scale, unit.dimension, macs=_counts_macs(unit))
        return f.Name(name)


def unit_of(amount: Amount | None) -> Unit | None:
    """Return the unit of an amount; None if there is none of that name."""
    if amount is None:
        return None
    try:
        return parse_unit(amount.unit or "1")
    except UnknownUnitError:
        return None


def _counts_macs(unit: Unit) -> bool:
    """Whether a unit counts multiply-accumulates as such, not as two operations each."""
    if "mac" not in unit.name.lower():
        return False
    usual = readings(unit.name)
    return not usual or usual[0].scale == unit.scale


def _result(claim: Claim) -> Operand | None:
    stated, unit = claim.stated, unit_of(claim.stated)
    if stated is None or unit is None or not stated.unit:
        return None
    return Operand(stated.value * unit.scale, unit.dimension, macs=_counts_macs(unit))
