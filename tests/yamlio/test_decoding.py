from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.yamlio.decoding import decode
from qbank.yamlio.positions import Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind


def problem_of(data: bytes) -> ReadProblem:
    with pytest.raises(ReadError) as caught:
        decode(data)
    return caught.value.problem


def test_utf8_with_and_without_byte_order_mark() -> None:
    assert decode("title: Größe 😀\r\n".encode()) == "title: Größe 😀\r\n"
    assert decode(codecs.BOM_UTF8 + b"a: b") == "a: b"
    assert decode(b"") == ""


@each(
    "data, line, column, words",
    [
        (b"a: b\nc: 5 \xd7 3\n", 2, 6, "Windows-1252, where it means '×': save it as UTF-8"),
        (b"a: \x93hi\x94", 1, 4, "Windows-1252, where it means '“'"),
        (b"a: \xc3\xa9\xff", 1, 5, "Windows-1252, where it means 'ÿ'"),
        (b"a: \x81", 1, 4, "save the file as UTF-8"),
        (b"a: \xe2\x82", 1, 4, "cut off in the middle of a character"),
        (b"a: \xed\xa0\x80", 1, 4, "Windows-1252"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, 1, "the file is no text"),
        (b"ab\xfa\xe1\0\x12", 1, 3, "the file is no text"),
        (codecs.BOM_UTF8 + b"\r\n\xd7 ", 2, 1, "Windows-1252"),
        ("a: b".encode("utf-16"), 1, 1, "the file is UTF-16, not UTF-8; save it as UTF-8"),
        (codecs.BOM_UTF16_BE + "a: b".encode("utf-16-be"), 1, 1, "UTF-16"),
        ("a: b".encode("utf-32"), 1, 1, "UTF-32"),
        (codecs.BOM_UTF32_BE + "a: b".encode("utf-32-be"), 1, 3, "UTF-32"),
        ("a: b".encode("utf-16-le"), 1, 2, "looks like UTF-16; save it as UTF-8"),
        ("a: b".encode("utf-16-be"), 1, 1, "looks like UTF-16"),
        ("a: b".encode("utf-32-le"), 1, 2, "looks like UTF-32"),
        ("a: b".encode("utf-32-be"), 1, 1, "looks like UTF-32"),
    ],
)
def test_other_encodings(data: bytes, line: int, column: int, words: str) -> None:
    problem = problem_of(data)
    assert problem.kind is ReadProblemKind.ENCODING
    assert problem.span == Span(line, column, line, column + 1)
    assert words in problem.message


def test_the_line_of_a_broken_byte_is_shown() -> None:
    assert problem_of(b"a: b\nc: 5 \xd7 3\nd: e").source == "c: 5 � 3"


@each(
    "char, words",
    [
        ("\0", "U+0000 (NULL)"),
        ("\x07", r"U+0007 (BELL) is not allowed here: remove it"),
        ("\x0c", "U+000C (FORM FEED)"),
        ("\x1b", "U+001B (ESCAPE)"),
        ("\x01", "U+0001 (CONTROL CHARACTER)"),
        ("\x7f", "U+007F (DELETE)"),
        ("\x80", "U+0080 (CONTROL CHARACTER)"),
        ("\x85", r"U+0085 (NEXT LINE) is not allowed here: remove it"),
        ("\x9f", "U+009F"),
        ("\u2028", "U+2028 (LINE SEPARATOR)"),
        ("\u2029", "U+2029 (PARAGRAPH SEPARATOR)"),
        ("\ufeff", "U+FEFF (BYTE ORDER MARK)"),
        ("\ufffe", "U+FFFE (NO CHARACTER)"),
        ("\uffff", "U+FFFF (NO CHARACTER)"),
        ("\r", "a carriage return without a line feed"),
    ],
)
def test_invisible_characters(char: str, words: str) -> None:
    problem = problem_of(f"a: b\r\nc: dé{char}f\n".encode())
    assert problem.kind is ReadProblemKind.CONTROL_CHARACTER
    assert problem.span == Span(2, 6, 2, 7)
    assert words in problem.message
    assert problem.message.isprintable()
    assert problem.source == ("c: dé" if char == "\r" else f"c: dé{char}f")


def test_old_mac_line_ends_are_refused_at_the_first() -> None:
    assert problem_of(b"a: b\rc: d\r").span == Span(1, 5, 1, 6)


def test_a_second_byte_order_mark_is_a_character() -> None:
    assert problem_of(codecs.BOM_UTF8 * 2 + b"a: b").span == Span(1, 1, 1, 2)


def allowed(text: str) -> bool:
    """By the definition of c-printable in YAML 1.2, less the line ends that editors do not count."""
    for index, char in enumerate(text):
        code = ord(char)
        if char == "\r" and text[index + 1 : index + 2] != "\n":
            return False
        if char not in "\t\n\r" and (code < 0x20 or 0x7F <= code <= 0x9F or code in (0x2028, 0x2029)):
            return False
        if code in (0xFEFF, 0xFFFE, 0xFFFF):
            return False
    return True


@given(
    st.text(
        alphabet=st.sampled_from(
            "ab\t\n\r\0\x1f\x7f\x80\x85\x9f\xa0\xb5\xc2×\u2027\u2028\u2029\u202a\ufeff\uffef\ufffd\uffff😀"
        )
    )
)
def test_exactly_what_yaml_allows_gets_through(text: str) -> None:
    if allowed(text) or (text.startswith("\ufeff") and allowed(text[1:])):
        assert decode(text.encode()) == text.removeprefix("\ufeff")
    else:
        problem_of(text.encode())
