"""Where the index of a bank lies, and how it is opened.

It lies in the bank's cache folder, in a file whose name only this user can know: an index that comes with
somebody's bank is never opened. A damaged one is made anew. Where none can be kept, it is made in memory.
"""

from __future__ import annotations

import hmac
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from qbank.bank.cache_folder import FOLDER, make_cache_folder, user_secret
from qbank.errors import InputError
from qbank.quoting import named, reason
from qbank.survey import index as engine
from qbank.survey import record
from qbank.survey.index import Advance, Index, has_tables, make_tables

_PATIENCE: Final = 60.0
"""Seconds to wait for another process that brings the index up to date."""


class NoIndexError(InputError):
    """There can be no index; the message says why."""


def open_index(root: Path, advance: Advance | None = None) -> Index:
    """Open the index of the bank at `root`, made or brought up to date. Whoever opens it closes it.

    Raises:
        TargetError: the bank's folder of questions cannot be read.
        NoIndexError: this Python's SQLite cannot search texts.
    """
    try:
        file = _place(root)
    except OSError as error:
        return _in_memory(root, advance, f"{named(Path(error.filename or root / FOLDER))}: {reason(error)}")
    for _ in range(2):
        try:
            return _opened(root, file, advance)
        except sqlite3.OperationalError as error:
            # It is locked, read-only or on a full disk: right perhaps, but not to be written now.
            if _is_damage(error):
                _remove(file)
                continue
            return _in_memory(root, advance, f"{named(file)}: {error}")
        except (sqlite3.DatabaseError, UnicodeError, ValueError):
            _remove(file)
    return _in_memory(root, advance, f"{named(file)}: it is damaged and cannot be replaced")


def _place(root: Path) -> Path:
    """Return the path of the index, which only this user can know. Raises OSError."""
    said = hmac.new(user_secret(), os.fsencode(os.path.realpath(root)), "sha256")
    # The code too: what one engine has kept is nothing to another one.
    for module in (engine, record):
        said.update(Path(str(module.__file__)).read_bytes())
    name = f"search-{said.hexdigest()[:24]}.sqlite"
    file = make_cache_folder(root) / name
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise OSError(0, "it is no regular file", str(file))
    return file


def _opened(root: Path, file: Path, advance: Advance | None) -> Index:
    is_new = not file.exists()
    index = _refreshed(root, str(file), advance)
    if is_new:
        _forget_others(file)
    return index


def _in_memory(root: Path, advance: Advance | None, remark: str) -> Index:
    """Make an index that is not kept."""
    try:
        return _refreshed(root, ":memory:", advance, remark)
    except sqlite3.OperationalError as error:
        if "fts5" in str(error):
            raise NoIndexError("the SQLite of this Python cannot search texts: it lacks FTS5") from error
        raise


def _refreshed(root: Path, name: str, advance: Advance | None, remark: str | None = None) -> Index:
    """Return the index of a database, made where it holds none."""
    connection = _connect(name)
    index = Index(root, connection, remark)
    try:
        if not has_tables(connection):
            with index.writing():
                if not has_tables(connection):  # another process may have been faster
                    make_tables(connection)
        index.refresh(advance)
    except BaseException:
        connection.close()
        raise
    return index


def _connect(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA cache_size = -65536")
        connection.execute("PRAGMA temp_store = MEMORY")
    except BaseException:
        connection.close()
        raise
    return connection


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
