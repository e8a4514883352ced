"""An index of a bank's questions, made when it is first asked for and brought up to date before every use.

Each file is known by its path, size, mtime and ctime. One that differs is read; unless its content differs
too, only its times are noted. A file that was written just before it was read might be written again within
the same tick of the clock, so such a file is looked into the next time whatever its times say.

The index lies in the bank's cache folder, in a file whose name only this user can know: an index that comes
with somebody's bank is never opened. Where none can be kept, it is made in memory.
"""

from __future__ import annotations

import hmac
import json
import os
import sqlite3
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from qbank import __version__
from qbank.bank.cache_folder import FOLDER, make_cache_folder, user_secret
from qbank.bank.listing import FileState, file_states
from qbank.bank.problems import ReadError
from qbank.bank.reader import read_bytes, read_content
from qbank.bank.wording import printable
from qbank.survey.record import TEXTS, Record, searched_texts

Advance: TypeAlias = Callable[[int, int], None]

_FORMAT: Final = 1
_PATIENCE: Final = 60.0
"""Seconds to wait for another process that brings the index up to date."""
_TICK: Final = 2_000_000_000
"""Nanoseconds within which a file system may not tell two times apart."""

_SCHEMA: Final = f"""
    CREATE TABLE state (seal BLOB NOT NULL, unsure INTEGER NOT NULL);
    CREATE TABLE question (
        number INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE,
        size INTEGER NOT NULL, mtime INTEGER NOT NULL, ctime INTEGER NOT NULL,
        digest BLOB NOT NULL, sure INTEGER NOT NULL, problem TEXT NOT NULL,
        id TEXT NOT NULL, title TEXT NOT NULL, track TEXT NOT NULL, level TEXT NOT NULL, zone TEXT NOT NULL,
        topic TEXT NOT NULL, area TEXT NOT NULL, bloom TEXT NOT NULL, phase TEXT NOT NULL,
        status TEXT NOT NULL, kind TEXT NOT NULL, minutes INTEGER, tags TEXT NOT NULL);
    CREATE TABLE tag (
        word TEXT NOT NULL, question INTEGER NOT NULL, PRIMARY KEY (word, question)) WITHOUT ROWID;
    CREATE INDEX tag_question ON tag (question);
    CREATE VIRTUAL TABLE words USING fts5(
        {", ".join(TEXTS)}, tokenize = "porter unicode61 remove_diacritics 2");
"""


class NoIndexError(Exception):
    """There can be no index; the message says why."""


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
        states = file_states(self.root)
        if self._is_fresh(states):
            return
        with self._writing():
            # Another process may have been faster, and have seen more.
            states = file_states(self.root)
            if not self._is_fresh(states):
                self._update(states, advance)

    def _is_fresh(self, states: Sequence[FileState]) -> bool:
        found = self.connection.execute("SELECT seal, unsure FROM state").fetchone()
        return found is not None and found == (_seal(states), 0)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def _update(self, states: Sequence[FileState], advance: Advance | None) -> None:
        known = {
            path: (number, seen, sure, digest)
            for number, path, *seen, sure, digest in self.connection.execute(
                "SELECT number, path, size, mtime, ctime, sure, digest FROM question"
            )
        }
        unsure = 0
        for done, (path, *seen) in enumerate(states, 1):
            name = os.fsencode(path)
            number, before, sure, digest = known.pop(name, (None, None, 0, None))
            if not (sure and before == seen):
                unsure += self._look_into(path, seen, number, digest)
            if advance is not None and done % 100 == 0:
                advance(done, len(states))
        for number, *_ in known.values():
            self._forget(number)
        self.connection.execute("DELETE FROM state")
        self.connection.execute("INSERT INTO state VALUES (?, ?)", (_seal(states), unsure))

    def _look_into(self, path: str, seen: Sequence[int], number: int | None, digest: bytes | None) -> bool:
        """Read a file, and note what it holds if that is new; return whether it has to be read again."""
        now = time.time_ns()
        content: bytes | None = None
        problem = ""
        try:
            content = read_content(self.root / path)
        except ReadError as error:
            problem = _told(error)
        found = b"" if content is None else blake2b(content, digest_size=16).digest()
        sure = content is not None and now - max(seen[1:]) > _TICK
        if number is not None and content is not None and found == digest:
            self.connection.execute(
                "UPDATE question SET size = ?, mtime = ?, ctime = ?, sure = ? WHERE number = ?",
                (*seen, sure, number),
            )
            return not sure
        if number is not None:
            self._forget(number)
        data: dict[str, Any] = {}
        if content is not None:
            try:
                data = read_bytes(content).data
                problem = "" if isinstance(data.get("id"), str) else "1:1: it holds no question with an id"
            except ReadError as error:
                problem = _told(error)
        self._add(os.fsencode(path), (*seen, found, sure, problem), {} if problem else data)
        return not sure

    def _add(self, path: bytes, state: tuple[Any, ...], data: dict[str, Any]) -> None:
        record = Record.of(data)
        row = (
            path, *state,
            record.id, record.title, record.track, record.level, record.zone, record.topic, record.area,
            record.bloom, record.phase, record.status, record.kind, record.minutes, json.dumps(record.tags),
        )  # fmt: skip
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


