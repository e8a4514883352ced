from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from qbank.napkin.evaluate import PLAIN
from qbank.napkin.judging.relation import EvaluatedRelation, Relation
from qbank.napkin.judging.unit_conversions import (
    contradict,
    converters,
    converts_prefix,
    possible_values,
    products,
    scales_near,
    verdict_without,
)
from qbank.napkin.tree import Node
from qbank.napkin.verdicts import Tolerances, Verdict
from qbank.units import physical

Read = Callable[[str], Node]


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("10 Gbps / 8", [8]),
        ("10 GB × 8", [Fraction(1, 8)]),
        ("7200 s / 3600", [3600]),
        ("5 GB / (8 / 60)", [8, Fraction(1, 60)]),
        ("3 GB / 1024^2", [1024**2]),
        ("3 GB × 10^9", [Fraction(1, 10**9)]),
        ("3 GB × 1 thousand", [Fraction(1, 1000)]),
        ("3 GB / 1K", []),  # a kelvin as well
        ("3 GB × 8 GPUs × 9", [Fraction(1, 8)]),  # a noun counts, but measures nothing
        ("3 GB × 8 bits", []),
        ("3 GB + 17", []),
        ("8 GB", []),
        ("5 × 7 × 8 × 12 × 24 × 30", [Fraction(1, 7), Fraction(1, 8), Fraction(1, 12), Fraction(1, 24)]),
    ],
)
def test_bare_factors_that_may_restate_a_unit(read: Read, text: str, undone: list[Fraction]) -> None:
    assert converters(read(text)) == undone


@pytest.mark.parametrize(
    ("text", "prefix"),
    [("3 GB / 1024", True), ("3 GB × 1000", True), ("3 GB / 8", False), ("3 h × 3600", False), ("3", False)],
)
def test_factors_between_prefixes(read: Read, text: str, prefix: bool) -> None:
    assert converts_prefix(read(text)) == prefix


def test_products_of_some_factors() -> None:
    two, three, half = Fraction(2), Fraction(3), Fraction(1, 2)
    assert products([]) == set()
    assert products([two, three]) == {2, 3, 6}
    assert products([two, half]) == {2, half}  # both make nothing of each other


def test_scales_near_a_ratio(read: Read) -> None:
    scales = (Fraction(1, 24), Fraction(24), Fraction(60))
    assert scales_near(scales, Fraction(30), read("3 W × 7 s")) == [24, 60]  # the border is taken in
    assert scales_near(scales, Fraction(29), read("3 W × 7 s")) == [24]
    assert scales_near(scales, Fraction(30), read("3 W × 24")) == [60]  # what is written is not left out


# -- units left out ------------------------------------------------------------------------------------------


def evaluated(read: Read, left: str, right: str) -> EvaluatedRelation:
    return EvaluatedRelation.of(Relation(read(left), read(right), "=", {}, Tolerances()), PLAIN, PLAIN)


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        ("11 × 31", "341 GB", None),  # a bare factor may have had the unit
        ("$3 × 256", "$768/h", None),  # a time apart
        ("50 GB × $0.02", "$1", None),  # $0.02 for every GB
        ("48 × 4 TB/s", "192 TFLOPS", None),  # 48 FLOP for every byte
        ("20 GB / 4 GB/s", "3 GB", Verdict.WRONG),  # every operand has one
        ("3 × 20 GB", "60 W", Verdict.UNCHECKED),
    ],
)
def test_where_a_unit_may_have_been_left_out(
    read: Read, left: str, right: str, verdict: Verdict | None
) -> None:
    assert verdict_without(evaluated(read, left, right)) is verdict


@pytest.mark.parametrize(
    ("left", "right", "contradicted"),
    [
        ("8 ms + 4 ms", "12 GB", True),
        ("max(8 ms, 4 ms)", "8 GB", True),
        ("8 ms × 4", "32 GB", False),
        ("8 ms + 4 ms", "12", False),
        ("8 J + 4 J", "12 W", False),  # a time apart
    ],
)
def test_sums_of_one_kind_are_of_no_other(read: Read, left: str, right: str, contradicted: bool) -> None:
    sides = evaluated(read, left, right)
    measures = [physical(side.dimension) for side in (sides.computed, sides.stated)]
    assert contradict(sides.relation, *measures) == contradicted


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("11 × 31", "341 GB"),
        ("11 × 31 W", "341 J/h"),
        ("500 mW × 24", "12 Wh"),
        ("8 × 700 W", "134.4 kWh"),  # hours that no operand names
    ],
)
def test_a_value_it_may_come_to_is_the_stated_one(read: Read, left: str, right: str) -> None:
    sides = evaluated(read, left, right)
    values = possible_values(sides, sides.without_units().computed.value)
    assert sides.stated.value in {value for value, *_ in values}
