"""A first look at a claim in floating point: most hold by a wide margin, and need no exact arithmetic.

This evaluator may only ever say "it surely holds". Whatever is near a border, too large, cancels out, or is
more than plain operations on numbers with units is left to `evaluate`, which says the same of what is seen
here, and what is wrong with the rest.

A rough value carries a doubt: a bound on its relative error in units of 2**-52 that is, times 128, a bound on
the bits of the exact value's numerator and denominator as well. So neither rounding nor `limits.MAX_BITS`
can make a claim fail that passes here.
"""

from __future__ import annotations

from qbank.napkin.tree import Negation, Node, Number, Operation, WithUnit, leaves
from qbank.units.dimension import NONE, Dimension, is_small, physical

_MOST_DIGITS = 20  # of a number, which take 67 bits
_LEAF_DOUBT = 4  # 512 bits: those and the 384 of `Reading.factor`
_MOST_DOUBT = 100  # 12,800 bits, and a relative error of 2.3e-14
_MARGIN = 1e-12  # to keep from every border, as a fraction of the values
_MOST_EXPONENT = 60
_SLACK = 0.9e-9  # less than any expression on the right side is granted
_LEAST, _MOST = 1e-200, 1e200  # between them no product loses digits

Rough = tuple[float, Dimension, float]
"""A value in base units, what it measures, and its doubt."""


class UnsureError(Exception):
    """The value has to be computed exactly."""


def surely_holds(left: Node, right: Node, relation: str, tolerance: float) -> Dimension | None:
    """Return what both sides measure if `left` so clearly stands in `relation` to `right` that nothing exact
    can say otherwise, else None.

    Args:
        left, right: the sides, every number read the usual way.
        relation: `=`, `≈`, `<`, `≤`, `>` or `≥`.
        tolerance: the part of the stated value that something marked approximate may be off.
    """
    try:
        computed, one, doubt = evaluate_roughly(left)
        stated, two, right_doubt = evaluate_roughly(right)
    except (UnsureError, OverflowError, ZeroDivisionError):
        return None
    if doubt + right_doubt > _MOST_DOUBT or (one != two and physical(one) != physical(two)):
        return None
    return physical(one) if _stands(computed, stated, relation, tolerance, left, right) else None


def holds_at_face_value(left: Node, right: Number, relation: str, tolerance: float) -> bool:
    """Tell whether `left` without its units so clearly is what the stated number says of its own unit that
    nothing exact can say otherwise; the rest as in `surely_holds`.
    """
    try:
        computed, _, doubt = evaluate_roughly(left, face=True)
        stated, _, right_doubt = _number(right, face=False)
    except (UnsureError, OverflowError, ZeroDivisionError):
        return False
    reading = right.readings[0]
    computed *= reading.factor / float(reading.multiplier)
    sure = doubt + right_doubt + _LEAF_DOUBT <= _MOST_DOUBT
    return sure and _stands(computed, stated, relation, tolerance, left, right)


def measures(node: Node) -> Dimension | None:
    """Return what `node` measures; None if only the exact evaluator can tell."""
    try:
        return physical(evaluate_roughly(node)[1])
    except (UnsureError, OverflowError, ZeroDivisionError):
        return None


def _stands(
    computed: float, stated: float, relation: str, tolerance: float, left: Node, right: Node
) -> bool:
    """Tell whether two rough values surely stand in `relation`."""
    size = abs(stated)
    margin = _MARGIN * (size + abs(computed))
    above = computed - stated
    if relation in "<≤":
        return above < -margin
    if relation in ">≥":
        return above > margin
    step = _last_digit(right)
    return (
        # rounded, or digits cut off
        margin - step / 2 < (above if stated > 0 else -above) < step - margin
        or (not step and abs(above) < _SLACK * size)
        or (
            abs(above) < tolerance * size - margin
            and (relation == "≈" or _is_marked(left) or _is_marked(right))
        )
    )


def evaluate_roughly(node: Node, *, face: bool = False) -> Rough:
    """Compute `node` with every number read the usual way; with `face`, as `evaluate.Sense` has it.

    Raises:
        UnsureError: the exact evaluator has to see to it.
        OverflowError, ZeroDivisionError: likewise.
    """
    if isinstance(node, Number):
        return _number(node, face)
    if isinstance(node, Operation):
        return _operation(node, face)
    if isinstance(node, Negation):
        value, dimension, doubt = evaluate_roughly(node.operand, face=face)
        return -value, dimension, doubt
    if isinstance(node, WithUnit):
        return _with_unit(node, face)
    raise UnsureError


def _number(node: Number, face: bool) -> Rough:
    reading, (start, end), value = node.readings[0], node.digits, node.value
    rough = value.numerator / value.denominator * (reading.face if face else reading.factor)
    if not rough or not 0 < end - start <= _MOST_DIGITS:  # what no text shows may have any digits
        raise UnsureError
    dimension = reading.unit.dimension
    if face and physical(dimension) != NONE:
        dimension = NONE
    return rough, dimension, _LEAF_DOUBT


def _operation(node: Operation, face: bool) -> Rough:
    operator = node.operator
    if operator == "^":
        return _power(node, face)
    left, one, doubt = evaluate_roughly(node.left, face=face)
    right, two, right_doubt = evaluate_roughly(node.right, face=face)
    doubt += right_doubt + 1
    if operator == "*":
        value, dimension = left * right, Dimension(one + two)
    elif operator == "/":
        value, dimension = left / right, Dimension(one - two)
    else:
        if one != two and physical(one) != physical(two):
            raise UnsureError
        value, dimension = left + right if operator == "+" else left - right, one
        doubt *= max(1.0, abs(left / value), abs(right / value))  # what cancels leaves its error behind
    if not _LEAST < abs(value) < _MOST or not (dimension == NONE or is_small(dimension)):
        raise UnsureError
    return value, dimension, doubt


def _power(node: Operation, face: bool) -> Rough:
    exponent, sign = node.right, 1
    if isinstance(exponent, Negation):
        exponent, sign = exponent.operand, -1
    if not isinstance(exponent, Number) or not exponent.bare or exponent.readings[0].factor != 1:
        raise UnsureError
    power = exponent.value.numerator
    if exponent.value.denominator != 1 or power > _MOST_EXPONENT:
        raise UnsureError
    base, dimension, doubt = evaluate_roughly(node.left, face=face)
    value, dimension = base ** (sign * power), Dimension(dimension * sign * power)
    if not _LEAST < abs(value) < _MOST or not is_small(dimension):
        raise UnsureError
    return value, dimension, doubt * max(1, power) + _LEAF_DOUBT


def _with_unit(node: WithUnit, face: bool) -> Rough:
    if face:  # few are read so
        raise UnsureError
    value, dimension, doubt = evaluate_roughly(node.operand)
    reading = node.readings[0]
    own, added = physical(dimension), physical(reading.unit.dimension)
    if own == added != NONE:
        return value, dimension, doubt
    value *= reading.factor
    if own != NONE or not _LEAST < abs(value) < _MOST:
        raise UnsureError
    return value, reading.unit.dimension, doubt + _LEAF_DOUBT


def _last_digit(node: Node) -> float:
    """Return what the last digit of a stated number is worth, 0 if it is more than a number."""
    number = node.operand if isinstance(node, Negation) else node
    return number.readings[0].factor / 10.0**number.decimals if isinstance(number, Number) else 0.0


def _is_marked(node: Node) -> bool:
    return any(isinstance(leaf, Number) and leaf.approximate for leaf in leaves(node))
