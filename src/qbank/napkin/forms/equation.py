"""`a op b = c`, its chains and its arrows."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from qbank.napkin.clauses import Clause
from qbank.napkin.forms.base import ClauseForm, Example
from qbank.napkin.forms.sides import Side, head, names, symbol, tail
from qbank.napkin.forms.slip import is_slip
from qbank.napkin.judge import Judgement, converts_prefix, judge, surely_unlike
from qbank.napkin.page import Page
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import (
    Name,
    Negation,
    Node,
    Number,
    Operation,
    is_arithmetic,
    leaves,
    plain_number,
    substitute,
)
from qbank.units.dimension import NONE

_POINTS = (Fraction(1009, 7), Fraction(13, 1009))  # where no two different formulas meet by chance
_MEASURES_NOTHING = (None, NONE)
_EQUALITIES = frozenset("=≈→")


class Equation(ClauseForm):
    """An expression and its value: `24 GB * 0.9 = 21.6 GB`, with `=`, `≈` or an arrow.

    Chains are read link by link (`a = b = c`), also running ones whose result is the next operand. A lone
    value on the left is a claim where it is the same quantity in another unit (`16 GiB = 17.18 GB`). Symbols
    take the values that the text gives them; with unknown symbols, an equation holds for all their values or
    stays unchecked. An arrow may mean much else than equality, so it only ever confirms.
    """

    name = "equation"
    examples: ClassVar = (
        Example("24 GB * 0.90 = 21.6 GB", expression="24 GB × 0.90"),
        Example("Per step: 14 GB / 28 GB/s = 0.5 s = 500 ms"),
        Example("8 * 16 = 128 * 4 = 512", expression="8 × 16"),
        Example("16 GiB = 17.18 GB"),
        Example("4N + 2N = 6N"),
        Example("610 ms * 1.3N = 793N ms"),
        Example("12 * 40 → 480"),
        Example("24 GB * 0.90 = 24.6 GB", Verdict.WRONG),
        Example("610 ms * 1.3N = 7930N ms", Verdict.WRONG),
        Example("Peak = N * 2 = 80", Verdict.UNCHECKED),
        Example("heads = 16", None),
        Example("8 layers = 4 GB", None),
        Example("512 → 256 → 15", None),
    )

    def read(self, page: Page, clause: Clause) -> None:
        """Add the claims of the relations in `clause`."""
        texts = page.parser.tokens.texts
        segments: list[tuple[int, int]] = []
        for place, relation_at in enumerate(clause.relations):
            relation = texts[relation_at]
            if relation not in _EQUALITIES:
                continue
            segments = segments or clause.segments()
            left = tail(page, *segments[place])
            right = head(page, *segments[place + 1], symbols=names(left.node) if left else frozenset())
            if right is None:
                continue
            if left is None or isinstance(left.node, Name):
                if relation != "→":
                    _named(page, segments[place], right)
                continue
            self._link(page, left, right, relation)

    def _link(self, page: Page, left: Side, right: Node, relation: str) -> None:
        symbolic = bool(names(left.node) or names(right))
        equal = "≈" if relation == "→" else relation
        judgement = judge(left.node, right, equal, memory=page.memory, tolerances=page.tolerances)
        if judgement.verdict is not Verdict.OK and isinstance(right, Operation) and relation != "→":
            judgement, right = _running(page, left.node, right, relation, judgement)
        if not symbolic and (judgement.note or judgement.verdict is not Verdict.OK):
            judgement = _in_units_said(page, left.node, right, equal, judgement)
        if not _is_claim(left, right, relation, judgement, symbolic=symbolic):
            return
        if symbolic and judgement.verdict is not Verdict.OK:
            judgement = _unknown(page, left.node, right, relation, judgement)
            page.open.append((left.node, right, equal))
        page.add(self.name, left.node, right, equal, judgement)


def _named(page: Page, segment: tuple[int, int], value: Node) -> None:
    """Remember what a symbol or the last word of a label stands for."""
    name = symbol(page, *segment)
    page.memory.name(name, value)
    if segment[1] - segment[0] == 1 and isinstance(value, Number):
        page.given[name] = value


def _in_units_said(page: Page, left: Node, right: Node, relation: str, judgement: Judgement) -> Judgement:
    """Look whether bare operands have a unit elsewhere that speaks for or against the claim.

    It confirms what makes no sense at face value. It accuses only of a slipped prefix: the units said give
    what is stated, and only a power of a thousand is wrong.
    """
    if not is_arithmetic(left) or judgement.measures[1] in _MEASURES_NOTHING:
        return judgement
    found: list[Judgement] = []
    for measured in page.said.measured(left):
        if surely_unlike(measured, right):
            continue
        other = judge(measured, right, relation, memory=page.memory, tolerances=page.tolerances)
        if other.note or None in other.measures or other.measures[0] != other.measures[1]:
            continue
        if other.verdict is Verdict.OK:
            return other.noted("units that the operands have elsewhere")
        found.append(other)
    slip = bool(found) and _is_prefix_apart(found[0]) and not converts_prefix(left)
    if slip and judgement.verdict is Verdict.OK:
        return found[0].noted("units that the operands have elsewhere")
    return judgement


def _is_prefix_apart(judgement: Judgement) -> bool:
    if judgement.computed is None or judgement.stated is None or not judgement.stated.value:
        return False
    ratio = abs(judgement.computed.value / judgement.stated.value)
    return any(abs(ratio / Fraction(1000) ** power - 1) <= Fraction(1, 50) for power in (-3, -2, -1, 1, 2, 3))


def _running(
    page: Page, left: Node, right: Operation, relation: str, judgement: Judgement
) -> tuple[Judgement, Node]:
    """Read `a * b = c * d = e` as a running calculation if `a * b` is `c`."""
    first: Node = right
    while isinstance(first, Operation):
        first = first.left
    if isinstance(first, Number | Negation):
        shorter = judge(left, first, relation, memory=page.memory, tolerances=page.tolerances)
        if shorter.verdict is Verdict.OK:
            return shorter, first
    return judgement, right


def _is_claim(left: Side, right: Node, relation: str, judgement: Judgement, *, symbolic: bool) -> bool:
    """Tell a claim from a label, an assignment, a target or a mere flow."""
    arithmetic = is_arithmetic(left.node)
    if symbolic and not any(isinstance(leaf, Number) for leaf in leaves(left.node)):
        return judgement.verdict is Verdict.OK
    if relation == "→":
        return arithmetic and judgement.verdict is Verdict.OK
    if arithmetic:
        return True
    # A lone value on the left: "16 GiB = 17,179,869,184 bytes" is a claim, "8 layers = 4 GB" is not.
    if judgement.verdict is Verdict.OK:
        return judgement.measures[0] not in _MEASURES_NOTHING
    return not left.labelled and judgement.reason is not Reason.UNITS and is_slip(left.node, right)


def _unknown(page: Page, left: Node, right: Node, relation: str, judgement: Judgement) -> Judgement:
    """A symbol's value is only a guess at what the author means: it may confirm, never accuse."""
    if relation != "→" and judgement.reason is Reason.MISSING_OPERAND:
        always = _for_all(page, left, right, relation)
        if always is not None:
            return always
    if judgement.verdict is Verdict.UNCHECKED:
        return judgement
    missing = ", ".join(sorted(names(left) | names(right)))
    return Judgement(Verdict.UNCHECKED, Reason.MISSING_OPERAND, missing)


