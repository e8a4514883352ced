"""Where in a settings file a setting stands, which the reader of TOML does not tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from qbank import lazy_re
from qbank.quoting import named

_PART: Final = lazy_re.compile(r"""[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
_MARKS: Final = lazy_re.compile(r"\"{3}|'{3}")
"""What texts over several lines begin and end with."""


def shown_place(file: Path, keys: tuple[str, ...]) -> str:
    """Return the file as messages show it, with the place of a setting or of the nearest table around it."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):  # it was changed meanwhile
        return named(file)
    wanted = tuple(map(_plain, keys))
    best: tuple[int, int, int] = (0, 0, 0)
    for known, line, column in _keys(text):
        depth = len(known)
        if depth > best[0] and known == wanted[:depth]:
            best = (depth, line, column)
    depth, line, column = best
    return f"{named(file)}:{line}:{column}" if depth else named(file)


def _keys(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Yield all keys and headers of tables, with line and column."""
    table: tuple[str, ...] = ()
    open_with = ""
    for number, line in enumerate(text.splitlines(), start=1):
        is_text = bool(open_with)
        for mark in _MARKS.findall(line):
            open_with = "" if mark == open_with else open_with or mark
        if is_text:
            continue
        start = len(line) - len(line.lstrip(" \t"))
        is_header = line.startswith("[", start)
        at = start + (2 if line.startswith("[[", start) else 1) if is_header else start
        keys, end = _dotted(line, at)
        if keys and line.startswith("]" if is_header else "=", end):
            table = keys if is_header else table
            yield keys if is_header else (*table, *keys), number, start + 1


def _dotted(line: str, at: int) -> tuple[tuple[str, ...], int]:
    """Return the parts of a key that begins at a place, and where it ends."""
    parts: list[str] = []
    while (match := _PART.match(line, at)) is not None:
        parts.append(_plain(next(part for part in match.groups() if part is not None)))
        at = match.end()
        if not line.startswith(".", at):
            return tuple(parts), at
        at += 1
    return (), at


def _plain(key: str) -> str:
    return key.replace("_", "-")
