"""Writing what a format made: each file whole or not at all, and none outside of its folder."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from qbank.bank.writing import WriteError, make_folder, write_atomic
from qbank.quoting import printable, reason
from qbank.render.registry import Files, RenderError


def write_file(path: Path, content: bytes) -> None:
    """Write one file, and the folders it lies in.

    Raises:
        RenderError: it cannot be written; it is as it was before.
    """
    if path.is_dir():
        raise RenderError(f"{printable(path)}: is a folder")
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe is written to; putting a file in its place would destroy it.
            path.write_bytes(content)
            return
        make_folder(path.parent)
        write_atomic(path, content)
    except WriteError as error:
        raise RenderError(str(error)) from error
    except OSError as error:
        where = printable(error.filename or path)
        raise RenderError(f"{where}: cannot be written: {reason(error)}") from error


def write_folder(folder: Path, files: Files) -> None:
    """Write files into a folder, which is made if it is not there; what else lies in it stays.

    Raises:
        RenderError: one of them cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise RenderError(f"{printable(folder)}: is a file; {len(files)} files need a folder")
    for name, content in files.items():
        inside = PurePosixPath(name)
        if inside.is_absolute() or ".." in inside.parts:
            raise RenderError(f"{printable(name)}: leads out of the folder")
        write_file(folder.joinpath(*inside.parts), content)
