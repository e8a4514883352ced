"""Files and packages of Canvas that are not ours."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from each import each
from importing.outcome import Outcome, outcome
from qbank.importing.formats.qti12 import reader as qti12
from qbank.importing.place import SourceError

ITEM = """<item ident="i1" title="A title"><itemmetadata><qtimetadata><qtimetadatafield>
<fieldlabel>question_type</fieldlabel><fieldentry>{kind}</fieldentry></qtimetadatafield></qtimetadata>
</itemmetadata><presentation><material>
<mattext texttype="text/html">&lt;p&gt;What limits decoding of one user?&lt;/p&gt;</mattext></material>
{shown}</presentation><resprocessing>{graded}</resprocessing></item>"""
OPTION = """<response_label ident="{}"><material><mattext>{}</mattext></material></response_label>"""
CHOICES = f"""<response_lid ident="r" rcardinality="Single"><render_choice>
{OPTION.format(1, "Compute")}{OPTION.format(2, "Memory")}</render_choice></response_lid>"""


def of_canvas(kind: str, shown: str, graded: str) -> Outcome:
    item = ITEM.format(kind=kind, shown=shown, graded=graded)
    return outcome(qti12.read, f"<questestinterop>{item}</questestinterop>".encode(), "q.xml")


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


def test_feedback_on_options_of_which_several_are_right() -> None:
    both = graded("<and><varequal>1</varequal><varequal>2</varequal></and>")
    feedback = "".join(
        f'<itemfeedback ident="{ident}_fb"><material><mattext>{text}</mattext></material></itemfeedback>'
        for ident, text in (("1", "Fast."), ("correct", "Well done."))
    )
    item = ITEM.format(kind="multiple_answers_question", shown=CHOICES, graded=both)
    document = f"<questestinterop>{item.replace('</item>', feedback + '</item>')}</questestinterop>"
    [draft] = outcome(qti12.read, document.encode(), "q.xml").drafts
    assert draft.fields["details"]["realistic_solution"] == (
        "Right:\n- Compute\n- Memory\n\n**Compute:**\n\nFast.\n\n**When right:**\n\nWell done."
    )


@each(
    "condition, interval",
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
        outcome(qti12.read, package({"imsmanifest.xml": b"<manifest/>", "../../evil.xml": b"<x/>"}), "p.zip")


def test_a_zip_bomb_stops_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qbank.importing.archive.LARGEST_FILE", 100_000)
    with pytest.raises(SourceError, match=r"p\.zip!a\.xml: unpacks to more than"):
        outcome(qti12.read, package({"a.xml": b" " * 10_000_000}), "p.zip")
    monkeypatch.setattr("qbank.importing.archive.MOST_FILES", 2)
    with pytest.raises(SourceError, match="holds 3 files"):
        outcome(qti12.read, package(dict.fromkeys("abc", b"")), "p.zip")


def test_damaged_packages() -> None:
    whole = package({"a.xml": b"<questestinterop/>" * 100})
    for data in (b"PK\x03\x04", whole[:60], whole.replace(b"\x78", b"\x00")[: len(whole) - 10]):
        with pytest.raises(SourceError):
            outcome(qti12.read, data, "p.zip")


def test_files_that_nothing_shows_are_told_and_names_lead_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg/>", encoding="utf-8")
    kind = ITEM.format(kind="essay_question", shown="", graded="")
    html = kind.replace("&lt;p&gt;", "&lt;img src='../../secret.svg'/&gt;&lt;p&gt;", 1)
    item = f"<questestinterop>{html}</questestinterop>".encode()
    data = package({"../up.xml": item, "notes.txt": b"x", "imsmanifest.xml": b"<manifest/>"})
    result = outcome(qti12.read, data, str(tmp_path / "a" / "q.zip"))
    [draft] = result.drafts
    assert draft.drawing == b""
    assert draft.fields["scenario"] == "*(picture: ../../secret.svg)*"
    assert draft.fields["question"] == "What limits decoding of one user?"
    picture, file = result.messages
    assert "q.zip!../up.xml:1: the picture '../../secret.svg' is not in the source" in picture
    assert file.endswith("q.zip!notes.txt: the file, which no question shows")
