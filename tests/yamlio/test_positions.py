from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.yamlio.positions import LineIndex, Position, Span

TEXTS = st.text(alphabet="ab é😀\t\n\r\x85\u2028", max_size=40)


@each(
    "text, index, place",
    [
        ("", 0, (1, 1)),
        ("ab", 0, (1, 1)),
        ("ab", 2, (1, 3)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 1, (1, 2)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (2, 1)),
        ("a\n\n", 3, (3, 1)),
        ("😀é\nx😀y", 5, (2, 3)),
        ("a\x85b\u2028c", 4, (1, 5)),
        ("ab", 99, (1, 3)),
        ("ab", -1, (1, 1)),
    ],
)
def test_position_of_an_index(text: str, index: int, place: tuple[int, int]) -> None:
    assert LineIndex(text).position(index) == Position(*place)


def test_a_span_ends_behind_its_last_character() -> None:
    lines = LineIndex("one\ntwo\nthree")
    assert lines.span(4, 7) == Span(2, 1, 2, 4)
    assert lines.span(1, 9) == Span(1, 2, 3, 2)
    assert lines.span(5, 2) == Span(2, 2, 2, 2)
    assert lines.span(4, 7).start == Position(2, 1)
    assert lines.span(4, 7).end == Position(2, 4)


def test_lines_come_without_their_line_ends() -> None:
    lines = LineIndex("one\r\ntwo\rthree\n")
    assert [lines.line_text(number) for number in range(1, lines.line_count + 1)] == [
        "one",
        "two",
        "three",
        "",
    ]


@each("line", [0, -1, 3])
def test_a_line_that_is_not_there(line: int) -> None:
    lines = LineIndex("one\ntwo")
    with pytest.raises(IndexError, match=f"no line {line}; the text has 2"):
        lines.line_text(line)
    with pytest.raises(IndexError):
        lines.index(line, 1)


def test_index_of_a_place_stays_on_its_line() -> None:
    lines = LineIndex("one\r\ntwo")
    assert lines.index(1, 99) == 3
    assert lines.index(2, 0) == 5
    assert lines.index(2, 2) == 6


@given(TEXTS)
def test_every_index_comes_back_from_its_place(text: str) -> None:
    lines = LineIndex(text)
    for index in range(len(text) + 1):
        place = lines.position(index)
        if text[index - 1 : index + 1] != "\r\n":  # between these two there is no place
            assert lines.index(place.line, place.column) == index


@given(TEXTS)
def test_lines_are_those_of_universal_newlines(text: str) -> None:
    lines = LineIndex(text)
    expected = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [lines.line_text(number) for number in range(1, lines.line_count + 1)] == expected
