"""Files of Moodle and Canvas that are not ours."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from qbank.importing.draft import ImportResult, SourceError
from qbank.importing.formats import moodle, qti12


def of_moodle(kind: str, inner: str) -> ImportResult:
    return moodle.read(
        f"""<quiz>
<question type="{kind}"><name><text>A name</text></name>
<questiontext format="html"><text>
<![CDATA[<p>A GPU has 80 GB of memory at 2 TB/s.</p><p>What is it?</p>]]></text>
</questiontext>{inner}</question></quiz>""".encode(),
        "q.xml",
    )


def told(result: ImportResult) -> list[str]:
    return [str(remark) for remark in result.remarks]


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
    assert told(result) == ["q.xml:2: not exactly one option is right; taken as an open question with a list"]


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
    assert told(result) == ["q.xml:2: the answer '13 ± 0: 50 %' is taken as text, behind the solution"]


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
    assert told(of_moodle("ddwtos", "")) == ["q.xml:2: a question of the kind 'ddwtos' (A name) is not taken"]
    result = of_moodle("essay", "<mystery>1</mystery><correctfeedback><text>Wow</text></correctfeedback>")
    assert told(result) == ["q.xml:2: <correctfeedback>: Wow", "q.xml:5: <mystery> is not known"]


def test_no_quiz_is_no_moodle_xml() -> None:
    with pytest.raises(SourceError, match="Moodle XML begins with <quiz>, not with <html>"):
        moodle.read(b"<html/>", "q.xml")


ITEM = """<item ident="i1" title="A title"><itemmetadata><qtimetadata><qtimetadatafield>
<fieldlabel>question_type</fieldlabel><fieldentry>{kind}</fieldentry></qtimetadatafield></qtimetadata>
</itemmetadata><presentation><material>
<mattext texttype="text/html">&lt;p&gt;What limits decoding of one user?&lt;/p&gt;</mattext></material>
{shown}</presentation><resprocessing>{graded}</resprocessing></item>"""
OPTION = """<response_label ident="{}"><material><mattext>{}</mattext></material></response_label>"""
CHOICES = f"""<response_lid ident="r" rcardinality="Single"><render_choice>
{OPTION.format(1, "Compute")}{OPTION.format(2, "Memory")}</render_choice></response_lid>"""


def of_canvas(kind: str, shown: str, graded: str) -> ImportResult:
    item = ITEM.format(kind=kind, shown=shown, graded=graded)
    return qti12.read(f"<questestinterop>{item}</questestinterop>".encode(), "q.xml")


def graded(condition: str) -> str:
    return (
        f"<respcondition><conditionvar>{condition}</conditionvar>"
        '<setvar action="Set" varname="SCORE">100</setvar></respcondition>'
    )


def test_an_item_of_canvas() -> None:
    right = graded('<varequal respident="r">2</varequal>')
    for kind in ("multiple_choice_question", ""):
        [draft] = of_canvas(kind, CHOICES, right).drafts
        assert draft.fields["details"] == {"options": ["Compute", "Memory"], "correct_index": 1}
        assert draft.fields["question"] == "What limits decoding of one user?"


def test_several_right_options_of_canvas() -> None:
    both = graded("<and><varequal>1</varequal><not><varequal>2</varequal></not></and>")
    assert of_canvas("multiple_answers_question", CHOICES, both).drafts[0].fields["details"] == {
        "options": ["Compute", "Memory"],
        "correct_index": 0,
    }


@pytest.mark.parametrize(
    ("condition", "interval"),
    [
        ('<varequal margintype="percent" margin="5">20</varequal>', [19, 21]),
        ("<or><varequal>20</varequal><and><vargte>19</vargte><varlte>22</varlte></and></or>", [19, 22]),
        ("<vargte>1.5</vargte><varlte>2.5</varlte>", [1.5, 2.5]),
    ],
)
def test_numbers_of_canvas(condition: str, interval: list[float]) -> None:
    [draft] = of_canvas("numerical_question", "", graded(condition)).drafts
    assert draft.fields["answer"]["interval"] == interval


def package(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_a_package_without_questions() -> None:
    with pytest.raises(SourceError, match="holds no QTI"):
        qti12.read(package({"imsmanifest.xml": b"<manifest/>", "../../evil.xml": b"<x/>"}), "p.zip")


def test_a_zip_bomb_stops_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qbank.importing.archive.LARGEST_FILE", 100_000)
    with pytest.raises(SourceError, match=r"p\.zip!a\.xml: unpacks to more than"):
        qti12.read(package({"a.xml": b" " * 10_000_000}), "p.zip")
    monkeypatch.setattr("qbank.importing.archive.MOST_FILES", 2)
    with pytest.raises(SourceError, match="holds 3 files"):
        qti12.read(package(dict.fromkeys("abc", b"")), "p.zip")


def test_damaged_packages() -> None:
    whole = package({"a.xml": b"<questestinterop/>" * 100})
    for data in (b"PK\x03\x04", whole[:60], whole.replace(b"\x78", b"\x00")[: len(whole) - 10]):
        with pytest.raises(SourceError):
            qti12.read(data, "p.zip")


def test_files_that_nothing_shows_are_told_and_names_lead_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg/>", encoding="utf-8")
    kind = ITEM.format(kind="essay_question", shown="", graded="")
    html = kind.replace("&lt;p&gt;", "&lt;img src='../../secret.svg'/&gt;&lt;p&gt;", 1)
    item = f"<questestinterop>{html}</questestinterop>".encode()
    data = package({"../up.xml": item, "notes.txt": b"x", "imsmanifest.xml": b"<manifest/>"})
    result = qti12.read(data, str(tmp_path / "a" / "q.zip"))
    [draft] = result.drafts
    assert draft.drawing == b""
    assert draft.fields["scenario"] == "*(picture: ../../secret.svg)*"
    assert draft.fields["question"] == "What limits decoding of one user?"
    picture, file = told(result)
    assert "q.zip!../up.xml:1: the picture '../../secret.svg' is not in the source" in picture
    assert file.endswith("q.zip!notes.txt: the file, which no question shows")
