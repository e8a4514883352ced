from __future__ import annotations

import dataclasses
import io
import zipfile

from each import each
from qbank.model.taxonomy import Answers, QuestionKind, SetKind
from qbank.render.lms import qti12
from qbank.render.registry import Settings
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import Document
from qbank.sets.answers.numeric_key import key_of
from render.canvas_rules import Package, read
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
from render.reading import read_html, text_of, text_of_html

SETTINGS = Settings()


def printed(document: Document) -> Package:
    return read(qti12.render(document, SETTINGS))


def test_every_kind_of_question() -> None:
    package = printed(document())
    assert package.title == "Week 3: memory"
    assert package.description == '<p dir="auto">Ten minutes, no calculator.</p>'
    assert package.settings["points_possible"] == "25"
    assert [one.kind for one in package.items] == [
        "essay_question",
        "multiple_choice_question",
        "numerical_question",
        "essay_question",
        "essay_question",
    ]
    assert [one.id for one in package.items] == [
        "cloud-0001", "cloud-0002", "cloud-0003_7", "cloud-0004", "cloud-0005",
    ]  # fmt: skip
    assert [one.title for one in package.items] == [one.title for one in plain_items()]
    assert [text_of_html(option) for option in package.items[1].options.values()] == [
        "7GB", "14GB", "28GB", "56GB",
    ]  # fmt: skip
    assert package.items[1].right == "cloud-0002_b"
    assert "cachetakestherest" in text_of_html(package.items[0].feedback["general_fb"])


def test_shapes_of_numeric_answers() -> None:
    answers = {
        "margin": {"value": "14 GB"},
        "exact": {"value": 7, "interval": [7, 7]},
        "range": {"value": 14, "interval": [13, 16]},
    }
    for shape, answer in answers.items():
        (one,) = printed(document(item(kind=QuestionKind.NUMERIC, key=key_of(answer)))).items
        assert one.shape == shape
    # A key at an end of its interval is what New Quizzes refuses as a margin.
    (one,) = printed(
        document(item(kind=QuestionKind.NUMERIC, key=key_of({"value": 14, "interval": [14, 16]})))
    ).items
    assert one.shape == "range"


def test_numbers_are_graded_by_the_key_alone() -> None:
    items = numeric_items()
    made = document(*(item(id=one.id, kind=QuestionKind.NUMERIC, key=one.key) for one in items))
    shapes = set()
    for one, read_back in zip(items, printed(made).items, strict=True):
        assert read_back.id == one.id
        shapes.add(read_back.shape)
        for probe in one.probes:
            if probe.form == "unit":
                assert read_back.grades(probe.text) == (None, None)
            else:
                assert read_back.grades(probe.text) == (probe.correct, probe.correct), (one, probe)
    assert shapes == {"range", "margin", "exact"}


def test_drawings_come_along() -> None:
    package = printed(document())
    (image,) = read_html(package.items[0].text).images
    assert image["src"] == "%24IMS-CC-FILEBASE%24/images/cache.svg"
    figure = plain_items()[0].figure
    assert figure is not None
    assert package.files == {"images/cache.svg": figure.svg}


@each("name", PIECES)
def test_hostile_text_stays_text_in_every_place(name: str) -> None:
    blocks = read_blocks(piece(name))
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
    assert package.title == read_back.title == one_line(piece(name))
    assert text_of_html(package.description) == expected
    assert expected in text_of_html(read_back.text)
    assert [text_of_html(option) for option in read_back.options.values()] == [expected, expected]
    assert expected in text_of_html(read_back.feedback["general_fb"])
    assert text_of_html(read_back.feedback["cloud-0001_b_fb"]) == expected


def test_all_hostile_text_at_once() -> None:
    package = printed(hostile_document())
    assert [one.id for one in package.items] == [one.id for one in hostile_items()]
    assert {one.title for one in package.items} == {hostile_line()}


@each(
    "answers, feedback, correct, hidden",
    [
        (Answers.NONE, False, "false", ""),
        (Answers.COLLAPSED, True, "true", ""),
        (Answers.INLINE, True, "true", ""),
        (Answers.KEY, True, "false", "always"),
    ],
)
def test_where_answers_are_shown(answers: Answers, feedback: bool, correct: str, hidden: str) -> None:
    package = printed(document(answers=answers))
    assert any(one.feedback for one in package.items) is feedback
    assert package.settings["show_correct_answers"] == correct
    assert package.settings["hide_results"] == hidden


def test_exercises_are_for_practice() -> None:
    assert printed(document(kind=SetKind.EXAM)).settings["quiz_type"] == "assignment"
    practice = printed(document(kind=SetKind.EXERCISES)).settings
    assert practice["quiz_type"] == "practice_quiz"
    assert "assignment" not in practice


def test_the_same_document_gives_the_same_bytes_and_a_version_other_names() -> None:
    made = qti12.render(hostile_document(), SETTINGS)
    assert made == qti12.render(hostile_document(), SETTINGS)
    version = zipfile.ZipFile(io.BytesIO(qti12.render(document(version="B"), SETTINGS)))
    assert "qbank_week-3-B/qbank_week-3-B.xml" in version.namelist()
