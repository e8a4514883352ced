from __future__ import annotations

from collections.abc import Callable

from each import each
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.positions import Span

Read = Callable[[str | bytes], Document]

QUESTION = """\
# a comment
id: cloud-0001
"title": 'It''s here'   # why
details:
  options:
  - first
  -   "second"
  - k: v
    w: [1, 2 ]
  empty:
  text: |-
    one
    two

flow: {a: b, c: [d,
  e] }
last:
- - x
  - y
"""

VALUES = [
    # (path, span of the value, span of the key or of what stands in for it)
    (("id",), (2, 5, 2, 15), (2, 1, 2, 3)),
    (("title",), (3, 10, 3, 22), (3, 1, 3, 8)),
    (("details",), (5, 3, 13, 8), (4, 1, 4, 8)),
    (("details", "options"), (6, 3, 9, 15), (5, 3, 5, 10)),
    (("details", "options", 0), (6, 5, 6, 10), (6, 5, 6, 10)),
    (("details", "options", 1), (7, 7, 7, 15), (7, 7, 7, 15)),
    (("details", "options", 2), (8, 5, 9, 15), (8, 5, 9, 15)),
    (("details", "options", 2, "w"), (9, 8, 9, 15), (9, 5, 9, 6)),
    (("details", "options", 2, "w", 1), (9, 12, 9, 13), (9, 12, 9, 13)),
    (("details", "empty"), (10, 9, 10, 9), (10, 3, 10, 8)),
    (("details", "text"), (11, 9, 13, 8), (11, 3, 11, 7)),
    (("flow",), (15, 7, 16, 7), (15, 1, 15, 5)),
    (("flow", "c"), (15, 17, 16, 5), (15, 14, 15, 15)),
    (("flow", "c", 1), (16, 3, 16, 4), (16, 3, 16, 4)),
    (("last",), (18, 1, 19, 6), (17, 1, 17, 5)),
    (("last", 0), (18, 3, 19, 6), (18, 3, 19, 6)),
    (("last", 0, 1), (19, 5, 19, 6), (19, 5, 19, 6)),
    ((), (2, 1, 19, 6), (2, 1, 19, 6)),
]


@each("path, value, key", VALUES)
@each("line_end", ["\n", "\r\n"])
def test_where_values_and_keys_stand(
    read: Read,
    path: FieldPath,
    value: tuple[int, int, int, int],
    key: tuple[int, int, int, int],
    line_end: str,
) -> None:
    document = read(QUESTION.replace("\n", line_end))
    assert document.span(path) == Span(*value)
    assert document.span(path, key=True) == Span(*key)
    assert document.has(path)


@each(
    "path, span",
    [
        (("nothing",), (2, 1, 2, 3)),
        ((0,), (2, 1, 2, 3)),
        (("details", "nothing"), (4, 1, 4, 8)),
        (("details", "nothing", "below", 3), (4, 1, 4, 8)),
        (("details", "options", 3), (5, 3, 5, 10)),
        (("details", "options", -1), (5, 3, 5, 10)),
        (("details", "options", "first"), (5, 3, 5, 10)),
        (("details", "options", 2, "x"), (8, 5, 8, 6)),
        (("details", "options", 0, "x"), (6, 5, 6, 10)),
        (("id", "x"), (2, 1, 2, 3)),
        (("id", 0), (2, 1, 2, 3)),
        (("flow", "c", 2), (15, 14, 15, 15)),
    ],
)
@each("key", [False, True])
def test_a_path_that_leads_nowhere_has_the_place_of_its_nearest_ancestor(
    read: Read, path: FieldPath, span: tuple[int, int, int, int], key: bool
) -> None:
    document = read(QUESTION)
    assert document.span(path, key=key) == Span(*span)
    assert not document.has(path)
    assert document.source_range(path, 0, 1) is None


