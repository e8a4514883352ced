"""Ids that nobody has taken.

An id is a contract, so it is never given twice. What counts as taken: the files of the bank, by name and by
what their `id` says; those of the same bank in other worktrees of its git repository; and every file that any
commit of any branch, remote branch or tag ever added, so that an id of a deleted question stays its own.

What nobody can see are branches of others that have not been fetched. Where two of them meet, the audit
reports the second file (QB611), and `qbank move` gives it a new id.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from qbank.bank.discovery import QUESTIONS_FOLDER, TargetError, find_question_files
from qbank.bank.git import GitError, repository
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError

_DIGITS = 4
_OWN_ID = re.compile(rb"^id:[ \t]*['\"]?([a-z0-9-]{1,100})['\"]?[ \t]*\r?$", re.MULTILINE)
_HEAD = 2048


@dataclass(frozen=True, slots=True)
class TakenIds:
    """Every id that is or was in use, those of this bank as it is, and what could not be looked at."""

    ids: frozenset[str]
    here: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()

    def next(self, series: str) -> str:
        """Return the id behind the highest of a series such as `cloud`, and never one of a gap."""
        numbered = re.compile(rf"{re.escape(series)}-([0-9]{{1,9}})")
        numbers = [match[1] for known in self.ids if (match := numbered.fullmatch(known))]
        highest = max(map(int, numbers), default=0)
        width = max(_DIGITS, max(map(len, numbers), default=0))
        return f"{series}-{highest + 1:0{width}}"


def taken_ids(root: Path) -> TakenIds:
    """Look for every id that is taken in the bank at `root`, in its other worktrees and on all branches."""
    here = frozenset(_ids_in(root))
    ids = set(here)
    remarks: tuple[str, ...] = ()
    git = repository(root)
    if git is not None:
        try:
            ids |= {Path(name).stem for name in git.file_names()}
            for bank in git.other_banks():
                ids |= set(_ids_in(bank))
        except GitError as error:
            remarks = (f"ids on other branches were not looked at: {error}",)
    return TakenIds(frozenset(ids), here, remarks)


def fetch(root: Path) -> None:
    """Ask the remotes of the bank's repository for what is new, if it lies in one.

    Raises:
        GitError: a remote cannot be reached.
    """
    if (git := repository(root)) is not None:
        git.fetch()


@contextmanager
def allocation(root: Path) -> Iterator[None]:
    """Let one process at a time choose an id, over all worktrees of the bank's repository.

    On systems without such locks (Windows) nothing is locked.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        yield
        return
    git = repository(root)
    # A folder can be locked as well as a file, and no file needs to be left behind.
    descriptor = os.open(git.shared if git else root, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _ids_in(bank: Path) -> Iterator[str]:
    try:
        found = find_question_files([bank / QUESTIONS_FOLDER])
    except TargetError:
        return
    # A link that leads out of the bank is not read, and its name is taken all the same.
    yield from (link.stem for link in found.left_out)
    for file in found.files:
        yield file.stem
        try:
            line = _OWN_ID.search(read_content(file, _HEAD))
        except ReadError:
            continue
        if line is not None:
            yield line[1].decode("ascii")
