"""Telling the format of a file by what is in it; its name decides only where the text could be several."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Final
from xml.parsers import expat

from qbank.bank.given_files import text_in_any_encoding
from qbank.importing.archive import Archive
from qbank.importing.formats.aiken import is_aiken
from qbank.importing.formats.anki import are_notes, is_anki_text
from qbank.importing.formats.blackboard import is_blackboard
from qbank.importing.formats.gift import is_gift
from qbank.importing.formats.rexams import is_rexams
from qbank.importing.formats.text2qti import is_text2qti
from qbank.importing.place import Place, some_of

_BEGINNING: Final = 2**16
"""Bytes of a text in which its format is looked for."""

_ROOTS: Final = {
    "quiz": "moodle",
    "questestinterop": "qti12",
    "assessmentItem": "qti2",
    "assessmentTest": "qti2",
    "qti-assessment-item": "qti2",
    "qti-assessment-test": "qti2",
    "POOL": "blackboard",
}
_TAGS_OF_PAGES: Final = {"p", "div", "details", "h1", "h2", "img", "a", "br", "span", "center", "b", "i"}
_NOT_READ: Final = (
    (
        b"%PDF",
        "a PDF; export the questions from the program it comes from, or copy their text into a .txt file",
    ),
    (b"\xd0\xcf\x11\xe0", "a file of Word or Excel 97-2003; save it as .docx or .xlsx"),
    (b"{\\rtf", "RTF; save it as .docx"),
    (b"SQLite format 3", "an SQLite database; export the deck of Anki as .apkg"),
    (b"\x1f\x8b", "packed by gzip, as backups of Moodle are; export the question bank as Moodle XML"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it"),
    (b"Rar!", "a RAR archive; unpack it"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
_TEXT_SUFFIXES: Final = {
    ".gift": "gift", ".aiken": "aiken", ".csv": "csv", ".tsv": "csv",
    ".md": "md", ".markdown": "md", ".qmd": "md",
}  # fmt: skip
_FILES: Final = {
    "word/document.xml": "docx", "xl/workbook.xml": "csv",
    "collection.anki2": "anki", "collection.anki21": "anki", "collection.anki21b": "anki",
    "h5p.json": "h5p", "content/content.json": "h5p",
}  # fmt: skip
"""Files by which packages are known, the most telling first."""
_OF_TEXT: Final = {
    "anki": is_anki_text, "blackboard": is_blackboard,
    "aiken": is_aiken, "text2qti": is_text2qti, "gift": is_gift,
}  # fmt: skip
"""How text is known whose name says nothing, in this order."""


def recognise(path: Path, data: bytes, place: Place) -> str:
    """Return the name of the format of a file.

    Raises:
        SourceError: it is none that can be read; the message says what it is, where that is known.
    """
    for mark, what in _NOT_READ:
        if data.startswith(mark):
            raise place.error(f"is {what}")
    if data.startswith(b"PK\x03\x04"):
        return _of_package(data, place)
    if (root := _root_of_xml(data, path.suffix.lower())) is not None:
        if root in _ROOTS:
            return _ROOTS[root]
        raise place.error(_other_xml(root))
    text = text_in_any_encoding(data[:_BEGINNING], is_cut=len(data) > _BEGINNING)
    if text is None:
        raise place.error("is no text in an encoding that is known; save it as UTF-8")
    if "\0" in text:
        raise place.error("is neither text nor a package that can be read; it may be damaged")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _of_text(path.suffix.lower(), text, data, place)


def _root_of_xml(data: bytes, suffix: str = ".xml") -> str | None:
    """Return the name of the root element of XML; None for what is no XML."""
    names: list[str] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, _attributes: names.append(name.rpartition(":")[2])
    with suppress(expat.ExpatError, LookupError, ValueError):
        parser.Parse(data[:_BEGINNING].lstrip())
    name = names[0] if names else None
    # A page of Markdown may begin with a tag; <quiz> of Moodle holds questions, that of other tools text.
    if suffix != ".xml" and (name in _TAGS_OF_PAGES or (name == "quiz" and b"<question" not in data)):
        return None
    return name


def _other_xml(root: str) -> str:
    if root.lower() in {"html", "head", "body"}:
        return "is a web page (<html>); questions are exported as XML, QTI or text"
    if root == "manifest":
        return "is the manifest of a package; import the whole package, as .zip or .imscc"
    return f"is XML that begins with <{root}>, which is none of the formats that are read (--help lists them)"


def _of_package(data: bytes, place: Place) -> str:
    archive = Archive(data, place)
    names = archive.names
    about = archive.find("imsmanifest.xml")
    if form := next((_FILES[name] for name in _FILES if name in names), ""):
        return form
    if reason := _not_read_package(set(names)):
        raise place.error(reason)
    if re.search(rb"imsqti_(?:item|test)_xmlv[23]|QTIv?[23]\.|imsqtiasi_v3", about or b""):
        return "qti2"
    if any(re.search(r"^res\d+\.dat$", name.rpartition("/")[2]) for name in names):
        return "blackboard"
    if about is not None:
        return "qti12"
    documents = [name for name in names if name.lower().endswith(".xml")][:50]
    if documents:
        roots = (_root_of_xml(archive.read(name)) or "" for name in documents)
        return "qti2" if any(_ROOTS.get(root) == "qti2" for root in roots) else "qti12"
    kinds = sorted({Path(name).suffix.lower() or name for name in names if not name.endswith("/")})
    what = f"is a package that holds no questions in a format that is read ({some_of(kinds)})"
    raise place.error(f"{what}; unpack it and import the files within")


def _not_read_package(names: set[str]) -> str:
    if "moodle_backup.xml" in names:
        return "is a backup of a Moodle course; export its question bank as Moodle XML"
    if any(name.startswith("ppt/") for name in names):
        return "is a presentation (.pptx); copy its questions into a .docx or .txt file"
    if "content.xml" in names and "mimetype" in names:
        return "is a file of LibreOffice; save it as .docx or .xlsx"
    return ""


def _of_text(suffix: str, text: str, data: bytes, place: Place) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] in {"{", "["} and _is_json(data, start, suffix):
        return "h5p" if re.search(r'"library"\s*:\s*"H5P\.|"tipsAndFeedback"|"mainLibrary"', text) else "json"
    if is_rexams(text):
        return "rexams"
    if suffix in _TEXT_SUFFIXES and not _is_other(suffix, text):
        return _TEXT_SUFFIXES[suffix]
    for name, is_of in _OF_TEXT.items():
        if is_of(text):
            return name
    if _is_table(text):
        return "csv"
    if are_notes(text):
        return "anki"
    if suffix in {".rmd", ".rnw"}:
        raise place.error("has no sections 'Question' and 'Meta-information' of R/exams")
    if re.search(r"\\documentclass|\\begin\{(?:questions|exercise|problem|enumerate)\}", text):
        raise place.error("is LaTeX; convert it with Pandoc (pandoc -t markdown) and import the Markdown")
    return "md"


def _is_json(data: bytes, start: str, suffix: str) -> bool:
    if suffix == ".json":
        return True
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return bool(re.match(r'\{\s*"|\[\s*[{\]]', start))
    return True


def _is_other(suffix: str, text: str) -> bool:
    """Whether a text is plainly of another format than its name says."""
    form = _TEXT_SUFFIXES[suffix]
    if form == "md":
        return is_text2qti(text) or (is_aiken(text) and not re.search(r"^(?:#|\*\*)", text, re.M))
    return form == "csv" and (is_anki_text(text) or is_blackboard(text))


def _is_table(text: str) -> bool:
    """Whether the first lines have as many cells each, and names that tables of questions have."""
    first, _, rest = text.partition("\n")
    for delimiter in "\t;,":
        names = [cell.strip(' "').lower() for cell in first.split(delimiter)]
        if len(names) > 2 and any("question" in name or name in {"stem", "scenario"} for name in names):
            return delimiter in rest
    return False
