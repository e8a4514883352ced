"""Names of things as people write them: one key for all spellings that differ in case and separators only."""

from __future__ import annotations

import unicodedata
from typing import Final

from qbank import lazy_re

MAX_NAME: Final = 120
"""Longer texts are no names."""

_SEPARATORS: Final = lazy_re.compile(r"[^0-9a-z]+")
_PARTS: Final = lazy_re.compile(r"[0-9a-z]+")
_NUMBER_AND_UNIT: Final = lazy_re.compile(
    r"(?<![0-9a-z])([0-9]+) (gb|gib|mb|kb|tb|ghz|mhz|khz|ss|nm)(?![0-9a-z])"
)

_MAKES: Final[dict[str, tuple[str, ...]]] = {
    "nvidia": ("tesla", "geforce"),
    "amd": ("instinct", "epyc"),
    "intel": ("xeon",),
    "aws": ("amazon",),
    "st": ("stmicroelectronics",),
    "raspberry pi": ("raspberrypi",),
    "analog devices": ("adi",),
    **dict.fromkeys(("google", "apple", "qualcomm", "samsung", "mediatek", "arm", "nordic", "espressif"), ()),
    **dict.fromkeys(("ambiq", "hailo", "meta", "mistral", "microsoft"), ()),
}
"""Makers, with their other names and words of their make, which are often left out of the name of a part."""
_MAKERS: Final = {name: maker for maker, others in _MAKES.items() for name in (maker, *others)}
_BEGINNINGS: Final = frozenset(name.partition(" ")[0] for name in _MAKERS)


def key(text: str) -> str:
    """Return what all spellings of a name have in common.

    Separators are dropped, but one is kept between digits: `A100-80` is not `A10080`.
    """
    made = ""
    for part in _PARTS.findall(_folded(text)):
        made += f"-{part}" if made[-1:].isdigit() and part[0].isdigit() else part
    return made


def words(text: str) -> tuple[str, ...]:
    """Return the words of a name, a number and its unit as one: `80 GB` is `80gb`."""
    spaced = " ".join(_SEPARATORS.sub(" ", _folded(text)).split())
    return tuple(_NUMBER_AND_UNIT.sub(r"\1\2", spaced).split())


def maker_of(text: str) -> tuple[str, str] | None:
    """Return the maker that a name begins with and the rest of the name, or None."""
    parts = text.split()
    if not parts or parts[0].casefold() not in _BEGINNINGS:
        return None
    for length in (2, 1):
        if len(parts) > length:
            maker = _MAKERS.get(" ".join(parts[:length]).casefold())
            if maker is not None:
                return maker, " ".join(parts[length:])
    return None


def without_makers(text: str) -> tuple[set[str], str]:
    """Return the makers and make words that a name begins with, as makers, and the rest of the name."""
    makers: set[str] = set()
    while (parted := maker_of(text)) is not None:
        makers.add(parted[0])
        text = parted[1]
    return makers, text


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded.replace("+", "plus").replace("×", "x").replace("µ", "u").replace("μ", "u")
