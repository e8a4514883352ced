"""Files that people name: as messages show them, and read up to a size."""

from __future__ import annotations

import os
from pathlib import Path

from qbank.errors import InputError
from qbank.quoting import printable, reason


def from_here(path: Path) -> Path:
    """Return a path as seen from the working directory, as messages show it."""
    try:
        return Path(os.path.relpath(path))
    except ValueError:  # another drive
        return path


def read_bounded(path: Path, most: int, error: type[InputError]) -> bytes:
    """Read a file of at most so many bytes; what is wrong with it is told by an error of this kind."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as fault:
        raise error(f"{printable(path)}: cannot be read: {reason(fault)}") from fault
    if len(content) > most:
        raise error(f"{printable(path)}: is larger than {most >> 20} MiB")
    return content
