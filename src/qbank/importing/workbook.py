"""The cells of a workbook of Excel (.xlsx), as rows of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank.importing.archive import Archive
from qbank.importing.markup.element import Element
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Place

_COLUMN: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_PLACE: Final = re.compile(r"[0-9]{1,7}")
_WHOLE: Final = re.compile(r"(-?[0-9]+)\.0+")
_MOST_COLUMNS: Final = 200


def sheets(data: bytes, place: Place) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the sheets of a workbook by name, each as rows of cells; empty rows stay, so that they count.

    Raises:
        SourceError: it is no workbook.
    """
    archive = Archive(data, place)
    shared = [_text(one) for one in archive.part("xl/sharedStrings.xml").all("si")]
    relations = archive.part("xl/_rels/workbook.xml.rels").children
    targets = {one.get("Id"): one.get("Target") for one in relations}
    book = read_xml(archive.read("xl/workbook.xml"), archive.place("xl/workbook.xml"))
    for sheet in book.within("sheet"):
        target = targets.get(sheet.get("id"), "").removeprefix("/xl/").removeprefix("xl/")
        name = f"xl/{target}"
        if name in archive.names and sheet.get("state", "visible") == "visible":
            yield sheet.get("name"), _rows(archive.part(name), shared)


def _rows(root: Element, shared: list[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in root.within("row"):
        number = _place(row.get("r"), len(rows) + 1)
        while len(rows) < number - 1 and number - len(rows) < 10_000:
            rows.append([])
        cells: list[str] = []
        for cell in row.all("c"):
            place = _COLUMN.fullmatch(cell.get("r"))
            column = _number(place[1]) if place else len(cells)
            if column < _MOST_COLUMNS:
                cells += [""] * (column - len(cells))
                cells.append(_value(cell, shared))
        rows.append(cells)
    return rows


def _place(told: str, otherwise: int) -> int:
    """Return the number of a row or of a shared text as a file tells it, or another one if it tells none."""
    return int(told) if _PLACE.fullmatch(told) else otherwise


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: Element, shared: list[str]) -> str:
    content = cell.word("v")
    match cell.get("t", "n"):
        case "s":
            place = _place(content, len(shared))
            return shared[place] if place < len(shared) else ""
        case "inlineStr":
            return "".join(_text(one) for one in cell.all("is"))
        case "b":
            return "TRUE" if content == "1" else "FALSE"
        case _:
            whole = _WHOLE.fullmatch(content)
            return whole[1] if whole else content


def _text(element: Element) -> str:
    """Return the text of a string, which may be in runs of several styles; not how it is pronounced."""
    return "".join(piece.text for piece in element.within("t", outside_of="rPh"))
