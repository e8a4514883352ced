from __future__ import annotations

from fractions import Fraction
from typing import Any

from each import each
from qbank.importing.exercise.numeric_answers import AcceptedInterval, NumberFormat, answer_of, key_in_words


@each(
    "answer, accepted, form, read",
    [
        ("14 GB", "(accepted: 13.3 GB to 14.7 GB)", NumberFormat("GB"), ["13.3 GB", "14.7 GB"]),
        ("32", "(accepted: exactly 32)", NumberFormat(), [32, 32]),
        ("$2/h", "(accepted: exactly $2/h)", NumberFormat("$/h"), ["$2/h", "$2/h"]),
        (
            "600 × 10⁻⁶",
            "(accepted: 570 × 10⁻⁶ to 630 × 10⁻⁶)",
            NumberFormat("10⁻⁶"),
            ["570 × 10⁻⁶", "630 × 10⁻⁶"],
        ),
        ("31", "(accepted: exactly 32)", NumberFormat(), None),
        ("32", "(accepted: exactly )", NumberFormat(), None),
        ("32", "(accepted: exactly 31 to 33)", NumberFormat(), None),
    ],
)
def test_what_is_accepted(answer: str, accepted: str, form: NumberFormat, read: list[Any] | None) -> None:
    found = key_in_words(answer, accepted, form)
    assert (found and found["interval"]) == read


def test_an_answer_in_a_power_of_ten() -> None:
    interval = AcceptedInterval(Fraction(600), Fraction(570), Fraction(630))
    assert answer_of(interval, NumberFormat("10⁻⁶ hours")) == {
        "value": "600 × 10⁻⁶ hours",
        "interval": ["570 × 10⁻⁶ hours", "630 × 10⁻⁶ hours"],
    }
