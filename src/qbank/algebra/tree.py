"""Expression trees. Nodes are values: they can be compared, rewritten and computed with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from qbank.units.format import format_decimal


class Number(Struct, frozen=True):
    """A number; `unit` names what it is measured in where it is no pure number, as in `8[bit/byte]`."""

    value: Fraction
    unit: str = ""


class Name(Struct, frozen=True):
    """A variable."""

    text: str


class Negation(Struct, frozen=True):
    """A value with its sign turned."""

    operand: Node


class Operation(Struct, frozen=True):
    """Two operands and one of `+ - * / **`."""

    operator: str
    left: Node
    right: Node


class Call(Struct, frozen=True):
    """One of `FUNCTIONS` with its arguments."""

    function: str
    arguments: tuple[Node, ...]


class Sum(Struct, frozen=True):
    """The sum of a term over a whole number that runs from `low` to `high`."""

    index: str
    low: Node
    high: Node
    term: Node


class Choice(Struct, frozen=True):
    """One of two values, by a condition."""

    condition: Condition
    then: Node
    otherwise: Node


class Comparison(Struct, frozen=True):
    """Two values and one of `< <= > >= == !=`."""

    operator: str
    left: Node
    right: Node


class UnwritableError(ValueError):
    """A tree that cannot be written as LaTeX or code; the message says why."""


Node = Number | Name | Negation | Operation | Call | Sum | Choice
Condition = tuple[Comparison, ...]
"""Comparisons that must all hold."""

FUNCTIONS: Final[Mapping[str, tuple[int, int]]] = {
    "sqrt": (1, 1), "exp": (1, 1), "log": (1, 1), "log2": (1, 1), "log10": (1, 1),
    "ceiling": (1, 1), "floor": (1, 1), "abs": (1, 1), "factorial": (1, 1),
    "Max": (2, 8), "Min": (2, 8),
}  # fmt: skip
"""The functions of the language, with the least and the most arguments of each."""


def children(node: Node) -> tuple[Node, ...]:
    """Return the parts of a node, those of conditions included."""
    if isinstance(node, Negation):
        return (node.operand,)
    if isinstance(node, Operation):
        return (node.left, node.right)
    if isinstance(node, Call):
        return node.arguments
    if isinstance(node, Sum):
        return (node.low, node.high, node.term)
    if isinstance(node, Choice):
        sides = (side for part in node.condition for side in (part.left, part.right))
        return (*sides, node.then, node.otherwise)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all that it is made of, conditions included."""
    yield node
    for part in children(node):
        yield from walk(part)


def variables(node: Node) -> Iterator[str]:
    """Yield the name of every variable as often as it stands there; the index of a sum is none."""
    if isinstance(node, Name):
        yield node.text
    bound = node.index if isinstance(node, Sum) else None
    for part in children(node):
        yield from (name for name in variables(part) if name != bound)


def holds_sum(node: Node) -> bool:
    """Whether a sum or a factorial, which only know whole numbers, is anywhere in it."""
    return any(
        isinstance(part, Sum) or (isinstance(part, Call) and part.function == "factorial")
        for part in walk(node)
    )


def map_children(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a node with each of its parts changed, those of conditions included."""
    if isinstance(node, Negation):
        return Negation(change(node.operand))
    if isinstance(node, Operation):
        return Operation(node.operator, change(node.left), change(node.right))
    if isinstance(node, Call):
        return Call(node.function, tuple(map(change, node.arguments)))
    if isinstance(node, Sum):
        return Sum(node.index, change(node.low), change(node.high), change(node.term))
    if isinstance(node, Choice):
        return Choice(map_condition(node.condition, change), change(node.then), change(node.otherwise))
    return node


def map_condition(condition: Condition, change: Callable[[Node], Node]) -> Condition:
    """Return a condition with both sides of each comparison changed."""
    return tuple(Comparison(part.operator, change(part.left), change(part.right)) for part in condition)


def map_leaves(node: Node, change: Callable[[Number | Name], Node]) -> Node:
    """Return a tree with all its numbers and names changed."""
    if isinstance(node, Number | Name):
        return change(node)
    return map_children(node, lambda part: map_leaves(part, change))


def without_units(node: Node) -> Node:
    """Return a tree without the units of its numbers; a factor of 1 that only carried one goes with it."""
    if isinstance(node, Number):
        return Number(node.value)
    if isinstance(node, Operation) and node.operator in {"*", "/"} and _is_only_unit(node.right):
        return without_units(node.left)
    return map_children(node, without_units)


def _is_only_unit(node: Node) -> bool:
    return isinstance(node, Number) and node.value == 1 and bool(node.unit)


def depth(node: Node) -> int:
    """Return how deep a tree is; a lone number is 1 deep."""
    return 1 + max(map(depth, children(node)), default=0)


_MOST_DECIMALS: Final = 18
_BINDING: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}


def spell(node: Node, *, units: bool = True) -> str:
    """Write a tree in the language it was read from, with the units of its numbers or without."""
    return _spell(node if units else without_units(node), 0)


def spell_condition(condition: Condition, *, units: bool = False) -> str:
    """Write a condition in the language it was read from, with the units of its numbers or without."""
    return " and ".join(
        f"{spell(part.left, units=units)} {part.operator} {spell(part.right, units=units)}"
        for part in condition
    )


def _spell(node: Node, outer: int) -> str:
    if isinstance(node, Number):
        return _spell_number(node, outer)
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Negation):
        text = f"-{_spell(node.operand, 3)}"
        return f"({text})" if outer > 1 else text
    if isinstance(node, Call):
        return f"{node.function}({', '.join(map(spell, node.arguments))})"
    if isinstance(node, Sum):
        return f"sum({node.index}, {spell(node.low)}, {spell(node.high)}, {spell(node.term)})"
    if isinstance(node, Choice):
        condition = spell_condition(node.condition, units=True)
        return f"if({condition}, {spell(node.then)}, {spell(node.otherwise)})"
    binding = _BINDING[node.operator]
    left = _spell(node.left, binding + (node.operator == "**"))
    right = _spell(node.right, binding + (node.operator != "**"))
    sign = node.operator if binding > 1 else f" {node.operator} "
    return f"({left}{sign}{right})" if binding < outer else f"{left}{sign}{right}"


def _spell_number(node: Number, outer: int) -> str:
    unit = f"[{node.unit}]" if node.unit else ""
    value = node.value
    try:
        text = format_decimal(value)
    except ValueError:
        text = ""
    if not text or len(text.partition(".")[2]) > _MOST_DECIMALS:
        return f"({value.numerator}{unit}/{value.denominator})"
    return f"({text}{unit})" if value < 0 and outer else f"{text}{unit}"
