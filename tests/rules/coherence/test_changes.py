"""What a solution says of a change, a ridge, a number of things or a period, beside the calculations."""

from __future__ import annotations

from typing import Any

import pytest

from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"
FRAME = (
    "**Assumptions & Constraints:**\n- As the scenario says.\n\n**Calculations:**\n{lines}\n\n"
    "**Conclusion:** The estimate follows."
)
CODES = {"QB908", "QB909", "QB910", "QB911"}

PAIRS: tuple[tuple[str, str, tuple[str, ...], str, str], ...] = (
    # code, scenario, lines, a solution that is wrong, one that is right
    (
        "QB908",
        "The team replaced the tokenizer of the search box.",
        ("Before the swap: 900 requests/s", "After the swap: 1,200 requests/s"),
        "The search box became slower.",
        "The search box became faster.",
    ),
    (
        "QB908",
        "The gallery moved its thumbnails to another codec.",
        ("Old codec: 80 GB", "New codec: 60 GB", "Ratio: 60 / 80 = 75%"),
        "The new codec cuts storage by 75%.",
        "The new codec cuts storage by 25%.",
    ),
    (
        "QB908",
        "The clinic bought another scanner.",
        ("Before: 90 s", "After: 30 s"),
        "A scan is now twice as fast.",
        "A scan is now three times as fast.",
    ),
    (
        "QB909",
        "An attention kernel is profiled on one accelerator.",
        ("Ridge point: 400 TFLOPS / 2 TB/s = 200 FLOP/byte", "Attention: 61 FLOP/byte"),
        "Attention is compute-bound here.",
        "Attention is not compute-bound; it is bandwidth-bound.",
    ),
    (
        "QB910",
        "A stadium has 12 gates, and each of the gates sends 3 MB a minute.",
        ("Traffic: 12 * 3 MB = 36 MB",),
        "The 15 gates send 36 MB a minute.",
        "The 12 gates send 36 MB a minute.",
    ),
    (
        "QB911",
        "A crawler runs on spot machines all the time.",
        ("Per hour: 25 * $2 = $50", "Per day: 24 * $50 = $1,200"),
        "The crawler costs $1,200 per month.",
        "The crawler costs $1,200 per day.",
    ),
)


def _codes(audit: Any, scenario: str, lines: tuple[str, ...], solution: str) -> set[str]:
    math = FRAME.format(lines="\n".join(f"- {line}" for line in lines)).replace("\n", "\n    ")
    text = (
        f'scenario: "{scenario}"\nquestion: What does the estimate give for this system?\ndetails:\n'
        f'  realistic_solution: "{solution}"\n  napkin_math: |\n    {math}\n'
    )
    found = audit({PATH: laid_over(text, PATH)}).findings
    return {one.code for one in found} & CODES


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0]} {pair[1][:40]}")
def test_a_wrong_conclusion_is_found_and_a_right_one_is_not(
    audit: Any, pair: tuple[str, str, tuple[str, ...], str, str]
) -> None:
    code, scenario, lines, wrong, right = pair
    assert code in _codes(audit, scenario, lines, wrong)
    assert _codes(audit, scenario, lines, right) == set()
