"""Files and packages of QTI 2.1, 2.2 and 3.0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from qbank.importing.archive import Archive
from qbank.importing.draft import Draft
from qbank.importing.formats.qti2.item import Item
from qbank.importing.formats.qti2.names import with_names_of_2
from qbank.importing.markup.inlines import Picture
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.pictures import Load, beside
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
        draft = Item(root, place.at(root.line)).draft(beside(place))
        if draft is not None:
            yield draft
        return
    archive = Archive(data, place)
    items = {}
    order: list[str] = []
    for name, file, document in archive.documents():
        root = with_names_of_2(document)
        if root.name == "assessmentItem":
            items[name] = root
        elif root.name in {"assessmentTest", "assessmentSection"}:
            folder = name.rpartition("/")[0]
            for reference in root.within("assessmentItemRef"):
                order.append(_joined(folder, unquote(reference.get("href"))))
            for section in root.within("selection"):
                file.at(section.line).note("a section that draws some of its questions: all are taken")
        elif root.name == "questestinterop":
            file.lose("a file of QTI 1.2 within; import it by itself", Content.FILE)
    if not items:
        raise place.error("holds no items of QTI 2 or 3 (<assessmentItem>)")
    names = list(dict.fromkeys([*(name for name in order if name in items), *items]))
    for name in names:
        root = items[name]
        draft = Item(root, archive.place(name).at(root.line)).draft(_pictures(archive, name))
        if draft is not None:
            yield draft
    archive.tell_unread(lambda name: name.lower().endswith(_PICTURES))


def _pictures(archive: Archive, item: str) -> Load:
    """Return what finds the files of pictures from the folder of an item on."""

    def load(picture: Picture) -> bytes | None:
        wanted = unquote(picture.source).partition("?")[0]
        return archive.find(f"{item.rpartition('/')[0]}/{wanted}".lstrip("/"), wanted.lstrip("./"))

    return load


def _joined(folder: str, name: str) -> str:
    """Return a path within a package; one that leads out of it names nothing."""
    steps: list[str] = folder.split("/") if folder else []
    for step in name.split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step not in {"", "."}:
            steps.append(step)
    return "/".join(steps)
