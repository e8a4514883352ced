"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from qbank.errors import InputError
from qbank.quoting import named, reason
from qbank.yamlio.decoding import BYTE_ORDER_MARK

_WRITE_BITS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class WriteError(InputError):
    """A file that could not be written; it is as it was before."""


def unchanged(path: Path, why: str) -> WriteError:
    """Make the error that tells why a file stays as it is."""
    return WriteError(f"{named(path)}: {why}; nothing was changed")


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write a file so that any reader sees either the old content or the new.

    A link is followed, and the real file replaced. Its mode and, where the system allows it, its owner
    stay. A text is written as UTF-8 with its line ends as they are; a file that began with a byte order
    mark keeps it, for `Document.text` has none. Raises WriteError, and leaves the file as it was, if it
    cannot be written.
    """
    real = Path(os.path.realpath(path))
    try:
        data = content if isinstance(content, bytes) else encoded(real, content)
        _replace(real, data)
    except UnicodeEncodeError as error:
        raise unchanged(path, "cannot be written: the text holds a lone surrogate") from error
    except OSError as error:
        raise unchanged(path, f"cannot be written: {reason(error)}") from error


def encoded(path: Path, text: str) -> bytes:
    """Return a text as UTF-8, with the byte order mark that its file has, if any."""
    data = text.encode("utf-8")
    try:
        with path.open("rb") as file:
            marked = file.read(len(BYTE_ORDER_MARK)) == BYTE_ORDER_MARK
    except FileNotFoundError:
        marked = False
    return BYTE_ORDER_MARK + data if marked else data


def create(path: Path, content: str | bytes) -> None:
    """Write a file that is not there yet, with the folders above it, whole or not at all.

    Raises WriteError if it is there already, or cannot be written.
    """
    try:
        make_folder(path.parent)
        _create(path, content if isinstance(content, bytes) else content.encode("utf-8"))
    except FileExistsError:
        raise unchanged(path, "is there already") from None
    except (OSError, UnicodeEncodeError) as error:
        raise unchanged(path, f"cannot be written: {reason(error)}") from error


def make_folder(folder: Path) -> None:
    """Make a folder, with those above it, if it is not there.

    Raises:
        OSError: it cannot be.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except PermissionError as error:
        above = next(one for one in folder.absolute().parents if one.is_dir())
        raise _read_only(above, error) from error


def _read_only(folder: Path, error: OSError) -> PermissionError:
    return PermissionError(error.errno, f"the folder {named(folder)} is read-only")


@contextmanager
def written_beside(path: Path, data: bytes, *, mode: int = 0o666, durable: bool = True) -> Iterator[Path]:
    """Write a file beside `path` for the caller to put in its place; what still stands there then is removed.

    Args:
        path: what is to be written in the end.
        data: what it is to hold.
        mode: who may do what with it.
        durable: whether it has to survive a power cut.

    Raises:
        OSError: it cannot be written.
    """
    # A hidden name: should the machine stop in the middle, no search takes the rest for a question.
    new = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    except PermissionError as error:
        raise _read_only(path.parent, error) from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield new
    finally:
        with suppress(OSError):
            new.unlink()


def put_where_nothing_is(new: Path, path: Path) -> None:
    """Give a file that was written beside `path` this name.

    Raises:
        FileExistsError: somebody else made a file of this name meanwhile; that stays.
        OSError: it cannot be.
    """
    try:
        # Unlike a rename, a link never takes the place of another file.
        path.hardlink_to(new)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links.
        new.replace(path)


def _create(path: Path, data: bytes) -> None:
    if os.path.lexists(path):
        raise FileExistsError
    with written_beside(path, data) as new:
        put_where_nothing_is(new, path)


def _replace(real: Path, data: bytes) -> None:
    try:
        before = real.stat()
    except FileNotFoundError:
        before = None
    if before is not None and not (before.st_mode & _WRITE_BITS and os.access(real, os.W_OK)):
        # The folder may well allow to replace it, but whoever made it read-only meant something by that.
        raise PermissionError(errno.EACCES, "the file is read-only")
    with written_beside(real, data) as new:
        if before is not None:
            _keep_owner_and_mode(new, before)
        new.replace(real)


def _keep_owner_and_mode(new: Path, before: os.stat_result) -> None:
    made = new.stat()
    if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid) and hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(new, before.st_uid, before.st_gid)
    new.chmod(stat.S_IMODE(before.st_mode))
