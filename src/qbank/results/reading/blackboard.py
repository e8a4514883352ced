"""Blackboard: *Download Results*, by user or by question and user.

By user, a question takes the columns `Question ID 1, Question 1, Answer 1, Possible Points 1, Auto Score 1,
Manual Score 1`; with random order, column 1 is another question for everybody, so the text of each cell
counts.
"""

from __future__ import annotations

from typing import Final

from qbank.results.reading.tables import Table, number, numbered
from qbank.results.sheet import ABSENT, OMITTED, Attempt, Cell, Column, Pseudonyms, Sheet, State

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
    who = table.column("Username") or 0
    attempts: dict[bytes, Attempt] = {}
    if places["Question"]:
        numbers = sorted(places["Question"])
        columns = [Column(label=f"Question {number_}") for number_ in numbers]
        for row in table.rows:
            cells = [
                _cell(*(row[places[name][number_]] if number_ in places[name] else "" for name in _FIELDS))
                for number_ in numbers
            ]
            attempts.setdefault(student := pseudonyms.of(row[who]), Attempt(student, cells))
        return Sheet(NAME, table.source, columns, list(attempts.values()))
    fields = [table.column(name) for name in _FIELDS]
    texts: dict[str, int] = {}
    answers: dict[bytes, dict[int, Cell]] = {}
    for row in table.rows:
        cell = _cell(*("" if place is None else row[place] for place in fields))
        place = texts.setdefault(cell.text, len(texts))
        answers.setdefault(pseudonyms.of(row[who]), {}).setdefault(place, cell)
    return Sheet(
        NAME,
        table.source,
        [Column(label=f"question {place + 1} of the file", text=text) for text, place in texts.items()],
        [
            Attempt(student, [cells.get(place, ABSENT) for place in range(len(texts))])
            for student, cells in answers.items()
        ],
    )


def _by_user(table: Table) -> dict[str, dict[int, int]]:
    return numbered(table.header, _FIELDS)


def _cell(text: str, answer: str, possible: str, automatic: str, manual: str) -> Cell:
    if not text.strip():
        return ABSENT
    score = number(manual) if manual.strip() else number(automatic)
    maximum = number(possible)
    if not answer.strip() or answer.strip().casefold() == "<unanswered>":
        return OMITTED._replace(score=score, maximum=maximum, text=text)
    state = State.NOT_GRADED if score is None else State.ANSWERED
    return Cell(state, answer=answer, score=score, maximum=maximum, text=text)
