"""What is likely to have gone wrong with a value: its unit, a factor, a sign of the operation.

`14 GB / 28 GB/s = 0.5 ms` has the right digits and a wrong unit: to correct the digits would be a wrong fix.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.napkin.evaluate import value_of
from qbank.napkin.judging.digit_slips import digit_slip
from qbank.napkin.tree import (
    Leaf,
    Node,
    Number,
    Operation,
    Reading,
    WithUnit,
    leaves,
    map_leaves,
    signed_number,
)
from qbank.units import NO_UNIT, ONE, Quantity, Unit, physical, readings
from qbank.units.dimension import NONE, Dimension
from qbank.units.format import format_fixed

_SYMBOLS: Final = """
    B KB MB GB TB PB KiB MiB GiB TiB s ms µs ns min h days W mW kW MW µW Wh kWh mWh MWh J mJ µJ nJ kJ MJ Hz
    kHz MHz GHz FLOP GFLOP TFLOP PFLOP V mV A mA mAh Ah kg g t $ m km °C kb Mb Gb Tb tokens requests
"""
_COUNTED: Final = "B KB MB GB TB Mb Gb FLOP GFLOP TFLOP PFLOP tokens requests $ K"
_EACH: Final = "s h day GB kWh"
_MOST_SIGNS = 8  # of one expression, that are tried the other way round
_FACTORS: Final = {
    Fraction(8): "8, as bits are from bytes",
    Fraction(60): "60",
    Fraction(100): "100",
    Fraction(3600): "3,600",
    Fraction(24): "24",
    **{Fraction(1024) ** power: f"1,024{mark}" for power, mark in ((1, ""), (2, "²"), (3, "³"))},
    **{Fraction(1000) ** power: f"1,000{mark}" for power, mark in ((1, ""), (2, "²"), (3, "³"))},
}
_NEAR = Fraction(1, 200)


class Diagnosis(Struct, frozen=True):
    """What explains a wrong value.

    Attributes:
        text: so, for a reader.
        unit: the unit that the stated digits are right in; empty if it is not the unit.
    """

    text: str
    unit: str = ""


@lru_cache(maxsize=1)
def _units() -> tuple[Unit, ...]:
    """Return the units to show values in, those of few words first."""
    plain = [unit for symbol in _SYMBOLS.split() for unit in readings(symbol)[:1]]
    above, below = (
        [unit for symbol in side.split() for unit in readings(symbol)[:1]] for side in (_COUNTED, _EACH)
    )
    return (*plain, *(one / other for one in above for other in below if one.dimension != other.dimension))


def _units_of(dimension: Dimension) -> Iterator[Unit]:
    """Yield units of a dimension; counted things matter where there is a unit with the same ones."""
    if physical(dimension) == NONE:
        return
    alike = [unit for unit in _units() if unit.dimension == dimension]
    yield from alike or (unit for unit in _units() if physical(unit.dimension) == physical(dimension))


def shown_unit(value: Quantity, left: Node, right: Node) -> Unit | None:
    """Return the unit to show a value in that combines several units; None if there is none with a name.

    That in which it has the digits of the stated value comes first, then a unit of the line, then the one in
    which it has the fewest digits.
    """
    units = list(_units_of(value.dimension))
    number = signed_number(right)
    if number is not None:
        for unit in units:
            if _shows(value.value / unit.scale, number):
                return unit
    written = {leaf.unit.name for leaf in leaves(left) if isinstance(leaf, Number | WithUnit)}
    in_line = [unit for unit in units if unit.name in written]
    fitting = [unit for unit in units if 1 <= abs(value.value / unit.scale) < 1000]
    return next(iter((*in_line, *fitting, *units)), None)


def _shows(value: Fraction, number: Number) -> bool:
    """Tell whether a value has the digits of a number as it is written."""
    apart = abs(abs(value) - number.value)
    return apart * 2 * 10**number.decimals <= 1 and apart * 10 < number.value


def digits_agree(left: Node, right: Node) -> bool:
    """Whether a value has the digits that its expression comes to, with all units left out."""
    number = signed_number(right)
    computed = value_of(map_leaves(left, _without_unit))
    return number is not None and computed is not None and _shows(computed.value, number)


def _without_unit(leaf: Leaf) -> Node:
    if not isinstance(leaf, Number):
        return leaf
    reading = leaf.readings[0]
    kept = reading.unit if reading.unit.name == "%" else NO_UNIT
    return replace(leaf, readings=(Reading(reading.multiplier, kept),))


def diagnose(computed: Quantity, stated: Quantity, left: Node, right: Node) -> Diagnosis | None:
    """Return what explains that a value is not what it should be; None if nothing plain does."""
    number = signed_number(right)
    if number is None or not computed.value or not stated.value:
        return None
    if number.readings[0].multiplier is ONE:
        for unit in _units_of(computed.dimension):
            if unit.name != stated.unit.name and _shows(computed.value / unit.scale, number):
                return Diagnosis(f"the digits are right, the unit is {unit.name}", unit.name)
    swapped = _swapped_sign(left, stated)
    if swapped is not None:
        return Diagnosis(f"it comes out with {swapped}")
    if physical(computed.dimension) != physical(stated.dimension):
        return None
    slip = digit_slip(number, computed.value / (stated.value / number.value))
    if slip:
        return Diagnosis(slip)
    ratio = abs(computed.value / stated.value)
    for factor, words in _FACTORS.items():
        for apart in (ratio, 1 / ratio):
            if abs(apart / factor - 1) < _NEAR:
                return Diagnosis(f"off by a factor of {words}")
    return None


def _swapped_sign(left: Node, stated: Quantity) -> str | None:
    """Return which sign of an expression makes it true the other way round, as `/ 8` for `× 8`."""
    for node, changed in list(_swaps(left))[:_MOST_SIGNS]:
        value = value_of(changed)
        if value is None or physical(value.dimension) != physical(stated.dimension):
            continue
        if abs(value.value / stated.value - 1) < _NEAR:
            right = node.right
            operand = format_fixed(right.value, right.decimals) if isinstance(right, Number) else "(…)"
            was, should = ("×", "/") if node.operator == "*" else ("/", "×")
            return f"'{should} {operand}' for '{was} {operand}'"
    return None


def _swaps(node: Node) -> Iterator[tuple[Operation, Node]]:
    """Yield each product and quotient of a tree, and the tree with that one the other way round."""
    if not isinstance(node, Operation):
        return
    if node.operator in "*/":
        other = "/" if node.operator == "*" else "*"
        yield node, Operation(other, node.left, node.right, node.start, node.end)
    for at, changed in _swaps(node.left):
        yield at, Operation(node.operator, changed, node.right, node.start, node.end)
    for at, changed in _swaps(node.right):
        yield at, Operation(node.operator, node.left, changed, node.start, node.end)
