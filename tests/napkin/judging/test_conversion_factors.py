from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from qbank.napkin.judging.conversion_factors import (
    converters,
    converts_prefix,
    has_converter,
    products,
    scales_near,
)
from qbank.napkin.tree import Node

Read = Callable[[str], Node]


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("10 Gbps / 8", [8]),
        ("10 GB × 8", [Fraction(1, 8)]),
        ("7200 s / 3600", [3600]),
        ("5 GB / (8 / 60)", [8, Fraction(1, 60)]),
        ("3 GB / 1024^2", [1024**2]),
        ("3 GB × 10^9", [Fraction(1, 10**9)]),
        ("3 GB × 1 thousand", [Fraction(1, 1000)]),
        ("3 GB / 1K", []),  # a kelvin as well
        ("3 GB × 8 GPUs × 9", [Fraction(1, 8)]),  # a noun counts, but measures nothing
        ("3 GB × 8 bits", []),
        ("3 GB + 17", []),
        ("8 GB", []),
        ("5 × 7 × 8 × 12 × 24 × 30", [Fraction(1, 7), Fraction(1, 8), Fraction(1, 12), Fraction(1, 24)]),
    ],
)
def test_bare_factors_that_may_restate_a_unit(read: Read, text: str, undone: list[Fraction]) -> None:
    assert converters(read(text)) == undone
    assert has_converter(read(text)) == bool(undone)


@pytest.mark.parametrize(
    ("text", "prefix"),
    [("3 GB / 1024", True), ("3 GB × 1000", True), ("3 GB / 8", False), ("3 h × 3600", False), ("3", False)],
)
def test_factors_between_prefixes(read: Read, text: str, prefix: bool) -> None:
    assert converts_prefix(read(text)) == prefix


def test_products_of_some_factors() -> None:
    two, three, half = Fraction(2), Fraction(3), Fraction(1, 2)
    assert products([]) == set()
    assert products([two, three]) == {2, 3, 6}
    assert products([two, half]) == {2, half}  # both make nothing of each other


def test_scales_near_a_ratio(read: Read) -> None:
    scales = (Fraction(1, 24), Fraction(24), Fraction(60))
    assert scales_near(scales, Fraction(30), read("3 W × 7 s")) == [24, 60]  # the border is taken in
    assert scales_near(scales, Fraction(29), read("3 W × 7 s")) == [24]
    assert scales_near(scales, Fraction(30), read("3 W × 24")) == [60]  # what is written is not left out
