"""Probabilities of the normal, chi-square, t and F distributions, to about twelve digits.

Incomplete beta and gamma functions by continued fractions and series: Press et al., Numerical Recipes, 3rd
ed., 6.2 and 6.4 (modified Lentz). Library functions would bring a hundred megabytes with them.
"""

from __future__ import annotations

import math
from typing import Final

_EPSILON: Final = 1e-15
_TINY: Final = 1e-300
_MOST_STEPS: Final = 10_000

Z95: Final = 1.959963984540054
"""What cuts 2.5 % off a normal distribution: 1.95996."""


def chi_square_tail(value: float, freedom: float) -> float:
    """Return the probability that chi-square is at least a value."""
    if value <= 0:
        return 1.0
    return _gamma_tail(freedom / 2, value / 2)


def f_tail(value: float, above: float, below: float) -> float:
    """Return the probability that F is at least a value, with degrees of freedom above and below the line."""
    if value <= 0:
        return 1.0
    return _beta_share(below / 2, above / 2, below / (below + above * value))


def t_tail(value: float, freedom: float) -> float:
    """Return the probability that t is farther from 0 than a value, on either side."""
    return _beta_share(freedom / 2, 0.5, freedom / (freedom + value * value))


def t_quantile(freedom: float, tail: float = 0.05) -> float:
    """Return the value that t exceeds with a probability, both sides together."""
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > tail and high < 1e9:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        low, high = (middle, high) if t_tail(middle, freedom) > tail else (low, middle)
    return (low + high) / 2


def _gamma_tail(shape: float, value: float) -> float:
    """Return the upper regularised incomplete gamma function."""
    scale = math.exp(-value + shape * math.log(value) - math.lgamma(shape))
    if value < shape + 1:
        term = total = 1 / shape
        for step in range(1, _MOST_STEPS):
            term *= value / (shape + step)
            total += term
            if term < total * _EPSILON:
                break
        return 1 - total * scale
    b = value + 1 - shape
    c = 1 / _TINY
    d = 1 / b
    fraction = d
    for step in range(1, _MOST_STEPS):
        a = -step * (step - shape)
        b += 2
        d = 1 / _away_from_zero(a * d + b)
        c = _away_from_zero(b + a / c)
        fraction *= d * c
        if abs(d * c - 1) < _EPSILON:
            break
    return fraction * scale


def _beta_share(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    c = 1.0
    d = 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for step in range(1, _MOST_STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        d = 1 / _away_from_zero(1 + even * d)
        c = _away_from_zero(1 + even / c)
        fraction *= d * c
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        d = 1 / _away_from_zero(1 + odd * d)
        c = _away_from_zero(1 + odd / c)
        fraction *= d * c
        if abs(d * c - 1) < _EPSILON:
            break
    return fraction


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
