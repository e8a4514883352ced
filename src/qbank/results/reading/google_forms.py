"""Google Forms, a quiz: `<question>`, `<question> [Score]`, `<question> [Feedback]`; points as `1.00 / 2`."""

from __future__ import annotations

from typing import Final

from qbank.results.reading.tables import Table, number
from qbank.results.sheet import OMITTED, Attempt, Cell, Column, Pseudonyms, Sheet, State

NAME: Final = "Google Forms"
_SCORE: Final = " [Score]"


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return bool(_questions(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers of each respondent; without addresses, each row is somebody else."""
    questions = _questions(table)
    who = table.column("Email Address", "Username")
    columns = [
        Column(label=f"column {place + 1}", name=table.header[place], text=table.header[place])
        for place in questions
    ]
    attempts = []
    for line, row in enumerate(table.rows):
        identity = row[who] if who is not None and row[who].strip() else f"row {line}"
        cells = [_cell(row[place], row[place + 1]) for place in questions]
        attempts.append(Attempt(pseudonyms.of(identity), cells))
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
    score, maximum = number(given), number(possible)
    if not answer.strip():
        return OMITTED._replace(score=score, maximum=maximum)
    state = State.NOT_GRADED if score is None else State.ANSWERED
    return Cell(state, answer=answer, score=score, maximum=maximum)
