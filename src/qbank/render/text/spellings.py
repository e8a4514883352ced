"""The units in which an answer may be typed, for pages that grade by themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from qbank import lazy_re
from qbank.units import UNITS, readings
from qbank.units.format import split_multiple

_HEAD: Final = lazy_re.compile(r"[A-Za-zµμΩ°%$]+")
_TAILS: Final = {"/s": ("/s", "/sec", "/second"), "/h": ("/h", "/hr", "/hour")}


@lru_cache(maxsize=256)
def spellings(unit: str) -> dict[str, str]:
    """Return how an answer in `unit` may be spelt, each with what makes its number one of `unit`.

    That is `e-3` to move the decimal point, `*0.125` to multiply, empty to do nothing. Only the first name of
    a unit varies: an answer in GB/s may come in MB/s, and not in GB/h.
    """
    factors = {unit: ""} if unit else {}
    multiple = split_multiple(unit)
    scale, base = Fraction(10) ** multiple.power, multiple.unit
    if multiple.text:
        factors[multiple.text] = ""
        factors[base] = _factor(1 / scale)
        if multiple.is_power:
            factors[""] = factors[base]
    head = _HEAD.match(base)
    measured = readings(head[0])[:1] if head else ()
    if not head or not measured:
        return factors
    dimension, size = measured[0].dimension, measured[0].scale * scale
    tail = base[head.end() :]
    for name, units in UNITS.items():
        same = next((unit for unit in units if unit.dimension == dimension), None)
        if same is not None:
            for ending in _TAILS.get(tail, (tail,)):
                factors.setdefault(name + ending, _factor(same.scale / size))
    return factors


def _factor(ratio: Fraction) -> str:
    if ratio == 1:
        return ""
    for part, sign in ((ratio.numerator, ""), (ratio.denominator, "-")):
        zeros = len(str(part)) - 1
        if Fraction(10) ** int(f"{sign}{zeros}") == ratio:
            return f"e{sign}{zeros}"
    return f"*{float(ratio)!r}"
