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
from qbank.importing.pictures import Load, without_pictures
from qbank.importing.place import Content, Place, some_of

_BASE: Final = re.compile(r"^(?:(?:\$|%24)?IMS[-_]CC[-_]FILE_?BASE(?:\$|%24)?|%%LINKPATH%%)/?", re.I)
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
        yield from _drafts(root, place, without_pictures)
        return
    archive = Archive(data, place)
    has_questions = False
    others: list[str] = []
    # Canvas keeps each quiz twice, one of them with less in it.
    whole = {match[1] for name in archive.names if (match := _TWICE.search(name))}
    lesser = (name for name in archive.names if name.endswith("/assessment_qti.xml"))
    doubles = {name for name in lesser if name.split("/")[-2] in whole}
    for name, file, root in archive.documents(doubles):
        if root.name == "questestinterop":
            has_questions = has_questions or any(root.within("item", "bankentry_item"))
            yield from _drafts(root, file, archive.pictures(_names))
        elif root.name != "quiz":
            if root.name not in _SETTINGS:
                others.append(f"{name} (<{root.name}>)")
        elif introduction := source_text(read_html(root.word("description"))):
            file.at(root.line).lose(f"the introduction: {introduction}")
    if others:
        place.note(f"{len(others)} files hold no questions: {some_of(others)}")
    archive.tell_unread(lambda name: name not in doubles)
    if not has_questions:
        raise place.error("holds no QTI 1.2 questions (<questestinterop>)")


def _names(address: str) -> tuple[str, str]:
    """Return what a file may be called in a package by the ways that platforms write its address."""
    wanted = _BASE.sub("", address).lstrip("./")
    return f"web_resources/{wanted}", wanted


def _drafts(root: Element, file: Place, load: Load) -> Iterator[Draft]:
    if root.name != "questestinterop":
        raise file.at(root.line).error(f"QTI 1.2 begins with <questestinterop>, not <{root.name}>")
    for section in root.within("selection_ordering"):
        file.at(section.line).note("a group that draws some of its questions: all are taken")
    for entry in root.within("bankentry_item"):
        what = (
            f"a question of a bank that is not in the file ('{entry.get('item_ref')}'); export the bank too"
        )
        file.at(entry.line).lose(what, Content.QUESTION)
    for item in root.within("item"):
        yield from Item(item, file.at(item.line)).drafts(load)
