"""Solving a formula for one of its variables: exactly where that is possible, else to many digits.

A variable that counts something takes whole numbers only. For it the smallest whole number is told as well
that reaches the wanted result, and the one that goes beyond it: a bubble of 10 % with 4 stages is reached
with 27 micro-batches exactly, and is below with 28.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.algebra.arithmetic import (
    CONTEXT,
    NoValueError,
    Real,
    absolute,
    ceiling,
    floor,
    operate,
    to_decimal,
)
from qbank.algebra.compute import EvaluationError, evaluate, holds
from qbank.algebra.limits import PATIENCE
from qbank.algebra.solving.inverse import NotInvertibleError, inverse
from qbank.algebra.solving.polynomials import NotPolynomialError, solutions
from qbank.algebra.solving.ranges import ALL, Range, just
from qbank.algebra.solving.roots import count, search
from qbank.algebra.tree import Call, Choice, Negation, Node, Operation, holds_sum, variables
from qbank.formulas.display import plain
from qbank.formulas.formula import Formula, FormulaError, Variable
from qbank.nearest import nearest
from qbank.problems import quote

_AGREEMENT: Final = Decimal(10) ** -30


@dataclass(frozen=True, slots=True)
class Whole:
    """What a variable that counts something has to be.

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
    """One value of the variable that gives the wanted result.

    Attributes:
        value: the value, a fraction where it is exact; None if only `whole` is known.
        among: all values around it that give the result too, if there are any.
        whole: what to take if only whole numbers make sense.
    """

    value: Real | None
    among: Range | None = None
    whole: Whole | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """The values of a variable that give a wanted result, in order; at least one."""

    variable: Variable
    target: Fraction
    inputs: Mapping[str, Fraction]
    solutions: tuple[Solution, ...]
    warnings: tuple[str, ...] = ()


def solve_for(formula: Formula, name: str, target: object, given: Mapping[str, object]) -> Solved:
    """Solve a formula for a variable.

    Raises:
        FormulaError: there is no such variable, an input is wrong, or no value within the variable's bounds
            gives the result.
    """
    variable = formula.variables.get(name)
    if variable is None:
        near = nearest(name, formula.variables)
        hint = f"did you mean '{near}'?" if near else f"there are {', '.join(formula.variables)}"
        raise FormulaError(f"{formula.id} has no variable {quote(name)} to solve for; {hint}")
    inputs = formula.read(given, but=name)
    wanted = formula.read_one(formula.symbol, target)
    formula.check(inputs)
    found = _Solver(formula, variable, wanted, inputs).solve()
    if not found:
        said = f"no value of {name} ({variable.meaning}) gives {formula.symbol} = {plain(wanted)}"
        raise FormulaError(f"{said}{_bounds(variable)}")
    return Solved(variable, wanted, inputs, tuple(found), formula.remarks(inputs))


def _bounds(variable: Variable) -> str:
    if variable.most is not None:
        return f" between {plain(variable.least)} and {plain(variable.most)}"
    return f" from {plain(variable.least)} on" if variable.least is not None else ""


