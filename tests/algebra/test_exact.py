from __future__ import annotations

import time
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.algebra.arithmetic import NoValueError
from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import add, ceiling, divide, evaluate_exactly, exact_root, floor, power
from qbank.algebra.parse import parse


def value(text: str, **values: Any) -> Fraction | Decimal:
    return evaluate_exactly(
        parse(text, tuple(values)), {name: Fraction(number) for name, number in values.items()}
    )


EXACT = [
    ("sqrt(49/4)", Fraction(7, 2)),
    ("(8/27)**(2/3)", Fraction(4, 9)),
    ("32**0.2", 2),
    ("4**-0.5", Fraction(1, 2)),
    ("log2(1024)", 10),
    ("log2(1/8)", -3),
    ("log10(1000)", 3),
    ("log10(0.01)", -2),
    ("exp(0)", 1),
    ("log(1)", 0),
    ("ceiling(log2(8))", 3),
    ("ceiling(log2(9))", 4),
    ("floor(0.1*3*10)", 3),
    ("floor(-1/2)", -1),
    ("ceiling(sqrt(2)*sqrt(2))", 2),
    ("floor(sqrt(2)*sqrt(2))", 2),
]


def test_what_has_an_exact_value_keeps_it() -> None:
    failures = [
        text for text, result in EXACT if value(text) != result or not isinstance(value(text), Fraction)
    ]
    assert failures == []


INEXACT = [
    ("sqrt(2)", "1.414213562373095048801688724209698078569671875376948073176679737990732478462"),
    ("exp(1)", "2.718281828459045235360287471352662497757247093699959574966967627724076630353"),
    ("log(2)", "0.693147180559945309417232121458176568075500134360255254120680009493393621969"),
    ("log2(10)", "3.321928094887362347870319429489390175864831393024580612054756395815934776608"),
    ("log10(2)", "0.301029995663981195213738894724493026768189881462108541310427461127108189274"),
    ("2**0.1", "1.071773462536293164213006325023342022906384604977556783482780647722727389"),
    ("1 - exp(-0.000000000001)", "9.99999999999500000000000166666666666625e-13"),
]


def test_what_has_none_has_many_digits() -> None:
    for text, digits in INEXACT:
        found = value(text)
        assert isinstance(found, Decimal), text
        assert abs(Fraction(found) - Fraction(digits)) < abs(Fraction(digits)) * Fraction(1, 10**30), text


WITHOUT_VALUE = [
    ("1/(n - 2)", "1/(n - 2): division by zero: n - 2 is 0"),
    ("(n - 2)**-1", "(n - 2)**(-1): division by zero"),
    ("sqrt(1 - n)", "sqrt(1 - n): a negative number has no square root"),
    ("(1 - n)**0.5", "a negative number has no such power"),
    ("log(n - 2)", "log(n - 2): only a positive number has a logarithm"),
    ("factorial(n/4)", "only whole numbers from 0 on have a factorial"),
    ("factorial(n**12)", "no factorial is computed beyond 2,000"),
    ("sum(k, 0, n/4, k)", "a sum runs over whole numbers"),
    ("sum(k, 0, 10**9, k)", "no more than 4,000 terms are added up"),
    ("sum(k, 1, 100, sum(j, 1, 100, j))", "no more than 4,000 terms are added up"),
    ("exp(10**9)", "the value is beyond all bounds"),
    ("10**(10**9)", "the value is beyond all bounds"),
    ("floor(exp(1000))", "too large to be rounded to a whole number"),
]


def test_what_has_no_value_says_where_and_why() -> None:
    for text, message in WITHOUT_VALUE:
        with pytest.raises(EvaluationError, match=r"^[\s\S]+: ") as caught:
            value(text, n=2)
        assert message in str(caught.value), text


HOSTILE = [
    "9**9**9**9",
    "2**2**2**2**2**2",
    "(1/3)**(10**40)",
    "factorial(2000)**2000",
    "0.5**(2**64)",
    "sum(k, 1, 3900, 1/k)",
    "sum(k, 0, 2000, 97**k/factorial(k))",
]


def test_hostile_arithmetic_ends_soon() -> None:
    for text in HOSTILE:
        began = time.process_time()
        with suppress(EvaluationError):
            value(text)
        assert time.process_time() - began < 20, text


@given(st.fractions(min_value=0, max_denominator=10**6), st.integers(2, 9))
def test_roots_of_powers_are_exact(base: Fraction, degree: int) -> None:
    assert exact_root(base**degree, degree) == base
    assert power(base**degree, Fraction(1, degree)) == base


@given(st.fractions(max_denominator=10**9))
def test_rounding(number: Fraction) -> None:
    below, above = floor(number), ceiling(number)
    assert below <= number <= above
    assert above - below == (number.denominator != 1)


def test_zero_to_the_power_of_zero_is_one() -> None:
    assert power(Fraction(0), Fraction(0)) == 1


def test_exact_and_inexact_values_go_together() -> None:
    half, third = Fraction(1, 2), Decimal("0.25")
    assert add(half, third) == Decimal("0.75")
    assert divide(third, half) == Decimal("0.5")
    with pytest.raises(NoValueError):
        divide(third, Fraction(0))
