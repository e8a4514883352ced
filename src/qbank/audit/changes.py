"""What changed since a revision, by git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_TIMEOUT = 120.0


class GitError(Exception):
    """Git could not tell; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Files that differ from how they were.

    `present` are changed or new, git's ignored files left out; `former` are the paths of what was changed or
    deleted, to be read with `contents`. All are relative to the folder asked about if they lie below it, else
    absolute.
    """

    top: Path
    base: str
    present: tuple[Path, ...]
    former: tuple[Path, ...]


def changed_files(revision: str, folder: Path) -> Changes:
    """Return what changed between where a revision and HEAD parted and the files as they are now.

    Raises:
        GitError: there is no git, no repository, or no such revision.
    """
    if not revision or revision.startswith("-"):
        raise GitError(f"{revision!r} is no revision; name a branch, a tag or a commit such as origin/main")
    top = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))
    commit = _text(_git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"))
    try:
        base = _text(_git(folder, "merge-base", "--end-of-options", commit, "HEAD"))
    except GitError:
        # Histories that share nothing, or a clone too shallow to know: compare with the revision itself.
        base = commit
    present: list[bytes] = []
    former: list[bytes] = []
    # Without renames: a moved question is one that went and one that came.
    changed = _git(top, "diff", "--name-status", "--no-renames", "-z", base, "--").split(b"\0")
    for status, name in zip(changed[::2], changed[1::2], strict=False):
        if status != b"D":
            present.append(name)
        if status != b"A":
            former.append(name)
    present += _git(top, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")[:-1]
    here = Path(os.path.realpath(folder))
    return Changes(top, base, tuple(_seen_from(here, top, present)), tuple(_seen_from(here, top, former)))


def contents(changes: Changes, most: int) -> Iterator[tuple[Path, bytes]]:
    """Yield the former files with what they held at the base; those larger than `most` bytes are left out.

    Raises:
        GitError: git fails.
    """
    top = os.path.realpath(changes.top)
    asked = []
    for file in changes.former:
        name = os.path.relpath(Path.cwd() / file, top).replace(os.sep, "/")
        if "\n" not in name:
            asked.append((file, f"{changes.base}:{name}"))
    if not asked:
        return
    output = _git(
        changes.top, "cat-file", "--batch", given=b"".join(os.fsencode(name) + b"\n" for _, name in asked)
    )
    at = 0
    for file, _ in asked:
        end = output.index(b"\n", at)
        head = output[at:end].split(b" ")
        at = end + 1
        # What is no blob (a submodule) has no content here.
        if head[-1].isdigit() and len(head) == 3:
            size = int(head[-1])
            if head[1] == b"blob" and size <= most:
                yield file, output[at : at + size]
            at += size + 1


def _seen_from(here: Path, top: Path, names: Iterable[bytes]) -> Iterator[Path]:
    for name in names:
        path = Path(os.path.realpath(top), os.fsdecode(name))
        yield path.relative_to(here) if path.is_relative_to(here) else path


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    # The answer must not depend on what a user, or the repository, has configured.
    options = ("-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", "diff.external=")
    try:
        done = subprocess.run(
            ["git", *options, *arguments],
            cwd=folder,
            input=given,
            capture_output=True,
            check=False,
            timeout=_TIMEOUT,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError as error:
        raise GitError("git is not installed, and only git knows what changed") from error
    except subprocess.TimeoutExpired as error:
        raise GitError(f"git {arguments[0]} did not end within {_TIMEOUT:.0f} seconds") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(f"git {arguments[0]}: {said[0].removeprefix('fatal: ') if said else 'failed'}")
    return done.stdout


def _text(output: bytes) -> str:
    return output.decode("ascii", "replace").strip()
