"""Deciding on one claim: two sides, a relation, a verdict.

A claim is ok if some interpretation of its ambiguous spellings makes it true at its displayed precision. If
none does, the most plausible one is reported. All of it is exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, product

from msgspec.structs import replace

from qbank.napkin.evaluate import Interpretation, UndecidableError
from qbank.napkin.judging.elided_units import (
    CONVERTED,
    UNITS_LEFT_OUT,
    Explanation,
    amount_for_rate,
    bits_of_bytes,
    brought_into_unit,
    explanations,
    has_other_digits,
    is_measured,
    is_open,
    is_sum,
    operations_of_rate,
    price_of_many,
    takes_hours_of_rate,
    terms_in_unit,
)
from qbank.napkin.judging.interpretations import interpretations
from qbank.napkin.judging.line_context import LineContext
from qbank.napkin.judging.relation import EXACT, HOLDS, EvaluatedRelation, Judgement, Relation, relative_error
from qbank.napkin.judging.unit_conversions import converters, converters_of, is_prefix, products
from qbank.napkin.lexing.spellings import MONEYS
from qbank.napkin.tree import Node, Number, Operation, is_arithmetic, numbers
from qbank.napkin.verdicts import Reason, Tolerances, Verdict
from qbank.units import NO_UNIT, ONE, Quantity, physical
from qbank.units.dimension import BYTE, DOLLAR, GRAM, JOULE, KELVIN, NONE, WATT

_PRINTED_PREFIXES = (ONE, *(Fraction(1000) ** power for power in (1, -1, 2, -2, 3, -3, 4, -4)))
"""How far apart the prefixes of a result may be as reckoned and as printed."""

_BILLION_FOLD = (Fraction(1000) ** 3, Fraction(1000) ** -3)

_PERCENT = Fraction(100)
_POINTS = frozenset(("points", "point", "pp", "pts", "percentage"))
_MULTIPLIERS = (Fraction(10**9), Fraction(10**6), Fraction(10**12))
_BITS = frozenset((Fraction(8), Fraction(1, 8)))
_PRICED = frozenset((DOLLAR, JOULE, GRAM))
_IF_READ_SO = "if its letters mean what makes the digits right"
_ROUNDED = Fraction(1, 100)
_MAX_INTERVALS = 4
_POWERED = frozenset((JOULE, WATT))


def judge(left: Node, right: Node, sign: str, tolerances: Tolerances, line: LineContext) -> Judgement:
    """Decide whether `left` stands in a relation to `right`.

    Args:
        left, right: the two sides.
        sign: `=`, `≈`, `<`, `≤`, `>` or `≥`.
        tolerances: how far off the stated value may be.
        line: what stands around them.
    """
    relation = Relation(left, right, sign, line.symbols.names, tolerances)
    judgements: list[Judgement] = []
    for judgement in _judgements(relation, line):
        if judgement.verdict is Verdict.OK:
            return judgement
        if not judgements and judgement.reason is Reason.MISSING_OPERAND:  # none gives a name a value
            return judgement
        judgements.append(judgement)
    first = judgements[0]
    if first.unlike and first.sides is not None:
        judgements[0] = _unlike_units(first.sides, first, line)
        if judgements[0].verdict is Verdict.UNCHECKED:  # no other reading of bare numbers settles that
            judgements[1:] = [one for one in judgements[1:] if not (one.unlike and _is_of_bare(one))]
    elif first.sides is not None and not relation.compares:
        explained = chain(
            brought_into_unit(first.sides),
            terms_in_unit(first.sides, line),
            price_of_many(first.sides, line),
            bits_of_bytes(first.sides),
            operations_of_rate(first.sides),
        )
        judgements += [_explained(first.sides, explanation, line) for explanation in explained]
    if any(_is_apart(one, *_BILLION_FOLD) for one in judgements):  # `13B * 14 = 182 GB`: B are billions there
        meant = next((one.sides for one in judgements if one.sides is not None and _is_apart(one, ONE)), None)
        if meant is not None and physical(meant.computed.dimension) == NONE != physical(
            meant.stated.dimension
        ):
            return meant.unit_mismatch()
    best = min(judgements, key=Judgement.implausibility)
    if best.unlike and best.sides is not None and takes_hours_of_rate(best.sides, line):
        return best.sides.unit_mismatch()
    undecided = first.reason is Reason.UNITS and first.sides is None
    return first if undecided and best.interpretation.choices else best  # another reading may confirm only


def _is_of_bare(judgement: Judgement) -> bool:
    """Tell whether what is computed measures nothing."""
    return judgement.computed is None or physical(judgement.computed.dimension) == NONE


def _is_apart(judgement: Judgement, *factors: Fraction) -> bool:
    """Tell whether what is computed is one of some factors times what is stated."""
    computed, stated = judgement.computed, judgement.stated
    if computed is None or stated is None or not stated.value or not computed.value:
        return False
    apart = computed.value / stated.value
    return any(abs(apart - factor) <= _ROUNDED * factor for factor in factors)


def _judgements(relation: Relation, line: LineContext) -> Iterator[Judgement]:
    """Yield the judgement of a relation under each interpretation, the plain one first."""
    for left, right in interpretations(relation, line):
        yield _judge_as(relation, left, right, line)


def _judge_as(
    relation: Relation, left: Interpretation, right: Interpretation, line: LineContext
) -> Judgement:
    """Return the judgement of a relation under one interpretation of each side."""
    try:
        if relation.intervals and not relation.compares:
            return _ranges(relation, left, right)
        sides = EvaluatedRelation.of(relation, left, right)
        return _inequality(sides) if relation.compares else _equality(sides, line)
    except UndecidableError as trouble:
        if trouble.reason is Reason.UNITS and not relation.compares and _is_written_out(relation, line):
            return Judgement(Verdict.WRONG, trouble=trouble.detail, error=ONE, unlike=True)
        return Judgement(Verdict.UNCHECKED, trouble.reason, trouble.detail)


def _is_written_out(relation: Relation, line: LineContext) -> bool:
    """Tell whether every operand says what it counts or measures, so that none can lack a unit.

    A price may lack what it is for: `$90 + 0.004 kW × 26,280 h × $0.20`.
    """
    units = [one.unit for one in relation.operands]
    prices = sum(unit.name in MONEYS for unit in units)
    if prices > 1 and any(physical(unit.dimension) in _POWERED for unit in units):
        return False
    return all(
        not isinstance(operand, Number) or _says_what_it_is(operand, relation, line)
        for operand in relation.operands
    )


def _says_what_it_is(operand: Number, relation: Relation, line: LineContext) -> bool:
    """Tell whether a number has a noun, or a unit that is no symbol of the text: of `2 C M`, C is one."""
    noun, unit = line.noun_behind(operand), operand.unit.name
    if operand.bare:
        return bool(noun)
    return len(unit) > 1 or (unit not in relation.names and len(noun) != 1)


def _inequality(sides: EvaluatedRelation) -> Judgement:
    names = {sides.computed.unit.name, sides.stated.unit.name}
    if not sides.units_match or ("%" in names and names - {"%", ""}):
        return sides.unit_mismatch()  # `202 GOPS, below 1% of a 40-TOPS NPU`: of another value
    holds = HOLDS[sides.relation.sign](sides.computed.value, sides.stated.value)
    return sides.verdict(Verdict.OK if holds else Verdict.WRONG, sides.computed, EXACT)


def _equality(sides: EvaluatedRelation, line: LineContext) -> Judgement:
    if not sides.units_match:
        return _different_units(sides)
    judgement = sides.compare(sides.computed)
    if judgement.verdict is Verdict.OK:
        return judgement
    judgement = _letter_is_unit(sides, judgement)
    judgement = _percent_left_out(sides, judgement, line)
    judgement = _scale_left_out(sides, judgement, line)
    judgement = _for_many(sides, judgement, line)
    return _converted(sides, judgement, line)


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
            return corner.contradiction() if is_arithmetic(relation.left) else corner.unit_mismatch()
    in_percent = relation.is_of_percent == (False, True) and all(map(_adds_percents, corners))
    scale = 1 / _PERCENT if in_percent else ONE
    corners = [replace(one, computed=_times(one.computed, scale)) for one in corners]
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
    as_written = replace(shown, computed=_times(shown.computed, 1 / scale))
    return as_written.verdict(verdict, shown.computed, error)


def _bound(corners: list[EvaluatedRelation], choose: Callable[..., EvaluatedRelation]) -> EvaluatedRelation:
    """Return the smallest or the largest value of each side."""
    computed = choose(corners, key=lambda corner: corner.computed.value)
    stated = choose(corners, key=lambda corner: corner.stated.value)
    return replace(computed, stated=stated.stated, right_interpretation=stated.right_interpretation)


# -- values that differ --------------------------------------------------------------------------------------


def _percent_left_out(sides: EvaluatedRelation, judgement: Judgement, line: LineContext) -> Judgement:
    """Accept a sign that is dropped in mid-chain, `1.0% × 1.2^3 = 1.0 × 1.728 = 1.73%`, and `× 100 = 92%`."""
    relation = sides.relation
    left, right = relation.is_of_percent
    if left == right:
        return judgement
    if left:
        again = _digits_in_percent(relation.left) & _bare_digits(relation.right)
        accepted, scale = bool(again) and is_arithmetic(relation.right), Fraction(100)
    else:
        before = {digits for node in line.earlier for digits in _digits_in_percent(node)}
        accepted = bool(before & _bare_digits(relation.left)) or _multiplies_by_100(relation.left)
        accepted = accepted or _is_mean_of_percent(sides) or _is_of_percent(sides, line)
        scale = Fraction(1, 100)
    if not accepted:
        return judgement
    scaled = sides.compare(_times(sides.computed, scale), "% left out")
    return scaled if scaled.error < judgement.error else judgement


def _is_mean_of_percent(sides: EvaluatedRelation) -> bool:
    """Tell whether bare numbers can only be points of percent: `412.5 / 5 = 82.5 %`."""
    left = sides.relation.left
    bare = all(isinstance(one, Number) and one.bare for one in sides.relation.operands)
    return isinstance(left, Operation) and left.operator == "/" and bare and 10 <= sides.computed.value <= 100


def _is_of_percent(sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether what is divided stands in percent elsewhere: `from 75%: 75 / 0.7 = 107%`."""
    left = sides.relation.left
    divided = left.left if isinstance(left, Operation) and left.operator == "/" else None
    return isinstance(divided, Number) and line.units.says_in_percent(divided)


