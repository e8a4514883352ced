"""Files that people name: as messages show them, and read up to a size."""

from __future__ import annotations

import json
import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from contextlib import suppress
from pathlib import Path
from typing import Final

from qbank.errors import InputError
from qbank.quoting import named, printable, reason

_BINARY: Final = re.compile("[\0-\x08\x0e-\x1a]")


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


def shown_byte(path: Path, content: bytes, index: int) -> str:
    """Return a path as messages show it, with the line and the column at which a byte of it stands."""
    line = content.count(b"\n", 0, index) + 1
    begin = content.rfind(b"\n", 0, index) + 1
    column = len(content[begin:index].decode("utf-8-sig", "replace")) + 1
    return f"{named(path)}:{line}:{column}"


def shown_json_fault(path: Path, content: bytes) -> str:
    """Return a path as messages show it, with the place at which its content stops to be JSON, if it does."""
    try:
        json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return shown_byte(path, content, error.start)
    except json.JSONDecodeError as error:
        return f"{named(path)}:{error.lineno}:{error.colno}"
    except (ValueError, RecursionError):  # a number of too many digits, or nested too deeply to be told where
        pass
    return named(path)


def text_in_any_encoding(data: bytes, *, is_cut: bool = False) -> str | None:
    """Return the text of bytes, whose last character may be `cut`; None if they are none."""
    # Spreadsheets save text in UTF-16 too, and then always say so.
    encodings = ("utf-16",) if is_utf_16(data) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            text = getincrementaldecoder(encoding)().decode(data, final=not is_cut)
            return None if _BINARY.search(text[:4096]) else text
    return None


def is_utf_16(data: bytes) -> bool:
    """Whether bytes are marked as UTF-16."""
    return data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
