"""Putting new files into a bank: all of them or none, and never in place of one that is there."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from qbank.bank.wording import printable
from qbank.importing.completing import NewFile
from qbank.importing.draft import SourceError


def write_files(root: Path, files: Sequence[NewFile]) -> None:
    """Write the files of questions and their drawings under the root of a bank.

    Raises:
        SourceError: one cannot be written, or is there already; then none of them stays.
    """
    written: list[Path] = []
    made: list[Path] = []
    try:
        for file in files:
            if file.drawing:
                _write_new(root, root / file.drawing_path, file.drawing, written, made)
            _write_new(root, root / file.path, file.text.encode(), written, made)
    except BaseException as error:
        for path in reversed(written):
            with suppress(OSError):
                path.unlink()
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            name = printable(error.filename2 or error.filename or root)
            reason = (error.strerror or str(error)).lower()
            raise SourceError(f"{name}: cannot be written: {reason}; nothing was imported") from error
        raise


def _write_new(root: Path, path: Path, content: bytes, written: list[Path], made: list[Path]) -> None:
    """Write a file whole under a name that nothing has yet."""
    _make_folder(path.parent, made)
    if not path.parent.resolve().is_relative_to(root.resolve()):
        # A folder of the bank may be a link that leads out of it.
        raise OSError(0, "its folder leads out of the bank", str(path))
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with new.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            # Unlike a renaming, a link fails where the name is taken.
            os.link(new, path)
        except FileExistsError:
            raise
        except OSError:
            with path.open("xb") as file:  # a file system without links
                written.append(path)
                file.write(content)
        else:
            written.append(path)
    finally:
        with suppress(OSError):
            new.unlink()


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir(exist_ok=True)
        made.append(one)
