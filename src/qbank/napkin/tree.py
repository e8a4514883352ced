"""Expression trees: what an author's arithmetic is read as.

Leaves keep every reading of an ambiguous spelling (`2B` is two bytes or two billion); the evaluator is told
which to take. Nodes are values, so trees can be compared, rewritten and computed twice. Nobody changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from qbank.units import NO_UNIT, ONE, Unit, physical
from qbank.units.dimension import Dimension
from qbank.units.format import format_fixed, format_quantity, format_significant, magnitude


class Reading(Struct, frozen=True):
    """One way to read a written number: a multiplier and a unit."""

    multiplier: Fraction = ONE
    unit: Unit = NO_UNIT
    binary_prefix_power: int = 0  # of the multiplier: 4K may be 4,096
    size: Fraction = ONE  # what both come to, whatever is given

    def __post_init__(self) -> None:
        size = self.multiplier * self.unit.scale
        force_setattr(self, "size", ONE if size == 1 else size)

    def __hash__(self) -> int:
        return hash((self.multiplier.numerator, self.unit.name))  # fractions take long to hash


class Number(Struct):
    """A number as written, such as `~1,024.5 GB/s`.

    Attributes:
        value: the digits' value, without multiplier and unit.
        decimals: digits behind the point; the last shown digit is worth `10**-decimals`.
        readings: what multiplier and unit may mean, the usual first; never empty.
        start, end: place in the text, unit included.
        digits: place of the digits alone.
        approximate: whether it is marked `~` or "about".
    """

    value: Fraction
    decimals: int
    readings: tuple[Reading, ...]
    start: int
    end: int
    digits: tuple[int, int]
    approximate: bool = False

    @property
    def unit(self) -> Unit:
        """Its unit, as it is usually read."""
        return self.readings[0].unit

    @property
    def measures(self) -> Dimension:
        """What it measures, as it is usually read; counted things are left out."""
        return physical(self.unit.dimension)

    @property
    def bare(self) -> bool:
        """Whether it has neither unit nor percent sign nor noun with a meaning."""
        return all(reading.unit is NO_UNIT for reading in self.readings)

    @property
    def digits_shown(self) -> int:
        """How many digits it shows, closing zeros left out."""
        return len(str(int(self.value * 10**self.decimals)).strip("0"))


class Interval(Struct):
    """A range such as `3-8 s`; `20 ± 2 ms` has a value in its middle."""

    low: Number
    high: Number
    start: int
    end: int
    middle: Number | None = None


class Name(Struct):
    """A symbol or words that stand for a quantity said elsewhere."""

    text: str
    start: int
    end: int


class Operation(Struct):
    """Two operands and one of `+ - * / ^`."""

    operator: str
    left: Node
    right: Node
    start: int
    end: int


class Negation(Struct):
    """A value with its sign turned."""

    operand: Node
    start: int
    end: int


class Call(Struct):
    """A function of one or more arguments; `FUNCTIONS` in `evaluate` lists them."""

    function: str
    arguments: tuple[Node, ...]
    start: int
    end: int


class WithUnit(Struct):
    """A bracketed expression with a unit behind it: `(80 - 64 - 6) GB`."""

    operand: Node
    readings: tuple[Reading, ...]
    start: int
    end: int

    @property
    def unit(self) -> Unit:
        """Its unit, as it is usually read."""
        return self.readings[0].unit

    @property
    def measures(self) -> Dimension:
        """What it measures, as it is usually read; counted things are left out."""
        return physical(self.unit.dimension)


Leaf = Number | Interval | Name | WithUnit
Node = Leaf | Operation | Negation | Call


def plain_number(value: Fraction) -> Number:
    """Return a number that no text shows."""
    return Number(value, 0, (Reading(),), -1, -1, (-1, -1))


def operate(operator: str, left: Node, right: Node) -> Operation:
    """Return an operation that stands in the text from its left operand to its right one."""
    return Operation(operator, left, right, left.start, right.end)


def children(node: Node) -> tuple[Node, ...]:
    """Return the parts of a node from left to right; the ends of a range are none."""
    if isinstance(node, Operation):
        return (node.left, node.right)
    if isinstance(node, Negation | WithUnit):
        return (node.operand,)
    return node.arguments if isinstance(node, Call) else ()


def walk(node: Node) -> list[Node]:
    """Return a node and all that it is made of, from left to right."""
    parts: list[Node] = []
    stack = [node]
    while stack:
        parts.append(part := stack.pop())
        stack += reversed(children(part))
    return parts


def numbers(node: Node) -> list[Number]:
    """Return the numbers from left to right."""
    return [leaf for leaf in leaves(node) if isinstance(leaf, Number)]


def signed_number(node: Node) -> Number | None:
    """Return the single number that a side is, its sign left out; None if it is more than that."""
    number = node.operand if isinstance(node, Negation) else node
    return number if isinstance(number, Number) else None


def is_bare(node: Node) -> bool:
    """Tell whether all of a tree is of bare numbers."""
    return all(isinstance(leaf, Number) and leaf.bare for leaf in leaves(node))


def leaves(node: Node) -> list[Leaf]:
    """Return the leaves from left to right; a `WithUnit` counts as one besides its operand's leaves."""
    return [part for part in walk(node) if isinstance(part, Leaf)]


def value_start(leaf: Node) -> int:
    """Return where a value itself begins: `(8 bits/byte)` stands where its brackets do."""
    if isinstance(leaf, Interval):
        leaf = leaf.low
    return leaf.digits[0] if isinstance(leaf, Number) else leaf.start


def innermost(node: Node) -> Node:
    """Return what a chain of operations begins with."""
    while isinstance(node, Operation):
        node = node.left
    return node


