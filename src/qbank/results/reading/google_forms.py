"""Google Forms, a quiz: `<question>`, `<question> [Score]`, `<question> [Feedback]`; points as `1.00 / 2`."""

from __future__ import annotations

from typing import Final

from qbank.results.reading.tables import Table, number
from qbank.results.sheet import Attempt, Cell, Column, Pseudonyms, Sheet, answered

NAME: Final = "Google Forms"
_SCORE: Final = " [Score]"


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return bool(_questions(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers of each respondent; without addresses, each row is somebody else."""
    questions = _questions(table)
    columns = [
        Column(label=f"column {place + 1}", name=table.header[place], text=table.header[place])
        for place in questions
    ]
    attempts = []
    for line, row in enumerate(table.rows):
        who = table.text(row, "Email Address", "Username")
        cells = [_cell(row[place], row[place + 1]) for place in questions]
        attempts.append(Attempt(pseudonyms.of(who if who.strip() else f"row {line}"), cells))
    return Sheet(NAME, table.source, columns, attempts)


def _questions(table: Table) -> list[int]:
    header = table.header
    return [
        place
        for place in range(len(header) - 1)
        if header[place].strip() and header[place + 1].strip() == f"{header[place].strip()}{_SCORE}"
    ]


def _cell(answer: str, points: str) -> Cell:
    given, _, possible = points.partition("/")
    return answered(answer, number(given), number(possible))
