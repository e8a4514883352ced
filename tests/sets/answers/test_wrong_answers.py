from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.sets.answers.numeric_key import key_of
from qbank.sets.answers.wrong_answers import WrongAnswer, wrong_answers

KEY = key_of({"value": "14 GB", "interval": ["13.3 GB", "14.7 GB"]})


def mistake(expression: str, text: str = "A slip.", **fields: Any) -> dict[str, Any]:
    return {"text": text, "expression": expression, **fields}


def found(*mistakes: dict[str, Any]) -> tuple[WrongAnswer, ...]:
    return wrong_answers(mistakes, KEY, {})


def test_a_wrong_number_is_recognised_with_the_slack_of_the_key() -> None:
    [wrong] = found(mistake("7e9 * 1 byte"))
    assert (wrong.text, wrong.answer.low, wrong.answer.high) == ("7 GB", Fraction("6.65"), Fraction("7.35"))


def test_what_a_student_is_told_and_gets() -> None:
    told = mistake("7e9 * 1 byte", feedback="You counted one byte.", credit=0.5)
    assert [(wrong.slip, wrong.credit) for wrong in found(told)] == [("You counted one byte.", 0.5)]


@each("expression", ["7e9 * 2 bytes", "14.5 GB", "3 seconds", "nothing", "1 GB / 0"])
def test_what_is_right_or_no_such_number_is_left_out(expression: str) -> None:
    assert found(mistake(expression)) == ()


def test_two_slips_to_one_number_are_told_together() -> None:
    [wrong] = found(mistake("7 GB", "One."), mistake("7e9 bytes", "Two.", credit=0.25))
    assert (wrong.slip, wrong.credit) == ("One.\n\nTwo.", 0.25)


@given(st.lists(st.integers(1, 40_000), min_size=1, max_size=6, unique=True))
def test_no_number_is_two_answers(thousandths: list[int]) -> None:
    wrong = found(*(mistake(f"{number / 1000} GB", str(number)) for number in thousandths))
    ends = sorted((each.answer.low, each.answer.high) for each in wrong)
    assert all(high < low for (_, high), (low, _) in pairwise(ends))
    assert all(each.answer.high < KEY.low or each.answer.low > KEY.high for each in wrong)
    assert all(each.answer.holds(each.answer.value) for each in wrong)
