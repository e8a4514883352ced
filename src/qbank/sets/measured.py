"""What was measured of a bank's questions: the entries of the files in its folder `results`, by question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from qbank.grouping import grouped
from qbank.sets.files import SetError, read_document
from qbank.unchecked import mappings

FOLDER: Final = "results"
"""Where a bank keeps how its questions fared."""


class Sitting(Struct, frozen=True):
    """How a question fared in one exam; `data` is its entry in the file.

    `minutes` is its share of the median time that the paper took, as its expected minutes have a share in
    those of the paper; None where the file does not tell both.
    """

    set: str
    date: str
    students: int
    difficulty: float
    discrimination: float | None
    data: Mapping[str, Any]
    minutes: float | None = None


def result_files(root: Path) -> list[Path]:
    """Return the files of results of the bank at `root`."""
    return sorted(path for path in (root / FOLDER).glob("*.yaml") if path.is_file())


def sittings_of(root: Path) -> dict[str, list[Sitting]]:
    """Return the exams of each question of a bank, by id; what cannot be read is passed over."""
    states = ((path, path.stat()) for path in result_files(root))
    return grouped(
        entry for path, state in states for entry in _sittings(path, state.st_mtime_ns, state.st_size)
    )


def mean_difficulty(sittings: Sequence[Sitting]) -> float | None:
    """Return the mean share of the points over all students; None without an exam."""
    return _mean_over_students(sittings, [sitting.difficulty for sitting in sittings])


def mean_minutes(sittings: Sequence[Sitting]) -> float | None:
    """Return the mean of the minutes that a question took, weighted by students; None if nobody knows."""
    return _mean_over_students(sittings, [sitting.minutes for sitting in sittings])


def _mean_over_students(sittings: Sequence[Sitting], values: Sequence[float | None]) -> float | None:
    pairs = zip(values, sittings, strict=True)
    known = [(value, sitting.students) for value, sitting in pairs if value is not None]
    students = sum(count for _, count in known)
    return sum(value * count for value, count in known) / students if students else None


def mean_discrimination(sittings: Sequence[Sitting]) -> tuple[float | None, int]:
    """Return the mean of correlations by Fisher's z, weighted by students less three, and all weight."""
    pairs = [
        (math.atanh(max(-0.999999, min(0.999999, sitting.discrimination))), sitting.students - 3)
        for sitting in sittings
        if sitting.discrimination is not None and sitting.students > 3
    ]
    total = sum(weight for _, weight in pairs)
    return (math.tanh(sum(z * weight for z, weight in pairs) / total) if total else None), total


@lru_cache(maxsize=256)
def _sittings(path: Path, _mtime: int, _size: int) -> tuple[tuple[str, Sitting], ...]:
    """Return the entries of a file as it was at a time; what is not as the model wants it is passed over."""
    try:
        data = read_document(path).data
    except SetError:
        return ()
    entries = mappings(data.get("questions"))
    pace = _pace(data, entries)
    return tuple(
        (entry["id"], sitting) for entry in entries if (sitting := _sitting(data, entry, pace)) is not None
    )


def _pace(data: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> float | None:
    """Return how many minutes students took for each that the paper was expected to take; None if unknown.

    Of questions that only some had, as those drawn from a pool, that share counts.
    """
    taken, all_students = _positive(data.get("minutes")), _positive(data.get("students"))
    if taken is None or all_students is None:
        return None
    expected = 0.0
    for entry in entries:
        minutes, students = _positive(entry.get("minutes")), _positive(entry.get("students"))
        if minutes is None or students is None:
            return None
        expected += minutes * min(students / all_students, 1.0)
    return taken / expected if expected else None


def _positive(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and value > 0 else None


def _sitting(data: Mapping[str, Any], entry: Mapping[str, Any], pace: float | None) -> Sitting | None:
    students, difficulty, r = (entry.get(name) for name in ("students", "difficulty", "discrimination"))
    if not isinstance(entry.get("id"), str) or type(students) is not int or students < 1:
        return None
    if not isinstance(difficulty, int | float) or not 0 <= difficulty <= 1:
        return None
    known = float(r) if isinstance(r, int | float) and -1 <= r <= 1 else None
    minutes = _positive(entry.get("minutes"))
    return Sitting(
        str(data.get("set")),
        str(data.get("date")),
        students,
        float(difficulty),
        known,
        entry,
        None if pace is None or minutes is None else pace * minutes,
    )
