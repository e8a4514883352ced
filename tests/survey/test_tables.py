from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import Any

from each import each
from qbank.survey.tables import COLUMNS, Source, sqlite_bytes, write_csv

DATA: dict[str, Any] = {
    "id": "cloud-0001",
    "track": "cloud",
    "title": "=1+1",
    "scenario": 'One\ntwo, "three"',
    "tags": ["a", "b"],
    "expected_time_minutes": 5,
    "points": 2.5,
    "chains": [{"id": "cloud-chain-1", "position": 3}],
    "details": {
        "realistic_solution": "-5",
        "options": ["x", "y"],
        "correct_index": 1,
        "resources": [{"name": "R", "url": "https://example.org"}],
    },
    "parts": [{"prompt": "P?", "answer": {"value": "1 GB"}, "points": 1}],
}
SOURCE = Source("questions/cloud-0001.yaml", DATA)


def rows(sources: list[Source], query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(sqlite_bytes(sources))
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute(query).fetchall()


def test_sqlite() -> None:
    [row] = rows([SOURCE], "SELECT id, path, kind, points, expected_time_minutes, data FROM question")
    assert row[:5] == ("cloud-0001", "questions/cloud-0001.yaml", "choice", 2.5, 5)
    assert json.loads(row[5]) == DATA
    assert rows([SOURCE], "SELECT * FROM tag") == [(1, "a"), (1, "b")]
    assert rows([SOURCE], "SELECT * FROM option") == [(1, 0, "x", 0), (1, 1, "y", 1)]
    assert rows([SOURCE], "SELECT * FROM chain") == [(1, "cloud-chain-1", 3)]
    assert rows([SOURCE], "SELECT prompt, answer, points FROM part") == [("P?", '{"value": "1 GB"}', 1.0)]
    assert rows([SOURCE], "SELECT name, url FROM resource") == [("R", "https://example.org")]


def test_the_same_bank_gives_the_same_bytes() -> None:
    assert sqlite_bytes([SOURCE, SOURCE]) == sqlite_bytes([SOURCE, SOURCE])


def test_csv() -> None:
    text = "".join(write_csv([SOURCE]))
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert tuple(row) == tuple(COLUMNS)
    assert (row["id"], row["scenario"], row["options"]) == ("cloud-0001", 'One\ntwo, "three"', '["x", "y"]')
    assert (row["title"], row["realistic_solution"]) == ("'=1+1", "'-5")
    [row] = csv.DictReader(io.StringIO("".join(write_csv([SOURCE], verbatim=True)), newline=""))
    assert (row["title"], row["realistic_solution"]) == ("=1+1", "-5")


@each("value", [None, 1, 1 << 80, True, [], {}, "odd\ud800\0", [[1]], {"a": "b"}, [{}]])
def test_data_of_any_shape(value: object) -> None:
    names = ("id", "title", "tags", "chains", "parts", "details", "expected_time_minutes", "answer", "kind")
    fields = ("options", "correct_index", "resources", "napkin_math")
    for data in (dict.fromkeys(names, value), {"id": "x", "details": dict.fromkeys(fields, value)}):
        assert len(rows([Source("x", data)], "SELECT * FROM question")) == 1
        "".join(write_csv([Source("x", data)]))
