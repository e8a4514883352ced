"""Other ways to read a line that does not hold as it stands: other sides, or something at a rate."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.evaluate import value_of
from qbank.napkin.forms.sides import Side, is_share, trailing_expression
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.lexing import tokens as t
from qbank.napkin.tree import (
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Reading,
    WithUnit,
    innermost,
    is_arithmetic,
    operate,
    terms,
)
from qbank.napkin.verdicts import Reason, Verdict
from qbank.units import ONE, physical, readings
from qbank.units.dimension import NONE

MEASURES_NOTHING = (None, NONE)
AT_RATE = frozenset(("at", "@", "At"))

_BITS = 8
_TIMES = tuple(readings(name)[0] for name in ("s", "min", "h", "ms", "days"))


def judge_line(
    context: VerificationContext, left: Side, right: Node, relation: str, start: int
) -> tuple[Side, Node, Judgement]:
    """Judge the reading of a line that holds, if there is one, else the one that it has as it stands.

    Args:
        context: the text.
        left, right, relation: the line as it stands.
        start: the token that the left side's segment begins with.

    Returns:
        The two sides as they were read, and the judgement.
    """
    judgement = context.judge(left.node, right, relation)
    node = _measured(left.node, judgement)
    as_it_stands = left if node is left.node else replace(left, node=node), right, judgement
    if judgement.verdict is Verdict.OK:
        return as_it_stands
    rated = _rated(context, left, start)
    each = _each_of_counted(context, left.node, right)
    others = (
        *rated,
        *each,
        *_counts_of_each(context, left.node),
        *_fractions(left.node),
        *_of_one_rate(left.node),
        *_with_converted_terms(left.node),
        *_behind_share(context, left),
    )
    for other_left, other_right in (
        *_other_sides(context, left, right, start),
        *((o, right) for o in others),
        *((left.node, o) for o in _fractions(right)),  # `… = 894 / 1,978 s = 452 ms`
    ):
        other = context.judge(other_left, other_right, relation)
        if other.verdict is Verdict.OK:
            return replace(left, node=_measured(other_left, other)), other_right, other
    if not rated or (is_arithmetic(left.node) and _measure_the_same(judgement)):
        return as_it_stands
    return _judge_rated(context, left, right, relation, rated)


def _measured(node: Node, judgement: Judgement) -> Node:
    """Return a left side with the units that its operands were judged with."""
    read = judgement.left
    return node if read is None or isinstance(read, WithUnit) else read


# -- other sides ---------------------------------------------------------------------------------------------


def _other_sides(
    context: VerificationContext, left: Side, right: Node, start: int
) -> Iterator[tuple[Node, Node]]:
    """Yield further pairs of sides that a relation may have been meant to stand between.

    A running calculation goes on behind its result (`8 * 16 = 128 * 4 = 512`); a sum may join a statement to
    the next (`= 1,024 weights + 16 + 8 = 24 biases`).
    """
    if isinstance(right, Operation):
        first = innermost(right)
        if isinstance(first, Number | Negation):
            yield left.node, first
    summed = terms(left.node)
    for place in range(len(summed) - 1, 0, -1):
        rest = reduce(partial(operate, "+"), summed[place:])
        if is_arithmetic(rest) and _is_parted(context, summed[place - 1], summed[place], start):
            yield rest, right


def _each_of_counted(context: VerificationContext, node: Node, right: Node) -> Iterator[Node]:
    """Yield what each of some things has, where that is restated: `64 ports of 400 Gb/s = 50 GB/s`."""
    if not isinstance(node, Operation) or node.operator != "*" or not isinstance(right, Number):
        return
    count, value = node.left, node.right
    if isinstance(count, Number) and count.bare and isinstance(value, Number) and not value.bare:
        between = context.text[count.end : value.start].split()
        if between[-1:] == ["of"] and value.unit.name != right.unit.name:
            yield value


def _counts_of_each(context: VerificationContext, node: Node) -> Iterator[Node]:
    """Yield what several counts come to of which each has what stands behind the last of them.

    `4 forward + 4 backward sends × 1.34 ms`: as it stands, it adds a count to a time.
    """
    *first, product = terms(node)
    if not first or not isinstance(product, Operation):
        return
    value, line = value_of(product), context.line()
    counts = [*first, _first_factor(product)]
    counted = all(isinstance(one, Number) and one.bare and line.counted_noun(one) for one in counts)
    if counted and value is not None and physical(value.dimension) != NONE:
        yield _with_first_factor(product, reduce(partial(operate, "+"), counts))


def _first_factor(node: Node) -> Node:
    """Return what a product begins with."""
    while isinstance(node, Operation) and node.operator in "*/":
        node = node.left
    return node


def _with_first_factor(product: Node, first: Node) -> Node:
    """Return a product that begins with another factor."""
    if not isinstance(product, Operation) or product.operator not in "*/":
        return first
    return operate(product.operator, _with_first_factor(product.left, first), product.right)


def _fractions(node: Node) -> Iterator[Node]:
    """Yield a side whose last quotient, or those of a sum, are in a unit: `180 W × 20/60 h`."""
    if isinstance(node, Operation) and node.operator in "*/" and isinstance(node.left, Operation):
        for left in _fractions(node.left):  # `35/60 h × 16 × $1.50`
            yield replace(node, left=left)
    if isinstance(node, Operation) and node.operator in "+-":  # `1/2400 s + 1/950 s`
        left, right = (next(_fractions(side), side) for side in (node.left, node.right))
        if (left, right) != (node.left, node.right):
            yield replace(node, left=left, right=right)
    if not isinstance(node, Operation) or node.operator != "/":
        return
    inner = node.right
    if isinstance(inner, Operation) and inner.operator == "/" and isinstance(inner.right, Number):
        bare = isinstance(inner.left, Number) and inner.left.bare
        if bare and inner.right.value == _BITS and not inner.right.bare:  # `140 GB / (10 / 8 GB/s)`
            byte = replace(inner, right=replace(inner.right, readings=(Reading(),)))
            unit = replace(inner.right, value=ONE, decimals=0)
            yield replace(node, right=operate("*", byte, unit))
    if isinstance(node.right, WithUnit):
        yield replace(node.right, operand=replace(node, right=node.right.operand), start=node.start)
    if not isinstance(node.right, Number):
        return
    divisor, above = node.right, node.left
    part = above.right if isinstance(above, Operation) and above.operator == "*" else above
    if divisor.bare or not (isinstance(part, Number) and part.bare):
        return
    quotient = replace(node, right=replace(divisor, readings=(Reading(),)))
    yield operate("*", quotient, replace(divisor, value=ONE, decimals=0))


def _behind_share(context: VerificationContext, left: Side) -> Iterator[Node]:
    """Yield an expression without the share before it, of what words say, or that is itself a result.

    `at 99% of full speed 44 * 2`; `1 − 0.874 = 0.126 of 340 × 1.5 = 510`.
    """
    node = factor = left.node
    share = _first_factor(node)
    while isinstance(factor, Operation) and factor.left is not share:
        factor = factor.left
    is_result = left.at > 0 and context.parser.kinds[left.at - 1] == t.RELATION
    if not isinstance(factor, Operation) or factor.operator != "*" or not (is_result or is_share(share)):
        return
    between = context.text[share.end : factor.right.start].lower().split()
    of_words = not {"of", "the", "its"}.issuperset(word for word in between if word.isalpha())
    if "of" in between and (is_result or of_words):
        yield _without_first(node, share)


def _without_first(node: Node, first: Node) -> Node:
    """Return a product without the factor that it begins with."""
    assert isinstance(node, Operation)
    return (
        node.right
        if node.left is first
        else operate(node.operator, _without_first(node.left, first), node.right)
    )


def _with_converted_terms(node: Node) -> Iterator[Node]:
    """Yield a sum whose times are in the unit that a factor behind makes of theirs: `2 h × 3600 − 600`."""
    if isinstance(node, Operation) and node.operator in "+-" and (converted := _converted(node)) != node:
        yield converted


def _converted(node: Node) -> Node:
    """Return so many hours times 3600 as so many seconds times 3600 in every term of a sum."""
    if not isinstance(node, Operation) or node.operator not in "+-*":
        return node
    if node.operator != "*":
        return replace(node, left=_converted(node.left), right=_converted(node.right))
    value, factor = node.left, node.right
    if not (isinstance(value, Number) and isinstance(factor, Number) and factor.bare):
        return node
    unit, multiplier = value.unit, value.readings[0].multiplier
    for smaller in _TIMES:
        if smaller.dimension == unit.dimension and unit.scale == factor.value * smaller.scale:
            return replace(node, left=replace(value, readings=(Reading(multiplier, smaller),)))
    return node


def _of_one_rate(node: Node) -> Iterator[Node]:
    """Yield an expression whose difference has its "per" at the end: `($2.80 − $0.30 per h)`."""
    if not isinstance(node, Operation):
        return
    if node.operator in "+-" and isinstance(node.left, Number) and isinstance(node.right, Number):
        each, whole = node.right.readings[0], node.left.readings[0]
        if whole.unit.name and each.unit.name.startswith(f"{whole.unit.name}/"):
            rated = replace(node.left, readings=(Reading(whole.multiplier, each.unit),))
            yield replace(node, left=rated)
        return
    for other in _of_one_rate(node.right):
        yield replace(node, right=other)
    for other in _of_one_rate(node.left):
        yield replace(node, left=other)


def _is_parted(context: VerificationContext, before: Node, after: Node, start: int) -> bool:
    """Tell whether something says that a new statement begins at a sign: a noun, or an earlier result."""
    between = context.text[before.end : after.start]
    tokens = context.parser.tokens
    first = start < len(tokens) and before.start == tokens.starts[start]
    follows = first and start > 0 and tokens.kinds[start - 1] == t.RELATION
    return follows or any(character.isalpha() for character in between)


# -- something at a rate -------------------------------------------------------------------------------------


def _rated(context: VerificationContext, left: Side, start: int) -> list[Node]:
    """Return what `22M MACs @ 160 MHz` and `26 TOPS at 55%` may come to: a quotient or a product."""
    kinds, texts = context.parser.kinds, context.parser.texts
    at = left.at - 1
    while at > start and kinds[at] == t.APPROX:
        at -= 1
    if at <= start or texts[at] not in AT_RATE:
        return []
    amount = trailing_expression(context, start, at)
    if amount is None or isinstance(amount.node, Name):
        return []
    place = amount.node.start, left.node.end
    return [
        Operation(operator, amount.node, left.node, *place)
        for operator in ("*" if is_share(left.node) else "/*")
    ]


def _judge_rated(
    context: VerificationContext, left: Side, right: Node, relation: str, rated: list[Node]
) -> tuple[Side, Node, Judgement]:
    """Judge something "at" a rate that does not hold: it is wrong where one reading alone has the units."""
    refuted = []
    for node in rated:
        judgement = context.judge(node, right, relation)
        off = judgement.verdict in {Verdict.WRONG, Verdict.IMPRECISE} and not judgement.note
        if off and _measure_the_same(judgement):
            refuted.append((replace(left, node=node), right, judgement))
    if len(refuted) == 1:
        return refuted[0]
    return left, right, Judgement(Verdict.UNCHECKED, Reason.WORDS, "at")


def _measure_the_same(judgement: Judgement) -> bool:
    """Tell whether both sides were computed, and measure the same thing."""
    computed, stated = judgement.measures
    return computed == stated and computed not in MEASURES_NOTHING
