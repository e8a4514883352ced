"""Characters that look like those of a calculation, and those that cannot be seen.

A number is never read in part: `１８` is 18, as `18` is.
"""

from __future__ import annotations

import re
import unicodedata

from qbank import lazy_re

INVISIBLE = (
    "\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e01ef"
)
"""Characters that cannot be seen, as a part of a class of a regular expression."""

UNREAD = f"{INVISIBLE}\ufe00-\ufe0f\ufeff"
"""The same with what chooses how the character before it looks, as of `✖️`."""

_MEANT = {
    alike: sign
    for sign, ones in {
        "-": "‐‑⁃˗﹣➖",
        "–": "‒",
        "+": "﹢➕",
        "*": "﹡⁎",
        "/": "⧸➗",
        "=": "꞊﹦⹀゠",
        "x": "ⅹ╳",
        "%": "٪﹪",
        ".": "٫",
        ",": "٬﹐",
        ":": "﹕",
        "$": "﹩",
        "¥": "￥",
        "£": "￡",
        " ": "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u200a\u205f\u3000",
        "\u00a0": "\u2007",
    }.items()
    for alike in ones
}
_UNUSUAL = lazy_re.compile(
    "[^\x00-\u024f\u0370-\u03ff\u2013\u2018-\u201d\u2026\u2070-\u209f\u20ac\u2150-\u215f\u2190-\u22ff\u2300-\u230f]"
)
"""What is no letter of Latin or Greek, no usual sign and no arrow: most texts have none of it."""
_LETTER = r"[^\W\d_]"
_ALIKE = lazy_re.compile(
    rf"[\uff01-\uff5d{''.join(_MEANT)}]"
    rf"|(?![0-9])\d|(?<!{_LETTER})[хХ](?!{_LETTER})"
)
"""A digit of another script, a full-width character, or a sign; a letter if it stands alone."""
_FULL_WIDTH = ord("\uff01") - ord("!")
_RANGE = lazy_re.compile(r"(?<=[0-9])[—―～〜](?=[0-9])")

_SIGN_OR_MARK = lazy_re.compile(r"(?<=[\w)%°])([ \t]*)([—―•])(?=[ \t]*[(\d$€£¥~])")
"""A mark between two values that an author may mean as a sign: `40 ms — 14 ms`, `3 ms • 4`."""


def with_usual_characters(text: str) -> str:
    """Return a text of the same length with the usual characters for those that look like them."""
    if not _UNUSUAL.search(text):
        return text
    return _RANGE.sub("–", _ALIKE.sub(_usual, text))


def _usual(found: re.Match[str]) -> str:
    char = found[0]
    if (sign := _MEANT.get(char)) is not None:
        return sign
    if char in "хХ":
        return "x"
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return chr(ord(char) - _FULL_WIDTH)


def with_marks_as_signs(text: str) -> str | None:
    """Return a text of the same length whose marks between values are a minus and a product; None if it has
    none.
    """
    if not any(mark in text for mark in "—―•") or not _SIGN_OR_MARK.search(text):
        return None
    return _SIGN_OR_MARK.sub(lambda mark: mark[1] + ("·" if mark[2] == "•" else "–"), text)
