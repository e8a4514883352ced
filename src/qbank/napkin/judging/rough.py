"""A first look at a claim in floating point: most hold by a wide margin, and need no exact arithmetic.

This evaluator may only ever say "it surely holds". Whatever is near a border, too large, cancels out, or is
more than plain operations on numbers with units is left to `evaluate`, which says the same of what is seen
here, and what is wrong with the rest.

A rough value carries a doubt: a bound on its relative error in units of 2**-52 that is, times 64, a bound on
the bits of the exact value's numerator and denominator as well. So neither rounding nor `limits.MAX_BITS`
can make a claim fail that passes here.
"""

from __future__ import annotations

from qbank.napkin.evaluate import PLAIN, Sense
from qbank.napkin.judging.rough_functions import FUNCTIONS, WHOLE, Rough, UnsureError
from qbank.napkin.tree import Call, Leaf, Negation, Node, Number, Operation, Reading, WithUnit, leaves
from qbank.units import NO_UNIT, ONE
from qbank.units.dimension import NONE, Dimension, is_small, physical

_MOST_DIGITS = 20  # of a number, which take 67 bits
_LEAF_DOUBT = 4  # 256 bits: those, the 140 of `Reading.factor` and 7 for each step of 1024
_BARE_DOUBT = 2  # 128 bits: of the digits alone
_MOST_STEPS = 6
_MOST_DOUBT = 200  # 12,800 bits, and a relative error of 4.5e-14
_MARGIN = 1e-12  # to keep from every border, as a fraction of the values
_MOST_EXPONENT = 60
_SLACK = 1e-9  # what an expression on the right side is granted besides the rounding of its operands
_LEAST, _MOST = 1e-200, 1e200  # between them no product loses digits
_KIBI = 1.024


def surely_holds(left: Node, right: Node, relation: str, tolerance: float) -> Dimension | None:
    """Return what both sides measure if `left` so clearly stands in `relation` to `right` that nothing exact
    can say otherwise, else None.

    Args:
        left, right: the sides, every number read the usual way.
        relation: `=`, `≈`, `<`, `≤`, `>` or `≥`.
        tolerance: the part of the stated value that something marked approximate may be off.
    """
    pair = compute_both(left, right)
    if pair is None:
        return None
    computed, stated, one, two = pair
    if one != two:
        return None
    if relation not in "=≈":
        return one if exceeds(computed, stated, relation) else None
    if shows(computed, stated, right):
        return one
    marked = relation == "≈" or is_marked(left) or is_marked(right)
    return one if marked and is_near(computed, stated, tolerance) else None


def compute_both(
    left: Node, right: Node, sense: Sense = PLAIN, right_sense: Sense = PLAIN
) -> tuple[float, float, Dimension, Dimension] | None:
    """Return what both sides come to and physically measure; None if only the exact evaluator can."""
    try:
        computed, one, doubt = evaluate_roughly(left, sense)
        stated, two, right_doubt = evaluate_roughly(right, right_sense)
    except (UnsureError, OverflowError, ZeroDivisionError):
        return None
    if doubt + right_doubt > _MOST_DOUBT:
        return None
    return computed, stated, physical(one), physical(two)


def exceeds(computed: float, stated: float, relation: str) -> bool | None:
    """Tell whether the first value is below or above the second one; None if they are too near."""
    above = computed - stated
    if abs(above) <= _MARGIN * (abs(stated) + abs(computed)):
        return None
    return (above < 0) == (relation in "<≤")


def shows(
    computed: float, stated: float, right: Node, right_sense: Sense = PLAIN, *, cut: bool = True
) -> bool | None:
    """Tell whether `right` shows the computed value at its precision; None if that is near a border.

    Args:
        computed, stated: what the sides come to.
        right: the right side.
        right_sense: how it is read.
        cut: whether its last digit may be cut off as well as rounded.
    """
    size = abs(stated)
    margin = _MARGIN * (size + abs(computed))
    above = computed - stated if stated > 0 else stated - computed
    step = _last_digit(right, size, right_sense)
    if margin - step / 2 < above < (step if cut else step / 2) - margin:
        return True
    return None if -step / 2 - margin <= above <= step + margin else False


def is_near(computed: float, stated: float, tolerance: float) -> bool | None:
    """Tell whether two values are no more than a part of the stated one apart; None near that border."""
    margin = _MARGIN * (abs(stated) + abs(computed))
    beyond = abs(computed - stated) - tolerance * abs(stated)
    return None if abs(beyond) <= margin else beyond < 0


def evaluate_roughly(node: Node, sense: Sense = PLAIN) -> Rough:
    """Compute `node`.

    Raises:
        UnsureError: the exact evaluator has to see to it.
        OverflowError, ZeroDivisionError: likewise.
    """
    if type(node) is Number:
        start, end = node.digits
        if not 0 < end - start <= _MOST_DIGITS:  # what no text shows may have any digits
            raise UnsureError
        rough = node.rough
        if rough is None:
            rough = node.rough = node.value.numerator / node.value.denominator
        if sense is PLAIN:
            reading = node.readings[0]
            factor = reading.factor
            if not rough * factor:
                raise UnsureError
            if factor == 1:
                return rough, reading.unit.dimension, _BARE_DOUBT
            return rough * factor, reading.unit.dimension, _LEAF_DOUBT
        factor, dimension = _read(node, node.readings, sense)
        if not rough * factor:
            raise UnsureError
        return rough * factor, dimension, _LEAF_DOUBT
    if isinstance(node, Operation):
        return _operation(node, sense)
    if isinstance(node, Negation):
        rough, dimension, doubt = evaluate_roughly(node.operand, sense)
        return -rough, dimension, doubt
    if isinstance(node, WithUnit):
        return _with_unit(node, sense)
    if isinstance(node, Call):
        return _call(node, sense)
    raise UnsureError


