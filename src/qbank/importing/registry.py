"""Which formats can be imported, how to tell them apart, and how to read a source in one.

A format is a module of this room with a function `read(data, source)` that returns what it took of the bytes
of a file; `source` is the path that remarks name. The one for banks reads a folder, and has `read_folder`.
"""

from __future__ import annotations

import importlib
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from qbank.importing.draft import ImportResult, SourceError
from qbank.quoting import printable

LARGEST: Final = 64 * 2**20
"""Bytes of the largest file that is read."""


@dataclass(frozen=True, slots=True)
class Source:
    """One format: its name, what it is, and the module that reads it."""

    name: str
    summary: str
    module: str
    folder: bool = False


_SOURCES: Final = (
    Source("md", "Markdown: a chapter of exercises, a quiz, or our own export", "markdown"),
    Source("csv", "a table with a row for each question", "csv_table"),
    Source("json", "our own export, or questions as objects with our fields", "json"),
    Source("moodle", "Moodle XML", "moodle"),
    Source("qti12", "QTI 1.2: a package, as of Canvas, or one of its files", "qti12"),
    Source("staffml", "the folder of another bank", "staffml", folder=True),
)


def sources() -> Mapping[str, Source]:
    """Return the formats by name, in the order in which to show them."""
    return _BY_NAME


def read_source(path: Path, name: str | None = None) -> ImportResult:
    """Read a source, in the format that its name and its beginning tell if none is given.

    Raises:
        SourceError: it cannot be read, is too large, or is none of the formats.
    """
    if path.is_dir():
        form = _BY_NAME[name or "staffml"]
        if not form.folder:
            raise SourceError(f"{printable(path)}: is a folder; --from {form.name} takes a file")
        return _taken(form, "read_folder", path)
    data = _bytes(path)
    form = _BY_NAME[name or _told(path, data)]
    if form.folder:
        raise SourceError(f"{printable(path)}: is a file; --from {form.name} takes the folder of a bank")
    return _taken(form, "read", data, str(path))


def _taken(form: Source, function: str, *arguments: object) -> ImportResult:
    module = importlib.import_module(f"qbank.importing.formats.{form.module}")
    result: ImportResult = getattr(module, function)(*arguments)
    return result


def _bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SourceError(f"{printable(path)}: is neither a file nor a folder")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise SourceError(f"{printable(path)}: cannot be read: {reason}") from error
    if len(data) > LARGEST:
        raise SourceError(f"{printable(path)}: is larger than {LARGEST // 2**20} MiB; import it in parts")
    if not data.strip():
        raise SourceError(f"{printable(path)}: is empty")
    return data


def _told(path: Path, data: bytes) -> str:
    suffix = path.suffix.lower()
    start = data[:4096]
    if start.startswith(b"PK\x03\x04") or b"<questestinterop" in start:
        return "qti12"
    if suffix == ".xml" or b"<quiz" in start:
        return "moodle"
    if suffix in {".csv", ".tsv"}:
        return "csv"
    if suffix == ".json":
        return "json"
    if suffix in {".md", ".markdown", ".qmd", ".txt"}:
        return "md"
    names = ", ".join(_BY_NAME)
    raise SourceError(f"{printable(path)}: its name does not tell what it is; say it with --from ({names})")


_BY_NAME: Final = MappingProxyType({source.name: source for source in _SOURCES})
