"""The text of the files that findings are in, read again when a report shows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from qbank.yamlio.content import read_content
from qbank.yamlio.positions import LineIndex
from qbank.yamlio.read_problems import ReadError


class Sources:
    """Reads files for a report, one at a time: findings come sorted by path.

    `given` are files that came from elsewhere than their paths, such as from standard input.
    """

    def __init__(self, given: Mapping[str, bytes] | None = None) -> None:
        self._given = given or {}
        self._path: str | None = None
        self._text = ""
        self._lines = LineIndex("")

    def line(self, path: str, number: int) -> str | None:
        """Return a line of a file without its line end, or None if there is no such line or file."""
        self._read(path)
        try:
            return self._lines.line_text(number) if self._text else None
        except IndexError:
            return None

    def position(self, path: str, index: int) -> tuple[int, int]:
        """Return the line and the column of a place in a file's text."""
        self._read(path)
        place = self._lines.position(index)
        return place.line, place.column

    def text(self, path: str) -> str:
        """Return the text of a file, without a byte order mark; what is no UTF-8 shows as U+FFFD."""
        self._read(path)
        return self._text

    def _read(self, path: str) -> None:
        if path == self._path:
            return
        self._text = self._content(path).decode("utf-8-sig", "replace")
        self._path = path
        self._lines = LineIndex(self._text)

    def _content(self, path: str) -> bytes:
        if path in self._given:
            return self._given[path]
        try:
            return read_content(Path(path))
        except ReadError:
            return b""