def _read(node: Number | WithUnit, readings: tuple[Reading, ...], sense: Sense) -> tuple[float, Dimension]:
    """Return how much a number counts under a sense, and what it measures."""
    if sense.exact:
        raise UnsureError
    reading = readings[sense.choices.get(node.start, 0)]
    unit = reading.unit
    steps = reading.binary_steps if sense.binary_counts else 0
    dimension = unit.dimension
    if sense.face and physical(dimension) != NONE:
        factor, dimension = reading.face, NONE
    else:
        factor = reading.factor
        if sense.binary:
            steps += unit.binary_steps
    if steps:
        if abs(steps) > _MOST_STEPS:
            raise UnsureError
        factor *= _KIBI**steps
    return factor, dimension


def _operation(node: Operation, sense: Sense) -> Rough:
    operator = node.operator
    if operator == "^":
        return _power(node, sense)
    left, one, doubt = evaluate_roughly(node.left, sense)
    right, two, right_doubt = evaluate_roughly(node.right, sense)
    doubt += right_doubt + 1
    if operator == "*":
        value, dimension = left * right, Dimension(one + two)
    elif operator == "/":
        value, dimension = left / right, Dimension(one - two)
    else:
        if one != two and physical(one) != physical(two):
            raise UnsureError  # a bare number may borrow the unit
        value, dimension = left + right if operator == "+" else left - right, one
        doubt *= max(1.0, abs(left / value), abs(right / value))  # what cancels leaves its error behind
    if not _LEAST < abs(value) < _MOST or not (dimension == NONE or is_small(dimension)):
        raise UnsureError
    return value, dimension, doubt


def _power(node: Operation, sense: Sense) -> Rough:
    exponent, sign = node.right, 1
    if isinstance(exponent, Negation):
        exponent, sign = exponent.operand, -1
    if not isinstance(exponent, Number) or len(exponent.readings) > 1:
        raise UnsureError
    reading = exponent.readings[0]
    if reading.unit is not NO_UNIT or reading.factor != 1:
        raise UnsureError
    power = exponent.value.numerator
    if exponent.value.denominator != 1 or power > _MOST_EXPONENT:
        raise UnsureError
    base, dimension, doubt = evaluate_roughly(node.left, sense)
    value, dimension = base ** (sign * power), Dimension(dimension * sign * power)
    if not _LEAST < abs(value) < _MOST or not is_small(dimension):
        raise UnsureError
    return value, dimension, doubt * max(1, power) + _LEAF_DOUBT


def _with_unit(node: WithUnit, sense: Sense) -> Rough:
    value, dimension, doubt = evaluate_roughly(node.operand, sense)
    factor, own = _read(node, node.readings, sense)
    added = sense.reading_of(node).unit
    if physical(dimension) == physical(added.dimension) != NONE:
        return value, dimension, doubt
    value *= factor
    if physical(dimension) != NONE or not _LEAST < abs(value) < _MOST:
        raise UnsureError
    return value, own, doubt + _LEAF_DOUBT


def _call(node: Call, sense: Sense) -> Rough:
    name = sense.logarithm if node.function == "log" else node.function
    function = FUNCTIONS.get(name)
    if function is None:
        function = WHOLE.get(name)
        if function is None or not all(map(_is_unscaled, leaves(node))):
            raise UnsureError
    return function([evaluate_roughly(argument, sense) for argument in node.arguments])


def _is_unscaled(leaf: Leaf) -> bool:
    """Tell whether the unit of an operand is 1 however it is read, so that whole numbers of it are whole."""
    return isinstance(leaf, Number) and all(reading.unit.scale is ONE for reading in leaf.readings)


def _last_digit(node: Node, size: float, sense: Sense) -> float:
    """Return what the last digit of a stated number is worth, or what an expression's digits leave open."""
    number = node.operand if isinstance(node, Negation) else node
    if not isinstance(number, Number):
        return 2 * size * (_SLACK + sum(_rounding(leaf) for leaf in leaves(node) if isinstance(leaf, Number)))
    reading = sense.reading_of(number)
    step = reading.factor / 10.0**number.decimals
    steps = reading.unit.binary_steps
    return step * _KIBI**steps if sense.binary and steps else step


def _rounding(leaf: Number) -> float:
    """Return the relative error that a displayed decimal may carry."""
    if not leaf.decimals or not leaf.value:
        return 0.0
    return 0.5 * 10.0**-leaf.decimals / (leaf.value.numerator / leaf.value.denominator)


def is_marked(node: Node) -> bool:
    """Tell whether any number is marked as approximate."""
    return any(isinstance(leaf, Number) and leaf.approximate for leaf in leaves(node))
