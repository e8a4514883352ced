"""How a claim may be read, after what its text has said so far: the more usual interpretations first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice, product

from qbank.grouping import grouped
from qbank.napkin.evaluate import PLAIN, Interpretation
from qbank.napkin.judging.line_context import LineContext
from qbank.napkin.judging.relation import Operand, Relation
from qbank.napkin.limits import MAX_READINGS, MAX_WORK
from qbank.napkin.tree import Number, calls
from qbank.units import ONE, Quantity

_MACS = ("MAC",)
_IEC = "iB"
CONVERTER = "bits/byte"
"""The name of the unit that `8 bits` may be besides bits."""


def interpretations(relation: Relation, line: LineContext) -> Iterator[tuple[Interpretation, Interpretation]]:
    """Yield the interpretations of the left and the right side to try, the plain ones first."""
    yield PLAIN, PLAIN
    operands = relation.operands + relation.right_operands
    of_bytes = any(measures_bytes(operand) for operand in operands)
    choices = _choices(
        [
            operand
            for operand in relation.operands
            if len(operand.readings) > 1 and not _is_for_many(operand)
            if of_bytes or operand.readings[-1].unit.name != CONVERTER
        ]
        + [o for o in relation.right_operands if len(o.readings) > 1]
    )
    binary = _binary(relation.operands, relation.right_operands, line)
    if relation.compares:  # which is larger must not depend on how one side alone is read
        binary = [sides for sides in binary if sides[0] == sides[1]]
    scaled = any(reading.binary_prefix_power for operand in operands for reading in operand.readings)
    logarithms: tuple[str, ...] = ("ln",)
    if calls(relation.left, "log") or calls(relation.right, "log"):
        logarithms = ("ln", "log10", "log2")
    combined = product(choices, binary, (False, True) if scaled else (False,), logarithms)
    most = max(2, MAX_WORK // len(operands)) if operands else len(logarithms)
    ways = list(islice(combined, most))
    substitutions = ({},) if relation.compares else _substitutions(relation.operands, line)
    for unrounded, way in islice(product(substitutions, ways), 1, None):  # the first are the plain ones
        chosen, (binary_left, binary_right), binary_counts, logarithm = way
        yield (
            Interpretation(
                binary_left, binary_counts, logarithm=logarithm, choices=chosen, unrounded=unrounded
            ),
            Interpretation(binary_right, binary_counts, logarithm=logarithm, choices=chosen),
        )


def measures_bytes(operand: Operand) -> bool:
    """Tell whether an operand is in bytes, so that `8 bits` beside it may convert them."""
    unit = operand.unit
    return bool(unit.binary_steps) or "B" in unit.name or "byte" in unit.name


def _is_for_many(operand: Operand) -> bool:
    """Tell whether an operand is said for each of many, `$0.008 per 1k tokens`: of a result only, so may be
    what is said behind it.
    """
    usual, other = operand.unit.name, operand.readings[1].unit.name
    return "/" in usual and "/" not in other


def _choices(ambiguous: Sequence[Operand]) -> list[dict[int, int]]:
    """Return which readings to take: the same for operands spelled alike, then one by one."""
    if not ambiguous:
        return [{}]
    alike = grouped((_spelling(operand), operand) for operand in ambiguous)
    groups = _deviations(list(alike.values()))
    single = [operand for operand in ambiguous if _spelling(operand) != _MACS]
    singles = _deviations([[operand] for operand in single]) if len(alike) < len(ambiguous) else iter(())
    return [{}, *islice(chain(groups, singles), MAX_READINGS)]


def _spelling(operand: Operand) -> tuple[object, ...]:
    """Return what an ambiguous operand shares with those that must be read like it.

    Whether a MAC is one thing or two operations holds for a whole claim, in rates and denominators as well.
    """
    usual, other = operand.unit, operand.readings[1].unit
    if (
        usual.name == other.name
        and usual.dimension == other.dimension
        and other.scale / usual.scale in {2, Fraction(1, 2)}
    ):
        return _MACS
    return tuple(reading.unit.name for reading in operand.readings)


def _deviations(groups: list[list[Operand]]) -> Iterator[dict[int, int]]:
    """Yield every way to read some groups unusually, few of them first."""
    for size in range(1, len(groups) + 1):
        for chosen in combinations(groups, size):
            for places in product(*(range(1, len(group[0].readings)) for group in chosen)):
                yield {
                    operand.start: place
                    for group, place in zip(chosen, places, strict=True)
                    for operand in group
                }


def _binary(left: list[Operand], right: list[Operand], line: LineContext) -> list[tuple[bool, bool]]:
    """Return which sides' KB, MB and GB may be powers of 1024, neither first."""
    units = [[reading.unit for operand in side for reading in operand.readings] for side in (left, right)]
    # Beside GiB, a GB is meant to be another thing; a GB/s may be either.
    settled = {unit.dimension for side in units for unit in side if _IEC in unit.name}
    names = [
        {unit.name for unit in side if unit.binary_steps and unit.dimension not in settled} for side in units
    ]
    ways = [(False, False)]
    if settled and _is_in_steps(left, right):
        return [*ways, (True, True)]  # `1 MB = 1,024 KiB` of a maker's sheet
    if not settled and not _tells_of_1024(left, right) and not line.units.tells_of_1024():
        return ways
    if names[0] and names[1]:
        ways.append((True, True))
    if names[1] and not names[0] & names[1]:
        ways.append((False, True))
    if names[0] and not names[0] & names[1]:
        ways.append((True, False))
    return ways


def _is_in_steps(left: list[Operand], right: list[Operand]) -> bool:
    """Tell whether a lone value is restated in units a step of 1024 or more below: `2 MB = 2,048 KiB`."""
    if len(left) != 1 or len(right) != 1:
        return False
    one, other = left[0].unit, right[0].unit
    return bool(one.binary_steps) and one.dimension == other.dimension and one.scale > _STEP * other.scale


def _tells_of_1024(left: list[Operand], right: list[Operand]) -> bool:
    """Tell whether anything in a line speaks for powers of 1024: a lone value that is restated, or a number
    that is a power of two, or a multiple of 1024.
    """
    if len(left) < 2 or len(right) > 1:
        return True
    for operand in (*left, *right):
        if operand.readings[0].binary_prefix_power:
            return True  # `4K tokens`
        value = operand.value if isinstance(operand, Number) else ONE
        if value.denominator == 1 and value >= _LEAST_POWER:
            number = value.numerator
            if not number & (number - 1) or not number % 1024:
                return True
    return False


_LEAST_POWER = 16
_STEP = 900
"""More than a unit of a thousand others is, and less than one of 1024."""


def _substitutions(operands: list[Operand], line: LineContext) -> Iterator[dict[int, Quantity]]:
    """Yield what may stand in for operands: nothing, then the unrounded earlier results that they repeat, or
    what texts around say with more digits.
    """
    yield {}
    numbers = [operand for operand in operands if isinstance(operand, Number)]
    for said in (line.symbols.unrounded, line.units.unrounded):
        values = {number.start: value for number in numbers if (value := said(number)) is not None}
        if values:
            yield values
