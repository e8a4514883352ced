from __future__ import annotations

import math
from fractions import Fraction

import pytest

from qbank.algebra.evaluate import compiled, compiled_condition, evaluate
from qbank.algebra.exact import evaluate_exactly
from qbank.algebra.floating import FLOATING, TooLargeNumberError, equal
from qbank.algebra.parse import parse, parse_condition
from qbank.formulas.library import bundled

NAMES = ("x", "y")


def value(text: str, x: float = 0.0, y: float = 0.0) -> float:
    return evaluate(parse(text, NAMES), {"x": x, "y": y}, FLOATING)


def holds_for(text: str, x: float = 0.0, y: float = 0.0) -> bool:
    return compiled_condition(parse_condition(text, NAMES), FLOATING)({"x": x, "y": y})


def test_the_library_comes_to_the_same_as_in_exact_numbers() -> None:
    failures = []
    for formula in bundled():
        compute = compiled(formula.tree, FLOATING)
        for example in formula.examples:
            inputs = formula.read(example.given)
            result = compute({name: float(value) for name, value in inputs.items()})
            if result != pytest.approx(float(formula.compute(inputs)), rel=1e-12):
                failures.append((formula.id, result))
    assert failures == []


WITHOUT_VALUE = [
    "1/x", "log(-1-x)", "sqrt(x - 1)", "(-8)**(1/3)", "0/x", "9**9**9 - 9**9**9", "factorial(x - 1)",
    "factorial(0.5)", "factorial(171)", "sum(k, 0, 1e9, k)", "sum(k, 0.5, 3, k)", "Max(0/x, 1)",
]  # fmt: skip


def test_there_is_no_value_and_nothing_is_raised() -> None:
    assert [text for text in WITHOUT_VALUE if math.isfinite(value(text))] == []


def test_what_is_whole_but_for_rounding_stays_whole() -> None:
    assert value("floor(0.1*3*10)") == 3
    assert value("ceiling(1.1*1.1*100)") == 121
    assert value("floor(2.5) + ceiling(2.5) + floor(-2.5)") == 2 + 3 - 3
    assert value("sum(k, 1, 0.1*3*10, k)") == 6


def test_numbers_equal_but_for_rounding_are_equal() -> None:
    assert equal(0.1 + 0.2, 0.3)
    assert not equal(1.0, 1.0 + 1e-9)
    assert not equal(math.inf, 1.0)
    assert not equal(math.nan, math.nan)
    assert holds_for("x <= 0.3", 0.1 + 0.2)
    assert not holds_for("x > 0.3", 0.1 + 0.2)
    assert holds_for("1 < x < 3 and y != 2", 2.0, 1.0)
    assert not holds_for("x < 1", math.nan)


def test_indices_of_sums_do_not_get_in_each_others_way() -> None:
    text = "sum(k, 1, 3, k*x) + sum(k, 1, 2, sum(j, 1, k, j + y))"
    exact = evaluate_exactly(parse(text, NAMES), {"x": Fraction(2), "y": Fraction(5)})
    assert value(text, 2.0, 5.0) == float(exact)


def test_numbers_that_floating_point_has_no_room_for() -> None:
    with pytest.raises(TooLargeNumberError):
        compiled(parse("1e400", ()), FLOATING)
