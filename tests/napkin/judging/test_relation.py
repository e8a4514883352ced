from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from qbank.napkin import Tolerances
from qbank.napkin.evaluate import PLAIN, Sense
from qbank.napkin.judging.relation import Case, at_face
from qbank.napkin.tree import Node, spell

Read = Callable[[str], Node]


def case(read: Read, left: str, right: str, relation: str = "=") -> Case:
    return Case(read(left), read(right), relation, {}, Tolerances())


def test_operands_are_what_has_readings(read: Read) -> None:
    found = case(read, "(3 + N) GB × 4-5 ms", "7")
    assert [spell(operand) for operand in found.operands] == ["(3 + N) GB", "3", "4 ms", "5 ms"]
    assert [spell(operand) for operand in found.right_operands] == ["7"]
    assert [spell(interval) for interval in found.intervals] == ["4–5 ms"]


@pytest.mark.parametrize(
    ("left", "right", "relation", "approximate"),
    [
        ("3 × 4", "12", "=", False),
        ("3 × 4", "12", "≈", True),
        ("~3 × 4", "12", "=", True),
        ("3 × 4", "~12", "=", True),
        ("3 × ~4-5", "12", "<", True),
    ],
)
def test_one_mark_makes_all_approximate(
    read: Read, left: str, right: str, relation: str, approximate: bool
) -> None:
    found = case(read, left, right, relation)
    assert found.approximate == approximate
    assert found.compares == (relation == "<")


@pytest.mark.parametrize(
    ("left", "right", "factor"),
    [("1% × 3", "0.03", 100), ("0.01 × 3", "3%", Fraction(1, 100)), ("1% × 3", "3%", None), ("1", "3", None)],
)
def test_a_percent_sign_on_one_side_alone(read: Read, left: str, right: str, factor: Fraction | None) -> None:
    assert case(read, left, right).percent_left_out == factor


@pytest.mark.parametrize(
    ("left", "right", "may"),
    [
        ("3 + 6", "9 PFLOPs", True),
        ("3 + 6", "9K", True),
        ("3 + 6", "9 PB", False),  # a unit that measures is another matter
        ("3 + 6", "9 tokens", False),
        ("3K + 6K", "9K", False),
        ("3 + 7", "10", True),  # days of a week
        ("3 GB / 8", "0.4 GB", True),
        ("3 GB / 9", "0.3 GB", False),
        ("3", "300%", True),
    ],
)
def test_what_may_be_left_out_of_a_value_that_differs(read: Read, left: str, right: str, may: bool) -> None:
    assert case(read, left, right).may_convert == may


def test_only_units_are_left_out_at_face_value() -> None:
    assert at_face(PLAIN) == Sense(face=True)
    assert at_face(Sense(binary=True, choices={3: 1})) == Sense(binary=True, face=True, choices={3: 1})
