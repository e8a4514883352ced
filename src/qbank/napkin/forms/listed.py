"""Parts in brackets, and their sum."""

from __future__ import annotations

from functools import partial, reduce
from itertools import combinations
from typing import ClassVar

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.forms.sides import leading_expression
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import EQUALS
from qbank.napkin.tree import Node, operate
from qbank.napkin.verdicts import Verdict

_SUMMED = t.CLOSE + t.RELATION
_MOST_PARTS = 6
_BETWEEN = frozenset((t.WORD, t.COMMA))
_FLOWS = frozenset("→+")


class Listed(TextForm):
    """Parts, each a name with its value in brackets, and what they add up to.

    `Read (3 ms), compute (8 ms), write (1 ms) = 12 ms`; arrows and commas part them. A value that is none of
    the sums of parts is wrong; one that is may be the largest part or an overlap, and is no claim.
    """

    name = "listed"
    examples: ClassVar = (
        Example("Read (3 ms), compute (8 ms), write (1 ms) = 12 ms", expression="3 ms + 8 ms + 1 ms"),
        Example("Export (2 min) → convert (3 min) → test (10 min) = 15 min in all"),
        Example("Read (2 * 3 ms = 6 ms), write (1 ms) = 7 ms"),
        Example("Read (3 ms), compute (8 ms), write (1 ms) = 12 s", Verdict.WRONG),
        Example("Read (3 ms), compute (8 ms), write (1 ms) = 8 ms", None),
        Example("Read (3 ms), on two cores = 8 ms", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the sums of lists in a text."""
        texts, shape = context.parser.texts, context.parser.shape
        closing: dict[int, int] = {}
        at = 0
        while at := shape.find(_SUMMED, at) + 1:
            if texts[at] not in EQUALS:
                continue
            closing = closing or {close: opened for opened, close in context.parser.closing.items()}
            brackets = _brackets(context, at - 1, closing)
            if len(brackets) < 2:
                continue
            right = leading_expression(context, at + 1, min(at + 8, len(texts)))
            if right is None or context.is_decided(right):
                continue
            parts = _parts(context, brackets)
            if len(parts) >= 2:
                self._sum(context, parts, right, texts[at])

    def _sum(self, context: VerificationContext, parts: list[Node], right: Node, relation: str) -> None:
        total = reduce(partial(operate, "+"), parts)
        judgement = context.judge(total, right, relation)
        if judgement.note or judgement.computed is None or judgement.stated is None:
            return
        wrong = judgement.verdict in {Verdict.WRONG, Verdict.IMPRECISE}
        if wrong and not judgement.unlike and len(parts) <= _MOST_PARTS:
            some = (chosen for size in range(1, len(parts)) for chosen in combinations(parts, size))
            wrong = not any(
                context.judge(reduce(partial(operate, "+"), chosen), right, relation).verdict is Verdict.OK
                for chosen in some
            )
        if judgement.verdict is Verdict.OK or wrong:
            context.add(self.name, total, right, relation, judgement)


class Added(TextForm):
    """What is added to the value before, and the sum: `It takes 430 ms. Add the copy (50 ms) = 480 ms`.

    What it is added to is a guess, so this form confirms and never accuses.
    """

    name = "added"
    cues = frozenset(("Add", "add", "Adding", "adding", "Plus", "plus"))
    examples: ClassVar = (
        Example("A run takes 430 ms. Add the copy (50 ms) = 480 ms", expression="430 ms + 50 ms"),
        Example("Weights: 20.1 MB. Plus 4 MB of buffers = 24.1 MB"),
        Example("A run takes 430 ms. Add the copy (50 ms) = 490 ms", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the sums that a text goes on with."""
        texts, spans = context.parser.texts, context.quantities
        for before, part, total in zip(spans, spans[1:], spans[2:], strict=False):
            added = not self.cues.isdisjoint(texts[before.after : part.first])
            between = texts[part.after : total.first]
            if added and between[-1:] in (["="], ["≈"]) and between.count(between[-1]) == 1:
                node = operate("+", before.node, part.node)
                judgement = context.judge(node, total.node, between[-1])
                if (
                    judgement.verdict is Verdict.OK
                    and not judgement.note
                    and not context.is_decided(total.node)
                ):
                    context.add(self.name, node, total.node, between[-1], judgement)


def _brackets(context: VerificationContext, close: int, closing: dict[int, int]) -> list[tuple[int, int]]:
    """Return the brackets of the list that ends at token `close`, the last one first."""
    kinds, texts = context.parser.kinds, context.parser.texts
    brackets: list[tuple[int, int]] = []
    while close in closing and texts[close] == ")":
        brackets.append((closing[close], close))
        close = closing[close] - 1
        while close >= 0 and (kinds[close] in _BETWEEN or texts[close] in _FLOWS):
            close -= 1
    return brackets


def _parts(context: VerificationContext, brackets: list[tuple[int, int]]) -> list[Node]:
    """Return the last value in each bracket, as far back as there are any."""
    parts: list[Node] = []
    for opened, close in brackets:
        part = _last_within(context, opened, close)
        if part is None:
            break
        parts.append(part)
    return parts[::-1]


def _last_within(context: VerificationContext, start: int, end: int) -> Node | None:
    inside = [span for span in context.quantities if start < span.first and span.after <= end]
    return inside[-1].node if inside and inside[-1].after == end else None
