"""Files and packages of QTI 2.1, 2.2 and 3.0."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import partial
from typing import Final
from urllib.parse import unquote

from qbank.importing.archive import Archive
from qbank.importing.draft import Draft
from qbank.importing.formats.qti2.item import Item
from qbank.importing.formats.qti2.names import with_names_of_2
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.pictures import beside
from qbank.importing.place import Content, Place

_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a package, or the file of an item.

    Raises:
        SourceError: it cannot be read, or holds no questions.
    """
    if not data.startswith(b"PK"):
        root = with_names_of_2(read_xml(data, place))
        if root.name != "assessmentItem":
            raise place.at(root.line).error(
                f"<{root.name}> holds no item of QTI 2 or 3; import the package it is of"
            )
        yield from Item(root, place.at(root.line)).drafts(beside(place))
        return
    archive = Archive(data, place)
    items = {}
    order: list[str] = []
    for name, file, document in archive.documents():
        root = with_names_of_2(document)
        if root.name == "assessmentItem":
            items[name] = root
        elif root.name in {"assessmentTest", "assessmentSection"}:
            for reference in root.within("assessmentItemRef"):
                # Beginning at the root, so that a path which leads out of the package names nothing.
                path = f"/{posixpath.dirname(name)}/{unquote(reference.get('href'))}"
                order.append(posixpath.normpath(path).lstrip("/"))
            for section in root.within("selection"):
                file.at(section.line).note("a section that draws some of its questions: all are taken")
        elif root.name == "questestinterop":
            file.lose("a file of QTI 1.2 within; import it by itself", Content.FILE)
    if not items:
        raise place.error("holds no items of QTI 2 or 3 (<assessmentItem>)")
    for name in dict.fromkeys([*(name for name in order if name in items), *items]):
        root = items[name]
        load = archive.pictures(partial(_names, posixpath.dirname(name)))
        yield from Item(root, archive.place(name).at(root.line)).drafts(load)
    archive.tell_unread(lambda name: name.lower().endswith(_PICTURES))


def _names(folder: str, address: str) -> tuple[str, str]:
    """Return what a file may be called in a package that an item in a folder refers to."""
    return f"{folder}/{address}".lstrip("/"), address.lstrip("./")