def _digits_in_percent(node: Node) -> set[Fraction]:
    return {
        number.value
        for number in numbers(node)
        if any(reading.unit.name == "%" for reading in number.readings)
    }


def _bare_digits(node: Node) -> set[Fraction]:
    return {number.value for number in numbers(node) if number.bare}


def _multiplies_by_100(node: Node) -> bool:
    """Tell whether a bare 100 is a factor of a product: `46 / 50 * 100`."""
    if isinstance(node, Operation) and node.operator in "*/":
        return _multiplies_by_100(node.left) or (node.operator == "*" and _multiplies_by_100(node.right))
    return isinstance(node, Number) and node.bare and node.value == 100


def _letter_is_unit(sides: EvaluatedRelation, judgement: Judgement) -> Judgement:
    """Take the letter behind a sum of bare numbers for its unit: `22 − (−18) = 40 K`."""
    node = sides.relation.right
    if not isinstance(node, Number) or len(node.readings) < 2 or node.readings[1].unit.dimension != KELVIN:
        return judgement
    if not is_sum(sides.relation.left) or any(map(is_measured, sides.relation.operands)):
        return judgement
    unit = node.readings[1].unit
    measured = Quantity(node.value * unit.scale, unit.dimension, unit)
    chosen = replace(sides.right_interpretation, choices={node.start: 1})
    read = replace(sides, stated=measured, right_interpretation=chosen)
    computed = Quantity(sides.computed.value * unit.scale, unit.dimension, unit)
    other = read.compare(computed, UNITS_LEFT_OUT)
    return other if other.verdict is Verdict.OK else judgement


