"""A question ready to be shown: its default instance, or a variant with other numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from qbank.model.taxonomy import QuestionKind
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.answers.wrong_answers import WrongAnswer

if TYPE_CHECKING:
    from qbank.model.question import Question


class Option(Struct, frozen=True):
    """One option of a choice.

    Attributes:
        text: what it says.
        correct: whether it is right.
        feedback: which slip leads to it, where that is known, else empty.
        identifier: its letter in the order of the question, `a` for the first; versions may reorder.
        credit: the share of the points that it earns all the same, if it is wrong.
    """

    text: str
    correct: bool
    feedback: str = ""
    identifier: str = ""
    credit: float = 0.0


class Variant(Struct, frozen=True):
    """A question with its numbers in place: no text of it holds a `{name}` any more.

    Attributes:
        question: the fields, with values in the texts; `answer` and the answers of parts too.
        path: the file it was read from.
        kind: the form of the question, seen from its fields where it does not say.
        key: the key of its answer, if it has a numeric one.
        part_keys: the keys of its parts, None for those that are answered in words.
        options: the options of a choice, empty else; in the order of the file, or of a version.
        seed: what its numbers were drawn by; None for the default instance.
        values: the values of parameters and derived values as they are printed, by name.
        wrong_answers: the wrong numbers that are expected; none where there are options to choose from.
        part_wrong_answers: those of its parts.
    """

    question: Question
    path: Path | None
    kind: QuestionKind
    key: NumericKey | None
    part_keys: tuple[NumericKey | None, ...]
    options: tuple[Option, ...]
    seed: str | None
    values: dict[str, str]
    wrong_answers: tuple[WrongAnswer, ...] = ()
    part_wrong_answers: tuple[tuple[WrongAnswer, ...], ...] = ()

    @property
    def reference(self) -> str:
        """The id, with `@seed` for a variant."""
        return self.question.id if self.seed is None else f"{self.question.id}@{self.seed}"
