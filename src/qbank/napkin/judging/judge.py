"""Deciding on one claim: two sides, a relation, a verdict.

A claim is ok if some interpretation of its ambiguous spellings makes it true at its displayed precision. If
none does, the most plausible one is reported. All of it is exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

from qbank.napkin.evaluate import Interpretation, UndecidableError
from qbank.napkin.judging.interpretations import SymbolTable, interpretations
from qbank.napkin.judging.relation import EXACT, HOLDS, EvaluatedRelation, Judgement, Relation, relative_error
from qbank.napkin.judging.unit_conversions import (
    UNITS_LEFT_OUT,
    contradict,
    converters,
    is_prefix,
    possible_values,
    products,
    verdict_without,
)
from qbank.napkin.tree import Node, Number, is_arithmetic
from qbank.napkin.verdicts import USUAL, Reason, Tolerances, Verdict
from qbank.units import NO_UNIT, ONE, Quantity, physical
from qbank.units.dimension import NONE

CONVERTED = "a bare factor converts the unit"
"""The note on a claim that is true only so."""

_PRINTED_PREFIXES = (ONE, *(Fraction(1000) ** power for power in (1, -1, 2, -2, 3, -3)))
"""How far apart the prefixes of a result may be as reckoned and as printed."""

_MAX_INTERVALS = 4


def judge(
    left: Node,
    right: Node,
    sign: str,
    *,
    symbols: SymbolTable | None = None,
    tolerances: Tolerances = USUAL,
) -> Judgement:
    """Decide whether `left` stands in a relation to `right`.

    Args:
        left, right: the two sides.
        sign: `=`, `≈`, `<`, `≤`, `>` or `≥`.
        symbols: what the text has said before.
        tolerances: how far off the stated value may be.
    """
    symbols = symbols or SymbolTable()
    relation = Relation(left, right, sign, symbols.names, tolerances)
    judgements: list[Judgement] = []
    for interpretation, right_interpretation in interpretations(relation, symbols):
        judgement = _judge_as(relation, interpretation, right_interpretation)
        if judgement.verdict is Verdict.OK:
            return judgement
        if not judgements and judgement.reason is Reason.MISSING_OPERAND:  # none gives a name a value
            return judgement
        judgements.append(judgement)
    return min(judgements, key=Judgement.implausibility)


def _judge_as(
    relation: Relation, interpretation: Interpretation, right_interpretation: Interpretation
) -> Judgement:
    """Return the judgement of a relation under one interpretation of each side."""
    try:
        if relation.intervals and not relation.compares:
            return _ranges(relation, interpretation, right_interpretation)
        sides = EvaluatedRelation.of(relation, interpretation, right_interpretation)
        return _inequality(sides) if relation.compares else _equality(sides)
    except UndecidableError as trouble:
        return Judgement(Verdict.UNCHECKED, trouble.reason, trouble.detail)


def _inequality(sides: EvaluatedRelation) -> Judgement:
    if not sides.units_match:
        return sides.unit_mismatch()
    holds = HOLDS[sides.relation.sign](sides.computed.value, sides.stated.value)
    return sides.verdict(Verdict.OK if holds else Verdict.WRONG, sides.computed, EXACT)


def _equality(sides: EvaluatedRelation) -> Judgement:
    if not sides.units_match:
        return _different_units(sides)
    judgement = sides.compare(sides.computed)
    if judgement.verdict is Verdict.OK:
        return judgement
    judgement = _percent_left_out(sides, judgement)
    judgement = _scale_left_out(sides, judgement)
    return _converted(sides, judgement)


def _ranges(
    relation: Relation, interpretation: Interpretation, right_interpretation: Interpretation
) -> Judgement:
    """Compare the smallest and the largest value of each side."""
    intervals = relation.intervals
    if len(intervals) > _MAX_INTERVALS:
        return Judgement(Verdict.UNCHECKED, Reason.TOO_LARGE, "ranges")
    corners = []
    for chosen in product((False, True), repeat=len(intervals)):
        ends = frozenset(interval.start for interval, upper in zip(intervals, chosen, strict=True) if upper)
        left, right = (replace(side, upper_ends=ends) for side in (interpretation, right_interpretation))
        corners.append(EvaluatedRelation.of(relation, left, right))
    for corner in corners:
        if not corner.units_match:
            return corner.unit_mismatch()
    bounds = [_bound(corners, choose) for choose in (min, max)]
    errors = [relative_error(bound.computed.value, bound.stated.value) for bound in bounds]
    # People round the ends of a range freely; both are marked approximate by being a range.
    tolerance = relation.tolerances.approximate
    low, high = (bound.computed.value for bound in bounds)
    least, most = (bound.stated.value for bound in bounds)
    one_value = low == high or least == most
    within = (
        least - tolerance * abs(least) <= low and high <= most + tolerance * abs(most)
    ) or low <= least <= most <= high
    error = (min if one_value else max)(errors)
    shown = bounds[errors.index(error)]
    verdict = Verdict.OK if max(errors) <= tolerance or (one_value and within) else Verdict.WRONG
    return shown.verdict(verdict, shown.computed, error)


def _bound(corners: list[EvaluatedRelation], choose: Callable[..., EvaluatedRelation]) -> EvaluatedRelation:
    """Return the smallest or the largest value of each side."""
    computed = choose(corners, key=lambda corner: corner.computed.value)
    stated = choose(corners, key=lambda corner: corner.stated.value)
    return computed._replace(stated=stated.stated, right_interpretation=stated.right_interpretation)


# -- values that differ --------------------------------------------------------------------------------------


def _percent_left_out(sides: EvaluatedRelation, judgement: Judgement) -> Judgement:
    """Accept `1.0% × 1.2^3 = 1.0 × 1.728 = 1.73%`, where the sign is dropped in mid-chain."""
    scale = sides.relation.percent_left_out
    if scale is None:
        return judgement
    scaled = sides.compare(_times(sides.computed, scale), "% left out")
    plain = is_arithmetic(sides.relation.right) or scaled.verdict is Verdict.OK
    return scaled if plain and scaled.error < judgement.error else judgement


def _scale_left_out(sides: EvaluatedRelation, judgement: Judgement) -> Judgement:
    """Accept plain operands whose result alone names their scale: `3.36 + 7.08 = 10.44 PFLOPs`."""
    node, operands = sides.relation.right, sides.relation.operands
    if not isinstance(node, Number) or not operands or physical(sides.stated.dimension) != NONE:
        return judgement
    reading = sides.right_interpretation.reading_of(node)
    if reading.size <= 1 or any(operand.readings[0].size is not ONE for operand in operands):
        return judgement
    if reading.unit is NO_UNIT and not any(isinstance(o, Number) and o.decimals for o in operands):
        return judgement  # `64 × 32 = 2,048K` is a slip
    scaled = sides.compare(_times(sides.computed, reading.size), UNITS_LEFT_OUT)
    return scaled if scaled.error < judgement.error else judgement


def _converted(sides: EvaluatedRelation, judgement: Judgement) -> Judgement:
    """Accept bare factors that only restate the unit: `10 Gbps / 8 = 1.25 GB/s`.

    The arithmetic has to come out as printed, a prefix apart, and be off by nothing but such factors.
    """
    if not sides.computed.value:
        return judgement
    for factor in products(converters(sides.relation.right)):
        converted = sides.compare(_times(sides.computed, 1 / factor), CONVERTED)
        if converted.verdict is Verdict.OK:
            return converted
    factors = converters(sides.relation.left)
    if not factors:
        return judgement
    bare, unit = sides.without_units(), sides.stated.unit
    shown = Quantity(bare.computed.value * unit.scale, sides.stated.dimension, unit)
    units = [factor for factor in factors if not is_prefix(factor)]
    judgements = [judgement]
    for prefix in _PRINTED_PREFIXES:
        factor = shown.value * prefix / sides.computed.value
        if factor in products(factors if prefix == 1 else units):
            converted = bare.compare(_times(shown, prefix), CONVERTED)
            if prefix == 1 or converted.verdict is Verdict.OK:
                judgements.append(converted)
    return min(judgements, key=Judgement.implausibility)


def _times(quantity: Quantity, factor: Fraction) -> Quantity:
    return Quantity(quantity.value * factor, quantity.dimension, quantity.unit)


# -- units that do not agree ---------------------------------------------------------------------------------


def _different_units(sides: EvaluatedRelation) -> Judgement:
    """Explain units that were left out, or say that the claim cannot be checked."""
    relation, computed = sides.relation, sides.computed
    arithmetic = is_arithmetic(relation.left)
    computed_dimension, stated_dimension = physical(computed.dimension), physical(sides.stated.dimension)
    if (
        computed_dimension == -stated_dimension
        and computed.value
        and not arithmetic
        and not is_arithmetic(relation.right)
    ):
        return sides.compare(
            Quantity(1 / computed.value, stated_dimension, sides.stated.unit), "period and rate"
        )
    if not arithmetic or sides.interpretation.choices:
        return sides.unit_mismatch()
    if contradict(relation, computed_dimension, stated_dimension):
        return sides.verdict(Verdict.WRONG, computed, Fraction(1))
    return _units_left_out(sides)


def _units_left_out(sides: EvaluatedRelation) -> Judgement:
    """Compare at face value: in the unit that the result names, in base units, or by a plain scale."""
    verdict = verdict_without(sides)
    if verdict is Verdict.WRONG:
        return sides.verdict(verdict, sides.computed, Fraction(1))
    if verdict is not None:
        return sides.unit_mismatch()
    bare, stated = sides.without_units(), sides.stated
    judgements: list[Judgement] = []
    for value, without_units, must_fit in possible_values(sides, bare.computed.value):
        quantity = Quantity(value, stated.dimension, stated.unit)
        judgement = (bare if without_units else sides).compare(quantity, UNITS_LEFT_OUT)
        if judgement.verdict is Verdict.OK and not judgements:
            return judgement
        if judgement.verdict is Verdict.OK or not must_fit:
            judgements.append(judgement)
    return min(judgements, key=Judgement.implausibility)
