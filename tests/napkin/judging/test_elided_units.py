"""What lines leave out by habit, and where it stands instead."""

from __future__ import annotations

import pytest

from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify


def verdicts(text: str, *context: str) -> list[Verdict]:
    return [claim.verdict for claim in verify(text, context=context, derived=False)]


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("1,200 kWh × 400 g = 480 kg CO2", "Grid: 400 g CO2 per kWh"),
        ("67,392 kWh × 620 g ≈ 41.78 t CO2", "Site Ost is on a grid at 620 g."),
        ("35,942 kWh * 1.8 L = 64,696 L", "The hall takes 1.8 litres per kWh."),
        ("14 h * 21 Wh = 294 Wh", "It is on 14 hours a day; we counted 21 Wh over an hour."),
        ("2 * 4.36 mJ = 8.72 mW", "The 9.3M network is started twice a second."),
        ("3B * (4 + 4) = 24 GB", "4 GB are left."),
        ("22 − (−18) = 40 K", ""),
        ("12 M cycles / 120 MHz = 0.1 s per second of audio", ""),
    ],
)
def test_what_a_number_is_for_each_of(text: str, context: str) -> None:
    assert verdicts(text, context) == [Verdict.OK]


def test_a_label_says_what_its_result_measures() -> None:
    text = "GPU-hours: 16 * 44.5 = 712\nEnergy: 712 * 0.35 kW = 249 kWh"
    assert verdicts(text) == [Verdict.OK, Verdict.OK]
    assert verdicts(text.replace("249 kWh", "249 kW").replace("GPU-hours", "Number"))[1] is Verdict.OK
    assert verdicts(text.replace("249 kWh", "294 kWh"))[1] is Verdict.WRONG
    text = "FLOP: 2 * 4,096^3 = 1.374e11\nBytes: 3 * 4,096^2 * 2 = 1.007e8\nIntensity: 1.374e11 / 1.007e8"
    assert verdicts(f"{text} = 1,364 FLOP/byte") == [Verdict.OK] * 3
    assert verdicts("Day: 201 + 22 = 223\nLoad: 223 * 2 W = 446 Wh")[1] is Verdict.WRONG


def test_the_label_of_a_line_is_not_that_of_its_operands() -> None:
    text = "Box: 14 h * 21 W = 294 Wh\nPC per year: 365 * 14 h * 0.095 kW = 485.5 kWh"
    assert verdicts(text) == [Verdict.OK, Verdict.OK]


def test_terms_are_for_each_of_a_period_that_the_label_names() -> None:
    text = "Inference: 144 × 1.4 J = 201.6 J per day\nRadio: 24 × 0.9 J = 21.6 J per day"
    assert verdicts(f"{text}\nDay: 201.6 + 21.6 = 223.2 J")[2] is Verdict.OK
    assert verdicts(f"{text}\nDay: 201.6 + 21.6 = 323.2 J")[2] is Verdict.WRONG


def test_large_bare_numbers_are_in_base_units() -> None:
    context = "The card reads 2,039 GB/s."
    assert verdicts("Bytes: 3 * 4,096^2 * 2 = 1.007e8\nTime: 1.007e8 / 2,039e9 = 0.0494 ms", context)[1] == (
        Verdict.OK
    )
