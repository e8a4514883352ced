"""Moodle XML that is not ours."""

from __future__ import annotations

import pytest

from importing.outcome import Outcome, outcome
from qbank.importing.formats.moodle import reader as moodle
from qbank.importing.place import SourceError


def of_moodle(kind: str, inner: str) -> Outcome:
    return outcome(
        moodle.read,
        f"""<quiz>
<question type="{kind}"><name><text>A name</text></name>
<questiontext format="html"><text>
<![CDATA[<p>A GPU has 80 GB of memory at 2 TB/s.</p><p>What is it?</p>]]></text>
</questiontext>{inner}</question></quiz>""".encode(),
        "q.xml",
    )


def test_a_choice() -> None:
    result = of_moodle(
        "multichoice",
        """<generalfeedback><text>Because.</text></generalfeedback><defaultgrade>3</defaultgrade>
        <answer fraction="0"><text>7 GB</text><feedback><text>Too few.</text></feedback></answer>
        <answer fraction="100"><text>14 GB</text></answer>""",
    )
    [draft] = result.drafts
    assert draft.fields == {
        "title": "A name",
        "scenario": "A GPU has 80 GB of memory at 2 TB/s.",
        "question": "What is it?",
        "points": 3,
        "details": {
            "realistic_solution": "Because.",
            "options": ["7 GB", "14 GB"],
            "correct_index": 1,
        },
        "mistakes": [{"text": "Too few.", "option": 0}],
    }
    assert (draft.place.line, result.remarks) == (2, [])


def test_tags_that_nobody_escaped_are_read_as_html() -> None:
    result = of_moodle(
        "essay",
        '<generalfeedback><text>Explain <i>why</i> a <b title="&lt;">cache &lt; 2</b><hr/></text>'
        "</generalfeedback>",
    )
    [draft] = result.drafts
    assert draft.fields["details"]["realistic_solution"] == "Explain *why* a **cache < 2**"
    assert result.remarks == []


def test_several_right_options_make_an_open_question() -> None:
    result = of_moodle(
        "multichoice",
        '<answer fraction="50"><text>a</text></answer><answer fraction="50"><text>b</text></answer>'
        '<answer fraction="-100"><text>c</text></answer>',
    )
    fields = result.drafts[0].fields
    assert "options" not in fields["details"]
    assert "- a\n- b\n- c" in fields["scenario"]
    assert fields["details"]["realistic_solution"] == "- 50 %:\n\n  a\n- 50 %:\n\n  b\n- -100 %:\n\n  c"
    assert result.messages == [
        "q.xml:2: not exactly one option is right; taken as an open question with a list"
    ]


def test_a_number_with_a_unit_and_a_near_miss() -> None:
    result = of_moodle(
        "numerical",
        """<answer fraction="100"><text>14</text><tolerance>0.7</tolerance></answer>
        <answer fraction="50"><text>13</text><tolerance>0</tolerance></answer>
        <units><unit><multiplier>1</multiplier><unit_name>GB</unit_name></unit>
        <unit><multiplier>1000</multiplier><unit_name>MB</unit_name></unit></units>""",
    )
    fields = result.drafts[0].fields
    assert fields["answer"] == {"value": "14 GB", "interval": ["13.3 GB", "14.7 GB"]}
    assert fields["details"]["realistic_solution"] == "13 ± 0: 50 %"
    assert result.messages == ["q.xml:2: the answer '13 ± 0: 50 %' is taken as text, behind the solution"]


def test_a_unit_that_nobody_knows_stays_in_the_text() -> None:
    result = of_moodle(
        "numerical",
        """<answer fraction="100"><text>3</text><tolerance>0</tolerance></answer>
        <units><unit><multiplier>1</multiplier><unit_name>of (what)</unit_name></unit></units>""",
    )
    assert "of (what)" in result.drafts[0].fields["scenario"]
    assert result.drafts[0].fields["answer"] == {"value": 3, "interval": [3, 3]}


def test_short_answers_and_matching_are_taken_as_text() -> None:
    short = of_moodle("shortanswer", '<answer fraction="100"><text>HBM</text></answer>').drafts[0]
    assert short.fields["details"]["realistic_solution"] == "Accepted answers:\n- HBM (100 %)"
    pairs = of_moodle(
        "matching",
        "<subquestion><text>GPU</text><answer><text>HBM</text></answer></subquestion>"
        "<subquestion><text>MCU</text><answer><text>SRAM</text></answer></subquestion>",
    ).drafts[0]
    assert "- GPU\n- MCU\n\nTo choose from: HBM; SRAM" in pairs.fields["scenario"]
    assert "→ SRAM" in pairs.fields["details"]["realistic_solution"]


def test_what_is_not_taken_is_told() -> None:
    assert of_moodle("stack", "").messages == [
        "q.xml:2: a question of the kind 'stack' ('A name') has no counterpart: A GPU has 80 GB of memory "
        "at 2 TB/s. What is it?"
    ]
    result = of_moodle("essay", "<mystery>1</mystery><correctfeedback><text>Wow</text></correctfeedback>")
    assert result.messages == ["q.xml:5: <mystery> is not known"]
    assert result.drafts[0].fields["details"]["realistic_solution"] == "**When right:**\n\nWow"


def test_no_quiz_is_no_moodle_xml() -> None:
    with pytest.raises(SourceError, match="Moodle XML begins with <quiz>, not with <html>"):
        outcome(moodle.read, b"<html/>", "q.xml")
