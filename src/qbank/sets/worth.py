"""What a question is worth: its own points, or those of its parts or its rubric."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from qbank.model.question import Question

_WHOLE_FROM: Final = 3
"""From how many points for each question on points are whole; below that they are halves."""


def points_of(question: Question | Mapping[str, Any]) -> float | None:
    """Return what a question, valid or not, says that it is worth; None if it says nothing."""
    own = _number(question, "points")
    if own is not None:
        return own
    for field in ("parts", "rubric"):
        pieces = _field(question, field)
        known = [_number(piece, "points") for piece in pieces] if isinstance(pieces, list) else []
        if said := [points for points in known if points is not None]:
            return sum(said)
    return None


def minutes_of(question: Question | Mapping[str, Any]) -> float | None:
    """Return how many minutes a question, valid or not, says that it takes; None if it says nothing."""
    return _number(question, "expected_time_minutes")


def scaled(points: Sequence[float], total: float) -> list[float]:
    """Scale points so that they add up to `total`, each a whole or a half point, and none to nothing.

    What rounding down leaves goes to those that lost most by it. Where a total is no multiple of half a point
    the last takes the rest, and where it is less than half a point for each they are not rounded.
    """
    before = sum(points)
    if before <= 0:
        return list(points)
    exact = [own * total / before for own in points]
    step = 1.0 if total == int(total) and total >= _WHOLE_FROM * len(points) else 0.5
    if total < step * len(points):
        return exact
    steps = [max(math.floor(share / step), 1 if share > 0 else 0) for share in exact]
    missing = math.floor(total / step) - sum(steps)
    while missing:
        change = 1 if missing > 0 else -1
        # Of two that lost alike the earlier one gains, and what is large can spare most.
        place = max(
            (place for place, own in enumerate(steps) if own + change > 0 or change > 0),
            key=lambda place: (change * (exact[place] - steps[place] * step), -place),
        )
        steps[place] += change
        missing -= change
    made = [own * step for own in steps]
    made[-1] += total - sum(made)
    return made


def _number(piece: Any, field: str) -> float | None:
    value = _field(piece, field)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _field(piece: Any, field: str) -> Any:
    return piece.get(field) if isinstance(piece, Mapping) else getattr(piece, field, None)
