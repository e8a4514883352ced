"""Candidate edits inside a scalar, for each YAML style. Whether one of them does is tried elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from yaml.events import ScalarEvent

from qbank import lazy_re
from qbank.bank.editing.edits import Edit
from qbank.yamlio.document import Document
from qbank.yamlio.nodes import start_index
from qbank.yamlio.value_map import ValueMap

_LINE_ENDS = lazy_re.compile(r"\n+")
_INNER_LINE_START = lazy_re.compile(r"\n(?=[^\n])")
_LINE_START = lazy_re.compile(r"^(?=[^\n])", re.MULTILINE)
_SHORT_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


class Replacement(Struct, frozen=True):
    """A wish: other characters for `start` up to, not including, `end` of the decoded text of a scalar.

    `source` is the same range in the file.
    """

    event: ScalarEvent
    mapped: ValueMap
    start: int
    end: int
    source: tuple[int, int]
    text: str


def scalar_edits(document: Document, wish: Replacement) -> Iterator[Edit]:
    """Edits that may fulfil the wish, the one nearest to the text as it is first."""
    start, end = wish.source
    line_end = "\r\n" if "\r\n" in document.text else "\n"
    style = wish.event.style or ""
    if style in ("|", ">"):
        yield from _block_edits(document.text, wish, start, end, line_end)
    elif style == '"':
        yield Edit(start, end, _escaped(wish.text))
        yield from _guarded(wish)
    else:
        margin = " " * (document.lines.position(start_index(wish.event)).column + 1)
        written = _unfolded(wish.text, line_end + margin, line_end)
        yield Edit(start, end, written.replace("'", "''") if style == "'" else written)


def _guarded(wish: Replacement) -> Iterator[Edit]:
    """Edits for double quotes that write blanks, those beside the place among them, as escapes.

    At the start and at the end of a line of the source, plain blanks would be folded away.
    """
    value = wish.mapped.value()
    for before, behind in ((0, 0), (0, 1), (1, 0), (1, 1)):
        first, last = wish.start - before, wish.end + behind
        source = wish.mapped.source_range(first, last)
        beside = value[first : wish.start] + value[wish.end : last]
        if source is not None and not beside.strip(" \t"):
            written = value[first : wish.start] + wish.text + value[wish.end : last]
            yield Edit(*source, _escaped(written).replace(" ", "\\x20"))


def _block_edits(text: str, wish: Replacement, start: int, end: int, line_end: str) -> Iterator[Edit]:
    margin = " " * wish.mapped.indent
    line_start = text.rfind("\n", 0, start) + 1
    before = text[line_start:start]
    if before == margin and start < end and text[end - 1] == "\n":
        # Whole lines: their margin goes with them.
        yield Edit(line_start, end, _LINE_START.sub(margin, wish.text).replace("\n", line_end))
    # An empty line may lack the margin that text on it needs.
    missing = margin[len(before) :] if not before.strip(" ") else ""
    bodies = [_INNER_LINE_START.sub("\n" + margin, wish.text).replace("\n", line_end)]
    if wish.event.style == ">":
        bodies.append(_unfolded(wish.text, line_end + margin, line_end))
    for body in bodies:
        yield Edit(start, end, missing + body)
        if wish.text.endswith("\n"):
            yield Edit(start, end, missing + body + margin)
        if wish.end < wish.mapped.length:
            # Where a line end goes away, the margin of the line behind it must go too.
            yield Edit(start, wish.mapped.place(wish.end)[0], missing + body)


def _unfolded(text: str, last_line_end: str, line_end: str) -> str:
    """A text whose line ends survive folding: the source needs one more of them than the text has."""
    return _LINE_ENDS.sub(lambda match: line_end * len(match[0]) + last_line_end, text)


def _escaped(text: str) -> str:
    return "".join(map(_escaped_char, text))


def _escaped_char(char: str) -> str:
    if char in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[char]
    code = ord(char)
    if char.isprintable():
        return char
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
