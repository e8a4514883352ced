"""Ranges of numbers: what solving an equation step by step works on, since rounding has many inverses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.algebra.exact import Real, add, multiply

INFINITY: Final = Decimal("Infinity")


def bounded(end: Real) -> bool:
    """Whether an end of a range is a number."""
    return abs(end) != INFINITY


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers between two, or one number.

    Attributes:
        low, high: its ends, infinite where there is no bound.
        low_in, high_in: whether a bound itself is one of them.
    """

    low: Real = -INFINITY
    high: Real = INFINITY
    low_in: bool = True
    high_in: bool = True

    @classmethod
    def between(cls, low: Real | None, high: Real | None) -> Range:
        """Return the range of two bounds; None is no bound."""
        return cls(-INFINITY if low is None else low, INFINITY if high is None else high)

    @property
    def point(self) -> Real | None:
        """The only number of the range, if it is one."""
        return self.low if self.low == self.high else None

    @property
    def empty(self) -> bool:
        """Whether no number is in it."""
        return self.low > self.high or (self.low == self.high and not (self.low_in and self.high_in))

    def __contains__(self, value: Real) -> bool:
        return not self.meet(single(value)).empty

    def meet(self, other: Range) -> Range:
        """Return what is in both."""
        low, low_out = max((self.low, not self.low_in), (other.low, not other.low_in))
        high, high_in = min((self.high, self.high_in), (other.high, other.high_in))
        return Range(low, high, not low_out, high_in)

    def map(
        self,
        work: Callable[[Real], Real],
        *,
        falling: bool = False,
        limits: tuple[Real, Real] = (-INFINITY, INFINITY),
    ) -> Range:
        """Return the range of `work`, which rises everywhere, or falls everywhere.

        Args:
            work: maps a number.
            falling: whether it falls.
            limits: what it comes near to where numbers fall and where they rise without bound.
        """
        if self.empty:
            return self
        low = work(self.low) if bounded(self.low) else limits[0]
        high = low if self.point is not None else work(self.high) if bounded(self.high) else limits[1]
        low_in, high_in = self.low_in and bounded(self.low), self.high_in and bounded(self.high)
        return Range(high, low, high_in, low_in) if falling else Range(low, high, low_in, high_in)

    def times(self, factor: Real) -> Range:
        """Return the range of all products with a factor other than 0."""
        falling = factor < 0
        limits = (INFINITY, -INFINITY) if falling else (-INFINITY, INFINITY)
        return self.map(lambda value: multiply(value, factor), falling=falling, limits=limits)

    def plus(self, term: Real) -> Range:
        """Return the range of all sums with a number."""
        return self.map(lambda value: add(value, term))


ALL = Range()
POSITIVE = Range(Fraction(0), low_in=False)
NEGATIVE = Range(high=Fraction(0), high_in=False)
NOT_NEGATIVE = Range(Fraction(0))


def single(value: Real) -> Range:
    """Return the range of one number."""
    return Range(value, value)
