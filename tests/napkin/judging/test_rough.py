from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.napkin.evaluate import PLAIN, evaluate
from qbank.napkin.judging.exact_verdict import weigh
from qbank.napkin.judging.judgement import Tolerances
from qbank.napkin.judging.relation import Case
from qbank.napkin.judging.rough import UnsureError, evaluate_roughly, surely_holds
from qbank.napkin.reasons import Verdict
from qbank.napkin.tree import Node
from qbank.units.display import fixed

TOLERANCES = Tolerances()
Read = Callable[[str], Node]


def holds(read: Read, left: str, relation: str, right: str) -> bool:
    return surely_holds(read(left), read(right), relation, float(TOLERANCES.approximate)) is not None


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        ("12 × 30 GB", "=", "360 GB"),
        ("12 × 30 GB", "=", "360,000 MB"),
        ("100 / 3", "=", "33.3"),
        ("200 / 3", "=", "66.7"),  # rounded
        ("200 / 3", "=", "66.6"),  # cut off
        ("100 GB / 3", "≈", "32 GB"),
        ("~100 GB / 3", "=", "32 GB"),
        ("100 MB / 4 MB/s", "<", "26 s"),
        ("2^10 × 3", "=", "3072"),
        ("(80 - 64 - 6) GB", "=", "10 GB"),
        ("3 × 5", "=", "5 × 3"),
        ("-3 × 5", "=", "-15"),
        ("1 - (15/16)^32", "≈", "87.3%"),
        ("max(2 GB, 3 GB) × 2", "=", "6 GB"),
        ("min(2, 3, 4)", "=", "2"),
        ("sqrt(2) × 100 ms", "=", "141 ms"),
        ("exp(-0.5)", "=", "0.607"),
        ("ln(10)", "=", "2.303"),
        ("log(10)", "=", "2.303"),
        ("log2(1000)", "=", "9.97"),
        ("log10(2)", "=", "0.301"),
        ("ceil(10 / 3)", "=", "4"),
        ("floor(10 / 3 tokens)", "=", "3"),
        ("round(8 / 3)", "=", "3"),
    ],
)
def test_sees_what_holds(read: Read, left: str, relation: str, right: str) -> None:
    assert holds(read, left, relation, right)


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        ("2 × 3", "=", "7"),
        ("2 GB × 3", "=", "6 s"),
        ("1 / 8", "=", "0.13"),  # on the border
        ("1 / 8", ">", "0.125"),
        ("1 - 1", "=", "0"),
        ("1000000.1 - 1000000", "=", "0.1"),  # cancels
        ("8 / 0", "=", "8"),
        ("N × 3", "=", "6"),
        ("3-5 GB", "=", "3-5 GB"),
        ("max(2 GB, 3)", "=", "3 GB"),  # the bare number borrows a unit
        ("avg(2, 4)", "=", "3"),
        ("sqrt(4 cm²)", "=", "2 cm"),
        ("sqrt(2, 3)", "=", "1.41"),
        ("sqrt(-4)", "=", "2"),
        ("ln(-4)", "=", "2"),
        ("ln(1.000000000000001)", "=", "1e-15"),
        ("exp(5 GB)", "=", "148"),
        ("exp(1000)", ">", "1"),
        ("ceil(9 / 3)", "=", "3"),  # on the border
        ("round(5 / 2)", "=", "3"),
        ("floor(2.5 GB)", "=", "2 GB"),  # of whole gigabytes
        ("floor(1 / 3)", "=", "0"),
        ("2^0.5", "=", "1.41"),
        ("2^999", "=", "2^999"),
        ("1e300 × 1e300", "=", "1e600"),
        ("5 GB + 3", "=", "8 GB"),  # the bare number borrows a unit
        ("1 / " + "3" * 60, "<", "1"),  # more digits than floating point has
    ],
)
def test_leaves_the_rest_to_exact_arithmetic(read: Read, left: str, relation: str, right: str) -> None:
    assert not holds(read, left, relation, right)


numbers = st.one_of(
    st.integers(0, 10**6).map(str),
    st.decimals(0, 1000, places=3).map(str),
    st.sampled_from(["10^3", "2^-2", "1e-9", "7.5e12", "4K", "3M"]),
)
operands = st.builds(
    str.__add__, numbers, st.sampled_from(["", "", " GB", " MB/s", " ms", "%", " W", " cm²", " tokens"])
)
functions = st.sampled_from(["sqrt", "exp", "ln", "log", "log2", "log10", "floor", "ceil", "round"])
expressions = st.recursive(
    operands,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "×", "/"]), inner),
        st.builds("{}({})".format, functions, inner),
        st.builds("{}({}, {})".format, st.sampled_from(["max", "min"]), inner, inner),
        st.builds("({})^{}".format, inner, st.integers(-3, 9)),
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(expressions, st.sampled_from("=≈<≤>≥"), st.integers(0, 4), st.sampled_from([-2, -1, 0, 1, 2]))
def test_never_says_more_than_exact_arithmetic(
    read_any: Callable[[str], Node | None],
    text: str,
    relation: str,
    decimals: int,
    half_steps: int,
) -> None:
    left = read_any(text)
    if left is None:
        return
    try:
        value, dimension, doubt = evaluate_roughly(left)
    except (UnsureError, OverflowError, ZeroDivisionError):
        return
    if doubt > 200:
        return
    exact = evaluate(left)
    assert exact.dimension == dimension
    assert abs(Fraction(value) - exact.value) <= abs(exact.value) * Fraction(1, 10**13)
    shown = exact.in_unit(exact.unit) + half_steps * Fraction(1, 2 * 10**decimals)
    if abs(shown) >= 10**15:
        return
    right = read_any(f"{fixed(shown, decimals)} {exact.unit.name}")
    if right is not None and surely_holds(left, right, relation, float(TOLERANCES.approximate)) is not None:
        judgement = weigh(Case(left, right, relation, {}, TOLERANCES), PLAIN, PLAIN)
        assert (judgement.verdict, judgement.note) == (Verdict.OK, "")