def _scale_left_out(sides: EvaluatedRelation, judgement: Judgement, line: LineContext) -> Judgement:
    """Accept plain terms whose result alone names their scale: `50 - 31 = 19 million`.

    In a product the scale is not that of an operand, `64 × 32 = 2,048K` is a slip, unless an operand has it
    elsewhere: `2 × 5.6 + 1.9 = 13.1B` beside "1.9B shared".
    """
    node, operands = sides.relation.right, sides.relation.operands
    if physical(sides.stated.dimension) == BYTE:  # `70 × 2 bytes = 140 GB` of a 70B model
        told = (many for many in _MULTIPLIERS if any(line.units.scales(one, many) for one in operands))
        many = next(told, Fraction(1))
        scaled = sides.compare(_times(sides.computed, many), UNITS_LEFT_OUT)
        return scaled if scaled.verdict is Verdict.OK else judgement
    if not isinstance(node, Number) or not operands or physical(sides.stated.dimension) != NONE:
        return judgement
    reading = sides.right_interpretation.reading_of(node)
    if reading.size <= 1 or any(operand.readings[0].size is not ONE for operand in operands):
        return judgement
    said = any(line.units.scales(operand, reading.multiplier) for operand in operands)
    counted = reading.unit is NO_UNIT or reading.unit.scale == 1
    if not is_sum(sides.relation.left) and counted and not said:
        return judgement
    scaled = sides.compare(_times(sides.computed, reading.size), UNITS_LEFT_OUT)
    return scaled if scaled.verdict is Verdict.OK else judgement


