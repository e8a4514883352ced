"""What the numbers of a calculation have to measure for it to come to its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from qbank.facts.fact import ClaimFacts
from qbank.facts.pieces import Mention
from qbank.napkin.tree import Interval, Negation, Node, Number, Operation, WithUnit
from qbank.units import physical
from qbank.units.dimension import Dimension

Measure = Callable[[ClaimFacts, Node], Dimension | None]
_SUMS: Final = frozenset("+-")


def needed(claim: ClaimFacts, result: Mention, measure: Measure) -> dict[int, Dimension]:
    """Return what numbers have to measure, by their places; `measure` tells what one does."""
    found: dict[int, Dimension] = {}
    measures: dict[int, Dimension | None] = {}

    def measured(node: Node) -> Dimension | None:
        if id(node) not in measures:
            measures[id(node)] = together(node)
        return measures[id(node)]

    def together(node: Node) -> Dimension | None:
        if isinstance(node, Number | Interval):
            return measure(claim, node)
        if isinstance(node, WithUnit):
            return physical(node.readings[0].unit.dimension)
        if isinstance(node, Negation):
            return measured(node.operand)
        if not isinstance(node, Operation):
            return None
        left, right = measured(node.left), measured(node.right)
        if node.operator in _SUMS:
            return left or right
        if left is None or right is None or node.operator == "^":
            return None
        return Dimension(left + right if node.operator == "*" else left - right)

    def need(node: Node, whole: Dimension) -> None:
        """Say what the numbers of a node have to measure for it to have a measure."""
        if isinstance(node, Number | Interval):
            found[node.start] = whole
        elif isinstance(node, Negation | WithUnit):
            need(node.operand, whole)
        elif isinstance(node, Operation) and node.operator in _SUMS:
            need(node.left, whole)
            need(node.right, whole)
        elif isinstance(node, Operation) and node.operator != "^":
            left, right = measured(node.left), measured(node.right)
            is_product = node.operator == "*"
            if right is not None:
                need(node.left, Dimension(whole - right if is_product else whole + right))
            if left is not None:
                need(node.right, Dimension(whole - left if is_product else left - whole))

    need(claim.claim.calculation, physical(result.unit.dimension))
    return found
