"""Results in the prefix that people would write them with: 0.0817 s as 81.7 ms, 24500000000 B as 24.5 GB."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from qbank.algebra.exact import Real, divide, to_decimal
from qbank.algebra.limits import DIGITS
from qbank.formulas.display import plain

_LARGE: Final = ("", "k", "M", "G", "T", "P", "E", "Z")
_SMALL: Final = ("", "m", "µ", "n", "p", "f")
_PREFIXED: Final = {
    "s": _SMALL, "W": _SMALL, "J": _SMALL, "F": _SMALL,
    "B": _LARGE, "B/s": _LARGE, "bit/s": _LARGE, "FLOP": _LARGE, "FLOP/s": _LARGE, "OP/s": _LARGE,
    "MAC": _LARGE, "Hz": _LARGE, "Wh": _LARGE,
}  # fmt: skip


def scaled(value: Real, unit: str) -> str | None:
    """Return a value with a prefix at its unit, or None if it needs none."""
    prefixes = _PREFIXED.get(unit)
    if prefixes is None or not value:
        return None
    tens = to_decimal(value).adjusted()
    if abs(tens) > DIGITS:
        return None
    step = tens // 3
    if prefixes is _LARGE:
        if not 1 <= step < len(_LARGE):
            return None
        prefix = _LARGE[step]
    else:
        if not 1 <= -step < len(prefixes):
            return None
        prefix = prefixes[-step]
    return f"{plain(divide(value, Fraction(1000) ** step))} {prefix}{unit}"
