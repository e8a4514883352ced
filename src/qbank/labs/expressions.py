"""Expressions of labs: formulas of the library and the glue between them, turned into trees in base units.

A quantity counts in base units wherever it stands, so that `t_comm + 5[ms]` needs no converter. A formula of
the library is computed in the units of its own variables, and its result is converted back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from qbank.algebra.floating import TooLargeNumberError, floating
from qbank.algebra.limits import MAX_DEPTH
from qbank.algebra.parse import ExpressionError, parse, parse_condition
from qbank.algebra.tree import (
    Comparison,
    Condition,
    Name,
    Node,
    Number,
    Operation,
    Sum,
    depth,
    map_children,
    map_condition,
    map_leaves,
    spell,
    variables,
    walk,
)
from qbank.formulas.formula import Formula, Variable
from qbank.formulas.unit_check import UnitError, check, check_condition, unit_of
from qbank.units import ONE, Unit
from qbank.units.dimension import Dimension
from qbank.units.parse import UnknownUnitError, parse_unit
from qbank.units.read import QuantityError, read_quantity

Dimensions = Mapping[str, Dimension]
"""What each quantity measures, by its name."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A tree in base units, the same as a reader should see it, and what has to hold for it."""

    tree: Node
    shown: Node
    guards: Condition = ()

    @property
    def uses(self) -> tuple[str, ...]:
        """The names in it, each once."""
        return tuple(dict.fromkeys(variables(self.tree)))


def read_expression(text: str, dimensions: Dimensions, result: Unit | None = None) -> Expression:
    """Read an expression over quantities; `result` is the unit that it must have the dimension of, if any.

    Raises:
        ExpressionError: it cannot be read.
        UnitError: its units do not fit together, or not the result.
    """
    shown = parse(text, dimensions)
    _refuse_nested_sums(shown)
    symbolic, units = map_leaves(shown, _named_unit), _units(shown, dimensions)
    if result is None:
        unit_of(symbolic, units)
    else:
        check(symbolic, units, Unit(result.name, ONE, result.dimension))
    return Expression(_sized(map_leaves(shown, _in_base)), shown)


def read_condition(text: str, dimensions: Dimensions) -> Condition:
    """Read a condition over quantities, in base units; raises as `read_expression` does."""
    condition = parse_condition(text, dimensions)
    units: dict[str, Unit] = {}
    for side in _sides(condition):
        _refuse_nested_sums(side)
        units |= _units(side, dimensions)
    check_condition(map_condition(condition, lambda side: map_leaves(side, _named_unit)), units)
    return map_condition(condition, lambda side: _sized(map_leaves(side, _in_base)))


def uses_of(condition: Condition) -> tuple[str, ...]:
    """Return the names in a condition, each once."""
    return tuple(dict.fromkeys(name for side in _sides(condition) for name in variables(side)))


def read_argument(given: object, variable: Variable, dimensions: Dimensions) -> Expression:
    """Read what is given for a variable of a formula: an amount, or an expression over quantities.

    Raises:
        ExpressionError: it is neither.
        UnitError: it does not measure what the variable does.
    """
    unit = parse_unit(variable.unit)
    try:
        amount = read_quantity(given, variable.unit)
    except QuantityError as problem:
        if not isinstance(given, str):
            raise ExpressionError(str(problem), 1) from None
        try:
            return read_expression(given, dimensions, unit)
        except ExpressionError as error:
            if given.lstrip()[:1].isdigit():
                raise ExpressionError(f"{error.message}; as an amount: {problem}", error.column) from None
            raise
    shown = Number(amount, "" if variable.unit == "1" else variable.unit)
    return Expression(_sized(Number(amount * unit.scale)), shown)


