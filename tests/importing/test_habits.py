"""Habits of real files, made small: what other programs and people write in ways of their own."""

from __future__ import annotations

import base64
import zipfile
from pathlib import Path

import pytest

from importing.outcome import Outcome, outcome_of
from importing.test_formats import answers
from importing.test_packages import PNG, document, line, packed, run
from qbank.importing.pictures import drawing_of
from qbank.importing.place import SourceError


def read(folder: Path, name: str, text: str) -> Outcome:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return outcome_of(path)


def test_answers_of_gift_have_formats_of_their_own(tmp_path: Path) -> None:
    text = (
        "::a::Which?{~[html]<b>one</b> =[plain]two #[html]<i>yes</i>\n~three}\n\n"
        "It is {~when~=where} it stands.\n\n"
        "How many?{#=7:1 ~9#[html]<b>Likely slip:</b> counts both}\n"
    )
    result = read(tmp_path, "a.gift", text)
    first, second, third = (draft.fields for draft in result.drafts)
    assert first["details"]["options"] == ["**one**", "two", "three"]
    assert "*yes*" in first["details"]["realistic_solution"]
    assert second["details"]["options"] == ["when", "where"]
    assert second["details"]["correct_index"] == 1
    assert third["mistakes"] == [{"text": "counts both", "expression": "9"}]


BLACKBOARD = """<questestinterop>
<item><itemmetadata><bbmd_questiontype>Matching</bbmd_questiontype></itemmetadata><presentation>
<flow><flow><material><mattext>Pair up.</mattext></material></flow>
<flow class="RESPONSE_BLOCK">
<flow><response_lid ident="l1"><render_choice><flow_label><response_label ident="x1"/>
<response_label ident="x2"/></flow_label></render_choice></response_lid>
<flow><material><mattext>left one</mattext></material></flow></flow>
<flow><response_lid ident="l2"><render_choice><flow_label><response_label ident="y1"/>
<response_label ident="y2"/></flow_label></render_choice></response_lid>
<flow><material><mattext>left two</mattext></material></flow></flow></flow>
<flow class="RIGHT_MATCH_BLOCK"><flow><material><mattext>first</mattext></material></flow>
<flow><material><mattext>second</mattext></material></flow></flow></flow></presentation>
<resprocessing>
<respcondition><conditionvar><varequal respident="l1">x2</varequal></conditionvar>
<displayfeedback linkrefid="correct"/></respcondition>
<respcondition><conditionvar><varequal respident="l2">y1</varequal></conditionvar>
<displayfeedback linkrefid="correct"/></respcondition>
<respcondition title="incorrect"><conditionvar><other/></conditionvar>
<displayfeedback linkrefid="incorrect"/></respcondition></resprocessing>
<itemfeedback ident="correct"><material><mattext>Well done</mattext></material></itemfeedback>
<itemfeedback ident="incorrect"><material><mattext>Not quite</mattext></material></itemfeedback></item>
<item><itemmetadata><bbmd_questiontype>Either/Or</bbmd_questiontype></itemmetadata><presentation>
<material><mattext>So?</mattext></material><response_lid ident="r"><render_choice>
<response_label ident="yes_no.true"><material><mattext>yes_no.true</mattext></material></response_label>
<response_label ident="yes_no.false"><material><mattext>yes_no.false</mattext></material></response_label>
</render_choice></response_lid></presentation><resprocessing><respcondition title="correct"><conditionvar>
<varequal respident="r">yes_no.false</varequal></conditionvar><setvar>SCORE.max</setvar></respcondition>
</resprocessing></item>
<item><itemmetadata><bbmd_questiontype>Calculated</bbmd_questiontype></itemmetadata><presentation>
<material><mattext>What is 10 - [x]?</mattext></material><response_str ident="r"><render_fib/></response_str>
</presentation><itemproc_extension><calculated>
<formula>%3Cmath%3E%3Capply%3E%3Cminus/%3E%3Ccn%3E10%3C/cn%3E%3Cci%3Ex%3C/ci%3E%3C/apply%3E%3C/math%3E</formula>
<answer_tolerance>0</answer_tolerance><vars><var name="x" scale="0"><min>1</min><max>9</max></var></vars>
</calculated></itemproc_extension></item>
</questestinterop>"""


