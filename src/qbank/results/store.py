"""What a bank keeps of an exam: counts and sums by question, and nothing that a person could be told by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from qbank import lazy_re
from qbank.bank.writing import write_atomic
from qbank.grouping import grouped
from qbank.model.results import LEAST_ALIKE, LEAST_STUDENTS, results_problems
from qbank.quoting import named, quoted, reason
from qbank.results.advice import Advice, Gravity
from qbank.results.analysis import Analysis, ItemAnalysis
from qbank.results.sheet import ResultsError, State, students
from qbank.sets.measured import FOLDER
from qbank.yamlio.writer import ANY, canonical_text

_DIGITS: Final = 4
_SET: Final = lazy_re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def stored_data(analysis: Analysis, advice: Sequence[Advice], set_name: str, day: date) -> dict[str, Any]:
    """Return what is kept of an exam.

    Raises:
        ResultsError: so few sat it that anybody could be told, or the name of the set makes no file name.
    """
    if _SET.fullmatch(set_name) is None:
        raise ResultsError(f"{quoted(set_name)} is no name of a set: letters, digits, - and _")
    if analysis.n < LEAST_STUDENTS:
        raise ResultsError(
            f"{students(analysis.n)} sat this exam; with fewer than {LEAST_STUDENTS} anybody could be told, "
            "so that nothing is kept"
        )
    flags = grouped((one.question, one.code) for one in advice if one.gravity is not Gravity.KNOW)
    reliable = analysis.reliability
    data = _filled(
        set=set_name,
        date=day.isoformat(),
        students=analysis.n,
        sources=list(analysis.exam.sources),
        mean=_rounded(analysis.distribution.mean),
        reliability=None if reliable is None else _rounded(reliable.alpha),
        minutes=None if analysis.times is None else round(analysis.times.median, 1),
        questions=[
            _question(item, flags.get(item.item.id, []))
            for item in analysis.items
            if item.statistics.n >= LEAST_STUDENTS
        ],
    )
    if problems := results_problems(data):
        raise ResultsError(f"these results cannot be kept: {problems[0].message}")
    return data


def write_results(root: Path, data: dict[str, Any]) -> Path:
    """Write what is kept of an exam into the bank at `root`; the same set of the same day is written anew.

    Raises:
        ResultsError: the file cannot be written.
    """
    path = root / FOLDER / f"{data['set']}-{data['date']}.yaml"
    try:
        path.parent.mkdir(exist_ok=True)
        write_atomic(path, canonical_text(data, ANY).encode())
    except OSError as error:
        raise ResultsError(f"{named(path)}: cannot be written: {reason(error)}") from error
    return path


def _question(item: ItemAnalysis, flags: list[str]) -> dict[str, Any]:
    statistics = item.statistics
    interval = statistics.difficulty_interval or (0.0, 1.0)
    blank = item.states.get(State.OMITTED, 0) + item.states.get(State.NOT_REACHED, 0)
    printed = item.item.key.options if item.item.key is not None else ()
    right = sorted(option.id for option in printed if option.correct)
    # Counts are read as those of all students.
    options, mistakes, wrong = (item.options, item.mistakes, item.wrong) if item.is_told else ((), (), ())
    return _filled(
        id=item.item.id,
        students=statistics.n,
        difficulty=min(1.0, max(0.0, _rounded(statistics.difficulty) or 0.0)),
        interval=[_rounded(end) for end in interval],
        discrimination=_rounded(statistics.item_rest),
        minutes=item.item.minutes,
        omitted=blank or None,
        key="".join(right) or None,
        options={option.id: option.statistics.count for option in options} or None,
        mistakes=[{"text": mistake.text, "count": mistake.count} for mistake in mistakes] or None,
        wrong=[
            _filled(answer=answer.answer, count=answer.count, slip=answer.slip or None)
            for answer in wrong
            if answer.count >= LEAST_ALIKE
        ]
        or None,
        flags=list(dict.fromkeys(flags)) or None,
    )


def _filled(**values: Any) -> dict[str, Any]:
    """Return the values that there are."""
    return {name: value for name, value in values.items() if value is not None}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
