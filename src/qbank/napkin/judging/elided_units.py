"""Units that a claim leaves out: `11 × 31 = 341 GB`, `$3 × 256 = $768/hour`, `48 × 4 TB/s = 192 TFLOPS`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from qbank.napkin.judging.conversion_factors import (
    PLAIN_SCALES,
    SCALES_OF_TWO_TIMES,
    TIME_SCALES,
    Scales,
    Value,
    converters,
    every_converter,
    products,
)
from qbank.napkin.judging.relation import Case, Operand
from qbank.napkin.reasons import Verdict
from qbank.napkin.tree import Call, Node, Number, Operation, is_arithmetic
from qbank.units import NO_UNIT, ONE, Unit, physical
from qbank.units.dimension import NONE, Dimension, exponents

UNITS_LEFT_OUT = "units left out"
"""The note on a claim that is true only so."""

_HIDDEN = frozenset(("dollar", "gram", "volt"))
_KEEPING_UNITS = frozenset(("max", "min", "avg", "floor", "ceil", "round", "abs"))


def contradict(case: Case, computed: Dimension, stated: Dimension) -> bool:
    """Tell whether quantities of one kind add up to one of another kind: `8 ms + 4 ms = 12 GB`."""
    return (
        stated != NONE
        and not _time_apart(computed, stated)
        and _is_sum(case.left)
        and all(physical(leaf.readings[0].unit.dimension) != NONE for leaf in case.operands)
    )


def verdict_without(case: Case, computed: Dimension, stated: Dimension, unit: Unit) -> Verdict | None:
    """Return the verdict where no unit can have been left out, None where one may.

    Args:
        case: the claim.
        computed: what its left side physically measures.
        stated: what its right side measures.
        unit: the unit of that.
    """
    if _time_apart(computed, physical(stated)):
        return None
    if unit is not NO_UNIT and not any(_is_bare(leaf) for leaf in case.operands):
        return Verdict.WRONG
    if _may_hide(computed, physical(stated)) or _is_per_something(case, computed, stated):
        return None
    return Verdict.UNCHECKED


def possible_values(
    case: Case,
    face: Value,
    computed: Value,
    stated: Value,
    *,
    scale: Value,
    unit: Unit,
    measures: tuple[Dimension, Dimension],
) -> Iterator[tuple[Value, bool, bool]]:
    """Yield what an expression may come to if units were left out of it, exactly or roughly.

    Args:
        case: the claim.
        face: what it comes to without units.
        computed: what it comes to with them.
        stated: what it is said to be.
        scale: the size of its unit.
        unit: that unit.
        measures: what the two sides measure.

    Yields:
        A value; whether it was counted without units; whether it is of no interest unless it fits.
    """
    shown = face * scale
    yield shown, True, False
    if measures[1] == NONE and is_arithmetic(case.right):
        for factor in products(converters(case.right)):
            yield shown / factor, True, False
    time_apart = _time_apart(*measures)
    if measures[0] != NONE:
        yield computed, False, False
        if time_apart:
            scales = TIME_SCALES if time_apart == 1 else SCALES_OF_TWO_TIMES
            for size in scales.like(computed):
                yield computed * size, False, True
    if any(leaf.readings[0].multiplier is not ONE for leaf in case.operands) or not _is_sum(case.left):
        yield face, True, False
        if _is_of_bits(unit):
            yield face / 8, True, False
        scales = TIME_SCALES if time_apart else PLAIN_SCALES
        for size in _scales_about(case, scales, stated / shown) if face else ():
            yield shown * size, True, True


def _scales_about(case: Case, scales: Scales, ratio: Value) -> list[Value]:
    """Return those about `ratio` of the scales that the unit a bare operand lacks may bring in."""
    bare = [leaf.readings[0].unit is NO_UNIT for leaf in case.operands]
    return [] if all(bare) or not any(bare) else scales.about(ratio, set(every_converter(case.left)))


def _is_per_something(case: Case, computed: Dimension, stated: Dimension) -> bool:
    """Tell whether a price or an intensity leaves out what it is per.

    `50 GB × $0.02 = $1` means $0.02 for every GB, `48 × 4 TB/s = 192 TFLOPS` 48 FLOP for every byte.
    """
    if any(leaf.readings[0].unit.name == "$" for leaf in case.operands):
        return "dollar" in exponents(stated)
    apart = Dimension(computed - physical(stated))
    return "operation" in exponents(stated) and exponents(apart) == {"byte": 1}


def _time_apart(one: Dimension, two: Dimension) -> int:
    """Return the power of time that is all that the dimensions differ in, as in `$3 × 256 = $768/hour`."""
    apart = exponents(Dimension(one - two))
    return abs(apart["second"]) if apart.keys() == {"second"} else 0


def _may_hide(one: Dimension, two: Dimension) -> bool:
    """Tell whether a bare operand may have brought in what the two sides differ by.

    A side without a unit left it out; prices, grams of CO2 and volts are often named in the text alone.
    """
    return NONE in (one, two) or bool(_HIDDEN & exponents(Dimension(one - two)).keys())


def _is_bare(leaf: Operand) -> bool:
    """Tell whether an operand leaves open what it measures: a number, a count, or a price of something."""
    unit = leaf.readings[0].unit
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