def test_blackboard_in_qti(tmp_path: Path) -> None:
    pairs, choice, calculated = read(tmp_path, "bb.xml", BLACKBOARD).drafts
    solution = pairs.fields["details"]["realistic_solution"]
    assert "left one\n\n  → second" in solution
    assert "left two\n\n  → first" in solution
    assert "**When right:**\n\nWell done\n\n**When wrong:**\n\nNot quite" in solution
    assert choice.fields["details"]["options"] == ["Yes", "No"]
    assert choice.fields["details"]["correct_index"] == 1
    assert calculated.fields["question"] == "What is 10 - {x}?"
    assert calculated.fields["derived"]["result"] == {"expression": "(10 - x)"}


def test_feedback_of_qti_is_told_by_what_shows_it(tmp_path: Path) -> None:
    shown = "".join(
        f'<itemfeedback ident="{ident}"><material><mattext>{text}</mattext></material></itemfeedback>'
        for ident, text in (("Q_ALL", "always"), ("Q_C", "good"), ("Q_IC", "bad"), ("77_fb", "about one"))
    )

    def condition(variables: str, *links: str) -> str:
        points = (
            "" if "other" in variables or "77_fb" in links else '<setvar varname="que_score">100</setvar>'
        )
        feedback = "".join(f'<displayfeedback linkrefid="{link}"/>' for link in links)
        return f"<respcondition><conditionvar>{variables}</conditionvar>{points}{feedback}</respcondition>"

    item = (
        "<item><presentation><material><mattext>Name it.</mattext></material>"
        '<response_str ident="r"><render_fib/></response_str></presentation><resprocessing>'
        + condition('<varequal respident="r">one</varequal>', "Q_C", "Q_ALL")
        + condition("<other/>", "Q_IC", "Q_ALL")
        + condition('<varequal respident="r">uno</varequal>', "77_fb")
        + f"</resprocessing>{shown}</item>"
    )
    [draft] = read(tmp_path, "f.xml", f"<questestinterop>{item}</questestinterop>").drafts
    assert draft.fields["details"]["realistic_solution"] == (
        "Accepted answers:\n- one\n\nalways\n\n**When right:**\n\ngood\n\n**When wrong:**\n\nbad\n\n"
        "**uno:**\n\nabout one"
    )


def test_lists_of_gaps_of_new_quizzes(tmp_path: Path) -> None:
    labels = "".join(
        f'<response_label ident="{one}" answer_type="dropdown"><material><mattext>{one}</mattext></material>'
        "</response_label>"
        for one in ("red", "blue")
    )
    gaps = "".join(
        f'<response_lid ident="response_{name}"><material><mattext>{right}</mattext></material>'
        f"<render_choice>{labels}</render_choice></response_lid>"
        for name, right in (("g-1", "red"), ("g-2", "blue"))
    )
    key = "".join(
        f'<respcondition><conditionvar><varequal respident="response_{name}">{right}</varequal>'
        "</conditionvar>"
        '<setvar varname="SCORE">50</setvar></respcondition>'
        for name, right in (("g-1", "red"), ("g-2", "blue"))
    )
    text = (
        "<questestinterop><item><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type"
        "</fieldlabel><fieldentry>fill_in_multiple_blanks_question</fieldentry></qtimetadatafield>"
        "</qtimetadata></itemmetadata><presentation><material><mattext>A [g-1] and a [g-2].</mattext>"
        "</material>"
        f"{gaps}</presentation><resprocessing>{key}</resprocessing></item>"
        '<bankentry_item item_ref="gone"/></questestinterop>'
    )
    result = read(tmp_path, "n.xml", text)
    [draft] = result.drafts
    assert draft.fields["scenario"] == "A (1) and a (2)."
    assert [part["answer"] for part in draft.fields["parts"]] == ["red", "blue"]
    assert [remark.message for remark in result.remarks] == [
        "a question of a bank that is not in the file ('gone'); export the bank too"
    ]


