from __future__ import annotations

from fractions import Fraction

import pytest

from each import each
from qbank.algebra.parse import parse
from qbank.formulas.matching.shape import Product, ShapelessError, Sum, shape

NAMES = ("a", "b", "n", "m")


def of(text: str) -> Product:
    return shape(parse(text, NAMES))


def test_factors_are_above_or_below_the_line_and_numbers_apart() -> None:
    found = of("2*a/(4*b)")

    assert found.coefficient == Fraction(1, 2)
    assert set(found.factors) == {("a", 1), ("b", -1)}


@each(
    "one, other",
    [
        ("a*(b*n)", "(a*b)*n"),
        ("a/b/n", "a/(b*n)"),
        ("a**3", "a*a*a"),
        ("a*0 + b", "b"),
        ("1*a - 0", "a"),
        ("-(a - b)*2", "2*(-(a - b))"),
        ("n + (m - 1)", "n + m - 1"),
    ],
)
def test_brackets_and_what_changes_nothing_are_left_out(one: str, other: str) -> None:
    assert of(one) == of(other)


def test_a_sum_gathers_its_numbers() -> None:
    ((found, side),) = of("1 + n - 2").factors

    assert isinstance(found, Sum)
    assert side == 1
    assert found.terms[-1] == Product(Fraction(-1))


def test_a_name_that_is_a_known_exponent_is_multiplied_out() -> None:
    tree = parse("a**n", NAMES)

    assert shape(tree, {"n": Fraction(2)}) == of("a*a")
    assert shape(tree) != of("a*a")
    assert shape(tree, {"n": Fraction(5)}) == shape(tree)


@each("text", ["if(a < 1, a, b)", "sum(k, 1, n, k)", "a/0"])
def test_some_expressions_have_no_shape(text: str) -> None:
    with pytest.raises(ShapelessError):
        of(text)
