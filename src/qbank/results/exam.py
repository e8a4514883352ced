"""An exam as statistics see it: questions of a bank, and students of whom nothing is known but their
answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from qbank.results.paper_key import KeyItem
from qbank.results.sheet import State


class Response(NamedTuple):
    """What one student has for one question.

    Attributes:
        state: whether it was answered.
        score: its points; None where it was not graded.
        reference: the id, with `@variant` where that is known.
        option: the letters, in the question file, of the options chosen.
        answer: what was typed, where the answer is a number; of other answers nothing is kept.
    """

    state: State
    score: float | None
    reference: str
    option: str | None = None
    answer: str | None = None


@dataclass(slots=True)
class ExamItem:
    """A question of an exam, all its variants together.

    `keys` are what was printed, by reference, and `printed` by version of the paper, empty where there is
    one.
    """

    id: str
    title: str
    kind: str
    topic: str
    level: str
    bloom: str
    maximum: float
    minutes: int | None = None
    keys: dict[str, KeyItem] = field(default_factory=dict)
    printed: dict[str, KeyItem] = field(default_factory=dict)

    @property
    def key(self) -> KeyItem | None:
        """What was printed of it, in some variant."""
        return next(iter(self.keys.values()), None)


@dataclass(slots=True)
class Student:
    """One student: the version of the paper, how long it took, and the responses by the places of items.

    `code` is drawn anew in every run (`sheet.Pseudonyms`), and tells nobody.
    """

    code: bytes = b""
    form: str | None = None
    seconds: float | None = None
    responses: dict[int, Response] = field(default_factory=dict)


@dataclass(slots=True)
class Exam:
    """One exam.

    Attributes:
        set: the name of its set; empty where no key file tells it.
        sources: the formats it was read from.
        items: its questions, in the order of the paper.
        students: those who sat it.
        unmatched: what no question was found for, in words.
        missing: how many questions of which paper were not found, in words.
        strangers: whose answers were left out, because their version is not known, in words.
        remarks: what else was left out.
    """

    set: str
    title: str
    sources: tuple[str, ...]
    items: list[ExamItem]
    students: list[Student]
    unmatched: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def is_incomplete(self) -> bool:
        """Whether answers to questions of the paper may have been left out."""
        return bool(self.strangers or (self.missing and self.unmatched))

    def scores(self, place: int) -> list[float | None]:
        """Return the points of all students for an item; None where it was not presented or not graded."""
        responses = (student.responses.get(place) for student in self.students)
        return [None if response is None else response.score for response in responses]