def test_one_damaged_file_of_a_package_leaves_the_others(tmp_path: Path) -> None:
    item = (
        '<assessmentItem identifier="a" title="A"><responseDeclaration identifier="RESPONSE" '
        'cardinality="single" baseType="identifier"><correctResponse><value>y</value></correctResponse>'
        '</responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE">'
        "<prompt>Which?</prompt>"
        '<simpleChoice identifier="x">one</simpleChoice><simpleChoice identifier="y">two</simpleChoice>'
        "</choiceInteraction></itemBody></assessmentItem>"
    )
    manifest = '<manifest><resource type="imsqti_item_xmlv2p1" href="a.xml"/></manifest>'
    result = packed(
        tmp_path, "p.zip", {"imsmanifest.xml": manifest, "a.xml": item, "b.xml": "<assessmentItem></oops>"}
    )
    assert answers(result) == ["two"]
    assert [remark.message for remark in result.remarks] == ["not well-formed XML: mismatched tag"]


PICTURE = "data:image/png;base64," + base64.b64encode(PNG).decode()


def test_all_pictures_come_along(tmp_path: Path) -> None:
    def moodle(stem: str, options: str = "") -> str:
        choices = (
            options or '<answer fraction="100"><text>one</text></answer><answer><text>two</text></answer>'
        )
        file = f'<file name="a.png" encoding="base64">{base64.b64encode(PNG).decode()}</file>'
        return (
            '<quiz><question type="multichoice"><name><text>n</text></name><questiontext format="html"><text>'
            f"<![CDATA[{stem}]]></text>{file}</questiontext>{choices}</question></quiz>"
        )

    [alone] = read(
        tmp_path, "one.xml", moodle('<p>See <img src="@@PLUGINFILE@@/a.png" alt="a roof">. Is it?</p>')
    ).drafts
    assert alone.fields["question"] == "See (see the figure). Is it?"
    assert alone.fields["visual"]["alt"] == "a roof"
    assert alone.drawing == drawing_of(PNG)

    shown = f'<img src="{PICTURE}" alt="right">'
    options = (
        f'<answer fraction="100" format="html"><text><![CDATA[{shown}]]></text></answer>'
        '<answer><text><![CDATA[<img src="gone.png" alt="a wrong one">]]></text></answer>'
    )
    result = read(tmp_path, "two.xml", moodle('<p>Look.</p><p><img src="@@PLUGINFILE@@/a.png"></p>', options))
    [several] = result.drafts
    assert several.fields["details"]["options"] == ["(picture 2)", "a wrong one"]
    assert several.fields["visual"]["alt"] == "Picture 1: TODO: describe it. Picture 2: right."
    assert several.drawing.count(b"<image") == 2
    assert [remark.message for remark in result.remarks] == [
        "the picture 'gone.png' is not in the source; its description is taken"
    ]


def test_a_drawing_that_could_act_becomes_an_image_of_itself() -> None:
    quiet = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0"/></svg>'
    assert drawing_of(quiet) == quiet
    for active in (b"<script>x()</script>", b'<a onload="x()"/>', b'<image href="https://a.test/b.png"/>'):
        shown = drawing_of(quiet.replace(b"<path", active + b"<path"))
        assert shown.startswith(b"<svg")
        assert b"data:image/svg+xml;base64," in shown
        assert active not in shown


def test_pictures_beside_a_chapter(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "a.png").write_bytes(PNG)
    (tmp_path.parent / "secret.png").write_bytes(PNG)
    text = (
        "### 1.\n\n![a roof](img/a.png) Which?\n\n- [x] one\n- [ ] two\n\n"
        "### 2.\n\n![x](../secret.png) Why?\n"
    )
    result = read(tmp_path, "c.md", text)
    first, second = result.drafts
    assert first.fields["visual"]["alt"] == "a roof"
    assert "*(see the figure)* Which?" in first.fields["question"]
    assert not second.drawing
    assert result.remarks[0].message == (
        "the picture '../secret.png' is not in the source; its description is taken"
    )


def test_word_without_letters_and_with_true_or_false(tmp_path: Path) -> None:
    lines = [
        line(run("1. Which is it?")),
        line(run("this")),
        line(run("that", "<w:b/>")),
        line(run("2. Water is wet. ("), run("True", "<w:b/>"), run(" / False)")),
        line(run("3. Как называется?")),
        line(run("а) так")),
        line(run("*б) иначе")),
        line(run("4. Which one?")),
        line(run("a) this"), run(" or that")),
        line(run("b) "), run("none", "<w:b/>")),
    ]
    assert answers(packed(tmp_path, "w.docx", document(*lines))) == ["that", "True", "иначе", "none"]


