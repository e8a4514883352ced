"""What a reader makes of a file: attempts at questions, of students who have no names any more."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import Final, NamedTuple

from qbank.errors import InputError
from qbank.units.format import counted

_SIZE: Final = 16
"""Bytes of a pseudonym."""


def students(number: int) -> str:
    """Write how many students."""
    return counted(number, "student")


class ResultsError(InputError):
    """Results that cannot be used; the message says why and what to do."""


class State(StrEnum):
    """What became of a question that a student could have answered."""

    ANSWERED = "answered"
    OMITTED = "omitted"
    NOT_REACHED = "not reached"
    NOT_GRADED = "not graded"
    NOT_PRESENTED = "not presented"


class Cell(NamedTuple):
    """What one attempt has for one column; `maximum` and `text` where they differ from cell to cell.

    `row` is where somebody wrote it.
    """

    state: State
    answer: str | None = None
    score: float | None = None
    maximum: float | None = None
    text: str = ""
    name: str = ""
    row: int = 0


ABSENT = Cell(State.NOT_PRESENTED)
OMITTED = Cell(State.OMITTED)


def answered(answer: str, score: float | None, maximum: float | None = None, text: str = "") -> Cell:
    """Return the cell of an answer: omitted if it is blank, and not graded if it has no points."""
    if not answer.strip():
        return OMITTED._replace(score=score, maximum=maximum, text=text)
    return Cell(State.NOT_GRADED if score is None else State.ANSWERED, answer, score, maximum, text)


@dataclass(frozen=True, slots=True)
class Column:
    """A question as a file knows it.

    Attributes:
        label: what to call it in messages.
        name: an id, `id@variant`, or a title that may hold one; empty where the file has none.
        text: the text of the question, if the file tells it, else empty.
        position: its place on the paper, counted from 1, if the file keeps to it.
        maximum: the points to be had.
        answers: how a person is to head what are answers, and no points.
    """

    label: str
    name: str = ""
    text: str = ""
    position: int | None = None
    maximum: float | None = None
    answers: str = ""


@dataclass(slots=True)
class Attempt:
    """One sitting of one student. `student` is drawn anew in every run, and tells nobody."""

    student: bytes
    cells: list[Cell]
    number: int = 1
    form: str | None = None
    seconds: float | None = None


class Gathered:
    """The cells of a file with a row for each answer, put together by student; `names` are its questions."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}
        self._cells: dict[bytes, dict[str, Cell]] = {}

    def add(self, student: bytes, name: str, cell: Cell) -> bool:
        """Add what a student has for a question; return whether it is the first, which counts."""
        self.names.setdefault(name)
        return self._cells.setdefault(student, {}).setdefault(name, cell) is cell

    def attempts(self) -> list[Attempt]:
        """Return an attempt of each student."""
        return [Attempt(student, cells_of(cells, self.names)) for student, cells in self._cells.items()]


def cells_of(cells: Mapping[str, Cell], names: Iterable[str]) -> list[Cell]:
    """Return the cells of some questions in order; what is not there was not presented."""
    return [cells.get(name, ABSENT) for name in names]


@dataclass(slots=True)
class Sheet:
    """One file as it was read.

    Attributes:
        format: what wrote it, in words.
        source: its name, for messages.
        columns: its questions.
        attempts: who tried them; a cell for each column.
        rescaled: points are shares of a grade, so that only their ratio to the maximum counts.
        remarks: what was left out, and why.
    """

    format: str
    source: str
    columns: list[Column]
    attempts: list[Attempt]
    rescaled: bool = False
    remarks: list[str] = field(default_factory=list)


class Pseudonyms:
    """Turns what tells a student into bytes that tell the same one again in this run, and nobody else."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def of(self, *identity: str) -> bytes:
        """Return the bytes of a student; whom nothing tells is another one each time."""
        if not any(part.strip() for part in identity):
            return secrets.token_bytes(_SIZE)
        text = "\0".join(part.strip().casefold() for part in identity)
        return blake2b(text.encode("utf-8", "replace"), key=self._key, digest_size=_SIZE).digest()
