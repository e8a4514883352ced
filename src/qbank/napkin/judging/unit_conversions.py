"""Bare factors that only restate a unit: `10 Gbps / 8 = 1.25 GB/s`, `7200 s / 3600 = 2 h`.

A factor converts where both units stand in the line; an 8 where there are bits and bytes, and it counts
nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from qbank import lazy_re
from qbank.napkin.evaluate import evaluate
from qbank.napkin.judging.line_context import LineContext
from qbank.napkin.judging.relation import Operand, Relation
from qbank.napkin.parsing.quantities import TRANSFERS
from qbank.napkin.tree import Node, Number, Operation
from qbank.units import Unit, physical, readings
from qbank.units.dimension import NONE, RATE, SECOND, exponents

_PREFIXES = tuple(Fraction(base) ** power for base in (1000, 1024) for power in range(1, 7))
_WHOLE = (7, 8, 12, 24, 30, 52, 60, 365, 3600, 8760, 86_400)
_CONVERTERS = frozenset((*_PREFIXES, *map(Fraction, _WHOLE), Fraction(18, 5)))
_MOST = 4  # of one side
_BITS = 8

_TIMES = tuple(readings(name)[0] for name in ("s", "min", "h", "days"))
_HOUR = readings("h")[0]
OVER_HOURS = ("Wh", "Ah")
"""How the names of units end that count over hours."""
_PART = lazy_re.compile(r"[A-Za-zµμ°Ω₂]+")

Converts = Callable[[Fraction, Node], bool]
"""Whether a factor, and the node that it is, may convert a unit."""


def every_converter(node: Node, converts: Converts, *, below: bool = False) -> Iterator[Fraction]:
    """Yield what it takes to undo each bare factor that may be a mere converter, also `10^9` and `1024^3`.

    Args:
        node: an expression.
        converts: which factors may be converters; terms of a sum are none.
        below: whether it stands in a denominator.
    """
    if isinstance(node, Operation) and node.operator in "*/":
        yield from every_converter(node.left, converts, below=below)
        yield from every_converter(node.right, converts, below=below != (node.operator == "/"))
        return
    factor = None
    if isinstance(node, Number) and node.bare:
        factor = node.value * node.readings[0].multiplier
    elif isinstance(node, Operation) and all(
        isinstance(side, Number) and side.bare for side in (node.left, node.right)
    ):
        factor = evaluate(node).value
    known = factor is not None and not _CONVERTERS.isdisjoint((factor, _prefixed(factor)))
    if factor is not None and known and converts(factor, node):
        yield factor if below else 1 / factor


def _prefixed(factor: Fraction) -> Fraction:
    """Return what a factor is besides powers of a thousand: the 3600 of `280,000 J / 3.6e6 = 0.078 kWh`."""
    while factor and factor % 1000 == 0:
        factor /= 1000
    return factor


def converters(node: Node, converts: Converts | None = None) -> list[Fraction]:
    """Return what undoes the first few converters of an expression."""
    return list(islice(every_converter(node, converts or _always), _MOST))


def _always(_factor: Fraction, _node: Node) -> bool:
    return True


def converters_of(relation: Relation, line: LineContext) -> list[Fraction]:
    """Return what undoes the converters of the left side of a line that holds the units to convert."""
    if not converters(relation.left):
        return []
    operands = *relation.operands, *relation.right_operands
    parts = {part for operand in operands for reading in operand.readings for part in _parts(reading.unit)}
    units = [reading.unit for o in operands for reading in o.readings[: 2 if _is_transfers(o) else 1]]
    units = [unit for unit in units if "byte" in exponents(unit.dimension)]
    if any(operand.unit.name.endswith(OVER_HOURS) for operand in operands):
        parts |= {_HOUR, _TIMES[0]}  # `5 Ah × 3.7 V × 3600 = 66,600 J`
    if any(part.dimension == RATE for part in parts):
        parts.add(_TIMES[0])  # `30 fps × 3600 = 108,000 frames/h`
    times = sorted(part.scale for part in parts if part.dimension == SECOND)
    if times:  # between days and seconds there are hours and minutes
        parts |= {unit for unit in _TIMES if times[0] < unit.scale < times[-1]}
    ratios = {one.scale / other.scale for one in parts for other in parts if one.dimension == other.dimension}
    ratios |= {
        one.binary_scale / other.binary_scale
        for one in parts
        for other in parts
        if one.dimension == other.dimension and (one.binary_steps or other.binary_steps)
    }

    def converts(factor: Fraction, node: Node) -> bool:
        if is_prefix(factor):
            return True
        if _prefixed(factor) == _BITS:
            counts = isinstance(node, Number) and line.noun_behind(node)
            return not counts and any(map(_is_of_bits, units)) and not all(map(_is_of_bits, units))
        return any(ratio / factor in _POWERS for ratio in ratios)

    return converters(relation.left, converts) if parts else []


def _is_transfers(operand: Operand) -> bool:
    """Tell whether an operand is a rate of transfers, each of a bit."""
    return operand.unit.name in TRANSFERS


@lru_cache(maxsize=1024)
def _is_of_bits(unit: Unit) -> bool:
    """Tell whether a unit counts bits, such as Gbps: eight of them are a power of ten of bytes."""
    eightfold = unit.scale * 8
    return eightfold.denominator == 1 and set(str(eightfold)) <= {"1", "0"}


_POWERS = frozenset(Fraction(1000) ** power for power in range(-4, 5))
"""How far apart the prefixes of two units may be besides what converts them."""


@lru_cache(maxsize=1024)
def _parts(unit: Unit) -> tuple[Unit, ...]:
    """Return the units with a dimension that a unit is put together from."""
    found = [unit, *(known for name in _PART.findall(unit.name) for known in readings(name))]
    return tuple(known for known in found if physical(known.dimension) != NONE)


def is_prefix(factor: Fraction) -> bool:
    """Tell whether a factor turns one prefix into another, such as 1000 or 1/1024."""
    return factor in _PREFIXES or 1 / factor in _PREFIXES


def products(factors: Iterable[Fraction]) -> set[Fraction]:
    """Return what some of the factors come to, but for 1."""
    values = {Fraction(1)}
    for factor in factors:
        values |= {product * factor for product in values}
    return values - {Fraction(1)}