def test_lettered_items_are_options_where_others_are(tmp_path: Path) -> None:
    text = (
        "## Exercise 1\n\nWhich?\n\na) one\n*b) two\nc) three\n\n"
        "## Exercise 2\n\nWhat?\n\na) four\nb) five\nc) six\n"
    )
    result = read(tmp_path, "q.md", text)
    assert [draft.fields["details"].get("correct_index") for draft in result.drafts] == [1, None]
    assert result.drafts[1].fields["details"]["options"] == ["four", "five", "six"]
    assert [remark.content for remark in result.remarks if remark.lost] == ["key"]


def test_lists_with_a_mark_and_headings_below_a_heading(tmp_path: Path) -> None:
    marked = "# Quiz\n\n* Which?\n    - one\n    - !two\n\n* What?\n    - !three\n    - four\n"
    assert answers(read(tmp_path, "l.md", marked)) == ["two", "three"]
    headings = (
        "#### Q1. A long story.\n\n#### Which one?\n\n- [ ] a\n- [x] b\n\n#### Q2. Why?\n\n- [x] c\n- [ ] d\n"
    )
    assert answers(read(tmp_path, "h.md", headings)) == ["b", "c"]


def test_a_quiz_without_an_end_stays_whole(tmp_path: Path) -> None:
    one, two = (f"<quiz>\nWhat is {name}?\n- [x] a\n- [ ] b\n\nBecause of {name}.\n" for name in ("x", "y"))
    result = read(tmp_path, "q.md", one + two)
    assert [draft.fields["question"] for draft in result.drafts] == ["What is x?", "What is y?"]
    solutions = [draft.fields["details"]["realistic_solution"] for draft in result.drafts]
    assert solutions == ["Because of x.", "Because of y."]


def test_a_note_of_several_lines_stands_where_it_begins(tmp_path: Path) -> None:
    result = read(tmp_path, "n.txt", '#separator:tab\nWhat\t"one\ntwo"\nWhich\tthree\n')
    assert [draft.place.line for draft in result.drafts] == [2, 4]


def test_notes_without_headers(tmp_path: Path) -> None:
    result = read(tmp_path, "n.txt", "1 x 1 =\t1\n1 x 2 =\t2\n1 x 3 =\t3\n")
    assert [draft.fields["details"]["realistic_solution"] for draft in result.drafts] == ["1", "2", "3"]
    words = ("dance", "sing", "jump")
    cloze = "".join(f"{at}\tSpell it.\t{word}: {{{{c1::x}}}}\n" for at, word in enumerate(words))
    first, *_ = read(tmp_path, "c.txt", cloze).drafts
    assert first.fields["scenario"] == "Spell it.\n\ndance: _____"


def test_exercises_of_r_with_the_line_ends_of_windows(tmp_path: Path) -> None:
    text = (
        "Question\n========\n\nHow much?\n\nMeta-information\n================\nexname: a\nextype: num\n"
        "exsolution: 5\nextol: 1\n"
    )
    [draft] = read(tmp_path, "a.Rmd", text.replace("\n", "\r\n")).drafts
    assert draft.fields["answer"] == {"value": 5, "interval": [4, 6]}
    printed = text.replace("How much?\n", "How much?\n\n```{r}\nprint(x)\n```\n")
    result = read(tmp_path, "b.Rmd", printed)
    assert result.drafts == []
    assert result.remarks[0].message.startswith("the exercise ('a') is computed by R")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "a.xml",
            b'<quiz xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>a</title></quiz>',
            "Canvas",
        ),
        ("a.xml", b"<questestinterop><assessment/></questestinterop>", "no question in it"),
        ("a.bin", b"PQ" + b"x" * 5000 + b"\0\0", "it may be damaged"),
    ],
)
def test_what_holds_no_questions(name: str, content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError, match=said):
        outcome_of(path)


def test_a_paper_of_ours_is_no_quiz_in_word(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="rendered to be printed"):
        packed(tmp_path, "p.docx", document(line(run("1. Which?")), line(run("Question: cloud-0001"))))


def test_names_of_packages_lead_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "p.zip"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("imsmanifest.xml", "<manifest/>")
        package.writestr("../../evil.xml", "<questestinterop><item/></questestinterop>")
        package.writestr("/abs/evil.xml", "<questestinterop><item/></questestinterop>")
    before = sorted(tmp_path.parent.rglob("evil.xml"))
    outcome_of(path)
    assert sorted(tmp_path.parent.rglob("evil.xml")) == before == []
