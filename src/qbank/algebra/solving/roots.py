"""Solving by search, where nothing better is known: brackets on a grid, halved until no digit is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from qbank.algebra.exact import CONTEXT, Real, absolute, to_decimal
from qbank.algebra.solving.ranges import Range, bounded, single

Residual = Callable[[Real], Real | None]
"""How far from the target the value for an x is; None where there is no value."""

_MIN_EXPONENT, _MAX_EXPONENT = -30, 40
_HALVINGS: Final = 220
_STEPS: Final = 48
_COUNTED: Final = 128
_MAX_COUNTED: Final = 2048
_MAX_DENOMINATOR: Final = 10**12
_NEGLIGIBLE: Final = Decimal(10) ** -20
_MANTISSAS: Final = tuple(map(Fraction, ("1", "1.3", "1.8", "2.4", "3.2", "4.2", "5.6", "7.5")))


class _Sample(NamedTuple):
    x: Real
    residual: Real | None


def search(residual: Residual, domain: Range, further: Iterable[Fraction] = ()) -> list[Range]:
    """Return the roots that a grid of powers of ten in a range brackets, in order.

    `further` are more points to look at: what else goes into a formula is where it may have an edge. Where
    the function is on its target over a whole stretch, that is one root.
    """
    roots: list[Range] = []
    last: _Sample | None = None
    for x in _grid(domain, further):
        sample = _Sample(x, residual(x))
        if last is not None and (last.residual is None) != (sample.residual is None):
            for between in _towards(last.x, x, defined=sample.residual is None):
                last = _note(residual, roots, last, _Sample(between, residual(between)))
        last = _note(residual, roots, last, sample)
    return [_with_ends(residual, root).meet(domain) for root in roots]


def _note(residual: Residual, roots: list[Range], last: _Sample | None, sample: _Sample) -> _Sample:
    """Add the root that lies at a sample, or between it and the last one, and return the sample."""
    before, value = None if last is None else last.residual, sample.residual
    if value is not None and not value:
        if roots and before is not None and not before:
            roots[-1] = Range(roots[-1].low, sample.x)
        else:
            roots.append(single(sample.x))
    elif last is not None and value is not None and before and (before < 0) != (value < 0):
        root = _halved(residual, last.x, sample.x, rising=before < 0)
        if root is not None:
            roots.append(single(simple(residual, root)))
    return sample


def _towards(low: Real, high: Real, *, defined: bool) -> list[Fraction]:
    """Return points between one that has a value and one that has none, ever closer to the latter."""
    first, last = Fraction(low), Fraction(high)
    if defined:  # the lower one has a value
        return [last - (last - first) / 2**step for step in range(1, _STEPS)]
    return [first + (last - first) / 2**step for step in range(_STEPS - 1, 0, -1)]


def _with_ends(residual: Residual, root: Range) -> Range:
    """Find the ends of a stretch that the grid saw only points of."""
    if root.point is not None:
        return root
    return Range(_end(residual, root.low, -1), _end(residual, root.high, 1))


def _end(residual: Residual, inside: Real, direction: int) -> Real:
    start = Fraction(inside)
    step = (abs(start) or Fraction(1)) * direction
    outside = start + step
    if residual(outside) == 0:
        return inside
    for _ in range(_HALVINGS // 2):
        middle = (start + outside) / 2
        if residual(middle) == 0:
            start = middle
        else:
            outside = middle
    edge = outside.limit_denominator(_MAX_DENOMINATOR)
    return edge if residual(edge) == 0 else start


def count(residual: Residual, domain: Range) -> tuple[list[Fraction], int | None]:
    """Search whole numbers only: return the roots, and the first number beyond where the sign changes."""
    first = int(max(domain.low, 0))
    last = int(min(domain.high, _MAX_COUNTED))
    before: tuple[int, bool] | None = None
    number, step = first, 1
    while number <= last:
        value = residual(Fraction(number))
        if value is not None and not value:
            return [Fraction(number)], None
        if value is not None:
            if before is not None and before[1] != (value < 0):
                return _whole_between(residual, before[0], number, below=before[1])
            before = (number, value < 0)
        if number - first >= _COUNTED:
            step *= 2
        number += step
    return [], None


def _whole_between(
    residual: Residual, low: int, high: int, *, below: bool
) -> tuple[list[Fraction], int | None]:
    while high - low > 1:
        middle = (low + high) // 2
        value = residual(Fraction(middle))
        if value is not None and not value:
            return [Fraction(middle)], None
        low, high = (middle, high) if value is not None and (value < 0) == below else (low, middle)
    return [], high


def simple(residual: Residual, root: Real) -> Real:
    """Return the simple fraction that a root turns out to be exactly, or the root itself."""
    if isinstance(root, Fraction):
        return root
    if root.adjusted() > 30 or (root and root.adjusted() < -30):
        return root
    candidate = Fraction(root).limit_denominator(_MAX_DENOMINATOR)
    return candidate if residual(candidate) == 0 else root


def _grid(domain: Range, further: Iterable[Fraction]) -> list[Fraction]:
    """Return points from the least to the largest, close together near 0 and near both bounds."""
    sizes = [
        Fraction(10) ** exponent * mantissa
        for exponent in range(_MIN_EXPONENT, _MAX_EXPONENT)
        for mantissa in _MANTISSAS
    ]
    ends = [Fraction(end) for end in (domain.low, domain.high) if bounded(end)]
    points = {*(ends or [Fraction(0)]), *further}
    for base in ends or [Fraction(0)]:
        for size in sizes:
            points |= {base - size, base + size}
    return sorted(point for point in points if point in domain)


def _halved(residual: Residual, low: Real, high: Real, *, rising: bool) -> Real | None:
    """Close in on a change of sign; None where it is a pole or a jump, not a root."""
    left, right = to_decimal(low), to_decimal(high)
    middle, remainder = left, residual(left)
    for _ in range(_HALVINGS):
        middle = CONTEXT.divide(CONTEXT.add(left, right), Decimal(2))
        if middle in (left, right):
            break
        value = residual(middle)
        if value is None:
            return None
        if not value:
            return middle
        remainder = value
        left, right = (middle, right) if (value < 0) == rising else (left, middle)
    # Near a root the distance falls with the bracket; at a pole or a jump it does not.
    begin = residual(low)
    if remainder is None or begin is None:
        return None
    bound = CONTEXT.multiply(to_decimal(absolute(begin)), _NEGLIGIBLE)
    return middle if to_decimal(absolute(remainder)) <= bound else None
