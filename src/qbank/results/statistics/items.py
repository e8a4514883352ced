"""Statistics of single questions over the points of students."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean as mean
from typing import Final

from qbank.results.statistics.intervals import Interval, of_correlation, of_mean, of_share
from qbank.results.statistics.moments import correlation, covariance, variance

Scores = Sequence[float | None]
"""The points of all students for one item; None where it was not presented or not graded."""

_NOTHING: Final = 1e-12
GROUP: Final = 0.27
"""The share of students at the upper and at the lower end that are compared (Kelley 1939)."""


@dataclass(frozen=True, slots=True)
class ItemStatistics:
    """How a question fared; None where a statistic is not defined.

    Attributes:
        n: who saw it and was graded.
        mean, sd: points, the latter with n - 1.
        difficulty: mean share of the points, and its interval.
        corrected_difficulty: the same with guessing taken out, (p - g)/(1 - g).
        item_rest: Pearson's correlation with the share of points in the rest of the paper, and its interval;
            100 times it is Moodle's discrimination index, for 0 and 1 the corrected point-biserial.
        item_total: the same with the whole paper, which the question itself is a part of.
        efficiency: Moodle's discriminative efficiency, percent.
        upper_lower: how much more of the points the upper 27 % have than the lower 27 %; `upper` and `lower`
            are theirs.
        effective_weight: Moodle's share in the spread of totals, percent; None where its covariance is
            negative.
        intended_weight: its share of the points, percent.
        alpha_without: Cronbach's alpha of the other questions.
    """

    n: int
    mean: float | None
    sd: float | None
    difficulty: float | None
    difficulty_interval: Interval | None
    corrected_difficulty: float | None
    item_rest: float | None
    item_rest_interval: Interval | None
    item_total: float | None
    efficiency: float | None
    upper_lower: float | None
    upper: float | None
    lower: float | None
    effective_weight: float | None
    intended_weight: float
    alpha_without: float | None = None


class Scored:
    """The points of an exam: a row for each item, and what students have in all."""

    def __init__(self, scores: Sequence[Scores], maxima: Sequence[float]) -> None:
        self.scores = scores
        self.maxima = maxima
        students = len(scores[0]) if scores else 0
        self.totals = [0.0] * students
        self.possible = [0.0] * students
        for item, maximum in zip(scores, maxima, strict=True):
            for student, score in enumerate(item):
                if score is not None:
                    self.totals[student] += score
                    self.possible[student] += maximum

    @property
    def shares(self) -> list[float | None]:
        """The share of the points that each student could have; None for who could have none."""
        pairs = zip(self.totals, self.possible, strict=True)
        return [total / possible if possible else None for total, possible in pairs]

    def rest(self, place: int) -> list[float | None]:
        """Return the share that students have of all but one item; None where nothing is left."""
        maximum = self.maxima[place]
        found: list[float | None] = []
        for score, total, possible in zip(self.scores[place], self.totals, self.possible, strict=True):
            if score is None:
                found.append(total / possible if possible > _NOTHING else None)
            else:
                left = possible - maximum
                found.append((total - score) / left if left > _NOTHING else None)
        return found

    @cached_property
    def ends(self) -> tuple[list[float], list[float]]:
        """How much each student belongs to the upper and to the lower 27 %.

        Those who tie at the border belong to a group by a share, so that the order of a file decides nothing.
        """
        # What sums to the same in another order ties, whatever rounding says.
        shares = [None if share is None else round(share, 12) for share in self.shares]
        known = [share for share in shares if share is not None]
        size = max(1, round(GROUP * len(known))) if known else 0
        return _end(shares, known, size, upper=True), _end(shares, known, size, upper=False)


def _end(shares: Scores, known: Sequence[float], size: int, *, upper: bool) -> list[float]:
    if not known:
        return [0.0] * len(shares)
    border = sorted(known, reverse=upper)[size - 1]
    beyond = sum(share > border if upper else share < border for share in known)
    tied = (size - beyond) / sum(share == border for share in known)
    weights = []
    for share in shares:
        if share is None:
            weights.append(0.0)
        elif share == border:
            weights.append(tied)
        else:
            weights.append(1.0 if (share > border) is upper else 0.0)
    return weights


def item_statistics(scored: Scored, guesses: Sequence[float]) -> list[ItemStatistics]:
    """Return the statistics of every item; `guesses` are the shares that guessing gives, 0 where it gives
    none."""
    shares = scored.shares
    totals = [_paired(item, shares) for item in scored.scores]
    covariances = [covariance(*pair) for pair in totals]
    roots = math.fsum(math.sqrt(value) for value in covariances if value >= 0)
    points = math.fsum(scored.maxima)
    found = []
    for place, (scores, maximum, guess) in enumerate(zip(scored.scores, scored.maxima, guesses, strict=True)):
        known = [score for score in scores if score is not None]
        own, rest = _paired(scores, scored.rest(place))
        middle = mean(known) if known else None
        p = None if middle is None else middle / maximum
        r = correlation(own, rest)
        upper, lower = (_weighted(scores, weights, maximum) for weights in scored.ends)
        spread = covariances[place]
        found.append(
            ItemStatistics(
                n=len(known),
                mean=middle,
                sd=math.sqrt(variance(known)) if len(known) > 1 else None,
                difficulty=p,
                difficulty_interval=_interval(known, maximum),
                corrected_difficulty=None if p is None else (p - guess) / (1 - guess),
                item_rest=r,
                item_rest_interval=of_correlation(r, len(own)),
                item_total=correlation(*totals[place]),
                efficiency=_efficiency(own, rest),
                upper_lower=None if upper is None or lower is None else upper - lower,
                upper=upper,
                lower=lower,
                effective_weight=100 * math.sqrt(spread) / roots if spread >= 0 and roots else None,
                intended_weight=100 * maximum / points if points else 0.0,
            )
        )
    return found


def _paired(first: Scores, second: Scores) -> tuple[list[float], list[float]]:
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    return [a for a, _ in pairs], [b for _, b in pairs]


def _efficiency(own: list[float], rest: list[float]) -> float | None:
    """Return Moodle's discriminative efficiency: the covariance against the highest that points allow."""
    most = covariance(sorted(own), sorted(rest)) if own else 0.0
    return 100 * covariance(own, rest) / most if most > 0 else None


def _interval(known: Sequence[float], maximum: float) -> Interval | None:
    if not known:
        return None
    if all(score in (0.0, maximum) for score in known):
        return of_share(math.fsum(known) / maximum, len(known))
    around = of_mean([score / maximum for score in known])
    return None if around is None else Interval(max(0.0, around.low), min(1.0, around.high))


def _weighted(scores: Scores, weights: Sequence[float], maximum: float) -> float | None:
    total = weight = 0.0
    for score, share in zip(scores, weights, strict=True):
        if score is not None and share:
            total += score * share
            weight += share
    return total / weight / maximum if weight else None
