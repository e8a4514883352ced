"""Putting a site into its folder: what has changed is written, and what is no more goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qbank.quoting import printable
from qbank.render.registry import RenderError
from qbank.render.writing import write_file
from qbank.site.shards import FUNCTION
from qbank.site.shell import is_site


@dataclass(frozen=True, slots=True)
class Written:
    """How many files were written, how many were as they should be, and how many went."""

    written: int
    unchanged: int
    removed: int


def write_site(folder: Path, files: dict[str, bytes]) -> Written:
    """Write the files of a site.

    Nothing is touched that is not part of a site: a folder with a page of somebody else's is refused.

    Raises:
        RenderError: the folder holds another page, or a file cannot be written.
    """
    page = folder / "index.html"
    if folder.exists() and not folder.is_dir():
        raise RenderError(f"{printable(folder)}: is a file; a site needs a folder")
    before = _read(page)
    if before is not None and not is_site(before):
        raise RenderError(f"{printable(page)}: is no page of `qbank site`; name another folder with --output")
    written = unchanged = 0
    for name, content in files.items():
        path = folder / name
        if _read(path) == content:
            unchanged += 1
            continue
        write_file(path, content)
        written += 1
    return Written(written, unchanged, _remove_others(folder, files))


def _remove_others(folder: Path, files: dict[str, bytes]) -> int:
    """Remove what earlier builds made and no page asks for any more."""
    removed = 0
    head = f"{FUNCTION}(".encode()
    for path in (*sorted(folder.glob("data/*.js")), *sorted(folder.glob("q/*.html"))):
        if path.relative_to(folder).as_posix() in files or path.is_symlink():
            continue
        content = _read(path) or b""
        if content.startswith(head) if path.suffix == ".js" else is_site(content):
            path.unlink()
            removed += 1
    return removed


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
