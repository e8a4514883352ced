"""Reading the files of sets and questions, and saying what is wrong in one the way compilers do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath
from typing import Final

from qbank.errors import InputError
from qbank.model.validation.places import place_of
from qbank.problems import Path, Problem, ProblemKind
from qbank.quoting import named
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
        raise SetError(f"{named(path)}:{error.problem}") from None


def refuse_invalid(path: FilePath, problems: Iterable[Problem]) -> None:
    """Refuse a file whose data has problems; fields that are not known are none.

    Raises:
        SetError: there are some.
    """
    faults = [problem for problem in problems if problem.kind is not ProblemKind.UNKNOWN_FIELD]
    if faults:
        raise file_error(path, faults)


def fault_at(path: Path, message: str) -> Problem:
    """Return what is wrong with a value that fits the model, and cannot be used."""
    return Problem(ProblemKind.CONFLICT, path, message)


def file_error(path: FilePath, faults: Sequence[Problem]) -> SetError:
    """Say what is wrong in a file, a line each, with the places; the file is read again for them."""
    document: Document | None
    try:
        document = read_file(path)
    except ReadError:  # it was changed meanwhile
        document = None
    lines = []
    for fault in faults[:_MOST_PROBLEMS]:
        span = place_of(fault, document) if document is not None else None
        place = format_place(path, span.line, span.column) if span else named(path)
        lines.append(f"{place}: {fault.message}")
    if len(faults) > _MOST_PROBLEMS:
        more = len(faults) - _MOST_PROBLEMS
        lines.append(f"{named(path)}: and {more} more; `qbank audit` lists them")
    return SetError("\n".join(lines))


def format_place(path: FilePath, line: int, column: int) -> str:
    """Write a place of a file the way compilers do."""
    return f"{named(path)}:{line}:{column}"
