"""Solving by search, where nothing better is known: brackets on a grid, halved until no digit is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.algebra.arithmetic import CONTEXT, Real, absolute, to_decimal
from qbank.algebra.solving.ranges import Range, just

Apart = Callable[[Real], Real | None]
"""How far from the target the value for an x is; None where there is no value."""

_SMALLEST, _LARGEST = -30, 40
_HALVINGS: Final = 220
_STEPS: Final = 48
_COUNTED: Final = 128
_MOST_COUNTED: Final = 2048
_SIMPLE: Final = 10**12
_NEGLIGIBLE: Final = Decimal(10) ** -20
_DIGITS_OF_GRID: Final = tuple(map(Fraction, ("1", "1.3", "1.8", "2.4", "3.2", "4.2", "5.6", "7.5")))


def search(
    apart: Apart, low: Fraction | None, high: Fraction | None, more: Iterable[Fraction] = ()
) -> list[Range]:
    """Return the roots that a grid of powers of ten between two bounds brackets, in order.

    `more` are further points to look at: what else goes into a formula is where it may have an edge. Where
    the function is on its target over a whole stretch, that is one root.
    """
    found: list[Range] = []
    last: tuple[Real, Real | None] | None = None
    for point in _grid(low, high, more):
        value = apart(point)
        if last is not None and (last[1] is None) != (value is None):
            for between in _towards(last[0], point, defined=value is None):
                last = _step(apart, found, last, between, apart(between))
        last = _step(apart, found, last, point, value)
    return [_refined(apart, one).meet(Range(low, high)) for one in found]


def _step(
    apart: Apart, found: list[Range], last: tuple[Real, Real | None] | None, point: Real, value: Real | None
) -> tuple[Real, Real | None]:
    """Look at one more point, and add the root that lies at it or before it."""
    before = None if last is None else last[1]
    if value is not None and not value:
        if found and last is not None and before is not None and not before:
            found[-1] = Range(found[-1].low, point)
        else:
            found.append(just(point))
    elif last is not None and value is not None and before and (before < 0) != (value < 0):
        root = _halved(apart, last[0], point, rising=before < 0)
        if root is not None:
            found.append(just(simple(apart, root)))
    return point, value


def _towards(low: Real, high: Real, *, defined: bool) -> list[Fraction]:
    """Return points between one that has a value and one that has none, ever closer to the latter."""
    here, there = Fraction(low), Fraction(high)
    if defined:  # the lower one has a value
        return [there - (there - here) / 2**step for step in range(1, _STEPS)]
    return [here + (there - here) / 2**step for step in range(_STEPS - 1, 0, -1)]


def _refined(apart: Apart, one: Range) -> Range:
    """Find the ends of a stretch that the grid saw only points of."""
    if one.point is not None or one.low is None or one.high is None:
        return one
    return Range(_end(apart, one.low, -1), _end(apart, one.high, 1))


def _end(apart: Apart, inside: Real, direction: int) -> Real:
    start = Fraction(inside)
    step = (abs(start) or Fraction(1)) * direction
    outside = start + step
    if apart(outside) == 0:
        return inside
    for _ in range(_HALVINGS // 2):
        middle = (start + outside) / 2
        if apart(middle) == 0:
            start = middle
        else:
            outside = middle
    edge = outside.limit_denominator(_SIMPLE)
    return edge if apart(edge) == 0 else start


def count(apart: Apart, low: Fraction | None, high: Fraction | None) -> tuple[list[Fraction], int | None]:
    """Search whole numbers only: return the roots, and the first number beyond where the sign changes."""
    first = max(int(low), 0) if low is not None else 0
    last = min(int(high), _MOST_COUNTED) if high is not None else _MOST_COUNTED
    roots: list[Fraction] = []
    before: tuple[int, bool] | None = None
    number, step = first, 1
    while number <= last:
        value = apart(Fraction(number))
        if value is not None and not value:
            roots.append(Fraction(number))
            return roots, None
        if value is not None:
            if before is not None and before[1] != (value < 0):
                return _between(apart, before[0], number, below=before[1])
            before = (number, value < 0)
        if number - first >= _COUNTED:
            step *= 2
        number += step
    return roots, None


def _between(apart: Apart, low: int, high: int, *, below: bool) -> tuple[list[Fraction], int | None]:
    while high - low > 1:
        middle = (low + high) // 2
        value = apart(Fraction(middle))
        if value is not None and not value:
            return [Fraction(middle)], None
        low, high = (middle, high) if value is not None and (value < 0) == below else (low, middle)
    return [], high


def simple(apart: Apart, root: Real) -> Real:
    """Return the simple fraction that a root turns out to be exactly, or the root itself."""
    if isinstance(root, Fraction):
        return root
    if root.adjusted() > 30 or (root and root.adjusted() < -30):
        return root
    candidate = Fraction(root).limit_denominator(_SIMPLE)
    return candidate if apart(candidate) == 0 else root


def _grid(low: Fraction | None, high: Fraction | None, more: Iterable[Fraction]) -> list[Fraction]:
    """Return points from the least to the largest, close together near 0 and near both bounds."""
    base = low if low is not None else high if high is not None else Fraction(0)
    sizes = [
        Fraction(10) ** tens * digits for tens in range(_SMALLEST, _LARGEST) for digits in _DIGITS_OF_GRID
    ]
    points = {base}
    if low is None or high is None:
        points |= {base + size for size in sizes} if high is None else set()
        points |= {base - size for size in sizes} if low is None else set()
    else:
        points |= {low + size for size in sizes if size < high - low}
        points |= {high - size for size in sizes if size < high - low}
        points.add(high)
    inside = Range(low, high)
    return sorted(points.union(point for point in more if point in inside))


def _halved(apart: Apart, low: Real, high: Real, *, rising: bool) -> Real | None:
    """Close in on a change of sign; None where it is a pole or a jump, not a root."""
    left, right = to_decimal(low), to_decimal(high)
    middle, size = left, apart(left)
    for _ in range(_HALVINGS):
        middle = CONTEXT.divide(CONTEXT.add(left, right), Decimal(2))
        if middle in (left, right):
            break
        value = apart(middle)
        if value is None:
            return None
        if not value:
            return middle
        size = value
        left, right = (middle, right) if (value < 0) == rising else (left, middle)
    if size is None:
        return None
    # Near a root the distance falls with the bracket; at a pole or a jump it does not.
    begin = apart(low)
    if begin is None:
        return None
    left_over = to_decimal(absolute(size))
    return middle if left_over <= CONTEXT.multiply(to_decimal(absolute(begin)), _NEGLIGIBLE) else None
