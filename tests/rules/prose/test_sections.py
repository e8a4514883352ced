from __future__ import annotations

from each import each
from qbank.rules.prose.sections import MISTAKE, NAPKIN, SectionPlan, markers

GOOD_MISTAKE = "**The Pitfall:** a\n**The Rationale:** b\n**The Consequence:** c"
GOOD_NAPKIN = "**Assumptions:** a\n\n**Calculations:**\n- b\n\n**Conclusion & Interpretation:** c"


@each(
    "text, plan",
    [
        (GOOD_MISTAKE, MISTAKE),
        (GOOD_MISTAKE.replace("\n", " "), MISTAKE),
        (GOOD_NAPKIN, NAPKIN),
        (GOOD_NAPKIN.replace("**Assumptions:**", "**Assumptions & Constraints:**"), NAPKIN),
        (GOOD_NAPKIN + "\n- **Result: Memory-Bound.**\n**Note:** more", NAPKIN),
        ("1. **Assumptions:** a\n2. **Calculations:** b\n3. **Conclusion:** 42", NAPKIN),
    ],
)
def test_tidy_texts(text: str, plan: SectionPlan) -> None:
    found = markers(text, plan)
    assert [marker.section for marker in found] == [0, 1, 2]
    assert all(marker.exact and not marker.empty for marker in found)


@each(
    "written",
    [
        "**Pitfall:**",
        "**the pitfall:**",
        "**The Pitfall**:",
        "**The Pitfall** :",
        "** The Pitfall: **",
        "***The Pitfall:***",
        "*The Pitfall:*",
        "__The Pitfall:__",
        "**The Pitfal:**",
        "**THE PITFALL.**",
    ],
)
def test_misspelt_markers_are_known_and_can_be_replaced(written: str) -> None:
    text = GOOD_MISTAKE.replace("**The Pitfall:**", written)
    first = markers(text, MISTAKE)[0]
    assert text[first.start : first.end] == written
    assert (first.section, first.right, first.exact, first.certain) == (0, "**The Pitfall:**", False, True)


@each(
    "written, right",
    [
        ("**Assumptions and Constraints:**", "**Assumptions & Constraints:**"),
        ("**Assumption:**", "**Assumptions:**"),
        ("**Calculation:**", "**Calculations:**"),
        ("**Conclusions and Interpretation:**", "**Conclusion & Interpretation:**"),
        ("**Conclusion**:", "**Conclusion:**"),
    ],
)
def test_misspelt_markers_of_napkin_math(written: str, right: str) -> None:
    found = markers(f"Text.\n{written} more", NAPKIN)
    assert [marker.right for marker in found] == [right]


@each(
    "text",
    [
        "the **consequence** of that is clear",
        "**Result:** 42\n**Math:** 6 * 7",
        "Pitfall: one marker without bold is just a word",
        "**Consequential damage:** high",
        "**Rational choice:** no",
    ],
)
def test_emphasis_and_other_words_are_no_markers(text: str) -> None:
    assert markers(text, MISTAKE) == []


def test_markers_that_lost_their_bold_count_when_all_are_there() -> None:
    text = "The Pitfall: a\n\n### The Rationale\nb\n\n3. The Consequence: c"
    found = markers(text, MISTAKE)
    assert [text[marker.start : marker.end] for marker in found] == [
        "The Pitfall:",
        "### The Rationale",
        "The Consequence:",
    ]


def test_a_marker_that_says_more_cannot_simply_be_replaced() -> None:
    marker = markers("**Calculations (per GPU):** 1 + 1 = 2", NAPKIN)[0]
    assert not marker.exact
    assert not marker.certain


def test_a_text_full_of_markers_is_bounded() -> None:
    assert len(markers("**Pitfall:** x\n" * 50_000, MISTAKE)) <= 20
