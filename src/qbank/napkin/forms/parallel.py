"""Several cases side by side, with slashes between them: `45M × 4 / 2 / 1 bytes = 180 / 90 / 45 MB`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from qbank.napkin.tree import Node, Number, Operation, chain, operate

FEWEST = 3
"""What stands on both sides of one slash is mostly a quotient."""


def parallel(left: Node, right: Node) -> Iterator[tuple[Node, Node]]:
    """Yield each case of an expression with its value, if as many values as cases stand side by side.

    A unit behind the last one is that of all.
    """
    values = _cases(right)
    if len(values) < 2:
        return
    lists = [(part, cases) for part in _parts(left) if len(cases := _cases(part)) == len(values)]
    if len(lists) == 1:
        [(part, cases)] = lists
        for case, value in zip(cases, values, strict=True):
            yield _with(left, part, case), value


def behind_slash(left: Node) -> Node | None:
    """Return the second of two equations with a slash between, without the result of the first.

    Of `4 × 3 + 30 = 42 ms / 8 × 3 + 30 = 54 ms` it is `8 × 3 + 30`.
    """
    if not isinstance(left, Operation):
        return None
    if isinstance(left.left, Number):
        return left.right if left.operator == "/" and not left.left.bare else None
    rest = behind_slash(left.left)
    return None if rest is None else operate(left.operator, rest, left.right)


def _parts(node: Node) -> Iterator[Node]:
    """Yield an expression and what its operations are of."""
    yield node
    if isinstance(node, Operation):
        yield from _parts(node.left)
        yield from _parts(node.right)


def _with(node: Node, part: Node, case: Node) -> Node:
    """Return an expression with a case in place of a part; what is multiplied with the first is, with all."""
    if node is part:
        first, *_ = chain(part, "/")
        return operate(first.operator, first.left, case) if isinstance(first, Operation) else case
    if isinstance(node, Operation):
        return replace(node, left=_with(node.left, part, case), right=_with(node.right, part, case))
    return node


def _cases(node: Node) -> list[Number]:
    """Return the numbers between the slashes of a chain, in the unit of the last; none if it is another."""
    first, *others = chain(node, "/")
    first = chain(first, "*")[-1]
    numbers = [one for one in (first, *others) if isinstance(one, Number)]
    if len(numbers) <= len(others):
        return []
    return [replace(one, readings=numbers[-1].readings) if one.bare else one for one in numbers]
