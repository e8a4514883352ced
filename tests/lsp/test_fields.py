from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.bank.discovery import FileKind
from qbank.lsp.fields import field_value, place_at
from qbank.lsp.text import EditorText
from qbank.lsp.words import words_at

CASES = [
    ("topic: kv|", ("topic",), "kv"),
    ("topic: |", ("topic",), ""),
    ("topic: 'kv-|cache'", ("topic",), "kv-cache"),
    ("level: L6|+", ("level",), "L6+"),
    ("human_reviewed:\n  by: x\n  status: ver|", ("human_reviewed", "status"), "ver"),
    ("related: [a, clo|ud-1]", ("related",), "cloud-1"),
    ("related:\n- a\n- clo|", ("related",), "clo"),
    ("related:\n  - a\n\n  # b\n  - |", ("related",), ""),
    ("select: {track: cloud, level: |", ("select", "level"), ""),
    ("select: {track: cloud, level: [L3, L|", ("select", "level"), "L"),
    ("select:\n  track: cloud\n  zone: |", ("select", "zone"), ""),
    ("sections:\n  - title: x\n    questions:\n      - clo|", ("sections", "questions"), "clo"),
    ("sections:\n- title: x\n  questions: [clo|", ("sections", "questions"), "clo"),
    ("sections:\n- questions: [clo|", ("sections", "questions"), "clo"),
]


def _at(marked: str) -> tuple[EditorText, int]:
    return EditorText(marked.replace("|", "", 1)), marked.index("|")


@each("marked, fields, word", CASES)
def test_places(marked: str, fields: tuple[str, ...], word: str) -> None:
    place = place_at(*_at(marked))
    assert place is not None
    assert (place.fields, place.word) == (fields, word)
    text, index = _at(marked)
    assert text.text[place.start : place.end] == word
    assert word.startswith(place.typed)
    assert place.start + len(place.typed) == index


@each(
    "marked",
    [
        "top|ic: x",
        "|",
        "topic: x  # kv|",
        "scenario: >\n  so it is\n  topic: |",
        "details:\n  topic: |",
        "- |",
        "{topic: |",
        "topic|:",
        "topic:|",
    ],
)
def test_where_no_word_can_be_chosen(marked: str) -> None:
    text, index = _at(marked)
    place = place_at(text, index)
    assert place is None or not words_at(FileKind.QUESTION, place, text.text, {})


@given(st.text(st.sampled_from(list("ab: -[{}],'\"#|\n\t\r")), max_size=60), st.integers(0, 60))
def test_whatever_is_typed_there_is_an_answer(source: str, index: int) -> None:
    text = EditorText(source)
    place = place_at(text, min(index, len(text.text)))
    assert place is None or text.text[place.start : place.end] == place.word


def test_the_value_of_a_field() -> None:
    assert field_value("id: x\nzone: 'mastery'  # hard\n", "zone") == "mastery"
    assert field_value("details:\n  zone: mastery\n", "zone") is None
