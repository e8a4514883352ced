"""Telling a value that is restated wrongly from two values that are simply different things."""

from __future__ import annotations

from fractions import Fraction

from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.tree import Node, Number
from qbank.units import physical
from qbank.units.dimension import NONE

_TELLING = 3


def is_slip(left: Node, right: Node) -> bool:
    """Tell whether two lone values must have been meant to be the same.

    "16 GB = 16,600 MB" and "10 Gb = 10 GB" are slips;
    "12 ms = 21 ms headroom" and "96 GB = 12 bytes per parameter" are not.
    """
    try:
        one, two = evaluate(left), evaluate(right)
    except UndecidableError:
        return False
    if physical(one.dimension) != physical(two.dimension) or physical(one.dimension) == NONE:
        return False
    if not two.value or one.unit.scale == two.unit.scale:
        return False
    same_digits = one.in_unit(one.unit) == two.in_unit(two.unit)
    return same_digits or Fraction(1, 2) <= abs(one.value / two.value) <= 2


def is_shifted(left: Node, right: Node) -> bool:
    """Tell whether a value is said again with its point in another place: `19,200 bytes/s (1,536 kbps)`.

    Few digits may agree by chance: `80 GB (8 TB for the rack)`.
    """
    sides = [side for side in (left, right) if isinstance(side, Number) and digits(side) >= _TELLING]
    if len(sides) < 2:
        return False
    one, two = evaluate(left), evaluate(right)
    if physical(one.dimension) != physical(two.dimension) or one.unit.scale == two.unit.scale:
        return False
    return bool(two.value) and is_power_of_ten(abs(one.value / two.value))


def digits(number: Number) -> int:
    """Return how many digits a number shows, closing zeros left out."""
    return len(str(int(number.value * 10**number.decimals)).strip("0"))


def is_power_of_ten(ratio: Fraction) -> bool:
    """Tell whether two values differ by a shifted point or a slipped prefix, and by nothing else."""
    return any(abs(ratio / Fraction(10) ** power - 1) <= Fraction(1, 100) for power in range(-9, 10) if power)
