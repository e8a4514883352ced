from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qbank.rules.prose.sections import MISTAKE, NAPKIN, Plan, markers, tidy

GOOD_MISTAKE = "**The Pitfall:** a\n**The Rationale:** b\n**The Consequence:** c"
GOOD_NAPKIN = "**Assumptions:** a\n\n**Calculations:**\n- b\n\n**Conclusion & Interpretation:** c"


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        (GOOD_MISTAKE, MISTAKE),
        (GOOD_MISTAKE.replace("\n", " "), MISTAKE),
        (GOOD_NAPKIN, NAPKIN),
        (GOOD_NAPKIN.replace("**Assumptions:**", "**Assumptions & Constraints:**"), NAPKIN),
        (GOOD_NAPKIN + "\n- **Result: Memory-Bound.**\n**Note:** more", NAPKIN),
        ("1. **Assumptions:** a\n2. **Calculations:** b\n3. **Conclusion:** 42", NAPKIN),
    ],
)
def test_tidy_texts(text: str, plan: Plan) -> None:
    assert tidy(text, plan)
    found = markers(text, plan)
    assert [marker.section for marker in found] == [0, 1, 2]
    assert all(marker.exact and not marker.empty for marker in found)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no markers at all",
        GOOD_MISTAKE.replace(" b", ""),
        GOOD_MISTAKE.replace(" c", "\n"),
        GOOD_MISTAKE + "\n**The Pitfall:** again",
        GOOD_MISTAKE.replace("**The Rationale:**", "**Rationale:**"),
        "**The Rationale:** b\n**The Pitfall:** a\n**The Consequence:** c",
    ],
)
def test_untidy_texts(text: str) -> None:
    assert not tidy(text, MISTAKE)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("written", "right"),
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


@pytest.mark.parametrize(
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


PIECES = st.sampled_from(
    [
        "**The Pitfall:**",
        "**The Rationale:**",
        "**The Consequence:**",
        "**Pitfall**:",
        " a",
        "\n",
        "1. ",
        "**b**",
        "*",
    ]
)


@example("**The Pitfall:****Pitfall**:**The Rationale:****Pitfall**:**The Consequence:****Pitfall**:")
@given(st.lists(PIECES, max_size=12).map("".join))
def test_a_tidy_text_has_nothing_to_report_and_the_other_way_round(text: str) -> None:
    found = markers(text, MISTAKE)
    fine = [marker.section for marker in found] == [0, 1, 2] and all(
        marker.exact and not marker.empty for marker in found
    )
    assert tidy(text, MISTAKE) == (fine and "****" not in text)


LABELS = (
    "**", "*", "__", "***", "_", ":", ".", "The Pitfall", "Pitfall", "The Rationale", "Consequences",
    "Calculaton", "Assumptions & Constraints", "Calculations", "Conclusion", "(per GPU)", "x", "\n",
    " ", "- ", "* ", "1. ", "# ",
)  # fmt: skip
_LIST_MARK = r"(?:(?:\d{1,2}[.)]|[-*+•])[ \t]+)?"
_BOLD = re.compile(
    r"(?P<line>^[ \t]*" + _LIST_MARK + r")?(?P<all>(?P<mark>\*{1,3}|_{2,3})[ \t]{0,3}"
    r"(?P<label>[A-Za-z][^*_\n:]{2,60}?)[ \t]{0,3}(?P<inside>[:.]?)"
    r"[ \t]{0,3}(?P=mark)(?P<outside>[ \t]{0,3}:)?)(?P<alone>[ \t]*$)?",
    re.MULTILINE,
)


@given(st.lists(st.sampled_from(LABELS), max_size=14).map("".join), st.sampled_from((MISTAKE, NAPKIN)))
@example("* **Calculations:** a\n- **Conclusion**\nb", NAPKIN)
def test_from_mark_to_mark_is_found_what_one_pattern_for_whole_lines_finds(text: str, plan: Plan) -> None:
    bold = [
        hit.span("all")
        for hit in _BOLD.finditer(text)
        if hit["inside"] or hit["outside"] or (hit["line"] is not None and hit["alone"] is not None)
    ]
    found = [(marker.start, marker.end) for marker in markers(text, plan)]

    if len({marker.section for marker in markers(text, plan)}) < len(plan.markers):
        assert set(found) <= set(bold)
    for start, end in bold:
        label = text[start:end].strip("*_: .\t").lower().removeprefix("the ")
        assert label not in plan.words or (start, end) in found
