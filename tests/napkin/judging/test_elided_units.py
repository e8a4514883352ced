from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from qbank.napkin import Tolerances, Verdict
from qbank.napkin.evaluate import Sense, evaluate
from qbank.napkin.judging.elided_units import contradict, possible_values, verdict_without
from qbank.napkin.judging.relation import Case
from qbank.napkin.tree import Node
from qbank.units import physical

Read = Callable[[str], Node]


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
    case = Case(read(left), read(right), "=", {}, Tolerances())
    computed, stated = evaluate(case.left), evaluate(case.right)
    assert verdict_without(case, physical(computed.dimension), stated.dimension, stated.unit) is verdict


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
    case = Case(read(left), read(right), "=", {}, Tolerances())
    measures = [physical(evaluate(side).dimension) for side in (case.left, case.right)]
    assert contradict(case, *measures) == contradicted


@pytest.mark.parametrize(
    ("left", "right", "ratio"),
    [
        ("11 × 31", "341 GB", 1),
        ("11 × 31 W", "341 J/h", Fraction(1, 3600)),
        ("500 mW × 24", "12 Wh", 1),
        ("8 × 700 W", "134.4 kWh", 24),  # hours that no operand names
    ],
)
def test_a_value_it_may_come_to_is_the_stated_one(
    read: Read, left: str, right: str, ratio: Fraction | int
) -> None:
    case = Case(read(left), read(right), "=", {}, Tolerances())
    computed, stated, face = evaluate(case.left), evaluate(case.right), evaluate(case.left, Sense(face=True))
    values = possible_values(
        case,
        face.value,
        computed.value,
        stated.value,
        scale=stated.unit.scale,
        unit=stated.unit,
        measures=(physical(computed.dimension), physical(stated.dimension)),
    )
    assert stated.value in {value for value, *_ in values}
