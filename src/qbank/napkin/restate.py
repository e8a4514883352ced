"""Writing a recomputed value the way the author wrote the stated one."""

from __future__ import annotations

from qbank.napkin.claim import Claim
from qbank.units.format import format_fixed

_MOST_DECIMALS = 12


def restated_digits(claim: Claim, text: str) -> str | None:
    """Return the digits that should stand where the stated value's digits do, in the same unit.

    Digits behind the point and the separator of thousands are kept; a value too small to show at that
    precision gets as many digits as it takes to show three.

    Args:
        claim: a claim with a computed value.
        text: the text that the claim was found in.

    Returns:
        The digits, or None if the right side is not a single number, its unit is wrong, or the value cannot
        be written plainly.
    """
    if claim.computed is None or claim.stated is None or claim.digits_start == claim.digits_end:
        return None
    if claim.computed.unit != claim.stated.unit:
        return None
    written = text[claim.digits_start : claim.digits_end]
    if "e" in written.lower():
        return None
    value = claim.computed.value / claim.multiplier
    if claim.stated.value < 0:
        value = -value  # the sign stands before the digits
    if value < 0 or abs(value) >= 10**15:
        return None
    decimals = claim.decimals
    while (
        decimals < _MOST_DECIMALS
        and value
        and abs(value) * 10**decimals < 100
        and (value * 10**decimals).denominator != 1
    ):
        decimals += 1
    if value and not format_fixed(value, decimals).strip("-0.,"):
        return None
    separator = "_" if "_" in written else ","
    plain = len(written) > 3 and not any(mark in written for mark in ",_") and len(written.split(".")[0]) > 3
    return format_fixed(value, decimals, separator="" if plain else separator)