class _Solver:
    def __init__(
        self, formula: Formula, variable: Variable, target: Fraction, inputs: Mapping[str, Fraction]
    ) -> None:
        self._formula = formula
        self._variable = variable
        self._name = variable.name
        self._target = target
        self._inputs = inputs
        self._domain = Range(variable.least, variable.most)
        self._deadline = time.monotonic() + PATIENCE

    def solve(self) -> list[Solution]:
        try:
            tree = resolved(self._formula.tree, self._name, self._inputs)
        except EvaluationError as error:
            raise FormulaError(f"{self._formula.id}: {error}") from None
        if self._only_whole(tree):
            return self._counted()
        occurrences = list(variables(tree)).count(self._name)
        if not occurrences:
            return self._constant(tree)
        try:
            if occurrences == 1:
                return self._ranges(inverse(tree, self._name, just(self._target), self._inputs))
            found = solutions(tree, self._name, self._target, self._inputs)
            return self._ranges([ALL] if found is None else [just(value) for value in found])
        except (NotInvertibleError, NotPolynomialError):
            return self._searched()

    def _only_whole(self, tree: Node) -> bool:
        """Whether the variable decides how long a sum is, or is counted up in a factorial."""
        return self._variable.whole and holds_sum(tree) and self._apart(_BETWEEN) is None

    def _constant(self, tree: Node) -> list[Solution]:
        try:
            value = evaluate(tree, self._inputs)
        except EvaluationError as error:
            raise FormulaError(f"{self._formula.id}: {error}") from None
        return self._ranges([ALL]) if self._close(value) else []

    def _counted(self) -> list[Solution]:
        roots, beyond = count(self._valid_apart, self._variable.least, self._variable.most)
        if beyond is not None:
            at = self._result(Fraction(beyond))
            return [Solution(None, None, Whole(beyond, at, beyond, at))]
        return self._ranges([just(root) for root in roots])

    def _searched(self) -> list[Solution]:
        bounds = self._variable.least, self._variable.most
        return self._ranges(search(self._apart, *bounds, self._inputs.values()))

    def _ranges(self, ranges: list[Range]) -> list[Solution]:
        found = [self._solution(part) for one in ranges if not (part := one.meet(self._domain)).empty]
        kept = {solution.value: solution for solution in found if solution is not None}
        return sorted(kept.values(), key=lambda solution: to_decimal(solution.value or Fraction(0)))

    def _solution(self, part: Range) -> Solution | None:
        value = self._chosen(part)
        if not self._variable.admits(value):
            return None
        result = self._result(value)
        if result is None or not self._close(result) or not self._holds(value):
            return None
        if isinstance(value, Fraction) and result != self._target:
            value = to_decimal(value)  # right to many digits, but not exact
        among = part if part.point is None else None
        return Solution(value, among, self._whole(value, among))

    def _chosen(self, part: Range) -> Real:
        """Return one value of a range: a bound that belongs to it, else one within."""
        if part.low is not None and part.low_in:
            return self._up(part.low, part)
        if part.high is not None and part.high_in:
            return part.high
        if part.low is None:
            return Fraction(0) if part.high is None else part.high - 1
        if part.high is None:
            return operate("+", part.low, Fraction(1))
        return operate("/", operate("+", part.low, part.high), Fraction(2))

    def _up(self, low: Real, part: Range) -> Real:
        whole = ceiling(low) if self._variable.whole else low
        return whole if whole in part else low

    def _whole(self, value: Real, among: Range | None) -> Whole | None:
        if not self._variable.whole:
            return None
        if among is not None:
            number = ceiling(value)
            at = self._result(number)
            return Whole(int(number), at, int(number), at)
        reaches, passes = ceiling(value), floor(value) + 1
        return Whole(int(reaches), self._result(reaches), int(passes), self._result(passes))

    def _result(self, value: Real) -> Real | None:
        if time.monotonic() > self._deadline:
            raise FormulaError(f"{self._formula.id} takes too long to be solved for {self._name}")
        try:
            return evaluate(self._formula.tree, {**self._inputs, self._name: value})
        except EvaluationError:
            return None

    def _apart(self, value: Real) -> Real | None:
        result = self._result(value)
        if result is None:
            return None
        try:
            return operate("-", result, self._target)
        except NoValueError:
            return None

    def _valid_apart(self, value: Real) -> Real | None:
        return self._apart(value) if self._holds(value) else None

    def _holds(self, value: Real) -> bool:
        values = {**self._inputs, self._name: value}
        try:
            return all(holds(condition, values) for condition in self._formula.conditions)
        except EvaluationError:
            return False

    def _close(self, result: Real) -> bool:
        if isinstance(result, Fraction) and result == self._target:
            return True
        apart = absolute(operate("-", result, self._target))
        return to_decimal(apart) <= CONTEXT.multiply(_AGREEMENT, to_decimal(abs(self._target)))


_BETWEEN: Final = Fraction(5, 2)


def resolved(node: Node, name: str, values: Mapping[str, Real]) -> Node:
    """Return a tree in which every choice that does not depend on `name` is made.

    Raises:
        EvaluationError: a condition has no value.
    """
    if isinstance(node, Negation):
        return Negation(resolved(node.operand, name, values))
    if isinstance(node, Operation):
        return Operation(node.operator, resolved(node.left, name, values), resolved(node.right, name, values))
    if isinstance(node, Call):
        return Call(node.function, tuple(resolved(part, name, values) for part in node.arguments))
    if isinstance(node, Choice):
        asked = {side for part in node.condition for at in (part.left, part.right) for side in variables(at)}
        if name not in asked:
            return resolved(node.then if holds(node.condition, values) else node.otherwise, name, values)
    return node
