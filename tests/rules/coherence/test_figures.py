"""What the light reading makes of numbers, and when two are one value."""

from __future__ import annotations

import pytest

from qbank.rules.coherence.figures import Figure, figures, figures_written


def _read(text: str) -> list[Figure]:
    return list(figures(text, 0, len(text)))


def _one(text: str) -> Figure:
    (figure,) = _read(text)
    return figure


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("takes 1,200 ms", 1.2),
        ("is 0.5 s", 0.5),
        ("holds 70B parameters", 70e9),
        ("about 2 million requests", 2e6),
        ("costs $3.50", 3.5),
        ("a 100 Gbps link", 12.5e9),
        ("needs 3 × 10^12 FLOP", 3e12),
        (r"is 28\text{ GB}", 28e9),
        ("120 GB per minute", 2e9),
    ],
)
def test_values_are_in_base_units(text: str, value: float) -> None:
    assert _one(text).value == pytest.approx(value)


@pytest.mark.parametrize("text", ["FP16", "LPDDR5X", "v2", "x^2"])
def test_numbers_in_names_are_none(text: str) -> None:
    assert _read(text) == []


def test_what_a_number_counts() -> None:
    assert "node" in _one("250 independent nodes").kinds
    assert _one("250 and more").kinds == frozenset()
    assert _one("0.14 ms per token").per == "token"


def test_rates_differ_by_what_they_count() -> None:
    assert _one("15 tokens/s").kinds.isdisjoint(_one("15 TFLOPS").kinds)


@pytest.mark.parametrize(
    "text", ["5-8 s", "up to 8 s", "< 8 s", "between 8 s", "8 to 9 s", "at least 8 s", "8+ s", "±8 s"]
)
def test_bounds_and_ranges_are_vague(text: str) -> None:
    assert _read(text)[-1 if text == "5-8 s" else 0].vague


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("415 MB/s", "414.7 MB/s"),
        ("131,072 bytes", "128 KB"),
        ("1 GB", "1 GiB"),
        ("0.23 s", "230 ms"),
        ("about 4.5 hours", "4.6 hours"),
        ("1.2 Gbps", "150 MB/s"),
    ],
)
def test_values_that_are_one(one: str, other: str) -> None:
    assert _one(one).near(_one(other))
    assert _one(other).near(_one(one))


@pytest.mark.parametrize(("one", "other"), [("52 KB", "48 KB"), ("0.2 s", "0.1 s"), ("7 s", "9 s")])
def test_values_that_are_two(one: str, other: str) -> None:
    assert not _one(one).near(_one(other))


def test_figures_are_found_by_their_digits() -> None:
    text = "7 s, 70 s, 17 s and 7 s more"
    assert [one.start for one in figures_written(text, 0, len(text), ["7"])] == [0, 20]


def test_a_sum_of_money_is_no_formula() -> None:
    assert _one("$15 fan").text == "$15"
    assert _read(r"$2 \times 3$")[0].kinds == frozenset()


def test_huge_digits_and_many_numbers_stay_cheap() -> None:
    assert len(_read("1" * 10_000)) <= 1_000
    assert len(_read("7 s " * 10_000)) <= 1_000
