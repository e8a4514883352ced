from __future__ import annotations

from collections.abc import Callable

import pytest

from qbank.napkin import Tolerances, Verdict
from qbank.napkin.evaluate import PLAIN
from qbank.napkin.judging.elided_units import contradict, possible_values, verdict_without
from qbank.napkin.judging.relation import EvaluatedRelation, Relation
from qbank.napkin.tree import Node
from qbank.units import physical

Read = Callable[[str], Node]


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