def _for_many(sides: EvaluatedRelation, judgement: Judgement, line: LineContext) -> Judgement:
    """Take the result for as many as its label says: `Cost per 1M tokens: $2.50/h / (500 tok/s) = $1.39`."""
    if judgement.verdict is Verdict.OK or physical(sides.stated.dimension) not in _PRICED:
        return judgement
    many = line.many_in_label(sides.relation.left)
    if many is None:
        return judgement
    scaled = sides.compare(_times(sides.computed, many), "for as many as the label says")
    return min(judgement, scaled, key=Judgement.implausibility)


def _converted(sides: EvaluatedRelation, judgement: Judgement, line: LineContext) -> Judgement:
    """Accept bare factors that only restate the unit: `10 Gbps / 8 = 1.25 GB/s`.

    The arithmetic has to come out as printed, a prefix apart, and be off by nothing but such factors; where
    an 8 alone turns bits into bytes, other units may be converted beside it: `10 Gbps / 8 × 1 h = 4.5 TB`.
    """
    if not sides.computed.value:
        return judgement
    for factor in products(converters(sides.relation.right)):
        converted = sides.compare(_times(sides.computed, 1 / factor), CONVERTED)
        if converted.verdict is Verdict.OK:
            return converted
    if _are_points(sides.relation) or _is_told_in_points(sides, line):
        return min(
            judgement,
            sides.compare(_times(sides.computed, _PERCENT), UNITS_LEFT_OUT),
            key=Judgement.implausibility,
        )
    unit = sides.stated.unit
    sums = unit.name == "%" and (is_sum(sides.relation.left) or _adds_percents(sides))  # `100 - 52 = 48%`
    is_pure = "/" in unit.name and not physical(unit.dimension)  # `18 * 28 = 504 ms/s`
    left_out = (sums or is_pure) and not any(map(is_measured, sides.relation.operands))
    factors = [] if left_out else converters_of(sides.relation, line)
    if not (left_out or factors):
        return judgement
    bare = sides.without_units()
    shown = Quantity(bare.computed.value * unit.scale, sides.stated.dimension, unit)
    if left_out:
        return min(judgement, bare.compare(shown, UNITS_LEFT_OUT), key=Judgement.implausibility)
    units = [factor for factor in factors if not is_prefix(factor)]
    judgements = [judgement]
    if not _BITS.isdisjoint(units):
        factor = next(factor for factor in units if factor in _BITS)
        judgements.append(sides.compare(_times(sides.computed, factor), CONVERTED))
    for prefix in _PRINTED_PREFIXES:
        factor = shown.value * prefix / sides.computed.value
        if factor in products(factors if prefix == 1 else units):
            converted = bare.compare(_times(shown, prefix), CONVERTED)
            if prefix == 1 or converted.verdict is Verdict.OK:
                judgements.append(converted)
    return min(judgements, key=Judgement.implausibility)


