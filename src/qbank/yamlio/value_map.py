r"""From a character of a decoded scalar to the characters of the file that stand for it.

Each YAML style has a decoder of its own here, which walks the source and collects the decoded text together
with the place each part of it came from. The parser's value is the judge: where the two differ there is no
map, and callers fall back to the place of the whole scalar.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from qbank import lazy_re
from qbank.yamlio.nodes import ScalarNode

# Line breaks inside a quoted or plain scalar, with the blanks around them that folding removes.
_FOLD = r"[ \t]*(?:\r?\n[ \t]*)+"
_BREAK = lazy_re.compile(r"\r?\n")
_PLAIN_PART = lazy_re.compile(rf"({_FOLD})|[^ \t\r\n]+|[ \t]+")
_SINGLE_PART = lazy_re.compile(rf"({_FOLD})|('')|[^ \t\r\n']+|[ \t]+")
_DOUBLE_PART = lazy_re.compile(
    rf"({_FOLD})|(\\\r?\n(?:[ \t]*\r?\n)*[ \t]*)|\\(x..|u.{{4}}|U.{{8}}|.)|[^ \t\r\n\\]+|[ \t]+", re.DOTALL
)
_BLOCK_HEADER = lazy_re.compile(r"[|>]([-+0-9]*)[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)")
_BLOCK_LINE = lazy_re.compile(r"( *)([^\r\n]*)(\r?\n|$)")

_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


class DesyncError(Exception):
    """The source does not decode to the value the parser gave."""


class ValueMap:
    """Where each character of a decoded scalar stands in the source.

    The map is a list of segments. One of width 0 is a run of characters that stand in the source as they
    are; any other is a single character made of `width` characters of the source, such as an escape or a
    fold.
    """

    __slots__ = ("_offsets", "_parts", "_starts", "_widths", "empty_at", "indent", "length")

    def __init__(self, empty_at: int, indent: int = 0) -> None:
        self._offsets: list[int] = []
        self._starts: list[int] = []
        self._widths: list[int] = []
        self._parts: list[str] = []
        self.length = 0
        self.empty_at = empty_at
        self.indent = indent

    def add_run(self, text: str, start: int, end: int) -> None:
        """Append the characters `start` to `end` of the source as they are."""
        if start < end:
            self._offsets.append(self.length)
            self._starts.append(start)
            self._widths.append(0)
            self._parts.append(text[start:end])
            self.length += end - start

    def add_unit(self, char: str, start: int, end: int) -> None:
        """Append one character that the source writes as the characters `start` to `end`."""
        self._offsets.append(self.length)
        self._starts.append(start)
        self._widths.append(end - start)
        self._parts.append(char)
        self.length += 1

    def value(self) -> str:
        """The decoded text."""
        return "".join(self._parts)

    def start(self, offset: int) -> int:
        """The index in the source where the decoded character at `offset` starts."""
        segment = bisect_right(self._offsets, offset) - 1
        if self._widths[segment]:
            return self._starts[segment]
        return self._starts[segment] + offset - self._offsets[segment]

    def end(self, offset: int) -> int:
        """The index in the source right after the decoded character at `offset`."""
        segment = bisect_right(self._offsets, offset) - 1
        if self._widths[segment]:
            return self._starts[segment] + self._widths[segment]
        return self._starts[segment] + offset - self._offsets[segment] + 1

    def source_range(self, start: int, end: int) -> tuple[int, int] | None:
        """The source of the decoded characters `start` up to, not including, `end`; None if out of range."""
        if not 0 <= start <= end <= self.length:
            return None
        if start < end:
            return self.start(start), self.end(end - 1)
        if self.length == 0:
            place = self.empty_at
        elif start < self.length:
            place = self.start(start)
        else:
            place = self.end(start - 1)
        return place, place


def value_map(text: str, node: ScalarNode) -> ValueMap | None:
    """The map of a scalar, or None if its source does not decode to its value."""
    try:
        if node.style in ("|", ">"):
            mapped = _map_block(text, node)
        elif node.style == "'":
            mapped = _map_single(text, node.start + 1, node.end - 1)
        elif node.style == '"':
            mapped = _map_double(text, node.start + 1, node.end - 1)
        else:
            mapped = _map_plain(text, node.start, node.end)
    except DesyncError:
        return None
    return mapped if mapped.value() == node.value else None


def _map_plain(text: str, start: int, end: int) -> ValueMap:
    mapped = ValueMap(start)
    for part in _PLAIN_PART.finditer(text, start, end):
        if part[1]:
            _add_fold(mapped, text, part.start(), part.end())
        else:
            mapped.add_run(text, part.start(), part.end())
    return mapped


def _map_single(text: str, start: int, end: int) -> ValueMap:
    mapped = ValueMap(start)
    for part in _SINGLE_PART.finditer(text, start, end):
        if part[1]:
            _add_fold(mapped, text, part.start(), part.end())
        elif part[2]:
            mapped.add_unit("'", part.start(), part.end())
        else:
            mapped.add_run(text, part.start(), part.end())
    return mapped


def _map_double(text: str, start: int, end: int) -> ValueMap:
    mapped = ValueMap(start)
    for part in _DOUBLE_PART.finditer(text, start, end):
        if part[1]:
            _add_fold(mapped, text, part.start(), part.end())
        elif part[2]:
            # The escaped break itself gives nothing; every empty line behind it gives a line end.
            for number, match in enumerate(_BREAK.finditer(text, part.start(), part.end())):
                if number:
                    mapped.add_unit("\n", match.start(), match.end())
        elif part[3]:
            mapped.add_unit(_unescape(part[3]), part.start(), part.end())
        else:
            mapped.add_run(text, part.start(), part.end())
    return mapped


def _unescape(escape: str) -> str:
    if len(escape) == 1:
        if escape not in _ESCAPES:
            raise DesyncError
        return _ESCAPES[escape]
    try:
        return chr(int(escape[1:], 16))
    except ValueError:
        raise DesyncError from None


def _add_fold(mapped: ValueMap, text: str, start: int, end: int) -> None:
    """One line break becomes a space; of several, the first vanishes and the others stay."""
    breaks = list(_BREAK.finditer(text, start, end))
    if len(breaks) == 1:
        mapped.add_unit(" ", breaks[0].start(), breaks[0].end())
    for match in breaks[1:]:
        mapped.add_unit("\n", match.start(), match.end())


class _Line:
    """A line of a block scalar: spaces, the rest, and the line break at the end."""

    __slots__ = ("break_end", "break_start", "rest_start", "start")

    def __init__(self, match: re.Match[str]) -> None:
        self.start = match.start()
        self.rest_start = match.start(2)
        self.break_start = match.start(3)
        self.break_end = match.end(3)

    @property
    def spaces(self) -> int:
        return self.rest_start - self.start

    @property
    def blank(self) -> bool:
        return self.rest_start == self.break_start


def _map_block(text: str, node: ScalarNode) -> ValueMap:
    header = _BLOCK_HEADER.match(text, node.start)
    if header is None:
        raise DesyncError
    lines = [_Line(match) for match in _BLOCK_LINE.finditer(text, header.end(), node.raw_end)]
    while lines and lines[-1].start == lines[-1].break_end:
        lines.pop()  # the end of the text behind the last line break
    indent = _block_indent(lines, node.value)
    mapped = ValueMap(header.end(), indent)
    # Line breaks whose fate is open: what they become depends on the line after them.
    first_break: _Line | None = None
    empty: list[_Line] = []
    after_indented = False
    for line in lines:
        if line.blank and line.spaces <= indent:
            empty.append(line)
            continue
        if line.spaces < indent:
            raise DesyncError
        content = line.start + indent
        indented = text[content] in " \t"
        if node.style == ">" and first_break is not None and not indented and not after_indented:
            if not empty:
                mapped.add_unit(" ", first_break.break_start, first_break.break_end)
        elif first_break is not None:
            _add_break(mapped, first_break)
        for blank in empty:
            _add_break(mapped, blank)
        mapped.add_run(text, content, line.break_start)
        first_break, empty, after_indented = line, [], indented
    if "-" not in header[1] and first_break is not None:
        _add_break(mapped, first_break)
    if "+" in header[1]:
        for blank in empty:
            _add_break(mapped, blank)
    return mapped


def _add_break(mapped: ValueMap, line: _Line) -> None:
    if line.break_start < line.break_end:
        mapped.add_unit("\n", line.break_start, line.break_end)


def _block_indent(lines: list[_Line], value: str) -> int:
    """How many spaces the parser took off every line: what the source has more than the value.

    The parent's indentation, on which a header such as `|2` builds, need not be known that way.
    """
    for line in lines:
        if not line.blank:
            lead = value.lstrip("\n ")
            before = value[: len(value) - len(lead)]
            return line.spaces - (len(before) - before.rfind("\n") - 1)
    widest = max((line.spaces for line in lines), default=0)
    return widest - max((len(row) for row in value.split("\n")), default=0)
