"""Words of strangers inside our messages: quoted, cut to a bearable length, and free of terminal codes."""

from __future__ import annotations

LONGEST = 60


def quoted(text: str) -> str:
    """The text in single quotes, shortened, with everything unprintable escaped."""
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f"'{printable(text)}'"


def printable(text: object) -> str:
    """The text, such as a path, with everything unprintable escaped."""
    return "".join(map(_printable, str(text)))


def _printable(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def reason(error: Exception) -> str:
    """Why the system could not do something, as a part of a sentence."""
    return str(getattr(error, "strerror", None) or error).lower()
