"""Word, Excel, Anki and H5P: files of these programs, made small, and what comes of them."""

from __future__ import annotations

import base64
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from importing.outcome import Outcome, outcome_of
from importing.test_formats import answers
from qbank.importing.pictures import drawing_of
from qbank.importing.place import Place, SourceError
from qbank.importing.workbook import sheets

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR4nGP4z8AARGBKgQEAJ+4D/Td1ZuYAAAAASUVORK5CYII="
)


def packed(folder: Path, name: str, files: dict[str, str | bytes]) -> Outcome:
    path = folder / name
    with zipfile.ZipFile(path, "w") as package:
        for inner, content in files.items():
            package.writestr(inner, content)
    return outcome_of(path)


def run(text: str, marks: str = "") -> str:
    return f'<w:r><w:rPr>{marks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def line(*runs: str, counted: tuple[int, int] | None = None) -> str:
    number = (
        f'<w:pPr><w:numPr><w:ilvl w:val="{counted[1]}"/><w:numId w:val="{counted[0]}"/></w:numPr></w:pPr>'
        if counted
        else ""
    )
    return f"<w:p>{number}{''.join(runs)}</w:p>"


def document(*lines: str) -> dict[str, str | bytes]:
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{form}"/></w:lvl>'
        for level, form in ((0, "decimal"), (1, "lowerLetter"))
    )
    return {
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{"".join(lines)}</w:body></w:document>',
        "word/numbering.xml": f'<w:numbering xmlns:w="{WORD}"><w:abstractNum w:abstractNumId="0">{levels}'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    }


def test_numbers_of_word_are_counted_and_a_mark_is_the_key(tmp_path: Path) -> None:
    lines = [
        line(run("Which is larger?"), counted=(1, 0)),
        line(run("one"), counted=(1, 1)),
        line(run("two", "<w:b/>"), counted=(1, 1)),
        line(run("Which is red?"), counted=(1, 0)),
        line(run("this", '<w:highlight w:val="yellow"/>'), counted=(1, 1)),
        line(run("that"), counted=(1, 1)),
    ]
    result = packed(tmp_path, "q.docx", document(*lines))
    assert answers(result) == ["two", "this"]
    assert [remark.message for remark in result.remarks] == [
        "right options are told by what is bold",
        "right options are told by what is highlighted",
    ]


def test_typed_numbers_and_an_answer_line_in_word(tmp_path: Path) -> None:
    formula = (
        '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:f><m:num><m:r><m:t>1'
        "</m:t></m:r></m:num><m:den><m:r><m:t>π</m:t></m:r></m:den></m:f></m:oMath>"
    )
    lines = [
        line(run("1. What is "), formula, run(" of it?")),
        line(run("A) few")),
        line(run("B) many")),
        line(run("Answer: B")),
        line(run("2. And then?")),
        line(run("*A. this")),
        line(run("B. that")),
    ]
    result = packed(tmp_path, "q.docx", document(*lines))
    assert answers(result) == ["many", "this"]
    assert result.drafts[0].fields["question"] == r"What is $\frac{1}{\pi}$ of it?"


def test_a_workbook_with_no_numbers_where_it_should_have_them(tmp_path: Path) -> None:
    cells = (
        '<c r="A1" t="s"><v>²</v></c><c r="?" t="s"><v>9</v></c><c t="inlineStr"><is><t>What?</t></is></c>'
    )
    sheet = f'<row r="B10">{cells}</row><row r="{"9" * 5000}">{cells}</row>'
    data = {
        "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="x"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<R><Relationship Id="x" Target="worksheets/sheet1.xml"/></R>',
        "xl/sharedStrings.xml": "<sst><si><t>Question</t></si></sst>",
        "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{sheet}</sheetData></worksheet>",
    }
    with pytest.raises(SourceError, match="no row names the columns"):
        packed(tmp_path, "q.xlsx", data)
    [(name, rows)] = sheets((tmp_path / "q.xlsx").read_bytes(), Place("q.xlsx"))
    assert (name, rows) == ("S", [["", "", "What?"], ["", "", "What?"]])


