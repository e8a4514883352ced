"""Prefixes of units, and what multiplies numbers: `k`, `giga`, `Ki`, `million`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

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
            3: "thousand tsd",
            4: "万",
            5: "lakh",
            6: "M million mn mio",
            7: "crore",
            8: "亿",
            9: "G B billion bn mrd",
            12: "T trillion",
            15: "quadrillion",
        }.items()
        for text in texts.split()
    },
}
"""Letters and words that multiply the number before them; words in small letters."""


@lru_cache(maxsize=1024)
def multiplier(text: str) -> Multiplier | None:
    """Return what `K`, `million` or `Million` multiplies a number by; None if it does not."""
    return MULTIPLIERS.get(text.lower() if len(text) > 1 else text)


def thousands(steps: int) -> Fraction:
    """Return the power of 1000 that a prefix stands for."""
    return Fraction(1000) ** steps
