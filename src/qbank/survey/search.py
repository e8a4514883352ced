"""Finding questions in the index: by what they are about, and by what they say."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.bank.given_files import from_here
from qbank.quoting import printable
from qbank.sets.selection import RANGES
from qbank.survey.index import Index
from qbank.survey.record import COLUMNS, Record
from qbank.survey.words import Words

FIELDS: Final = ("track", "level", "zone", "topic", "area", "bloom", "status", "kind", "tag")
"""What questions are filtered by."""

MARK_START, MARK_END = "\x02", "\x03"
"""What stands around found words in an excerpt; no text of a question file holds such characters raw."""

_SELECT: Final = f"SELECT path, {', '.join(COLUMNS)} FROM question WHERE"
_READABLE: Final = "problem = ''"
_FOUND: Final = "words CROSS JOIN question ON number = words.rowid WHERE words MATCH ?"
"""Questions that hold words; SQLite is to look for the words first, and not anew for every question."""
_WEIGHTS: Final = "10, 8, 3, 4, 2, 1, 1, 6"
"""How much a word counts that is found in each of `TEXTS`."""
_EXCERPT_WORDS: Final = 14


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for: questions that fit every filter in one of its words, and hold the words given.

    `ranges` are the lowest and the highest number of a field; a question that says none does not fit.
    """

    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Words = field(default_factory=Words)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hit:
    """A question that was found: its path from the root of the bank on, and where the words stand."""

    path: str
    record: Record
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """Questions that were found, the best first, and how many there are in all."""

    shown: tuple[Hit, ...]
    fitting: int


def search(index: Index, wanted: Wanted, limit: int | None = None) -> Hits:
    """Return the questions that fit, the best first if words are searched for, else in the order of ids."""
    where, values = _condition(wanted)
    if not wanted.words.match:
        rows = index.connection.execute(f"{_SELECT} {where} ORDER BY id, path", values).fetchall()
        return Hits(tuple(map(_hit, rows[:limit])), len(rows))
    # Ids decide between those that fit equally well.
    ranking = index.connection.execute(
        f"SELECT number FROM {_FOUND} AND {where} ORDER BY bm25(words, {_WEIGHTS}), question.id, path",
        (wanted.words.match, *values),
    ).fetchall()
    best = [number for (number,) in ranking[:limit]]
    columns = ", ".join(f"question.{name}" for name in COLUMNS)
    hits = {
        number: _hit(row, excerpt)
        for number, excerpt, *row in index.connection.execute(
            f"SELECT number, snippet(words, -1, ?, ?, '…', {_EXCERPT_WORDS}), path, {columns} FROM {_FOUND} "
            f"AND number IN ({', '.join(map(str, best))})",
            (MARK_START, MARK_END, wanted.words.match),
        )
    }
    return Hits(tuple(hits[number] for number in best), len(ranking))


def records(index: Index, wanted: Wanted) -> Iterator[Record]:
    """Yield the questions that fit, in the order of ids."""
    where, values = _condition(wanted)
    if wanted.words.match:
        where += " AND number IN (SELECT rowid FROM words WHERE words MATCH ?)"
        values = (*values, wanted.words.match)
    for _, *cells in index.connection.execute(f"{_SELECT} {where} ORDER BY id, path", values):
        yield Record.of_cells(cells)


def count(index: Index) -> int:
    """Return how many questions the bank holds."""
    [(number,)] = index.connection.execute(f"SELECT count(*) FROM question WHERE {_READABLE}")
    return int(number)


def unreadable(index: Index) -> list[str]:
    """Return the files that hold no question, a line each: the place, and what is the matter."""
    return [
        f"{printable(from_here(index.root / os.fsdecode(path)).as_posix())}:{problem}"
        for path, problem in index.connection.execute(
            "SELECT path, problem FROM question WHERE problem <> '' ORDER BY path"
        )
    ]


def _condition(wanted: Wanted) -> tuple[str, tuple[str | float, ...]]:
    """Return what a question has to fulfil, but for the words to be found, as SQL and the values for it."""
    parts = [_READABLE]
    values: list[str | float] = []
    if wanted.words.without:
        parts.append("number NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(wanted.words.without)
    for name in FIELDS:
        words = wanted.filters.get(name)
        if not words:
            continue
        marks = ", ".join("?" * len(words))
        if name == "tag":
            parts.append(f"number IN (SELECT question FROM tag WHERE word IN ({marks}))")
        else:
            parts.append(f"{name} IN ({marks})")
        values += words
    for name in RANGES:
        if name in wanted.ranges:
            parts.append(f"{name} BETWEEN ? AND ?")
            values += wanted.ranges[name]
    return " AND ".join(parts), tuple(values)


def _hit(row: Sequence[Any], excerpt: str = "") -> Hit:
    return Hit(os.fsdecode(row[0]), Record.of_cells(row[1:]), excerpt)
