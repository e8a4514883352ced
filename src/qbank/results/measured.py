"""What was measured of a bank's questions: the files in its folder `results`, put together by question."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from qbank.results.statistics.distributions import Z95
from qbank.results.statistics.intervals import of_share
from qbank.sets.files import SetError, read_document

FOLDER: Final = "results"
"""Where a bank keeps how its questions fared."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a question fared in one exam; `data` is its entry in the file."""

    set: str
    date: str
    students: int
    difficulty: float
    discrimination: float | None
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Measured:
    """How a question fared in all its exams, the newest first.

    Attributes:
        students: in all exams together.
        difficulty: mean share of the points over all of them; `low` and `high` are its 95 % interval.
        discrimination: mean item-rest correlation by Fisher's z, and its interval; None where none is known.
    """

    id: str
    sittings: tuple[Sitting, ...]
    students: int
    difficulty: float
    low: float
    high: float
    discrimination: float | None
    discrimination_low: float | None
    discrimination_high: float | None

    @property
    def sets(self) -> frozenset[str]:
        """The sets that it was sat in."""
        return frozenset(sitting.set for sitting in self.sittings)

    @property
    def flags(self) -> tuple[str, ...]:
        """What the newest analysis objected to."""
        flags = self.sittings[0].data.get("flags")
        return tuple(flag for flag in flags if isinstance(flag, str)) if isinstance(flags, list) else ()


def result_files(root: Path) -> list[Path]:
    """Return the files of results of the bank at `root`."""
    return sorted(path for path in (root / FOLDER).glob("*.yaml") if path.is_file())


def measured_questions(root: Path | None) -> dict[str, Measured]:
    """Return what was measured of each question of a bank, by id; files that cannot be read are passed "
    "over."""
    if root is None:
        return {}
    by_id: dict[str, list[Sitting]] = {}
    for path in result_files(root):
        state = path.stat()
        for id_, sitting in _sittings(path, state.st_mtime_ns, state.st_size):
            by_id.setdefault(id_, []).append(sitting)
    return {id_: _together(id_, sittings) for id_, sittings in by_id.items()}


@lru_cache(maxsize=256)
def _sittings(path: Path, _mtime: int, _size: int) -> tuple[tuple[str, Sitting], ...]:
    """Return the entries of a file; one that is not as the model wants it is passed over, and audited
    elsewhere."""
    try:
        data = read_document(path).data
    except SetError:
        return ()
    questions = data.get("questions")
    return tuple(
        (entry["id"], sitting)
        for entry in (questions if isinstance(questions, list) else ())
        if isinstance(entry, dict) and (sitting := _sitting(data, entry)) is not None
    )


def _sitting(data: Mapping[str, Any], entry: Mapping[str, Any]) -> Sitting | None:
    students, difficulty, r = (entry.get(name) for name in ("students", "difficulty", "discrimination"))
    if not isinstance(entry.get("id"), str) or type(students) is not int or students < 1:
        return None
    if not isinstance(difficulty, int | float) or not 0 <= difficulty <= 1:
        return None
    known = float(r) if isinstance(r, int | float) and -1 <= r <= 1 else None
    return Sitting(str(data.get("set")), str(data.get("date")), students, float(difficulty), known, entry)


def _together(id_: str, sittings: Sequence[Sitting]) -> Measured:
    students = sum(sitting.students for sitting in sittings)
    difficulty = sum(sitting.difficulty * sitting.students for sitting in sittings) / students
    low, high = of_share(difficulty * students, students)
    r, r_low, r_high = _mean_correlation(sittings)
    newest = tuple(sorted(sittings, key=lambda sitting: sitting.date, reverse=True))
    return Measured(id_, newest, students, difficulty, low, high, r, r_low, r_high)


def _mean_correlation(sittings: Sequence[Sitting]) -> tuple[float | None, float | None, float | None]:
    """Return the mean of correlations, each weighted by its students less three."""
    pairs = list(_weighted(sittings))
    total = sum(weight for _, weight in pairs)
    if not total:
        return None, None, None
    middle = sum(z * weight for z, weight in pairs) / total
    reach = Z95 / math.sqrt(total)
    return math.tanh(middle), math.tanh(middle - reach), math.tanh(middle + reach)


def _weighted(sittings: Sequence[Sitting]) -> Iterator[tuple[float, int]]:
    for sitting in sittings:
        if sitting.discrimination is not None and sitting.students > 3:
            yield math.atanh(max(-0.999999, min(0.999999, sitting.discrimination))), sitting.students - 3
