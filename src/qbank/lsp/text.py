"""A text as an editor counts it: lines from 0, and columns in the units that editor and server agreed on."""

from __future__ import annotations

from typing import Final

from lsprotocol.types import Position, PositionEncodingKind, Range

from qbank.yamlio.positions import LineIndex

_MARK: Final = "\ufeff"


class EditorText:
    """The text of a document, with its places told the editor's way and back.

    `text` is without a byte order mark, as qbank reads files; the editor counts it as a character. Places
    that do not exist, as those of a request that a change has overtaken, count as the nearest that does.
    """

    __slots__ = ("_encoding", "_mark", "lines", "text")

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        self._encoding = str(getattr(encoding, "value", encoding))
        self.text: Final = text.removeprefix(_MARK)
        self._mark = self._units(_MARK) if text.startswith(_MARK) else 0
        self.lines: Final = LineIndex(self.text)

    def position(self, index: int) -> Position:
        """Return the editor's place of the character at an index."""
        place = self.lines.position(index)
        start, _ = self.lines.line_range(place.line)
        units = self._units(self.text[start : start + place.column - 1])
        return Position(place.line - 1, units + (self._mark if place.line == 1 else 0))

    def range(self, start: int, end: int) -> Range:
        """Return the editor's range from an index up to another."""
        return Range(self.position(start), self.position(end))

    def index(self, position: Position) -> int:
        """Return the index of an editor's place."""
        line = position.line + 1
        if line > self.lines.line_count:
            return len(self.text)
        start, end = self.lines.line_range(line)
        units = position.character - (self._mark if line == 1 else 0)
        return start + self._characters(self.text[start:end], units)

    def place(self, line: int, column: int) -> int:
        """Return the index of a place as findings tell it: lines and columns from 1, in code points."""
        return self.lines.index(min(max(line, 1), self.lines.line_count), column)

    def _units(self, text: str) -> int:
        if self._encoding == PositionEncodingKind.Utf32.value or text.isascii():
            return len(text)
        if self._encoding == PositionEncodingKind.Utf8.value:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def _characters(self, line: str, units: int) -> int:
        if units <= 0:
            return 0
        if self._encoding == PositionEncodingKind.Utf32.value or line[:units].isascii():
            return min(units, len(line))
        for count, char in enumerate(line):
            units -= self._units(char)
            # In the middle of a character counts as before it.
            if units < 0:
                return count
            if units == 0:
                return count + 1
        return len(line)
