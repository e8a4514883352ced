"""Whether a figure follows from two others in one step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qbank.rules.coherence.figures import Figure
from qbank.units import Dimension, physical

_MOST: Final = 80
"""Values that are tried; their pairs bound the work."""
_LEAST_TERM: Final = 0.02
_WHOLE: Final = 100.0  # percent
"""What a term adds at least; less, and the sum is the other term."""


def is_sum(figure: Figure, others: Iterable[Figure]) -> bool:
    """Whether `figure` is the sum or the difference of two others that measure the same.

    A share may also be the rest of the whole.
    """
    slack, least = _slack(figure), _LEAST_TERM * figure.value
    values = {one.value for one in others if not one.kinds.isdisjoint(figure.kinds) and one.value > least}
    if "share" in figure.kinds:
        values.add(_WHOLE)
    terms = sorted(values)[:_MOST]
    return any(
        abs(one + two - figure.value) <= slack or abs(abs(one - two) - figure.value) <= slack
        for one in terms
        for two in terms
    )


def is_multiple(figure: Figure, others: Iterable[Figure]) -> bool:
    """Whether `figure` is so many times, or one of so many parts of, another that measures the same."""
    others = list(others)[:_MOST]
    slack = _slack(figure)
    counts = {one.value for one in others if one.counts and one.value >= 2}
    values = {one.value for one in others if not one.kinds.isdisjoint(figure.kinds) and one.measured}
    return any(
        abs(one * count - figure.value) <= slack or abs(one / count - figure.value) <= slack
        for one in values
        for count in counts
    )


def is_product(figure: Figure, others: Iterable[Figure]) -> bool:
    """Whether `figure` is the product or the quotient of two others, units and all."""
    terms = list(dict.fromkeys(term for one in others for term in _terms(one)))[:_MOST]
    wanted = [kind for _, kind in _terms(figure)]
    slack = _slack(figure)
    least, most = figure.value - slack, figure.most + slack
    return any(
        (kind + second in wanted and least <= value * other <= most)
        or (other > 0 and kind - second in wanted and least <= value / other <= most)
        for value, kind in terms
        for other, second in terms
    )


def _slack(figure: Figure) -> float:
    return max(figure.half, 0.01 * figure.value)


def _terms(figure: Figure) -> list[tuple[float, int]]:
    """Return the value of a figure and what it measures, for each way to read it."""
    if "share" in figure.kinds:
        return [(figure.value / 100, 0), (1 - figure.value / 100, 0)]
    kinds = {int(physical(Dimension(kind))) if isinstance(kind, int) else 0 for kind in figure.kinds} or {0}
    return [(figure.value, kind) for kind in kinds]
