from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


@each(
    "scenario, line, code",
    [
        ("A board passes 56 frames and draws 7 W.", "Efficiency: 56 / 7 = 8 FPS per W", "QB305"),
        (
            "8 billion weights at 4.6 bits are read at 102.4 GB/s.",
            "Most: 102.4 / 4.6 = 22.3 tokens/s",
            "QB305",
        ),
        ("A model of 26 GB comes over a link of 100 Gb/s.", "Load: 26 / 100 = 0.26 s", "QB304"),
        (
            "A pair costs $10 per hour.",
            "Four cards: 320 * 0.92 - 141.2 = 153.2 GB, 14 sessions, $10.00 / 14 = $0.71 per session-hour",
            "QB305",
        ),
        ("A logged request has 2.4 kB.", "Collector: 21,000 * 2.4 kB = 50.4 MB/s", "QB305"),
        ("A sensor has 9 million pixels of 12 bits.", "Rate: 9e6 px × 12 / 8 B × 25 = 0.3375 GB/s", "QB305"),
        ("Towers evaporate 1.7 litres per kWh.", "Water: 40,000 kWh × 1.7 L = 68 m3", "QB305"),
        ("Towers evaporate 2 L/kWh.", "Water: 40 kWh × 2 L/kWh = 21.1 gal", "QB305"),
        ("Towers evaporate 2 L/kWh.", "Water: 40 kWh × 2 L/kWh = 90 L", "QB301"),
        ("Towers evaporate 2 L/kWh.", "Water: 40 kWh × 2 L/kWh = 90 in all", "QB304"),
        ("Links move GB.", "Both: 3 × 5.25 / 350 + 0.75 / 50 = 45 + 15 = 60 ms", "QB305"),
        ("Links move GB.", "Both: 3 × 5.25 / 350 + 0.75 / 50 = 45 + 51 = 96 ms", "QB301"),
        ("Links move GB.", "Both: 3 × 5.25 / 350 + 0.75 / 50 = 45 + 15 = 60 s", "QB301"),
        ("Tables are large.", "All: 80 * 32 + 40 = 2.56 + 0.04 = 2.6 GB", "QB305"),
        ("A disk of 4 TB takes recordings.", "Days: 4 TB / 240 GB ≈ 16.7 days", "QB305"),
        ("A disk of 4 TB takes recordings.", "Days: 4 TB / 240 GB ≈ 18.7 days", "QB304"),
        ("A table costs $32.", "All: 80 * 32 + 40 = 2.56 + 0.04 = $2.60", "QB301"),
        ("A need of 29.5 GB meets a card of 24 GB.", "Headroom: 24 - 29.5 = 5.5 GB", "QB304"),
    ],
)
def test_bare_numbers_with_right_digits_only_lack_units(
    audit: Any, scenario: str, line: str, code: str
) -> None:
    snippet = f"scenario: {scenario}\ndetails:\n  napkin_math: '{line}'\n"
    findings = audit({PATH: laid_over(snippet, PATH)}, rules=["QB301", "QB304", "QB305"]).findings
    assert [finding.code for finding in findings] == [code]


def test_digits_that_look_like_the_usual_ones_are_replaced_as_a_whole(audit: Any) -> None:
    line = "Left: 40 ms － 14 ms - 9 ms = １８ ms"
    question = laid_over(f"details:\n  napkin_math: '{line}'\n", PATH)
    (finding,) = audit({PATH: question}, rules=["QB301", "QB304"]).findings
    assert (finding.code, finding.message.split(": ")[1]) == ("QB301", "１８ ms should be 17 ms")
    (edit,) = finding.fix.edits
    assert (question[edit.start : edit.end], edit.replacement) == ("１８", "17")


def test_what_cannot_be_seen_hides_no_wrong_value(audit: Any) -> None:
    question = laid_over("details:\n  napkin_math: 'Left: 40 m\u200ds - 14 ms - 9 ms = 27 ms'\n", PATH)
    assert {one.code for one in audit({PATH: question}).findings} >= {"QB121", "QB301"}


def test_what_pushes_a_claim_out_of_what_is_read_is_no_way_past_the_audit(audit: Any) -> None:
    long_text = "word " * 60_000 + "Left: 40 ms - 14 ms - 9 ms = 99 ms"
    question = laid_over(f"details:\n  napkin_math: '{long_text}'\n", PATH)
    (finding,) = audit({PATH: question}, rules=["QB301", "QB306"]).findings
    assert finding.code == "QB306"
    assert finding.message.endswith("(what stands behind the first 200,000 characters of a text)")


def test_more_parts_than_are_read_are_refused(audit: Any) -> None:
    parts = "".join("- {question: How many?, realistic_solution: Four.}\n" for _ in range(51))
    findings = audit({PATH: laid_over(f"parts:\n{parts}", PATH)}, rules=["QB205"]).findings
    assert "parts: 51 items, at most 50 are allowed" in {finding.message for finding in findings}


def test_a_message_has_room_for_the_ends_of_an_expression(audit: Any) -> None:
    question = laid_over(f"details:\n  napkin_math: 'Left: {'1 ms + ' * 120}1 ms = 400 ms'\n", PATH)
    (finding,) = audit({PATH: question}, rules=["QB301"]).findings
    assert "400 ms should be 121 ms: 1 ms + 1 ms" in finding.message
    assert "1 ms + … + 1 ms" in finding.message
    assert finding.message.endswith("+ 1 ms = 121 ms")
    assert len(finding.message) < 200
