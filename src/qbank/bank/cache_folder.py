"""The folder of a bank for what can be made again, and the secret that tells our files from a stranger's.

The folder lies in the bank, and banks are sent around: what is in it may have come with a pull request. Only
what is bound to the user's secret was made by this user.
"""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from qbank.bank.writing import put_where_nothing_is, written_beside

FOLDER = ".qbank_cache"

_IGNORE_ITSELF = b"# Made by qbank; may be deleted at any time.\n*\n"
_SECRET_LENGTH = 32


def make_cache_folder(root: Path) -> Path:
    """Return the folder, made if it is not there; git is told to ignore it.

    Raises:
        OSError: it cannot be made, or a link stands in its place.
    """
    folder = root / FOLDER
    if folder.is_symlink():
        raise OSError(0, "it is a link, and what it leads to is not ours", str(folder))
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        write_new(ignore, _IGNORE_ITSELF)
    return folder


def user_secret() -> bytes:
    """Return the user's secret, made at the first call.

    Raises:
        OSError: it cannot be kept.
    """
    file = user_folder() / "key"
    for _ in range(2):
        with suppress(FileNotFoundError):
            secret = file.read_bytes()
            if len(secret) == _SECRET_LENGTH:
                return secret
            file.unlink(missing_ok=True)
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Of several who make one at the same time all have to use the same.
        made = written_beside(file, secrets.token_bytes(_SECRET_LENGTH), mode=0o600, durable=False)
        with suppress(FileExistsError), made as new:
            put_where_nothing_is(new, file)
    raise OSError(0, "the secret cannot be kept", str(file))


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
    with written_beside(file, data, mode=0o600, durable=False) as new:
        new.replace(file)
