"""Candidate edits that put one value for another. Whether one of them does is tried elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yaml.events import ScalarEvent

from qbank import lazy_re
from qbank.bank.editing.edits import Edit
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.dump import UNBROKEN, dump, dump_field, dump_flow
from qbank.yamlio.nodes import MappingNode, Part, SequenceNode, end_index, extent, is_flow, start_index

_FOLDED_WIDTH = 100
_BLANKS = " \t"
_UNPRINTABLE = lazy_re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LIST_OF_FIELD = lazy_re.compile(r"^( *)[\w-]+:[ \t]*\r?\n( *)- ", re.MULTILINE)
_LINE_START = lazy_re.compile(r"\n(?=[^\n])")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands.

    `behind` is the index behind its colon or dash; `column` is how many columns its field or dash is
    indented.
    """

    part: Part
    start: int
    end: int
    behind: int
    column: int
    in_list: bool


def value_edits(document: Document, path: FieldPath, value: Any) -> Iterator[Edit]:
    """Edits that may put `value` in the place of the one at `path`, the one nearest to its style first.

    Raises TypeError for a value that no question file can hold.
    """
    part = document.part(path)
    if part is None:
        return
    text = document.text
    if any(_is_flow(document.part(path[:depth])) for depth in range(len(path))):
        start, end = extent(text, part)
        space = " " if text[start - 1 : start] == ":" else ""
        yield Edit(start, end, space + dump_flow(value))
        if isinstance(value, str):
            yield Edit(start, end, space + dump_field(value, style='"').lstrip(" "))
        return
    place = _place(document, path, part)
    line_end = "\r\n" if "\r\n" in text else "\n"
    list_offset = _list_offset(text)
    if (
        isinstance(part, SequenceNode | MappingNode)
        and not is_flow(part)
        and isinstance(value, list | dict)
        and value
    ):
        # A block collection for another takes its column.
        column = document.lines.position(place.start).column - 1
        written = dump(value, list_offset=list_offset).rstrip("\n")
        yield Edit(place.start, place.end, _shifted(written, column, line_end))
    if place.in_list and isinstance(value, list):
        # ruamel.yaml would write `-   - x` for a list in a list.
        list_offset = 0
    width = (
        _FOLDED_WIDTH if isinstance(part, ScalarEvent) and "\n" in text[place.start : place.end] else UNBROKEN
    )
    for style in _styles(part, value):
        written = dump_field(value, style=style, width=width, list_offset=list_offset, in_list=place.in_list)
        yield from _spliced(text, place, _shifted(written, place.column, line_end), line_end)
    if isinstance(value, list | dict):
        # Where a block does not fit, as before a comment on the same line, brackets and braces do.
        yield from _spliced(text, place, " " + dump_flow(value), line_end)


def _is_flow(part: Part | None) -> bool:
    return isinstance(part, SequenceNode | MappingNode) and is_flow(part)


def _place(document: Document, path: FieldPath, part: Part) -> _Place:
    text = document.text
    start, end = extent(text, part)
    key = document.key(path)
    if key is not None:
        behind = text.find(":", end_index(key)) + 1
        column = document.lines.position(start_index(key)).column - 1
        return _Place(part, start, end, behind, column, in_list=False)
    parent = document.part(path[:-1])
    first_dash = extent(text, parent)[0] if parent is not None else start
    behind = text.rfind("-", 0, start) + 1
    return _Place(part, start, end, behind, document.lines.position(first_dash).column - 1, in_list=True)


def _list_offset(text: str) -> int:
    """How far the file indents the items of a list behind their field."""
    found = _LIST_OF_FIELD.search(text)
    return max(len(found[2]) - len(found[1]), 0) if found else 0


def _styles(part: Part, value: Any) -> list[str | None]:
    """Styles to try for a text; None leaves the choice to the writer."""
    if not isinstance(value, str):
        return [None]
    styles: list[str | None] = [None, '"']
    style = part.style if isinstance(part, ScalarEvent) else None
    if _UNPRINTABLE.search(value):
        # Only double quotes can hold it, and ruamel.yaml takes a bell for a mark of its own.
        return ['"']
    if style:
        styles.insert(0, style)
    if "\n" in value and style not in ("|", ">"):
        styles.insert(0, "|")
    return styles


def _shifted(written: str, column: int, line_end: str) -> str:
    return _LINE_START.sub("\n" + " " * column, written).replace("\n", line_end)


def _spliced(text: str, place: _Place, written: str, line_end: str) -> Iterator[Edit]:
    beside = "\n" not in text[place.behind : place.start]
    start = place.start if beside else place.behind
    if not beside and isinstance(place.part, ScalarEvent) and written.startswith(" "):
        # The old text has a line of its own, maybe below a comment.
        yield Edit(place.start, place.end, written[1:])
    if written.startswith(" ") and text[start - 1] in _BLANKS:
        written = written[1:]
    elif not written.startswith(" "):
        while text[start - 1] in _BLANKS:
            start -= 1
    yield Edit(start, place.end, written)
    if place.end == len(text):
        yield Edit(start, place.end, written + line_end)
    if isinstance(place.part, ScalarEvent) and place.part.style in ("|", ">"):
        # The blank lines behind a block text are part of it if it says so (|+).
        yield Edit(start, end_index(place.part), written + line_end)
