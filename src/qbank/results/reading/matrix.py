"""Tables of our own: a matrix with a row for each student, or a row for each answer.

A matrix is headed by a column for students and then ids, `id@variant`, or places on the paper (`1`, `Q1`).
Cells are points, or letters of options. `ID.answer` is the answer where `ID` has the points; `version` and
`seconds` are what they say. A row whose first cell is `max` has what is to be had. Empty or `NA` was not
presented, `-` omitted, `?` not graded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from qbank import lazy_re
from qbank.results.reading.tables import Table, number, seconds
from qbank.results.sheet import ABSENT, OMITTED, Attempt, Cell, Column, Gathered, Pseudonyms, Sheet, State

NAME: Final = "table"
_HEADING: Final = lazy_re.compile(
    r"(?:[Qq]uestion |[Qq]\.? ?)?(\d{1,4})|([a-z][a-z0-9]*(?:-[a-z0-9]+)+(?:@[A-Za-z0-9_-]+)?)"
)
_ANSWER: Final = ".answer"
_EXTRA: Final = {"version", "form", "seconds", "total"}
_ABSENT: Final = {"", "na", "n/a", "nan"}


def matches(table: Table) -> bool:
    """Whether a table is a matrix."""
    headings = [heading.strip() for heading in table.header[1:] if heading.strip().casefold() not in _EXTRA]
    return bool(headings) and all(
        _HEADING.fullmatch(heading.removesuffix(_ANSWER)) is not None for heading in headings
    )


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read a matrix."""
    columns: dict[str, dict[str, int]] = {}
    for place, heading in enumerate(table.header[1:], 1):
        if heading.strip().casefold() not in _EXTRA:
            name = heading.strip()
            role = "answer" if name.endswith(_ANSWER) else "score"
            columns.setdefault(name.removesuffix(_ANSWER), {})[role] = place
    rows = table.rows
    maxima = next((row for row in rows if row[0].strip().casefold() == "max"), None)
    made = []
    for name, places in columns.items():
        match = _HEADING.fullmatch(name)
        position = int(match[1]) if match is not None and match[1] else None
        maximum = number(maxima[places["score"]]) if maxima is not None and "score" in places else None
        made.append(
            Column(
                label=f"column {name}",
                name="" if position else name,
                position=position,
                maximum=maximum,
                answers=f"{name}{_ANSWER}",
            )
        )
    attempts = [
        Attempt(
            pseudonyms.of(row[0]),
            [_cell(row, places)._replace(row=line) for places in columns.values()],
            form=table.text(row, "version", "form").strip() or None,
            seconds=seconds(table.text(row, "seconds")),
        )
        for line, row in enumerate(rows, 2)
        if row is not maxima
    ]
    return Sheet(NAME, table.source, made, attempts)


def matches_long(table: Table) -> bool:
    """Whether a table has a row for each answer."""
    return table.column("student") is not None and table.column("question") is not None


def read_long(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read rows of `student,question,variant,answer,score,max`; `version` and `seconds` may be there too."""
    found = Gathered()
    forms: dict[bytes, str] = {}
    times: dict[bytes, float] = {}
    for line, row in enumerate(table.rows, 2):
        names = ("student", "question", "variant", "answer", "score", "max", "version", "seconds")
        values = {name: table.text(row, name).strip() for name in names}
        question, _, variant = values["question"].partition("@")
        variant = values["variant"] or variant
        student = pseudonyms.of(values["student"])
        cell = _cell_of(values["score"], values["answer"])
        if cell is not ABSENT:
            name = f"{question}@{variant}" if variant else question
            cell = cell._replace(maximum=number(values["max"]), name=name, row=line)
        found.add(student, question, cell)
        if values["version"]:
            forms[student] = values["version"]
        if (taken := seconds(values["seconds"])) is not None:
            times[student] = times.get(student, 0.0) + taken
    attempts = found.attempts()
    for attempt in attempts:
        attempt.form, attempt.seconds = forms.get(attempt.student), times.get(attempt.student)
    columns = [
        Column(
            label=f"question {question}",
            name="" if question.isdecimal() else question,
            position=int(question) if question.isdecimal() and len(question) < 5 else None,
            answers="answer",
        )
        for question in found.names
    ]
    return Sheet(NAME, table.source, columns, attempts)


def _cell(row: list[str], places: dict[str, int]) -> Cell:
    return _cell_of(
        row[places["score"]] if "score" in places else "", row[places["answer"]] if "answer" in places else ""
    )


@lru_cache(maxsize=2_048)
def _cell_of(score_text: str, answer: str) -> Cell:
    """Return the cell of two texts; a matrix repeats a few of them over and over."""
    score_text, answer = score_text.strip(), answer.strip()
    score = number(score_text)
    if score is None and score_text and not answer and score_text not in {"-", "?"}:
        answer = score_text  # a letter in place of points
        score_text = ""
    if answer.casefold() in _ABSENT and score_text.casefold() in _ABSENT:
        return ABSENT
    if "-" in {answer, score_text}:
        return OMITTED
    if score_text == "?":
        return Cell(State.NOT_GRADED, answer=answer or None)
    return Cell(State.ANSWERED, answer=answer or None, score=score)
