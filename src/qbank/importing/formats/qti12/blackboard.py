"""What Blackboard writes in ways of its own in QTI 1.2: sides of pairs, words of choices, formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote

from qbank.importing.markup.element import Element
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Place, SourceError

_RIGHT_SIDES: Final = "RIGHT_MATCH_BLOCK"
_EITHER_OR: Final = re.compile(r"([a-z]{1,12})_([a-z]{1,12})\.(true|false)")
_OPERATORS: Final = {"plus": "+", "minus": "-", "times": "*", "divide": "/", "power": "^"}


def either_or(text: str) -> str:
    """Return what `yes_no.true` shows, which Blackboard keeps for a choice of two: `Yes`."""
    name = _EITHER_OR.fullmatch(text.strip())
    return text if name is None else name[1 if name[3] == "true" else 2].capitalize()


def is_right_sides(element: Element) -> bool:
    """Whether an element holds the right sides of pairs, which stand apart from what is to be matched."""
    return element.name == "flow" and element.get("class") == _RIGHT_SIDES


def right_sides(presentation: Element) -> list[Element]:
    """Return the right sides of pairs in order; none where each left side lists them itself."""
    return [side for block in presentation.within("flow") if is_right_sides(block) for side in block.children]


def pair_flows(presentation: Element) -> Iterator[tuple[Element, Element]]:
    """Yield each flow with a left side of a pair, and what within it is to be chosen from."""
    for flow in presentation.within("flow"):
        response = flow.first("response_lid")
        if response is not None and any(flow.within("material", outside_of="response_lid")):
            yield flow, response


def formula_of(text: str, place: Place) -> str:
    """Return a formula that is kept as MathML with its signs escaped; any other as it is."""
    text = unquote(text).strip()
    if not text.startswith("<math"):
        return text
    try:
        root = read_xml(text.encode(), place)
    except SourceError:
        return ""
    return _expression(root.children[0]) if root.children else ""


def _expression(node: Element) -> str:
    """Return content MathML as an expression; empty where it holds what is none."""
    match node.name:
        case "ci" | "cn":
            return node.text.strip()
        case "apply" if node.children:
            return _applied(node.children[0].name, [_expression(child) for child in node.children[1:]])
        case _ if len(node.children) == 1:
            return _expression(node.children[0])
    return ""


def _applied(operator: str, operands: Sequence[str]) -> str:
    if not operands or not all(operands):
        return ""
    if operator in _OPERATORS:
        sign = _OPERATORS[operator]
        return f"({sign}{operands[0]})" if len(operands) == 1 else f"({f' {sign} '.join(operands)})"
    return f"sqrt({operands[0]})" if operator == "root" and len(operands) == 1 else ""