def test_texts_of_a_workbook_in_several_styles(tmp_path: Path) -> None:
    string = "<r><t>How many </t></r><r><t>bytes</t></r><r><t>?</t></r><rPh><t>nothing</t></rPh>"
    data = {
        "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="x"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<R><Relationship Id="x" Target="worksheets/sheet1.xml"/></R>',
        "xl/sharedStrings.xml": f"<sst><si><t>Question</t></si><si>{string}</si></sst>",
        "xl/worksheets/sheet1.xml": '<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c></row>'
        '<row r="2"><c t="s"><v>1</v></c></row></sheetData></worksheet>',
    }
    [draft] = packed(tmp_path, "q.xlsx", data).drafts
    assert draft.fields["question"] == "How many bytes?"


def test_a_workbook_of_kahoot(tmp_path: Path) -> None:
    header = "Question - max 120 characters|Answer 1 - max 75 characters|Answer 2 - max 75 characters|"
    header += (
        "Answer 3 - max 75 characters|Time limit (sec) – 5, 10 or 20 secs|Correct answer(s) - choose one"
    )
    lines = ["", "|Quiz template", "", "", "", "", "", f"|{header}", "1|What?|one|two|three|90|2"]
    rows = [text.split("|") for text in [*lines, "2|Which?|a|b|c|20|1,3"]]
    texts = list(dict.fromkeys(cell for row in rows for cell in row))
    sheet = ""
    for number, row in enumerate(rows, 1):
        cells = [(column, texts.index(cell)) for column, cell in zip("ABCDEFG", row, strict=False) if cell]
        inner = "".join(f'<c r="{column}{number}" t="s"><v>{at}</v></c>' for column, at in cells)
        sheet += f'<row r="{number}">{inner}</row>'
    strings = "".join(f"<si><t>{text}</t></si>" for text in texts)
    result = packed(
        tmp_path,
        "q.xlsx",
        {
            "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="x"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": '<R><Relationship Id="x" Target="worksheets/sheet1.xml"/></R>',
            "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
            "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{sheet}</sheetData></worksheet>",
        },
    )
    assert answers(result) == ["two", "Right:\n- a\n- c"]
    assert result.drafts[0].fields["expected_time_minutes"] == 2
    assert str(result.drafts[0].place).endswith("q.xlsx!S:9")


