from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from each import each
from qbank.napkin.judging.line_context import nothing_around
from qbank.napkin.judging.relation import Relation
from qbank.napkin.judging.unit_conversions import converters, converters_of, products
from qbank.napkin.tree import Node
from qbank.napkin.verdicts import Tolerances

Read = Callable[[str], Node]


@each(
    "text, undone",
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
        ("3 GB + 8", []),
        ("8 GB", []),
        ("5 × 7 × 8 × 12 × 24 × 30", [Fraction(1, 7), Fraction(1, 8), Fraction(1, 12), Fraction(1, 24)]),
    ],
)
def test_bare_factors_that_may_restate_a_unit(read: Read, text: str, undone: list[Fraction]) -> None:
    assert converters(read(text)) == undone


def test_products_of_some_factors() -> None:
    two, three, half = Fraction(2), Fraction(3), Fraction(1, 2)
    assert products([]) == set()
    assert products([two, three]) == {2, 3, 6}
    assert products([two, half]) == {2, half}  # both make nothing of each other


@each(
    "left, right, undone",
    [
        ("10 Gbps / 8", "1.25 GB/s", [8]),
        ("10 GB/s / 8", "1.25 GB/s", []),  # no bits
        ("7200 s / 3600", "2 h", [3600]),
        ("7200 s / 3600", "2 W", []),
        ("30 days × 24 × 3600", "2,592,000 s", [Fraction(1, 24), Fraction(1, 3600)]),  # hours lie between
        ("3 GB × 1000", "3 TB", [Fraction(1, 1000)]),
    ],
)
def test_a_factor_converts_where_both_units_stand(
    read: Read, left: str, right: str, undone: list[Fraction]
) -> None:
    assert converters_of(Relation(read(left), read(right), "=", {}, Tolerances()), nothing_around()) == undone
