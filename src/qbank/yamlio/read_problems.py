"""What can be wrong with a file before its fields are looked at."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from qbank.errors import InputError
from qbank.yamlio.positions import Span


class ReadProblemKind(StrEnum):
    """The kinds of problems that reading a file can meet."""

    UNREADABLE = "unreadable"
    ENCODING = "encoding"
    CONTROL_CHARACTER = "control-character"
    SYNTAX = "syntax"
    DUPLICATE_KEY = "duplicate-key"
    TAG = "tag"
    MERGE_KEY = "merge-key"
    ALIASES = "aliases"
    DOCUMENTS = "documents"
    SIZE = "size"
    DEPTH = "depth"
    NOT_A_MAPPING = "not-a-mapping"
    KEY = "key"


class ReadProblem(Struct, frozen=True):
    """One problem met while reading, at its place.

    `source` is the text of the lines the span touches, where it is known, so that a report can show them
    even when the file as a whole could not be read.
    """

    kind: ReadProblemKind
    message: str
    span: Span
    source: str = ""

    def __str__(self) -> str:
        return f"{self.span.line}:{self.span.column}: {self.message}"


class ReadError(Exception):
    """A file of which nothing useful can be read; `problem` says why and where."""

    def __init__(self, problem: ReadProblem, path: Path | None = None) -> None:
        super().__init__(problem, path)
        self.problem = problem
        self.path = path

    def __str__(self) -> str:
        where = f"{self.path}:" if self.path is not None else ""
        return f"{where}{self.problem}"


class LibyamlMissingError(InputError, ImportError):
    """PyYAML was installed without the parser that reads the files; the message says what to do."""