def open_index(root: Path, advance: Advance | None = None) -> Index:
    """Open the index of the bank at `root`, made or brought up to date. Whoever opens it closes it.

    Raises:
        TargetError: the bank's folder of questions cannot be read.
        NoIndexError: this Python's SQLite cannot search texts.
    """
    try:
        file = _place(root)
    except OSError as error:
        return _in_memory(root, advance, f"{printable(error.filename or root / FOLDER)}: {_reason(error)}")
    for _ in range(2):
        try:
            return _opened(root, file, advance)
        except sqlite3.OperationalError as error:
            # It is locked, read-only or on a full disk: right perhaps, but not to be written now.
            if _is_damage(error):
                _remove(file)
                continue
            return _in_memory(root, advance, f"{printable(file)}: {error}", file)
        except (sqlite3.DatabaseError, UnicodeError, ValueError):
            _remove(file)
    return _in_memory(root, advance, f"{printable(file)}: it is damaged and cannot be replaced")


def _place(root: Path) -> Path:
    """Return the path of the index, which only this user can know. Raises OSError."""
    said = f"{_FORMAT} {__version__} {os.path.realpath(root)}"
    name = hmac.new(user_secret(), said.encode("utf-8", "surrogateescape"), "sha256").hexdigest()[:24]
    folder = root / FOLDER
    try:
        folder = make_cache_folder(root)
    except OSError:
        # In a folder that may not be written, an index may lie all the same.
        if not (folder / f"search-{name}.sqlite").is_file() or folder.is_symlink():
            raise
    file = folder / f"search-{name}.sqlite"
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise OSError(0, "it is no regular file", str(file))
    return file


def _opened(root: Path, file: Path, advance: Advance | None) -> Index:
    is_new = not file.exists()
    connection = _connect(str(file))
    try:
        index = Index(root, connection)
        if not _has_tables(connection):
            with index._writing():
                if not _has_tables(connection):  # another process may have been faster
                    _make_tables(connection)
        index.refresh(advance)
        if is_new:
            _forget_others(file)
    except BaseException:
        connection.close()
        raise
    return index


def _in_memory(root: Path, advance: Advance | None, remark: str, file: Path | None = None) -> Index:
    """Make an index that is not kept, from the one in a file if that is of use."""
    connection = _connect(":memory:")
    index = Index(root, connection, remark)
    try:
        if file is not None and _is_copied(file, connection):
            with suppress(sqlite3.DatabaseError):
                index.refresh(advance)
                return index
            connection.close()
            index.connection = connection = _connect(":memory:")
        _make_tables(connection)
        index.refresh(advance)
    except sqlite3.OperationalError as error:
        connection.close()
        if "fts5" in str(error):
            raise NoIndexError("the SQLite of this Python cannot search texts: it lacks FTS5") from error
        raise
    except BaseException:
        connection.close()
        raise
    return index


def _is_copied(file: Path, connection: sqlite3.Connection) -> bool:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as kept:
            kept.backup(connection)
        return _has_tables(connection)
    except sqlite3.Error:
        return False


def _connect(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'state'").fetchone() is not None


def _make_tables(connection: sqlite3.Connection) -> None:
    for statement in _SCHEMA.split(";"):
        if statement.strip():
            connection.execute(statement)


def _is_damage(error: sqlite3.OperationalError) -> bool:
    # A table or a column that is missing, after something else wrote to the file.
    return any(said in str(error) for said in ("no such table", "no such column", "malformed", "vtable"))


def _remove(file: Path) -> None:
    for name in (file, file.with_name(f"{file.name}-journal")):
        with suppress(OSError):
            name.unlink()


def _forget_others(file: Path) -> None:
    """Remove what other versions of qbank, or this one at another place, have left."""
    for other in file.parent.glob("search-*.sqlite"):
        if other != file:
            _remove(other)


def _seal(states: Sequence[FileState]) -> bytes:
    """Return what a listing of files is known by."""
    digest = blake2b(digest_size=16)
    digest.update("\0".join([state[0] for state in states]).encode("utf-8", "surrogateescape"))
    digest.update(array("q", [number for _, *numbers in states for number in numbers]))
    return digest.digest()


def _told(error: ReadError) -> str:
    span = error.problem.span
    return f"{span.line}:{span.column}: {error.problem.message}"


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
