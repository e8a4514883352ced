"""Asking git what a repository holds, without touching what is checked out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from qbank.bank.discovery import SUFFIXES
from qbank.errors import InputError

SECONDS = 120.0
"""How long an answer may take."""

_BATCH = 32 << 20
"""Bytes of file contents to hold at once."""


class GitError(InputError):
    """Git could not tell; the message says why and what to do."""


def ask_git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    """Run git in a folder with `given` as its input, and return what it says.

    Raises:
        GitError: there is no git, it fails, or it takes too long.
    """
    # The answer must not depend on what a user, or the repository, has configured.
    settings = ("core.quotepath=off", "core.fsmonitor=false", "diff.external=", "log.showRoot=true")
    options = [word for setting in settings for word in ("-c", setting)]
    try:
        done = subprocess.run(
            ["git", *options, *arguments],
            cwd=folder,
            input=stdin,
            capture_output=True,
            check=False,
            timeout=SECONDS,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError as error:
        raise GitError("git is not installed, and only git knows this") from error
    except subprocess.TimeoutExpired as error:
        raise GitError(f"git {arguments[0]} did not end within {SECONDS:.0f} seconds") from error
    if done.returncode:
        complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(
            f"git {arguments[0]}: {complaint[0].removeprefix('fatal: ') if complaint else 'failed'}"
        )
    return done.stdout


def top_folder(folder: Path) -> Path:
    """Return the top of the repository that a folder lies in, as a real path.

    Raises:
        GitError: it lies in none.
    """
    return Path(os.path.realpath(os.fsdecode(ask_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n"))))


def commit_of(folder: Path, revision: str) -> str:
    """Return the commit that a revision names.

    Raises:
        GitError: there is no such revision.
    """
    if not revision or revision.startswith("-") or "\0" in revision:
        raise GitError(f"{revision!r} is no revision; name a branch, a tag or a commit such as origin/main")
    try:
        commit = ask_git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    except GitError as error:
        if "Needed a single revision" not in str(error):
            raise
        raise GitError(f"git knows no revision {revision!r}; name a branch, a tag or a commit") from error
    return commit.decode("ascii", "replace").strip()


class ChangedFile(NamedTuple):
    """A file that differs: its name from the top of the repository on, and its mode and blob on both sides.

    Where there is no file, mode and blob are zeros; a blob that git has not stored yet is zeros too.
    """

    name: str
    mode_before: str
    mode_after: str
    blob_before: str
    blob_after: str


def changed_files(top: Path, command: str, *arguments: str) -> Iterator[ChangedFile]:
    """Yield what `git diff`, `diff-tree` or `diff-index` lists, seen from the top of a repository.

    A moved file is one that went and one that came.

    Raises:
        GitError: git fails.
    """
    options = ("-z", "--raw", "--no-renames", "--no-abbrev")
    entries = ask_git(top, command, *options, *arguments).split(b"\0")
    for head, name in zip(entries[::2], entries[1::2], strict=False):
        *modes_and_blobs, _ = head.decode("ascii", "replace").lstrip(":").split()
        yield ChangedFile(os.fsdecode(name), *modes_and_blobs)


def untracked_files(top: Path, *arguments: str) -> list[str]:
    """Return the names of files that git neither knows nor ignores, from the top of the repository on.

    Raises:
        GitError: git fails.
    """
    listing = ask_git(top, "ls-files", "--others", "--exclude-standard", "-z", *arguments)
    return [os.fsdecode(name) for name in listing.split(b"\0")[:-1]]


def blobs(folder: Path, names: Sequence[str], most: int) -> Iterator[tuple[str, bytes]]:
    """Yield blobs with their contents; those of more than `most` bytes are left out.

    Raises:
        GitError: git fails, or there is no such blob.
    """
    sizes = _sizes(folder, names)
    batch: list[str] = []
    held = 0
    for name in sizes:
        if sizes[name] > most:
            continue
        if held + sizes[name] > _BATCH:
            yield from _contents(folder, batch)
            batch, held = [], 0
        batch.append(name)
        held += sizes[name]
    yield from _contents(folder, batch)


def _sizes(folder: Path, names: Sequence[str]) -> Mapping[str, int]:
    stdin = "".join(f"{name}\n" for name in dict.fromkeys(names)).encode()
    sizes = {}
    for line in (
        ask_git(folder, "cat-file", "--batch-check", stdin=stdin).decode("ascii", "replace").splitlines()
    ):
        name, kind, *size = line.split(" ")
        if kind != "blob":
            raise GitError(f"git cat-file: {line}")
        sizes[name] = int(size[0])
    return sizes


def _contents(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    if not names:
        return
    output = ask_git(folder, "cat-file", "--batch", stdin="".join(f"{name}\n" for name in names).encode())
    at = 0
    for name in names:
        end = output.index(b"\n", at)
        size = int(output[at:end].split(b" ")[-1])
        yield name, output[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


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
        lines = ask_git(real, "rev-parse", "--show-toplevel", "--git-common-dir").split(b"\n")
    except GitError:
        return None
    top, shared = (Path(os.fsdecode(line)) for line in lines[:2])
    return Repository(real / shared, top, real)
