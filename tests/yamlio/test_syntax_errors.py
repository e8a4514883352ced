from __future__ import annotations

from collections.abc import Callable

import pytest

from each import each
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError, ReadProblemKind

Read = Callable[[str | bytes], Document]

CASES = [
    # (text, line, column, words of the message)
    ("id: x\ntitle: Cache: hits\n", 2, 13, "a value that contains ': ' must be quoted"),
    ("- question: What: now\n", 1, 17, "a value that contains ': ' must be quoted"),
    ('"a b": c: d\n', 1, 9, "a value that contains ': ' must be quoted"),
    ("id:x\ntitle: y\n", 2, 6, "this field cannot follow line 1, which lacks a space behind its colon"),
    ("a: b\n  c: d\n", 2, 4, "a field cannot begin here"),
    ("a:\n  b: c\n   d: e\n", 3, 5, "a field cannot begin here"),
    ("a: b\nwords\n", 2, 1, "this line is no field and continues none"),
    ("a: b\nc: 'd\ne: f\n", 2, 4, "the quote ' that opens here is never closed"),
    ('a: "b', 1, 4, 'the quote " that opens here is never closed'),
    ('a: "b\n---\nc"\n', 2, 1, "a line that begins with --- or ..."),
    ("a: [b\nc: d\n", 2, 2, "the list opened with '[' on line 1 needs ',' or ']' here"),
    ("a: {b: c\nd: e\n", 2, 2, "the mapping opened with '{' on line 1 needs ',' or '}' here"),
    ("a: [\n", 2, 1, "the file ends inside a list or mapping"),
    ("a: [b:?c]\n", 1, 6, "a text with a ':' inside brackets"),
    ("a: {x} y\n", 1, 8, "unexpected text after the end of a value: quote the whole value"),
    ("a: 'it's'\n", 1, 8, "write '' for an apostrophe in single quotes"),
    ('a: "x" y\n', 1, 8, 'write \\" for a quote in double quotes'),
    ("a:\n  b: 1\n c: 2\n", 3, 2, "this line does not fit the ones above"),
    ("a: |\n  x\n y\n", 3, 2, "this line does not fit the ones above"),
    ("a:\n  - x\n - y\n", 3, 2, "a list item does not fit here"),
    ("- a\nb: c\n", 2, 1, "this line does not fit the ones above"),
    ("  a: b\nc: d\n", 2, 1, "the document ends above this line"),
    ('"a" "b"\n', 1, 5, "quote the whole value"),
    ("a: *\n", 1, 4, "a value that begins with '*' must be quoted"),
    ("a: **bold** text\n", 1, 4, "a value that begins with '*' must be quoted"),
    ("a: & b\n", 1, 4, "a value that begins with '&' must be quoted"),
    ("a:\n\tb: c\n", 2, 1, "a tab cannot indent YAML: use spaces"),
    ("a: |\n\tb\n", 2, 1, "a tab cannot indent YAML: use spaces"),
    ("a: b\n   c\n\td\n", 3, 1, "a tab cannot indent YAML: use spaces"),
    ("a: 😀\nb: `x`\n", 2, 4, "a value cannot begin with '`': put it in quotes"),
    ("a: [😀, @x]\n", 1, 8, "a value cannot begin with '@': put it in quotes"),
    ("a: %x\n", 1, 4, "a value cannot begin with '%': put it in quotes"),
    ("a: ]\n", 1, 4, "a value cannot begin with ']': put it in quotes"),
    ("a: ,b\n", 1, 4, "a value cannot begin with ',': put it in quotes"),
    ("a: - b\n", 1, 4, "a list begins on the line below its field"),
    ("a: ? b\n", 1, 4, "a value that begins with '? ' must be quoted"),
    ('a: "\\alpha \\q"\n', 1, 12, r"'\q' is no escape in double quotes"),
    ('a: "\\(x\\)"\n', 1, 5, r"'\(' is no escape in double quotes"),
    ('a: "\\xZZ"\n', 1, 5, "this escape needs two hexadecimal digits"),
    ('a: "\\u12"\n', 1, 5, "this escape needs four hexadecimal digits"),
    ('a: "\\U0001F60"\n', 1, 5, "this escape needs eight hexadecimal digits"),
    ('a: "\\ud83d\\ude00"\n', 1, 5, "this escape names no character"),
    ('a: "x\\U00110000"\n', 1, 6, "this escape names no character"),
    ("a: |0\n x\n", 1, 5, "after | or > only a digit, + or - and a comment may follow"),
    ("a: | x\n", 1, 6, "after | or > only a digit, + or - and a comment may follow"),
    ("a: >-+\n x\n", 1, 6, "after | or > only a digit, + or - and a comment may follow"),
    ("a: !foo!bar x\n", 1, 4, "a value that begins with '!' must be quoted"),
    ("a: {b: 2*c[B]}\n", 1, 11, "a text that holds '[' must be quoted"),
    ("a: !! x\n", 1, 6, "a value that begins with '!' must be quoted"),
    ("a: b\n%x\n", 2, 1, "a line that begins with '%' is a YAML directive"),
    ("%x y\na: b\n", 1, 1, "a line that begins with '%' is a YAML directive"),
    ("%YAML 2.0\n---\na: b\n", 1, 1, "a line that begins with '%' is a YAML directive"),
]


@each("text, line, column, words", CASES)
def test_a_broken_file(read: Read, text: str, line: int, column: int, words: str) -> None:
    for written in (text, text.replace("\n", "\r\n")):
        with pytest.raises(ReadError) as caught:
            read(written)
        problem = caught.value.problem
        assert problem.kind is ReadProblemKind.SYNTAX
        assert words in problem.message
        assert (problem.span.line, problem.span.column) == (line, column)
        assert problem.span.end_line == line
        assert problem.source == text.split("\n")[line - 1]
        assert problem.span.end_column - column == (1 if column <= len(problem.source) else 0)


def test_an_error_nobody_explained_yet_still_has_a_place(monkeypatch: pytest.MonkeyPatch, read: Read) -> None:
    monkeypatch.setattr("qbank.yamlio.syntax_errors._EXPLANATIONS", ())
    with pytest.raises(ReadError) as caught:
        read("a: b\nc: `d`\n")
    assert caught.value.problem.message.startswith("this is not valid YAML: found character")
    assert caught.value.problem.span.start.line == 2


def test_messages_repeat_no_terminal_codes(read: Read) -> None:
    with pytest.raises(ReadError) as caught:
        read('a: "\\\u200b"\n')
    assert caught.value.problem.message.isprintable()
