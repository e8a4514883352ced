"""Means where peaks decide, and peaks where means do."""

from __future__ import annotations

import json

from each import each
from qbank.rules.core.question_file import SourceFile
from qbank.rules.formulas.peaks import MeanForPeak

_DAY = "A shop gets 17.28 million orders a day"
_SERVER = "A server takes 25 orders/s"


def _found(scenario: str, math: str) -> int:
    text = json.dumps({"scenario": scenario, "details": {"napkin_math": math}})
    question = SourceFile.from_bytes(text.encode(), "x.yaml").question()
    assert question is not None
    return len(list(MeanForPeak().check(question)))


@each(
    "scenario, math",
    [
        (f"{_DAY}, and 5 times the mean at its peak. {_SERVER}.", "- Servers: 200 / 25 = 8"),
        (f"{_DAY}. The busiest hour, around noon, sees 15 % of them. {_SERVER}.", "- Servers: 200 / 25 = 8"),
        (f"{_DAY}; the peak rate is four times the mean. {_SERVER}.", "- Servers: 200 / 25 = 8"),
    ],
)
def test_machines_for_the_mean(scenario: str, math: str) -> None:
    assert _found(scenario, f"- Mean: 17.28e6 / 86,400 = 200 orders/s\n{math}") == 1


@each(
    "scenario, math",
    [
        (f"{_DAY}, and 5 times the mean at its peak. {_SERVER}.", "- Servers: 5 * 200 / 25 = 40"),
        (f"{_DAY}, without any peak. {_SERVER}.", "- Servers: 200 / 25 = 8"),
        (f"{_DAY}, and 5 times the mean at its peak. {_SERVER}.", "- Busy servers on average: 200 / 25 = 8"),
        (
            f"{_DAY}, and 5 times the mean at its peak. {_SERVER}.",
            "- Servers for the mean: 200 / 25 = 8\n- Peak: 5 * 200 = 1,000\n- Servers: 1,000 / 25 = 40",
        ),
    ],
)
def test_machines_for_the_peak(scenario: str, math: str) -> None:
    assert _found(scenario, f"- Mean: 17.28e6 / 86,400 = 200 orders/s\n{math}") == 0


def test_a_total_takes_the_mean() -> None:
    scenario = "A rack draws 12 kW at its peak and 7 kW on average."
    assert _found(scenario, "- Energy: 12 kW * 8,760 h = 105,120 kWh") == 1
    assert _found(scenario, "- Energy: 7 kW * 8,760 h = 61,320 kWh") == 0
    assert _found(scenario, "- Feed of 3 racks: 3 * 12 kW = 36 kW\n- 7 kW * 24 h = 168 kWh") == 0


@each("total, found", [("700e6 * 86,400 = 6.048e13", 1), ("120e6 * 86,400 = 1.0368e13", 0)])
def test_a_total_of_numbers_in_base_units(total: str, found: int) -> None:
    scenario = "Traces arrive at 120 MB/s on average over the day and at 700 MB/s in the busiest hour."
    assert _found(scenario, f"- Bytes of a day: {total}") == found
