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
    ceiling,
    divide,
    evaluate_exactly,
    exponential,
    floor,
    logarithm,
    multiply,
    negate,
    power,
)
from qbank.algebra.solving.ranges import ALL, NEGATIVE, NOT_NEGATIVE, POSITIVE, Range
from qbank.algebra.tree import Call, Name, Negation, Node, Operation, variables

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
                return self.undo(unknown, ALL) if Fraction(0) in target else []
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
        return [NEGATIVE, POSITIVE] if Fraction(0) in target else []
    ranges = []
    for side in (NEGATIVE, POSITIVE):
        part = target.meet(side)
        if not part.empty:
            # The value nearest to 0 has the largest quotient: a bound at 0 becomes none, none becomes 0.
            low = None if part.high is None or not part.high else divide(ONE, part.high)
            high = None if part.low is None or not part.low else divide(ONE, part.low)
            if part.high is None:
                low = Fraction(0)
            if part.low is None:
                high = Fraction(0)
            turned = Range(low, high, part.high_in and low != 0, part.low_in and high != 0)
            ranges.append(turned.times(known))
    return ranges


def _bases(exponent: Real, target: Range) -> list[Range]:
    """For which x is x**exponent in the target?"""
    if not exponent:
        return [ALL] if ONE in target else []
    inner = divide(ONE, exponent)
    whole = isinstance(exponent, Fraction) and exponent.denominator == 1
    ranges = []
    part = target.meet(NOT_NEGATIVE if exponent > 0 else POSITIVE)
    if not part.empty:
        roots = part.map(lambda value: power(value, inner) if value else value, falling=exponent < 0)
        ranges.append(roots if exponent > 0 else _from_zero(roots, part))
        if whole and exponent % 2 == 0:
            ranges.append(ranges[0].times(-ONE))
    part = target.meet(NEGATIVE)
    if whole and exponent % 2 and not part.empty:
        mirrored = part.times(-ONE)
        roots = mirrored.map(lambda value: power(value, inner), falling=exponent < 0)
        ranges.append((roots if exponent > 0 else _from_zero(roots, mirrored)).times(-ONE))
    return ranges


def _from_zero(roots: Range, part: Range) -> Range:
    """A negative power of what has no upper bound reaches down to 0, and of what begins at 0 has no bound."""
    low, low_in = (roots.low, roots.low_in) if part.high is not None else (Fraction(0), False)
    high = roots.high if part.low else None
    return Range(low, high, low_in, roots.high_in)


def _exponents(base: Real, target: Range) -> list[Range]:
    """For which x is base**x in the target?"""
    if base <= 0:
        raise NotInvertibleError
    if base == 1:
        return [ALL] if ONE in target else []
    part = target.meet(POSITIVE)
    if part.empty:
        return []
    low = None if not part.low else _logarithm(base, part.low)
    high = None if part.high is None else low if part.point is not None else _logarithm(base, part.high)
    if base < 1:
        return [Range(high, low, part.high_in, part.low_in)]
    return [Range(low, high, part.low_in, part.high_in)]


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
    decides = Range(known, None, low_in=False) if larger else Range(None, known, high_in=False)
    ranges = [target.meet(decides)]
    if known in target:
        ranges.append(Range(None, known) if larger else Range(known, None))
    return [part for part in ranges if not part.empty]


def _sqrt(target: Range) -> list[Range]:
    return [target.meet(NOT_NEGATIVE).map(lambda value: multiply(value, value))]


def _exp(target: Range) -> list[Range]:
    part = target.meet(POSITIVE)
    if part.empty:
        return []
    if part.low is not None and not part.low:
        high = None if part.high is None else logarithm(part.high)
        return [Range(None, high, high_in=part.high_in)]
    return [part.map(logarithm)]


def _raised(raise_base: Callable[[Real], Real]) -> Callable[[Range], list[Range]]:
    return lambda target: [target.map(raise_base).meet(POSITIVE)]


def _floor(target: Range) -> list[Range]:
    low, high = _wholes(target)
    if low is not None and high is not None and low > high:
        return []
    return [Range(low, None if high is None else high + 1, high_in=False)]


def _ceiling(target: Range) -> list[Range]:
    low, high = _wholes(target)
    if low is not None and high is not None and low > high:
        return []
    return [Range(None if low is None else low - 1, high, low_in=False)]


def _wholes(target: Range) -> tuple[Fraction | None, Fraction | None]:
    """Return the least and the largest whole number of a range."""
    low = None if target.low is None else ceiling(target.low)
    if low is not None and low == target.low and not target.low_in:
        low += 1
    high = None if target.high is None else floor(target.high)
    if high is not None and high == target.high and not target.high_in:
        high -= 1
    return low, high


def _abs(target: Range) -> list[Range]:
    part = target.meet(NOT_NEGATIVE)
    return [] if part.empty else [part, part.times(-ONE)]


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
