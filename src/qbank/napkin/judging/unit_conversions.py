"""Factors that only restate a unit, written out or left out, and other units that a line leaves out.

`10 Gbps / 8 = 1.25 GB/s` and `7200 s / 3600 = 2 h` write the factors; `8 GPUs × 700 W × 24 = 134.4 kWh`
leaves out the hours and the thousand, `11 × 31 = 341 GB` and `$3 × 256 = $768/hour` a unit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from qbank.napkin.evaluate import evaluate
from qbank.napkin.judging.relation import EvaluatedRelation, Operand, Relation
from qbank.napkin.tree import Call, Node, Number, Operation, is_arithmetic
from qbank.napkin.verdicts import Verdict
from qbank.units import NO_UNIT, ONE, Unit, physical
from qbank.units.dimension import NONE, Dimension, exponents

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


def is_prefix(factor: Fraction) -> bool:
    """Tell whether a factor turns one prefix into another, such as 1000 or 1/1024."""
    return factor in _PREFIXES or 1 / factor in _PREFIXES


def converts_prefix(node: Node) -> bool:
    """Tell whether an expression holds a bare factor that may only restate a prefix, such as 1000 or 1024."""
    return any(map(is_prefix, every_converter(node)))


def products(factors: Iterable[Fraction]) -> set[Fraction]:
    """Return what some of the factors come to, but for 1."""
    values = {Fraction(1)}
    for factor in factors:
        values |= {product * factor for product in values}
    return values - {Fraction(1)}


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


UNITS_LEFT_OUT = "units left out"
"""The note on a claim that is true only so."""

_HIDDEN = frozenset(("dollar", "gram", "volt"))
_KEEPING_UNITS = frozenset(("max", "min", "avg", "floor", "ceil", "round", "abs"))


def contradict(relation: Relation, computed: Dimension, stated: Dimension) -> bool:
    """Tell whether quantities of one kind add up to one of another kind: `8 ms + 4 ms = 12 GB`."""
    return (
        stated != NONE
        and not _time_apart(computed, stated)
        and _is_sum(relation.left)
        and all(physical(operand.readings[0].unit.dimension) != NONE for operand in relation.operands)
    )


def verdict_without(sides: EvaluatedRelation) -> Verdict | None:
    """Return the verdict where no unit can have been left out, None where one may."""
    relation, unit = sides.relation, sides.stated.unit
    computed, stated = physical(sides.computed.dimension), physical(sides.stated.dimension)
    if _time_apart(computed, stated):
        return None
    if unit is not NO_UNIT and not any(_is_bare(operand) for operand in relation.operands):
        return Verdict.WRONG
    if _may_hide(computed, stated) or _is_per_something(relation, computed, sides.stated.dimension):
        return None
    return Verdict.UNCHECKED


def possible_values(sides: EvaluatedRelation, bare: Fraction) -> Iterator[tuple[Fraction, bool, bool]]:
    """Yield what an expression may come to if units were left out of it.

    Args:
        sides: the relation as it stands.
        bare: what its left side comes to without units.

    Yields:
        A value; whether it was counted without units; whether it is of no interest unless it fits.
    """
    relation, unit = sides.relation, sides.stated.unit
    computed, stated = physical(sides.computed.dimension), physical(sides.stated.dimension)
    shown = bare * unit.scale
    yield shown, True, False
    if stated == NONE and is_arithmetic(relation.right):
        for factor in products(converters(relation.right)):
            yield shown / factor, True, False
    time_apart = _time_apart(computed, stated)
    if computed != NONE:
        yield sides.computed.value, False, False
        if time_apart:
            for scale in TIME_SCALES if time_apart == 1 else SCALES_OF_TWO_TIMES:
                yield sides.computed.value * scale, False, True
    scaled = any(operand.readings[0].multiplier is not ONE for operand in relation.operands)
    if scaled or not _is_sum(relation.left):
        yield bare, True, False
        if _is_of_bits(unit):
            yield bare / 8, True, False
        if bare and _has_both_bare_and_measured(relation):
            scales = TIME_SCALES if time_apart else PLAIN_SCALES
            for scale in scales_near(scales, sides.stated.value / shown, relation.left):
                yield shown * scale, True, True


def _has_both_bare_and_measured(relation: Relation) -> bool:
    """Tell whether the unit that a bare operand lacks may bring in a scale beside those of the others."""
    bare = [operand.readings[0].unit is NO_UNIT for operand in relation.operands]
    return any(bare) and not all(bare)


def _is_per_something(relation: Relation, computed: Dimension, stated: Dimension) -> bool:
    """Tell whether a price or an intensity leaves out what it is per.

    `50 GB × $0.02 = $1` means $0.02 for every GB, `48 × 4 TB/s = 192 TFLOPS` 48 FLOP for every byte.
    """
    if any(operand.readings[0].unit.name == "$" for operand in relation.operands):
        return "dollar" in exponents(stated)
    apart = Dimension(computed - physical(stated))
    return "operation" in exponents(stated) and exponents(apart) == {"byte": 1}


def _time_apart(computed: Dimension, stated: Dimension) -> int:
    """Return the power of time that is all that the dimensions differ in, as in `$3 × 256 = $768/hour`."""
    apart = exponents(Dimension(computed - stated))
    return abs(apart["second"]) if apart.keys() == {"second"} else 0


def _may_hide(computed: Dimension, stated: Dimension) -> bool:
    """Tell whether a bare operand may have brought in what the two sides differ by.

    A side without a unit left it out; prices, grams of CO2 and volts are often named in the text alone.
    """
    return NONE in (computed, stated) or bool(_HIDDEN & exponents(Dimension(computed - stated)).keys())


def _is_bare(operand: Operand) -> bool:
    """Tell whether an operand leaves open what it measures: a number, a count, or a price of something."""
    unit = operand.readings[0].unit
    return physical(unit.dimension) == NONE or unit.name == "$"


@lru_cache(maxsize=1024)
def _is_of_bits(unit: Unit) -> bool:
    """Tell whether a unit counts bits, such as Gbps: eight of them are a power of ten of bytes."""
    eightfold = unit.scale * 8
    return (
        "byte" in exponents(unit.dimension)
        and eightfold.denominator == 1
        and set(str(eightfold)) <= {"1", "0"}
    )


def _is_sum(node: Node) -> bool:
    """Tell whether `node` only adds and chooses values: nothing in it could have changed the unit."""
    if isinstance(node, Operation):
        return node.operator in "+-" and _is_sum(node.left) and _is_sum(node.right)
    if isinstance(node, Call):
        return node.function in _KEEPING_UNITS and all(map(_is_sum, node.arguments))
    return isinstance(node, Number)
