"""Words of strangers inside our messages: quoted, cut to a bearable length, and free of terminal codes."""

from __future__ import annotations

import re
from pathlib import Path

LONGEST = 60
LONGEST_EXPRESSION = 120
_HALF = (LONGEST_EXPRESSION - len(" … ")) // 2
_BEGINS = rf".{{0,{_HALF}}}(?<= [^\w\s])(?= )", rf".{{1,{_HALF}}}(?= )", rf".{{{_HALF}}}"
_ENDS = r"(?<= )[^\w\s] .*", r"(?<= ).+", r".+"
"""Where to cut: at a sign, else between words, else anywhere."""


def quoted(text: str) -> str:
    """The text in single quotes, shortened, with everything unprintable escaped."""
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f"'{printable(text)}'"


def in_one_line(text: str) -> str:
    """An expression on one line, without the middle of a long one: `1 ms + 1 ms + … + 1 ms`."""
    text = " ".join(text.split())
    if len(text) <= LONGEST_EXPRESSION:
        return text
    begin = next(found for cut in _BEGINS if (found := re.match(cut, text)))
    end = next(found for cut in _ENDS if (found := re.search(cut, text[-_HALF:])))
    return f"{begin[0]} … {end[0]}"


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
