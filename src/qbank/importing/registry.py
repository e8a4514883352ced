"""Which formats can be imported, how to tell them apart, and how to read a source in one.

A format is a module of `formats` with a function `read(data, place)` that yields the drafts of the bytes of a
file; `place` is the file as remarks name it. The one for banks reads a folder, and has `read_folder`.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from qbank.bank.given_files import read_bounded
from qbank.importing.draft import Draft
from qbank.importing.place import Place, Remark, SourceError
from qbank.importing.recognising import recognise

LARGEST: Final = 64 * 2**20
"""Bytes of the largest file that is read."""


@dataclass(frozen=True, slots=True)
class Source:
    """One format: its name, what it is, and the module that reads it."""

    name: str
    summary: str
    module: str
    folder: bool = False


_SOURCES: Final = (  # in the order in which to show them
    Source("md", "Markdown: a chapter of exercises, a quiz, or our own export", "markdown"),
    Source("moodle", "Moodle XML", "moodle.reader"),
    Source("qti12", "QTI 1.2: a package, as of Canvas, or one of its files", "qti12.reader"),
    Source("qti2", "QTI 2.1, 2.2 or 3.0: a package or an item", "qti2.reader"),
    Source("gift", "GIFT, the text format of Moodle", "gift"),
    Source("aiken", "Aiken: options and the letter of the right one", "aiken"),
    Source("text2qti", "the plain text of text2qti", "text2qti"),
    Source("blackboard", "Blackboard: questions in lines with tabs, or a pool", "blackboard"),
    Source("rexams", "R/exams: exercises in .Rmd or .Rnw that need no R", "rexams"),
    Source("docx", "Word: numbered questions with options and a marked key", "docx"),
    Source("csv", "a table with a row for each question: CSV or .xlsx, as of Kahoot or Quizizz", "table"),
    Source("anki", "Anki: a package (.apkg) or notes as text", "anki"),
    Source("h5p", "H5P: a question set or another content type with questions", "h5p"),
    Source("json", "our own export, or questions as objects with our fields", "json"),
    Source("staffml", "the folder of another bank", "staffml", folder=True),
)


SOURCES: Final = MappingProxyType({source.name: source for source in _SOURCES})
"""The formats by name."""


def read_source(path: Path, remarks: list[Remark], name: str | None = None) -> list[Draft]:
    """Read a source, in the format that its content tells if none is given.

    What there is to say about it is added to `remarks`.

    Raises:
        InputError: it cannot be read, is too large, or is none of the formats.
    """
    place = Place(str(path), None, remarks)
    is_folder = path.is_dir()
    data = b"" if is_folder else _bytes(path, place)
    form = SOURCES[name or ("staffml" if is_folder else recognise(path, data, place))]
    if is_folder and not form.folder:
        raise place.error(f"is a folder; --from {form.name} takes a file")
    if form.folder and not is_folder:
        raise place.error(f"is a file; --from {form.name} takes the folder of a bank")
    module = importlib.import_module(f"qbank.importing.formats.{form.module}")
    return list(module.read_folder(path, place) if is_folder else module.read(data, place))


def _bytes(path: Path, place: Place) -> bytes:
    if path.exists() and not path.is_file():
        raise place.error("is neither a file nor a folder")
    data = read_bounded(path, LARGEST, SourceError)
    if not data.strip():
        raise place.error("is empty")
    return data
