"""A claim, and what is said of its operands: the value taken, and where it comes from."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest

from each import each
from qbank.napkin.claim import Origin
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify

TEXT = "Reading takes 42 GB / 3 GB/s = 14.0 s in all."


def test_a_claim_in_words() -> None:
    [claim] = verify(TEXT)
    assert (claim.start, claim.end, claim.verdict) == (14, 37, Verdict.OK)
    assert (claim.text, claim.expression) == ("42 GB / 3 GB/s = 14.0 s", "42 GB / 3 GB/s")
    assert claim.computed == claim.stated
    assert (claim.stated_start, claim.decimals, claim.note) == (31, 1, "")


def test_a_claim_equals_one_that_was_looked_at() -> None:
    [claim], [seen], [other] = verify(TEXT), verify(TEXT), verify(f"{TEXT} ")
    assert seen.computed is not None
    assert claim == seen
    assert hash(claim) == hash(seen)
    assert claim != other


def test_a_claim_can_be_copied_and_sent_and_not_changed() -> None:
    [claim] = verify(TEXT)
    for _ in range(2):
        assert pickle.loads(pickle.dumps(claim)) == copy.copy(claim) == copy.deepcopy(claim) == claim
        assert claim.operands
    with pytest.raises(AttributeError):
        claim.form = "changed"  # type: ignore[misc]


def taken(text: str) -> list[tuple[str, Fraction, str, Origin]]:
    return [(o.text, o.amount.value, o.amount.unit, o.origin) for o in verify(text)[-1].operands]


@each(
    "text, expected",
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
