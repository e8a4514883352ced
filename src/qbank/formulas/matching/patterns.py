"""What formulas and their slips are recognised by: shapes over slots for their variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Final

from msgspec import Struct

from qbank.algebra.tree import Choice, Name, Node, Number, map_leaves, variables
from qbank.formulas.formula import Formula, Slip, Variable
from qbank.formulas.matching.match import Admits, Slot
from qbank.formulas.matching.shape import Atom, Function, Product, ShapelessError, Sides, Sum, shape
from qbank.units import Unit
from qbank.units.dimension import NONE, Dimension
from qbank.units.parse import parse_unit

_MOST_LEFT_OUT: Final = 3

Calls = Callable[[Variable, Fraction], bool]
"""Whether a text calls a value, in a variable's own unit, by one of the variable's words."""


class Pattern(Struct, frozen=True, eq=False, dict=True):
    """A formula, or a slip of one, as it is looked for.

    Attributes:
        shape: its shape.
        names: the variables in it.
        left_out: those that are not in it because of a usual value.
        slip: the slip; None if it is the formula itself.
    """

    formula: Formula
    shape: Product
    names: frozenset[str]
    left_out: Mapping[str, Fraction]
    slip: Slip | None = None

    @cached_property
    def cues(self) -> tuple[str, ...]:
        """Words of which one must stand near."""
        return self.formula.cues if self.slip is None else self.slip.cues

    @cached_property
    def sides(self) -> Sides:
        """How many of its factors stand on each side of the line."""
        return self.shape.sides

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The units of its variables."""
        return {name: parse_unit(self.formula.variables[name].unit) for name in self.names}

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """What its variables take."""
        return {name: self._slot(name) for name in self.names}

    def slots_for(self, *, has_units: bool) -> Mapping[str, Slot]:
        """Return what its variables take in an expression with units, or in one that left them out."""
        return self.slots if has_units else self._unitless

    @cached_property
    def _unitless(self) -> Mapping[str, Slot]:
        return {
            name: slot if slot.physical == NONE else Slot(NONE, _any_number)
            for name, slot in self.slots.items()
        }

    def own(self, name: str, size: Fraction) -> Fraction:
        """Return a size in base units in a variable's own unit."""
        return size / self.units[name].scale

    def called_right(self, calls: Calls) -> Admits:
        """Return what tells whether a variable may have a size: a pure number has to be called right."""
        variables, wanted = self.formula.variables, self.callable

        def admits(name: str, size: Fraction) -> bool:
            return name not in wanted or calls(variables[name], self.own(name, size))

        return admits

    @cached_property
    def callable(self) -> frozenset[str]:
        """The pure numbers among its variables that texts have words for."""
        return frozenset(
            name
            for name, slot in self.slots.items()
            if slot.physical == NONE and self.formula.variables[name].called
        )

    @cached_property
    def measured(self) -> frozenset[Dimension]:
        """What its variables measure, apart from plain numbers."""
        return frozenset(slot.physical for slot in self.slots.values()) - {NONE}

    @cached_property
    def result(self) -> Slot:
        """What the formula computes."""
        unit = self.formula.unit
        return Slot(parse_unit(unit).dimension, _any_number, macs=unit.startswith("MAC"))

    @cached_property
    def counts_only(self) -> bool:
        """Whether it makes a count, such as FLOP, of nothing but numbers."""
        return not self.measured and self.result.dimension != NONE and self.result.physical == NONE

    @cached_property
    def missing(self) -> tuple[int, int] | None:
        """The factor that a slip is without, as numerator and denominator.

        An expression that shows it is hardly that slip.
        """
        if self.slip is None:
            return None
        for right in _patterns(self.formula, self.formula.tree, None):
            if right.left_out == self.left_out and _alike(right.shape, self.shape):
                return (right.shape.coefficient / self.shape.coefficient).as_integer_ratio()
        return None

    @cached_property
    def has_powers(self) -> bool:
        """Whether an exponent in it is a variable."""
        return any(isinstance(atom, Function) and atom.name == "**" for atom in _atoms(self.shape))

    @cached_property
    def has_sums(self) -> bool:
        """Whether it is more than a product: with a sum or a function, hardly anything else looks like it."""
        return any(isinstance(atom, Sum | Function) for atom, _ in self.shape.factors)

    def _slot(self, name: str) -> Slot:
        variable, unit = self.formula.variables[name], self.units[name]

        def admits(value: Fraction) -> bool:
            own = self.own(name, value)
            return variable.admits(own) and not (variable.whole and own.denominator != 1)

        return Slot(unit.dimension, admits, variable.called, macs=variable.unit.startswith("MAC"))


def _any_number(_: Fraction) -> bool:
    return True


def patterns(formula: Formula) -> Iterator[Pattern]:
    """Yield what a formula and its slips are recognised by, also without what people leave out.

    What is a slip only under a condition may as well be another formula.
    """
    yield from _patterns(formula, formula.tree, None)
    for slip in formula.slips:
        if slip.tree is not None and not slip.when:
            yield from _patterns(formula, slip.tree, slip)


def _patterns(formula: Formula, tree: Node, slip: Slip | None) -> Iterator[Pattern]:
    within = set(variables(tree))
    usual = {
        name: variable.left_out
        for name, variable in formula.variables.items()
        if variable.left_out is not None and name in within
    }
    for count in range(min(len(usual), _MOST_LEFT_OUT) + 1):
        for chosen in combinations(usual, count):
            left_out = {name: usual[name] for name in chosen}
            for branch in _branches(tree):
                try:
                    product = shape(_with_values(branch, left_out))
                except ShapelessError:
                    continue
                names = frozenset(atom for atom in _atoms(product) if isinstance(atom, str))
                if names == within - set(chosen):
                    yield Pattern(formula, product, names, left_out, slip)


def _alike(left: Product, right: Product) -> bool:
    """Whether a product has all factors of another one."""
    return Counter(left.factors) <= Counter(right.factors)


def _atoms(product: Product) -> Iterator[Atom]:
    """Yield all that a product is made of, names, sums and functions, also within one another."""
    for atom, _ in product.factors:
        yield atom
        if not isinstance(atom, str):
            for part in atom.terms if isinstance(atom, Sum) else atom.arguments:
                yield from _atoms(part)


def _branches(tree: Node) -> Iterator[Node]:
    """Yield the values that a choice may take; people write the one that applies."""
    if isinstance(tree, Choice):
        yield from _branches(tree.then)
        yield from _branches(tree.otherwise)
    else:
        yield tree


def _with_values(node: Node, values: Mapping[str, Fraction]) -> Node:
    def put_in(leaf: Number | Name) -> Node:
        return Number(values[leaf.text]) if isinstance(leaf, Name) and leaf.text in values else leaf

    return map_leaves(node, put_in)
