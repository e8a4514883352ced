"""QB923 and QB924: values that a sentence compares, and what several things have together."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import reported


def codes(
    audit: Any,
    *,
    scenario: str = "A kiosk renders a map.",
    line: str = "Map: 2 * 3 MB = 6 MB",
    solution: str = "See the line.",
) -> set[str]:
    """Return the codes of what is reported about a question."""
    return reported(audit, scenario=scenario, lines=[line], solution=solution) & {"QB923", "QB924"}


@each(
    "solution",
    [
        "37 ms fit into 33.3 ms.",
        "The work of 37 ms fits into the budget of 33.3 ms.",
        "The arena of 210 KB fits into the 192 KB of the chip.",
        "The kiosk draws 9 W, and 9 W stays well under 8 W.",
        "The 12 GB of the map are more than 16 GB.",
    ],
)
def test_a_comparison_the_other_way_round(audit: Any, solution: str) -> None:
    assert codes(audit, solution=solution) == {"QB923"}


@each(
    "solution",
    [
        "31 ms fit into 33.3 ms.",
        "37 ms do not fit into 33.3 ms.",
        "That is 0.8 W above the 3.2 W limit.",
        "It moves from above 30 ms to below 16 ms.",
        "That is 25 KB more than the 272 KB there are.",
        "The map of 52 KB fits with 12 KB to spare.",
        "70 GB of weights and 11 GB of runtime exceed 80 GB.",
        "If 37 ms fit into 33.3 ms, nobody would ask.",
    ],
)
def test_what_a_sentence_does_not_compare(audit: Any, solution: str) -> None:
    assert codes(audit, solution=solution) == set()


@each(
    "scenario, line",
    [
        ("All 70 gauges together send 8 MB a month.", "Fleet: 70 * 8 MB = 560 MB"),
        ("A hut has 5 heaters. In total they draw 4 kW.", "Power: 5 × 4 kW = 20 kW"),
        ("A rig has six cards. As a whole the rig draws 3 kW.", "Power: 6 * 3 kW = 18 kW"),
    ],
)
def test_a_total_times_the_number(audit: Any, scenario: str, line: str) -> None:
    assert codes(audit, scenario=scenario, line=line) == {"QB924"}


@each(
    "scenario, line",
    [
        ("All 70 gauges send 8 MB a month each.", "Fleet: 70 * 8 MB = 560 MB"),
        ("A hut has 5 heaters of 4 kW, together with 2 lamps.", "Power: 5 × 4 kW = 20 kW"),
        ("There are 9 rigs. The six cards of a rig draw 3 kW together.", "Power: 9 * 3 kW = 27 kW"),
        ("It takes 48 pictures. The fan draws 3 W. Camera and chip together draw 2 W.", "48 * 2 W = 96 W"),
        ("Three copies are kept of all logs, together 40 GB.", "Stored: 3 * 40 GB = 120 GB"),
    ],
)
def test_a_total_that_is_there_several_times(audit: Any, scenario: str, line: str) -> None:
    assert codes(audit, scenario=scenario, line=line) == set()
