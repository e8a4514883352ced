r"""From a character of a decoded scalar to the characters of the file that stand for it.

Plain and quoted scalars are read part by part, blocks line by line; the decoded text is collected together
with the place each part of it came from. The parser's value is the judge: where the two differ there is no
map, and callers fall back to the place of the whole scalar.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice
from typing import NamedTuple

from yaml.scanner import Scanner

from qbank import lazy_re
from qbank.yamlio.nodes import ScalarNode

# Line breaks inside a quoted or plain scalar, with the blanks around them that folding removes.
_FOLD = r"(?P<fold>[ \t]*(?:\r?\n[ \t]*)+)"
_BREAK = lazy_re.compile(r"\r?\n")
_PARTS = {
    "": lazy_re.compile(rf"{_FOLD}|[^ \t\r\n]+|[ \t]+"),
    "'": lazy_re.compile(rf"{_FOLD}|(?P<quote>'')|[^ \t\r\n']+|[ \t]+"),
    '"': lazy_re.compile(
        rf"{_FOLD}|(?P<joined>\\\r?\n(?:[ \t]*\r?\n)*[ \t]*)|\\(?P<escape>x..|u.{{4}}|U.{{8}}|.)"
        r"|[^ \t\r\n\\]+|[ \t]+",
        re.DOTALL,
    ),
}
"""What a scalar that is no block is made of, by its style; what has no name stands for itself."""
_BLOCK_HEADER = lazy_re.compile(r"[|>]([-+0-9]*)[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)")
_BLOCK_LINE = lazy_re.compile(r"(?P<spaces> *)(?P<rest>[^\r\n]*)(?P<end>\r?\n|$)")


class DesyncError(Exception):
    """The source does not decode to the value the parser gave."""


class _Segment(NamedTuple):
    """A piece of a decoded scalar from `offset` on, which stands at `start` in the source.

    One of width 0 is a run of characters that stand in the source as they are; any other is a single
    character made of `width` characters of the source, such as an escape or a fold.
    """

    offset: int
    start: int
    width: int
    text: str


class ValueMap:
    """Where each character of a decoded scalar stands in the source."""

    __slots__ = ("_segments", "empty_at", "indent", "length")

    def __init__(self, empty_at: int, indent: int = 0) -> None:
        self._segments: list[_Segment] = []
        self.length = 0
        self.empty_at = empty_at
        self.indent = indent

    def add_run(self, text: str, start: int, end: int) -> None:
        """Append the characters `start` to `end` of the source as they are."""
        if start < end:
            self._segments.append(_Segment(self.length, start, 0, text[start:end]))
            self.length += end - start

    def add_unit(self, char: str, start: int, end: int) -> None:
        """Append one character that the source writes as the characters `start` to `end`."""
        self._segments.append(_Segment(self.length, start, end - start, char))
        self.length += 1

    def value(self) -> str:
        """The decoded text."""
        return "".join(segment.text for segment in self._segments)

    def place(self, offset: int) -> tuple[int, int]:
        """The indices in the source between which the decoded character at `offset` stands."""
        at = bisect_right(self._segments, offset, key=lambda segment: segment.offset) - 1
        segment = self._segments[at]
        if segment.width:
            return segment.start, segment.start + segment.width
        start = segment.start + offset - segment.offset
        return start, start + 1

    def source_range(self, start: int, end: int) -> tuple[int, int] | None:
        """The source of the decoded characters `start` up to, not including, `end`; None if out of range."""
        if not 0 <= start <= end <= self.length:
            return None
        if start < end:
            return self.place(start)[0], self.place(end - 1)[1]
        if self.length == 0:
            place = self.empty_at
        elif start < self.length:
            place = self.place(start)[0]
        else:
            place = self.place(start - 1)[1]
        return place, place


def value_map(text: str, node: ScalarNode) -> ValueMap | None:
    """The map of a scalar, or None if its source does not decode to its value."""
    try:
        mapped = _map_block(text, node) if node.style in ("|", ">") else _map_parts(text, node)
    except DesyncError:
        return None
    return mapped if mapped.value() == node.value else None


def _map_parts(text: str, node: ScalarNode) -> ValueMap:
    quotes = len(node.style)
    start, end = node.start + quotes, node.end - quotes
    mapped = ValueMap(start)
    for part in _PARTS[node.style].finditer(text, start, end):
        match part.lastgroup:
            case "fold":
                _add_fold(mapped, text, *part.span())
            case "quote":
                mapped.add_unit("'", *part.span())
            case "escape":
                mapped.add_unit(_unescape(part["escape"]), *part.span())
            case "joined":
                # The escaped break itself gives nothing; every empty line behind it gives a line end.
                for line_end in islice(_BREAK.finditer(text, *part.span()), 1, None):
                    mapped.add_unit("\n", *line_end.span())
            case _:
                mapped.add_run(text, *part.span())
    return mapped


def _unescape(escape: str) -> str:
    if len(escape) == 1:
        if escape not in Scanner.ESCAPE_REPLACEMENTS:
            raise DesyncError
        return Scanner.ESCAPE_REPLACEMENTS[escape]
    try:
        return chr(int(escape[1:], 16))
    except ValueError:
        raise DesyncError from None


def _add_fold(mapped: ValueMap, text: str, start: int, end: int) -> None:
    """One line break becomes a space; of several, the first vanishes and the others stay."""
    breaks = list(_BREAK.finditer(text, start, end))
    if len(breaks) == 1:
        mapped.add_unit(" ", *breaks[0].span())
    for line_end in breaks[1:]:
        mapped.add_unit("\n", *line_end.span())


def _map_block(text: str, node: ScalarNode) -> ValueMap:
    header = _BLOCK_HEADER.match(text, node.start)
    if header is None:
        raise DesyncError
    # Behind the last line break stands an empty piece, which is no line.
    lines = list(filter(re.Match.group, _BLOCK_LINE.finditer(text, header.end(), node.raw_end)))
    indent = _block_indent(lines, node.value)
    mapped = ValueMap(header.end(), indent)
    # Line breaks whose fate is open: what they become depends on the line after them.
    first_break: re.Match[str] | None = None
    empty: list[re.Match[str]] = []
    after_indented = False
    for line in lines:
        spaces = len(line["spaces"])
        if not line["rest"] and spaces <= indent:
            empty.append(line)
            continue
        if spaces < indent:
            raise DesyncError
        content = line.start() + indent
        indented = text[content] in " \t"
        if node.style == ">" and first_break is not None and not indented and not after_indented:
            if not empty:
                mapped.add_unit(" ", *first_break.span("end"))
        elif first_break is not None:
            _add_break(mapped, first_break)
        for blank in empty:
            _add_break(mapped, blank)
        mapped.add_run(text, content, line.start("end"))
        first_break, empty, after_indented = line, [], indented
    if "-" not in header[1] and first_break is not None:
        _add_break(mapped, first_break)
    if "+" in header[1]:
        for blank in empty:
            _add_break(mapped, blank)
    return mapped


def _add_break(mapped: ValueMap, line: re.Match[str]) -> None:
    if line["end"]:
        mapped.add_unit("\n", *line.span("end"))


def _block_indent(lines: list[re.Match[str]], value: str) -> int:
    """How many spaces the parser took off every line: what the source has more than the value.

    The parent's indentation, on which a header such as `|2` builds, need not be known that way.
    """
    for line in lines:
        if line["rest"]:
            lead = value.lstrip("\n ")
            before = value[: len(value) - len(lead)]
            return len(line["spaces"]) - (len(before) - before.rfind("\n") - 1)
    widest = max((len(line["spaces"]) for line in lines), default=0)
    return widest - max((len(row) for row in value.split("\n")), default=0)
