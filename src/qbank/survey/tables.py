"""A bank as tables for other programs: a SQLite file, or CSV.

Every question is a row of `question`; what a question may have several of is in tables of their own, in the
order of the file. Fields that hold more than text and numbers are JSON. The same bank gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from qbank.sets.kinds import question_kind
from qbank.unchecked import as_list, as_mapping, mappings

TEXT, INTEGER, REAL, JSON = "TEXT", "INTEGER", "REAL", "TEXT"

COLUMNS: Final[Mapping[str, str]] = {
    "id": TEXT, "path": TEXT, "track": TEXT, "level": TEXT, "zone": TEXT, "topic": TEXT,
    "competency_area": TEXT, "bloom_level": TEXT, "phase": TEXT, "kind": TEXT, "status": TEXT,
    "provenance": TEXT, "title": TEXT, "scenario": TEXT, "question": TEXT, "realistic_solution": TEXT,
    "common_mistake": TEXT, "napkin_math": TEXT, "options": JSON, "correct_index": INTEGER, "answer": JSON,
    "parts": JSON, "difficulty": INTEGER, "points": REAL, "expected_time_minutes": INTEGER, "tags": JSON,
    "chains": JSON, "resources": JSON, "authors": JSON, "created_at": TEXT, "last_modified": TEXT,
    "data": JSON,
}  # fmt: skip
"""The columns of a question with their types. `data` holds all of the file, as JSON."""

_IN_DETAILS: Final = frozenset(
    {"realistic_solution", "common_mistake", "napkin_math", "options", "correct_index", "resources"}
)

_SCHEMA: Final = f"""
    CREATE TABLE question (
        number INTEGER PRIMARY KEY, {", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())});
    CREATE TABLE tag (question INTEGER NOT NULL REFERENCES question, tag TEXT NOT NULL);
    CREATE TABLE option (
        question INTEGER NOT NULL REFERENCES question, position INTEGER NOT NULL, text TEXT NOT NULL,
        correct INTEGER NOT NULL, PRIMARY KEY (question, position)) WITHOUT ROWID;
    CREATE TABLE chain (
        question INTEGER NOT NULL REFERENCES question, chain TEXT NOT NULL, position INTEGER);
    CREATE TABLE part (
        question INTEGER NOT NULL REFERENCES question, position INTEGER NOT NULL, label TEXT, prompt TEXT,
        answer TEXT, napkin_math TEXT, points REAL, PRIMARY KEY (question, position)) WITHOUT ROWID;
    CREATE TABLE resource (question INTEGER NOT NULL REFERENCES question, name TEXT, url TEXT);
    CREATE INDEX question_id ON question (id);
    CREATE INDEX tag_tag ON tag (tag);
    CREATE INDEX chain_chain ON chain (chain, position);
"""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


@dataclass(frozen=True, slots=True)
class Source:
    """A question to write: the path from the root of the bank on, and the data of its file."""

    path: str
    data: dict[str, Any]


def write_csv(sources: Iterable[Source], *, verbatim: bool = False) -> Iterator[str]:
    """Yield the lines of a CSV file, a question each, with a header.

    A cell that a spreadsheet would run as a formula begins with `'`, unless `verbatim`.
    """
    yield csv_line(COLUMNS)
    for source in sources:
        cells = ["" if value is None else str(value) for value in _row(source)]
        yield csv_line(cells if verbatim else map(guarded, cells))


def sqlite_bytes(sources: Iterable[Source]) -> bytes:
    """Return a SQLite file with the tables of this module."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(_SCHEMA)
        connection.execute("BEGIN")
        marks = ", ".join("?" * (len(COLUMNS) + 1))
        for number, source in enumerate(sources, 1):
            connection.execute(f"INSERT INTO question VALUES ({marks})", (number, *_row(source)))
            for table, rows in _details(number, source.data).items():
                for row in rows:
                    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        connection.execute("COMMIT")
        return connection.serialize()


def _row(source: Source) -> list[Any]:
    data = source.data
    details = as_mapping(data.get("details"))
    values: dict[str, Any] = {name: (details if name in _IN_DETAILS else data).get(name) for name in COLUMNS}
    values |= {"path": source.path, "kind": question_kind(data).value, "data": data}
    return [_cell(values[name]) for name in COLUMNS]


def _details(number: int, data: Mapping[str, Any]) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of a question in the tables of what it may have several of."""
    details = as_mapping(data.get("details"))
    right = details.get("correct_index")
    columns = ("label", "prompt", "answer", "napkin_math", "points")
    return {
        "tag": [(number, _cell(tag)) for tag in _listed(data.get("tags"))],
        "option": [
            (number, place, _cell(option) or "", int(type(right) is int and right == place))
            for place, option in enumerate(_listed(details.get("options")))
        ],
        "chain": [
            (number, _cell(chain.get("id")) or "", _cell(chain.get("position")))
            for chain in mappings(data.get("chains"))
        ],
        "part": [
            (number, place, *(_cell(part.get(name)) for name in columns))
            for place, part in enumerate(mappings(data.get("parts")))
        ],
        "resource": [
            (number, _cell(link.get("name")), _cell(link.get("url")))
            for link in mappings(details.get("resources"))
        ],
    }


def _listed(value: Any) -> list[Any]:
    return [item for item in as_list(value) if item is not None]


def _cell(value: Any) -> str | int | float | None:
    """Return a value as a cell takes it: what is no text and no number is JSON."""
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, int):
        # SQLite's integers end where those of 64 bits do.
        return int(value) if -(1 << 63) <= value < 1 << 63 else str(value)
    if isinstance(value, str):
        return _clean(value)
    return _clean(json.dumps(value, ensure_ascii=False))


def _clean(text: str) -> str:
    # A lone surrogate is no text that another program would take.
    return text.encode("utf-8", "replace").decode()


def guarded(cell: str) -> str:
    """Return a text as a spreadsheet takes it for a text, and not for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def csv_line(cells: Iterable[object], end: str = "\r\n") -> str:
    """Return a line of a table; None is an empty cell."""
    line = io.StringIO()
    csv.writer(line, lineterminator=end).writerow(cells)
    return line.getvalue()
