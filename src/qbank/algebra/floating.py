"""Floating-point arithmetic as a page in a browser does it: fast, and with the same results.

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
from typing import Final

from qbank.algebra.arithmetic import Arithmetic
from qbank.algebra.limits import MAX_TERMS

NEAR: Final = 1e-12
"""How far from each other two numbers may be, relative to the larger, to be taken for the same."""

MAX_FACTORIAL: Final = 170
"""The largest number whose factorial is a floating-point number."""

NAN: Final = math.nan


class TooLargeNumberError(ValueError):
    """A number that no floating-point number can hold."""


def equal(left: float, right: float) -> bool:
    """Whether two numbers are the same but for rounding."""
    if left == right:
        return True
    size = max(abs(left), abs(right))
    return size < math.inf and abs(left - right) <= NEAR * size


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


def _extreme(choose: Callable[[tuple[float, ...]], float]) -> Callable[..., float]:
    return lambda *values: NAN if any(map(math.isnan, values)) else choose(values)


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
    return nearest if abs(value - nearest) <= NEAR * max(1.0, abs(value)) else NAN


def floor(value: float) -> float:
    """Return the largest whole number that is not above a value, but for rounding."""
    return _rounded(math.floor, value)


def ceiling(value: float) -> float:
    """Return the smallest whole number that is not below a value, but for rounding."""
    return _rounded(math.ceil, value)


def _rounded(function: Callable[[float], int], value: float) -> float:
    if not abs(value) < 2**53:
        return value
    nearest = whole(value)
    return float(function(value)) if math.isnan(nearest) else nearest


def _factorial(value: float) -> float:
    number = whole(value)
    return float(math.factorial(int(number))) if 0 <= number <= MAX_FACTORIAL else NAN


def _add_up(_: str, low: float, high: float, term: Callable[[float], float]) -> float:
    first, last = whole(low), whole(high)
    if not last - first < MAX_TERMS:
        return NAN
    total = 0.0
    for number in range(int(first), int(last) + 1):
        total += term(float(number))
    return total


_OPERATIONS: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": divide, "**": power,
}  # fmt: skip
_FUNCTIONS: Final[Mapping[str, Callable[..., float]]] = {
    "sqrt": _sqrt, "exp": _exp,
    "log": _logarithm(math.log), "log2": _logarithm(math.log2), "log10": _logarithm(math.log10),
    "floor": floor, "ceiling": ceiling, "abs": abs, "factorial": _factorial,
    "Max": _extreme(max), "Min": _extreme(min),
}  # fmt: skip
_COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": lambda left, right: left < right and not equal(left, right),
    "<=": lambda left, right: left < right or equal(left, right),
    ">": lambda left, right: left > right and not equal(left, right),
    ">=": lambda left, right: left > right or equal(left, right),
    "==": equal,
    "!=": lambda left, right: not equal(left, right),
}
FLOATING: Final[Arithmetic[float]] = Arithmetic(
    floating, operator.neg, _OPERATIONS, _FUNCTIONS, _COMPARISONS, _add_up
)
"""What is compiled with it raises `TooLargeNumberError` for a number that it cannot hold."""
