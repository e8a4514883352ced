"""What the judge sees of a reading in floating point is what exact arithmetic says of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.napkin.evaluate import PLAIN, UndecidableError, evaluate
from qbank.napkin.judging.exact_verdict import weigh
from qbank.napkin.judging.glance import glance
from qbank.napkin.judging.interpretations import senses_to_try
from qbank.napkin.judging.judgement import Tolerances
from qbank.napkin.judging.relation import Case
from qbank.napkin.reasons import Verdict
from qbank.napkin.symbols import Memory
from qbank.napkin.tree import Node
from qbank.units.display import fixed

Read = Callable[[str], Node]
ReadAny = Callable[[str], Node | None]
SENSES = 24  # of one claim


BEHIND = " " * 100  # keeps the places of the right side's numbers apart from the left side's


def case(left: Node, right: Node, relation: str) -> Case:
    return Case(left, right, relation, {}, Tolerances())


@pytest.mark.parametrize(
    ("left", "right", "verdict", "note"),
    [
        ("11 × 31 GB", "341 GB", Verdict.OK, ""),
        ("11 × 31 GB", "720 GB", Verdict.WRONG, ""),
        ("12 GB + 30 GB", "42 s", Verdict.WRONG, ""),
        ("11 × 31", "341 GB", Verdict.OK, "units left out"),
        ("11 × 31", "500 GB", Verdict.WRONG, "units left out"),
        ("11 × 31 W", "341 W/s", Verdict.OK, "units left out"),
        ("11 × 2 Gbps", "1 GB/s", Verdict.WRONG, ""),
        ("20 GB / 4 GB/s", "3 GB", Verdict.WRONG, ""),
        ("30 GB", "7 s", Verdict.UNCHECKED, ""),
        ("11 × 31 GB", "347 GB", None, ""),  # wrong or imprecise
    ],
)
def test_one_look_tells(read: Read, left: str, right: str, verdict: Verdict | None, note: str) -> None:
    seen = glance(case(read(left), read(BEHIND + right), "="), PLAIN, PLAIN)
    assert seen is not None
    assert (seen.verdict, seen.note) == (verdict, note)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("10 Gbps / 8", "1.25 GB/s"),  # a converter
        ("1 / 8", "0.13"),  # on the border
        ("30 ms", "33 Hz"),  # a period and a rate
        ("N × 3", "6"),
        ("11 × 31", "11 × 31 GB"),  # in no single unit
    ],
)
def test_one_look_is_not_enough(read: Read, left: str, right: str) -> None:
    assert glance(case(read(left), read(BEHIND + right), "="), PLAIN, PLAIN) is None


numbers = st.one_of(
    st.integers(1, 10**5).map(str),
    st.sampled_from(["1024", "8", "3600", "0.5", "4K", "64M", "2B", "1.5", "10^9", "7.5e12"]),
)
units = st.sampled_from(
    [
        "",
        "",
        " GB",
        " GiB",
        " MB/s",
        " Gbps",
        " ms",
        " s",
        " h",
        "%",
        " W",
        " $",
        " FLOPs",
        " tokens",
        " 1/s",
        "B",
    ]
)
operands = st.builds(str.__add__, numbers, units)
expressions = st.recursive(
    operands,
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["+", "×", "×", "/"]), inner),
    max_leaves=5,
)
scales = st.sampled_from(
    [
        Fraction(1),
        Fraction(8),
        Fraction(1, 8),
        Fraction(3600),
        Fraction(1, 60),
        Fraction(1000),
        Fraction(1024, 1000),
    ]
)
errors = st.sampled_from([Fraction(0), Fraction(1, 1000), Fraction(3, 100), Fraction(1, 4)])


@settings(max_examples=400, deadline=None)
@given(expressions, units, scales, errors, st.integers(0, 3), st.sampled_from("==≈<≥"))
def test_never_says_more_than_the_exact_judge(  # noqa: PLR0917  (drawn by place)
    read_any: ReadAny,
    text: str,
    unit: str,
    scale: Fraction,
    error: Fraction,
    decimals: int,
    relation: str,
) -> None:
    left, one = read_any(text), read_any(f"1{unit}")
    if left is None or one is None:
        return
    try:
        value = evaluate(left).value / evaluate(one).value * scale * (1 + error)
    except UndecidableError:
        return
    right = read_any(f"{BEHIND}{fixed(value, decimals)}{unit}") if abs(value) < 10**15 else None
    if right is None:
        return
    claim = case(left, right, relation)
    for senses in islice(senses_to_try(claim, Memory()), SENSES):
        seen = glance(claim, *senses)
        if seen is None:
            continue
        exact = weigh(claim, *senses)
        if seen.verdict is None:
            assert exact.verdict is not Verdict.OK
        else:
            assert (exact.verdict, exact.measures) == (seen.verdict, seen.measures)
            assert seen.note in {None, exact.note}
