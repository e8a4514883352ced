"""Reading a set file, and putting together the questions it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from qbank.model.taxonomy import Answers, SetKind, Status
from qbank.problems import Path, format_path, quote
from qbank.sets.bank_questions import BankQuestion, BankQuestions
from qbank.sets.files import SetError, file_error, read_document, refuse_invalid
from qbank.sets.selection import SelectionCriteria, select


@dataclass(frozen=True, slots=True)
class ChosenQuestion:
    """One question of a set, and what its reference says to draw its numbers by."""

    question: BankQuestion
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions under a heading, which may be empty."""

    title: str
    questions: tuple[ChosenQuestion, ...]


@dataclass(frozen=True, slots=True)
class AssembledSet:
    """A set with its questions chosen, in the order of the file.

    Attributes:
        identifier: the name of the set file, for names of files made from it.
        groups: its sections; one without a title if it has none.
        answers: where to show the answers, if the file says so.
        shuffle: whether the order is to be drawn.
        seed: what decides the drawing, the order and the variants; None if the file says nothing.
        points: what a question is worth that does not say so itself.
    """

    identifier: str
    title: str
    kind: SetKind
    intro: str
    groups: tuple[QuestionGroup, ...]
    answers: Answers | None = None
    shuffle: bool = False
    seed: int | None = None
    points: float | None = None


def looks_like_set(data: Mapping[str, Any]) -> bool:
    """Whether data is meant as a set and not as a question."""
    return "scenario" not in data and any(name in data for name in ("questions", "select", "sections"))


def read_set(path: FilePath) -> dict[str, Any]:
    """Read and check a set file.

    Raises:
        SetError: it cannot be read, or something in it is wrong.
    """
    from qbank.model.validation.validate import set_problems  # noqa: PLC0415 - pydantic only when needed

    data = read_document(path).data
    refuse_invalid(path, set_problems(data))
    return data


def load_set(path: FilePath, bank: BankQuestions, *, seed: int | None = None) -> AssembledSet:
    """Read a set file and choose its questions.

    Args:
        path: the set file.
        bank: the questions to choose from.
        seed: to draw by instead of the file's own.

    Raises:
        SetError: something in the file is wrong, a question does not exist, or too few fit.
    """
    data = read_set(path)
    if seed is None:
        seed = data.get("seed")
    answers = data.get("answers")
    return AssembledSet(
        identifier=path.stem,
        title=data["title"],
        kind=SetKind(data["kind"]),
        intro=data.get("intro") or "",
        groups=_groups(path, data, bank, seed),
        answers=None if answers is None else Answers(answers),
        shuffle=bool(data.get("shuffle")),
        seed=seed,
        points=data.get("points"),
    )


def _groups(
    path: FilePath, data: Mapping[str, Any], bank: BankQuestions, seed: int | None
) -> tuple[QuestionGroup, ...]:
    if data.get("select") is not None:
        try:
            selected = select(bank, SelectionCriteria.of(data["select"]), seed or 0)
        except SetError as error:
            raise file_error(path, [(("select",), f"select: {error}")]) from None
        return (QuestionGroup("", tuple(map(ChosenQuestion, selected))),)
    if data.get("questions") is not None:
        return (QuestionGroup("", _listed(path, data["questions"], ("questions",), bank)),)
    return tuple(
        QuestionGroup(
            section["title"], _listed(path, section["questions"], ("sections", index, "questions"), bank)
        )
        for index, section in enumerate(data["sections"])
    )


def _listed(
    path: FilePath, references: Sequence[str], field: Path, bank: BankQuestions
) -> tuple[ChosenQuestion, ...]:
    chosen: list[ChosenQuestion] = []
    problems: list[tuple[Path, str]] = []
    for index, reference in enumerate(references):
        try:
            chosen.append(resolve(reference, bank))
        except SetError as error:
            problems.append(((*field, index), f"{format_path((*field, index))}: {error}"))
    if problems:
        raise file_error(path, problems)
    return tuple(chosen)


def resolve(reference: str, bank: BankQuestions) -> ChosenQuestion:
    """Return the question that an id, or `id@seed`, names.

    Raises:
        SetError: there is none, or it has been withdrawn.
    """
    id_, _, seed = reference.partition("@")
    question = bank.find(id_)
    if question.word("status") == Status.DELETED.value:
        reason = question.data.get("deletion_reason")
        because = f": {quote(reason)}" if isinstance(reason, str) else ""
        raise SetError(f"{quote(id_)} has been deleted{because}")
    return ChosenQuestion(question, seed or None)
