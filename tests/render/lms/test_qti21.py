from __future__ import annotations

import dataclasses
import io
import zipfile

from each import each
from qbank.model.taxonomy import Answers, QuestionKind
from qbank.render.lms import qti21
from qbank.render.registry import Settings
from qbank.render.text.blocks import one_line, read_blocks, read_line
from qbank.render.text.document import Document, Section, Table, TableBlock
from render.hostile import (
    PIECES,
    document,
    hostile_document,
    hostile_items,
    hostile_line,
    item,
    options,
    piece,
    plain_items,
)
from render.numeric_items import numeric_items
from render.qti_rules import QTI, Package, one, read, shown_text
from render.reading import text_of

SETTINGS = Settings()


def printed(document: Document) -> Package:
    return read(qti21.render(document, SETTINGS))


def test_every_kind_of_question() -> None:
    package = printed(document())
    assert package.title == "Week 3: memory"
    assert [one.id for one in package.items] == [
        "cloud-0001", "cloud-0002", "cloud-0003_7", "cloud-0004", "cloud-0005",
    ]  # fmt: skip
    assert [one.kind for one in package.items] == ["string", "identifier", "float", "string", "string"]
    assert package.items[1].choices == {"a": "7GB", "b": "14GB", "c": "28GB", "d": "56GB"}
    assert [package.items[1].score(choice) for choice in ("a", "b", None)] == [0, 5, 0]
    assert package.items[2].correct == "14"
    assert [package.items[0].score(essay) for essay in ("anything", None)] == [0, 0]


def test_the_model_answer_comes_after_answering_and_not_before() -> None:
    for read_back in printed(document()).items:
        assert "Sizingbytheweightsalone" not in shown_text(read_back.body)
        (feedback,) = read_back.feedback("a")
        assert "Sizingbytheweightsalone" in feedback


def test_an_option_has_its_own_feedback() -> None:
    right, wrong = options(read_blocks("x"), read_blocks("y"), correct=0)
    choice = item(
        kind=QuestionKind.CHOICE,
        options=(right, dataclasses.replace(wrong, feedback=read_blocks("Counts twice."))),
    )
    (read_back,) = printed(document(choice)).items
    assert [len(read_back.feedback(response)) for response in ("a", "b", None)] == [1, 2, 1]
    assert read_back.feedback("b")[0] == "Countstwice."


def test_where_answers_are_shown() -> None:
    silent = printed(document(answers=Answers.NONE))
    assert all(not read_back.feedback("b") for read_back in silent.items)
    modes = {
        answers: one(printed(document(answers=answers)).test, "testPart").get("submissionMode")
        for answers in Answers
    }
    assert modes == {
        Answers.NONE: "simultaneous",
        Answers.COLLAPSED: "individual",
        Answers.INLINE: "individual",
        Answers.KEY: "simultaneous",
    }


def test_sections_and_introduction() -> None:
    first, second, *_ = plain_items()
    package = printed(document(sections=(Section("A & B", (first,)), Section("", (second,)))))
    sections = list(package.test.iter(f"{QTI}assessmentSection"))
    assert [(section.get("title"), section.get("visible")) for section in sections] == [
        ("A & B", "true"),
        ("Week 3: memory", "false"),
    ]
    assert [shown_text(one(section, "rubricBlock")) for section in sections[:1]] == [
        "Tenminutes,nocalculator."
    ]
    assert not sections[1].findall(f"{QTI}rubricBlock")


def test_numbers_are_graded_by_the_key_alone() -> None:
    items = numeric_items()
    made = document(*(item(id=one.id, kind=QuestionKind.NUMERIC, key=one.key, points=2) for one in items))
    for number, read_back in zip(items, printed(made).items, strict=True):
        assert read_back.id == number.id
        assert read_back.score(None) == 0
        for probe in number.probes:
            expected = 2 if probe.correct and probe.form != "unit" else 0
            assert read_back.score(probe.text) == expected, (number, probe)


def test_drawings_come_along() -> None:
    figure = plain_items()[0].figure
    assert figure is not None
    package = printed(document())
    assert package.files == {"images/cache.svg": figure.svg}
    (image,) = package.items[0].body.iter(f"{QTI}img")
    assert image.get("src") == "../images/cache.svg"
    assert image.get("alt") == "Bar chart: the cache grows from 2 GB to 40 GB."


def test_formulas_lists_and_tables_are_what_qti_knows() -> None:
    scenario = read_blocks("Say $x \\neq \\frac{a}{b}$.\n\n3. c\n4. d\n\n$$y$$\n\n```python\nz\n```")
    table = Table("", TableBlock((read_line("a"), read_line("b")), ()))
    (read_back,) = printed(document(item(scenario=scenario, tables=(table,)))).items
    assert len(list(read_back.body.iter("{http://www.w3.org/1998/Math/MathML}math"))) == 2


@each("name", PIECES)
def test_hostile_text_stays_text_in_every_place(name: str) -> None:
    blocks = read_blocks(
        piece(name).replace("$", "€")
    )  # formulas are elements here, and have no text to compare
    right, wrong = options(blocks, blocks, correct=0)
    choice = item(
        kind=QuestionKind.CHOICE,
        title=one_line(piece(name)),
        scenario=blocks,
        solution=blocks,
        options=(right, dataclasses.replace(wrong, feedback=blocks)),
    )
    package = printed(document(choice, title=one_line(piece(name)), intro=blocks))
    (read_back,) = package.items
    expected = text_of(blocks)
    assert package.title == read_back.root.get("title") == one_line(piece(name))
    assert expected in shown_text(read_back.body)
    assert list(read_back.choices.values()) == [expected, expected]
    own, general = read_back.feedback("b")
    assert own == expected
    assert expected in general
    assert expected == shown_text(next(package.test.iter(f"{QTI}rubricBlock")))


def test_all_hostile_text_at_once() -> None:
    package = printed(hostile_document())
    assert [one.id for one in package.items] == [one.anchor for one in hostile_items()]
    assert {one.root.get("title") for one in package.items} == {hostile_line()}


def test_the_same_document_gives_the_same_bytes() -> None:
    made = qti21.render(hostile_document(), SETTINGS)
    assert made == qti21.render(hostile_document(), SETTINGS)
    assert {entry.date_time[0] for entry in zipfile.ZipFile(io.BytesIO(made)).infolist()} == {1980}
