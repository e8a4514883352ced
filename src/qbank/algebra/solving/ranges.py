"""Ranges of numbers: what solving an equation step by step works on, since rounding has many inverses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from qbank.algebra.exact import Real, add, multiply


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers between two, or one number; None is no bound.

    Attributes:
        low_in, high_in: whether the bound itself is one of them.
    """

    low: Real | None
    high: Real | None
    low_in: bool = True
    high_in: bool = True

    @property
    def point(self) -> Real | None:
        """The only number of the range, if it is one."""
        return self.low if self.low is not None and self.low == self.high else None

    @property
    def empty(self) -> bool:
        """Whether no number is in it."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and not (self.low_in and self.high_in))

    def __contains__(self, value: Real) -> bool:
        return not self.meet(Range(value, value)).empty

    def meet(self, other: Range) -> Range:
        """Return what is in both."""
        low, low_in = self.low, self.low_in
        if other.low is not None and (low is None or other.low > low):
            low, low_in = other.low, other.low_in
        elif other.low is not None and other.low == low:
            low_in = low_in and other.low_in
        high, high_in = self.high, self.high_in
        if other.high is not None and (high is None or other.high < high):
            high, high_in = other.high, other.high_in
        elif other.high is not None and other.high == high:
            high_in = high_in and other.high_in
        return Range(low, high, low_in, high_in)

    def map(self, work: Callable[[Real], Real], *, falling: bool = False) -> Range:
        """Return the range of `work`, which rises everywhere, or falls everywhere."""
        if self.empty:
            return self
        low = None if self.low is None else work(self.low)
        high = low if self.point is not None else None if self.high is None else work(self.high)
        if falling:
            return Range(high, low, self.high_in, self.low_in)
        return Range(low, high, self.low_in, self.high_in)

    def times(self, factor: Real) -> Range:
        """Return the range of all products with a factor other than 0."""
        return self.map(lambda value: multiply(value, factor), falling=factor < 0)

    def plus(self, term: Real) -> Range:
        """Return the range of all sums with a number."""
        return self.map(lambda value: add(value, term))


ALL = Range(None, None)
POSITIVE = Range(Fraction(0), None, low_in=False)
NEGATIVE = Range(None, Fraction(0), high_in=False)
NOT_NEGATIVE = Range(Fraction(0), None)


def single(value: Real) -> Range:
    """Return the range of one number."""
    return Range(value, value)
