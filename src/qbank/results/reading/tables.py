"""Files as tables of text: encodings, separators, numbers of several countries, and durations."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from qbank import lazy_re
from qbank.bank.given_files import read_bounded, text_in_any_encoding
from qbank.quoting import printable
from qbank.results.sheet import ResultsError

MOST_BYTES: Final = 256 << 20
_LONGEST_CELL: Final = 1 << 20
_NUMBER: Final = lazy_re.compile(r"[+-]?(?:\d{1,15}(?:[.,]\d{0,15})?|[.,]\d{1,15})(?:[eE][+-]?\d{1,3})?")
_DURATION: Final = lazy_re.compile(r"(\d{1,9})\s*([^\W\d_]+)")
_CLOCK: Final = lazy_re.compile(r"(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,]\d+)?")
_SECONDS: Final = {"d": 86400, "t": 86400, "st": 3600, "h": 3600, "o": 3600, "u": 3600, "m": 60, "s": 1}


@dataclass(frozen=True)
class Table:
    """A file of rows; all rows are as long as the header."""

    source: str
    header: list[str]
    rows: list[list[str]]

    def column(self, *names: str) -> int | None:
        """Return the first column with one of these names, in any case."""
        found = [place for name in names if (place := self._places.get(name.casefold())) is not None]
        return min(found, default=None)

    def text(self, row: list[str], *names: str) -> str:
        """Return what a row has in the first column with one of these names; empty if there is none."""
        place = self.column(*names)
        return "" if place is None else row[place]

    def headings(self, pattern: re.Pattern[str], behind: int = -1) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield the columns behind one whose headings match a pattern as a whole."""
        for place, heading in enumerate(self.header):
            if place > behind and (match := pattern.fullmatch(heading.strip())) is not None:
                yield place, match

    def first(self, row: list[str], *names: str) -> str:
        """Return what a row has in the first of these columns in which it has something."""
        return next((text for name in names if (text := self.text(row, name)).strip()), "")

    @cached_property
    def _places(self) -> dict[str, int]:
        places: dict[str, int] = {}
        for place, name in enumerate(self.header):
            places.setdefault(name.strip().casefold(), place)
        return places


def read_text(path: Path) -> str:
    """Read a file in UTF-8, UTF-16 with its mark, or what older Windows wrote.

    Raises:
        ResultsError: it cannot be read, or is no text.
    """
    text = text_in_any_encoding(read_bounded(path, MOST_BYTES, ResultsError))
    if text is None:
        raise ResultsError(
            f"{printable(path)}: no text; export results as CSV (a zip is to be unpacked first)"
        )
    return text


def table_of(text: str, source: str) -> Table:
    """Read a text as a table; the separator is the one that its first line has most of.

    Raises:
        ResultsError: it has no rows, or cannot be cut into cells.
    """
    first = text[: text.find("\n", 0, 1 << 20) + 1] or text[: 1 << 20]
    separator = max(",;\t", key=first.count)
    csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if any(row)]
    except csv.Error as error:
        raise ResultsError(f"{source}: cannot be read as CSV: {error}") from error
    if len(rows) < 2:
        raise ResultsError(f"{source}: there are no rows below the header")
    header = rows[0]
    width = len(header)
    for place, row in enumerate(rows):
        if len(row) != width:
            rows[place] = [*row, *[""] * (width - len(row))][:width]
    return Table(source, header, rows[1:])


def number(text: str) -> float | None:
    """Return a number, with a decimal point or comma, None if the text is none."""
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped) is None:
        return None
    value = float(stripped.replace(",", "."))
    return value if math.isfinite(value) else None


def seconds(text: str) -> float | None:
    """Return a duration such as `25 mins 7 secs`, `1:02:03` or `1507`, in seconds; None if it is none."""
    plain = number(text)
    if plain is not None:
        return plain
    clock = _CLOCK.fullmatch(text.strip())
    if clock is not None:
        return int(clock[1] or 0) * 3600 + int(clock[2]) * 60 + int(clock[3])
    total = 0.0
    for amount, unit in _DURATION.findall(text[:200]):
        word = unit.casefold()
        size = _SECONDS.get(word[:2], _SECONDS.get(word[:1]))
        if size is None:
            return None
        total += int(amount) * size
    return total or None


def numbered(header: Iterable[str], names: Sequence[str]) -> dict[str, dict[int, int]]:
    """Return, for headings such as `Answer 3`, by name the columns of each number."""
    found: dict[str, dict[int, int]] = {name: {} for name in names}
    for place, heading in enumerate(header):
        name, _, digits = heading.strip().rpartition(" ")
        if name in found and digits.isascii() and digits.isdecimal() and len(digits) < 5:
            found[name].setdefault(int(digits), place)
    return found
