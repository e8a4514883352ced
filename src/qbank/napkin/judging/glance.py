"""The judgement of a claim at a glance in floating point, under one sense of each side.

Few claims need exact arithmetic to be judged: what is seen here is what `weigh` would say. Whatever is near a
border, a range, or more than `rough` computes is left to that.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from qbank.napkin.evaluate import Sense
from qbank.napkin.judging.conversion_factors import converters, has_converter, products
from qbank.napkin.judging.elided_units import UNITS_LEFT_OUT, contradict, possible_values, verdict_without
from qbank.napkin.judging.exact_verdict import PRINTED_PREFIXES
from qbank.napkin.judging.relation import Case, at_face, operands_among
from qbank.napkin.judging.rough import compute_both, exceeds, is_near, shows
from qbank.napkin.reasons import Verdict
from qbank.napkin.tree import Node, Number, is_arithmetic, leaves
from qbank.units import ONE, Unit
from qbank.units.dimension import Dimension
from qbank.units.unit import KIBI

_ROUGH_PREFIXES = tuple(map(float, PRINTED_PREFIXES))
_FAR_BELOW, _FAR_ABOVE = 0.4, 2.1


class Glance(NamedTuple):
    """A verdict that floating point settles, what the two sides measure, and the note.

    Without a verdict it is settled that the claim is not ok, but not what else; without a note it is not
    settled what has to be noted.
    """

    verdict: Verdict | None
    measures: tuple[Dimension, Dimension]
    note: str | None = ""


def glance(case: Case, sense: Sense, right_sense: Sense) -> Glance | None:
    """Return what `weigh` says under one sense of each side, if floating point shows it beyond doubt."""
    pair = None if case.intervals else compute_both(case.left, case.right, sense, right_sense)
    if pair is None:
        return None
    computed, stated, one, two = pair
    if case.compares:
        if one != two:
            return Glance(Verdict.UNCHECKED, (one, two))
        holds = exceeds(computed, stated, case.relation)
        return None if holds is None else Glance(Verdict.OK if holds else Verdict.WRONG, (one, two))
    if one != two:
        return _at_unlike(case, computed, stated, sense, right_sense, measures=(one, two))
    fits = _fits(case, computed, stated, sense, right_sense)
    if fits:
        return Glance(Verdict.OK, (one, two))
    if fits is None:
        return None
    values = [computed]
    if case.may_convert:
        converted = _converted(case, computed, sense, right_sense)
        if converted is None or any(
            _fits(case, value, stated, sense, right_sense) is not False for value in converted
        ):
            return None
        values += converted
    return Glance(_refuted(case, values, stated), (one, two), None if case.may_convert else "")


def surely_unlike(left: Node, right: Node) -> bool:
    """Tell whether the two sides measure different things however their numbers are read."""
    pair = compute_both(left, right)
    if pair is None or pair[2] == pair[3]:
        return False
    return all(len(operand.readings) == 1 for operand in operands_among((*leaves(left), *leaves(right))))


def _at_unlike(
    case: Case,
    computed: float,
    stated: float,
    sense: Sense,
    right_sense: Sense,
    *,
    measures: tuple[Dimension, Dimension],
) -> Glance | None:
    """Return the same where the sides measure different things."""
    one, two = measures
    if not is_arithmetic(case.left):
        inverse = one == -two and not is_arithmetic(case.right)
        return None if inverse else Glance(Verdict.UNCHECKED, measures)
    if sense.choices:
        return Glance(Verdict.UNCHECKED, measures)
    if contradict(case, one, two):
        return Glance(Verdict.WRONG, measures)
    named = _unit_stated(case, right_sense)
    if named is None:
        return None
    unit, scale = named
    verdict = verdict_without(case, one, unit.dimension, unit)
    if verdict is not None:
        return Glance(verdict, measures)
    pair = compute_both(case.left, case.right, at_face(sense), right_sense)
    if pair is None:
        return None
    found = possible_values(case, pair[0], computed, stated, scale=scale, unit=unit, measures=measures)
    values = [value for value, *_ in found]
    fits = [_fits(case, value, stated, sense, right_sense) for value in values]
    if None in fits and not any(fits):
        return None
    verdict = Verdict.OK if any(fits) else _refuted(case, values, stated)
    return Glance(verdict, (two, two), UNITS_LEFT_OUT)


def _fits(case: Case, computed: float, stated: float, sense: Sense, right_sense: Sense) -> bool | None:
    """Tell whether a value is as near to the stated one as the claim says; None if it is a close call."""
    if case.shows_its_size and not _FAR_BELOW < computed / stated < _FAR_ABOVE:
        return False
    cut = not (sense.powers_of_1024 or right_sense.powers_of_1024)
    shown = shows(computed, stated, case.right, right_sense, cut=cut)
    if shown is False and not cut and shows(computed, stated, case.right, right_sense) is not False:
        return None
    if shown or not case.approximate:
        return shown
    near = is_near(computed, stated, case.tolerances.rough[0])
    return near or (None if near is None else shown)


def _refuted(case: Case, values: list[float], stated: float) -> Verdict | None:
    """Return the verdict on a claim that is not ok, if none of the values makes it merely imprecise."""
    tolerance = case.tolerances.rough[1]
    return Verdict.WRONG if all(is_near(value, stated, tolerance) is False for value in values) else None


def _converted(case: Case, computed: float, sense: Sense, right_sense: Sense) -> list[float] | None:
    """Return all that `weigh` may accept for a value that differs; None if only that can tell."""
    found: list[float] = []
    if case.percent_left_out:
        found += (computed * 100, computed / 100)
    if case.may_leave_out_scale and isinstance(case.right, Number):
        found += (computed * reading.factor for reading in case.right.readings)
    found += (computed / float(factor) for factor in products(converters(case.right)))
    if has_converter(case.left):
        named = _unit_stated(case, right_sense)
        face = compute_both(case.left, case.right, at_face(sense), right_sense) if named else None
        if named is None or face is None:
            return None
        found += (face[0] * named[1] * prefix for prefix in _ROUGH_PREFIXES)
    return found


def _unit_stated(case: Case, right_sense: Sense) -> tuple[Unit, float] | None:
    """Return the unit of a stated number and about its scale."""
    if not isinstance(case.right, Number):
        return None
    reading = right_sense.reading_of(case.right)
    scale = reading.factor if reading.multiplier is ONE else reading.factor / float(reading.multiplier)
    if right_sense.binary and reading.unit.binary_steps:
        return _as_binary(reading.unit), scale * float(KIBI) ** reading.unit.binary_steps
    return reading.unit, scale


@lru_cache(maxsize=1024)
def _as_binary(unit: Unit) -> Unit:
    return unit.as_binary()
