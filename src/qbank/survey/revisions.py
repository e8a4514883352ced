"""The questions that differ between two states of a bank, read from git: nothing is checked out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from qbank.bank.discovery import QUESTIONS_FOLDER
from qbank.bank.git import ChangedFile, GitError, blobs, changed_files, commit_of, top_folder, untracked_files
from qbank.bank.listing import is_question
from qbank.yamlio.content import MAX_BYTES, read_content
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes

_FILES = frozenset({"100644", "100755"})
"""Modes of regular files; what links lead to is told of where it lies."""


@dataclass(frozen=True, slots=True)
class State:
    """A question at one revision: its path from the root of the bank on, and its file, or what is wrong."""

    path: str
    document: Document | None
    problem: str = ""

    @property
    def id(self) -> str:
        """The id; of what cannot be read, the name of the file."""
        id_ = None if self.document is None else self.document.data.get("id")
        return id_ if isinstance(id_, str) else self.path.rpartition("/")[2].partition(".")[0]


@dataclass(frozen=True, slots=True)
class Step:
    """A question before and after; None where there is none."""

    before: State | None
    after: State | None

    @property
    def id(self) -> str:
        """Its id, the later one if it has changed."""
        state = self.after or self.before
        return "" if state is None else state.id


def steps(root: Path, before: str, after: str | None = None) -> list[Step]:
    """Return every question whose file differs, in the order of ids.

    A question is known by its id, wherever its file lies; one whose id has changed, by its file.

    Args:
        root: the root of the bank.
        before: a revision.
        after: another one; without it, the files as they are now.

    Raises:
        GitError: there is no git, no repository or no such revision.
    """
    top = top_folder(root)
    try:
        inside = Path(os.path.realpath(root)).relative_to(top).as_posix()
    except ValueError as error:
        raise GitError(f"{root}: git sees this folder elsewhere, in {top}") from error
    prefix = "" if inside == "." else f"{inside}/"
    # Git is not to read the folder as a pattern.
    folder = f":(top,literal){prefix}{QUESTIONS_FOLDER}"
    revisions = [commit_of(root, revision) for revision in (before, after) if revision is not None]
    command = ["diff-index"] if after is None else ["diff-tree", "-r"]
    changed = list(_changed(changed_files(top, *command, *revisions, "--", folder), prefix))
    old = _stored(top, [(path, blob) for path, blob, _ in changed])
    if after is None:
        paths = {path for path, _, blob in changed if blob is not None}
        paths.update(name.removeprefix(prefix) for name in untracked_files(top, "--", folder))
        new = list(_lying(root, sorted(paths)))
    else:
        new = _stored(top, [(path, blob) for path, _, blob in changed])
    return sorted(_matched(old, new), key=lambda step: (step.id, step.after is None))


def _lying(root: Path, paths: Iterable[str]) -> Iterator[State]:
    """Yield the states of the questions among some files as they are now."""
    for path in paths:
        if is_question(path) and not (root / path).is_symlink():
            try:
                yield State(path, *_read(read_content(root / path)))
            except ReadError as error:
                yield State(path, None, error.problem.message)


def _stored(top: Path, files: list[tuple[str, str | None]]) -> list[State]:
    """Return the states that git has stored of some files, each given with its blob if there is one."""
    names = [blob for _, blob in files if blob]
    documents = {name: _read(content) for name, content in blobs(top, names, MAX_BYTES)}
    too_large = (None, f"1:1: the file is larger than {MAX_BYTES >> 20} MiB")
    return [State(path, *documents.get(blob, too_large)) for path, blob in files if blob]


def _changed(files: Iterable[ChangedFile], prefix: str) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield the question files among changed files with the blobs before and after.

    A blob is None where there is no file, and the second one may stand for contents that git has not stored.
    """
    for file in files:
        path = file.name.removeprefix(prefix)
        if is_question(path):
            before = file.blob_before if file.mode_before in _FILES else None
            yield path, before, file.blob_after if file.mode_after in _FILES else None


def _read(content: bytes) -> tuple[Document | None, str]:
    try:
        return read_bytes(content), ""
    except ReadError as error:
        return None, str(error.problem)


def _matched(old: list[State], new: list[State]) -> Iterator[Step]:
    """Pair the states of questions: by path and id, then by id, then by path; the rest came or went."""
    for key in (attrgetter("path", "id"), attrgetter("id"), attrgetter("path")):
        waiting: dict[object, State] = {}
        for state in old:
            waiting.setdefault(key(state), state)
        pairs = [(waiting.pop(key(state), None), state) for state in new]
        yield from (Step(before, state) for before, state in pairs if before is not None)
        taken = {id(before) for before, _ in pairs}
        old = [state for state in old if id(state) not in taken]
        new = [state for before, state in pairs if before is None]
    for state in old:
        yield Step(state, None)
    for state in new:
        yield Step(None, state)
