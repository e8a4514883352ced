"""What quantities, limits and conditions are called and what they come to, in words."""

from __future__ import annotations

from typing import Final

from qbank.algebra.tree import Comparison, Condition, Name, Node, Number, Operation, spell
from qbank.labs.format import show
from qbank.labs.quantity import PersonaModel, Source
from qbank.render.text.blocks import one_line

_SIGNS: Final = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}


def given_quantities(persona: PersonaModel) -> list[tuple[str, str, str]]:
    """Return what each quantity that a persona is given is called, its value, and where that is from."""
    return [
        (one_line(quantity.label), show(quantity.value, quantity), quantity.origin)
        for quantity in persona.quantities.values()
        if quantity.source is Source.GIVEN and quantity.value is not None
    ]


def limit_title(limit: Node, persona: PersonaModel) -> str:
    """Return the name of a limit: that of its quantity, if it is one."""
    return one_line(persona.quantities[limit.text].label) if isinstance(limit, Name) else "Limit"


def condition_title(condition: Condition, persona: PersonaModel) -> str:
    """Return a condition in words: `Memory used > Memory of a device`."""
    return ", ".join(_comparison(part, persona) for part in condition)


def _comparison(part: Comparison, persona: PersonaModel) -> str:
    sign = _SIGNS.get(part.operator, part.operator)
    left, right = _side(part.left, part.right, persona), _side(part.right, part.left, persona)
    return f"{left} {sign} {right}"


def _side(node: Node, other: Node, persona: PersonaModel) -> str:
    if isinstance(node, Name):
        return one_line(persona.quantities[node.text].label)
    value = _constant(node)
    if value is not None and isinstance(other, Name):
        return show(value, persona.quantities[other.text])
    return spell(node, units=False)


def _constant(node: Node) -> float | None:
    if isinstance(node, Number):
        return float(node.value)
    if isinstance(node, Operation) and node.operator == "/":
        above, below = _constant(node.left), _constant(node.right)
        return above / below if above is not None and below else None
    return None
