"""An analysed exam as a table, a row for each question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.report.terminal import sanitize
from qbank.results.analysis import Analysis, ItemAnalysis
from qbank.results.statistics.intervals import Interval
from qbank.survey.tables import csv_line, guarded

_STATISTICS: Final = (
    "n", "mean", "sd", "difficulty", "corrected_difficulty", "item_rest", "item_total", "efficiency",
    "upper_lower", "effective_weight", "intended_weight", "alpha_without",
)  # fmt: skip
_HEADER: Final = (
    "number", "id", "title", "topic", "level", "points", *_STATISTICS, "difficulty_low", "difficulty_high",
    "item_rest_low", "item_rest_high", "rasch", "rasch_error",
)  # fmt: skip


def results_csv(analysis: Analysis) -> Iterator[str]:
    """Yield the lines of the table."""
    yield csv_line(_HEADER, "\n")
    for number, item in enumerate(analysis.items, 1):
        yield csv_line(_row(number, item), "\n")


def _row(number: int, item: ItemAnalysis) -> list[object]:
    question, statistics = item.item, item.statistics
    rasch = (None, None) if item.rasch is None else item.rasch
    return [
        number,
        *(sanitize(guarded(text)) for text in (question.id, question.title, question.topic, question.level)),
        question.maximum,
        *(getattr(statistics, name) for name in _STATISTICS),
        *_ends(statistics.difficulty_interval),
        *_ends(statistics.item_rest_interval),
        *rasch,
    ]


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)
