"""Means without their weights, and peaks that count for a whole period."""

from __future__ import annotations

from each import each
from qbank.rules.formulas.means import mistaken
from rules.formulas.test_conversions import ledger_of

MILLS = "Mill A used 400 MWh at 100 g CO2/kWh, mill B 100 MWh at 500 g CO2/kWh."
SUM = "- Energy: 400 + 100 = 500 MWh"
PUMP = "A pump house draws 8 kW at its peak and, over the year, 3 kW on average."


@each(
    "scenario, math",
    [
        (MILLS, SUM + "\n- Mean: (100 + 500) / 2 = 300 g CO2/kWh\n- Emissions: 500 MWh * 300 g/kWh = 150 t"),
        (
            "A desk sorts 600 letters at 30 per second and 600 parcels at 10 per second.",
            "- Items: 600 + 600 = 1,200\n- Rate: (30 + 10) / 2 = 20 per second\n- Time: 1,200 / 20 = 60 s",
        ),
        (PUMP, "- Energy: 8 kW * 8,760 h = 70,080 kWh"),
        (
            "Traces come at 20 MB/s on average and at 90 MB/s in the evening peak.",
            "- A day: 90e6 * 86,400 = 7.776e12 bytes",
        ),
    ],
)
def test_a_mean_or_a_peak_that_is_none(scenario: str, math: str) -> None:
    assert len(list(mistaken(ledger_of(scenario, math)))) == 1


@each(
    "scenario, math",
    [
        (MILLS, SUM + "\n- Emissions: 400 MWh * 100 g/kWh + 100 MWh * 500 g/kWh = 90 t"),
        (
            "Two mills used 250 MWh each, at 100 and 500 g CO2/kWh.",
            "- 250 + 250 = 500 MWh\n- Mean: (100 + 500) / 2 = 300 g/kWh\n- 500 MWh * 300 g/kWh = 150 t",
        ),
        ("The shop burns 400 MWh by day and 100 MWh at night; offers are 0.1 and 0.3 $/kWh.", SUM),
        (PUMP, "- Energy: 3 kW * 8,760 h = 26,280 kWh\n- At its peak: 8 kW * 8,760 h = 70,080 kWh"),
        (PUMP, "- Fuse: 1.25 * 8 kW = 10 kW"),
        (PUMP, "- One hour at the peak: 8 kW * 1 h = 8 kWh"),
    ],
)
def test_what_is_multiplied_with_its_own(scenario: str, math: str) -> None:
    assert list(mistaken(ledger_of(scenario, math))) == []
