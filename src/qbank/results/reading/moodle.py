"""Moodle quizzes: the reports *Responses* and *Grades*.

Labels are in the language of the reader; `Grade/10.00` tells that it is Moodle. Points of *Grades* are
shares of the grade of the quiz. Source: `mod/quiz/report` of moodle/moodle.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from qbank import lazy_re, source_words
from qbank.results.reading.tables import Table, number, seconds
from qbank.results.sheet import (
    OMITTED,
    Attempt,
    Cell,
    Column,
    Pseudonyms,
    ResultsError,
    Sheet,
    State,
)
from qbank.units.format import counted

NAME: Final = "Moodle"
_GRADE: Final = lazy_re.compile(r"[^/\d]+/\d{1,6}[.,]\d{1,6}")
_MARK: Final = lazy_re.compile(r"[^\d/]{1,20}(\d{1,4})\s?/(\d{1,6}[.,]\d{1,6})")
_NUMBERED: Final = lazy_re.compile(r"(\D{1,60})\s(\d{1,4})")
_RESPONSES: Final = source_words.listed("moodle_response")
_QUESTIONS: Final = source_words.listed("moodle_question")
_UNFINISHED: Final = source_words.listed("moodle_unfinished")
_MAIL: Final = ("Email address", "E-Mail-Adresse", "Adresse de courriel", "Dirección Email", "Email")
_LEAD: Final = 3
"""Columns that tell who somebody is, at most."""


def matches(table: Table) -> bool:
    """Whether a table is one of the two reports."""
    grade = _grade(table)
    return grade is not None and bool(_marks(table, grade) or _responses(table, grade))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers or the points of each attempt that was finished.

    Raises:
        ResultsError: the columns of answers cannot be told.
    """
    grade = _grade(table) or 0
    marks = _marks(table, grade)
    sheet = _grades(table, marks, pseudonyms) if marks else _answers(table, grade, pseudonyms)
    left_out = len(table.rows) - len(sheet.attempts)
    if left_out:
        rows = counted(left_out, "row")
        sheet.remarks.append(f"{table.source}: left out {rows} of averages, or attempts not finished")
    return sheet


def _grades(table: Table, marks: list[tuple[int, int, float]], pseudonyms: Pseudonyms) -> Sheet:
    columns = [
        Column(label=table.header[place], position=position, maximum=maximum)
        for place, position, maximum in marks
    ]
    attempts = [
        _attempt(table, row, [_mark(row[place]) for place, _, _ in marks], pseudonyms)
        for row in _finished(table)
    ]
    return Sheet(f"{NAME}, grades", table.source, columns, attempts, rescaled=True)


def _answers(table: Table, grade: int, pseudonyms: Pseudonyms) -> Sheet:
    questions, responses = _numbered(table, grade, _QUESTIONS), _responses(table, grade)
    columns = [Column(label=table.header[place], position=number_) for number_, place in responses.items()]
    attempts = []
    for row in _finished(table):
        cells = []
        for number_, place in responses.items():
            text = row[questions[number_]] if number_ in questions else ""
            answer = row[place].strip()
            state = State.OMITTED if answer in {"", "-"} else State.ANSWERED
            cells.append(Cell(state, answer=answer if state is State.ANSWERED else None, text=text))
        attempts.append(_attempt(table, row, cells, pseudonyms))
    return Sheet(f"{NAME}, responses", table.source, columns, attempts)


def _attempt(table: Table, row: list[str], cells: list[Cell], pseudonyms: Pseudonyms) -> Attempt:
    taken = table.text(row, "Time taken", "Duration", "Verbrauchte Zeit", "Dauer", "Temps utilisé", "Durée")
    who = table.text(row, *_MAIL)
    identity = (who,) if who.strip() else tuple(row[:_LEAD])
    if not any(name.strip() for name in row[: _LEAD - 1]) and len(identity) > 1:
        identity = ()  # what follows the names is no name, as the state of the attempt
    return Attempt(pseudonyms.of(*identity), cells, seconds=seconds(taken))


def _finished(table: Table) -> list[list[str]]:
    """Return the rows of finished attempts: those of averages tell no beginning, and no state."""
    grade = _grade(table) or 0
    about = range(min(_LEAD - 1, grade), grade)
    return [
        row
        for row in table.rows
        if any(row[place].strip() for place in about)
        and not any(row[place].strip().casefold() in _UNFINISHED for place in about)
    ]


def _mark(text: str) -> Cell:
    score = number(text)
    if score is not None:
        return Cell(State.ANSWERED, score=score)
    return OMITTED if text.strip() in {"", "-"} else Cell(State.NOT_GRADED)


def _grade(table: Table) -> int | None:
    return next((place for place, _ in table.headings(_GRADE)), None)


def _marks(table: Table, grade: int) -> list[tuple[int, int, float]]:
    return [
        (place, int(match[1]), number(match[2]) or 0.0)
        for place, match in table.headings(_MARK, behind=grade)
    ]


def _responses(table: Table, grade: int) -> dict[int, int]:
    named = _numbered(table, grade, _RESPONSES)
    if named:
        return named
    prefixes = {match[1] for _, match in table.headings(_NUMBERED, behind=grade)}
    if len(prefixes) == 1:
        return _numbered(table, grade, {next(iter(prefixes)).casefold()})
    if prefixes:
        raise ResultsError(
            f"{table.source}: which of the columns {', '.join(sorted(prefixes))} holds the answers cannot "
            "be told in this language; export with the answers alone, or with English labels"
        )
    return {}


def _numbered(table: Table, grade: int, words: Container[str]) -> dict[int, int]:
    found: dict[int, int] = {}
    for place, match in table.headings(_NUMBERED, behind=grade):
        if match[1].strip().casefold() in words:
            found.setdefault(int(match[2]), place)
    return found
