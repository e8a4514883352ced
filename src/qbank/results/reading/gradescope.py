"""Gradescope: *Download Grades*.

A question is headed `1: Title (10.0 pts)`, and its parts `1.1: Title (2.5 pts)`; parts are added up. A title
that is an id, or `id@variant`, tells the question.
"""

from __future__ import annotations

from typing import Final

from qbank import lazy_re
from qbank.grouping import grouped
from qbank.results.reading.tables import Table, number
from qbank.results.sheet import ABSENT, Attempt, Cell, Column, Pseudonyms, Sheet, State, students

NAME: Final = "Gradescope"
_QUESTION: Final = lazy_re.compile(r"(?s)(\d{1,4})((?:\.\d{1,4})*)(?:: (.*?))? \((\d{1,6}(?:\.\d+)?) pts\)")


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return table.column("Total Score") is not None and bool(_parts(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the points of each submission."""
    groups = _parts(table)
    columns = [
        Column(
            label=f"question {position}",
            name=next((title for _, title, _ in parts if title), ""),
            position=position,
            maximum=sum(points for _, _, points in parts),
        )
        for position, parts in groups.items()
    ]
    attempts, missing = [], 0
    for row in table.rows:
        if table.text(row, "Status").strip().casefold() == "missing":
            missing += 1
            continue
        cells = [_cell([row[place] for place, _, _ in parts]) for parts in groups.values()]
        who = table.first(row, "SID", "Email", "Name", "Submission ID")
        attempts.append(Attempt(student=pseudonyms.of(who), cells=cells))
    remarks = [f"{students(missing)} handed in nothing"] if missing else []
    return Sheet(NAME, table.source, columns, attempts, remarks=remarks)


def _parts(table: Table) -> dict[int, list[tuple[int, str, float]]]:
    """Return by question its columns with their titles and points; a question with parts has these alone."""
    found = grouped(
        (int(match[1]), (place, match[2], match[3] or "", float(match[4])))
        for place, match in table.headings(_QUESTION)
    )
    return {
        position: [
            (place, title, points)
            for place, part, title, points in columns
            # "1" beside "1.1" is the sum of its parts, and so is "1.1" beside "1.1.1".
            if not any(other != part and other.startswith(f"{part}.") for _, other, _, _ in columns)
        ]
        for position, columns in found.items()
    }


def _cell(points: list[str]) -> Cell:
    scores = [number(text) for text in points]
    known = [score for score in scores if score is not None]
    if not scores:
        return ABSENT
    if len(known) < len(scores):
        return Cell(State.NOT_GRADED)
    return Cell(State.ANSWERED, score=sum(known))
