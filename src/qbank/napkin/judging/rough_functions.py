"""The functions of napkin math in floating point, for a first look at a claim (see `rough`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from qbank.units.dimension import NONE, Dimension, physical

Rough = tuple[float, Dimension, float]
"""A value in base units, what it measures, and its doubt."""

_DECIMALS_DOUBT = 10
"""640 bits: 40 decimal digits of a value between those below."""
_LEAST, _MOST = 1e-100, 1e100
_NEAR_WHOLE = 1e-6
_MOST_WHOLE = 1e6  # of larger ones the doubt may be a part that shows


class UnsureError(Exception):
    """The value has to be computed exactly."""


def _plain(arguments: Sequence[Rough]) -> tuple[float, float]:
    """Return the only argument, which measures nothing, and its doubt."""
    if len(arguments) != 1 or physical(arguments[0][1]) != NONE:
        raise UnsureError
    return arguments[0][0], arguments[0][2]


def _irrational(value: float, doubt: float) -> Rough:
    """Return a value that the exact evaluator computes to 40 digits."""
    if not _LEAST < abs(value) < _MOST:
        raise UnsureError
    return value, NONE, doubt + _DECIMALS_DOUBT


def _sqrt(arguments: Sequence[Rough]) -> Rough:
    value, doubt = _plain(arguments)
    if value <= 0:
        raise UnsureError
    return _irrational(math.sqrt(value), doubt)


def _exp(arguments: Sequence[Rough]) -> Rough:
    value, doubt = _plain(arguments)
    return _irrational(math.exp(value), doubt * max(1.0, abs(value)))


def _logarithm(base: float) -> Callable[[Sequence[Rough]], Rough]:
    def compute(arguments: Sequence[Rough]) -> Rough:
        value, doubt = _plain(arguments)
        if value <= 0 or value == 1:
            raise UnsureError
        logarithm = math.log(value)  # of a value near 1 little is known
        return _irrational(logarithm / base, doubt * max(1.0, 1 / abs(logarithm)))

    return compute


def _extreme(choose: Callable[..., float]) -> Callable[[Sequence[Rough]], Rough]:
    def compute(arguments: Sequence[Rough]) -> Rough:
        dimension = arguments[0][1]
        if any(physical(other) != physical(dimension) for _, other, _ in arguments):
            raise UnsureError  # a bare number may borrow the unit
        return choose(value for value, _, _ in arguments), dimension, sum(doubt for _, _, doubt in arguments)

    return compute


def _whole(choose: Callable[[float], int]) -> Callable[[Sequence[Rough]], Rough]:
    def compute(arguments: Sequence[Rough]) -> Rough:
        if len(arguments) != 1:
            raise UnsureError
        value, dimension, doubt = arguments[0]
        beyond = value % 0.5
        if abs(value) > _MOST_WHOLE or min(beyond, 0.5 - beyond) < _NEAR_WHOLE or not choose(value):
            raise UnsureError
        return float(choose(value)), dimension, doubt

    return compute


FUNCTIONS: dict[str, Callable[[Sequence[Rough]], Rough]] = {
    "sqrt": _sqrt,
    "exp": _exp,
    "ln": _logarithm(1.0),
    "log2": _logarithm(math.log(2)),
    "log10": _logarithm(math.log(10)),
    "max": _extreme(max),
    "min": _extreme(min),
}
"""As `evaluate.FUNCTIONS`, as far as floating point goes."""

WHOLE: dict[str, Callable[[Sequence[Rough]], Rough]] = {
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "round": _whole(round),
}
"""Those that depend on the unit: they are known of numbers whose units have no scale."""
