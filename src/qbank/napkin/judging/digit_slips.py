"""Digits that change places, or one that is another: no rounding makes `201,240` of 210,240."""

from __future__ import annotations

from fractions import Fraction

from qbank.napkin.tree import Number

_FEWEST_DIGITS = 5
_BEHIND_OTHER, _BEHIND_SWAPPED = 2, 1
"""Right digits behind the slip, closing zeros left out: a value that was rounded before seldom has them."""


def digit_slip(number: Number, exact: Fraction) -> str:
    """Say what slip of the pen made of a value the number that was written; empty if none is plain.

    Args:
        number: as it was written.
        exact: the value, in the unit of the number.
    """
    shown, scaled = number.value * 10**number.decimals, abs(exact) * 10**number.decimals
    if shown.denominator != 1:
        return ""
    written = str(shown.numerator)
    for meant in map(str, ((scaled + Fraction(1, 2)) // 1, scaled // 1)):
        digits = min(len(written.rstrip("0")), len(meant.rstrip("0")))
        apart = [at for at, pair in enumerate(zip(written, meant, strict=False)) if len(set(pair)) > 1]
        if len(meant) != len(written) or digits < _FEWEST_DIGITS or not apart:
            continue
        first, behind = apart[0], digits - apart[-1] - 1
        if len(apart) == 1 and behind >= _BEHIND_OTHER:
            return "one of its digits is another"
        swapped = written[first : first + 2] == meant[first : first + 2][::-1]
        if apart == [first, first + 1] and swapped and behind >= _BEHIND_SWAPPED:
            return "two of its digits change places"
    return ""
