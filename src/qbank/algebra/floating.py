"""Computing trees in floating point, as a page in a browser does: fast, and with the same results.

What has no value is NaN, as in JavaScript; nothing raises. Two things are done on purpose other than a bare
processor does them, here and in the script of a page: what is within 1e-12 of another number equals it, and
what is within 1e-12 of a whole number is not rounded away from it. Else the last digit of a quotient would
decide whether 10 % is under 10 %.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

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
)

Values: TypeAlias = list[float]
"""The values of variables, each at its place; what is computed may use places of its own behind them."""

Compiled: TypeAlias = Callable[[Values], float]
Holds: TypeAlias = Callable[[Values], bool]

NEAR: Final = 1e-12
"""How far from each other two numbers may be, relative to the larger, to be taken for the same."""

MAX_FACTORIAL: Final = 170
"""The largest number whose factorial is a floating-point number."""

NAN: Final = math.nan


class TooLargeNumberError(ValueError):
    """A number that no floating-point number can hold."""


def compiled(node: Node, places: Mapping[str, int]) -> Compiled:
    """Return a function of the values of variables; `places` says where each stands.

    Raises:
        KeyError: a variable has no place.
        TooLargeNumberError: a number is beyond all floating-point numbers.
    """
    return _Compiler(places).value(node)


def compiled_condition(condition: Condition, places: Mapping[str, int]) -> Holds:
    """Return a function that tells whether a condition holds; raises as `compiled` does."""
    return _Compiler(places).holds(condition)


def equal(left: float, right: float) -> bool:
    """Whether two numbers are the same but for rounding."""
    if left == right:
        return True
    size = max(abs(left), abs(right))
    return size < math.inf and abs(left - right) <= NEAR * size


_COMPARE: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": lambda left, right: left < right and not equal(left, right),
    "<=": lambda left, right: left < right or equal(left, right),
    ">": lambda left, right: left > right and not equal(left, right),
    ">=": lambda left, right: left > right or equal(left, right),
    "==": equal,
    "!=": lambda left, right: not equal(left, right),
}


class _Compiler:
    def __init__(self, places: Mapping[str, int]) -> None:
        self._places = dict(places)

    def value(self, node: Node) -> Compiled:
        if isinstance(node, Number):
            constant = floating(node.value)
            return lambda _: constant
        if isinstance(node, Name):
            return operator.itemgetter(self._places[node.text])
        if isinstance(node, Negation):
            inner = self.value(node.operand)
            return lambda values: -inner(values)
        if isinstance(node, Operation):
            return self._operation(node)
        if isinstance(node, Call):
            return self._call(node)
        if isinstance(node, Choice):
            holds = self.holds(node.condition)
            then, otherwise = self.value(node.then), self.value(node.otherwise)
            return lambda values: then(values) if holds(values) else otherwise(values)
        return self._sum(node)

    def holds(self, condition: Condition) -> Holds:
        parts = [self._comparison(part) for part in condition]
        if len(parts) == 1:
            return parts[0]
        return lambda values: all(part(values) for part in parts)

    def _comparison(self, part: Comparison) -> Holds:
        left, right, compare = self.value(part.left), self.value(part.right), _COMPARE[part.operator]
        return lambda values: compare(left(values), right(values))

    def _operation(self, node: Operation) -> Compiled:
        left, right = self.value(node.left), self.value(node.right)
        if node.operator == "+":
            return lambda values: left(values) + right(values)
        if node.operator == "-":
            return lambda values: left(values) - right(values)
        if node.operator == "*":
            return lambda values: left(values) * right(values)
        work = divide if node.operator == "/" else power
        return lambda values: work(left(values), right(values))

    def _call(self, node: Call) -> Compiled:
        arguments = [self.value(argument) for argument in node.arguments]
        if node.function in {"Max", "Min"}:
            choose = max if node.function == "Max" else min
            return lambda values: _extreme(choose, [argument(values) for argument in arguments])
        work, first = _FUNCTIONS[node.function], arguments[0]
        return lambda values: work(first(values))

    def _sum(self, node: Sum) -> Compiled:
        low, high = self.value(node.low), self.value(node.high)
        outer = self._places.get(node.index)
        place = self._places[node.index] = 1 + max(self._places.values(), default=-1)
        term = self.value(node.term)
        if outer is None:
            del self._places[node.index]
        else:
            self._places[node.index] = outer

        def total(values: Values) -> float:
            first, last = whole(low(values)), whole(high(values))
            if not last - first < MAX_TERMS:
                return NAN
            own = [*values, *[NAN] * (place + 1 - len(values))]
            found = 0.0
            for index in range(int(first), int(last) + 1):
                own[place] = float(index)
                found += term(own)
            return found

        return total


def floating(value: Fraction) -> float:
    """Return the nearest floating-point number.

    Raises:
        TooLargeNumberError: it is beyond all of them.
    """
    try:
        return float(value)
    except OverflowError:
        raise TooLargeNumberError("a number of this size has no place on a page") from None


def divide(left: float, right: float) -> float:
    """Return a quotient, infinite or NaN where the divisor is 0."""
    if right:
        return left / right
    return NAN if not left or math.isnan(left) else math.copysign(math.inf, left) * math.copysign(1.0, right)


def power(base: float, exponent: float) -> float:
    """Return a power, NaN where there is none."""
    try:
        return math.pow(base, exponent)
    except ValueError:
        return math.inf if not base else NAN
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 == 1 else math.inf


def _extreme(choose: Callable[[list[float]], float], values: list[float]) -> float:
    return NAN if any(map(math.isnan, values)) else choose(values)


def _sqrt(value: float) -> float:
    return math.sqrt(value) if value >= 0 else NAN


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def _logarithm(function: Callable[[float], float]) -> Callable[[float], float]:
    def of(value: float) -> float:
        if value > 0:
            return function(value)
        return -math.inf if value == 0 else NAN

    return of


def whole(value: float) -> float:
    """Return the whole number that a value is but for rounding, NaN if it is none."""
    if not abs(value) < 2**53:
        return NAN
    nearest = float(round(value))
    return nearest if _near_whole(value, nearest) else NAN


def floor(value: float) -> float:
    """Return the largest whole number that is not above a value, but for rounding."""
    return _rounded(math.floor, value)


def ceiling(value: float) -> float:
    """Return the smallest whole number that is not below a value, but for rounding."""
    return _rounded(math.ceil, value)


def _rounded(function: Callable[[float], int], value: float) -> float:
    if not abs(value) < 2**53:
        return value
    nearest = float(round(value))
    return nearest if _near_whole(value, nearest) else float(function(value))


def _near_whole(value: float, nearest: float) -> bool:
    return abs(value - nearest) <= NEAR * max(1.0, abs(value))


def _factorial(value: float) -> float:
    number = whole(value)
    return float(math.factorial(int(number))) if 0 <= number <= MAX_FACTORIAL else NAN


_FUNCTIONS: Final[Mapping[str, Callable[[float], float]]] = {
    "sqrt": _sqrt,
    "exp": _exp,
    "log": _logarithm(math.log),
    "log2": _logarithm(math.log2),
    "log10": _logarithm(math.log10),
    "floor": floor,
    "ceiling": ceiling,
    "abs": abs,
    "factorial": _factorial,
}
