"""The folder in which qbank keeps what is the user's own; it may be deleted at any time."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path


def user_folder() -> Path:
    """Return the folder; it need not exist yet.

    Raises:
        OSError: there is no home to keep it in.
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base or "~/.cache").expanduser().absolute() / "qbank"
    except RuntimeError as error:  # there is no home
        raise OSError(0, "there is no home folder to keep anything in") from error


def write_new(file: Path, data: bytes) -> None:
    """Write a file that only the user may read, whole or not at all. It need not survive a power cut.

    Raises:
        OSError: it cannot be written.
    """
    new = file.with_name(f".{file.name}.{secrets.token_hex(6)}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        new.replace(file)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
