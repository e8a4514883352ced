"""The bank that a command is about, and its index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.cli.errors import CommandError, note, say

if TYPE_CHECKING:
    from qbank.survey.index import Index


def bank_root(given: Path | None) -> Path:
    """Return the root of a bank: of the one around a folder, or around the working directory.

    Raises:
        CommandError: there is none.
    """
    from qbank.bank.discovery import find_root
    from qbank.quoting import printable

    start = Path.cwd() if given is None else given
    if not start.exists():
        raise CommandError(f"{printable(start)}: no such file or folder")
    root = find_root(start)
    if root is None or not (root / "questions").is_dir():
        where = "this folder" if given is None else printable(given)
        raise CommandError(
            f"there is no bank here: no `questions` folder in {where} or above; name one with --bank"
        )
    return root


@contextmanager
def bank_index(given: Path | None, *, quiet: bool) -> Iterator[Index]:
    """Open the index of a bank, brought up to date.

    Raises:
        CommandError: there is no bank, or it cannot be indexed.
    """
    from qbank.bank.discovery import TargetError
    from qbank.cli.progress import MIN_FILES, progress
    from qbank.survey.index_file import NoIndexError, open_index

    root = bank_root(given)
    try:
        with progress(MIN_FILES, show=not quiet, doing="Indexing") as advance:
            index = open_index(root, advance)
    except (TargetError, NoIndexError) as error:
        raise CommandError(str(error)) from error
    with index:
        if index.remark is not None and not quiet:
            note(f"note: the index of the bank is not kept: {index.remark}")
        yield index


def from_here(root: Path, path: str) -> str:
    """Return a path of a bank as seen from the working directory."""
    import os

    from qbank.quoting import printable

    try:
        return printable(Path(os.path.relpath(root / path)).as_posix())
    except ValueError:  # another drive
        return printable((root / path).as_posix())


def tell_unreadable(index: Index) -> bool:
    """Say which files of a bank hold no question; return whether there are any."""
    from qbank.survey.search import unreadable

    found = unreadable(index)
    for path, problem in found:
        say(f"{from_here(index.root, path)}:{problem} (left out)")
    return bool(found)
