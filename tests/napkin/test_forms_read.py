"""Ways to write values and signs that are read as people mean them."""

from __future__ import annotations

import pytest

from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify

TRUE = [
    "7 to 9 ms × 2 = 14 to 18 ms",
    "0.5 × 0.47 F × 3.3V² = 2.56 J",
    "(4.0 V)^2 - (2.0 V)^2 = 12 V^2",
    "100 GbE / 8 = 12.5 GB/s",
    "½ × 80 GB = 40 GB",
    "2**6 = 64",
    "3 GB·s⁻¹ × 2 s = 6 GB",
    "W (200) + A (300) = 500 MB",
    "$4.00 / 9 = $0.444 per million tokens",
    "43 - 25 = 18 K",
    "50 - 31 = 19 million",
    "((12 + 3) * 2.5 – 9) / 8 = 3.5625",
    "$2.50 × 8 × 24 × 30 = $14,400/month",
    "198.9 mA*ms / 50 ms = 3.98 mA",
    "10M users × 20 requests/day / 86,400 s × 3 = 6,944 QPS",
    "$2.10/h / (1,500 tokens/s × 3,600 s) × 1M = $0.39",
]
WRONG = [
    "It takes 90 ms (0.09 min).",
    "The total takes 800 KB (8.0 MB)",
    "14 GB / 28 GB/s = 0.5 s = 5 s",
    "3–8 W * 100 = 300–800 Wh",
    "Read (5 MB), compute (8 MB), write (2.5 MB) = 15.5 ms",
    "Check is 28 GB < 0.024 TB",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_as_it_is_meant(text: str) -> None:
    assert {claim.verdict for claim in verify(text, derived=False)} == {Verdict.OK}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_as_it_is_meant(text: str) -> None:
    assert Verdict.WRONG in {claim.verdict for claim in verify(text, derived=False)}


@pytest.mark.parametrize(
    "text",
    [
        "320x320 = 17 ms",
        "100+ ISRs during 280 ms = 5-10 ms overhead",
        "It runs on 6 GB (8 GB phone).",
        "80 GB (8 TB for the rack)",
        "1 h 30 min × 20 W = 30 Wh",
        "420 GB = 6 bytes per parameter",
    ],
)
def test_what_accuses_nobody(text: str) -> None:
    assert Verdict.WRONG not in {claim.verdict for claim in verify(text, derived=False)}


def test_a_coefficient_may_have_its_per_elsewhere() -> None:
    [claim] = verify("88 kWh × 45 g = 3.96 kg", context=["The grid emits 45 g CO2/kWh."])
    assert (claim.verdict, claim.note) == (Verdict.OK, "assumed: 45 g as 45 g/kWh")
    [claim] = verify("88 kWh × 45 g = 3.96 kg")
    assert (claim.verdict, claim.doubt) == (Verdict.WRONG, "an operand may be for each of another")


def test_a_definition_gives_a_symbol_its_value() -> None:
    claims = verify("Kernel size (K): 3\nC_in = 256\nK^2 * C_in = 2304\nK^2 * C_in = 2403", derived=False)
    assert [claim.verdict for claim in claims] == [Verdict.OK, Verdict.WRONG]
