"""Numbers as people write them: digits, separators, exponents."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from qbank.napkin.limits import MAX_EXPONENT
from qbank.units import ONE

_MOST_ROUGH = 40  # digits of a mantissa


@lru_cache(maxsize=4096)
def parse_digits(text: str) -> tuple[Fraction, int, Fraction, float] | None:
    """Read digits such as `1,024.50`, `1_000` or `2.5e9`.

    Returns:
        The mantissa's value, its digits behind the point, the power of ten of its exponent, and about the
        mantissa's value, 0 if it has many digits; None if the exponent is beyond `MAX_EXPONENT` or there are
        more digits than anybody writes.
    """
    mantissa, _, exponent = text.replace(",", "").replace("_", "").replace("−", "-").lower().partition("e")
    if len(mantissa) > 400 or len(exponent) > 6 or (exponent and abs(int(exponent)) > MAX_EXPONENT):
        return None
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int((whole or "0") + decimals), 10 ** len(decimals))
    power = Fraction(10) ** int(exponent) if exponent else ONE
    rough = value.numerator / value.denominator if len(mantissa) <= _MOST_ROUGH else 0.0
    return value, len(decimals), power, rough
