"""A line whose operands have their units elsewhere: `400 × 380 = 152 kgCO₂` beside "400 kWh"."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from qbank.napkin.context import Page
from qbank.napkin.judging.conversion_factors import converts_prefix
from qbank.napkin.judging.exact_verdict import CONVERTED
from qbank.napkin.judging.glance import surely_unlike
from qbank.napkin.judging.judge import judge
from qbank.napkin.judging.judgement import Judgement
from qbank.napkin.reasons import Verdict
from qbank.napkin.tree import Node, Number, is_arithmetic, leaves, names
from qbank.units import physical
from qbank.units.dimension import NONE

MEASURES_NOTHING = (None, NONE)
UNITS_SAID = "units that the operands have elsewhere"
_PLAIN = 1000  # larger bare numbers are hardly counts or shares


class Tried(NamedTuple):
    """Judgements of a line with units for its bare operands, and whether the last of them holds."""

    found: list[tuple[Judgement, Node]]
    holds: bool


def leaves_units_out(left: Node, right: Node) -> bool:
    """Tell whether a calculation surely measures another thing than the unit of its result."""
    return (
        isinstance(right, Number)
        and physical(right.readings[0].unit.dimension) != NONE
        and is_arithmetic(left)
        and not names(left)
        and surely_unlike(left, right)
    )


def measured_otherwise(page: Page, left: Node, right: Node, relation: str) -> Tried:
    """Judge a line with the units that its bare operands have elsewhere, up to the first that holds."""
    found: list[tuple[Judgement, Node]] = []
    for measured in page.said.measured(left):
        if surely_unlike(measured, right):
            continue
        other = judge(measured, right, relation, memory=page.memory, tolerances=page.tolerances)
        if other.note not in {"", CONVERTED} or not fits(other):
            continue
        found.append((other, measured))
        if other.verdict is Verdict.OK:
            return Tried(found, holds=True)
    return Tried(found, holds=False)


def in_units_said(
    page: Page,
    left: Node,
    right: Node,
    relation: str,
    judgement: Judgement,
    *,
    tried: Tried | None = None,
) -> tuple[Judgement, Node]:
    """Look whether bare operands have a unit elsewhere that speaks for or against the claim.

    It confirms what makes no sense at face value. It accuses only of a slipped prefix: the units said give
    what is stated, and only a power of a thousand is wrong.
    """
    if not is_arithmetic(left) or judgement.measures[1] in MEASURES_NOTHING or names(left):
        return judgement, left
    found, holds = tried or measured_otherwise(page, left, right, relation)
    if holds:
        return found[-1][0].noted(UNITS_SAID), found[-1][1]
    if judgement.verdict is not Verdict.OK or not found or converts_prefix(left):
        return judgement, left
    if _is_prefix_apart(found[0][0]) and not _has_large_number(found[0][1]):
        return found[0][0].noted(UNITS_SAID), found[0][1]
    return judgement, left


def _has_large_number(node: Node) -> bool:
    """Tell whether an operand is left whose unit, said nowhere, may have a prefix of its own."""
    return any(isinstance(leaf, Number) and leaf.bare and leaf.value > _PLAIN for leaf in leaves(node))


def _is_prefix_apart(judgement: Judgement) -> bool:
    if judgement.computed is None or judgement.stated is None or not judgement.stated.value:
        return False
    ratio = abs(judgement.computed.value / judgement.stated.value)
    return any(abs(ratio / Fraction(1000) ** power - 1) <= Fraction(1, 50) for power in (-3, -2, -1, 1, 2, 3))


def fits(judgement: Judgement) -> bool:
    """Tell whether both sides were computed, and measure the same thing."""
    one, two = judgement.measures
    return one == two and one not in MEASURES_NOTHING
