"""A text as an editor counts it: lines from 0, and columns in the units that editor and server agreed on."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from lsprotocol.types import Position, PositionEncodingKind, Range

from qbank.yamlio.positions import LineIndex

_MARK: Final = "\ufeff"
_BYTES: Final = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
"""How many bytes make a unit, by the way of encoding without a mark."""


class EditorText:
    """The text of a document, with its places told the editor's way and back.

    `text` is without a byte order mark, as qbank reads files; the editor counts it as a character. Places
    that do not exist, as those of a request that a change has overtaken, count as the nearest that does.
    """

    __slots__ = ("_codec", "_mark", "lines", "text")

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        name = str(getattr(encoding, "value", encoding))
        self._codec = name if name == "utf-8" else f"{name}-le"
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

    def line_around(self, index: int) -> tuple[int, int]:
        """Return the indices at which the line of an index starts and ends."""
        return self.lines.line_range(self.lines.position(index).line)

    def place(self, line: int, column: int) -> int:
        """Return the index of a place as findings tell it: lines and columns from 1, in code points."""
        return self.lines.index(min(max(line, 1), self.lines.line_count), column)

    def _units(self, text: str) -> int:
        return len(text.encode(self._codec, "surrogatepass")) // _BYTES[self._codec]

    def _characters(self, line: str, units: int) -> int:
        """Return how many characters so many units take; in the middle of one counts as before it."""
        return bisect_right(range(1, len(line) + 1), units, key=lambda count: self._units(line[:count]))
