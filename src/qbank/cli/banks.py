"""The bank that a command is about: its files as an audit finds them, and its index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from qbank.bank.discovery import find_root
from qbank.bank.given_files import from_here as seen_from_here
from qbank.cli.errors import CommandError
from qbank.cli.output import echo_error, echo_note
from qbank.cli.progress import MIN_FILES, progress
from qbank.quoting import printable

if TYPE_CHECKING:
    from qbank.survey.index import Index


T = TypeVar("T")


def bank_root(folder: Path | None) -> Path:
    """Return the root of a bank: of the one around a folder, or around the working directory.

    Raises:
        CommandError: there is none.
    """
    start = Path.cwd() if folder is None else folder
    if not start.exists():
        raise CommandError(f"{printable(start)}: no such file or folder")
    root = find_root(start)
    if root is None or not (root / "questions").is_dir():
        where = "this folder" if folder is None else printable(folder)
        raise CommandError(
            f"there is no bank here: no `questions` folder in {where} or above; name one with --bank"
        )
    return root


def of_bank(load: Callable[[Path | None], T]) -> T:
    """Load what a bank adds to: for the bank around the working directory, or what qbank carries alone.

    Raises:
        CommandError: what qbank carries is not there.
    """
    try:
        return load(find_root(Path.cwd()))
    except FileNotFoundError as error:
        raise CommandError(str(error)) from error


def root_to_write(start: Path | None = None) -> Path:
    """Return the root of the bank around a folder, by default the working directory.

    Raises:
        CommandError: there is none.
    """
    root = find_root(Path.cwd() if start is None else start)
    if root is None:
        raise CommandError("there is no bank here; `qbank init` starts one")
    return root


@contextmanager
def bank_index(folder: Path | None, *, quiet: bool) -> Iterator[Index]:
    """Open the index of a bank, brought up to date.

    Raises:
        InputError: there is no bank, or it cannot be indexed.
    """
    from qbank.survey.index_file import open_index

    root = bank_root(folder)
    with progress(MIN_FILES, show=not quiet, doing="Indexing") as advance:
        index = open_index(root, advance)
    with index:
        if index.remark is not None and not quiet:
            echo_note(f"note: the index of the bank is not kept: {index.remark}")
        yield index


def from_here(root: Path, path: str) -> str:
    """Return a path of a bank as seen from the working directory."""
    return printable(seen_from_here(root / path).as_posix())


def report_unreadable(index: Index, more: Sequence[object] = ()) -> bool:
    """Say which files of a bank hold no question, and `more` of the kind; return whether there are any."""
    from qbank.survey.search import unreadable

    return report_left_out((*unreadable(index), *more))


def report_left_out(files: Sequence[object]) -> bool:
    """Say what was left out, a line for each file with its place and why; return whether there is any."""
    for file in files:
        echo_error(f"{file} (left out)")
    return bool(files)
