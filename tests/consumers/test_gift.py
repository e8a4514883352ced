"""GIFT read by gift-pegjs, whose grammar is stricter than Moodle's, and by pygiftparser."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from consumers.places import PROGRAMS, needs, node_module, python_of, run
from qbank.model.taxonomy import QuestionKind
from qbank.render.lms import gift
from qbank.render.lms.items import accepted_numbers
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
from render.moodle_rules import Answer, Question
from render.numeric_items import NumericItem, numeric_items
from render.reading import text_of, text_of_html


def by_pegjs(*documents: Document) -> list[list[dict[str, Any]]]:
    command = ["node", PROGRAMS / "gift.mjs", node_module("gift-pegjs")]
    files = run(command, given=[printed(one) for one in documents])
    return [[question for question in file if question["type"] != "Category"] for file in files]


def by_pygiftparser(*documents: Document) -> list[list[dict[str, Any]]]:
    python = needs("pygiftparser", python_of("gift", "pygiftparser"))
    return run([python, PROGRAMS / "gift.py"], given=[printed(one) for one in documents])


def printed(document: Document) -> str:
    return gift.render(document, Settings()).decode()


def numeric_document(items: list[NumericItem]) -> Document:
    return document(*(item(id=one.id, kind=QuestionKind.NUMERIC, key=one.key) for one in items))


def grade(numbers: list[tuple[float, float]], response: str) -> float | None:
    """Grade by the rule of Moodle, which is where GIFT goes."""
    answers = [Answer(repr(value), 100, tolerance=tolerance) for value, tolerance in numbers]
    return Question("numerical", "", answers=answers).grade(response)


def test_every_kind_of_question_by_pegjs() -> None:
    (questions,) = by_pegjs(document())
    assert [question["type"] for question in questions] == ["Essay", "MC", "Numerical", "Essay", "Essay"]
    assert [question["title"] for question in questions] == [one.id for one in plain_items()]
    assert [question["id"] for question in questions] == [one.id for one in plain_items()]
    assert "memory" in questions[0]["tags"]
    assert "cachetakestherest" in text_of_html(questions[0]["globalFeedback"]["text"])


def test_every_kind_of_question_by_pygiftparser() -> None:
    (questions,) = by_pygiftparser(document())
    assert [question["title"] for question in questions] == [one.id for one in plain_items()]
    assert [question["kind"] for question in questions] == [
        "Essay", "SelectSet", "NumericAnswerSet", "Essay", "Essay",
    ]  # fmt: skip


def hostile_documents() -> list[Document]:
    documents = []
    for name in PIECES:
        blocks = read_blocks(piece(name))
        right, wrong = options(blocks, blocks, correct=0)
        choice = item(
            kind=QuestionKind.CHOICE,
            scenario=blocks,
            solution=blocks,
            options=(right, dataclasses.replace(wrong, feedback=blocks)),
        )
        documents.append(document(choice, title=one_line(piece(name))))
    return documents


def test_hostile_text_stays_text_by_pegjs() -> None:
    for made, questions in zip(hostile_documents(), by_pegjs(*hostile_documents()), strict=True):
        (question,) = questions
        expected = text_of(made.items[0].options[0].content)
        assert expected in text_of_html(question["stem"]["text"])
        assert expected in text_of_html(question["globalFeedback"]["text"])
        assert [text_of_html(choice["text"]["text"]) for choice in question["choices"]] == [expected] * 2
        assert text_of_html(question["choices"][1]["feedback"]["text"]) == expected
    (questions,) = by_pegjs(hostile_document())
    assert [question["title"] for question in questions] == [one.id for one in hostile_items()]


def test_hostile_text_stays_text_by_pygiftparser() -> None:
    for questions in by_pygiftparser(*hostile_documents()):
        (question,) = questions
        assert question["kind"] == "SelectSet"
        assert [fraction for *_, fraction in question["answers"]] == [100, 0]
    (questions,) = by_pygiftparser(hostile_document())
    assert [question["title"] for question in questions] == [one.id for one in hostile_items()]
    assert all(question["valid"] for question in questions)


def test_numbers_by_pegjs() -> None:
    items = numeric_items()
    (questions,) = by_pegjs(numeric_document(items))
    for one, question in zip(items, questions, strict=True):
        assert question["title"] == one.id
        read = [(choice["text"]["number"], choice["text"]["range"]) for choice in question["choices"]]
        check(one, read)


def test_numbers_by_pygiftparser() -> None:
    # pygiftparser reads no sign before a number, see its `utils.NUMERIC`.
    items = [one for one in numeric_items() if one.key.low >= 0]
    assert len(items) > 400
    (questions,) = by_pygiftparser(numeric_document(items))
    for one, question in zip(items, questions, strict=True):
        assert question["valid"], one
        check(one, [(value, tolerance) for value, tolerance, _ in question["answers"]])


def check(one: NumericItem, read: list[tuple[float, float]]) -> None:
    assert read == [(float(number.value), float(number.tolerance)) for number in accepted_numbers(one.key)]
    for probe in one.probes:
        if probe.form != "unit":
            assert grade(read, probe.text) == (100 if probe.correct else 0), (one, probe)


@pytest.mark.parametrize("version", ["", "B"])
def test_a_version_is_a_category_of_its_own(version: str) -> None:
    command = ["node", PROGRAMS / "gift.mjs", node_module("gift-pegjs")]
    (questions,) = run(command, given=[printed(document(version=version))])
    expected = "Week 3: memory, version B" if version else "Week 3: memory"
    assert questions[0] == {"type": "Category", "title": f"$course$/top/qbank/{expected}"}
