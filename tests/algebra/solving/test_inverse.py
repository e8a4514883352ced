from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from each import each
from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import Real, evaluate_exactly
from qbank.algebra.parse import parse
from qbank.algebra.solving.inverse import NotInvertibleError, inverse
from qbank.algebra.solving.polynomials import NotPolynomialError, roots, solutions
from qbank.algebra.solving.ranges import (
    ALL,
    INFINITY,
    NEGATIVE,
    NOT_NEGATIVE,
    POSITIVE,
    Range,
    bounded,
    single,
)

F = Fraction


def undo(text: str, target: Range | int | Fraction) -> list[Range]:
    wanted = target if isinstance(target, Range) else single(F(target))
    return inverse(parse(text, ("x", "c")), "x", wanted, {"c": F(3)})


SINGLE_STEPS: list[tuple[str, int | Fraction, list[int | Fraction]]] = [
    ("x + c", 5, [2]),
    ("c + x", 5, [2]),
    ("x - c", 5, [8]),
    ("c - x", 5, [-2]),
    ("x*c", 6, [2]),
    ("0*x", 1, []),
    ("x/c", 2, [6]),
    ("c/x", 2, [F(3, 2)]),
    ("c/x", 0, []),
    ("-x", 2, [-2]),
    ("x**2", 9, [3, -3]),
    ("x**3", -27, [-3]),
    ("x**-2", F(1, 9), [3, -3]),
    ("x**-1", -4, [F(-1, 4)]),
    ("x**0.5", 3, [9]),
    ("x**2", -1, []),
    ("2**x", F(1, 8), [-3]),
    ("0.5**x", 8, [-3]),
    ("100**x", 1000, [F(3, 2)]),
    ("2**x", -1, []),
    ("1**x", 2, []),
    ("sqrt(x)", 3, [9]),
    ("sqrt(x)", -3, []),
    ("exp(x)", 1, [0]),
    ("exp(x)", 0, []),
    ("log(x)", 0, [1]),
    ("log2(x)", 10, [1024]),
    ("log10(x)", -2, [F(1, 100)]),
    ("abs(x)", 2, [2, -2]),
    ("abs(x)", -2, []),
    ("floor(x)", F(1, 2), []),
    ("ceiling(x)", F(1, 2), []),
    ("Max(x, c)", 5, [5]),
    ("Max(x, c)", 2, []),
    ("Min(x, c)", 2, [2]),
    ("Min(x, c, 1)", 2, []),
]


def test_one_step_is_undone() -> None:
    failures = []
    for text, target, values in SINGLE_STEPS:
        found = [part.point or F(0) for part in undo(text, target)]
        if sorted(found) != sorted(map(F, values)):
            failures.append((text, target, found))
    assert failures == []


@each(
    "text, target, found",
    [
        ("floor(x)", 3, [Range(F(3), F(4), high_in=False)]),
        ("ceiling(x)", 3, [Range(F(2), F(3), low_in=False)]),
        ("Max(x, c)", 3, [Range(high=F(3))]),
        ("Min(x, c)", 3, [Range(F(3))]),
        ("0*x", 0, [ALL]),
        ("x**0", 1, [ALL]),
        ("0/x", 0, [NEGATIVE, POSITIVE]),
        ("c/floor(x)", 1, [Range(F(3), F(4), high_in=False)]),
        ("floor(c/x)", 1, [Range(F(3, 2), F(3), low_in=False)]),
        ("floor(-c/x)", -2, [Range(F(3, 2), F(3), high_in=False)]),
        ("floor(1/x)", 0, [Range(F(1), low_in=False)]),
        ("floor(x**2)", 4, [Range(F(2)), Range(high=F(-2))]),
        ("floor(2**x)", 0, [Range(high=F(0), high_in=False)]),
        ("floor(exp(x))", 0, [Range(high=F(0), high_in=False)]),
        ("floor(abs(x))", 0, [Range(F(0), F(1), high_in=False), Range(F(-1), F(0), low_in=False)]),
        ("floor(x**-1)", 0, [Range(F(1), low_in=False)]),
        ("ceiling(log2(x))", 3, [Range(F(4), F(8), low_in=False)]),
    ],
)
def test_ranges_are_undone(text: str, target: int, found: list[Range]) -> None:
    ours = undo(text, target)
    assert len(ours) == len(found)
    for one, other in zip(ours, found, strict=True):
        if text == "floor(x**2)":  # the outer ends are roots of 5
            assert other.low in (-INFINITY, one.low)
            assert other.high in (INFINITY, one.high)
            assert {abs(float(end)) for end in (one.low, one.high) if bounded(end)} == {2, 5**0.5}
            continue
        assert (one.low, one.high) == (other.low, other.high)
        assert one.low_in == other.low_in or not bounded(one.low)
        assert one.high_in == other.high_in or not bounded(one.high)


