"""What git knows of ids: those on other branches, in other worktrees, and those that once were."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from qbank.bank.discovery import SUFFIXES
from qbank.bank.git import GitError, ask_git


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository around a bank: the folder that all its worktrees share, and where the bank is in it."""

    shared: Path
    top: Path
    bank: Path

    def file_names(self) -> Iterator[str]:
        """Yield the names of the YAML files of every commit that any branch, remote branch or tag leads to.

        Raises:
            GitError: git fails or takes too long.
        """
        patterns = [f"*{suffix}" for suffix in SUFFIXES]
        # Each name once, where it came in: a merge counts for what it adds to all its parents.
        options = ("--all", "--format=", "--name-only", "--no-renames", "--diff-filter=A", "-c", "-z")
        for name in ask_git(self.bank, "log", *options, "--", *patterns).split(b"\0"):
            if name:
                yield os.fsdecode(name.rpartition(b"/")[2].strip(b"\n"))

    def other_banks(self) -> Iterator[Path]:
        """Yield where this bank lies in the other worktrees of the repository.

        Raises:
            GitError: git fails.
        """
        inside = os.path.relpath(self.bank, self.top)
        for line in ask_git(self.bank, "worktree", "list", "--porcelain").split(b"\n"):
            if line.startswith(b"worktree "):
                top = Path(os.fsdecode(line[len(b"worktree ") :]))
                if top != self.top and (bank := top / inside).is_dir():
                    yield bank

    def fetch(self) -> None:
        """Ask every remote for its branches.

        Raises:
            GitError: a remote cannot be reached.
        """
        ask_git(self.bank, "fetch", "--all", "--quiet")


def repository(bank: Path) -> Repository | None:
    """Return the repository that a bank lies in; None if it lies in none, or there is no git."""
    real = Path(os.path.realpath(bank))
    try:
        said = ask_git(real, "rev-parse", "--show-toplevel", "--git-common-dir").split(b"\n")
    except GitError:
        return None
    top, shared = (Path(os.fsdecode(line)) for line in said[:2])
    return Repository(real / shared, top, real)
