from __future__ import annotations

import dataclasses
from xml.etree import ElementTree

from each import each
from qbank.model.taxonomy import Answers, QuestionKind
from qbank.render.lms import moodle
from qbank.render.registry import Settings
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import Document, Section
from qbank.sets.answers.numeric_key import key_of
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
from render.moodle_rules import Question, read_xml
from render.numeric_items import numeric_items
from render.reading import read_html, text_of, text_of_html

SETTINGS = Settings()


def read(document: Document) -> list[Question]:
    return read_xml(moodle.render(document, SETTINGS))


def test_every_kind_of_question() -> None:
    questions = read(document())
    assert [question.kind for question in questions] == [
        "essay", "multichoice", "numerical", "essay", "essay",
    ]  # fmt: skip
    assert [question.id for question in questions] == [one.id for one in plain_items()]
    assert [question.name for question in questions] == [one.title for one in plain_items()]
    assert [question.points for question in questions] == [5.0] * 5
    choice = [(text_of_html(answer.text), answer.fraction) for answer in questions[1].answers]
    assert choice == [("7GB", 0), ("14GB", 100), ("28GB", 0), ("56GB", 0)]
    assert [(answer.text, answer.tolerance) for answer in questions[2].answers] == [("14", 0.7)]
    assert "cachetakestherest" in text_of_html(questions[0].general)
    assert questions[0].grader == questions[0].general
    assert questions[0].tags[-2:] == ("llm", "memory")


def test_each_section_is_a_category_and_the_first_one_holds_the_introduction() -> None:
    first, second, *_ = plain_items()
    sections = (Section("I/O", (first,)), Section("Links", (second,)))
    made = document(sections=sections)
    assert [question.category for question in read(made)] == [
        "$course$/top/qbank/Week 3: memory/I//O",
        "$course$/top/qbank/Week 3: memory/Links",
    ]
    assert moodle.render(made, SETTINGS).count(b"Ten minutes, no calculator.") == 1


def test_drawings_come_along_as_files() -> None:
    (question, *_) = read(document())
    (image,) = read_html(question.text).images
    assert image["src"] == "@@PLUGINFILE@@/cache.svg"
    figure = plain_items()[0].figure
    assert figure is not None
    assert question.files == {"cache.svg": figure.svg}


def test_hints_are_for_questions_that_moodle_grades() -> None:
    hints = (read_blocks("Count."), read_blocks("Twice."))
    counted, told = item(key=plain_items()[2].key, kind=QuestionKind.NUMERIC, hints=hints), item(hints=hints)
    assert [question.hints for question in read(document(counted))] == [
        ['<p dir="auto">Count.</p>', '<p dir="auto">Twice.</p>']
    ]
    assert [question.hints for question in read(document(told))] == [[]]


@each("name", PIECES)
def test_hostile_text_stays_text_in_every_place(name: str) -> None:
    blocks = read_blocks(piece(name))
    right, wrong = options(blocks, blocks, correct=0)
    choice = item(
        kind=QuestionKind.CHOICE,
        title=one_line(piece(name)),
        scenario=blocks,
        solution=blocks,
        hints=(blocks,),
        options=(right, dataclasses.replace(wrong, feedback=blocks)),
        tags=(one_line(piece(name)),),
    )
    (question,) = read(document(choice))
    expected = text_of(blocks)
    assert question.name == one_line(piece(name))
    assert question.tags[-1] == one_line(piece(name))
    assert expected in text_of_html(question.text)
    assert expected in text_of_html(question.general)
    assert [text_of_html(hint) for hint in question.hints] == [expected]
    assert [text_of_html(answer.text) for answer in question.answers] == [expected, expected]
    assert [text_of_html(answer.feedback) for answer in question.answers] == ["", expected]


def test_all_hostile_text_at_once() -> None:
    questions = read(hostile_document())
    assert [question.id for question in questions] == [one.id for one in hostile_items()]
    assert {question.name for question in questions} == {hostile_line()}
    (image,) = read_html(questions[0].text).images
    assert image["alt"].replace("\u200b", "") == hostile_line()


def test_feedback_is_for_readers_and_the_model_answer_for_graders() -> None:
    questions = read(document(answers=Answers.NONE))
    assert {question.general for question in questions} == {""}
    assert "cachetakestherest" in text_of_html(questions[0].grader)


def test_numbers_are_graded_by_the_key_alone_with_and_without_their_unit() -> None:
    items = numeric_items()
    made = document(*(item(id=one.id, kind=QuestionKind.NUMERIC, key=one.key) for one in items))
    for one, question in zip(items, read(made), strict=True):
        assert question.id == one.id
        for probe in one.probes:
            grade = question.grade(probe.text)
            if grade is None:
                assert probe.form == "unit", (one, probe)
            else:
                assert grade == (100 if probe.correct else 0), (one, probe)


def test_a_response_may_have_a_unit_and_need_not() -> None:
    (question,) = read(document(item(kind=QuestionKind.NUMERIC, key=key_of({"value": "14 GB"}))))
    assert [question.grade(response) for response in ("14", "14 GB", "1.4e1", "15 GB")] == [100, 100, 100, 0]


def test_a_unit_that_is_a_power_of_ten_is_none_that_can_be_typed() -> None:
    (question,) = read(document(item(kind=QuestionKind.NUMERIC, key=key_of({"value": "3e-12 hours"}))))
    assert question.units == {}
    assert question.grade("3 × 10⁻¹² hours") is None
    assert question.grade("3") == 100


def test_the_same_document_gives_the_same_bytes() -> None:
    assert moodle.render(hostile_document(), SETTINGS) == moodle.render(hostile_document(), SETTINGS)


@each("text", ["", "a", "<a> & b", "a]]>b", "]]>]]>", "]]", "x]]]>", "<![CDATA[ x ]]>"])
def test_character_data_is_read_back_as_it_was(text: str) -> None:
    element = ElementTree.fromstring(f"<text>{moodle.cdata(text)}</text>")
    assert (element.text or "") == text
    assert not len(element)
