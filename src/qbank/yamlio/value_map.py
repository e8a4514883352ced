r"""From a character of a decoded scalar to the characters of the file that stand for it.

Plain and quoted scalars are read part by part, blocks line by line; the decoded text is collected together
with the place each part of it came from. The parser's value is the judge: where the two differ there is no
map, and callers fall back to the place of the whole scalar.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice

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

    def place(self, offset: int) -> tuple[int, int]:
        """The indices in the source between which the decoded character at `offset` stands."""
        segment = bisect_right(self._offsets, offset) - 1
        if width := self._widths[segment]:
            return self._starts[segment], self._starts[segment] + width
        start = self._starts[segment] + offset - self._offsets[segment]
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
        mapped.add_unit(" ", *breaks[0].span())
    for line_end in breaks[1:]:
        mapped.add_unit("\n", *line_end.span())


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
