"""What a member of a chain is a part of: the sum of a running calculation, or the whole of a share."""

from __future__ import annotations

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import Statement
from qbank.napkin.forms.sides import is_share
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import COPULAS, EQUALS
from qbank.napkin.tree import (
    Node,
    Number,
    Operation,
    Reading,
    WithUnit,
    innermost,
    is_arithmetic,
    is_bare,
    operate,
    terms,
)
from qbank.napkin.verdicts import Verdict

_NEAR = 3  # tokens between a running calculation and its sum: `= 9.6 ms, sum 19.8 ms`


def running_total(
    context: VerificationContext, left: Node, right: Node, statement: Statement
) -> tuple[Node, Node] | None:
    """Return the last term of a sum and its value, where a line goes on from that with all before it.

    `0.96 ms + 3.6 MB / 320 MB/s = 11.25 ms + 6.2 ms = 18.41 ms`: the quotient is 11.25 ms, and the sum
    of all three terms 18.41 ms; `4 s + 130 s + 38 Mb / 2 Mb/s = 19 s → 153 s`; `= 9.6 ms, sum 19.8 ms`.
    """
    parser, end = context.parser, statement.end
    values = terms(right)
    if not isinstance(left, Operation) or left.operator != "+":
        return None
    if not is_arithmetic(left.right) or end >= len(parser.texts):
        return None
    part, first = left.right, values[0]
    if is_bare(part) and isinstance(first, Number):
        part = WithUnit(part, first.readings, part.start, part.end)
    total = _total_behind(context, end)
    if total is None or context.judge(part, first, "=").verdict is not Verdict.OK:
        return None
    if context.judge(operate("+", left.left, right), total, "=").verdict is not Verdict.OK:
        return None
    context.running[right.start] = left.left
    return part, first


def _total_behind(context: VerificationContext, end: int) -> Node | None:
    """Return what a line comes to behind token `end`: the next member of its chain, or the next value."""
    parser = context.parser
    if parser.kinds[end] == t.RELATION:
        parsed = parser.expression(end + 1, len(parser.texts))
        return parsed[0] if parsed is not None else None
    behind = next((span for span in context.quantities if span.first >= end), None)
    return behind.node if behind is not None and behind.first - end <= _NEAR else None


def whole_of_share(
    context: VerificationContext, left: Node, right: Node, statement: Statement
) -> Node | None:
    """Return what a share is of, where its value comes first.

    `19% of 5 × $10 = $50 → $9.50`; `37,307,520, which is 1.7% of 2^31 - 1 = 2,147,483,647`.
    """
    share, whole = innermost(left), _but_first(left)
    parser, end = context.parser, statement.end
    if whole is None or not is_share(share):
        return None
    if context.text[share.end : whole.start].split() != ["of"]:
        return None
    before = parser.token_at(share.start) - 1
    if before >= 0 and parser.texts[before] in COPULAS and is_arithmetic(whole):
        return whole if context.judge(whole, right, "=").verdict is Verdict.OK else None
    if end >= len(parser.texts):
        return None
    at = end + 1
    while at < len(parser.texts) and parser.texts[at] in EQUALS:
        at += 1  # `→ ≈ 0.22M`
    parsed = parser.expression(at, len(parser.texts)) if parser.kinds[end] == t.RELATION else None
    part = parsed[0] if parsed is not None else None
    if not isinstance(part, Number) or not isinstance(right, Number):
        return None
    multiplier, unit = part.readings[0].multiplier, right.unit
    if part.unit.name.split("/")[0] != unit.name.split("/")[0]:
        return None
    part = replace(part, readings=(Reading(multiplier, unit),))  # `→ $9.50 per year`
    holds = (
        context.judge(*sides, "≈").verdict is Verdict.OK
        for sides in ((whole, right), (operate("*", share, right), part))
    )
    return whole if all(holds) else None


def _but_first(node: Node) -> Node | None:
    """Return a calculation without its first factor; None if it does not begin with one."""
    if not isinstance(node, Operation) or node.operator not in "*/+-":
        return None
    rest = _but_first(node.left)
    if rest is not None:
        return replace(node, left=rest, start=rest.start)
    return node.right if node.operator == "*" else None
