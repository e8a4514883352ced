"""What someone means by targets: set files, question files, folders, ids, or what fits a filter."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from qbank import lazy_re
from qbank.bank.discovery import TargetError, find_question_files, find_root
from qbank.bank.given_files import from_here
from qbank.model.taxonomy import SetKind, Status
from qbank.quoting import printable
from qbank.sets.bank_questions import BankQuestion, BankQuestions
from qbank.sets.files import SetError, format_place, read_document
from qbank.sets.loading import AssembledSet, ChosenQuestion, QuestionGroup, load_set, looks_like_set, resolve
from qbank.sets.selection import SelectionCriteria, select
from qbank.sets.unfinished import unfinished, unpublished

_REFERENCE: Final = lazy_re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+(@[A-Za-z0-9_-]+)?")
_LONGEST: Final = 150
_NO_NAME: Final = lazy_re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(slots=True)
class TargetSets:
    """The sets that targets lead to, and the bank around them.

    Attributes:
        sets: the sets.
        root: the bank's folder, None if there is none.
        listed: the files of sets that a folder led to, and nobody named.
        unreadable: files from which no question could be read, with their places and why.
        remarks: what else was left out.
    """

    sets: list[AssembledSet]
    root: Path | None
    listed: frozenset[Path] = frozenset()
    unreadable: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def find_sets(
    targets: Sequence[str], criteria: SelectionCriteria, *, seed: int | None = None, title: str | None = None
) -> TargetSets:
    """Return the sets that targets name; questions make one set together, in the order they are named.

    Without targets the bank around the working directory is meant.

    Args:
        targets: paths and patterns, names of sets, or ids such as `cloud-0145` and `cloud-0145@7`.
        criteria: which questions to take of those that the targets lead to.
        seed: what decides drawing and order, instead of what a set file says.
        title: the title of the document, instead of the set's own.

    Raises:
        SetError: a set cannot be put together.
        TargetError: a target leads nowhere.
    """
    search = _Search(criteria, seed)
    for target in targets:
        search.add(target)
    if not targets:
        search.add_bank()
    sets = search.assembled(targets)
    search.remarks += unfinished(sets)
    if title is not None:
        if len(sets) > 1:
            raise SetError("a title can be given to one set only; these targets lead to several")
        sets = [replace(assembled, title=title) for assembled in sets]
    searched = (*search.banks.values(), *search.folders)
    unreadable = [message for questions in searched for message in questions.unreadable]
    return TargetSets(sets, search.root, frozenset(search.listed), unreadable, search.remarks)


def root_around(path: Path) -> Path:
    """Return the root of the bank that a set file lies in.

    Raises:
        SetError: there is none.
    """
    root = find_root(path.parent)
    if root is None or not (root / "questions").is_dir():
        raise SetError(f"{printable(path)}: the set lies in no bank: no `questions` folder around it")
    return root


def set_named(name: str) -> Path | None:
    """Return the set of the bank around the working directory that has a name, unless a file has it.

    `midterm` is `questions/sets/midterm.yaml`.
    """
    root = find_root(Path.cwd())
    if root is None or len(name) > _LONGEST or _NO_NAME.search(name) or os.path.lexists(name):
        return None
    file = from_here(root) / "questions" / "sets" / f"{name}.yaml"
    return file if file.is_file() else None


def _is_reference(target: str) -> bool:
    return len(target) <= _LONGEST and _REFERENCE.fullmatch(target) is not None


class _Search:
    """Collects what targets lead to."""

    def __init__(self, criteria: SelectionCriteria, seed: int | None) -> None:
        self.banks: dict[Path, BankQuestions] = {}
        self.folders: list[BankQuestions] = []
        self.remarks: list[str] = []
        self.root: Path | None = None
        self.listed: set[Path] = set()
        self._criteria = criteria
        self._seed = seed
        self._sets: list[Path] = []
        self._named: list[ChosenQuestion] = []
        self._searched: list[BankQuestion] = []

    def add(self, target: str) -> None:
        if (named := set_named(target)) is not None:
            target = str(named)
        if _is_reference(target) and not os.path.lexists(target):
            root = self._root_of(Path.cwd())
            if root is None:
                raise TargetError(f"{target}: there is no bank around this folder to look for this id in")
            self._named.append(resolve(target, self._bank(root)))
            return
        path = Path(target)
        listing = find_question_files([path])
        self._root_of(path)
        if os.path.lexists(target) and not path.is_dir():
            self._add_file(path)
        elif listing.files:
            self._add_files(listing.files)
        elif listing.sets:
            self.listed |= set(listing.sets) - set(self._sets)
            self._sets += listing.sets
        else:
            raise TargetError(
                f"{printable(path)}: no questions and no sets here; their names end in .yaml or .yml"
            )

    def add_bank(self) -> None:
        root = self._root_of(Path.cwd())
        if root is None or not (root / "questions").is_dir():
            raise TargetError(
                "there is no bank here: no `questions` folder in this folder or above; "
                "name a set file, questions or folders"
            )
        self._add_published(list(self._bank(root)))

    def assembled(self, targets: Sequence[str]) -> list[AssembledSet]:
        """Put the sets together."""
        if self._sets:
            if self._named or self._searched:
                raise SetError("sets and questions cannot go together; render them one after the other")
            if self._criteria != SelectionCriteria():
                raise SetError(
                    "a set file chooses its questions itself; filters go with questions and folders"
                )
            sets = [
                load_set(path, self._bank(root_around(path)), seed=self._seed)
                for path in dict.fromkeys(self._sets)
            ]
            self.remarks += unpublished(sets)
            return sets
        chosen = self._named + [ChosenQuestion(question) for question in self._searched]
        if self._criteria != SelectionCriteria():
            if any(named.seed is not None for named in chosen):
                raise SetError("filters and `id@seed` cannot go together")
            selected = select([named.question for named in chosen], self._criteria, self._seed or 0)
            chosen = [ChosenQuestion(question) for question in selected]
        if not chosen:
            raise SetError("no published question is left to render; name its file or id to render a draft")
        return [self._assembled(tuple(chosen), targets)]

    def _assembled(self, chosen: tuple[ChosenQuestion, ...], targets: Sequence[str]) -> AssembledSet:
        title = "Questions"
        name = Path(targets[0]).stem if len(targets) == 1 else "questions"
        if len(chosen) == 1:
            title, name = chosen[0].question.word("title") or title, chosen[0].question.id
        return AssembledSet(
            identifier=_NO_NAME.sub("-", name).strip("-") or "questions",
            title=title,
            kind=SetKind.EXERCISES,
            intro="",
            groups=(QuestionGroup("", chosen),),
            seed=self._seed,
        )

    def _add_file(self, path: Path) -> None:
        data = read_document(path).data
        if looks_like_set(data):
            self._sets.append(path)
            self.listed.discard(path)
            return
        id_ = data.get("id")
        if not isinstance(id_, str):
            raise SetError(f"{format_place(path, 1, 1)}: neither a question with an id nor a set")
        self._named.append(ChosenQuestion(BankQuestion(id_, path, data)))

    def _add_files(self, files: Sequence[Path]) -> None:
        questions = BankQuestions(files)
        self.folders.append(questions)
        self._add_published(list(questions))

    def _add_published(self, questions: list[BankQuestion]) -> None:
        published = [question for question in questions if question.word("status") == Status.PUBLISHED.value]
        left_out = len(questions) - len(published)
        if left_out:
            count = "1 question that is" if left_out == 1 else f"{left_out} questions that are"
            self.remarks.append(f"{count} not published left out; name a file or an id to render it")
        self._searched += published

    def _bank(self, root: Path) -> BankQuestions:
        if root not in self.banks:
            self.banks[root] = BankQuestions.of_bank(from_here(root))
        return self.banks[root]

    def _root_of(self, path: Path) -> Path | None:
        if self.root is None:
            self.root = find_root(path if path.is_dir() else path.parent)
        return self.root
