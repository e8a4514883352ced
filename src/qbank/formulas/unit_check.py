"""Checking that the unit of a result follows from the units of what goes in.

Units are computed as numbers are: dimension and size. A factor that converts, as the 8 of bits in a byte, has
to say so (`8[bit/byte]`), so that a forgotten or doubled converter shows, not only a wrong dimension.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import evaluate_exactly, exact_root
from qbank.algebra.tree import (
    Call,
    Choice,
    Condition,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Sum,
    spell,
)
from qbank.units import Unit, dimension, physical
from qbank.units import spell as spell_dimension
from qbank.units.dimension import MAX_EXPONENT, Dimension, exponents
from qbank.units.names import PURE
from qbank.units.parse import UnknownUnitError, parse_unit

_LARGEST_ROOT: Final = 6
_OF_ONE: Final = frozenset({"exp", "log", "log2", "log10", "ceiling", "floor", "factorial"})


class UnitError(ValueError):
    """Units that do not fit together; the message says which and where."""


def check(node: Node, units: Mapping[str, Unit], result: Unit) -> None:
    """Check that `node` has the unit of the result.

    Raises:
        UnitError: it has another, or its parts do not fit together.
    """
    unit = unit_of(node, units)
    if not _same(unit, result):
        raise UnitError(f"comes out as {_said(unit)}, and the result is stated in {_said(result)}")


def check_condition(condition: Condition, units: Mapping[str, Unit]) -> None:
    """Check that a condition compares like with like; raises as `check` does."""
    for part in condition:
        _agreed([part.left, part.right], units)


def unit_of(node: Node, units: Mapping[str, Unit]) -> Unit:
    """Return the unit of a tree; counted things carry no dimension.

    Raises:
        UnitError: its parts do not fit together.
    """
    if isinstance(node, Number):
        return _literal(node)
    if isinstance(node, Name):
        return units.get(node.text, PURE)  # the index of a sum is a pure number
    if isinstance(node, Negation):
        return unit_of(node.operand, units)
    if isinstance(node, Operation):
        return _operation(node, units)
    if isinstance(node, Call):
        return _call(node, units)
    if isinstance(node, Choice):
        check_condition(node.condition, units)
        return _agreed([node.then, node.otherwise], units)
    if isinstance(node, Sum):
        _pure(node.low, units)
        _pure(node.high, units)
        return unit_of(node.term, units)
    raise TypeError(node)


def _literal(node: Number) -> Unit:
    if not node.unit:
        return PURE
    try:
        unit = parse_unit(node.unit)
    except UnknownUnitError as error:
        raise UnitError(str(error)) from None
    return _unnamed(unit.scale, unit.dimension)


def _operation(node: Operation, units: Mapping[str, Unit]) -> Unit:
    if node.operator in {"+", "-"}:
        return _agreed([node.left, node.right], units)
    left = unit_of(node.left, units)
    if node.operator == "**":
        return _power(node, left, units)
    right = unit_of(node.right, units)
    if node.operator == "*":
        return _unnamed(left.scale * right.scale, Dimension(left.dimension + right.dimension))
    return _unnamed(left.scale / right.scale, Dimension(left.dimension - right.dimension))


def _power(node: Operation, base: Unit, units: Mapping[str, Unit]) -> Unit:
    _pure(node.right, units)
    if _same(base, PURE):
        return PURE
    exponent = _constant(node.right)
    if exponent is None:
        raise UnitError(f"{spell(node)}: only a pure number can have a variable exponent")
    return _raised(base, exponent, node)


def _raised(base: Unit, exponent: Fraction, node: Node) -> Unit:
    powers = {name: power * exponent for name, power in exponents(base.dimension).items()}
    if (
        any(power.denominator != 1 or abs(power) > MAX_EXPONENT for power in powers.values())
        or abs(exponent.numerator) > MAX_EXPONENT
        or exponent.denominator > _LARGEST_ROOT
    ):
        raise UnitError(f"{spell(node)}: {_said(base)} has no such power")
    root = exact_root(base.scale, exponent.denominator)
    if root is None:
        raise UnitError(f"{spell(node)}: the size of {_said(base)} has no such root")
    return _unnamed(
        root**exponent.numerator, dimension(**{name: int(power) for name, power in powers.items()})
    )


def _constant(node: Node) -> Fraction | None:
    """Return the value of an exponent such as `2`, `-1` or `1/2`; None if it is no fixed fraction."""
    try:
        value = evaluate_exactly(node, {})
    except (EvaluationError, KeyError):
        return None
    return value if isinstance(value, Fraction) else None


def _call(node: Call, units: Mapping[str, Unit]) -> Unit:
    if node.function in {"Max", "Min"}:
        return _agreed(list(node.arguments), units)
    if node.function in _OF_ONE:
        _pure(node.arguments[0], units)
        return PURE
    inner = unit_of(node.arguments[0], units)
    return _raised(inner, Fraction(1, 2), node) if node.function == "sqrt" else inner


def _pure(node: Node, units: Mapping[str, Unit]) -> None:
    unit = unit_of(node, units)
    if not _same(unit, PURE):
        raise UnitError(f"{spell(node)} is in {_said(unit)} where a pure number is needed")


def _agreed(nodes: list[Node], units: Mapping[str, Unit]) -> Unit:
    """Return the unit that all share; a bare 0 is nothing in every unit."""
    measured = [(node, unit_of(node, units)) for node in nodes if node != Number(Fraction(0))]
    if not measured:
        return PURE
    first, shared = measured[0]
    for node, unit in measured[1:]:
        if not _same(shared, unit):
            raise UnitError(
                f"{spell(first)} is in {_said(shared)} and {spell(node)} in {_said(unit)}; "
                "they cannot be added or compared"
            )
    return shared


def _unnamed(scale: Fraction, of: Dimension) -> Unit:
    return Unit("", scale, physical(of))


def _same(left: Unit, right: Unit) -> bool:
    return left.scale == right.scale and physical(left.dimension) == physical(right.dimension)


def _said(unit: Unit) -> str:
    if unit.name and unit.name != PURE.name:
        return unit.name
    size = "" if unit.scale == 1 else f"{unit.scale} "
    return f"{size}{spell_dimension(physical(unit.dimension)) or 'a pure number'}"
