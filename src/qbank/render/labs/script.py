"""The part of a page's script that is generated: the functions of the lab, from the formulas."""

from __future__ import annotations

from qbank.algebra.tree import Condition, Node
from qbank.labs import javascript
from qbank.labs.quantity import LabModel


class Expressions:
    """Collects the limits and conditions of all parts; in the page they go by their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def value(self, node: Node) -> int:
        """Return the number of an expression."""
        return self._number(javascript.expression(node))

    def condition(self, condition: Condition) -> int:
        """Return the number of a condition."""
        return self._number(javascript.condition(condition))

    def _number(self, function: str) -> int:
        return self._numbers.setdefault(function, len(self._numbers))

    def written(self) -> str:
        """Return the list of functions."""
        return "".join(f"  {function},\n" for function in self._numbers)


def written(lab: LabModel, expressions: Expressions) -> str:
    """Return the functions of all quantities by name, and the list of expressions."""
    # A lab that holds what cannot be written is not made ready.
    named = "".join(f"  {name}: {function},\n" for name, function in javascript.functions(lab).items())
    return f"const functions = {{\n{named}}};\nconst expressions = [\n{expressions.written()}];\n"