def _are_points(relation: Relation) -> bool:
    """Tell whether shares are added and the result is in points: `89.9% - 85% = 4.9 points`."""
    shares = all(operand.unit.name == "%" for operand in relation.operands)
    return shares and is_sum(relation.left) and isinstance(relation.right, Number) and relation.right.bare


def _is_told_in_points(sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether a share is stated in points: `sqrt(0.9 * 0.1 / 100) = 3 points`."""
    right = sides.relation.right
    if not isinstance(right, Number) or not right.bare or sides.computed.value >= 1:
        return False
    return line.noun_behind(right) in _POINTS


def _adds_percents(sides: EvaluatedRelation) -> bool:
    """Tell whether bare terms can only be in percent: `90 + 1.96 * 2.12 = 94.16%`."""
    left = sides.relation.left
    return isinstance(left, Operation) and left.operator in "+-" and 1 < sides.computed.value <= _PERCENT


def _times(quantity: Quantity, factor: Fraction) -> Quantity:
    return Quantity(quantity.value * factor, quantity.dimension, quantity.unit)


# -- units that do not agree ---------------------------------------------------------------------------------


def _different_units(sides: EvaluatedRelation) -> Judgement:
    """Say what two sides of different dimensions are: a period and its rate, or a contradiction."""
    relation, computed = sides.relation, sides.computed
    arithmetic = is_arithmetic(relation.left)
    stated_dimension = physical(sides.stated.dimension)
    if (
        physical(computed.dimension) == -stated_dimension
        and computed.value
        and not arithmetic
        and not is_arithmetic(relation.right)
    ):
        return sides.compare(
            Quantity(1 / computed.value, stated_dimension, sides.stated.unit), "period and rate"
        )
    if not arithmetic:
        return sides.unit_mismatch()
    if sides.interpretation.choices and relative_error(computed.value, sides.stated.value) > _ROUNDED:
        return sides.unit_mismatch()  # with right digits, `1.2B params × 2B = 2.4 GB/s` is meant in bytes
    contradiction = sides.contradiction()
    return replace(contradiction, doubt=_IF_READ_SO) if sides.interpretation.choices else contradiction


def _unlike_units(sides: EvaluatedRelation, contradiction: Judgement, line: LineContext) -> Judgement:
    """Judge a line whose units contradict each other by what it may leave out, if a habit explains it."""
    best: Judgement | None = None
    for explanation in explanations(sides, line):
        judgement = _explained(sides, explanation, line)
        if judgement.verdict is Verdict.OK:
            return judgement
        if not explanation.fits_only and not judgement.unlike:
            best = min(best or judgement, judgement, key=Judgement.implausibility)
    if best is not None:
        lacks_period = not _is_of_bare(contradiction) and _has_right_digits(contradiction)
        return best if not lacks_period or _has_right_digits(best) else contradiction
    if is_open(sides, line) and not has_other_digits(sides, line):
        told = amount_for_rate(sides, line)
        return sides.unit_mismatch() if told is None else contradiction.noted(told)
    return contradiction


def _has_right_digits(judgement: Judgement) -> bool:
    """Tell whether what is computed differs from what is stated in its unit or a prefix alone."""
    return _is_apart(judgement, *_PRINTED_PREFIXES)


def _explained(sides: EvaluatedRelation, explanation: Explanation, line: LineContext) -> Judgement:
    """Judge a line with the units that it leaves out."""
    if explanation.face is not None:
        return sides.without_units().compare(explanation.face, explanation.note)
    relation = replace(sides.relation, left=explanation.left, right=explanation.right)
    best: Judgement | None = None
    for judgement in _judgements(relation, line):
        if judgement.verdict is Verdict.OK:
            return judgement.noted(explanation.note)
        best = min(best or judgement, judgement, key=Judgement.implausibility)
    return (best or sides.unit_mismatch()).noted(explanation.note)
