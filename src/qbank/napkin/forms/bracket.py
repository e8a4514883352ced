"""A value said again in brackets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.evaluate import value_of
from qbank.napkin.forms.base import Example, Form
from qbank.napkin.forms.comparison import COMPARISONS
from qbank.napkin.forms.sides import (
    in_other_times,
    is_other_kind,
    is_power_of_ten,
    is_share,
    is_shifted,
    is_slip,
    names,
    of_one_kind,
    trailing_expression,
)
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import EXACT_FILLERS
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_WIDTH
from qbank.napkin.tree import Node, Number, Operation, Reading, is_arithmetic, operate, plain_number
from qbank.napkin.verdicts import Verdict
from qbank.units import physical
from qbank.units.dimension import NONE

_MAYBE = "→"  # the relation of values that may be the same: it confirms, and never accuses
_MOST_APART = Fraction(64)
_RESTATING = EXACT_FILLERS | {"or"}


class Bracket(Form):
    """A value and, in brackets, the same in another unit, as an expression, or against a bound.

    `512 KB (0.5 MB)`, `63 Wh (10.5 W × 6 h)`, `12 KB/s * 8 (96 kbps)`, `9 ms (< 10 ms)`. A bracket may say
    much else, so two values that differ are a claim only where one is plainly meant to restate the other.
    """

    name = "bracket"
    examples: ClassVar = (
        Example("The buffer takes 512 KB (0.5 MB)."),
        Example("Use 63 Wh (10.5 W × 6 h) a day.", expression="10.5 W × 6 h"),
        Example("That is 12 KB/s * 8 (96 kbps)", expression="12 KB/s × 8"),
        Example("It takes 9 ms (< 10 ms)"),
        Example("800 Gbps total per node (100 GB/s)"),
        Example("33 ms (30 FPS)"),
        Example("The codes have 8 bits (256 levels)"),
        Example("It takes 984K FLOPs (<< 3.2M budget)"),
        Example("Use 63 Wh (10.5 W × 7 h) a day.", Verdict.WRONG),
        Example("It saves 102.4 kW (15.4% of 665.6 kW)"),
        Example("It saves 102.4 kW (25.4% of 665.6 kW)", Verdict.WRONG),
        Example("The card has 80 GB (64 GB used)", None),
        Example("It has a 2 TB SSD (1,900 GB usable)", None),
    )

    def read(self, context: VerificationContext, at: int) -> None:
        """Add the claim of the bracket that opens at token `at`, if it makes one."""
        tokens = context.parser.tokens
        close = context.parser.closing[at]
        product = tokens.glued[at] and tokens.kinds[at - 1] == t.NUMBER
        if tokens.texts[at] != "(" or product or close - at > MAX_CLAUSE_TOKENS:
            return
        outer, adjoins = _quantity_before(context, at)
        inner, relation = _inside(context, at, close) if outer is not None else (None, "")
        if outer is None or inner is None:
            return
        if _tells_binary(outer, inner):
            return
        if relation not in COMPARISONS and (not adjoins or _is_adjective(context, outer)):
            relation = _MAYBE
        if _is_named(context, inner, at, close) and not is_shifted(outer, inner, alone=False):
            relation = _MAYBE
        if _is_width(outer, inner):
            width = replace(outer, readings=(Reading(),))
            codes = Operation("^", plain_number(Fraction(2)), width, outer.start, outer.end)
            self._restate(context, codes, inner, _MAYBE, close)
        elif is_arithmetic(inner):
            if not self._tells_share(context, outer, inner, close):
                self._restate(context, inner, outer, relation, close)
        elif not self._restate_exactly(context, at, outer, inner, close) and (
            not self._restate(context, outer, inner, relation, close) and isinstance(inner, Number)
        ):
            before = trailing_expression(context, _line_start(context, at), at)
            if before is not None and is_arithmetic(before.node) and not inner.bare:
                self._restate(context, before.node, inner, _MAYBE, close)

    def _restate_exactly(
        self, context: VerificationContext, at: int, outer: Number, inner: Node, close: int
    ) -> bool:
        """Add the claim that a rounded result is said again in full, `= 3.36 MB (3.2 MiB)`."""
        start = _line_start(context, at)
        if not isinstance(inner, Number) or inner.decimals <= outer.decimals or not start:
            return False
        if context.parser.starts[start] != outer.start or context.parser.kinds[start - 1] != t.RELATION:
            return False
        before = trailing_expression(context, _line_start(context, start - 1), start - 1)
        if before is None or not is_arithmetic(before.node) or names(before.node):
            return False
        restated = of_one_kind(outer, inner)
        if restated is None or context.judge(outer, inner, "=").verdict is Verdict.OK:
            return False
        judgement = context.judge(before.node, inner, "=")
        if judgement.verdict is not Verdict.OK:
            return False
        span = (outer.start, context.parser.ends[close])
        context.add(self.name, before.node, inner, "()", judgement, span=span)
        return True

    def _tells_share(self, context: VerificationContext, outer: Number, inner: Node, close: int) -> bool:
        """Add the claim that a value is a share of another one, at the precision of the share."""
        for share, whole in _shares(inner):
            part = operate("/", outer, whole)
            judgement = context.judge(part, share, "=")
            if judgement.verdict is Verdict.OK:
                span = (outer.start, context.parser.ends[close])
                context.add(self.name, part, share, "()", judgement, span=span)
                return True
        return False

    def _restate(
        self, context: VerificationContext, left: Node, right: Node, relation: str, close: int
    ) -> bool:
        """Add the claim that two values are the same, if they are, or if it is plainly a slip."""
        counts = is_arithmetic(left) or relation in COMPARISONS  # even where nothing is measured
        equal = "≈" if relation == "≈" else "="
        computed, stated = value_of(left), value_of(right)
        if computed is None or stated is None:
            return False
        dimensions = physical(computed.dimension), physical(stated.dimension)
        if not stated.value or (NONE in dimensions and not counts):
            return False
        judgement = context.judge(left, right, equal)
        if judgement.verdict is not Verdict.OK and relation in COMPARISONS:
            equal = relation
            judgement = context.judge(left, right, relation, alone=True)
        if judgement.verdict is not Verdict.OK:
            text = context.text
            alone = text[left.end : right.start].strip() == "(" and text[right.end : right.end + 1] == ")"
            plainly_restated = _is_plainly_restated(left, right, relation, alone=alone)
            if NONE in dimensions:
                return False
            if dimensions[0] != dimensions[1]:
                judgement = judgement if judgement.unlike else judgement.contradicted()
                plainly_restated = relation == "()" and is_other_kind(left, right)
            if not plainly_restated:
                return False
        span = (min(left.start, right.start), context.parser.ends[close])
        context.add(self.name, left, right, equal if equal in COMPARISONS else "()", judgement, span=span)
        return True


def _quantity_before(context: VerificationContext, at: int) -> tuple[Number | None, bool]:
    """Return the quantity before the bracket at token `at`, and whether no more than nouns part them."""
    tokens = context.parser.tokens
    for place in range(at - 1, max(-1, at - 8), -1):
        if tokens.kinds[place] == t.NUMBER:
            start = place
            while start and tokens.kinds[start - 1] in {t.APPROX, t.MONEY}:
                start -= 1
            parsed = context.parser.quantity(start, at)
            if parsed is None or not isinstance(parsed[0], Number):
                return None, False
            adjoins = context.parser.behind(parsed[1], at) == at
            words = all(kind == t.WORD for kind in tokens.kinds[parsed[1] : at])
            return (parsed[0], adjoins) if adjoins or words else (None, False)
    return None, False


def _is_adjective(context: VerificationContext, outer: Number) -> bool:
    """Tell whether a hyphen makes a quantity say of what kind a thing is: `4-bit weights (3.9 GB)`."""
    return "-" in context.text[outer.digits[1] : outer.end]


def _is_named(context: VerificationContext, inner: Node, at: int, close: int) -> bool:
    """Tell whether a bracket is a value with a word for it: `2 TB SSD (1,900 GB usable)`, `(7 W mode)`.

    It tells what of the thing is meant, and need not be the value before it in another unit.
    """
    parser = context.parser
    if not isinstance(inner, Number) or inner.start != parser.starts[at + 1]:
        return False
    words = range(parser.token_at(inner.end), close)
    return bool(words) and all(map(parser.is_noun, words))


def _shares(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield the factors of a product that are shares, each with what it is a share of."""
    if isinstance(node, Operation) and node.operator == "*":
        for share, whole in ((node.left, node.right), (node.right, node.left)):
            if is_share(share):
                yield share, whole


