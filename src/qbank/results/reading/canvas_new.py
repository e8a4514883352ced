"""Canvas, New Quizzes: *Student Analysis*, as CSV or as the JSON of the API of reports.

A question takes five columns, `ItemID, ItemType, <text>, EarnedPoints, Status`, whose names repeat. What is
to be had is not in the file; a key file tells it.
"""

from __future__ import annotations

import json
from typing import Any, Final

from qbank.results.reading.tables import Table, number, seconds
from qbank.results.sheet import (
    ABSENT,
    Attempt,
    Cell,
    Column,
    Pseudonyms,
    ResultsError,
    Sheet,
    State,
    answered,
    cells_of,
)
from qbank.unchecked import as_mapping, mappings

NAME: Final = "Canvas, New Quizzes"
_UNGRADED: Final = {"needs grading", "pending", "ungraded", "pending_review", "to_be_graded"}


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return bool(_items(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers of each attempt."""
    items = _items(table)
    columns = [Column(label=f"column {place + 3}", text=table.header[place + 2]) for place in items]
    attempts = [
        Attempt(
            student=pseudonyms.of(table.text(row, "ID")),
            number=int(number(table.text(row, "Attempt")) or 1),
            seconds=seconds(table.text(row, "ElapsedTime")),
            cells=[_cell(row[place], row[place + 2], row[place + 3], row[place + 4]) for place in items],
        )
        for row in table.rows
    ]
    return Sheet(NAME, table.source, columns, attempts)


def matches_json(data: Any) -> bool:
    """Whether data is the JSON of a report."""
    return isinstance(data, list) and bool(data) and isinstance(data[0], dict) and "item_responses" in data[0]


def read_json(text: str, source: str, pseudonyms: Pseudonyms) -> Sheet:
    """Read the JSON of a report; items are known by their ids alone.

    Raises:
        ResultsError: it is no such JSON.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{source}: cannot be read as JSON: {error}") from error
    if not matches_json(data):
        raise ResultsError(f"{source}: no JSON of a report of New Quizzes")
    items: dict[str, None] = {}
    attempts = []
    for entry in map(as_mapping, data):
        student = as_mapping(entry.get("student_data"))
        cells: dict[str, Cell] = {}
        for response in mappings(entry.get("item_responses")):
            item = str(response.get("item_id", ""))
            if item:
                items.setdefault(item)
                answer, score = response.get("answer"), response.get("score")
                shown = "" if answer is None else answer if isinstance(answer, str) else json.dumps(answer)
                cells[item] = _cell(item, shown, "" if score is None else str(score), "")
        attempts.append((student, cells))
    return Sheet(
        NAME,
        source,
        [Column(label=f"item {item}", name=item) for item in items],
        [
            Attempt(
                student=pseudonyms.of(str(student.get("id") or student.get("name") or number_)),
                number=int(number(str(student.get("attempt"))) or 1),
                seconds=seconds(str(student.get("elapsed", ""))),
                cells=cells_of(cells, items),
            )
            for number_, (student, cells) in enumerate(attempts)
        ],
    )


def _items(table: Table) -> list[int]:
    return [
        place
        for place in range(len(table.header) - 4)
        if table.header[place].strip() == "ItemID" and table.header[place + 3].strip() == "EarnedPoints"
    ]


def _cell(item: str, answer: str, points: str, status: str) -> Cell:
    score = number(points)
    if not item.strip() and not answer.strip() and score is None:
        return ABSENT
    if status.strip().casefold() in _UNGRADED:
        return Cell(State.NOT_GRADED, answer=answer)
    return answered(answer, score)
