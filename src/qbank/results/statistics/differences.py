"""Whether groups differ: shares by Fisher or chi-square, means by Welch, and Holm's correction for many
tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean as mean
from typing import Final

from qbank.results.statistics.distributions import chi_square_tail, f_tail
from qbank.results.statistics.moments import Values, is_constant, variance

_EXPECTED: Final = 5.0
"""Below this many expected in a cell, chi-square is not to be trusted."""
_MOST_TABLES: Final = 200_000
_ROUNDING: Final = 1e-7


def p_text(probability: float) -> str:
    """Write a probability: three decimals, and the bound where these would all be 0."""
    return "p < 0.001" if probability < 0.001 else f"p = {probability:.3f}"


def shares_differ(counts: Sequence[tuple[int, int]]) -> float | None:
    """Return the probability of shares at least as unequal, were they equal; None where nothing can differ.

    Pearson's chi-square without correction where five are expected in every cell; else Fisher's exact test,
    as Freeman and Halton (1951) extend it to more than two groups, as long as its tables can be counted.

    Args:
        counts: for each group, how many have it and how many have not.
    """
    groups = [(yes, no) for yes, no in counts if yes + no]
    total_yes, total_no = sum(yes for yes, _ in groups), sum(no for _, no in groups)
    total = total_yes + total_no
    if len(groups) < 2 or not total_yes or not total_no:
        return None
    least = min(yes + no for yes, no in groups) * min(total_yes, total_no) / total
    tables = math.prod(yes + no + 1 for yes, no in groups[:-1])
    if least < _EXPECTED and tables <= _MOST_TABLES:
        return _exact(groups, total_yes)
    statistic = 0.0
    for yes, no in groups:
        for seen, of_all in ((yes, total_yes), (no, total_no)):
            expected = (yes + no) * of_all / total
            statistic += (seen - expected) ** 2 / expected
    return chi_square_tail(statistic, len(groups) - 1)


def _exact(groups: Sequence[tuple[int, int]], total_yes: int) -> float:
    sizes = [yes + no for yes, no in groups]
    observed = math.fsum(_ways(yes + no, yes) for yes, no in groups)
    whole = _ways(sum(sizes), total_yes)
    total = 0.0

    def walk(place: int, left: int, ways: float) -> None:
        nonlocal total
        size = sizes[place]
        if place == len(sizes) - 1:
            if left <= size and (here := ways + _ways(size, left)) <= observed + _ROUNDING:
                total += math.exp(here - whole)
            return
        for count in range(min(size, left) + 1):
            walk(place + 1, left - count, ways + _ways(size, count))

    walk(0, total_yes, 0.0)
    return min(1.0, total)


def _ways(size: int, count: int) -> float:
    """Return the logarithm of the number of ways to choose."""
    return math.lgamma(size + 1) - math.lgamma(count + 1) - math.lgamma(size - count + 1)


def means_differ(groups: Sequence[Values]) -> float | None:
    """Return the probability of means at least as unequal, were they equal (Welch's analysis of variance,
    1951).

    None where a group has fewer than two values, or does not vary.
    """
    if len(groups) < 2 or any(len(group) < 2 or is_constant(group) for group in groups):
        return None
    weights = [len(group) / variance(group) for group in groups]
    means = [mean(group) for group in groups]
    total = math.fsum(weights)
    middle = math.fsum(weight * value for weight, value in zip(weights, means, strict=True)) / total
    k = len(groups)
    between = math.fsum(
        weight * (value - middle) ** 2 for weight, value in zip(weights, means, strict=True)
    ) / (k - 1)
    lost = math.fsum(
        (1 - weight / total) ** 2 / (len(group) - 1) for weight, group in zip(weights, groups, strict=True)
    )
    statistic = between / (1 + 2 * (k - 2) / (k * k - 1) * lost)
    return f_tail(statistic, k - 1, (k * k - 1) / (3 * lost))


def holm(probabilities: Sequence[float | None]) -> list[float | None]:
    """Return probabilities corrected for being many (Holm 1979); None stays None."""
    known = sorted((value, place) for place, value in enumerate(probabilities) if value is not None)
    corrected: list[float | None] = [None] * len(probabilities)
    highest = 0.0
    for rank, (value, place) in enumerate(known):
        highest = max(highest, min(1.0, value * (len(known) - rank)))
        corrected[place] = highest
    return corrected
