"""Factors that only restate a unit: those that a line writes out, and those that it leaves out.

`10 Gbps / 8 = 1.25 GB/s` and `7200 s / 3600 = 2 h` write them; `8 GPUs × 700 W × 24 = 134.4 kWh` leaves out
the hours and the thousand.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from qbank.napkin.evaluate import evaluate
from qbank.napkin.tree import Node, Number, Operation

_PREFIXES = tuple(Fraction(base) ** power for base in (1000, 1024) for power in (1, 2, 3, 4))
_WHOLE = (7, 8, 12, 24, 30, 52, 60, 365, 3600, 8760, 86_400)
_CONVERTERS = frozenset((*_PREFIXES, *map(Fraction, _WHOLE), Fraction(18, 5)))
_MOST = 4  # of one side


# -- written out ---------------------------------------------------------------------------------------------


def every_converter(node: Node, *, below: bool = False) -> Iterator[Fraction]:
    """Yield what it takes to undo each bare factor that may be a mere converter, also `10^9` and `1024^3`.

    Args:
        node: an expression.
        below: whether it stands in a denominator.
    """
    if isinstance(node, Operation) and node.operator != "^":
        yield from every_converter(node.left, below=below)
        yield from every_converter(node.right, below=below != (node.operator == "/"))
        return
    factor = None
    if isinstance(node, Number) and node.bare:
        factor = node.value * node.readings[0].multiplier
    elif isinstance(node, Operation) and all(
        isinstance(side, Number) and side.bare for side in (node.left, node.right)
    ):
        factor = evaluate(node).value
    if factor in _CONVERTERS:
        yield factor if below else 1 / factor


def converters(node: Node) -> list[Fraction]:
    """Return what undoes the first few converters of an expression."""
    return list(islice(every_converter(node), _MOST))


def has_converter(node: Node) -> bool:
    """Tell whether an expression holds a bare factor that may be a mere converter."""
    return next(every_converter(node), None) is not None


def is_prefix(factor: Fraction) -> bool:
    """Tell whether a factor turns one prefix into another, such as 1000 or 1/1024."""
    return factor in _PREFIXES or 1 / factor in _PREFIXES


def converts_prefix(node: Node) -> bool:
    """Tell whether an expression holds a bare factor that may only restate a prefix, such as 1000 or 1024."""
    return any(map(is_prefix, every_converter(node)))


def products(factors: Iterable[Fraction]) -> set[Fraction]:
    """Return what some of the factors come to, but for 1."""
    found = {Fraction(1)}
    for factor in factors:
        found |= {product * factor for product in found}
    return found - {Fraction(1)}


# -- left out ------------------------------------------------------------------------------------------------


Scales = tuple[Fraction, ...]
"""Converters that people leave out of a line, in ascending order."""

_PERIODS = (24, 60, 3600, 86_400, 604_800, 2_592_000, 31_536_000)
_TIMES = [Fraction(size) ** sign for size in _PERIODS for sign in (1, -1)]
_RATES = [Fraction(size) ** sign for size in (8, 8000, 60_000, 3_600_000) for sign in (1, -1)]
_OTHERS = [*(prefix**sign for prefix in _PREFIXES for sign in (1, -1)), Fraction(18, 5), Fraction(5, 18)]

TIME_SCALES: Scales = tuple(sorted(set(_TIMES)))
"""Periods in one another."""

SCALES_OF_TWO_TIMES: Scales = tuple(sorted({one * two for one in _TIMES for two in _TIMES}))
"""The same where the square of a time is left out."""

PLAIN_SCALES: Scales = tuple(sorted({*_TIMES, *_RATES, *_OTHERS}))
"""Periods, prefixes, bits in bytes and the like."""


def scales_near(scales: Scales, ratio: Fraction, node: Node) -> list[Fraction]:
    """Return the scales between half and twice of a ratio, but what an expression itself converts by."""
    written = set(every_converter(node))
    return [
        scale
        for scale in scales[bisect_left(scales, ratio / 2) : bisect_right(scales, ratio * 2)]
        if scale not in written and 1 / scale not in written
    ]
