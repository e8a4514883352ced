"""Formulas as trees of data, which the template `render/pdf/math.typ` draws by functions of typst.

A node is a list: its name, then its arguments, which are nodes or plain text. No text of a formula is ever
read as code of typst. The trees come from the MathML of `mathml`, so both formats show the same.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, TypeAlias
from unicodedata import normalize
from xml.etree import ElementTree

from qbank.render.text.mathml import to_mathml

Node: TypeAlias = list[Any]

_DEEPEST: Final = 24
"""How deep a tree may be: typst gives up at 80 calls within each other."""

_ACCENTS: Final = dict(
    zip(
        "^~¯˘˙¨˚ˇ´`→",
        "\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u0301\u0300\u20d7",
        strict=True,
    )
)
"""Marks over a sign, and the characters that typst puts over one."""

_ATTACHED: Final = {"msub": (1, None), "msup": (None, 1), "msubsup": (1, 2)}
"""Which child of an element stands below its first, and which above."""

_BARS: Final = frozenset("―_‾¯")
_BRACES: Final = {"⏟": "underbrace", "⏞": "overbrace"}
_ARROWS: Final = frozenset("←→↔⇐⇒⇔")
_OPENING: Final = frozenset("([{|‖⟨⌊⌈")
_CLOSING: Final = frozenset(")]}|‖⟩⌋⌉")
_SPELT: Final = {"-": "−", "*": "∗", "'": "′"}
_NOT: Final = "⧸"
_WIDTH: Final = re.compile(r"(-?[0-9]*\.?[0-9]+)em")
_WIDEST: Final = 4.0

_NOTHING: Final[tuple[Node, ...]] = (["row", []], ["operator", ""], ["text", ""], ["space", 0.0])

_TAGS: Final = "{http://www.w3.org/1998/Math/MathML}"


@lru_cache(maxsize=4096)
def to_tree(latex: str) -> Node | None:
    """Return the tree of a formula, or None where it is no formula that we can read or draw."""
    mathml = to_mathml(latex)
    if mathml is None:
        return None
    # Made and escaped by ourselves, of no more than 2000 characters of LaTeX.
    tree = _row(list(ElementTree.fromstring(mathml)))
    return tree if _depth(tree) <= _DEEPEST else None


def _depth(node: Node) -> int:
    """Return how deep nodes are within each other; lists of nodes count as one."""
    return 1 + max((_depth(inner) for inner in node if isinstance(inner, list)), default=0)


def _node(element: ElementTree.Element) -> Node:
    inner = list(element)
    text = element.text or ""
    match element.tag.removeprefix(_TAGS):
        case "mi":
            return _name(text, upright=element.get("mathvariant") == "normal")
        case "mo":
            return _operator(element, text)
        case "mn" | "mtext":
            return ["text", text]
        case "mspace":
            return _space(element)
        case "mfrac":
            name = "stack" if element.get("linethickness") == "0" else "frac"
            return [name, *map(_node, inner)]
        case "msqrt":
            return ["root", _row(inner), None]
        case "mroot":
            return ["root", *map(_node, inner)]
        case "msub" | "msup" | "msubsup" as tag:
            below, above = (None if place is None else _node(inner[place]) for place in _ATTACHED[tag])
            return ["attach", _node(inner[0]), below, above]
        case "munder" | "mover" as tag:
            return _marked(inner, above=tag == "mover")
        case "munderover":
            return ["limits", _node(inner[0]), _node(inner[1]), _node(inner[2])]
        case "mtable":
            return _table(element)
        case "mphantom":
            return ["hide", _row(inner)]
        case "menclose" if element.get("notation") == "box":
            return ["box", _row(inner)]
        case _:
            return _row(inner)


def _row(elements: list[ElementTree.Element]) -> Node:
    if len(elements) == 1 and elements[0].tag == f"{_TAGS}mo" and (elements[0].text or "") in {",", "."}:
        return ["plain", elements[0].text]  # the `{,}` of 1{,}000 is no list
    drawn = [node for element in elements if (node := _node(element)) not in _NOTHING]
    nodes = _bracketed(_words(drawn))
    if len(elements) > 1 and all(_stretches(elements[end]) for end in (0, -1)):
        return ["fenced", nodes]
    if len(nodes) > 1 and _stretches(elements[0]) and nodes[-1][0] == "table":
        return ["fenced", nodes]
    return nodes[0] if len(nodes) == 1 else ["row", nodes]


def _stretches(element: ElementTree.Element) -> bool:
    return element.get("fence") == "true" and element.get("stretchy") == "true"


def _words(nodes: list[Node]) -> list[Node]:
    """Join the letters of upright words, and what is struck out with what strikes it out."""
    joined: list[Node] = []
    for upright, group in groupby(nodes, key=lambda node: node[0] == "upright"):
        if upright:
            joined.append(["text", "".join(node[1] for node in group)])
            continue
        for node in group:
            if node[0] == "symbol" and joined and joined[-1] == ["text", _NOT]:
                struck = normalize("NFC", node[1] + "\u0338")
                if len(struck) == 1:
                    joined[-1] = ["symbol", struck]
                    continue
            joined.append(node)
    return joined


def _bracketed(nodes: list[Node]) -> list[Node]:
    """Let the brackets on both sides of a matrix grow with it."""
    kept: list[Node] = []
    at = 0
    while at < len(nodes):
        three = nodes[at : at + 3]
        if (
            len(three) == 3
            and three[1][0] == "table"
            and three[0][0] == three[2][0] == "symbol"
            and three[0][1] in _OPENING
            and three[2][1] in _CLOSING
        ):
            kept.append(["fenced", three])
            at += 3
        else:
            kept.append(nodes[at])
            at += 1
    return kept


def _name(text: str, *, upright: bool = False) -> Node:
    if set(text) == {"′"}:
        return ["primes", len(text)]
    if len(text) != 1:
        return ["operator", text]
    return ["upright" if upright else "symbol", text]


def _operator(element: ElementTree.Element, text: str) -> Node:
    if len(text) > 1 and text.isalpha():
        return ["operator", text]
    if len(text) != 1:
        return ["text", text]
    size = _em(element.get("minsize"))
    return ["big", text, size] if size else ["symbol", _SPELT.get(text, text)]


def _space(element: ElementTree.Element) -> Node:
    if element.get("linebreak") == "newline":
        return ["break"]
    return ["space", _em(element.get("width"))]


def _em(length: str | None) -> float:
    width = _WIDTH.fullmatch(length or "")
    return max(-1.0, min(float(width[1]), _WIDEST)) if width else 0.0


def _marked(inner: list[ElementTree.Element], *, above: bool) -> Node:
    mark = inner[1].text or ""
    base = _node(inner[0])
    if mark in _BARS:
        return ["overline" if above else "underline", base]
    if mark in _BRACES:
        return [_BRACES[mark], base]
    if not above:
        return ["limits", base, _node(inner[1]), None]
    if mark in _ACCENTS and inner[1].tag == f"{_TAGS}mo":
        return ["accent", base, _ACCENTS[mark]]
    if base[0] == "symbol" and base[1] in _ARROWS:
        base = ["stretch", base[1]]
    return ["limits", base, None, _node(inner[1])]


def _table(table: ElementTree.Element) -> Node:
    """Return a table whose rows are of one length: how each column is aligned, and whether they touch."""
    rows = list(table)
    cells = [[_row(list(cell)) for cell in row] for row in rows]
    width = max(map(len, cells), default=0)
    sides = ["center"] * width
    for row in rows:
        for column, cell in enumerate(row):
            sides[column] = cell.get("columnalign") or sides[column]
    touching = table.get("columnspacing") == "0em"  # equations, aligned at their signs
    return ["table", [row + [["row", []]] * (width - len(row)) for row in cells], sides, touching]
