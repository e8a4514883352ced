"""What is needed or kept several times, at once or on top, beside what there is for it."""

from __future__ import annotations

from typing import Any

from each import each
from rules.coherence.test_conclusions import asked

Texts = tuple[str, ...]

CASES: tuple[tuple[str, str, Texts, str, Texts, Texts], ...] = (
    # the rule, what is asked, lines, what is concluded; the numbers with too much, and with what fits
    (
        "QB855",
        "A tag has 1 MB (1,024 KB) of flash and keeps two images there; the loader takes 60 KB.",
        ("Images: 2 * {} KB = {} KB", "With the loader: {1} + 60 = {2} KB"),
        "The images fit in the flash.",
        ("500", "1,000", "1,060"),
        ("450", "900", "960"),
    ),
    (
        "QB855",
        "A phone with 8 GB of RAM runs a chat app. The system ends any app that goes over 3 GB.",
        ("Together: {} GB + 1.3 GB = {} GB",),
        "Yes, {1} GB is a small part of what the phone has, so the app can stay.",
        ("2.2", "3.5"),
        ("1.5", "2.8"),
    ),
)


@each("case", CASES)
def test_what_comes_together_is_held_together(
    audit: Any, case: tuple[str, str, Texts, str, Texts, Texts]
) -> None:
    code, scenario, lines, solution, much, little = case
    for numbers in (much, little):
        said = tuple(one.format(*numbers) for one in lines)
        found = asked(audit, scenario.format(*numbers), said, solution.format(*numbers))
        assert (code in found) == (numbers is much), (scenario, numbers, found)


def test_nothing_is_held_against_one_of_those_that_a_line_counts(audit: Any) -> None:
    lines = ("Tapes for one copy: 960 TB / 8 TB = 120",)
    assert "QB850" not in asked(audit, "A tape holds 8 TB. Two copies are made.", lines, "Buy 240 tapes.")
