from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position

from each import each
from qbank.lsp.text import EditorText

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
TEXTS = st.text(st.sampled_from(list("ab\n\r é×🔥\ud800\u2028\x0b\ufeff")), max_size=30)


@given(TEXTS, st.sampled_from(ENCODINGS))
def test_there_and_back(source: str, encoding: str) -> None:
    text = EditorText(source, encoding)
    for index in range(len(text.text) + 1):
        # Between \r and \n there is no place of a line.
        if text.text[index - 1 : index + 1] != "\r\n":
            assert text.index(text.position(index)) == index


@given(TEXTS, st.sampled_from(ENCODINGS), st.integers(0, 9), st.integers(0, 40))
def test_every_place_is_one_of_the_text(source: str, encoding: str, line: int, character: int) -> None:
    text = EditorText(source, encoding)
    assert 0 <= text.index(Position(line, character)) <= len(text.text)
    assert 0 <= text.place(line, character) <= len(text.text)


@each("encoding, column", [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_columns_are_in_units_of_the_encoding(encoding: str, column: int) -> None:
    text = EditorText("x\né🔥b", encoding)
    assert text.position(5) == Position(1, column)
    assert text.position(4) == Position(1, column - 1)


def test_a_byte_order_mark_counts_on_the_first_line_only() -> None:
    text = EditorText("\ufeffid: x\nid: y")
    assert text.text == "id: x\nid: y"
    assert (text.position(0), text.position(6)) == (Position(0, 1), Position(1, 0))
    assert (text.index(Position(0, 0)), text.index(Position(0, 2))) == (0, 1)
