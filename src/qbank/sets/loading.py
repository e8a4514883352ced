"""Reading a set file, and putting together the questions it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, Final

from qbank.bank.discovery import find_root
from qbank.model.taxonomy import Answers, Grading, SetKind, Shown, Status
from qbank.problems import Path, Problem, format_path, quote
from qbank.sets.bank_questions import BankQuestion, BankQuestions
from qbank.sets.files import SetError, fault_at, file_error, read_document, refuse_invalid
from qbank.sets.papers import used_since
from qbank.sets.selection import SelectionCriteria, fitting, select

_AS_WRITTEN: Final = (
    "title", "shuffle", "points", "total", "wrong_unit", "minutes", "course", "date", "language",
    "answer_sheet",
)  # fmt: skip
"""Fields that an assembled set has as its file has them."""


@dataclass(frozen=True, slots=True)
class ChosenQuestion:
    """One question of a set, and what its reference says to draw its numbers by."""

    question: BankQuestion
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions under a heading, which may be empty; `points` is what one is worth that does not say so."""

    title: str
    questions: tuple[ChosenQuestion, ...]
    intro: str = ""
    points: float | None = None


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
        total: what the paper is worth, if points are to be scaled to it.
        wrong_unit: the share of the points that the right number with a wrong unit earns.
        minutes: how long readers have, if the file says so.
        grading: how a page counts answers, if the file says so.
        course, date: what the head of a paper says.
        logo: a picture for the head of a paper.
        language: the language of the words around the questions; None for English.
        show: what readers see of a question, if the file says so.
        answer_sheet: whether a paper ends in a sheet on which all answers are given.
        path: its file, if it was read from one.
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
    total: float | None = None
    wrong_unit: float = 0.0
    minutes: int | None = None
    grading: Grading | None = None
    course: str = ""
    date: str = ""
    logo: FilePath | None = None
    language: str | None = None
    show: frozenset[Shown] | None = None
    answer_sheet: bool = False
    path: FilePath | None = None


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


def load_set(
    path: FilePath,
    bank: BankQuestions,
    *,
    seed: int | None = None,
    loaded: Sequence[FilePath] = (),
    shortages: list[str] | None = None,
) -> AssembledSet:
    """Read a set file and choose its questions.

    Args:
        path: the set file.
        bank: the questions to choose from.
        seed: to draw by instead of the file's own.
        loaded: the sets that are being loaded already, for whose sake this one is looked at.
        shortages: gets what is said of selections that cannot be filled; then as many are drawn as fit.

    Raises:
        SetError: something in the file is wrong, a question does not exist, or too few fit.
    """
    data = read_set(path)
    if seed is None:
        seed = data.get("seed")
    logo, answers, grading, show = (data.get(name) for name in ("logo", "answers", "grading", "show"))
    return AssembledSet(
        identifier=path.stem,
        kind=SetKind(data["kind"]),
        intro=data.get("intro") or "",
        groups=_Choice(path, data, bank, seed or 0, loaded, shortages).groups(),
        seed=seed,
        path=path,
        logo=None if logo is None else path.parent / logo,
        answers=None if answers is None else Answers(answers),
        grading=None if grading is None else Grading(grading),
        show=None if show is None else frozenset(map(Shown, show)),
        **{name: data[name] for name in _AS_WRITTEN if data.get(name) is not None},
    )


@dataclass(slots=True)
class _Choice:
    """Chooses the questions of a set: what is listed first, and nothing twice."""

    path: FilePath
    data: Mapping[str, Any]
    bank: BankQuestions
    seed: int
    loaded: Sequence[FilePath]
    shortages: list[str] | None
    taken: set[str] = field(init=False)
    avoided: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.taken = {reference.partition("@")[0] for reference in _references(self.data)}
        if self.data.get("avoid") is not None:
            self.avoided = self._to_avoid(self.data["avoid"], (*self.loaded, self.path.resolve()))

    def groups(self) -> tuple[QuestionGroup, ...]:
        """Return the sections, or one without a title."""
        data = self.data
        if data.get("sections") is None:
            return (QuestionGroup("", self._questions(data, ())),)
        return tuple(
            QuestionGroup(
                section["title"],
                self._questions(section, ("sections", index)),
                section.get("intro") or "",
                section.get("points"),
            )
            for index, section in enumerate(data["sections"])
        )

    def _questions(self, holder: Mapping[str, Any], place: Path) -> tuple[ChosenQuestion, ...]:
        if holder.get("select") is None:
            return _listed(self.path, holder["questions"], (*place, "questions"), self.bank)
        free = [question for question in self.bank if question.id not in self.taken | self.avoided]
        wanted = SelectionCriteria.of(holder["select"])
        try:
            selected = select(free, wanted, self.seed)
        except SetError as error:
            where = (*place, "select")
            gone = "" if not self.avoided else f" ({len(self.avoided)} are left out by `avoid`)"
            fault = file_error(self.path, [fault_at(where, f"{format_path(where)}: {error}{gone}")])
            if self.shortages is None:
                raise fault from None
            self.shortages.append(str(fault))
            selected = fitting(free, wanted)
        self.taken |= {question.id for question in selected}
        return tuple(map(ChosenQuestion, selected))

    def _to_avoid(self, avoid: Mapping[str, Any], loaded: Sequence[FilePath]) -> frozenset[str]:
        avoided = {reference.partition("@")[0] for reference in avoid.get("questions") or ()}
        for index, name in enumerate(avoid.get("sets") or ()):
            path = self.path.parent / name
            where: Path = ("avoid", "sets", index)
            if path.resolve() in loaded:
                message = f"{format_path(where)}: {quote(name)} is this set, or avoids it in turn"
                raise file_error(self.path, [fault_at(where, message)])
            if not path.is_file():
                message = f"{format_path(where)}: there is no set {quote(name)} beside this file"
                raise file_error(self.path, [fault_at(where, message)])
            other = load_set(path, self.bank, loaded=loaded)
            avoided |= {chosen.question.id for group in other.groups for chosen in group.questions}
        if avoid.get("since") is not None:
            avoided |= used_since(find_root(self.path.parent), avoid["since"])
        return frozenset(avoided)


def _references(data: Mapping[str, Any]) -> Iterator[str]:
    for holder in (data, *(data.get("sections") or ())):
        yield from holder.get("questions") or ()


def _listed(
    path: FilePath, references: Sequence[str], place: Path, bank: BankQuestions
) -> tuple[ChosenQuestion, ...]:
    chosen: list[ChosenQuestion] = []
    problems: list[Problem] = []
    for index, reference in enumerate(references):
        try:
            chosen.append(resolve(reference, bank))
        except SetError as error:
            where = (*place, index)
            problems.append(fault_at(where, f"{format_path(where)}: {error}"))
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
