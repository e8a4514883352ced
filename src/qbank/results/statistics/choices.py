"""Which options were chosen, by whom, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qbank.results.statistics.intervals import Interval, of_correlation, of_share
from qbank.results.statistics.moments import correlation


@dataclass(frozen=True, slots=True)
class ChoiceStatistics:
    """How an option fared.

    Attributes:
        count, share, interval: how many of those who saw the question chose it.
        upper, lower: the share that chose it among the upper and the lower 27 %.
        rest: correlation of choosing it with the points in the rest of the paper.
    """

    count: int
    share: float
    interval: Interval
    upper: float | None
    lower: float | None
    rest: float | None
    rest_interval: Interval | None


def choice_statistics(
    chosen: Sequence[bool | None], rest: Sequence[float | None], ends: tuple[Sequence[float], Sequence[float]]
) -> ChoiceStatistics:
    """Return the statistics of an option.

    Args:
        chosen: whether each student chose it; None for who did not see the question.
        rest: the share of points of each student in the rest of the paper.
        ends: how much each student belongs to the upper and to the lower 27 %.
    """
    seen = [taken for taken in chosen if taken is not None]
    count = sum(seen)
    pairs = [
        (float(taken), share)
        for taken, share in zip(chosen, rest, strict=True)
        if taken is not None and share is not None
    ]
    r = correlation([taken for taken, _ in pairs], [share for _, share in pairs])
    upper, lower = (_share(chosen, weights) for weights in ends)
    return ChoiceStatistics(
        count=count,
        share=count / len(seen) if seen else 0.0,
        interval=of_share(count, len(seen)),
        upper=upper,
        lower=lower,
        rest=r,
        rest_interval=of_correlation(r, len(pairs)),
    )


def _share(chosen: Sequence[bool | None], weights: Sequence[float]) -> float | None:
    known = [
        (taken, weight) for taken, weight in zip(chosen, weights, strict=True) if taken is not None and weight
    ]
    whole = sum(weight for _, weight in known)
    return sum(weight for taken, weight in known if taken) / whole if whole else None
