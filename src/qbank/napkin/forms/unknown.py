"""Equations in an unknown, whose solution the text gives."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.evaluate import Interpretation, value_of
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.forms.sides import names
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.tree import (
    Node,
    Number,
    Reading,
    is_arithmetic,
    numbers,
    plain_number,
    replace_numbers,
    spell,
    substitute,
)
from qbank.napkin.verdicts import Verdict
from qbank.units import ONE

_WITHOUT_UNITS = Interpretation(without_units=True)
_POINTS = (Fraction(0), Fraction(1), Fraction(3))
_WITNESSES = 2  # equations that have to agree before another one is said to be wrong


class _Equation(Struct, frozen=True):
    left: Node
    right: Node
    relation: str
    solution: Fraction


class Unknown(TextForm):
    """An equation or a bound in one unknown, and the value that the text finds for it.

    `8 × t + 0.6 × (24 − t) = 80`, `7.4 × t = 65.6` and then `t = 8.9`: the equation is linear, and its
    solution shows as the value given. Where several equations agree with that value, one that does not is
    wrong; where just one stands beside it, either may be, and it stays unchecked. Other lines with symbols
    may hold for values that the text gives them further down.
    """

    name = "unknown"
    examples: ClassVar = (
        Example("8 × t + 0.6 × (24 − t) = 80\nt = 8.9 hours", expression="8 × t + 0.6 × (24 − t)"),
        Example("40 + 5N <= 100\nN = 12"),
        Example("5N + 1 - N <= 3, 4N <= 2, so N <= 0.5", expression="5 × N + 1 − N"),
        Example("The volume is 2(N-1)/N × 14 GB = 24.9 GB for N = 4", Verdict.WRONG),
        Example("Each rank sends 2(N-1)/N × 14 GB = 24.5 GB for N = 8"),
        Example("8 × t + 0.6 × (24 − t) = 80\n7.4 × t = 656\n7.4 × t + 14.4 = 80\nt = 8.9", Verdict.WRONG),
        Example("8 × t + 0.6 × (24 − t) = 80\nt = 7.9 hours", None),
        Example("Peak = N * 2 = 80", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the equations of a text whose unknown has a value in it."""
        by_symbol: dict[str, list[_Equation]] = {}
        for left, right, relation in context.open_equations:
            unknown = names(left) | names(right)
            if not is_arithmetic(left):
                continue
            if not unknown <= context.given_values.keys():
                self._bound(context, left, right, relation)
                continue
            symbol = min(unknown)
            solution = _solution(left, right, symbol) if len(unknown) == 1 else None
            if solution is not None:
                by_symbol.setdefault(symbol, []).append(_Equation(left, right, relation, solution))
            else:
                self._substitute(context, left, right, relation)
        for symbol, equations in by_symbol.items():
            self._decide(context, symbol, context.given_values[symbol], equations)

    def _bound(self, context: VerificationContext, left: Node, right: Node, relation: str) -> None:
        """Add a bound that is solved step by step: `5N + 1 - N <= 3`, and in the end `N <= 0.5`."""
        for symbol in names(left) & context.bounds.keys():
            value, solution = context.bounds[symbol], _solution(left, right, symbol)
            if relation in "<>≤≥" and solution is not None and not value.value - solution:
                judgement = Judgement(Verdict.OK, note=f"{symbol} is bounded as the text says")
                context.add(self.name, left, right, relation, judgement)

    def _substitute(self, context: VerificationContext, left: Node, right: Node, relation: str) -> None:
        """Add a line that holds for what its symbols are said to be, here or further down."""
        sides = substitute(left, context.given_values), substitute(right, context.given_values)
        judgement = context.judge(*sides, relation)
        if judgement.verdict is Verdict.WRONG and relation in "=≈" and not judgement.note:
            if not _is_given_at_once(context, right):
                return
            given = " and ".join(
                f"{name} = {spell(context.given_values[name])}" for name in sorted(names(left))
            )
            judgement = replace(judgement, doubt=f"if {given}")
        elif judgement.verdict is not Verdict.OK:
            return
        context.add(self.name, *sides, relation, judgement, span=(left.start, right.end))

    def _decide(
        self, context: VerificationContext, symbol: str, value: Node, equations: list[_Equation]
    ) -> None:
        agreeing = [e for e in equations if _agrees(context, e, value)]
        for equation in equations:
            if equation in agreeing:
                judgement = Judgement(Verdict.OK, note=f"{symbol} is the value that the text gives it")
                context.add(self.name, equation.left, equation.right, equation.relation, judgement)
            elif len(agreeing) >= _WITNESSES and equation.relation in "=≈":
                left = substitute(equation.left, {symbol: value})
                right = substitute(equation.right, {symbol: value})
                judgement = context.judge(_without_units(left), _without_units(right), "=", alone=True)
                if judgement.verdict is Verdict.WRONG:
                    context.add(self.name, equation.left, equation.right, equation.relation, judgement)


def _is_given_at_once(context: VerificationContext, right: Node) -> bool:
    """Tell whether the values of symbols follow a line at once: `= 24.5 GB for N = 8`."""
    texts = context.parser.texts
    after = context.parser.token_at(right.end)
    return texts[after : after + 1] == ["for"] and texts[after + 2 : after + 3] == ["="]


def _solution(left: Node, right: Node, symbol: str) -> Fraction | None:
    """Solve a linear equation at face value; None if it is not linear or has no single solution."""
    values: list[Fraction] = []
    for point in _POINTS:
        known = {symbol: plain_number(point)}
        left_value = value_of(substitute(left, known), _WITHOUT_UNITS)
        right_value = value_of(substitute(right, known), _WITHOUT_UNITS)
        if left_value is None or right_value is None:
            return None
        values.append(left_value.value - right_value.value)
    slope = values[1] - values[0]
    if not slope or values[2] - values[0] != 3 * slope:
        return None
    return -values[0] / slope


def _agrees(context: VerificationContext, equation: _Equation, value: Node) -> bool:
    bare = _without_units(value)
    if equation.relation in "=≈":
        shown = context.judge(plain_number(equation.solution), bare, equation.relation, alone=True)
        return shown.verdict is Verdict.OK and _is_rounded_to(equation.solution, value)
    stated = value_of(bare)
    if stated is None:
        return False
    # The largest or smallest whole value within the bound.
    return 0 <= abs(equation.solution - stated.value) < 1


def _is_rounded_to(solution: Fraction, value: Node) -> bool:
    """Tell whether a solution is nearest to a value at the digits that it shows: a count is not cut off."""
    if not isinstance(value, Number) or value.approximate:
        return True
    return abs(solution - value.value * value.readings[0].multiplier) * 2 * Fraction(
        10
    ) ** value.decimals <= max(ONE, value.readings[0].multiplier)


def _without_units(node: Node) -> Node:
    """Return `node` with the units of its numbers left out."""
    return replace_numbers(node, {number.start: Reading() for number in numbers(node)})