def instance(formula: Formula, arguments: Mapping[str, Expression]) -> Expression:
    """Put an argument for each of its variables into a formula.

    Raises:
        ExpressionError: what comes out is too deep, or holds a sum within a sum.
    """
    own = {
        name: _scaled(one.tree, 1 / parse_unit(formula.variables[name].unit).scale)
        for name, one in arguments.items()
    }
    tree = _scaled(_put_in(formula.tree, own), parse_unit(formula.unit).scale)
    guards = [
        Comparison(sign, own[name], Number(bound))
        for name, variable in formula.variables.items()
        for sign, bound in ((">=", variable.least), ("<=", variable.most))
        if bound is not None and not _surely(own[name], sign, bound)
    ]
    for condition in formula.conditions:
        guards += map_condition(condition, lambda side: _put_in(side, own))
    shown = _put_in(formula.tree, {name: one.shown for name, one in arguments.items()}, units=True)
    _refuse_nested_sums(tree)
    if max(depth(tree), depth(shown)) > 2 * MAX_DEPTH:
        raise ExpressionError("the formula with all that is put into it is nested too deep", 1)
    return Expression(_sized(tree), shown, tuple(guards))


def _put_in(node: Node, values: Mapping[str, Node], *, units: bool = False) -> Node:
    """Put trees in the places of all variables; numbers of the library count as they stand."""
    taken = {name for value in values.values() for name in variables(value)}

    def index(name: str) -> str:
        # What is put in may be called as the formula calls what it counts by.
        while name in taken:
            name += "_"
        return name

    def put_in(part: Node) -> Node:
        if isinstance(part, Number):
            return part if units else Number(part.value)
        if isinstance(part, Name):
            return values[part.text] if part.text in values else Name(index(part.text))
        changed = map_children(part, put_in)
        return replace(changed, index=index(changed.index)) if isinstance(changed, Sum) else changed

    return put_in(node)


def _refuse_nested_sums(node: Node) -> None:
    """Keep what a page has to compute within bounds."""
    sums = (part for part in walk(node) if isinstance(part, Sum))
    if any(isinstance(part, Sum) for outer in sums for part in walk(outer) if part is not outer):
        raise ExpressionError("a sum within a sum is not computed in a lab", 1)


def _sized(node: Node) -> Node:
    """Return a tree if a page can hold its numbers."""
    for number in _numbers(node):
        try:
            floating(number.value)
        except TooLargeNumberError as error:
            raise ExpressionError(str(error), 1) from None
    return node


def _sides(condition: Condition) -> Iterable[Node]:
    return [side for part in condition for side in (part.left, part.right)]


def _surely(node: Node, sign: str, bound: Fraction) -> bool:
    if not isinstance(node, Number):
        return False
    return node.value >= bound if sign == ">=" else node.value <= bound


def _scaled(node: Node, factor: Fraction) -> Node:
    if factor == 1:
        return node
    if isinstance(node, Number):
        return Number(node.value * factor)
    if factor.numerator == 1:
        return Operation("/", node, Number(Fraction(factor.denominator)))
    return Operation("*", node, Number(factor))


def _in_base(leaf: Number | Name) -> Node:
    if isinstance(leaf, Number) and leaf.unit:
        return Number(leaf.value * parse_unit(leaf.unit).scale)
    return leaf


def _named_unit(leaf: Number | Name) -> Node:
    """Return a variable `5[ms]` for a number of ms, so that the size of the unit does not count."""
    return Name(spell(leaf)) if isinstance(leaf, Number) and leaf.unit else leaf


def _units(node: Node, dimensions: Dimensions) -> dict[str, Unit]:
    """Return a base unit for every name in a tree, and for the unit of every number."""
    units = {name: Unit("", ONE, dimensions[name]) for name in variables(node) if name in dimensions}
    for number in _numbers(node):
        if number.unit:
            try:
                units[spell(number)] = Unit("", ONE, parse_unit(number.unit).dimension)
            except UnknownUnitError as error:
                raise UnitError(str(error)) from None
    return units


def _numbers(node: Node) -> Iterator[Number]:
    return (part for part in walk(node) if isinstance(part, Number))
