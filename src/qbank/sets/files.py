"""Reading the files of sets and questions, and saying what is wrong in one the way compilers do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath
from typing import Final

from qbank.errors import InputError
from qbank.problems import Path, Problem, ProblemKind
from qbank.quoting import printable, reason
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_MOST_PROBLEMS: Final = 5


class SetError(InputError):
    """A set cannot be made of these questions; the message says where, why and what to do."""


def read_document(path: FilePath) -> Document:
    """Read a file.

    Raises:
        SetError: it cannot be read.
    """
    try:
        return read_file(path)
    except ReadError as error:
        span = error.problem.span
        raise SetError(f"{format_place(path, span.line, span.column)}: {error.problem.message}") from None


def from_here(path: FilePath) -> FilePath:
    """Return a path as seen from the working directory, as messages show it."""
    try:
        return FilePath(os.path.relpath(path))
    except ValueError:  # another drive
        return path


def read_bounded(path: FilePath, most: int, error: type[InputError]) -> bytes:
    """Read a file of at most so many bytes; what is wrong with it is told by an error of this kind."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as fault:
        raise error(f"{printable(path)}: cannot be read: {reason(fault)}") from fault
    if len(content) > most:
        raise error(f"{printable(path)}: is larger than {most >> 20} MiB")
    return content


def refuse_invalid(path: FilePath, problems: Iterable[Problem]) -> None:
    """Refuse a file whose data has problems; fields that are not known are none.

    Raises:
        SetError: there are some.
    """
    faults = [
        (problem.path, problem.message)
        for problem in problems
        if problem.kind is not ProblemKind.UNKNOWN_FIELD
    ]
    if faults:
        raise file_error(path, faults)


def file_error(path: FilePath, faults: Sequence[tuple[Path, str]]) -> SetError:
    """Say what is wrong in a file, a line each, with the places; the file is read again for them."""
    document: Document | None
    try:
        document = read_file(path)
    except ReadError:  # it was changed meanwhile
        document = None
    lines = []
    for field, message in faults[:_MOST_PROBLEMS]:
        span = document.span(field) if document is not None else None
        lines.append(f"{format_place(path, span.line, span.column) if span else printable(path)}: {message}")
    if len(faults) > _MOST_PROBLEMS:
        more = len(faults) - _MOST_PROBLEMS
        lines.append(f"{printable(path)}: and {more} more; `qbank audit` lists them")
    return SetError("\n".join(lines))


def format_place(path: FilePath, line: int, column: int) -> str:
    """Write a place of a file the way compilers do."""
    return f"{printable(path)}:{line}:{column}"
