"""The names of a question with varying numbers, told from lines: a file that is typed is hardly YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from qbank.lsp.text import EditorText

_BLOCK: Final = re.compile(
    r"^(?:parameters|derived):[ \t]*\r?\n((?:[ \t]+[^\n]*\n?|[ \t]*\r?\n|#[^\n]*\n?)+)", re.MULTILINE
)
_NAME: Final = re.compile(
    r"^(?P<indent>[ ]+)(?P<name>[A-Za-z_][A-Za-z0-9_]{0,39}):[ \t]*(?P<says>[^\r\n]*)", re.MULTILINE
)
_TYPED: Final = re.compile(r"(?<![\\A-Za-z{^_])\{(?P<typed>[A-Za-z_]?[A-Za-z0-9_]{0,39})$")
_USED: Final = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]{0,39})\}")
_LONGEST_LINE: Final = 4_000


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter or a derived value: what its line says of it, and where its name stands."""

    name: str
    says: str
    start: int
    end: int


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