def _for_all(page: Page, left: Node, right: Node, relation: str) -> Judgement | None:
    """Decide an equation whose two sides are in one proportion whatever its unknown symbols are.

    `4N + 2N = 6N` holds always, `610 * 1.3N = 7930N` never; of `2N + 1 = 9` nothing is known.
    """
    unknown = sorted((names(left) | names(right)) - page.memory.names.keys())
    if not names(right) or names(left) != names(right):
        return None
    found: list[Judgement] = []
    for point in _POINTS:
        values = {name: plain_number(point + 3 * place) for place, name in enumerate(unknown)}
        sides = (substitute(left, values), substitute(right, values))
        found.append(judge(*sides, relation, memory=page.memory, tolerances=page.tolerances))
    verdicts = {judgement.verdict for judgement in found}
    if verdicts == {Verdict.OK}:
        return Judgement(Verdict.OK, note="for all values of its symbols")
    ratios = {
        judgement.computed.value / judgement.stated.value
        for judgement in found
        if judgement.computed is not None and judgement.stated is not None and judgement.stated.value
    }
    one_ratio = len(ratios) == 1 and all(judgement.stated is not None for judgement in found)
    if len(verdicts) == 1 and one_ratio:
        return found[0].noted(f"for all values of {', '.join(unknown)}")
    return None
