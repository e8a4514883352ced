from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from qbank.importing.exercise.numeric_answers import answer_of, key_in_words
from qbank.importing.exercise.stem import Form


@pytest.mark.parametrize(
    ("answer", "accepted", "form", "read"),
    [
        ("14 GB", "(accepted: 13.3 GB to 14.7 GB)", Form("GB"), ["13.3 GB", "14.7 GB"]),
        ("32", "(accepted: exactly 32)", Form(), [32, 32]),
        ("$2/h", "(accepted: exactly $2/h)", Form("$/h"), ["$2/h", "$2/h"]),
        (
            "600 × 10⁻⁶",
            "(accepted: 570 × 10⁻⁶ to 630 × 10⁻⁶)",
            Form("10⁻⁶"),
            ["570 × 10⁻⁶", "630 × 10⁻⁶"],
        ),
        ("31", "(accepted: exactly 32)", Form(), None),
        ("32", "(accepted: exactly )", Form(), None),
        ("32", "(accepted: exactly 31 to 33)", Form(), None),
    ],
)
def test_what_is_accepted(answer: str, accepted: str, form: Form, read: list[Any] | None) -> None:
    found = key_in_words(answer, accepted, form)
    assert (found and found["interval"]) == read


def test_an_answer_in_a_power_of_ten() -> None:
    found = answer_of(Fraction(600), Fraction(570), Fraction(630), Form("10⁻⁶ hours"))
    assert found == {"value": "600 × 10⁻⁶ hours", "interval": ["570 × 10⁻⁶ hours", "630 × 10⁻⁶ hours"]}
