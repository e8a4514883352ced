"""An index of a bank's questions, made when it is first asked for and brought up to date before every use.

Each file is known by its path, size, mtime and ctime. One that differs is read; unless its content differs
too, only its times are noted. A file that was written just before it was read might be written again within
the same tick of the clock, so such a file is looked into the next time whatever its times say.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from qbank.bank.listing import file_states
from qbank.survey.record import COLUMNS, TEXTS, Record, searched_texts
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes

Advance: TypeAlias = Callable[[int, int], None]

_TICK: Final = 2_000_000_000
"""Nanoseconds within which a file system may not tell two times apart."""

_TYPES: Final = {"minutes": "INTEGER", "points": "REAL"}

_SCHEMA: Final = f"""
    CREATE TABLE question (
        number INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE,
        size INTEGER NOT NULL, mtime INTEGER NOT NULL, ctime INTEGER NOT NULL,
        digest BLOB NOT NULL, sure INTEGER NOT NULL, problem TEXT NOT NULL,
        {", ".join(f"{name} {_TYPES.get(name, 'TEXT NOT NULL')}" for name in COLUMNS)});
    CREATE TABLE tag (
        word TEXT NOT NULL, question INTEGER NOT NULL, PRIMARY KEY (word, question)) WITHOUT ROWID;
    CREATE INDEX tag_question ON tag (question);
    CREATE VIRTUAL TABLE words USING fts5(
        {", ".join(TEXTS)}, tokenize = "porter unicode61 remove_diacritics 2");
"""


class Index:
    """The questions of a bank, ready to be searched with SQL.

    `remark` says why the index is not kept, if it is not.
    """

    def __init__(self, root: Path, connection: sqlite3.Connection, remark: str | None = None) -> None:
        self.root = root
        self.connection = connection
        self.remark = remark

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def refresh(self, advance: Advance | None = None) -> None:
        """Bring the index up to date; `advance` is told how many files of how many have been looked at.

        Raises:
            TargetError: the bank's folder of questions cannot be read.
            sqlite3.Error: the index is damaged or cannot be written.
        """
        if not any(self._stale()):
            return
        with self.writing():
            # Another process may have been faster, and have seen more.
            changed, gone = self._stale()
            for done, file in enumerate(changed, 1):
                self._look_into(*file)
                if advance is not None and done % 100 == 0:
                    advance(done, len(changed))
            for number in gone:
                self._forget(number)

    def _stale(self) -> tuple[list[tuple[str, list[int], int | None, bytes | None]], list[int]]:
        """Return the files to look into, each with what is known of it, and the questions without a file."""
        known = {
            path: (number, seen, sure, digest)
            for number, path, *seen, sure, digest in self.connection.execute(
                "SELECT number, path, size, mtime, ctime, sure, digest FROM question"
            )
        }
        changed = []
        for path, *seen in file_states(self.root):
            number, before, sure, digest = known.pop(os.fsencode(path), (None, None, 0, None))
            if not (sure and before == seen):
                changed.append((path, seen, number, digest))
        return changed, [number for number, *_ in known.values()]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Change the index as a whole or not at all, alone among all processes."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def _look_into(self, path: str, seen: Sequence[int], number: int | None, digest: bytes | None) -> None:
        """Read a file, and note what it holds if that is new."""
        now = time.time_ns()
        content: bytes | None = None
        problem = ""
        try:
            content = read_content(self.root / path)
        except ReadError as error:
            problem = str(error.problem)
        content_digest = b"" if content is None else blake2b(content, digest_size=16).digest()
        sure = content is not None and now - max(seen[1:]) > _TICK
        if number is not None and content is not None and content_digest == digest:
            self.connection.execute(
                "UPDATE question SET size = ?, mtime = ?, ctime = ?, sure = ? WHERE number = ?",
                (*seen, sure, number),
            )
            return
        if number is not None:
            self._forget(number)
        data: dict[str, Any] = {}
        if content is not None:
            try:
                data = read_bytes(content).data
                problem = "" if isinstance(data.get("id"), str) else "1:1: it holds no question with an id"
            except ReadError as error:
                problem = str(error.problem)
        self._add(os.fsencode(path), (*seen, content_digest, sure, problem), {} if problem else data)

    def _add(self, path: bytes, state: tuple[Any, ...], data: dict[str, Any]) -> None:
        record = Record.of(data)
        row = (path, *state, *record.cells())
        number = self.connection.execute(
            f"INSERT INTO question VALUES (NULL, {', '.join('?' * len(row))})", row
        ).lastrowid
        if not data:
            return
        self.connection.executemany("INSERT INTO tag VALUES (?, ?)", [(tag, number) for tag in record.tags])
        self.connection.execute(
            f"INSERT INTO words (rowid, {', '.join(TEXTS)}) VALUES (?{', ?' * len(TEXTS)})",
            (number, *searched_texts(data, record)),
        )

    def _forget(self, number: int) -> None:
        self.connection.execute("DELETE FROM words WHERE rowid = ?", (number,))
        self.connection.execute("DELETE FROM tag WHERE question = ?", (number,))
        self.connection.execute("DELETE FROM question WHERE number = ?", (number,))


def has_tables(connection: sqlite3.Connection) -> bool:
    """Whether a database holds an index."""
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'question'").fetchone() is not None


def make_tables(connection: sqlite3.Connection) -> None:
    """Make an empty index.

    Raises:
        sqlite3.Error: this SQLite cannot search texts, or the database cannot be written.
    """
    for statement in _SCHEMA.split(";"):
        if statement.strip():
            connection.execute(statement)
