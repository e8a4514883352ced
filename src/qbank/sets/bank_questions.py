"""The questions of a bank by id: each file is read once, and only when it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Final

from msgspec import Struct

from qbank.bank.discovery import find_question_files
from qbank.grouping import grouped
from qbank.nearest import meant_id
from qbank.problems import quote
from qbank.sets.files import SetError, format_place, read_document
from qbank.sets.kinds import question_kind
from qbank.sets.measured import Sitting, faulty_results, mean_difficulty, mean_discrimination, sittings_of
from qbank.sets.worth import minutes_of, points_of

_FIELDS: Final = {"area": "competency_area", "bloom": "bloom_level", "tag": "tags"}
"""Names to select by that differ from those of the fields."""


class BankQuestion(Struct, frozen=True):
    """A question as its file holds it, whether or not it is valid, and the exams that it was in."""

    id: str
    path: FilePath
    data: dict[str, Any]
    sittings: tuple[Sitting, ...] = ()

    def words(self, field: str) -> tuple[str, ...]:
        """Return what a field says to select by; several words for tags."""
        if field == "kind":
            return (question_kind(self.data).value,)
        value = self.data.get(_FIELDS.get(field, field))
        if isinstance(value, str):
            return (value,)
        return tuple(word for word in value if isinstance(word, str)) if isinstance(value, list) else ()

    def number(self, field: str) -> float | None:
        """Return its points, its minutes or what was measured of it, None if nobody knows."""
        if field == "measured_difficulty":
            return mean_difficulty(self.sittings)
        if field == "measured_discrimination":
            return mean_discrimination(self.sittings)[0]
        return points_of(self.data) if field == "points" else minutes_of(self.data)

    def word(self, field: str) -> str:
        """Return the only word of a field, empty if there is none."""
        return next(iter(self.words(field)), "")


class UnreadableError(SetError):
    """The file that should hold a question cannot be read; the message has its place."""


class BankQuestions:
    """The questions in some files, by id.

    `unreadable` says which files of questions, and of results, could not be read, with their places and why.
    """

    def __init__(self, files: Sequence[FilePath], root: FilePath | None = None) -> None:
        self._sittings = {} if root is None else sittings_of(root)
        self._files = tuple(files)
        self._by_stem = grouped((path.stem, path) for path in self._files)
        self._question = cache(self._read_question)
        self._by_id: dict[str, BankQuestion] | None = None
        self._faults: dict[FilePath, str] = {}
        self.unreadable: list[str] = list(map(str, faulty_results(root)))

    @classmethod
    def of_bank(cls, root: FilePath) -> BankQuestions:
        """Return the questions of the bank at `root`.

        Raises:
            TargetError: its folder of questions cannot be read.
        """
        return cls(find_question_files([root / "questions"]).files, root)

    def __iter__(self) -> Iterator[BankQuestion]:
        """Yield every question that could be read, in the order of ids."""
        questions = self._all()
        return iter([questions[id_] for id_ in sorted(questions)])

    def find(self, id_: str) -> BankQuestion:
        """Return the question of an id.

        A question lies in a file of its name, so no other file is read, unless there is no such file.

        Raises:
            UnreadableError: the file of its name cannot be read.
            SetError: there is none.
        """
        if self._by_id is None:
            for path in self._by_stem.get(id_, ()):
                question = self._question(path)
                if question is not None and question.id == id_:
                    return question
        questions = self._all()
        if id_ in questions:
            return questions[id_]
        faults = [self._faults[path] for path in self._by_stem.get(id_, ()) if path in self._faults]
        if faults:
            raise UnreadableError(faults[0])
        raise SetError(f"there is no question {quote(id_)} in the bank{meant_id(id_, questions)}")

    def _all(self) -> dict[str, BankQuestion]:
        if self._by_id is None:
            self._by_id = {}
            for question in map(self._question, self._files):
                if question is not None:
                    self._by_id.setdefault(question.id, question)
        return self._by_id

    def _read_question(self, path: FilePath) -> BankQuestion | None:
        try:
            data = read_document(path).data
        except SetError as error:
            self._leave_out(path, str(error))
            return None
        id_ = data.get("id")
        if not isinstance(id_, str):
            self._leave_out(path, f"{format_place(path, 1, 1)}: it holds no question with an id")
            return None
        return BankQuestion(id_, path, data, tuple(self._sittings.get(id_, ())))

    def _leave_out(self, path: FilePath, why: str) -> None:
        self._faults[path] = why
        self.unreadable.append(why)
