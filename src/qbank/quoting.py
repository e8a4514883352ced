"""Words of strangers inside our messages: quoted, cut to a bearable length, and free of terminal codes."""

from __future__ import annotations

from pathlib import Path

LONGEST = 60


def quoted(text: str) -> str:
    """The text in single quotes, shortened, with everything unprintable escaped."""
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f"'{printable(text)}'"


def printable(text: object) -> str:
    """The text, such as a path, with everything unprintable escaped."""
    return "".join(map(_printable, str(text)))


def named(path: Path) -> str:
    """A path as messages name it: from the working directory where it lies below that."""
    here = Path.cwd()
    return printable(path.relative_to(here) if path.is_relative_to(here) else path)


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def reason(error: Exception) -> str:
    """Why the system could not do something, as a part of a sentence."""
    return str(getattr(error, "strerror", None) or error).lower()
