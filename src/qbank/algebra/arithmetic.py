"""What an expression may be computed in: numbers of one kind, with their operations and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

Value = TypeVar("Value")


class NoValueError(ValueError):
    """There is no such value; the message says why, without saying where."""


def decide(condition: Iterable[Any], then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
    """Return one of two values, as numbers that can be compared decide."""
    return then() if all(condition) else otherwise()


class Arithmetic(Generic[Value], Struct, frozen=True):
    """Numbers of one kind; what has no value among them raises `NoValueError`, if anything.

    Attributes:
        number: makes a value of a written number.
        negate: turns the sign of a value.
        operations: by the operators of `tree.Operation`.
        functions: by the names of `tree.FUNCTIONS`.
        comparisons: by the operators of `tree.Comparison`; what they return is for `choose`.
        add_up: returns the sum over whole numbers, of their name, the first, the last, and the term of each.
        choose: returns the first or the second of two values, by comparisons that must all hold.
    """

    number: Callable[[Fraction], Value]
    negate: Callable[[Value], Value]
    operations: Mapping[str, Callable[[Value, Value], Value]]
    functions: Mapping[str, Callable[..., Value]]
    comparisons: Mapping[str, Callable[[Value, Value], Any]]
    add_up: Callable[[str, Value, Value, Callable[[Value], Value]], Value]
    choose: Callable[[Iterable[Any], Callable[[], Value], Callable[[], Value]], Value] = decide
