"""Reading a set file, and putting together the questions it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from qbank.model.taxonomy import Answers, SetKind, Status
from qbank.problems import Path, ProblemKind, format_path, quote
from qbank.sets.collection import Collection, Entry, SetError, place, told
from qbank.sets.selection import Wanted, select
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file


@dataclass(frozen=True, slots=True)
class Chosen:
    """One question of a set: its entry, and what its reference says to draw its numbers by."""

    entry: Entry
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Questions under a heading, which may be empty."""

    title: str
    questions: tuple[Chosen, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
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
    groups: tuple[Group, ...]
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

    try:
        document = read_file(path)
    except ReadError as error:
        span = error.problem.span
        raise SetError(f"{place(path, span.line, span.column)}: {error.problem.message}") from None
    problems = [
        problem for problem in set_problems(document.data) if problem.kind is not ProblemKind.UNKNOWN_FIELD
    ]
    if problems:
        raise SetError(told(path, [(problem.path, problem.message) for problem in problems]))
    return document.data


def load_set(path: FilePath, bank: Collection, *, seed: int | None = None) -> Sheet:
    """Read a set file and choose its questions.

    Args:
        path: the set file.
        bank: the questions to choose from.
        seed: to draw by instead of the file's own.

    Raises:
        SetError: something in the file is wrong, a question does not exist, or too few fit.
    """
    data = read_set(path)
    drawn_by = seed if seed is not None else data.get("seed")
    answers, points = data.get("answers"), data.get("points")
    return Sheet(
        identifier=path.stem,
        title=data["title"],
        kind=SetKind(data["kind"]),
        intro=data.get("intro") or "",
        groups=_groups(path, data, bank, drawn_by),
        answers=None if answers is None else Answers(answers),
        shuffle=bool(data.get("shuffle")),
        seed=drawn_by,
        points=points,
    )


def _groups(path: FilePath, data: Mapping[str, Any], bank: Collection, seed: int | None) -> tuple[Group, ...]:
    if data.get("select") is not None:
        try:
            chosen = select(bank, Wanted.of(data["select"]), 0 if seed is None else seed)
        except SetError as error:
            raise SetError(told(path, [(("select",), f"select: {error}")])) from None
        return (Group("", tuple(map(Chosen, chosen))),)
    if data.get("questions") is not None:
        return (Group("", _listed(path, data["questions"], ("questions",), bank)),)
    return tuple(
        Group(section["title"], _listed(path, section["questions"], ("sections", index, "questions"), bank))
        for index, section in enumerate(data["sections"])
    )


def _listed(path: FilePath, references: list[str], field: Path, bank: Collection) -> tuple[Chosen, ...]:
    found: list[Chosen] = []
    wrong: list[tuple[Path, str]] = []
    for index, reference in enumerate(references):
        try:
            found.append(resolve(reference, bank))
        except SetError as error:
            wrong.append(((*field, index), f"{format_path((*field, index))}: {error}"))
    if wrong:
        raise SetError(told(path, wrong))
    return tuple(found)


def resolve(reference: str, bank: Collection) -> Chosen:
    """Return the question that an id, or `id@seed`, names.

    Raises:
        SetError: there is none, or it has been withdrawn.
    """
    id_, _, seed = reference.partition("@")
    entry = bank.find(id_)
    if entry.word("status") == Status.DELETED.value:
        reason = entry.data.get("deletion_reason")
        because = f": {quote(reason)}" if isinstance(reason, str) else ""
        raise SetError(f"{quote(id_)} has been deleted{because}")
    return Chosen(entry, seed or None)
