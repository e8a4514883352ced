"""What stands in a source where a question was found, to be shown beside its draft."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from qbank.bank.given_files import text_in_any_encoding
from qbank.grouping import grouped
from qbank.importing.archive import Archive
from qbank.importing.place import Place, SourceError

MOST_LINES: Final = 24


class Excerpts:
    """The lines of sources, each of which is read once."""

    def __init__(self, places: Sequence[Place]) -> None:
        starts = grouped((place.source, place.line or 0) for place in places)
        self._starts = {source: sorted(set(lines)) for source, lines in starts.items()}
        self._texts: dict[str, list[str]] = {}

    def of(self, place: Place) -> list[str]:
        """Return the lines from a place up to that of the next question; none where a source has no lines."""
        if place.line is None:
            return []
        lines = self._lines(place.source)
        after = (line for line in self._starts[place.source] if line > (place.line or 0))
        end = min(next(after, len(lines) + 1) - 1, place.line - 1 + MOST_LINES)
        found = lines[place.line - 1 : end]
        while found and not found[-1].strip():
            found.pop()
        return found

    def _lines(self, source: str) -> list[str]:
        if source not in self._texts:
            text = text_in_any_encoding(_bytes(source)) or ""
            self._texts[source] = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return self._texts[source]


def _bytes(source: str) -> bytes:
    """Return the bytes of a file, or of one within a package; nothing where it cannot be read any more."""
    outer, _, inner = source.partition("!")
    try:
        data = Path(outer).read_bytes()
        return Archive(data, Place(outer)).read(inner) if inner else data
    except (OSError, SourceError):
        return b""
