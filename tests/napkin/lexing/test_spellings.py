from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.napkin.lexing.spellings import parse_digits, parts_by_points
from qbank.napkin.limits import MAX_EXPONENT
from qbank.units import ONE

F = Fraction


def test_digits() -> None:
    cases: list[tuple[str, Fraction, int, Fraction]] = [
        ("0", F(0), 0, F(1)),
        ("007", F(7), 0, F(1)),
        ("1,024", F(1024), 0, F(1)),
        ("12,345,678.90", F(1234567890, 100), 2, F(1)),
        ("1_000_000", F(10**6), 0, F(1)),
        ("3.50", F(7, 2), 2, F(1)),
        (".25", F(1, 4), 2, F(1)),
        ("1.5e9", F(3, 2), 1, F(10**9)),
        ("2E3", F(2), 0, F(1000)),
        ("4e-3", F(4), 0, F(1, 1000)),
        ("4e−3", F(4), 0, F(1, 1000)),
        ("4e+3", F(4), 0, F(1000)),
        ("1'024", F(1024), 0, F(1)),
        ("15,6", F(78, 5), 1, F(1)),
        ("1.310.720", F(1310720), 0, F(1)),
        ("1.310,72", F(131072, 100), 2, F(1)),
        ("½", F(1, 2), 1, F(1)),
        ("2⅔", F(8, 3), 2, F(1)),
        ("1:45", F(7, 4), 2, F(1)),
    ]
    differing = [
        (text, found)
        for text, value, decimals, power in cases
        if (found := parse_digits(text)) != ((value, decimals, power))
    ]
    assert differing == []


@each(
    "texts, parted",
    [
        (["51,3", "7,25"], True),
        (["51,3", "1,024", "7,25"], False),
        (["51,3", "7.25"], False),
        (["1.310.720", "1.024"], True),
        (["1.310.720", "124.41"], False),
        (["1.024", "2.048"], False),
    ],
)
def test_points_between_thousands(texts: list[str], parted: bool) -> None:
    assert parts_by_points(texts) is parted


@each("text", ["1e4097", "1e-4097", "1e999999", "1e99999999999", "9" * 401, "0." + "1" * 400 + "e5"])
def test_what_nobody_writes_is_no_number(text: str) -> None:
    assert parse_digits(text) is None


@each("text", [f"1e{MAX_EXPONENT}", f"1e-{MAX_EXPONENT}", "9" * 400])
def test_the_bounds_themselves_are_read(text: str) -> None:
    assert parse_digits(text) is not None


def test_a_number_without_an_exponent_shares_the_one() -> None:
    parsed = parse_digits("12")
    assert parsed is not None
    assert parsed[2] is ONE


@given(st.integers(0, 10**30), st.integers(0, 12), st.integers(-40, 40))
def test_digits_are_exact(whole: int, decimals: int, exponent: int) -> None:
    digits = str(whole).rjust(decimals + 1, "0")
    written = digits[: len(digits) - decimals] + ("." + digits[-decimals:] if decimals else "")
    parsed = parse_digits(f"{written}e{exponent}")
    assert parsed is not None
    value, shown, power = parsed
    assert shown == decimals
    assert value * power == F(whole, 10**decimals) * F(10) ** exponent


@given(st.integers(0, 10**15))
def test_separators_mean_nothing(whole: int) -> None:
    assert parse_digits(f"{whole:,}") == parse_digits(f"{whole:_}") == parse_digits(str(whole))
