"""Canvas, classic quizzes: *Student Analysis*.

A question takes two columns, `<number>: <text>` and its points to be had, whose heading repeats from
question to question. All other headings are in the language of the reader. Source: `student_analysis.rb` of
instructure/canvas-lms.
"""

from __future__ import annotations

from typing import Final

from qbank import lazy_re
from qbank.results.reading.tables import Table, number
from qbank.results.sheet import ABSENT, Attempt, Cell, Column, Pseudonyms, Sheet, answered

NAME: Final = "Canvas, classic quiz"
_QUESTION: Final = lazy_re.compile(r"(?s)(\d{1,19}): ?(.*)")


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return bool(_questions(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers of each attempt."""
    questions = _questions(table)
    first = questions[0][0]
    identity = next(
        (place for name in ("id", "sis_id", "name") if (place := table.column(name)) is not None), None
    )
    # Anonymous surveys have neither; in other languages the first columns are name and id.
    is_anonymous = identity is None and table.column("section", "section_id", "submitted") is not None
    columns = [
        Column(label=f"column {place + 1}", text=text, maximum=number(table.header[place + 1]))
        for place, text in questions
    ]
    attempts = []
    for row in table.rows:
        if identity is not None and identity < first:
            who = row[identity]
        else:
            who = "" if is_anonymous else " ".join(row[: min(first, 2)])
        attempts.append(
            Attempt(
                student=pseudonyms.of(who),
                number=int(number(table.text(row, "attempt")) or 1),
                cells=[_cell(row[place], row[place + 1]) for place, _ in questions],
            )
        )
    return Sheet(NAME, table.source, columns, attempts)


def _questions(table: Table) -> list[tuple[int, str]]:
    return [
        (place, match[2])
        for place, heading in enumerate(table.header[:-1])
        if (match := _QUESTION.match(heading)) and number(table.header[place + 1]) is not None
    ]


def _cell(answer: str, points: str) -> Cell:
    score = number(points)
    # A question that was drawn and left blank has its points, 0.
    return ABSENT if score is None and not answer.strip() else answered(answer, score)
