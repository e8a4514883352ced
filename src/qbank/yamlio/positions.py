"""Places in a text: positions, spans, and the index that turns offsets into them."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qbank import lazy_re

_BREAK = lazy_re.compile(r"\r\n|\r|\n")


FromZero: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 40)]
"""A count, or an index in a text, as bytes that anybody may have written can say it."""
FromOne: TypeAlias = Annotated[int, Meta(ge=1, lt=1 << 40)]
"""The number of a line or a column."""


class Position(Struct, frozen=True, order=True):
    """A place in a text. Line and column count from 1; columns are code points."""

    line: FromOne
    column: FromOne


class Span(Struct, frozen=True, order=True):
    """A stretch of a text, from its first character up to, not including, its end."""

    line: FromOne
    column: FromOne
    end_line: FromOne
    end_column: FromOne

    @property
    def start(self) -> Position:
        """Where the first character stands."""
        return Position(self.line, self.column)

    @property
    def end(self) -> Position:
        """The place right after the last character."""
        return Position(self.end_line, self.end_column)


class LineIndex:
    r"""Lines of a text, as an editor counts them: they end at `\n`, `\r\n` and `\r`, nowhere else."""

    __slots__ = ("_ends", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        if "\r" in text:
            breaks = [match.span() for match in _BREAK.finditer(text)]
            self._starts = [0, *(end for _, end in breaks)]
            self._ends = [*(start for start, _ in breaks), len(text)]
        else:
            self._ends = list(accumulate(map(len, text.split("\n")), lambda end, line: end + 1 + line))
            self._starts = [0, *(end + 1 for end in self._ends[:-1])]

    @property
    def line_count(self) -> int:
        """How many lines there are; an empty text has one, and so has the space after a final line end."""
        return len(self._starts)

    def position(self, index: int) -> Position:
        """The place of the character at `index`; an index outside the text counts as its nearest end."""
        return Position(*self._place(index))

    def span(self, start: int, end: int) -> Span:
        """The stretch from index `start` up to, not including, index `end`."""
        return Span(*self._place(start), *self._place(max(start, end)))

    def _place(self, index: int) -> tuple[int, int]:
        index = min(max(index, 0), len(self._text))
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1

    def index(self, line: int, column: int) -> int:
        """The index of a place, the inverse of `position`; a column past the line's end counts as its end.

        Raises IndexError if there is no such line.
        """
        start, end = self.line_range(line)
        return min(start + max(column, 1) - 1, end)

    def line_range(self, line: int) -> tuple[int, int]:
        """The indices at which a line starts and ends, its line end left out.

        Raises IndexError if there is no such line.
        """
        if not 1 <= line <= len(self._starts):
            raise IndexError(f"there is no line {line}; the text has {len(self._starts)}")
        return self._starts[line - 1], self._ends[line - 1]

    def line_text(self, line: int) -> str:
        """The text of a line without its line end. Raises IndexError if there is no such line."""
        start, end = self.line_range(line)
        return self._text[start:end]
