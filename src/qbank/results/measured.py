"""How questions fared in all their exams together, with what can be said of other classes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from qbank.results.statistics.intervals import Interval, of_correlation, of_share
from qbank.sets.measured import Sitting, mean_difficulty, mean_discrimination, mean_minutes, sittings_of
from qbank.unchecked import as_list


class Measured(Struct, frozen=True):
    """How a question fared in all its exams, the newest first.

    Attributes:
        students: in all exams together.
        difficulty: mean share of the points over all of them, and its 95 % interval.
        discrimination: mean item-rest correlation by Fisher's z, and its interval; None where none is known.
        minutes: its share of the time that papers took; None where no file tells it.
    """

    id: str
    sittings: tuple[Sitting, ...]
    students: int
    difficulty: float
    difficulty_interval: Interval
    discrimination: float | None
    discrimination_interval: Interval | None
    minutes: float | None = None

    @property
    def flags(self) -> tuple[str, ...]:
        """What the newest analysis objected to."""
        return tuple(flag for flag in as_list(self.sittings[0].data.get("flags")) if isinstance(flag, str))


def measured_questions(root: Path | None) -> dict[str, Measured]:
    """Return what was measured of each question of a bank, by id; `faulty_results` tells what is wrong."""
    if root is None:
        return {}
    return {id_: _together(id_, sittings) for id_, sittings in sittings_of(root).items()}


def _together(id_: str, sittings: Sequence[Sitting]) -> Measured:
    students = sum(sitting.students for sitting in sittings)
    difficulty = mean_difficulty(sittings) or 0.0
    r, weight = mean_discrimination(sittings)
    newest = tuple(sorted(sittings, key=lambda sitting: sitting.date, reverse=True))
    return Measured(
        id_,
        newest,
        students,
        difficulty,
        of_share(difficulty * students, students),
        r,
        of_correlation(r, weight + 3),
        mean_minutes(sittings),
    )
