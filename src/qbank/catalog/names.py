"""Names of things as people write them: one key for all spellings that differ in case and separators only."""

from __future__ import annotations

import unicodedata
from typing import Final

from qbank import lazy_re

MAX_NAME: Final = 120
"""Longer texts are no names."""

_SEPARATORS: Final = lazy_re.compile(r"[^0-9a-z]+")
_DROPPED: Final = lazy_re.compile(r"[^0-9a-z_]+|(?<![0-9])_|_(?![0-9])")
_BETWEEN_DIGITS: Final = lazy_re.compile(r"(?<=[0-9])[^0-9a-z]+(?=[0-9])")
_NUMBER_AND_UNIT: Final = lazy_re.compile(
    r"(?<![0-9a-z])([0-9]+) (gb|gib|mb|kb|tb|ghz|mhz|khz|ss|nm)(?![0-9a-z])"
)

_MAKERS: Final[dict[str, str]] = {
    **{
        name: name
        for name in ("nvidia", "amd", "intel", "google", "apple", "qualcomm", "samsung", "mediatek")
    },
    **{
        name: name
        for name in ("arm", "nordic", "espressif", "ambiq", "hailo", "meta", "mistral", "microsoft")
    },
    "aws": "aws",
    "amazon": "aws",
    "st": "st",
    "stmicroelectronics": "st",
    "raspberry pi": "raspberry pi",
    "raspberrypi": "raspberry pi",
    "analog devices": "analog devices",
    "adi": "analog devices",
    # Words of a make that stand before the name of a part and are often left out.
    "tesla": "nvidia",
    "geforce": "nvidia",
    "instinct": "amd",
    "epyc": "amd",
    "xeon": "intel",
}


def key(text: str) -> str:
    """Return what all spellings of a name have in common.

    Separators are dropped, but one is kept between digits: `A100-80` is not `A10080`.
    """
    # A separator between digits becomes a sign that no separator is, and then one that all can read.
    kept = _BETWEEN_DIGITS.sub("_", _folded(text))
    return _DROPPED.sub("", kept).replace("_", "-")


def words(text: str) -> tuple[str, ...]:
    """Return the words of a name, a number and its unit as one: `80 GB` is `80gb`."""
    spaced = " ".join(_SEPARATORS.sub(" ", _folded(text)).split())
    return tuple(_NUMBER_AND_UNIT.sub(r"\1\2", spaced).split())


def maker_of(text: str) -> tuple[str, str] | None:
    """Return the maker that a name begins with and the rest of the name, or None."""
    parts = text.split()
    for length in (2, 1):
        if len(parts) > length:
            maker = _MAKERS.get(" ".join(parts[:length]).casefold())
            if maker is not None:
                return maker, " ".join(parts[length:])
    return None


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded.replace("+", "plus").replace("×", "x").replace("µ", "u").replace("μ", "u")
