"""Computing a tree: exact fractions as long as there are any, and 60 digits where there are none."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from qbank.algebra.arithmetic import NoValueError, Real, call, negated, operate
from qbank.algebra.limits import MAX_TERMS
from qbank.algebra.tree import (
    Call,
    Choice,
    Comparison,
    Condition,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Sum,
    spell,
)

_HOLDS: Final[Mapping[str, Callable[[Real, Real], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class EvaluationError(ValueError):
    """A formula has no value for these inputs; the message says where and why."""


def evaluate(node: Node, values: Mapping[str, Real]) -> Real:
    """Compute a tree.

    Raises:
        EvaluationError: it has no value, or one beyond all bounds.
        KeyError: a variable has no value.
    """
    return _Evaluator(values).value(node)


def holds(condition: Condition, values: Mapping[str, Real]) -> bool:
    """Tell whether all comparisons of a condition hold; raises as `evaluate` does."""
    return _Evaluator(values).holds(condition)


class _Evaluator:
    def __init__(self, values: Mapping[str, Real]) -> None:
        self._values = dict(values)
        self._terms = 0

    def value(self, node: Node) -> Real:
        if isinstance(node, Number):
            return node.value
        if isinstance(node, Name):
            return self._values[node.text]
        if isinstance(node, Negation):
            return negated(self.value(node.operand))
        if isinstance(node, Operation):
            left, right = self.value(node.left), self.value(node.right)
            try:
                return operate(node.operator, left, right)
            except NoValueError as failure:
                culprit = f": {spell(node.right)} is 0" if node.operator == "/" and not right else ""
                raise EvaluationError(f"{spell(node)}: {failure}{culprit}") from None
        if isinstance(node, Call):
            arguments = [self.value(argument) for argument in node.arguments]
            try:
                return call(node.function, arguments)
            except NoValueError as failure:
                raise EvaluationError(f"{spell(node)}: {failure}") from None
        if isinstance(node, Choice):
            return self.value(node.then if self.holds(node.condition) else node.otherwise)
        return self._sum(node)

    def holds(self, condition: Condition) -> bool:
        return all(self._compare(part) for part in condition)

    def _compare(self, part: Comparison) -> bool:
        return _HOLDS[part.operator](self.value(part.left), self.value(part.right))

    def _sum(self, node: Sum) -> Real:
        low, high = self.value(node.low), self.value(node.high)
        for end in (low, high):
            if not isinstance(end, Fraction) or end.denominator != 1:
                raise EvaluationError(f"{spell(node)}: a sum runs over whole numbers")
        self._terms += max(int(high) - int(low) + 1, 0)
        if self._terms > MAX_TERMS:
            raise EvaluationError(f"{spell(node)}: no more than {MAX_TERMS:,} terms are added up")
        total: Real = Fraction(0)
        for index in range(int(low), int(high) + 1):
            self._values[node.index] = Fraction(index)
            total = operate("+", total, self.value(node.term))
        self._values.pop(node.index, None)
        return total
