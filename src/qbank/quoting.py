"""Words of strangers inside our messages: quoted, cut to a bearable length, and free of terminal codes."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

LONGEST = 60
LONGEST_EXPRESSION = 120
_HALF = (LONGEST_EXPRESSION - len(" … ")) // 2
_BEGINS = rf".{{0,{_HALF}}}(?<= [^\w\s])(?= )", rf".{{1,{_HALF}}}(?= )", rf".{{{_HALF}}}"
_ENDS = r"(?<= )[^\w\s] .*", r"(?<= ).+", r".+"
"""Where to cut: at a sign, else between words, else anywhere."""


_ALIKE = frozenset(
    "асеорхуіјѕһԁԛԝкАВЕКМНОРСТУХЅІЈ"  # Cyrillic
    "αινορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"  # Greek
    "ıɑɡ‐‑‒–—−﹣"
)
"""What looks like a letter of ours, or like a hyphen."""
_LETTERS_AND_DIGITS = frozenset(("Ll", "Lu", "Nd"))


def quoted(text: str) -> str:
    """The text in single quotes, shortened, with everything unprintable escaped, and letters named that look
    like others.
    """
    alike = told_apart(text)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f"'{printable(text)}'{alike}"


def told_apart(name: str) -> str:
    """What to say behind a name with a character that looks like another one; nothing if it has none.

    `сloud-0001` may begin with a letter that no search for `cloud` finds.
    """
    if name.isascii() or len(name.split()) != 1 or not re.search("[A-Za-z]", name):
        return ""
    alike = next(((at, char) for at, char in enumerate(name, 1) if _looks_like_another(char)), None)
    if alike is None:
        return ""
    at, char = alike
    return f" (character {at} is U+{ord(char):04X}, {unicodedata.name(char, 'unassigned')})"


def _looks_like_another(char: str) -> bool:
    if char in _ALIKE:
        return True
    is_plain = char.isascii() or unicodedata.category(char) not in _LETTERS_AND_DIGITS
    return not is_plain and unicodedata.normalize("NFKC", char).isascii()  # full-width or mathematical


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
