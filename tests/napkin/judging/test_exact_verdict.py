"""One relation each: comparisons and ranges."""

from __future__ import annotations

import pytest

from qbank.napkin import Verdict, verify


def verdicts(text: str) -> list[Verdict]:
    return [claim.verdict for claim in verify(text)]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("3 ms + 4 ms < 10 ms", Verdict.OK),
        ("3 ms + 4 ms < 7 ms", Verdict.WRONG),
        ("3 ms + 4 ms ≤ 7 ms", Verdict.OK),
        ("3 ms + 4 ms <= 6 ms", Verdict.WRONG),
        ("3 ms + 4 ms > 6 ms", Verdict.OK),
        ("3 ms + 4 ms > 7 ms", Verdict.WRONG),
        ("3 ms + 4 ms ≥ 7 ms", Verdict.OK),
        ("3 ms + 4 ms >= 8 ms", Verdict.WRONG),
        ("3 ms + 4 ms << 1 s", Verdict.OK),
        ("3 s + 4 s >> 1 ms", Verdict.OK),
        (r"3 \times 4 \leq 12", Verdict.OK),
        ("20 MB > 16 MB", Verdict.OK),
        ("20 MB < 16 MB", Verdict.WRONG),
        ("20 MB < 16 GB", Verdict.OK),
        ("7 × 8 > 50", Verdict.OK),
        ("7 × 8 > 5 × 12", Verdict.WRONG),
        ("20 MB (> 16 MB)", Verdict.OK),
        ("5 ms (< 10 ms)", Verdict.OK),
    ],
)
def test_comparisons(text: str, verdict: Verdict) -> None:
    assert verdicts(text) == [verdict]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("3-8 s × 2 = 6-16 s", Verdict.OK),
        ("3–8 s × 2 = 6–16 s", Verdict.OK),
        ("3-8 s × 2 = 6-17 s", Verdict.WRONG),
        ("3-8 s × 2 = 6-160 s", Verdict.WRONG),
        ("3-8 s × 2 = 60-160 s", Verdict.WRONG),
        ("20-40 MB × 3 = 61-119 MB", Verdict.OK),
        ("3-8 s × 2 = 10 s", Verdict.OK),
        ("3-8 s × 2 = 20 s", Verdict.WRONG),
        ("2 × 30 GB = 50-70 GB", Verdict.OK),
        ("2 × 30 GB = 70-90 GB", Verdict.WRONG),
        ("$3-5M × 2 = $6-10M", Verdict.OK),
        ("$3-5M × 2 = $6-12M", Verdict.WRONG),
        ("12 MB / 3-4 MB/s = 3-4 s", Verdict.OK),
        ("100-50 ms × 2 = 0 ms", Verdict.OK),
    ],
)
def test_ranges(text: str, verdict: Verdict) -> None:
    assert verdicts(text) == [verdict]