def test_null_is_something(read: Read) -> None:
    document = read("a:\nb: ~\nc: {d}\n")
    assert document.has(("a",))
    assert document.has(("b",))
    assert document.has(("c", "d"))
    assert document.span(("a",)) == Span(1, 3, 1, 3)
    assert document.span(("c", "d"), key=True) == Span(3, 5, 3, 6)


def test_of_a_name_that_occurs_twice_the_first_has_the_place(read: Read) -> None:
    document = read("a: 1\nb: 2\na: 3\n")
    assert document.data["a"] == 1
    assert document.span(("a",)) == Span(1, 4, 1, 5)
    assert document.span(()) == Span(1, 1, 3, 5)


def test_anchors_and_tags_are_no_part_of_a_value(read: Read) -> None:
    document = read("a: &x 'text'\nb: !t   &y # c\n  - d\n&k c: *x\n")
    assert document.span(("a",)) == Span(1, 7, 1, 13)
    assert document.span(("b",)) == Span(3, 3, 3, 6)
    assert document.span(("c",), key=True) == Span(4, 4, 4, 5)


def test_an_alias_has_the_place_of_what_it_stands_for(read: Read) -> None:
    document = read("a: &x\n  b: text\nc:\n  d: *x\n")
    assert document.span(("c", "d", "b")) == Span(2, 6, 2, 10)
    assert document.text_span(("c", "d", "b"), 1, 3) == Span(2, 7, 2, 9)
    assert document.span(("c",)) == Span(4, 3, 4, 8)


def test_what_stands_under_a_dropped_key_has_no_place(read: Read) -> None:
    document = read("x: &x name\n*x : 1\n[l]: 2\n<<: 3\nname: 4\n")
    assert document.data == {"x": "name", "name": 4}
    assert document.span(("name",)) == Span(5, 7, 5, 8)
    assert document.span(("name",), key=True) == Span(5, 1, 5, 5)
    assert document.span(("<<",)) == Span(1, 1, 1, 2)


@each(
    "text, span",
    [("# c\n{}\n", (2, 1, 2, 3)), ("[l]: 2\n[m]: 3\n", (1, 1, 1, 7)), ("a:\n- {}\n", (2, 3, 2, 5))],
)
def test_without_a_key_the_first_line_stands_in(
    read: Read, text: str, span: tuple[int, int, int, int]
) -> None:
    document = read(text)
    assert document.span(("a", 0, "x") if text.startswith("a") else ("x",)) == Span(*span)


def test_text_span(read: Read) -> None:
    document = read(QUESTION)
    assert document.text_span(("title",), 2, 4) == Span(3, 13, 3, 16)
    assert document.text_span(("details", "text"), 4, 7) == Span(13, 5, 13, 8)
    assert document.text_span(("details", "text"), 2, 6) == Span(12, 7, 13, 7)
    assert document.source_range(("id",), 0, 5) == (16, 21)


@each("start, end", [(-1, 2), (3, 2), (0, 11), (11, 11)])
def test_text_span_falls_back_to_the_whole_value(read: Read, start: int, end: int) -> None:
    document = read(QUESTION)
    assert document.source_range(("id",), start, end) is None
    assert document.text_span(("id",), start, end) == document.span(("id",))


def test_an_empty_range_is_a_place(read: Read) -> None:
    document = read("a: 'b''c'\nd: ''\ne: |\n\nf:\n")
    assert [document.source_range(("a",), offset, offset) for offset in range(4)] == [
        (4, 4),
        (5, 5),
        (7, 7),
        (8, 8),
    ]
    assert document.source_range(("d",), 0, 0) == (14, 14)
    assert document.source_range(("e",), 0, 0) == (21, 21)
    assert document.source_range(("f",), 0, 0) == (24, 24)


def test_a_list_has_no_text(read: Read) -> None:
    document = read(QUESTION)
    assert document.source_range(("details", "options"), 0, 1) is None
    assert document.text_span(("details", "options"), 0, 1) == document.span(("details", "options"))
