"""Claims as expressions of formulas, and what formula a claim instantiates."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final

from qbank.algebra import tree as algebra
from qbank.formulas.formula import Formula
from qbank.formulas.matching.match import Operand
from qbank.formulas.matching.recognise import Expression, Recogniser
from qbank.formulas.matching.words import NumberNames, Surroundings
from qbank.napkin.claim import Amount, Claim, unit_of
from qbank.napkin.tree import Call, Name, Negation, Node, Number, Operation
from qbank.units import Unit
from qbank.units.parse import counts_macs

_FUNCTIONS: Final[Mapping[str, str]] = {
    "sqrt": "sqrt", "exp": "exp", "ln": "log", "log2": "log2", "log10": "log10", "max": "Max", "min": "Min",
    "floor": "floor", "ceil": "ceiling", "abs": "abs",
}  # fmt: skip
_OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "/": "/", "^": "**"}


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
