"""Files and packages of QTI 1.2.

A package is looked into in memory; of its files only those that hold questions and the pictures they show are
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank.importing.archive import Archive
from qbank.importing.draft import Draft
from qbank.importing.formats.qti12.item import Item
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.source_text import source_text
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Content, Place, SourceError

_MANIFEST: Final = "imsmanifest.xml"
_SETTINGS: Final = frozenset({"settings", "assessmentMeta", "assignmentGroups", "course", "canvas_export"})
_TWICE: Final = re.compile(r"(?:^|/)non_cc_assessments/([^/]+)\.xml\.qti$")


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a package, or a file of one.

    Raises:
        SourceError: it cannot be read, or holds no questions.
    """
    if not data.startswith(b"PK"):
        root = read_xml(data, place)
        if root.name == "questestinterop" and not any(root.within("item", "bankentry_item")):
            raise place.at(root.line).error("holds no <item>, so there is no question in it")
        yield from _drafts(root, place, None)
        return
    archive = Archive(data, place)
    has_questions = False
    others: list[str] = []
    for name in _files(archive.names):
        file = archive.place(name)
        content = archive.read(name)
        try:
            root = read_xml(content, file)
        except SourceError as error:
            file.lose_file(error)
            continue
        if root.name == "questestinterop":
            has_questions = has_questions or any(root.within("item", "bankentry_item"))
            yield from _drafts(root, file, archive)
        elif root.name != "quiz":
            if root.name not in _SETTINGS:
                others.append(f"{name} (<{root.name}>)")
        elif introduction := source_text(read_html(root.word("description"))):
            file.at(root.line).lose(f"the introduction: {introduction}")
    if others:
        rest = ", ..." if len(others) > 5 else ""
        place.note(f"{len(others)} files hold no questions: {', '.join(others[:5])}{rest}")
    for name in archive.unread:
        if name.rpartition("/")[2] == _MANIFEST or name in _doubles(archive.names):
            continue
        if name.lower().endswith((".zip", ".imscc")):
            archive.place(name).lose("a package within the package; unpack it and import it", Content.FILE)
        else:
            archive.place(name).lose("the file, which no question shows", Content.FILE)
    if not has_questions:
        raise place.error("holds no QTI 1.2 questions (<questestinterop>)")


def _files(names: tuple[str, ...]) -> Iterator[str]:
    """Yield the files that may hold questions; Canvas keeps each quiz twice, one of them with less in it."""
    doubles = _doubles(names)
    for name in names:
        is_xml = name.lower().endswith((".xml", ".xml.qti", ".qti"))
        if is_xml and name.rpartition("/")[2] != _MANIFEST and name not in doubles:
            yield name


def _doubles(names: tuple[str, ...]) -> set[str]:
    whole = {match[1] for name in names if (match := _TWICE.search(name))}
    return {name for name in names if name.endswith("/assessment_qti.xml") and name.split("/")[-2] in whole}


def _drafts(root: Element, file: Place, archive: Archive | None) -> Iterator[Draft]:
    if root.name != "questestinterop":
        raise file.at(root.line).error(f"QTI 1.2 begins with <questestinterop>, not <{root.name}>")
    for section in root.within("selection_ordering"):
        file.at(section.line).note("a group that draws some of its questions: all are taken")
    for entry in root.within("bankentry_item"):
        ident = entry.attributes.get("item_ref", "")
        file.at(entry.line).lose(
            f"a question of a bank that is not in the file ('{ident}'); export the bank too", Content.QUESTION
        )
    for item in root.within("item"):
        draft = Item(item, file.at(item.line)).draft(archive)
        if draft is not None:
            yield draft