@each("text", ["factorial(x)", "sum(k, 0, 3, x)", "if(x < 1, 2, 3)", "(-2)**x", "x/0"])
def test_what_cannot_be_undone_says_so(text: str) -> None:
    with pytest.raises(NotInvertibleError):
        undo(text, 2)


STEPS = st.sampled_from(
    [
        *("{} + c", "c - {}", "{} - 1/2", "{}*c", "-2*{}", "{}/c", "c/{}", "{}**2", "{}**3", "{}**-1"),
        *("2**{}", "sqrt({})", "exp({})", "log({})", "abs({})", "Max({}, c)", "Min({}, 1)", "floor({})"),
        *("ceiling({})", "-({})"),
    ]
)


@given(st.lists(STEPS, min_size=1, max_size=5), st.fractions(-9, 9, max_denominator=8))
def test_what_gave_a_result_is_among_what_gives_it(steps: list[str], value: Fraction) -> None:
    text = "x"
    for step in steps:
        text = step.format(f"({text})")
    tree = parse(text, ("x", "c"))
    values: dict[str, Real] = {"x": value, "c": F(3)}
    try:
        result = evaluate_exactly(tree, values)
    except EvaluationError:
        return
    assume(isinstance(result, Fraction) and abs(result) < 10**60)
    try:
        found = inverse(tree, "x", single(result), {"c": F(3)})
    except NotInvertibleError:
        return
    assert any(near(value, one) for one in found), (text, found)


def near(value: Fraction, one: Range) -> bool:
    """Whether a value is in a range, or at a bound of it but for the last of many digits."""
    if value in one:
        return True
    bounds = [Fraction(bound) for bound in (one.low, one.high) if bounded(bound)]
    return any(abs(bound - value) <= (abs(value) + 1) * F(1, 10**20) for bound in bounds)


def test_ranges_meet() -> None:
    assert Range(F(1), F(3)).meet(Range(F(2), F(4))) == Range(F(2), F(3))
    assert Range(F(1), F(2), high_in=False).meet(Range(F(2), F(3))).empty
    assert not Range(F(1), F(2)).meet(Range(F(2), F(3))).empty
    assert F(0) in NOT_NEGATIVE
    assert F(0) not in POSITIVE
    assert F(0) not in NEGATIVE
    assert single(F(2)).times(F(-1)).plus(F(5)).point == 3
    assert Range(F(1)).times(F(-2)) == Range(high=F(-2), low_in=False)


@each(
    "text, target, found",
    [
        ("x + 2*x", 6, [2]),
        ("x*x", 4, [-2, 2]),
        ("(x - 1)/(x + 1)", F(1, 2), [3]),
        ("x/(1 - x)", 1, [F(1, 2)]),
        ("1/x + 1/(x*c)", F(2, 3), [0, 2]),  # what makes a denominator 0 is for the caller to leave out
        ("x**2 + x", 6, [-3, 2]),
        ("x**2 + x", -6, []),
        ("(x + 1)**2 - x**2", 3, [1]),
        ("x**-1*x**2 - x", 0, None),
        ("x - x", 1, []),
        ("-(x - 2*x)", 5, [5]),
    ],
)
def test_equations_of_small_degree(
    text: str, target: int | Fraction, found: list[int | Fraction] | None
) -> None:
    ours = solutions(parse(text, ("x", "c")), "x", F(target), {"c": F(3)})
    assert ours == (None if found is None else [F(one) for one in found])


@each("text", ["x**3 + x", "exp(x) + x", "x**x", "x**20*x", "x + x*sqrt(2)", "Max(x, 1) + x"])
def test_other_equations_are_left_to_others(text: str) -> None:
    with pytest.raises(NotPolynomialError):
        solutions(parse(text, ("x",)), "x", F(1), {})


@given(st.fractions(-99, 99), st.fractions(-99, 99), st.fractions(-99, 99).filter(bool))
def test_roots_are_found_again(one: Fraction, other: Fraction, factor: Fraction) -> None:
    found = roots((factor * one * other, -factor * (one + other), factor))
    assert found == sorted({one, other})


@given(st.fractions(-99, 99), st.fractions(-99, 99), st.fractions(-99, 99).filter(bool))
def test_roots_that_are_no_fractions_are_right_to_many_digits(a: Fraction, b: Fraction, c: Fraction) -> None:
    for root in roots((a, b, c)) or ():
        x = Fraction(root)
        assert abs(c * x * x + b * x + a) <= F(1, 10**45) * (abs(c * x * x) + abs(b * x) + abs(a))
