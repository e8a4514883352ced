from __future__ import annotations

import dataclasses

from each import each
from qbank.model.taxonomy import Answers, QuestionKind
from qbank.render.lms import gift
from qbank.render.registry import Settings
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import Document
from render.hostile import (
    PIECES,
    document,
    hostile_document,
    hostile_items,
    item,
    options,
    piece,
    plain_items,
)
from render.moodle_rules import Question, read_gift
from render.numeric_items import numeric_items
from render.reading import read_html, text_of, text_of_html

SETTINGS = Settings()


def printed(document: Document) -> str:
    return gift.render(document, SETTINGS).decode()


def read(document: Document) -> list[Question]:
    return read_gift(printed(document))


def test_every_kind_of_question() -> None:
    questions = read(document())
    assert [question.kind for question in questions] == [
        "essay", "multichoice", "numerical", "essay", "essay",
    ]  # fmt: skip
    assert [question.name for question in questions] == [one.id for one in plain_items()]
    assert [question.id for question in questions] == [one.id for one in plain_items()]
    assert {question.category for question in questions} == {"$course$/top/qbank/Week 3: memory"}
    assert "memory" in questions[0].tags
    assert "Which GPU Holds It" in questions[1].text
    choice = [(text_of_html(answer.text), answer.fraction) for answer in questions[1].answers]
    assert choice == [("7GB", 0), ("14GB", 100), ("28GB", 0), ("56GB", 0)]
    assert [(answer.text, answer.tolerance) for answer in questions[2].answers] == [("14", 0.7)]
    assert "cachetakestherest" in text_of_html(questions[0].general)


def test_a_drawing_comes_along() -> None:
    (image,) = read_html(read(document())[0].text).images
    assert image["src"].startswith("data:image/svg+xml;base64,")
    assert image["alt"] == "Bar chart: the cache grows from 2 GB to 40 GB."


@each("name", PIECES)
def test_hostile_text_stays_text_in_every_place(name: str) -> None:
    blocks = read_blocks(piece(name))
    right, wrong = options(blocks, blocks, correct=0)
    choice = item(
        kind=QuestionKind.CHOICE,
        scenario=blocks,
        solution=blocks,
        options=(right, dataclasses.replace(wrong, feedback=blocks)),
        tags=(one_line(piece(name)),),
    )
    (question,) = read(document(choice, title=one_line(piece(name))))
    expected = text_of(blocks)
    assert expected in text_of_html(question.text)
    assert expected in text_of_html(question.general)
    assert [text_of_html(answer.text) for answer in question.answers] == [expected, expected]
    assert [text_of_html(answer.feedback) for answer in question.answers] == ["", expected]
    assert question.id == "cloud-0001"


def test_a_title_that_is_not_to_be_seen_is_a_remark() -> None:
    made = printed(document(item(title="It [is] the cache", shown=frozenset())))
    assert [line for line in made.split("\n") if "the cache" in line and "title" in line] == [
        line for line in made.split("\n") if "[title:It (is) the cache]" in line and line.startswith("//")
    ]
    assert "<strong>It" not in made
    assert "<strong>It" in printed(document(item(title="It is the cache")))


def test_all_hostile_text_at_once() -> None:
    questions = read(hostile_document())
    assert [question.id for question in questions] == [one.id for one in hostile_items()]


def test_a_question_is_never_split_or_taken_for_a_remark() -> None:
    lines = printed(hostile_document()).split("\n")
    starts = [line for line in lines if line.startswith("::")]
    assert len(starts) == len(hostile_items())
    assert all(line[:1] in {"", ":", "=", "~", "#", "}", "/", "$"} for line in lines)


def test_latex_keeps_its_backslashes() -> None:
    formula = item(scenario=read_blocks(r"We have $x \neq \nu$."))
    assert r"\\(x \\neq \\nu\\)" in printed(document(formula))
    assert r"\(x \neq \nu\)" in read(document(formula))[0].text


def test_no_feedback_where_answers_are_not_to_be_shown() -> None:
    assert "####" not in printed(document(answers=Answers.NONE))


def test_numbers_are_graded_by_the_key_alone() -> None:
    items = numeric_items()
    made = document(*(item(id=one.id, kind=QuestionKind.NUMERIC, key=one.key) for one in items))
    for one, question in zip(items, read(made), strict=True):
        assert question.id == one.id
        for probe in one.probes:
            if probe.form != "unit":  # GIFT has no units, and Moodle refuses a response that has one
                assert question.grade(probe.text) == (100 if probe.correct else 0), (one, probe)


def test_the_same_document_gives_the_same_bytes() -> None:
    assert gift.render(hostile_document(), SETTINGS) == gift.render(hostile_document(), SETTINGS)
