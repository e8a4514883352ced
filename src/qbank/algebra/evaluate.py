"""The evaluator: one walk over a tree, in whichever arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, Generic

from qbank.algebra.arithmetic import Arithmetic, NoValueError, Value
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


class EvaluationError(NoValueError):
    """An expression has no value for these inputs; the message says where and why."""


def evaluate(node: Node, values: Mapping[str, Value], arithmetic: Arithmetic[Value]) -> Value:
    """Compute a tree.

    Raises:
        EvaluationError: it has no value in this arithmetic.
        KeyError: a variable has no value.
    """
    return compiled(node, arithmetic)(values)


def compiled(node: Node, arithmetic: Arithmetic[Value]) -> Callable[[Mapping[str, Value]], Value]:
    """Return a function that computes a tree, and raises as `evaluate` does."""
    return _Compiler(arithmetic).value(node)


def compiled_condition(
    condition: Condition, arithmetic: Arithmetic[Value]
) -> Callable[[Mapping[str, Value]], bool]:
    """Return a function that tells whether a condition holds."""
    comparisons = [_Compiler(arithmetic).comparison(part) for part in condition]
    if len(comparisons) == 1:
        return comparisons[0]
    return lambda values: all(comparison(values) for comparison in comparisons)


class _Compiler(Generic[Value]):
    def __init__(self, arithmetic: Arithmetic[Value]) -> None:
        self._arithmetic = arithmetic

    def value(self, node: Node) -> Callable[[Mapping[str, Value]], Value]:
        if isinstance(node, Number):
            constant = self._arithmetic.number(node.value)
            return lambda _: constant
        if isinstance(node, Name):
            return itemgetter(node.text)
        if isinstance(node, Negation):
            negate, operand = self._arithmetic.negate, self.value(node.operand)
            return lambda values: negate(operand(values))
        if isinstance(node, Operation):
            return self._operation(node)
        if isinstance(node, Call):
            return self._call(node)
        return self._choice(node) if isinstance(node, Choice) else self._sum(node)

    def comparison(self, part: Comparison) -> Callable[[Mapping[str, Value]], Any]:
        compare = self._arithmetic.comparisons[part.operator]
        left, right = self.value(part.left), self.value(part.right)
        return lambda values: compare(left(values), right(values))

    def _operation(self, node: Operation) -> Callable[[Mapping[str, Value]], Value]:
        operate = self._arithmetic.operations[node.operator]
        left, right = self.value(node.left), self.value(node.right)

        def result(values: Mapping[str, Value]) -> Value:
            first, second = left(values), right(values)
            try:
                return operate(first, second)
            except NoValueError as error:
                culprit = f": {spell(node.right)} is 0" if node.operator == "/" and not second else ""
                raise EvaluationError(f"{spell(node)}: {error}{culprit}") from None

        return result

    def _call(self, node: Call) -> Callable[[Mapping[str, Value]], Value]:
        function = self._arithmetic.functions[node.function]
        arguments = [self.value(argument) for argument in node.arguments]

        def result(values: Mapping[str, Value]) -> Value:
            operands = [argument(values) for argument in arguments]
            try:
                return function(*operands)
            except NoValueError as error:
                raise EvaluationError(f"{spell(node)}: {error}") from None

        return result

    def _choice(self, node: Choice) -> Callable[[Mapping[str, Value]], Value]:
        choose = self._arithmetic.choose
        condition = [self.comparison(part) for part in node.condition]
        then, otherwise = self.value(node.then), self.value(node.otherwise)
        return lambda values: choose(
            (comparison(values) for comparison in condition), lambda: then(values), lambda: otherwise(values)
        )

    def _sum(self, node: Sum) -> Callable[[Mapping[str, Value]], Value]:
        add_up = self._arithmetic.add_up
        low, high, term = self.value(node.low), self.value(node.high), self.value(node.term)

        def total(values: Mapping[str, Value]) -> Value:
            first, last = low(values), high(values)
            inner = dict(values)

            def term_at(index: Value) -> Value:
                inner[node.index] = index
                return term(inner)

            try:
                return add_up(node.index, first, last, term_at)
            except EvaluationError:  # of a term
                raise
            except NoValueError as error:
                raise EvaluationError(f"{spell(node)}: {error}") from None

        return total
