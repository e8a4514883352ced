"""Solving by undoing one operation after the other, where the unknown stands in one place only.

Exact wherever the operations are. Rounding, and the smaller or larger of several values, have ranges of
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from qbank.algebra.arithmetic import NoValueError
from qbank.algebra.exact import (
    Real,
    absolute,
    add,
    ceiling,
    divide,
    evaluate_exactly,
    exponential,
    floor,
    logarithm,
    multiply,
    negate,
    power,
    subtract,
)
from qbank.algebra.solving.ranges import ALL, INFINITY, NEGATIVE, NOT_NEGATIVE, POSITIVE, Range, bounded
from qbank.algebra.tree import Call, Name, Negation, Node, Operation, variables

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)


class NotInvertibleError(Exception):
    """The unknown is where it cannot be undone."""


def inverse(node: Node, name: str, target: Range, values: Mapping[str, Real]) -> list[Range]:
    """Return for which values of `name`, which stands in `node` once, the node is in `target`.

    Raises:
        NotInvertibleError: the unknown is in a condition or a sum.
    """
    try:
        return [part for part in _Inverter(name, values).undo(node, target) if not part.empty]
    except NoValueError as error:
        raise NotInvertibleError from error


class _Inverter:
    def __init__(self, name: str, values: Mapping[str, Real]) -> None:
        self._name = name
        self._values = values

    def undo(self, node: Node, target: Range) -> list[Range]:
        if target.empty:
            return []
        if isinstance(node, Name):
            return [target]
        if isinstance(node, Negation):
            return self.undo(node.operand, target.times(-ONE))
        if isinstance(node, Operation):
            return self._operation(node, target)
        if isinstance(node, Call):
            return self._call(node, target)
        raise NotInvertibleError

    def _holds(self, node: Node) -> bool:
        return self._name in variables(node)

    def _known(self, node: Node) -> Real:
        return evaluate_exactly(node, self._values)

    def _all(self, node: Node, targets: list[Range]) -> list[Range]:
        return [part for target in targets for part in self.undo(node, target)]

    def _operation(self, node: Operation, target: Range) -> list[Range]:
        in_left = self._holds(node.left)
        unknown, other = (node.left, node.right) if in_left else (node.right, node.left)
        known = self._known(other)
        if node.operator == "+":
            return self.undo(unknown, target.plus(negate(known)))
        if node.operator == "-":
            return self.undo(unknown, target.plus(known) if in_left else target.times(-ONE).plus(known))
        if node.operator == "*":
            if not known:
                return self.undo(unknown, ALL) if ZERO in target else []
            return self.undo(unknown, target.times(divide(ONE, known)))
        if node.operator == "/":
            if in_left and not known:
                raise NotInvertibleError
            if in_left:
                return self.undo(unknown, target.times(known))
            return self._all(unknown, _quotients(known, target))
        return self._all(unknown, _bases(known, target) if in_left else _exponents(known, target))

    def _call(self, node: Call, target: Range) -> list[Range]:
        unknown = next(argument for argument in node.arguments if self._holds(argument))
        if node.function in {"Max", "Min"}:
            others = [self._known(argument) for argument in node.arguments if argument is not unknown]
            return self._all(unknown, _extremes(node.function, others, target))
        if node.function not in _UNDO:
            raise NotInvertibleError
        return self._all(unknown, _UNDO[node.function](target))


def _quotients(known: Real, target: Range) -> list[Range]:
    """For which x is known/x in the target?"""
    if not known:
        return [NEGATIVE, POSITIVE] if ZERO in target else []
    turned = [
        part.map(lambda value: divide(ONE, value) if value else INFINITY, falling=True, limits=(ZERO, ZERO))
        for part in (target.times(-ONE).meet(POSITIVE), target.meet(POSITIVE))
    ]
    return [turned[0].times(negate(known)), turned[1].times(known)]


def _bases(exponent: Real, target: Range) -> list[Range]:
    """For which x is x**exponent in the target?"""
    if not exponent:
        return [ALL] if ONE in target else []
    inner, falling = divide(ONE, exponent), exponent < 0

    def roots(part: Range) -> Range:
        at_zero, limits = (INFINITY, (ZERO, ZERO)) if falling else (ZERO, (-INFINITY, INFINITY))
        return part.map(
            lambda value: power(value, inner) if value else at_zero, falling=falling, limits=limits
        )

    positive = roots(target.meet(POSITIVE if falling else NOT_NEGATIVE))
    if not isinstance(exponent, Fraction) or exponent.denominator != 1:
        return [positive]
    negative = positive if exponent % 2 == 0 else roots(target.meet(NEGATIVE).times(-ONE))
    return [positive, negative.times(-ONE)]


def _exponents(base: Real, target: Range) -> list[Range]:
    """For which x is base**x in the target?"""
    if base <= 0:
        raise NotInvertibleError
    if base == 1:
        return [ALL] if ONE in target else []
    falling = base < 1
    at_zero, at_infinity = (INFINITY, -INFINITY) if falling else (-INFINITY, INFINITY)
    return [
        target.meet(POSITIVE).map(
            lambda value: _logarithm(base, value) if value else at_zero,
            falling=falling,
            limits=(at_zero, at_infinity),
        )
    ]


def _logarithm(base: Real, value: Real) -> Real:
    """Return the logarithm of `value`, exactly if `value` is a simple power of `base`."""
    exponent = divide(logarithm(value), logarithm(base))
    near = Fraction(exponent).limit_denominator(64) if absolute(exponent) <= 4096 else None
    return (
        near if near is not None and isinstance(base, Fraction) and power(base, near) == value else exponent
    )


def _extremes(function: str, others: list[Real], target: Range) -> list[Range]:
    """For which x is the largest (or the smallest) of x and others in the target?"""
    larger = function == "Max"
    known = max(others) if larger else min(others)
    # Where x decides it is the value itself; where it does not, any x on the other side of `known` does.
    decides = Range(known, low_in=False) if larger else Range(high=known, high_in=False)
    ranges = [target.meet(decides)]
    if known in target:
        ranges.append(Range(high=known) if larger else Range(known))
    return ranges


def _sqrt(target: Range) -> list[Range]:
    return [target.meet(NOT_NEGATIVE).map(lambda value: multiply(value, value))]


def _exp(target: Range) -> list[Range]:
    return [target.meet(POSITIVE).map(lambda value: logarithm(value) if value else -INFINITY)]


def _raised(raise_base: Callable[[Real], Real]) -> Callable[[Range], list[Range]]:
    return lambda target: [target.map(raise_base, limits=(ZERO, INFINITY)).meet(POSITIVE)]


def _floor(target: Range) -> list[Range]:
    low, high = _wholes(target)
    return [Range(low, add(high, ONE), high_in=False)] if low <= high else []


def _ceiling(target: Range) -> list[Range]:
    low, high = _wholes(target)
    return [Range(subtract(low, ONE), high, low_in=False)] if low <= high else []


def _wholes(target: Range) -> tuple[Real, Real]:
    """Return the least and the largest whole number of a range."""
    low = ceiling(target.low) if bounded(target.low) else target.low
    if low == target.low and not target.low_in:
        low = add(low, ONE)
    high = floor(target.high) if bounded(target.high) else target.high
    if high == target.high and not target.high_in:
        high = subtract(high, ONE)
    return low, high


def _abs(target: Range) -> list[Range]:
    part = target.meet(NOT_NEGATIVE)
    return [part, part.times(-ONE)]


_UNDO: Final[Mapping[str, Callable[[Range], list[Range]]]] = {
    "sqrt": _sqrt,
    "exp": _exp,
    "log": _raised(exponential),
    "log2": _raised(partial(power, Fraction(2))),
    "log10": _raised(partial(power, Fraction(10))),
    "floor": _floor,
    "ceiling": _ceiling,
    "abs": _abs,
}