def _tells_binary(outer: Number, inner: Node) -> bool:
    """Tell whether a bracket only says that a prefix is meant as a power of 1024: `512 KB (512 KiB)`."""
    if not isinstance(inner, Number) or inner.value != outer.value:
        return False
    unit = outer.unit
    return bool(unit.binary_steps) and unit.binary_scale == inner.unit.scale


def _is_width(outer: Number, inner: Node) -> bool:
    """Tell whether a number of bits is followed by how many values they tell apart: `8 bits (256 levels)`."""
    return (
        outer.unit.name in {"bit", "bits"}
        and outer.value <= MAX_WIDTH
        and isinstance(inner, Number)
        and inner.measures == NONE
    )


def _inside(context: VerificationContext, at: int, close: int) -> tuple[Node | None, str]:
    """Return what stands in a bracket, if all of it is known, and what relation it seems to have."""
    tokens = context.parser.tokens
    relation = "()"
    start = at + 1
    while start < close and (tokens.kinds[start] == t.RELATION or tokens.texts[start] in _RESTATING):
        relation = tokens.texts[start] if tokens.kinds[start] == t.RELATION else relation
        start += 1
    parsed = context.parser.expression(start, close) if start < close else None
    if parsed is None or names(parsed[0]):
        return None, relation
    if parsed[0].start > tokens.starts[start] and tokens.kinds[start] == t.WORD:
        relation = _MAYBE  # `15 s (another 15 min)`
    if parsed[1] < close:
        return (parsed[0] if tokens.kinds[parsed[1]] == t.COMMA else None), _MAYBE
    return parsed[0], relation


def _line_start(context: VerificationContext, at: int) -> int:
    """Return where the stretch before token `at` begins that an expression may take up."""
    start = at
    while start and context.parser.kinds[start - 1] not in t.BORDERS:
        start -= 1
    return start


def _is_plainly_restated(left: Node, right: Node, relation: str, *, alone: bool) -> bool:
    """Tell a value that is restated wrongly from a bracket that says something else."""
    if relation in {"()", "≈"}:
        if alone and in_other_times(left, right):
            return True
        if is_slip(left, right) or is_shifted(left, right, alone=alone):
            return True
        return is_arithmetic(left) and _is_of_its_size(left, right)
    return relation == "="


def _is_of_its_size(left: Node, right: Node) -> bool:
    """Tell whether a value may be meant to be what an expression comes to: no `4 bits (1.8 GB + 0.5 GB)`."""
    values = of_one_kind(left, right)
    if values is None or not values[0].value:
        return True
    ratio = abs(values[0].value / values[1].value)
    return 1 / _MOST_APART <= ratio <= _MOST_APART or is_power_of_ten(ratio)
