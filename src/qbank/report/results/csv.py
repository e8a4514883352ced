"""An analysed exam as a table, a row for each question."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

from qbank.report.terminal import sanitize
from qbank.results.analysis import Analysis, ItemAnalysis
from qbank.results.statistics.intervals import Interval

_STATISTICS: Final = (
    "n", "mean", "sd", "difficulty", "corrected_difficulty", "item_rest", "item_total", "efficiency",
    "upper_lower", "effective_weight", "intended_weight", "alpha_without",
)  # fmt: skip
_HEADER: Final = (
    "number", "id", "title", "topic", "level", "points", *_STATISTICS, "difficulty_low", "difficulty_high",
    "item_rest_low", "item_rest_high", "rasch", "rasch_error",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""


def results_csv(analysis: Analysis) -> Iterator[str]:
    """Yield the lines of the table."""
    yield _line(_HEADER)
    for number, item in enumerate(analysis.items, 1):
        yield _line(_row(number, item))


def _row(number: int, item: ItemAnalysis) -> list[object]:
    question, statistics = item.item, item.statistics
    rasch = (None, None) if item.rasch is None else item.rasch
    return [
        number,
        *map(_text, (question.id, question.title, question.topic, question.level)),
        question.maximum,
        *(getattr(statistics, name) for name in _STATISTICS),
        *_ends(statistics.difficulty_interval),
        *_ends(statistics.item_rest_interval),
        *rasch,
    ]


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _text(text: str) -> str:
    return sanitize(f"'{text}" if text.startswith(_FORMULA) else text)


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow("" if cell is None else cell for cell in cells)
    return line.getvalue()