def chain(node: Node, operators: str) -> list[Node]:
    """Return what a chain of one operator joins, or of several, from left to right."""
    found: list[Node] = []
    while isinstance(node, Operation) and node.operator in operators:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def terms(node: Node) -> list[Node]:
    """Return what a sum adds up, from left to right."""
    return chain(node, "+")


def names(node: Node) -> frozenset[str]:
    """Return the texts of all names in `node`."""
    return frozenset(leaf.text for leaf in leaves(node) if isinstance(leaf, Name))


def calls(node: Node, function: str) -> bool:
    """Tell whether `function` is called anywhere in `node`."""
    return any(isinstance(part, Call) and part.function == function for part in walk(node))


def map_leaves(node: Node, change: Callable[[Leaf], Node]) -> Node:
    """Return a tree with all its leaves changed."""
    if isinstance(node, Operation):
        left, right = map_leaves(node.left, change), map_leaves(node.right, change)
        return Operation(node.operator, left, right, node.start, node.end)
    if isinstance(node, Negation):
        return replace(node, operand=map_leaves(node.operand, change))
    if isinstance(node, WithUnit):
        return change(replace(node, operand=map_leaves(node.operand, change)))
    if isinstance(node, Call):
        return replace(node, arguments=tuple(map_leaves(argument, change) for argument in node.arguments))
    return change(node)


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """Return `node` with the names that have a value replaced by it."""
    return map_leaves(node, lambda leaf: values.get(leaf.text, leaf) if isinstance(leaf, Name) else leaf)


def replace_numbers(node: Node, readings: Mapping[int, Reading]) -> Node:
    """Return `node` with the numbers at some places read in another way."""

    def replaced(leaf: Leaf) -> Node:
        if isinstance(leaf, Number) and leaf.start in readings:
            return replace(leaf, readings=(readings[leaf.start],))
        return leaf

    return map_leaves(node, replaced)


def as_read(node: Node, choices: Choices) -> Node:
    """Return `node` with everything ambiguous in the reading that was chosen for its place."""

    def read(leaf: Leaf) -> Node:
        if isinstance(leaf, Number | WithUnit) and 0 < choices.get(leaf.start, 0) < len(leaf.readings):
            return replace(leaf, readings=(leaf.readings[choices[leaf.start]],))
        return leaf

    return map_leaves(node, read) if choices else node


def is_arithmetic(node: Node) -> bool:
    """Tell whether there is anything to compute: an operation or a function, not a lone value."""
    return isinstance(node, Operation | Call | WithUnit) or (
        isinstance(node, Negation) and is_arithmetic(node.operand)
    )


Choices = Mapping[int, int]
"""By a number's place, which of its readings to take; the first if it is not there."""

_BARE = Reading()
_TIMES = " × "
_SIGNS = {"*": _TIMES, "/": " / ", "+": " + ", "-": " − ", "^": "^"}
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}


def spell(node: Node) -> str:
    """Write the tree in its usual reading, remarks and markup left out."""
    return _spell(node, 0)


def _spell(node: Node, outer: int) -> str:
    if isinstance(node, Number):
        number = spell_number(node)
        return f"({number})" if outer > _BINDING["*"] and _TIMES in number else number
    if isinstance(node, Interval):
        shared = node.low.readings == node.high.readings and not node.high.unit.name.startswith("$")
        return f"{spell_number(node.low, _BARE if shared else None)}–{spell_number(node.high)}"
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Negation):
        return f"−{_spell(node.operand, 3)}"
    if isinstance(node, Call) and node.function == "factorial":
        return f"{_spell(node.arguments[0], 4)}!"
    if isinstance(node, Call):
        return f"{node.function}({', '.join(_spell(argument, 0) for argument in node.arguments)})"
    if isinstance(node, WithUnit):
        reading = node.readings[0]
        measure = _MULTIPLIER_SIGN.get(reading.multiplier, "") + reading.unit.name
        return f"({_spell(node.operand, 0)}) {measure}"
    binding = _BINDING[node.operator]
    if (spread := _spread(node)) is not None:
        text = f"{_spell(node.left, binding)} ± {_spell(spread, binding)}"
        return f"({text})" if binding < outer else text
    right_binding = binding + 1 if node.operator in "-/" else binding
    left_binding = binding + 1 if node.operator == "^" else binding
    left, right = _spell(node.left, left_binding), _spell(node.right, right_binding)
    text = left + _SIGNS[node.operator] + right
    return f"({text})" if binding < outer else text


def _spread(node: Operation) -> Node | None:
    """Return what is added as well as taken away: `1.96 × 10` of `800 ± 1.96 × 10`."""
    right = node.right
    if node.operator != "+" or not isinstance(right, Operation) or not isinstance(right.left, Interval):
        return None
    either = right.left
    return right.right if either.low.start < 0 and either.low.value == -either.high.value else None


def spell_number(number: Number, reading: Reading | None = None) -> str:
    """Write one operand with thousands separated, its multiplier and its unit."""
    reading = reading or number.readings[0]
    digits = format_fixed(number.value, number.decimals)
    multiplier = "" if reading.multiplier is ONE else _MULTIPLIER_SIGN.get(reading.multiplier)
    if multiplier is None:
        power = magnitude(reading.multiplier)
        exact = reading.multiplier == Fraction(10) ** power
        multiplier = _TIMES + (f"10^{power}" if exact else format_significant(reading.multiplier))
    return format_quantity(digits + multiplier, reading.unit.name)


_MULTIPLIER_SIGN = {Fraction(1000) ** steps: letter for steps, letter in enumerate(("", *"KMBT"))}
