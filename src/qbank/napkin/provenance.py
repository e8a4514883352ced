"""The operands of a claim, with the values taken for them and where these come from."""

from __future__ import annotations

from qbank.napkin.claim import Amount, Operand, Origin
from qbank.napkin.evaluate import Names, Sense, UndecidableError, evaluate
from qbank.napkin.tree import Interval, Name, Node, Number, WithUnit, leaves
from qbank.units import NO_UNIT, Quantity


def operands(node: Node, sense: Sense, names: Names, text: str, span: tuple[int, int]) -> tuple[Operand, ...]:
    """Return the operands of an expression.

    Args:
        node: the expression.
        sense: how it was read.
        names: the values of its symbols.
        text: the text that it stands in.
        span: offsets of the claim, to tell its own operands from those of other places.
    """
    found: list[Operand] = []
    for leaf in leaves(node):
        if isinstance(leaf, WithUnit) or leaf.start < 0:
            continue  # a bracket whose operands follow, or a number that no text shows
        try:
            quantity = evaluate(leaf, sense, names)
        except UndecidableError:
            continue
        amount = Amount(quantity.in_unit(quantity.unit), quantity.unit.name)
        if isinstance(leaf, Number) and leaf.start not in sense.exact:
            amount = _as_written(leaf, sense, quantity)
        origin = _origin(leaf, sense, text, span)
        found.append(Operand(text[leaf.start : leaf.end], amount, origin, leaf.start, leaf.end))
    return tuple(found)


def _as_written(leaf: Number, sense: Sense, quantity: Quantity) -> Amount:
    """Return the amount in the operand's own unit, also where the evaluator took it at face value."""
    unit = sense.reading_of(leaf).unit
    return Amount(quantity.in_unit(quantity.unit), unit.name)


def _origin(leaf: Number | Interval | Name, sense: Sense, text: str, span: tuple[int, int]) -> Origin:
    if isinstance(leaf, Name):
        return Origin.NAMED
    if isinstance(leaf, Number):
        if leaf.start in sense.exact:
            return Origin.UNROUNDED
        if leaf.digits == (leaf.start, leaf.end):
            if text[leaf.start : leaf.start + 1].isalpha():
                return Origin.DATA_TYPE
            if leaf.readings[0].unit is not NO_UNIT:
                return Origin.UNIT_ELSEWHERE
    return Origin.WRITTEN if span[0] <= leaf.start < span[1] else Origin.ELSEWHERE
