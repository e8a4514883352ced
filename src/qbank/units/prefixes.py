"""Prefixes of units, and what multiplies numbers: `k`, `giga`, `Ki`, `million`, `10⁻¹²`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from qbank import lazy_re

PREFIXES: Final[Mapping[str, int]] = {
    "": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6, "Z": 7,
    "m": -1, "µ": -2, "μ": -2, "u": -2, "n": -3, "p": -4, "f": -5,
}  # fmt: skip
"""Prefix of a symbol to its power of 1000; of several with one power the usual one comes first."""

USUAL_PREFIXES: Final[Mapping[int, str]] = {
    steps: prefix for prefix, steps in reversed(tuple(PREFIXES.items()))
}
"""Power of 1000 to the prefix that people write for it."""

LARGE_NAMES: Final[Mapping[str, int]] = {"kilo": 1, "mega": 2, "giga": 3, "tera": 4, "peta": 5, "exa": 6}
SMALL_NAMES: Final[Mapping[str, int]] = {"milli": -1, "micro": -2, "nano": -3, "pico": -4}
"""Prefixes of full names, each to its power of 1000."""

BINARY_PREFIXES: Final[Mapping[str, int]] = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
BINARY_NAMES: Final[Mapping[str, int]] = {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4, "pebi": 5}
"""Prefixes of IEC 80000-13, each to its power of 1024."""


class Multiplier(NamedTuple):
    """What a number is multiplied by; `binary_steps` counts steps of 1000 in it that may as well be 1024."""

    factor: Fraction
    binary_steps: int = 0


MULTIPLIERS: Final[Mapping[str, Multiplier]] = {
    # `4K tokens` may be 4,096, but neither `3K` nor money is of powers of two.
    "K": Multiplier(Fraction(10**3), 1),
    "k": Multiplier(Fraction(10**3), 1),
    **{
        text: Multiplier(Fraction(10**power))
        for power, texts in {
            3: "thousand",
            6: "M million mn",
            9: "G B billion bn",
            12: "T trillion",
            15: "quadrillion",
        }.items()
        for text in texts.split()
    },
}
"""Letters and words that multiply the number before them; words in small letters."""


def multiplier(text: str) -> Multiplier | None:
    """Return what `K`, `million` or `Million` multiplies a number by; None if it does not."""
    return MULTIPLIERS.get(text.lower() if len(text) > 1 else text)


def thousands(steps: int) -> Fraction:
    """Return the power of 1000 that a prefix stands for."""
    return Fraction(1000) ** steps


class Multiple(NamedTuple):
    """The name of a unit with what it is multiplied by: `million tokens`, `10⁻¹² hours`.

    Attributes:
        text: the word or the power in front, empty if there is none.
        power: the power of ten that it is.
        unit: the name without it.
    """

    text: str
    power: int
    unit: str

    @property
    def is_power(self) -> bool:
        """Whether it is written as a power of ten, which nobody types behind a number."""
        return self.text.startswith("10")


_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED: Final = {raised: chr(plain) for plain, raised in _RAISED.items()}
_WORDS: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_MULTIPLE: Final = lazy_re.compile(rf"({'|'.join(_WORDS)}|10(⁻?[⁰¹²³⁴-⁹]{{1,3}}))(?: (.*))?")


def split_multiple(name: str) -> Multiple:
    """Take the multiple off the front of a unit's name."""
    match = _MULTIPLE.fullmatch(name)
    if match is None:
        return Multiple("", 0, name)
    text, raised, unit = match.groups("")
    return Multiple(text, int(raised.translate(_LOWERED)) if raised else _WORDS[text], unit)


def multiple_text(power: int, *, in_words: bool) -> str:
    """Write a power of ten that multiplies a unit: `10⁻¹²`, or `million` where there is a word for it."""
    words = {power: word for word, power in _WORDS.items()} if in_words else {}
    return words.get(power) or f"10{str(power).translate(_RAISED)}"
