"""What is said of a claim's operands: the value taken, and where it comes from."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qbank.napkin import Origin, verify


def taken(text: str) -> list[tuple[str, Fraction, str, Origin]]:
    return [(o.text, o.amount.value, o.amount.unit, o.origin) for o in verify(text)[-1].operands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 × 4 GB = 12 GB", [("3", 3, "", Origin.WRITTEN), ("4 GB", 4, "GB", Origin.WRITTEN)]),
        ("N = 8\nN × 4 GB = 32 GB", [("N", 8, "", Origin.NAMED), ("4 GB", 4, "GB", Origin.WRITTEN)]),
        (
            "10 GB / 3 = 3.3 GB\n3.3 GB × 100 = 333 GB",
            [("3.3 GB", Fraction(10, 3), "GB", Origin.UNROUNDED), ("100", 100, "", Origin.WRITTEN)],
        ),
        (
            "7B × FP16 = 14 GB",
            [("7B", 7 * 10**9, "", Origin.WRITTEN), ("FP16", 2, "bytes", Origin.DATA_TYPE)],
        ),
        (
            "Load 14 GB. At 7 GB/s it takes 2 s",
            [("14 GB", 14, "GB", Origin.ELSEWHERE), ("7 GB/s", 7, "GB/s", Origin.ELSEWHERE)],
        ),
        (
            "4K tokens × 2 KB = 8.39 MB",
            [("4K tokens", 4096, "tokens", Origin.WRITTEN), ("2 KB", 2, "KB", Origin.WRITTEN)],
        ),
        (
            "(3 + 4) GB × 2 = 14 GB",
            [("3", 3, "", Origin.WRITTEN), ("4", 4, "", Origin.WRITTEN), ("2", 2, "", Origin.WRITTEN)],
        ),
    ],
)
def test_operands(text: str, expected: list[tuple[str, Fraction, str, Origin]]) -> None:
    assert taken(text) == expected


def test_places_are_those_of_the_text() -> None:
    text = "Weights: 14 GB.\nAt 7 GB/s it takes 2 s."
    for operand in verify(text)[-1].operands:
        assert text[operand.start : operand.end] == operand.text
