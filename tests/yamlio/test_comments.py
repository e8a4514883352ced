from __future__ import annotations

from collections.abc import Callable

import pytest

from each import each
from qbank.yamlio.document import Comment, Document
from qbank.yamlio.read_problems import ReadError

Read = Callable[[str | bytes], Document]


def test_comments_have_their_place_and_say_if_they_stand_alone(read: Read) -> None:
    document = read("# first  \na: b # second\n  # third\nc:   #fourth\n  - d\n#\n")
    assert document.comments() == [
        Comment(1, 1, "# first", own_line=True),
        Comment(2, 6, "# second", own_line=False),
        Comment(3, 3, "# third", own_line=True),
        Comment(4, 6, "#fourth", own_line=False),
        Comment(6, 1, "#", own_line=True),
    ]


@each(
    "text",
    [
        "a: b#c\n",
        "a: 'b # c'\n",
        'a: "b # c"\n',
        'a: "b\n  # c\n  d"\n',
        "a: |\n  # b\n  c # d\n",
        "a: >\n  # b\n\n  c # d",
        "a: |\n  b\n  # c\n\n   # d\n",
        "'a # b': c\n",
        "a#b: c\n",
        "a: http://x#y\n",
        "a: [b#c, 'd #', \"#\"]\n",
    ],
)
@each("line_end", ["\n", "\r\n"])
def test_a_hash_that_begins_no_comment(read: Read, text: str, line_end: str) -> None:
    assert read(text.replace("\n", line_end)).comments() == []


@each(
    "text, expected",
    [
        ("a: | # b\n  # c\nd: >-2 #e\n     f\n", [(1, 6, "# b"), (3, 8, "#e")]),
        ("a: |\n  b\n # c\n# d\ne: f\n", [(3, 2, "# c"), (4, 1, "# d")]),
        ("a: b # 'c\nd: e # f\"\n", [(1, 6, "# 'c"), (2, 6, '# f"')]),
        ("a: 'b' #c\nd: [e, # f\n  g] # h\n", [(1, 8, "#c"), (2, 8, "# f"), (3, 6, "# h")]),
        ("a: &b # c\n  d\n", [(1, 7, "# c")]),
        ("a:  # b\n\n\n# c\n", [(1, 5, "# b"), (4, 1, "# c")]),
        ("%YAML 1.2 # a\n--- # b\nc: d\n... # e\n", [(1, 11, "# a"), (2, 5, "# b"), (4, 5, "# e")]),
        ("a: 😀 # b 😀\n", [(1, 6, "# b 😀")]),
        ("a: b # c # d", [(1, 6, "# c # d")]),
        ("# qbank: ignore QB201\na: b\n", [(1, 1, "# qbank: ignore QB201")]),
        ("a: b\t# c\n", [(1, 6, "# c")]),
    ],
)
@each("line_end", ["\n", "\r\n"])
def test_comments_between_values(
    read: Read, text: str, expected: list[tuple[int, int, str]], line_end: str
) -> None:
    comments = read(text.replace("\n", line_end)).comments()
    assert [(comment.line, comment.column, comment.text) for comment in comments] == expected


@each("text", ["%TAG !e! tag:x#y\n---\na: b\n", "a: &b#c d\n", "a: !<x#y> b\n", "a: &x b\nc: *x#d\n"])
def test_no_name_holds_a_hash(read: Read, text: str) -> None:
    # That every `#` between values begins a comment rests on this.
    with pytest.raises(ReadError):
        read(text)
