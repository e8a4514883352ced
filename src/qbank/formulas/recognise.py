"""Recognising which formula an expression with numbers instantiates, or which known slip of one.

Order, brackets and conversions do not matter; the units of operands and the bounds of variables do. Products
of plain numbers look all alike, so what is recognised must have enough about it that it can be nothing else:
three operands, of which one is measured or stands in a shape of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from qbank.formulas.formula import Formula, FormulaError, Slip, Variable
from qbank.formulas.matching import Bindings, Operand, Slot, matches
from qbank.formulas.measures import measure
from qbank.formulas.shape import Function, Product, ShapelessError, Sum, shape
from qbank.formulas.tree import Name, Node, Operation, variables
from qbank.units import Unit, physical
from qbank.units.dimension import NONE, Dimension

MAX_OPERANDS: Final = 16
_ENOUGH: Final = 3

Calls = Callable[[Variable, Fraction], bool]
"""Tells whether a text calls a value, in a variable's own unit, by one of the variable's words."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A formula, or a slip of one, found in an expression.

    Attributes:
        values: what the variables are, in their own units; those that a slip leaves out are not there.
        operands: the operands that stand for variables as they are, none for what was folded.
        slip: the slip; None if it is the formula itself.
    """

    formula: Formula
    values: Mapping[str, Fraction]
    operands: Mapping[str, str]
    slip: Slip | None = None


@dataclass(frozen=True)
class Pattern:
    """A formula or a slip as it is looked for.

    Attributes:
        names: the variables in it.
    """

    formula: Formula
    tree: Node
    names: frozenset[str]
    slip: Slip | None = None

    @cached_property
    def shape(self) -> Product | None:
        """Its shape; None if it has none."""
        try:
            return shape(self.tree)
        except ShapelessError:
            return None

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The units of its variables."""
        return {name: measure(self.formula.variables[name].unit) for name in self.names}

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """What its variables take."""
        return {name: self._slot(name) for name in self.names}

    @cached_property
    def measured(self) -> frozenset[Dimension]:
        """What its variables measure, apart from plain numbers."""
        return frozenset(slot.dimension for slot in self.slots.values()) - {NONE}

    def _slot(self, name: str) -> Slot:
        variable, unit = self.formula.variables[name], self.units[name]

        def admits(value: Fraction) -> bool:
            own = value / unit.scale
            return variable.admits(own) and not (variable.whole and own.denominator != 1)

        return Slot(physical(unit.dimension), admits)

    def own_units(self, bindings: Bindings) -> dict[str, Fraction]:
        """Return the values of variables in their own units."""
        return {name: bound.value / self.units[name].scale for name, bound in bindings.items()}


@lru_cache(maxsize=1024)
def patterns(formula: Formula) -> tuple[Pattern, ...]:
    """Return what a formula is recognised by: itself, and without terms that are often left out."""
    found = [Pattern(formula, formula.tree, frozenset(formula.variables))]
    for name, variable in formula.variables.items():
        if variable.least == 0 and (rest := _without(formula.tree, name)) is not None:
            left = frozenset(variables(rest))
            if left == frozenset(formula.variables) - {name}:
                found.append(Pattern(formula, rest, left))
    return tuple(found)


@lru_cache(maxsize=1024)
def slip_patterns(formula: Formula) -> tuple[Pattern, ...]:
    """Return the known slips of a formula that are other expressions."""
    return tuple(
        Pattern(formula, slip.tree, frozenset(variables(slip.tree)), slip)
        for slip in formula.slips
        if slip.tree is not None
    )


def recognise(
    expression: Node,
    operands: Mapping[str, Operand],
    candidates: Iterable[Pattern],
    *,
    calls: Calls | None = None,
    need: Collection[str] | None = None,
) -> tuple[Recognised, ...]:
    """Return what an expression may instantiate, the likeliest first.

    Args:
        expression: what somebody wrote; its names are operands.
        operands: what each operand is.
        candidates: the formulas or slips to look for.
        calls: tells what the text calls a value; readings whose values are called right come first.
        need: variables that must be called right where they have words; without it none has to be.
    """
    if not 2 <= len(operands) <= MAX_OPERANDS:
        return ()
    try:
        written = shape(expression)
    except ShapelessError:
        return ()
    measured = frozenset(operand.dimension for operand in operands.values()) - {NONE}
    found: list[tuple[int, int, Recognised]] = []
    for pattern in candidates:
        if pattern.measured != measured or pattern.shape is None:
            continue
        best = _best(pattern, written, operands, calls, need)
        if best is not None:
            found.append((-best[0], -len(pattern.names), best[1]))
    return tuple(one for *_, one in sorted(found, key=lambda entry: entry[:2]))


def _best(
    pattern: Pattern,
    written: Product,
    operands: Mapping[str, Operand],
    calls: Calls | None,
    need: Collection[str] | None,
) -> tuple[int, Recognised] | None:
    if pattern.shape is None or not _is_telling(pattern, operands):
        return None
    best: tuple[int, Recognised] | None = None
    for bindings in matches(pattern.shape, written, pattern.slots, operands):
        values = pattern.own_units(bindings)
        if pattern.slip is None and not _holds(pattern.formula, values):
            continue
        called = {name for name in values if calls and calls(pattern.formula.variables[name], values[name])}
        if need is not None and any(
            pattern.formula.variables[name].called and name not in called for name in need if name in values
        ):
            continue
        if best is None or len(called) > best[0]:
            direct = {name: bound.operand for name, bound in bindings.items() if bound.operand is not None}
            best = len(called), Recognised(pattern.formula, values, direct, pattern.slip)
    return best


def _is_telling(pattern: Pattern, operands: Mapping[str, Operand]) -> bool:
    """Whether the expression, if it matches, can hardly be anything else."""
    if pattern.shape is None:
        return False
    own = any(isinstance(atom, Sum | Function) for atom, _ in pattern.shape.factors)
    every = [slot.dimension != NONE for slot in pattern.slots.values()]
    if len(operands) >= _ENOUGH:
        return own or any(every)
    return own or all(every)


def _holds(formula: Formula, values: Mapping[str, Fraction]) -> bool:
    try:
        formula.check(values)
    except FormulaError:
        return False
    return True


def _without(tree: Node, name: str) -> Node | None:
    """Return a sum without the terms that are 0 where `name` is; None if it is no such sum."""
    terms = list(_terms(tree, "+"))
    kept = [term for term in terms if name not in set(variables(term[1])) or not _is_factor(term[1], name)]
    if len(kept) == len(terms) or not kept or len(terms) < 2 or kept[0][0] == "-":
        return None
    node = kept[0][1]
    for sign, term in kept[1:]:
        node = Operation(sign, node, term)
    return node


def _terms(tree: Node, sign: str) -> Iterator[tuple[str, Node]]:
    if isinstance(tree, Operation) and tree.operator in {"+", "-"} and sign == "+":
        yield from _terms(tree.left, "+")
        yield tree.operator, tree.right
    else:
        yield sign, tree


def _is_factor(node: Node, name: str) -> bool:
    if isinstance(node, Operation) and node.operator in {"*", "/"}:
        return _is_factor(node.left, name) or (node.operator == "*" and _is_factor(node.right, name))
    return node == Name(name)
