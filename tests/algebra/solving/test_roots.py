from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from each import each
from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import Real, evaluate_exactly, to_decimal
from qbank.algebra.parse import parse
from qbank.algebra.solving.ranges import Range
from qbank.algebra.solving.roots import count, search, simple

F = Fraction


def apart(text: str, target: int | Fraction) -> Callable[[Real], Real | None]:
    tree = parse(f"{text} - ({F(target).numerator}/{F(target).denominator})", ("x",))

    def work(value: Real) -> Real | None:
        try:
            return evaluate_exactly(tree, {"x": value})
        except EvaluationError:
            return None

    return work


@each(
    "text, target, found",
    [
        ("x*exp(x)", 0, [0]),
        ("x**3 + x", 10, [2]),
        ("x/2**x", F(1, 2), [1, 2]),
        ("x + 1/x", F(5, 2), [F(1, 2), 2]),
        ("x - floor(x) + x", F(7, 2), [F(13, 4)]),
        ("1/(x - 3)**3", -1, [2]),
        ("log(x) + x", 1, [1]),
    ],
)
def test_roots_are_found_and_exact_where_they_are_simple(
    text: str, target: int | Fraction, found: list[int | Fraction]
) -> None:
    ours = search(apart(text, target), Range.between(F(0), None))
    assert [one.point for one in ours] == list(map(F, found))
    assert all(isinstance(one.point, Fraction) for one in ours)


def test_roots_that_are_no_fractions_have_many_digits() -> None:
    [found] = search(apart("x*exp(x)", 1), Range.between(F(0), None))
    omega = Decimal("0.567143290409783872999968662210355549753815787186512508135131")
    assert isinstance(found.point, Decimal)
    assert abs(found.point - omega) < Decimal("1e-50")


def test_a_pole_and_a_jump_are_no_roots() -> None:
    assert search(apart("1/(x - 3)", 0), Range.between(F(0), None)) == []
    assert search(apart("floor(x)*2 - 7", 0), Range.between(F(0), None)) == []


def test_a_stretch_on_the_target_is_one_answer() -> None:
    [found] = search(apart("Min(x, 16)*4/x", 4), Range.between(F(1), None))
    assert (found.low, found.high) == (1, 16)


def test_both_signs_are_searched_where_there_is_no_bound() -> None:
    assert [one.point for one in search(apart("x**2 - x", 6), Range.between(None, None))] == [-2, 3]
    assert [one.point for one in search(apart("x**2 - x", 6), Range.between(F(-5), F(1)))] == [-2]


def test_points_that_matter_are_looked_at() -> None:
    """A root that only touches is seen where somebody says to look."""
    touching = apart("Max(x, 7/3)*1 - Min(x, 7/3)", 0)
    assert search(touching, Range.between(F(0), None)) == []
    assert [one.point for one in search(touching, Range.between(F(0), None), [F(7, 3)])] == [F(7, 3)]


def test_whole_numbers_are_counted() -> None:
    assert count(apart("x**2", 49), Range.between(F(0), None)) == ([7], None)
    assert count(apart("x**2", 50), Range.between(F(0), None)) == ([], 8)
    assert count(apart("x**2", 10**6), Range.between(F(0), None)) == ([1000], None)
    assert count(apart("x**2", 10**6 + 1), Range.between(F(0), None)) == ([], 1001)
    assert count(apart("x**2", 10**9), Range.between(F(0), None)) == ([], None)
    assert count(apart("x", 9), Range.between(F(0), F(5))) == ([], None)


def test_simple_fractions_are_recognised_only_if_they_are_exact() -> None:
    third = to_decimal(F(1, 3))
    assert simple(apart("3*x", 1), third) == F(1, 3)
    assert simple(apart("x", F(333, 1000)), third) == third
