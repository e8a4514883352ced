from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.units.format import (
    Multiple,
    format_decimal,
    format_digits,
    format_exact,
    format_fixed,
    format_number,
    format_quantity,
    format_significant,
    has_digits,
    magnitude,
    multiple_text,
    round_down,
    round_half_up,
    round_up,
    split_multiple,
)

F = Fraction


def test_fixed_rounds_half_up_and_groups_thousands() -> None:
    shown = {
        (F(0), 0): "0",
        (F(0), 2): "0.00",
        (F(1234567), 0): "1,234,567",
        (F(1234567, 100), 1): "12,345.7",
        (F(-1234567, 100), 1): "-12,345.7",
        (F(5, 2), 0): "3",
        (F(-5, 2), 0): "-3",
        (F(245, 100), 1): "2.5",
        (F(235, 100), 1): "2.4",
        (F(2349, 1000), 1): "2.3",
        (F(1, 3), 4): "0.3333",
        (F(999_999, 1_000_000), 2): "1.00",
        (F(-1, 1000), 2): "0.00",
        (F(-4, 10), 0): "0",
        (F(7, 10**6), 3): "0.000",
    }
    assert {case: format_fixed(*case) for case in shown} == shown


def test_fixed_with_another_separator() -> None:
    assert format_fixed(F(9_876_543), 0, separator="_") == "9_876_543"
    assert format_fixed(F(9_876_543, 2), 1, separator="") == "4938271.5"


@given(st.fractions(), st.integers(0, 8))
def test_fixed_is_within_half_a_last_digit(value: Fraction, decimals: int) -> None:
    shown = Fraction(format_fixed(value, decimals, separator=""))
    assert abs(shown - value) <= F(1, 2 * 10**decimals)


def test_significant() -> None:
    shown = {
        F(0): "0",
        F(42): "42",
        F(2, 3): "0.6667",
        F(1, 2): "0.5",
        F(-1, 8): "-0.125",
        F(123_456_789): "123,456,789",
        F(1_234_567, 1000): "1,235",
        F(1, 10**5): "0.00001",
        F(1, 10**6): "1.000e-6",
        F(6 * 10**15): "6.000e+15",
        F(-25, 10**8): "-2.500e-7",
        F(5 * 10**400): "5.000e+400",
        F(1, 3 * 10**500): "3.333e-501",
        F(10**15 - 1): "999,999,999,999,999",
    }
    assert {value: format_significant(value) for value in shown} == shown
    assert format_significant(F(2, 3), 8) == "0.66666667"
    assert format_significant(F(10**20, 3), 6) == "3.33333e+19"


@given(st.fractions(F(-(10**14)), F(10**14)))
def test_significant_is_near(value: Fraction) -> None:
    text = format_significant(value, 5).replace(",", "")
    assert abs(Fraction(text) - value) <= abs(value) / 10**4


def test_values_for_people() -> None:
    shown = {
        F(28): "28",
        F(14 * 10**9): "14,000,000,000",
        F(49, 600): "0.08166667",
        F(315 * 10**21): "3.15e23",
        F(1, 200_000): "5e-6",
        F(-7, 2): "-3.5",
        F(0): "0",
        Decimal("3464.1016151377545870548926830117447338856105076208"): "3,464.102",
        Decimal("1e+4932"): "1e4932",
        None: "none",
    }
    assert {value: format_number(value) for value in shown} == shown


def test_values_for_programs() -> None:
    shown = {
        F(1, 3): "0.3333333333333333333333333",
        F(28): "28",
        F(0): "0",
        F(1, 10**9): "1e-9",
        Decimal("1e+4932"): "1e+4932",
    }
    assert {value: format_digits(value, 25) for value in shown} == shown


def test_exact_values_are_fractions() -> None:
    assert format_exact(F(49, 600)) == "49/600"
    assert format_exact(F(28)) == "28"
    assert format_exact(Decimal(2)) is None
    assert format_exact(F(1, 3**200)) is None


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_plain_decimal_is_read_as_the_same_number(value: Decimal) -> None:
    text = format_decimal(F(value))
    assert F(text) == F(value)
    assert set(text) <= set("-0123456789.")
    assert "." not in text or not text.endswith(("0", "."))


def test_what_has_no_end_as_a_decimal_is_refused() -> None:
    with pytest.raises(ValueError, match="1/3 has no end"):
        format_decimal(F(1, 3))


def test_a_unit_is_put_to_a_number_as_people_write_it() -> None:
    shown = {
        ("14", "GB"): "14 GB",
        ("14", ""): "14",
        ("35", "%"): "35%",
        ("3", "x"): "3x",
        ("2.5", "$/h"): "$2.5/h",
        ("-2.5", "$"): "-$2.5",
        ("3", "million tokens"): "3 million tokens",
        ("3", "10⁻¹² hours"): "3 × 10⁻¹² hours",
    }
    assert {case: format_quantity(*case) for case in shown} == shown


def test_money_has_no_single_digit_of_cents() -> None:
    shown = {
        ("2.5", "$/h"): "$2.50/h",
        ("2.05", "$"): "$2.05",
        ("-2.5", "$"): "-$2.50",
        ("2.5", "GB"): "2.5 GB",
    }
    assert {case: format_quantity(*case, cents=True) for case in shown} == shown


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


@given(st.integers(-99, 99), st.booleans(), st.sampled_from(["", "hours", "tokens/s"]))
def test_a_multiple_is_found_again_in_front_of_a_unit(power: int, in_words: bool, unit: str) -> None:
    text = multiple_text(power, in_words=in_words)
    multiple = split_multiple(f"{text} {unit}".rstrip())
    assert multiple == Multiple(text, power, unit)
    assert multiple.is_power == (text not in {"thousand", "million", "billion", "trillion"})


def test_a_plain_unit_has_no_multiple() -> None:
    for name in ("", "GB/s", "hours", "10", "million-dollar questions"):
        assert split_multiple(name) == Multiple("", 0, name)
