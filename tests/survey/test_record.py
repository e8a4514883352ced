from __future__ import annotations

from each import each
from qbank.survey.record import TEXTS, Record, searched_texts


def test_a_question() -> None:
    data = {
        "id": "cloud-0001",
        "title": "Title",
        "topic": "kv-cache-management",
        "competency_area": "memory",
        "expected_time_minutes": 5,
        "tags": ["a", "b", "a"],
        "scenario": "Scene",
        "question": "Asked?",
        "details": {"realistic_solution": "Solved", "napkin_math": "1 + 1", "options": ["x", "y"]},
        "parts": [{"prompt": "Part?", "answer": "Part answer", "napkin_math": "2 + 2"}],
    }
    record = Record.of(data)
    assert (record.area, record.minutes, record.tags, record.kind) == ("memory", 5, ("a", "b"), "choice")
    texts = dict(zip(TEXTS, searched_texts(data, record), strict=True))
    assert texts["question"] == "Asked?\nPart?"
    assert texts["answer"] == "Solved\nx\ny\nPart answer"
    assert texts["math"] == "1 + 1\n2 + 2"
    assert texts["tags"] == "kv-cache-management\nmemory\na\nb"


@each("value", [None, 1, [], {}, "odd\ud800", [[1]], {"a": "b"}, True])
def test_data_of_any_shape(value: object) -> None:
    fields = ("id", "title", "tags", "details", "parts", "hints", "kind", "expected_time_minutes", "scenario")
    data = dict.fromkeys(fields, value)
    record = Record.of(data)
    for text in (record.id, *record.tags, *searched_texts(data, record)):
        text.encode()
