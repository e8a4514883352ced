"""Where in a question or a set a place is, and what names its texts have, told from lines and indentation.

A file that is being typed is hardly ever right YAML, so nothing here parses it: a wrong answer costs a
suggestion, not more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from qbank.lsp.text import EditorText

_FIELD: Final = re.compile(r"^(?P<indent>[ ]*(?:-[ ]+)?)(?P<name>[A-Za-z_]\w*)[ \t]*:(?:[ \t]+|$)")
_ITEM: Final = re.compile(r"^(?P<indent>[ ]*)-(?:[ \t]+|$)")
_INNER: Final = re.compile(r"(?:^|[{,]\s*)(?P<name>[A-Za-z_]\w*)\s*:\s+$")
_FIRST: Final = re.compile(r"[^\s'\"\[\]{},#]*$")
_REST: Final = re.compile(r"[^\s'\"\[\]{},#:]*")
_BLOCK: Final = re.compile(
    r"^(?:parameters|derived):[ \t]*\r?\n((?:[ \t]+[^\n]*\n?|[ \t]*\r?\n|#[^\n]*\n?)+)", re.MULTILINE
)
_NAME: Final = re.compile(
    r"^(?P<indent>[ ]+)(?P<name>[A-Za-z_][A-Za-z0-9_]{0,39}):[ \t]*(?P<says>[^\r\n]*)", re.MULTILINE
)
_TYPED: Final = re.compile(r"(?<![\\A-Za-z{^_])\{(?P<typed>[A-Za-z_]?[A-Za-z0-9_]{0,39})$")
_USED: Final = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]{0,39})\}")
_LONGEST_LINE: Final = 2_000
_MOST_LINES: Final = 2_000


@dataclass(frozen=True, slots=True)
class Place:
    """The word at a place, and the names of the fields that it is a value of, outermost first.

    `start` and `end` are the indices of the word, `typed` is how much of it stands before the place.
    """

    fields: tuple[str, ...]
    word: str
    typed: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter or a derived value: what its line says of it, and where its name stands."""

    name: str
    says: str
    start: int
    end: int


def place_at(text: EditorText, index: int) -> Place | None:
    """Return what stands at an index; None where no value of a field can stand."""
    number = text.lines.position(index).line
    begin, line_end = text.lines.line_range(number)
    before = text.text[begin:index]
    if len(before) > _LONGEST_LINE or re.search(r"(?:^|\s)#", before):
        return None
    found = _FIRST.search(before)
    typed = found[0] if found else ""
    behind = _REST.match(text.text, index, line_end)
    end = behind.end() if behind else index
    start = index - len(typed)
    fields = _fields(text, number, before[: len(before) - len(typed)].rstrip("'\""))
    return None if not fields else Place(fields, text.text[start:end], typed, start, end)


def field_value(text: str, name: str) -> str | None:
    """Return the word that a field of the file itself has, if it is a plain one."""
    found = re.search(rf"^{name}:[ \t]+['\"]?([\w+-]+)['\"]?[ \t]*(?:#.*)?\r?$", text, re.MULTILINE)
    return found[1] if found else None


def parameters_of(text: str) -> Mapping[str, Parameter]:
    """Return the parameters and derived values of a question, in their order."""
    found: dict[str, Parameter] = {}
    for block in _BLOCK.finditer(text):
        indent = None
        for line in _NAME.finditer(text, *block.span(1)):
            indent = indent or line["indent"]
            if line["indent"] == indent:
                found[line["name"]] = Parameter(line["name"], line["says"].strip(), *line.span("name"))
    return found


def typed_at(text: EditorText, index: int) -> tuple[int, str] | None:
    """Return where a name begins that is typed behind a brace, and how much of it stands there."""
    begin, _ = text.line_around(index)
    found = None if index - begin > _LONGEST_LINE else _TYPED.search(text.text[begin:index])
    return None if found is None else (begin + found.start("typed"), found["typed"])


def used_at(text: EditorText, index: int) -> Parameter | None:
    """Return the parameter or derived value whose name stands in braces at a place."""
    begin, end = text.line_around(index)
    for hit in _USED.finditer(text.text, begin, min(end, begin + _LONGEST_LINE)):
        if hit.start() <= index < hit.end():
            return parameters_of(text.text).get(hit["name"])
    return None


def _fields(text: EditorText, number: int, before: str) -> tuple[str, ...]:
    """Return the names of the fields around what follows `before` on a line."""
    field = _FIELD.match(before)
    if field:
        outer = _outer(text, number, len(field["indent"]))
        return (*outer, field["name"], *_inner(before[field.end() :]))
    item = _ITEM.match(before)
    if item and not before[item.end() :].strip():
        # The items of a list may stand at the column of its field.
        return _outer(text, number, len(item["indent"]) + 1)
    return ()


def _inner(flow: str) -> tuple[str, ...]:
    """Return the name within braces that a value belongs to, as in `{track: cloud, level: `."""
    if "{" not in flow:
        return ()
    inner = _INNER.search(flow.rpartition("[")[0] if flow.count("[") > flow.count("]") else flow)
    return (inner["name"],) if inner else ("",)


def _outer(text: EditorText, number: int, column: int) -> tuple[str, ...]:
    """Return the names of the fields above a line that are indented less than a column, outermost first."""
    names: list[str] = []
    for above in range(number - 1, max(number - _MOST_LINES, 0), -1):
        if column == 0:
            break
        line = text.lines.line_text(above)[:_LONGEST_LINE]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        field = _FIELD.match(line)
        indent = len(field["indent"]) if field else len(line) - len(line.lstrip(" "))
        if indent < column:
            if field is None and not _ITEM.match(line):
                return ()  # the inside of a text
            if field is not None:
                names.append(field["name"])
                # `- title: x`: the dash is what the next name out has to stand left of, or at.
                dash = field["indent"].find("-")
                column = indent if dash < 0 else dash + 1
    return tuple(reversed(names))
