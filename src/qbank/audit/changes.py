"""What changed since a revision, by git."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from qbank.bank.git import GitError, ask_git, commit_of, top_folder


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
    commit = commit_of(folder, revision)
    top = top_folder(folder)
    try:
        base = ask_git(folder, "merge-base", "--end-of-options", commit, "HEAD").decode("ascii").strip()
    except GitError:
        # Histories that share nothing, or a clone too shallow to know: compare with the revision itself.
        base = commit
    present: list[bytes] = []
    former: list[bytes] = []
    # Without renames: a moved question is one that went and one that came.
    changed = ask_git(top, "diff", "--name-status", "--no-renames", "-z", base, "--").split(b"\0")
    for status, name in zip(changed[::2], changed[1::2], strict=False):
        if status != b"D":
            present.append(name)
        if status != b"A":
            former.append(name)
    present += ask_git(top, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")[:-1]
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
    output = ask_git(
        changes.top, "cat-file", "--batch", stdin=b"".join(os.fsencode(name) + b"\n" for _, name in asked)
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
