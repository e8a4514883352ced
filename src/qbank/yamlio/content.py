"""The bytes of a file, of which a stranger decides what it is and how large."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from qbank.quoting import reason
from qbank.yamlio.positions import Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind

MAX_BYTES: Final = 1 << 20
"""The largest file that is read, unless other limits are set; a question is a few thousand bytes."""

# A larger buffer makes every read map and unmap memory, which costs five times the reading.
_READ_SIZE = 1 << 16
# Without O_NONBLOCK opening a named pipe would wait for somebody to write to it.
_OPEN_FLAGS = (
    os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
)


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
        what = "folder" if isinstance(error, PermissionError) and path.is_dir() else "file"
        message = f"the {what} cannot be read: {why}"
        problem = ReadProblem(ReadProblemKind.UNREADABLE, message, Span(1, 1, 1, 1))
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
