"""Solving an equation for one of its names: exactly where that is possible, else to many digits.

What counts something takes whole numbers only. For it the smallest whole number is told as well that reaches
the target, and the one that goes beyond it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.algebra.arithmetic import NoValueError
from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import (
    CONTEXT,
    Real,
    absolute,
    add,
    ceiling,
    divide,
    evaluate_exactly,
    floor,
    holds_exactly,
    subtract,
    to_decimal,
)
from qbank.algebra.limits import PATIENCE
from qbank.algebra.solving.inverse import NotInvertibleError, inverse
from qbank.algebra.solving.polynomials import NotPolynomialError, solutions
from qbank.algebra.solving.ranges import ALL, Range, bounded, single
from qbank.algebra.solving.roots import count, search
from qbank.algebra.tree import Choice, Condition, Node, Sum, holds_sum, map_children, variables

_AGREEMENT: Final = Decimal(10) ** -30
_NOT_WHOLE: Final = Fraction(5, 2)


class TooSlowError(ValueError):
    """A search took longer than `PATIENCE`."""


@dataclass(frozen=True, slots=True)
class Equation:
    """What is to be solved: for which values of `name` is `tree` the `target`?

    Attributes:
        values: what all other names stand for.
        domain: what `name` may be.
        whole: whether it counts something.
        conditions: what has to hold beside it.
    """

    tree: Node
    target: Fraction
    name: str
    values: Mapping[str, Fraction]
    domain: Range = ALL
    whole: bool = False
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """What a name that counts something has to be.

    Attributes:
        reaches: the smallest whole number from the exact solution on, and the result for it.
        passes: the smallest whole number beyond the exact solution, and the result for it.
    """

    reaches: int
    at_reaches: Real | None
    passes: int
    at_passes: Real | None


@dataclass(frozen=True, slots=True)
class Solution:
    """One value that gives the target.

    Attributes:
        value: the value, a fraction where it is exact; None if only `whole` is known.
        among: all values around it that give the target too, if there are any.
        whole: what to take if only whole numbers make sense.
    """

    value: Real | None
    among: Range | None = None
    whole: Whole | None = None


def solve(equation: Equation) -> tuple[Solution, ...]:
    """Return the solutions of an equation, in order.

    Raises:
        EvaluationError: a part without the unknown has no value.
        TooSlowError: a search took too long.
    """
    return tuple(_Solver(equation).solve())


class _Solver:
    def __init__(self, equation: Equation) -> None:
        self._equation = equation
        self._deadline = time.monotonic() + PATIENCE

    def solve(self) -> list[Solution]:
        name, values, target = self._equation.name, self._equation.values, self._equation.target
        tree = resolved(self._equation.tree, name, values)
        if self._equation.whole and holds_sum(tree) and self._residual(_NOT_WHOLE) is None:
            return self._counted()
        occurrences = list(variables(tree)).count(name)
        if not occurrences:
            return self._among([ALL]) if self._is_target(evaluate_exactly(tree, values)) else []
        try:
            if occurrences == 1:
                return self._among(inverse(tree, name, single(target), values))
            roots = solutions(tree, name, target, values)
            return self._among([ALL] if roots is None else map(single, roots))
        except (NotInvertibleError, NotPolynomialError):
            return self._among(search(self._residual, self._equation.domain, values.values()))

    def _counted(self) -> list[Solution]:
        """Solve for what decides how long a sum is, or is counted up in a factorial."""
        roots, beyond = count(
            lambda value: self._residual(value) if self._holds(value) else None, self._equation.domain
        )
        if beyond is None:
            return self._among(map(single, roots))
        result = self._result(Fraction(beyond))
        return [Solution(None, None, Whole(beyond, result, beyond, result))]

    def _among(self, ranges: Iterable[Range]) -> list[Solution]:
        """Return a solution for each range that has one within the domain."""
        parts = [part for one in ranges if not (part := one.meet(self._equation.domain)).empty]
        by_value = {
            solution.value: solution for part in parts if (solution := self._solution(part)) is not None
        }
        return sorted(by_value.values(), key=lambda solution: to_decimal(solution.value or Fraction(0)))

    def _solution(self, part: Range) -> Solution | None:
        value = self._chosen(part)
        if value not in self._equation.domain:
            return None
        result = self._result(value)
        if result is None or not self._is_target(result) or not self._holds(value):
            return None
        if isinstance(value, Fraction) and result != self._equation.target:
            value = to_decimal(value)  # right to many digits, but not exact
        among = part if part.point is None else None
        return Solution(value, among, self._whole(value, among) if self._equation.whole else None)

    def _chosen(self, part: Range) -> Real:
        """Return one value of a range: a bound that belongs to it, else one within."""
        low, high = part.low, part.high
        if bounded(low) and part.low_in:
            whole = ceiling(low) if self._equation.whole else low
            return whole if whole in part else low
        if bounded(high) and part.high_in:
            return high
        if not bounded(low):
            return subtract(high, Fraction(1)) if bounded(high) else Fraction(0)
        if not bounded(high):
            return add(low, Fraction(1))
        return divide(add(low, high), Fraction(2))

    def _whole(self, value: Real, among: Range | None) -> Whole:
        reaches = ceiling(value)
        passes = reaches if among is not None else floor(value) + 1
        return Whole(int(reaches), self._result(reaches), int(passes), self._result(passes))

    def _result(self, value: Real) -> Real | None:
        if time.monotonic() > self._deadline:
            raise TooSlowError
        try:
            return evaluate_exactly(
                self._equation.tree, {**self._equation.values, self._equation.name: value}
            )
        except EvaluationError:
            return None

    def _residual(self, value: Real) -> Real | None:
        result = self._result(value)
        try:
            return None if result is None else subtract(result, self._equation.target)
        except NoValueError:
            return None

    def _holds(self, value: Real) -> bool:
        values = {**self._equation.values, self._equation.name: value}
        try:
            return all(holds_exactly(condition, values) for condition in self._equation.conditions)
        except EvaluationError:
            return False

    def _is_target(self, result: Real) -> bool:
        target = self._equation.target
        if isinstance(result, Fraction) and result == target:
            return True
        apart = absolute(subtract(result, target))
        return to_decimal(apart) <= CONTEXT.multiply(_AGREEMENT, to_decimal(abs(target)))


def resolved(node: Node, name: str, values: Mapping[str, Real]) -> Node:
    """Return a tree in which every choice that does not depend on `name` is made.

    Raises:
        EvaluationError: a condition has no value.
    """
    if isinstance(node, Choice):
        sides = [side for part in node.condition for side in (part.left, part.right)]
        if any(name in variables(side) for side in sides):
            return node
        node = node.then if holds_exactly(node.condition, values) else node.otherwise
        return resolved(node, name, values)
    if isinstance(node, Sum):  # its index has no value
        return node
    return map_children(node, lambda part: resolved(part, name, values))
