"""What was measured of a bank's questions: the entries of the files in its folder `results`, by question."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from qbank.bundled_data import DataProblem
from qbank.grouping import grouped
from qbank.model.validation.places import place_of
from qbank.problems import ProblemKind
from qbank.unchecked import as_list, mappings
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

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
    return sorted((root / FOLDER).glob("*.yaml"))


def sittings_of(root: Path) -> dict[str, list[Sitting]]:
    """Return the exams of each question of a bank, by id; `faulty_results` tells what is wrong."""
    return grouped(entry for file in _files(root) for entry in file.sittings)


def faulty_results(root: Path | None) -> list[DataProblem]:
    """Return what is wrong with the files of results of a bank, of each file the first that is."""
    files = () if root is None else _files(root)
    return [file.fault for file in files if file.fault is not None]


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


class _File(Struct, frozen=True):
    """What a file of results holds, and what is wrong with it."""

    sittings: tuple[tuple[str, Sitting], ...] = ()
    fault: DataProblem | None = None


def _files(root: Path) -> Iterator[_File]:
    for path in result_files(root):
        try:
            state = path.stat()
        except OSError:  # reading it says why
            yield _read(path, 0, 0)
        else:
            yield _read(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, _mtime: int, _size: int) -> _File:
    """Return what a file says as it was at a time; entries that are not as the model wants them are none."""
    try:
        document = read_file(path)
    except ReadError as error:
        return _File(fault=DataProblem.unread(path, error.problem))
    data = document.data
    entries = mappings(data.get("questions"))
    pace = _pace(data, entries)
    found = [(entry, _sitting(data, entry, pace)) for entry in entries]
    sittings = tuple((entry["id"], sitting) for entry, sitting in found if sitting is not None)
    is_whole = len(sittings) == len(as_list(data.get("questions"))) and sittings
    return _File(sittings, None if is_whole and not document.problems else _fault(document, path))


def _fault(document: Document, path: Path) -> DataProblem | None:
    """Return the first thing that is wrong with a file."""
    from qbank.model.results import results_problems  # noqa: PLC0415 - brings pydantic, for wrong files only

    for unread in document.problems:
        return DataProblem.unread(path, unread)
    for problem in results_problems(document.data):
        if problem.kind is not ProblemKind.UNKNOWN_FIELD:
            return DataProblem.at(path, problem.message, place_of(problem, document))
    return None


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
