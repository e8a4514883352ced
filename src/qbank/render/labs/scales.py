"""Scales of the axes of static plots: where values stand, and which marks an axis has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_STEPS: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `low` to `high` to places from `start` to `end`; with a `base` it is logarithmic."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]
    base: int = 0

    def place(self, value: float) -> float:
        """Return where a value stands."""
        low, high, at = (self._along(one) for one in (self.low, self.high, value))
        return self.start + (at - low) / ((high - low) or 1) * (self.end - self.start)

    def shows(self, value: float) -> bool:
        """Whether a value has a place at all."""
        return math.isfinite(value) and (not self.base or value > 0)

    def _along(self, value: float) -> float:
        return math.log(value, self.base) if self.base else value


def scale(
    values: Sequence[float],
    start: float,
    end: float,
    *,
    base: int = 0,
    zero: bool = False,
    tight: bool = False,
    wanted: int = 5,
) -> Scale:
    """Return a scale that shows all values.

    Args:
        values: what is to be shown; those that have no place are left out.
        start, end: the places of the least and the largest value.
        base: of a logarithmic scale.
        zero: whether 0 is to be seen.
        tight: whether the scale ends at the values, and not at round numbers around them.
        wanted: about how many marks there should be.
    """
    usable = [value for value in values if math.isfinite(value) and (not base or value > 0)] or [1.0]
    low, high = min(usable), max(usable)
    if zero and not base:
        low, high = min(0.0, low), max(0.0, high)
    if low == high and not base:
        low, high = (min(0.0, low), max(0.0, high)) if low else (0.0, 1.0)
    ticks = _powers(low, high, base, wanted) if base else _round_numbers(low, high, wanted)
    if tight:
        ticks = [one for one in ticks if low * (1 - 1e-9) <= one <= high * (1 + 1e-9)]
    else:
        low, high = min(low, ticks[0]), max(high, ticks[-1])
    return Scale(low, high, start, end, tuple(ticks), base)


def even_base(values: Sequence[float]) -> int:
    """Return the base in which the positions of a slider are evenly spread, 0 if they are so as they are.

    Positions that grow by a factor of two are drawn by powers of two, others that span much by those of ten.
    """
    if len(values) < 3 or values[0] <= 0:
        return 0
    first, last = values[1] - values[0], values[-1] - values[-2]
    if math.isclose(first, last, rel_tol=1e-9):
        return 0
    if math.isclose(values[1], 2 * values[0]) and math.isclose(values[-1], 2 * values[-2]):
        return 2
    return 10 if values[-1] > 30 * values[0] else 0


def _round_numbers(low: float, high: float, wanted: int) -> list[float]:
    rough = (high - low) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one for one in _STEPS if one * power >= rough * 0.999) * power
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{at * step:.12g}") for at in range(first, last + 1)]


def _powers(low: float, high: float, base: int, wanted: int) -> list[float]:
    first = math.floor(math.log(low, base) + 1e-9)
    last = max(math.ceil(math.log(high, base) - 1e-9), first + 1)
    every = max(1, math.ceil((last - first) / wanted))
    powers = list(range(first, last + 1, every))
    if powers[-1] < last:
        powers.append(powers[-1] + every)
    return [float(base) ** power for power in powers]
