"""The units in which an answer may be typed, for pages that grade by themselves."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from qbank.sets.answers.display_unit import power_of
from qbank.units import UNITS, readings

_MULTIPLE: Final = re.compile(r"(thousand|million|billion|trillion|10[⁻⁰¹²³⁴-⁹]+)(?: (.*))?")
_WORDS: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_HEAD: Final = re.compile(r"[A-Za-zµμΩ°%$]+")
_TAILS: Final = {"/s": ("/s", "/sec", "/second"), "/h": ("/h", "/hr", "/hour")}


@lru_cache(maxsize=256)
def spellings(unit: str) -> dict[str, str]:
    """Return how an answer in `unit` may be spelt, each with what makes its number one of `unit`.

    That is `e-3` to move the decimal point, `*0.125` to multiply, empty to do nothing. Only the first name of
    a unit varies: an answer in GB/s may come in MB/s, and not in GB/h.
    """
    found = {unit: ""} if unit else {}
    multiple = _MULTIPLE.fullmatch(unit)
    power, base = 0, unit
    if multiple is not None:
        raised = power_of(multiple[1])
        power = raised if raised is not None else _WORDS[multiple[1]]
        base = multiple[2] or ""
        found[multiple[1]] = ""
        found[base] = _factor(Fraction(10) ** -power)
        if raised is not None:
            found[""] = found[base]
    head = _HEAD.match(base)
    own = next(iter(readings(head[0])), None) if head else None
    if head is None or own is None:
        return found
    tail = base[head.end() :]
    for name in UNITS:
        for reading in readings(name):
            if reading.dimension == own.dimension:
                factor = _factor(reading.scale / own.scale / Fraction(10) ** power)
                for other in _TAILS.get(tail, (tail,)):
                    found.setdefault(name + other, factor)
                break
    return found


def _factor(ratio: Fraction) -> str:
    if ratio == 1:
        return ""
    for part, sign in ((ratio.numerator, ""), (ratio.denominator, "-")):
        zeros = len(str(part)) - 1
        if Fraction(10) ** int(f"{sign}{zeros}") == ratio:
            return f"e{sign}{zeros}"
    return f"*{float(ratio)!r}"