@pytest.mark.parametrize(
    ("table", "right"),
    [
        ("Question,Option 1,Option 2,Correct\nq,3,1,1\nq,1,2,2\n", ["1", "2"]),
        ("Question,Option 1,Option 2,Correct\nq,3,1,2\nq,x,y,1\n", ["1", "x"]),
        ("Question,Option A,Option B,Answer\nq,x,y,B\nq,x,y,x\n", ["y", "x"]),
        ("Question,Option 1,Option 2,Correct\nq,x,y,0\nq,x,y,1\n", ["x", "y"]),
        ("Question;Options;Correct\nq;x|y|z;A, C\n", ["Right:\n- x\n- z"]),
        ("Question Text,Question Type,Correct\nq,True/False,false\n", ["False"]),
        ("Question,Option 1,Option 2,Option 3,Correct\nq,a,b,c,1.3\n", ["Right:\n- a\n- c"]),
    ],
)
def test_keys_of_tables(table: str, right: list[str], tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    path.write_text(table)
    assert answers(outcome_of(path)) == right


def collection(model: dict[str, object], notes: list[tuple[str, str]]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE col (models TEXT, decks TEXT)")
        database.execute("CREATE TABLE notes (id, guid, mid, tags, flds)")
        database.execute("CREATE TABLE cards (nid, did)")
        decks = {"5": {"name": "Systems::Memory"}}
        database.execute("INSERT INTO col VALUES (?, ?)", (json.dumps({"7": model}), json.dumps(decks)))
        for number, (tags, fields) in enumerate(notes, 1):
            database.execute("INSERT INTO notes VALUES (?, ?, 7, ?, ?)", (number, f"g{number}", tags, fields))
            database.execute("INSERT INTO cards VALUES (?, 5)", (number,))
        database.commit()
        return database.serialize()


def test_notes_of_anki(tmp_path: Path) -> None:
    model = {"type": 0, "flds": [{"ord": 0, "name": "Front"}, {"ord": 1, "name": "Back"}]}
    notes = [
        (" kv ", '<img src="a.png" alt="A box"><p>What is [latex]$x$[/latex]?</p>\x1fA box.'),
        ("", "It is {{c1::cold::warm?}}.\x1fYes."),
    ]
    files: dict[str, str | bytes] = {
        "collection.anki2": collection(model, [("", f"{'Please update to the latest Anki version'}\x1f")]),
        "collection.anki21": collection(model, notes),
        "media": json.dumps({"0": "a.png"}),
        "0": PNG,
    }
    result = packed(tmp_path, "q.apkg", files)
    first, second = result.drafts
    assert first.fields["question"] == "What is $x$?"
    assert first.fields["details"]["realistic_solution"] == "A box."
    assert first.fields["visual"]["alt"] == "A box"
    assert first.drawing.startswith(b"<svg")
    assert (first.fields["tags"], first.categories) == (["kv"], ("Systems", "Memory"))
    assert second.fields["scenario"] == "It is _____ [warm?]."
    assert "cold" in second.fields["details"]["realistic_solution"]
    files.pop("collection.anki21")
    with pytest.raises(SourceError, match="asks for a newer Anki"):
        packed(tmp_path, "old.apkg", files)


def test_notes_of_anki_as_text(tmp_path: Path) -> None:
    path = tmp_path / "q.txt"
    path.write_text("#separator:tab\n#html:false\n#tags column:3\nWhat is <x>?\tA sign\ta b\n")
    result = outcome_of(path)
    assert result.drafts[0].fields["question"] == "What is <x>?"
    assert (answers(result), result.drafts[0].fields["tags"]) == (["A sign"], ["a", "b"])


def test_questions_of_h5p(tmp_path: Path) -> None:
    choice = {
        "library": "H5P.MultiChoice 1.16",
        "params": {
            "question": "<p>Which?</p>",
            "answers": [
                {"text": "<div>a</div>", "correct": False, "tipsAndFeedback": {"chosenFeedback": "No."}},
                {"text": "<div>b</div>", "correct": True},
            ],
        },
    }
    blanks = {
        "library": "H5P.Blanks 1.14",
        "params": {"text": "Fill.", "questions": ["<p>*a/b:tip* and *c*</p>"]},
    }
    truth = {"library": "H5P.TrueFalse 1.8", "params": {"question": "<p>Is it?</p>", "correct": "false"}}
    spots = {"library": "H5P.DragQuestion 1.14", "params": {}}
    content = {"questions": [choice, blanks, truth, spots]}
    files: dict[str, str | bytes] = {
        "h5p.json": json.dumps({"mainLibrary": "H5P.QuestionSet", "title": "T"}),
        "content/content.json": json.dumps(content),
    }
    result = packed(tmp_path, "q.h5p", files)
    assert answers(result) == ["b", ["- a\n- b", "c"], "False"]
    assert result.drafts[0].fields["mistakes"] == [{"text": "No.", "option": 0}]
    assert [remark.content for remark in result.remarks] == ["question"]


def test_pixels_become_a_drawing() -> None:
    drawing = drawing_of(PNG)
    assert b'width="3" height="2"' in drawing
    assert base64.b64encode(PNG) in drawing
    assert drawing_of(b"\x89PNG\r\n\x1a\n") == b""
    assert drawing_of(b"<svg/>") == b"<svg/>"


ESSAY = (
    "<item><presentation><material><mattext>Why?</mattext></material>"
    '<response_str ident="r"><render_fib/></response_str></presentation></item>'
)


def test_a_package_in_a_package_is_told(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as package:
        package.writestr("x.xml", "<questestinterop/>")
    files: dict[str, str | bytes] = {
        "imsmanifest.xml": "<manifest/>",
        "q.xml": f"<questestinterop>{ESSAY}</questestinterop>",
        "inner.zip": inner.getvalue(),
    }
    result = packed(tmp_path, "q.zip", files)
    assert [remark.message for remark in result.remarks] == [
        "a package within the package; unpack it and import it"
    ]
