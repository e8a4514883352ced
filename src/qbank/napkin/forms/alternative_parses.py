"""Other ways to read a line that does not hold as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from qbank.napkin.context import Page
from qbank.napkin.forms.sides import Side, tail
from qbank.napkin.lexing import tokens as t
from qbank.napkin.tree import Name, Negation, Node, Number, Operation, is_arithmetic

_RATES = frozenset(("at", "@", "At"))


def otherwise(page: Page, left: Side, right: Node, start: int) -> Iterator[tuple[Node, Node]]:
    """Yield further pairs of sides that a relation may have been meant to stand between.

    A running calculation goes on behind its result (`8 * 16 = 128 * 4 = 512`); a sum may join a statement to
    the next (`= 1,024 weights + 16 + 8 = 24 biases`); and something "at" a rate is a product or a quotient.

    Args:
        page: the text.
        left, right: the sides as they stand.
        start: the token that the left side's segment begins with.
    """
    if isinstance(right, Operation):
        first: Node = right
        while isinstance(first, Operation):
            first = first.left
        if isinstance(first, Number | Negation):
            yield left.node, first
    terms = _terms(left.node)
    for place in range(len(terms) - 1, 0, -1):
        rest = reduce(_plus, terms[place:])
        if is_arithmetic(rest) and _is_parted(page, terms[place - 1], terms[place], start):
            yield rest, right
    for rated in rates(page, left, start):
        yield rated, right


def _terms(node: Node) -> list[Node]:
    """Return what a sum adds up, from left to right."""
    found: list[Node] = []
    while isinstance(node, Operation) and node.operator == "+":
        found.append(node.right)
        node = node.left
    return [node, *found[::-1]]


def _plus(one: Node, two: Node) -> Node:
    return Operation("+", one, two, one.start, two.end)


def _is_parted(page: Page, before: Node, after: Node, start: int) -> bool:
    """Tell whether something says that a new statement begins at a sign: a noun, or an earlier result."""
    between = page.text[before.end : after.start]
    tokens = page.parser.tokens
    first = start < len(tokens) and before.start == tokens.starts[start]
    follows = first and start > 0 and tokens.kinds[start - 1] == t.RELATION
    return follows or any(character.isalpha() for character in between)


def rates(page: Page, left: Side, start: int) -> list[Node]:
    """Return what `22M MACs @ 160 MHz` and `26 TOPS at 55%` may come to: a quotient or a product."""
    tokens = page.parser.tokens
    at = left.at - 1
    while at > start and tokens.kinds[at] == t.APPROX:
        at -= 1
    if at <= start or tokens.texts[at] not in _RATES:
        return []
    first = tail(page, start, at)
    if first is None or isinstance(first.node, Name):
        return []
    spans = first.node.start, left.node.end
    share = isinstance(left.node, Number) and left.node.readings[0].unit.name == "%"
    return [Operation(operator, first.node, left.node, *spans) for operator in ("*" if share else "/*")]
