"""Probabilities of the chi-square, t and F distributions, and what cuts off their tails.

They follow from the incomplete beta and gamma functions, which mpmath computes; it comes with sympy.
"""

from __future__ import annotations

from mpmath import betainc, gammainc


def chi_square_tail(value: float, freedom: float) -> float:
    """Return the probability that chi-square is at least a value."""
    return float(gammainc(freedom / 2, value / 2, regularized=True)) if value > 0 else 1.0


def f_tail(value: float, above: float, below: float) -> float:
    """Return the probability that F is at least a value, with degrees of freedom above and below the line."""
    return _beta_share(below / 2, above / 2, below / (below + above * value)) if value > 0 else 1.0


def t_tail(value: float, freedom: float) -> float:
    """Return the probability that t is farther from 0 than a value, on either side."""
    return _beta_share(freedom / 2, 0.5, freedom / (freedom + value * value))


def t_quantile(freedom: float) -> float:
    """Return the value that t exceeds with a probability of 5 %, on both sides; `freedom` is 1 or more."""
    low, high = 1.0, 16.0
    while (middle := (low + high) / 2) not in {low, high}:
        low, high = (middle, high) if t_tail(middle, freedom) > 0.05 else (low, middle)
    return middle


def _beta_share(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function."""
    return float(betainc(a, b, 0, x, regularized=True))
