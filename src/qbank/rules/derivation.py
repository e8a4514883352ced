"""Whether a figure follows from two others in one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.rules.figures import Figure
from qbank.units import Dimension, physical

_MOST: Final = 80
"""Figures that are tried; their pairs bound the work."""
_NUMBER: Final = Dimension(0)


def is_derived(figure: Figure, others: Sequence[Figure]) -> bool:
    """Whether `figure` is the sum, difference, product or quotient of two of the others, units and all."""
    terms = list(dict.fromkeys([term for one in others[:_MOST] for term in _terms(one)]))
    wanted = [kind for _, kind in _terms(figure)]
    slack = figure.half + (0.03 if figure.approximate else 0.012) * figure.value
    least, most = figure.value - slack, figure.most + slack
    for place, (value, kind) in enumerate(terms):
        for other, second in terms[place:]:
            if (
                kind == second
                and kind in wanted
                and (least <= value + other <= most or least <= abs(value - other) <= most)
            ):
                return True
            if kind + second in wanted and least <= value * other <= most:
                return True
            if other and kind - second in wanted and least <= value / other <= most:
                return True
            if value and second - kind in wanted and least <= other / value <= most:
                return True
    return False


def _terms(figure: Figure) -> list[tuple[float, int]]:
    """Return the value of a figure and what it measures, for each way to read it."""
    kinds = {physical(Dimension(one)) if isinstance(one, int) else _NUMBER for one in figure.kinds} or {
        _NUMBER
    }
    value = figure.value / 100 if "share" in figure.kinds else figure.value
    found = [(value, int(kind)) for kind in kinds]
    if "share" in figure.kinds:
        found.append((1 - value, 0))
    return found
