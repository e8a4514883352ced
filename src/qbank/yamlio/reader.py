"""Reading a file: bytes to data, with every problem at its place.

A question file comes from strangers. It is bounded in size, in depth and in the number of its values, and
what libyaml might trip over is refused before libyaml sees it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NoReturn

from yaml.events import ScalarEvent

from qbank.quoting import reason
from qbank.yamlio.builder import MAX_BYTES, MAX_DEPTH, MAX_VALUES, QUESTION_LIMITS, Limits, Parsed, parse
from qbank.yamlio.decoding import decode
from qbank.yamlio.document import Document
from qbank.yamlio.nodes import start_index
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_VALUES",
    "ReadError",
    "ReadProblem",
    "ReadProblemKind",
    "read_bytes",
    "read_content",
    "read_file",
    "read_text",
]

# A larger buffer makes every read map and unmap memory, which costs five times the reading.
_READ_SIZE = 1 << 16
# Without O_NONBLOCK opening a named pipe would wait for somebody to write to it.
_OPEN_FLAGS = (
    os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
)
_NOWHERE = Span(1, 1, 1, 1)


def read_file(path: Path) -> Document:
    """Read a question file, or another one of its size that holds a mapping.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in the document's `problems`.
    """
    return read_bytes(read_content(path), path)


def read_bytes(data: bytes, path: Path | None = None) -> Document:
    """Read the content of a question file; `path` is where it came from, if anywhere.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in the document's `problems`.
    """
    try:
        parsed = parse(read_text(data))
        if not isinstance(parsed.data, dict):
            _refuse_root(parsed)
        return Document(path, parsed.text, parsed.data, parsed.problems, parsed)
    except ReadError as error:
        raise ReadError(error.problem, path) from None


def read_text(data: bytes, limits: Limits = QUESTION_LIMITS) -> str:
    """Return the text that the content of a file is. Raises ReadError."""
    if len(data) > limits.max_bytes:
        message = f"the file is larger than {limits.max_bytes >> 20} MiB; {limits.content}"
        raise ReadError(ReadProblem(ReadProblemKind.SIZE, message, _NOWHERE))
    return decode(data)


def read_content(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Read the bytes of a regular file; of one larger than `max_bytes` a byte more than that.

    Raises ReadError if the file cannot be read.
    """
    try:
        return _content(path, max_bytes + 1)
    except (OSError, ValueError) as error:
        why = reason(error)
        if isinstance(error, FileNotFoundError) and path.is_symlink():
            why = "it is a link that leads nowhere"
        problem = ReadProblem(ReadProblemKind.UNREADABLE, f"the file cannot be read: {why}", _NOWHERE)
        raise ReadError(problem, path) from error


def _content(path: Path, most: int) -> bytes:
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(0, "it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file")
        parts = []
        while most > 0 and (part := os.read(descriptor, min(most, _READ_SIZE))):
            parts.append(part)
            most -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def _refuse_root(parsed: Parsed) -> NoReturn:
    """Raise a ReadError that says what the file holds in place of a mapping."""
    root = parsed.root
    if root is None or parsed.data is None:
        message = "the file is empty: a question is a mapping of fields"
        raise ReadError(ReadProblem(ReadProblemKind.DOCUMENTS, message, _NOWHERE))
    content = "a list" if isinstance(parsed.data, list) else "a single value"
    message = f"the file holds {content}; a question is a mapping of fields such as `title: ...`"
    lines = LineIndex(parsed.text)
    start = start_index(root if isinstance(root, ScalarEvent) else root.opening)
    first = lines.position(start).line
    span = lines.span(start, lines.line_range(first)[1])
    raise ReadError(ReadProblem(ReadProblemKind.NOT_A_MAPPING, message, span, lines.line_text(first)))
