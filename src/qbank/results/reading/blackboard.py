"""Blackboard: *Download Results*, by user or by question and user.

By user, a question takes the columns `Question ID 1, Question 1, Answer 1, Possible Points 1, Auto Score 1,
Manual Score 1`; with random order, column 1 is another question for everybody, so the text of each cell
counts.
"""

from __future__ import annotations

from typing import Final

from qbank.results.reading.tables import Table, number, numbered
from qbank.results.sheet import ABSENT, Attempt, Cell, Column, Gathered, Pseudonyms, Sheet, answered

NAME: Final = "Blackboard"
_FIELDS: Final = ("Question", "Answer", "Possible Points", "Auto Score", "Manual Score")


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return table.column("Username") is not None and (
        all(_by_user(table)[name] for name in ("Question", "Possible Points"))
        or all(table.column(name) is not None for name in (*_FIELDS[:3], "Question ID"))
    )


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers of each user."""
    places = _by_user(table)
    if places["Question"]:
        numbers = sorted(places["Question"])
        columns = [Column(label=f"Question {number_}") for number_ in numbers]
        attempts: dict[bytes, Attempt] = {}
        for row in table.rows:
            cells = [
                _cell(*(row[places[name][number_]] if number_ in places[name] else "" for name in _FIELDS))
                for number_ in numbers
            ]
            student = pseudonyms.of(table.text(row, "Username"))
            attempts.setdefault(student, Attempt(student, cells))
        return Sheet(NAME, table.source, columns, list(attempts.values()))
    found = Gathered()
    for row in table.rows:
        cell = _cell(*(table.text(row, name) for name in _FIELDS))
        found.add(pseudonyms.of(table.text(row, "Username")), cell.text, cell)
    columns = [Column(f"question {n} of the file", text=text) for n, text in enumerate(found.names, 1)]
    return Sheet(NAME, table.source, columns, found.attempts())


def _by_user(table: Table) -> dict[str, dict[int, int]]:
    return numbered(table.header, _FIELDS)


def _cell(text: str, answer: str, possible: str, automatic: str, manual: str) -> Cell:
    if not text.strip():
        return ABSENT
    score = number(manual) if manual.strip() else number(automatic)
    said = "" if answer.strip().casefold() == "<unanswered>" else answer
    return answered(said, score, number(possible), text)
