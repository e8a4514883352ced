from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from qbank.units.rounding import has_digits, magnitude, round_down, round_half_up, round_up

F = Fraction


@given(st.fractions().filter(bool))
def test_magnitude_is_the_place_of_the_first_digit(value: Fraction) -> None:
    power = magnitude(value)
    assert F(10) ** power <= abs(value) < F(10) ** (power + 1)


@given(st.integers(-6000, 6000), st.integers(1, 9999))
def test_magnitude_of_huge_and_tiny_values(power: int, digits: int) -> None:
    value = digits * F(10) ** power
    assert magnitude(value) == power + len(str(digits)) - 1


@given(st.fractions(), st.integers(1, 15))
def test_rounding_brackets_the_value_and_keeps_the_digits_asked_for(value: Fraction, digits: int) -> None:
    low, nearest, high = (rounded(value, digits) for rounded in (round_down, round_half_up, round_up))
    assert low <= value <= high
    assert nearest in {low, high}
    assert all(has_digits(rounded, digits) for rounded in (low, nearest, high))
    assert abs(nearest - value) <= abs(value) * F(1, 2 * 10 ** (digits - 1))
    assert not has_digits(value, digits) or low == nearest == high == value


def test_halves_are_rounded_away_from_nothing() -> None:
    assert round_half_up(F(25, 10), 1) == 3
    assert round_half_up(F(-25, 10), 1) == -3
