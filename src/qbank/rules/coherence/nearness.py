"""How far two values lie apart: whether they are near, several times each other, or of the same digits."""

from __future__ import annotations

from math import inf, isclose
from typing import Final

from qbank.facts.derivation import numeral
from qbank.facts.fact import Fact

_MOST_APART: Final = 4.5
_SEVERAL: Final = 3


def times_apart(one: float, other: float) -> float:
    """Return how many times the smaller of two numbers the larger is; endless if one is not positive."""
    low, high = sorted((one, other))
    return high / low if low > 0 else inf


def are_near(one: float, other: float, most: float = _MOST_APART) -> bool:
    """Whether two numbers are of about one size: less than `most` times apart."""
    return times_apart(one, other) < most


def is_several_times(one: float, other: float) -> bool:
    """Whether one of two numbers is three or more times the other."""
    several = times_apart(one, other)
    return _SEVERAL <= several < inf and isclose(several, round(several))


def digits(fact: Fact) -> str:
    """Return the digits that tell a value, whatever its power of ten: `35` of 0.035 and of 350."""
    return numeral(fact).replace(".", "").strip("0")
