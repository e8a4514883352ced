from __future__ import annotations

import dataclasses
import json
from typing import Any

from each import each
from qbank.model.taxonomy import Answers
from qbank.render.registry import formats
from qbank.render.text.document import Document
from render.hostile import document, hostile_document

JSON = formats()["json"]


def read(answers: Answers, made: Document | None = None) -> dict[str, Any]:
    output = JSON.render(dataclasses.replace(made or document(), answers=answers))
    if isinstance(output, bytes):
        return {"": json.loads(output)}
    return {name: json.loads(content) for name, content in output.items()}


def questions(content: dict[str, Any]) -> list[dict[str, Any]]:
    return [question for section in content["sections"] for question in section["questions"]]


def test_everything_is_there() -> None:
    content = read(Answers.COLLAPSED)[""]
    assert content["version"] == 1
    assert (content["id"], content["kind"], content["points"]) == ("week-3", "quiz", 25.0)
    first, choice, numeric, exercise, memo = questions(content)
    assert first["figure"]["svg"].startswith("<svg")
    assert first["hints"] == ["Count the bytes of one parameter.", "FP16 takes two."]
    assert choice["options"][1] == {"id": "b", "text": "14 GB"}
    assert choice["answer"]["correct"] == ["b"]
    assert numeric["id"] == "cloud-0003@7"
    assert numeric["asked"] == {"unit": "GB", "digits": 2}
    assert numeric["answer"]["numeric"] == {
        "low": "13.3",
        "high": "14.7",
        "value": "14",
        "unit": "GB",
        "digits": 2,
    }
    assert numeric["tables"] == [
        {"caption": "Two devices", "columns": ["GPU", "Memory"], "rows": [["A100", "80 GB"], ["T4", "16 GB"]]}
    ]
    assert [part["label"] for part in exercise["parts"]] == ["a", "b"]
    assert exercise["answer"]["parts"][1]["numeric"]["high"] == "14.7"
    assert memo["answer"]["rubric"][1] == {"criterion": "Gives numbers.", "points": 1.5}


def test_a_paper_holds_no_answer_and_a_key_no_question() -> None:
    assert all("answer" not in question for question in questions(read(Answers.NONE)[""]))
    both = read(Answers.KEY)
    assert both["week-3.json"] == read(Answers.NONE)[""]
    for question in questions(both["week-3-key.json"]):
        assert set(question) == {"id", "guid", "number", "title", "answer"}


@each("answers", list(Answers))
def test_hostile_text(answers: Answers) -> None:
    for content in read(answers, hostile_document()).values():
        assert len(questions(content)) == 4
