"""What someone means by targets: set files, question files, folders, ids, or what fits a filter."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from qbank import lazy_re
from qbank.bank.discovery import TargetError, find_question_files, find_root
from qbank.model.taxonomy import SetKind, Status
from qbank.quoting import printable
from qbank.sets.collection import Collection, Entry, SetError
from qbank.sets.loading import Chosen, Group, Sheet, load_set, looks_like_set, resolve
from qbank.sets.selection import Wanted, select
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_REFERENCE: Final = lazy_re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+(@[A-Za-z0-9_-]+)?")
_LONGEST: Final = 150
_NO_NAME: Final = lazy_re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(slots=True)
class Found:
    """The sets that targets lead to, and the bank around them.

    Attributes:
        sheets: the sets.
        root: the bank's folder, None if there is none.
        unreadable: files from which no question could be read, with their places and why.
        remarks: what else was left out.
    """

    sheets: list[Sheet]
    root: Path | None
    unreadable: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def find_sheets(
    targets: Sequence[str], wanted: Wanted, *, seed: int | None = None, title: str | None = None
) -> Found:
    """Return the sets that targets name; questions make one set together, in the order they are named.

    Without targets the bank around the working directory is meant.

    Args:
        targets: paths and patterns, or ids such as `cloud-0145` and `cloud-0145@7`.
        wanted: which questions to take of those that the targets lead to.
        seed: what decides drawing and order, instead of what a set file says.
        title: the title of the document, instead of the set's own.

    Raises:
        SetError: a set cannot be put together.
        TargetError: a target leads nowhere.
    """
    search = _Search(wanted, seed)
    for target in targets:
        search.add(target)
    if not targets:
        search.add_bank()
    sheets = search.sheets(targets)
    if title is not None:
        if len(sheets) > 1:
            raise SetError("a title can be given to one set only; these targets lead to several")
        sheets = [replace(sheet, title=title) for sheet in sheets]
    unreadable = [said for bank in (*search.banks.values(), *search.folders) for said in bank.unreadable]
    return Found(sheets, search.root, unreadable, search.remarks)


def _from_here(folder: Path) -> Path:
    """Return a folder as seen from the working directory, as messages show it."""
    try:
        return Path(os.path.relpath(folder))
    except ValueError:  # another drive
        return folder


def _is_reference(target: str) -> bool:
    return len(target) <= _LONGEST and _REFERENCE.fullmatch(target) is not None


class _Search:
    """Collects what targets lead to."""

    def __init__(self, wanted: Wanted, seed: int | None) -> None:
        self.banks: dict[Path, Collection] = {}
        self.folders: list[Collection] = []
        self.remarks: list[str] = []
        self.root: Path | None = None
        self._wanted = wanted
        self._seed = seed
        self._sets: list[Path] = []
        self._named: list[Chosen] = []
        self._searched: list[Entry] = []

    def add(self, target: str) -> None:
        if _is_reference(target) and not os.path.lexists(target):
            root = self._root_of(Path.cwd())
            if root is None:
                raise TargetError(f"{target}: there is no bank around this folder to look for this id in")
            self._named.append(resolve(target, self._bank(root)))
            return
        path = Path(target)
        found = find_question_files([path])
        self._root_of(path)
        if path.is_file():
            self._add_file(path)
        elif found.files:
            self._add_files(found.files)
        elif found.sets:
            self._sets += found.sets
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

    def sheets(self, targets: Sequence[str]) -> list[Sheet]:
        """Put the sets together."""
        if self._sets:
            if self._named or self._searched:
                raise SetError("sets and questions cannot go together; render them one after the other")
            if self._wanted != Wanted():
                raise SetError(
                    "a set file chooses its questions itself; filters go with questions and folders"
                )
            return [
                load_set(path, self._bank_of(path), seed=self._seed) for path in dict.fromkeys(self._sets)
            ]
        chosen = self._named + [Chosen(entry) for entry in self._searched]
        if self._wanted != Wanted():
            if any(one.seed is not None for one in chosen):
                raise SetError("filters and `id@seed` cannot go together")
            taken = select(
                [one.entry for one in chosen], self._wanted, 0 if self._seed is None else self._seed
            )
            chosen = [Chosen(entry) for entry in taken]
        if not chosen:
            raise SetError("no published question is left to render; name its file or id to render a draft")
        return [self._sheet(tuple(chosen), targets)]

    def _sheet(self, chosen: tuple[Chosen, ...], targets: Sequence[str]) -> Sheet:
        title = "Questions"
        name = Path(targets[0]).stem if len(targets) == 1 else "questions"
        if len(chosen) == 1:
            title, name = chosen[0].entry.word("title") or title, chosen[0].entry.id
        return Sheet(
            identifier=_NO_NAME.sub("-", name).strip("-") or "questions",
            title=title,
            kind=SetKind.EXERCISES,
            intro="",
            groups=(Group("", chosen),),
            seed=self._seed,
        )

    def _add_file(self, path: Path) -> None:
        try:
            document = read_file(path)
        except ReadError as error:
            span, message = error.problem.span, error.problem.message
            raise SetError(f"{printable(path)}:{span.line}:{span.column}: {message}") from None
        if looks_like_set(document.data):
            self._sets.append(path)
            return
        id_ = document.data.get("id")
        if not isinstance(id_, str):
            raise SetError(f"{printable(path)}:1:1: neither a question with an id nor a set")
        self._named.append(Chosen(Entry(id_, path, document.data)))

    def _add_files(self, files: Sequence[Path]) -> None:
        collection = Collection(files)
        self.folders.append(collection)
        self._add_published(list(collection))

    def _add_published(self, entries: list[Entry]) -> None:
        published = [entry for entry in entries if entry.word("status") == Status.PUBLISHED.value]
        left_out = len(entries) - len(published)
        if left_out:
            questions = "1 question that is" if left_out == 1 else f"{left_out} questions that are"
            self.remarks.append(f"{questions} not published left out; name a file or an id to render it")
        self._searched += published

    def _bank_of(self, path: Path) -> Collection:
        root = find_root(path.parent)
        if root is None or not (root / "questions").is_dir():
            raise SetError(f"{printable(path)}: the set lies in no bank: no `questions` folder around it")
        return self._bank(root)

    def _bank(self, root: Path) -> Collection:
        if root not in self.banks:
            self.banks[root] = Collection.of_bank(_from_here(root))
        return self.banks[root]

    def _root_of(self, path: Path) -> Path | None:
        if self.root is None:
            self.root = find_root(path if path.is_dir() else path.parent)
        return self.root
