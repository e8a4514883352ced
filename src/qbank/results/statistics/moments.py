"""Variances and correlations; those of a constant are exactly 0, or not defined."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from statistics import fmean as mean

Values = Sequence[float]


def is_constant(values: Values) -> bool:
    """Whether all values are the same; a variance that was computed can be 1e-17 then."""
    return not values or max(values) == min(values)


def variance(values: Values) -> float:
    """Return the variance with n - 1; 0 for a constant and for a single value."""
    return covariance(values, values)


def covariance(first: Values, second: Values) -> float:
    """Return the covariance with n - 1; 0 where one is constant."""
    if is_constant(first) or is_constant(second):
        return 0.0
    return statistics.covariance(first, second)


def correlation(first: Values, second: Values) -> float | None:
    """Return Pearson's correlation, None where one is constant."""
    if len(first) < 2 or is_constant(first) or is_constant(second):
        return None
    return max(-1.0, min(1.0, statistics.correlation(first, second)))


def skewness(values: Values) -> float | None:
    """Return the skewness k3/k2^1.5 of k-statistics, from three values on."""
    n = len(values)
    if n < 3 or is_constant(values):
        return None
    second, third = (_central(values, power) for power in (2, 3))
    k2 = n * second / (n - 1)
    return float(n * n * third / ((n - 1) * (n - 2)) / k2**1.5)


def kurtosis(values: Values) -> float | None:
    """Return the excess kurtosis k4/k2^2 of k-statistics, from four values on."""
    n = len(values)
    if n < 4 or is_constant(values):
        return None
    second, fourth = (_central(values, power) for power in (2, 4))
    k2 = n * second / (n - 1)
    k4 = n * n * ((n + 1) * fourth - 3 * (n - 1) * second * second) / ((n - 1) * (n - 2) * (n - 3))
    return k4 / (k2 * k2)


def _central(values: Values, power: int) -> float:
    middle = mean(values)
    return mean([(value - middle) ** power for value in values])
