"""Numbers as people write them: digits, separators, exponents."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from qbank.napkin.limits import MAX_EXPONENT
from qbank.units import ONE


@lru_cache(maxsize=4096)
def parse_digits(text: str) -> tuple[Fraction, int, Fraction] | None:
    """Read digits such as `1,024.50`, `1_000` or `2.5e9`.

    Returns:
        The mantissa's value, its digits behind the point, and the power of ten of its exponent; None if the
        exponent is beyond `MAX_EXPONENT` or there are more digits than anybody writes.
    """
    mantissa, _, exponent = text.replace(",", "").replace("_", "").replace("−", "-").lower().partition("e")
    if len(mantissa) > 400 or len(exponent) > 6 or (exponent and abs(int(exponent)) > MAX_EXPONENT):
        return None
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int((whole or "0") + decimals), 10 ** len(decimals))
    power = Fraction(10) ** int(exponent) if exponent else ONE
    return value, len(decimals), power
