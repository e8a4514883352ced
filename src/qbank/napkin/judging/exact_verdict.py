"""The judgement of a claim in exact arithmetic, under one sense of each side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

from qbank.napkin.evaluate import Sense, UndecidableError
from qbank.napkin.judging.conversion_factors import converters, is_prefix, products
from qbank.napkin.judging.elided_units import UNITS_LEFT_OUT, contradict, possible_values, verdict_without
from qbank.napkin.judging.judgement import Judgement
from qbank.napkin.judging.precision import Sides, relative_error
from qbank.napkin.judging.relation import HOLDS, Case
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Number, is_arithmetic
from qbank.units import NO_UNIT, Quantity, physical
from qbank.units.dimension import NONE

CONVERTED = "a bare factor converts the unit"
"""The note on a claim that is true only so."""

PRINTED_PREFIXES = (Fraction(1), *(Fraction(1000) ** power for power in (1, -1, 2, -2, 3, -3)))
"""How far apart the prefixes of a result may be as reckoned and as printed."""

_MAX_INTERVALS = 4


def weigh(case: Case, sense: Sense, right_sense: Sense) -> Judgement:
    """Return the judgement of a claim under one sense of each side."""
    try:
        if case.intervals and not case.compares:
            return _ranges(case, sense, right_sense)
        sides = Sides.of(case, sense, right_sense)
        return _inequality(sides) if case.compares else _equality(sides)
    except UndecidableError as trouble:
        return Judgement(Verdict.UNCHECKED, trouble.reason, trouble.detail, sense=sense)


# -- one relation each ---------------------------------------------------------------------------------------


def _inequality(sides: Sides) -> Judgement:
    if not sides.alike:
        return sides.unlike()
    holds = HOLDS[sides.case.relation](sides.computed.value, sides.stated.value)
    return sides.judged(Verdict.OK if holds else Verdict.WRONG, sides.computed, Fraction(0))


def _equality(sides: Sides) -> Judgement:
    if not sides.alike:
        return _mismatch(sides)
    judgement = sides.compared(sides.computed)
    if judgement.verdict is Verdict.OK:
        return judgement
    if sides.case.percent_left_out:
        judgement = _percent_left_out(sides, judgement, sides.case.percent_left_out)
    judgement = _scale_left_out(sides, judgement)
    return _converted(sides, judgement)


def _ranges(case: Case, sense: Sense, right_sense: Sense) -> Judgement:
    """Compare the smallest and the largest value of each side."""
    if len(case.intervals) > _MAX_INTERVALS:
        return Judgement(Verdict.UNCHECKED, Reason.TOO_LARGE, "ranges", sense=sense)
    corners = []
    for ends in product((False, True), repeat=len(case.intervals)):
        upper = frozenset(interval.start for interval, high in zip(case.intervals, ends, strict=True) if high)
        corners.append(Sides.of(case, replace(sense, high=upper), replace(right_sense, high=upper)))
    for corner in corners:
        if not corner.alike:
            return corner.unlike()
    bounds = [_bound(corners, choose) for choose in (min, max)]
    errors = [relative_error(bound.computed.value, bound.stated.value) for bound in bounds]
    # People round the ends of a range freely; both are marked approximate by being a range.
    tolerance = case.tolerances.approximate
    low, high = (bound.computed.value for bound in bounds)
    least, most = (bound.stated.value for bound in bounds)
    one_value = low == high or least == most
    within = (
        least - tolerance * abs(least) <= low and high <= most + tolerance * abs(most)
    ) or low <= least <= most <= high
    error = (min if one_value else max)(errors)
    shown = bounds[errors.index(error)]
    verdict = Verdict.OK if max(errors) <= tolerance or (one_value and within) else Verdict.WRONG
    return shown.judged(verdict, shown.computed, error)


def _bound(corners: list[Sides], choose: Callable[..., Sides]) -> Sides:
    """Return the smallest or the largest value of each side."""
    computed = choose(corners, key=lambda corner: corner.computed.value)
    stated = choose(corners, key=lambda corner: corner.stated.value)
    return computed._replace(stated=stated.stated, right_sense=stated.right_sense)


# -- values that differ --------------------------------------------------------------------------------------


def _percent_left_out(sides: Sides, judgement: Judgement, scale: Fraction) -> Judgement:
    """Accept `1.0% × 1.2^3 = 1.0 × 1.728 = 1.73%`, where the sign is dropped in mid-chain."""
    scaled = sides.compared(_times(sides.computed, scale), "% left out")
    plain = is_arithmetic(sides.case.right) or scaled.verdict is Verdict.OK
    return scaled if plain and scaled.error < judgement.error else judgement


def _scale_left_out(sides: Sides, judgement: Judgement) -> Judgement:
    """Accept plain operands whose result alone names their scale: `3.36 + 7.08 = 10.44 PFLOPs`."""
    node, operands = sides.case.right, sides.case.operands
    if not isinstance(node, Number) or not operands or physical(sides.stated.dimension) != NONE:
        return judgement
    reading = sides.right_sense.reading_of(node)
    scale = reading.multiplier * reading.unit.scale
    if scale <= 1 or any(leaf.readings[0].factor != 1 for leaf in operands):
        return judgement
    if reading.unit is NO_UNIT and not any(isinstance(o, Number) and o.decimals for o in operands):
        return judgement  # `64 × 32 = 2,048K` is a slip
    scaled = sides.compared(_times(sides.computed, scale), UNITS_LEFT_OUT)
    return scaled if scaled.error < judgement.error else judgement


def _converted(sides: Sides, judgement: Judgement) -> Judgement:
    """Accept bare factors that only restate the unit: `10 Gbps / 8 = 1.25 GB/s`.

    The arithmetic has to come out as printed, a prefix apart, and be off by nothing but such factors.
    """
    if not sides.computed.value:
        return judgement
    for factor in products(converters(sides.case.right)):
        converted = sides.compared(_times(sides.computed, 1 / factor), CONVERTED)
        if converted.verdict is Verdict.OK:
            return converted
    factors = converters(sides.case.left)
    if not factors:
        return judgement
    face, unit = sides.at_face_value(), sides.stated.unit
    shown = Quantity(face.computed.value * unit.scale, sides.stated.dimension, unit)
    units = [factor for factor in factors if not is_prefix(factor)]
    found = [judgement]
    for prefix in PRINTED_PREFIXES:
        factor = shown.value * prefix / sides.computed.value
        if factor in products(factors if prefix == 1 else units):
            converted = face.compared(_times(shown, prefix), CONVERTED)
            if prefix == 1 or converted.verdict is Verdict.OK:
                found.append(converted)
    return min(found, key=Judgement.implausibility)


def _times(quantity: Quantity, factor: Fraction) -> Quantity:
    return Quantity(quantity.value * factor, quantity.dimension, quantity.unit)


# -- units that do not agree ---------------------------------------------------------------------------------


def _mismatch(sides: Sides) -> Judgement:
    """Explain units that were left out, or say that the claim cannot be checked."""
    case, computed, stated = sides.case, sides.computed, sides.stated
    one, two = physical(computed.dimension), physical(stated.dimension)
    if one == -two and computed.value and not is_arithmetic(case.left) and not is_arithmetic(case.right):
        return sides.compared(Quantity(1 / computed.value, two, stated.unit), "period and rate")
    if not is_arithmetic(case.left) or sides.sense.choices:
        return sides.unlike()
    if contradict(case, one, two):
        return sides.judged(Verdict.WRONG, computed, Fraction(1))
    return _units_left_out(sides)


def _units_left_out(sides: Sides) -> Judgement:
    """Compare at face value: in the unit that the result names, in base units, or by a plain scale."""
    dimension, unit = sides.stated.dimension, sides.stated.unit
    measures = physical(sides.computed.dimension), physical(dimension)
    verdict = verdict_without(sides.case, measures[0], dimension, unit)
    if verdict is Verdict.WRONG:
        return sides.judged(verdict, sides.computed, Fraction(1))
    if verdict is not None:
        return sides.unlike()
    face = sides.at_face_value()
    values = possible_values(
        sides.case,
        face.computed.value,
        sides.computed.value,
        sides.stated.value,
        scale=unit.scale,
        unit=unit,
        measures=measures,
    )
    found: list[Judgement] = []
    for value, without_units, must_fit in values:
        judgement = (face if without_units else sides).compared(
            Quantity(value, dimension, unit), UNITS_LEFT_OUT
        )
        if judgement.verdict is Verdict.OK and not found:
            return judgement
        if judgement.verdict is Verdict.OK or not must_fit:
            found.append(judgement)
    return min(found, key=Judgement.implausibility)
