from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.units.display import fixed, magnitude, significant

F = Fraction


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (F(0), 0, "0"),
        (F(0), 2, "0.00"),
        (F(1234567), 0, "1,234,567"),
        (F(1234567, 100), 1, "12,345.7"),
        (F(-1234567, 100), 1, "-12,345.7"),
        (F(5, 2), 0, "3"),
        (F(-5, 2), 0, "-3"),
        (F(245, 100), 1, "2.5"),
        (F(235, 100), 1, "2.4"),
        (F(2349, 1000), 1, "2.3"),
        (F(1, 3), 4, "0.3333"),
        (F(999_999, 1_000_000), 2, "1.00"),
        (F(-1, 1000), 2, "0.00"),
        (F(-4, 10), 0, "0"),
        (F(7, 10**6), 3, "0.000"),
    ],
)
def test_fixed_rounds_half_up_and_groups_thousands(value: Fraction, decimals: int, text: str) -> None:
    assert fixed(value, decimals) == text


def test_fixed_with_another_separator() -> None:
    assert fixed(F(9_876_543), 0, separator="_") == "9_876_543"
    assert fixed(F(9_876_543, 2), 1, separator="") == "4938271.5"


@given(st.fractions(), st.integers(0, 8))
def test_fixed_is_within_half_a_last_digit(value: Fraction, decimals: int) -> None:
    shown = Fraction(fixed(value, decimals, separator=""))
    assert abs(shown - value) <= F(1, 2 * 10**decimals)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (F(0), "0"),
        (F(42), "42"),
        (F(2, 3), "0.6667"),
        (F(1, 2), "0.5"),
        (F(-1, 8), "-0.125"),
        (F(123_456_789), "123,456,789"),
        (F(1_234_567, 1000), "1,235"),
        (F(1, 10**5), "0.00001"),
        (F(1, 10**6), "1.000e-6"),
        (F(6 * 10**15), "6.000e+15"),
        (F(-25, 10**8), "-2.500e-7"),
        (F(5 * 10**400), "5.000e+400"),
        (F(1, 3 * 10**500), "3.333e-501"),
        (F(10**15 - 1), "999,999,999,999,999"),
    ],
)
def test_significant(value: Fraction, text: str) -> None:
    assert significant(value) == text


def test_significant_with_more_digits() -> None:
    assert significant(F(2, 3), 8) == "0.66666667"
    assert significant(F(10**20, 3), 6) == "3.33333e+19"


@given(st.fractions().filter(bool))
def test_magnitude_is_the_place_of_the_first_digit(value: Fraction) -> None:
    power = magnitude(value)
    assert F(10) ** power <= abs(value) < F(10) ** (power + 1)


@given(st.integers(-6000, 6000), st.integers(1, 9999))
def test_magnitude_of_huge_and_tiny_values(power: int, digits: int) -> None:
    value = digits * F(10) ** power
    assert magnitude(value) == power + len(str(digits)) - 1


@given(st.fractions(F(-(10**14)), F(10**14)))
def test_significant_is_near(value: Fraction) -> None:
    text = significant(value, 5).replace(",", "")
    assert abs(Fraction(text) - value) <= abs(value) / 10**4
