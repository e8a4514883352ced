"""95 % confidence intervals: of shares, means, correlations and reliabilities."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import fmean as mean
from typing import Final, NamedTuple

from qbank.results.statistics.moments import Values, variance

Z95: Final = 1.959963984540054
"""What cuts 2.5 % off a normal distribution: 1.95996."""


class Interval(NamedTuple):
    """From `low` to `high`, both ends included."""

    low: float
    high: float


def of_share(count: float, of: float) -> Interval:
    """Return the interval of a share, `count` of `of` (Wilson 1927); all of 0 to 1 where there is nobody."""
    if of <= 0:
        return Interval(0.0, 1.0)
    share, square = count / of, Z95 * Z95
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = Z95 / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def of_mean(values: Values) -> Interval | None:
    """Return the interval of a mean (Student's t), None for less than two values."""
    if len(values) < 2:
        return None
    middle = mean(values)
    reach = _t(len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Interval(middle - reach, middle + reach)


def of_correlation(r: float | None, n: int) -> Interval | None:
    """Return the interval of a correlation (Fisher's z), None where it is not defined or n is below 4."""
    if r is None or n < 4:
        return None
    if abs(r) >= 1:
        return Interval(r, r)
    middle, reach = math.atanh(r), Z95 / math.sqrt(n - 3)
    return Interval(math.tanh(middle - reach), math.tanh(middle + reach))


def of_alpha(alpha: float | None, items: int, n: int) -> Interval | None:
    """Return the interval of Cronbach's alpha (Bonett 2002, normal approximation of ln(1 - alpha))."""
    if alpha is None or n < 3 or items < 2 or alpha >= 1:
        return None
    reach = Z95 * math.sqrt(2 * items / ((items - 1) * (n - 2)))
    log = math.log(1 - alpha)
    return Interval(1 - math.exp(log + reach), 1 - math.exp(log - reach))


@lru_cache(maxsize=1024)
def _t(freedom: int) -> float:
    from qbank.results.statistics.distributions import t_quantile  # noqa: PLC0415 - brings mpmath

    return t_quantile(freedom)
