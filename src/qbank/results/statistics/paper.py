"""Statistics of a whole paper: the distribution of totals, and how reliable they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean as mean
from statistics import median
from typing import Final

from qbank.results.statistics.intervals import Interval, of_alpha
from qbank.results.statistics.items import Scores
from qbank.results.statistics.moments import covariance, is_constant, kurtosis, skewness, variance

BINS: Final = 10
"""Into how many tenths of the points a histogram is parted."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Cronbach's alpha (for right and wrong alone KR-20) and what follows from it.

    Attributes:
        alpha: None where it is not defined, as for a single item.
        interval: its 95 % interval (Bonett 2002).
        n, items: over how many students and questions.
        constant: how many questions everybody had the same points for; they are left out of alpha, as psych
            does.
        binary: whether all points are all or nothing, so that alpha is KR-20.
        sem: standard error of measurement, in points.
        cic, error_ratio, standard_error: Moodle's, which counts constant questions; percent, percent,
            points.
    """

    alpha: float | None
    interval: Interval | None
    n: int
    items: int
    constant: int
    binary: bool
    sem: float | None
    cic: float | None
    error_ratio: float | None
    standard_error: float | None


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of totals, as shares of the points that each student could have."""

    n: int
    mean: float
    sd: float | None
    median: float
    lowest: float
    highest: float
    skewness: float | None
    kurtosis: float | None
    histogram: tuple[int, ...]


def distribution(shares: Sequence[float]) -> Distribution:
    """Return the distribution of at least one total."""
    bins = [0] * BINS
    for share in shares:
        bins[min(BINS - 1, max(0, int(share * BINS + 1e-9)))] += 1
    return Distribution(
        n=len(shares),
        mean=mean(shares),
        sd=math.sqrt(variance(shares)) if len(shares) > 1 else None,
        median=median(shares),
        lowest=min(shares),
        highest=max(shares),
        skewness=skewness(shares),
        kurtosis=kurtosis(shares),
        histogram=tuple(bins),
    )


def reliability(items: Sequence[Sequence[float]], maxima: Sequence[float]) -> Reliability:
    """Return how reliable the totals of students are who all have points for all items."""
    n = len(items[0]) if items else 0
    totals = [math.fsum(scores) for scores in zip(*items, strict=True)]
    varying = [item for item in items if not is_constant(item)]
    spread = variance(totals) if n > 1 else 0.0
    variances = math.fsum(map(variance, varying))
    alpha = _alpha(len(varying), variances, spread)
    cic = _alpha(len(items), variances, spread) if n > 2 else None
    sd = math.sqrt(spread)
    ratio = None if cic is None or cic > 1 else 100 * math.sqrt(1 - cic)
    return Reliability(
        alpha=alpha,
        interval=of_alpha(alpha, len(varying), n),
        n=n,
        items=len(varying),
        constant=len(items) - len(varying),
        binary=all(set(item) <= {0.0, maximum} for item, maximum in zip(items, maxima, strict=True)),
        sem=None if alpha is None or alpha > 1 else sd * math.sqrt(1 - alpha),
        cic=None if cic is None else 100 * cic,
        error_ratio=ratio,
        standard_error=None if ratio is None else ratio * sd / 100,
    )


def alpha_without(items: Sequence[Sequence[float]]) -> list[float | None]:
    """Return for each item Cronbach's alpha of the others; those that are constant count nowhere."""
    varying = [not is_constant(item) for item in items]
    used = [item for item, varies in zip(items, varying, strict=True) if varies]
    totals = [math.fsum(scores) for scores in zip(*used, strict=True)]
    spread = variance(totals) if len(totals) > 1 else 0.0
    own = list(map(variance, items))
    total = math.fsum(own)
    found: list[float | None] = []
    for item, variance_of_item, varies in zip(items, own, varying, strict=True):
        if not varies:
            found.append(_alpha(len(used), total, spread))
            continue
        # The variance of the rest: var(T) - 2 cov(x, T) + var(x).
        left = spread - 2 * covariance(item, totals) + variance_of_item
        found.append(_alpha(len(used) - 1, total - variance_of_item, left))
    return found


def complete(scores: Sequence[Scores]) -> tuple[list[int], list[list[float]]]:
    """Return the students who have points for all items, and these points."""
    rows = [
        student
        for student in range(len(scores[0]) if scores else 0)
        if all(item[student] is not None for item in scores)
    ]
    return rows, [[score for student in rows if (score := item[student]) is not None] for item in scores]


def _alpha(items: int, variances: float, spread: float) -> float | None:
    if items < 2 or spread <= 1e-15:
        return None
    return items / (items - 1) * (1 - variances / spread)
