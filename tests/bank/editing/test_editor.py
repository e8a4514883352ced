from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.bank.editing.editor import reorder_items, replace_in_scalar, replace_value
from qbank.bank.editing.edits import apply_edits
from qbank.bank.writing import write_atomic
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.reader import read_bytes, read_file

QUESTION = """\
# the head
title: Old title  # why
single: 'it''s'
double: "one \\
  two \\u00d7"
literal: |
  one
  two

  three
folded: >-
  long line
  goes on

  next
plain: some words
  and more
details:
  options:
    - first
    - "second"
    # between
    - k: v
      w: 2
  correct_index: 1
flow: [a, b, {c: d}]
empty:
last: x
"""


def changed(text: str, path: FieldPath, old: str, new: str) -> str | None:
    """The text after `old` in the value at `path` was replaced by `new`; None if there is no such edit."""
    document = read_bytes(text.encode())
    start = value_at(document.data, path).index(old)
    edits = replace_in_scalar(document, path, start, start + len(old), new)
    return None if edits is None else apply_edits(text, edits)


def value_at(data: Any, path: FieldPath) -> Any:
    for step in path:
        data = data[step]
    return data


# Inside a scalar


@each(
    "path, old, new, before, after",
    [
        (("title",), "Old", "New", "title: Old title  # why", "title: New title  # why"),
        (("title",), " title", "", "Old title  #", "Old  #"),
        (("single",), "it", "that", "'it''s'", "'that''s'"),
        (("single",), "'", '"', "'it''s'", "'it\"s'"),
        (("single",), "s", "'s", "'it''s'", "'it''''s'"),
        (("double",), "one", '"1"\\', '"one \\', '"\\"1\\"\\\\ \\'),
        (("double",), "×", "x", "\\u00d7", "x"),
        (("double",), "two", "2\n\t\x07é", "two \\u", "2\\n\\t\\x07é \\u"),
        (("double",), "one two", "12", '"one \\\n  two \\u00d7"', '"12 \\u00d7"'),
        (("literal",), "two", "2: 'x' \"y\" # z \\", "  two\n", "  2: 'x' \"y\" # z \\\n"),
        (("literal",), "two", "2\nzwei\n\ndeux", "  two\n", "  2\n  zwei\n\n  deux\n"),
        (("literal",), "two\n", "", "  two\n\n", "\n"),
        (("literal",), "\n\nthree", " three", "two\n\n  three", "two three"),
        (("literal",), "\n\n", "\n", "two\n\n  three", "two\n  three"),
        (("folded",), "line goes", "way", "long line\n  goes on", "long way on"),
        (("folded",), "goes on", "runs", "goes on", "runs"),
        (("folded",), "goes on", "goes on\nand on", "goes on", "goes on\n\n  and on"),
        (("plain",), "words", "Wörter 😀", "some words\n", "some Wörter 😀\n"),
        (("plain",), "words and", "-", "some words\n  and more", "some - more"),
        (("details", "options", 0), "first", "1st", "- first", "- 1st"),
        (("details", "options", 1), "second", "'2'", '- "second"', "- \"'2'\""),
        (("flow", 2, "c"), "d", "e f", "{c: d}", "{c: e f}"),
    ],
)
def test_only_the_characters_meant_change(
    path: FieldPath, old: str, new: str, before: str, after: str
) -> None:
    assert QUESTION.count(before) == 1
    for line_end in ("\n", "\r\n"):
        text = QUESTION.replace("\n", line_end)
        expected = QUESTION.replace(before, after).replace("\n", line_end)
        assert changed(text, path, old, new) == expected
        wanted = value_at(read_bytes(text.encode()).data, path).replace(old, new, 1)
        assert value_at(read_bytes(expected.encode()).data, path) == wanted


@each(
    "path, old, new",
    [
        (("title",), "Old", "Old:"),
        (("title",), "Old", "[Old"),
        (("title",), "Old", "Old #"),
        (("title",), "Old title", "5"),
        (("title",), "Old title", "null"),
        (("title",), "Old title", ""),
        (("title",), "Old title", "Old title "),
        (("title",), "Old", "*Old"),
        (("title",), "Old", "\x07"),
        (("title",), "Old", "\ud800"),
        (("title",), "Old", "\u2028"),
        (("single",), "it", "\ufeffit"),
        (("literal",), "two", "\x1b[31m"),
        (("literal",), "one", "\tone"),
        (("literal",), "one", "  one"),
        (("plain",), "some words and more", "a: b"),
        (("flow", 0), "a", "a, b"),
    ],
)
def test_what_a_style_cannot_hold_is_no_edit(path: FieldPath, old: str, new: str) -> None:
    assert changed(QUESTION, path, old, new) is None


def test_blanks_at_the_line_ends_of_double_quotes_are_kept_by_escapes() -> None:
    text = 'a: "one \\\n  b two c\n  three"\n'
    assert read_bytes(text.encode()).data == {"a": "one b two c three"}
    assert changed(text, ("a",), "b", "") == 'a: "one \\\n  \\x20two c\n  three"\n'
    assert changed(text, ("a",), "c", "") == 'a: "one \\\n  b two\\x20\n  three"\n'


def test_insertions() -> None:
    text = "a: 'b''c'\nd: |\n  e\n\n  f\n"
    document = read_bytes(text.encode())
    for path, offset, expected in (
        (("a",), 0, "a: 'Xb''c'\n"),
        (("a",), 1, "a: 'bX''c'\n"),
        (("a",), 2, "a: 'b''Xc'\n"),
        (("a",), 3, "a: 'b''cX'\n"),
        (("d",), 0, "d: |\n  Xe\n\n  f\n"),
        (("d",), 1, "d: |\n  eX\n\n  f\n"),
        (("d",), 2, "d: |\n  e\n  X\n  f\n"),
        (("d",), 4, "d: |\n  e\n\n  fX\n"),
    ):
        edits = replace_in_scalar(document, path, offset, offset, "X")
        assert edits is not None
        assert expected in apply_edits(text, edits)


def test_a_text_grows_at_the_end_of_a_block() -> None:
    text = "a: |\n  b\nc: d\n"
    document = read_bytes(text.encode())
    edits = replace_in_scalar(document, ("a",), 2, 2, "x\ny\n")
    assert edits is not None
    assert apply_edits(text, edits) == "a: |\n  b\n  x\n  y\nc: d\n"


def test_nothing_to_change_is_an_empty_edit() -> None:
    document = read_bytes(QUESTION.encode())
    assert replace_in_scalar(document, ("title",), 0, 3, "Old") == ()
    assert replace_in_scalar(document, ("title",), 2, 2, "") == ()


@each(
    "path, start, end",
    [
        (("nothing",), 0, 0),
        (("details",), 0, 0),
        (("details", "correct_index"), 0, 1),
        (("empty",), 0, 0),
        (("title",), 0, 99),
        (("title",), -1, 1),
        (("title",), 3, 2),
        ((), 0, 0),
    ],
)
def test_where_there_is_no_such_text_there_is_no_edit(path: FieldPath, start: int, end: int) -> None:
    assert replace_in_scalar(read_bytes(QUESTION.encode()), path, start, end, "x") is None


def test_a_text_that_stands_for_others_too_is_left_alone() -> None:
    document = read_bytes(b"a: &x text\nb: *x\n")
    assert replace_in_scalar(document, ("a",), 0, 4, "other") is None
    assert replace_in_scalar(document, ("b",), 0, 4, "other") is None
    assert replace_value(document, ("b",), "other") is None


def test_problems_elsewhere_do_not_matter() -> None:
    text = "a: one\na: two\nb: !t x\n"
    edits = replace_in_scalar(read_bytes(text.encode()), ("a",), 0, 3, "1st")
    assert edits is not None
    assert apply_edits(text, edits) == "a: 1st\na: two\nb: !t x\n"


SCALARS = {
    "plain": "word and 5 GB",
    "single": "'it''s 5 GB'",
    "double": '"a \\"b\\" \\u00d7\\\n    c 5 GB"',
    "literal": "|\n    # one\n\n    5 GB\n",
    "folded": ">\n    one two\n    5 GB\n\n    three",
    "stripped": ">-\n    one\n      two\n    5 GB",
}
ANY = st.text(alphabet="ab 5:#'\"\\\n\t-é😀\x07", max_size=8)


@given(st.sampled_from(sorted(SCALARS)), st.data(), ANY, st.sampled_from(["\n", "\r\n"]))
def test_an_edit_does_what_was_asked_or_is_none(
    name: str, data: st.DataObject, replacement: str, line_end: str
) -> None:
    text = f"x: 1  # one\ny:\n  z: {SCALARS[name].strip()}\n# two\nw: 'last'\n".replace("\n", line_end)
    document = read_bytes(text.encode())
    old = document.data["y"]["z"]
    start = data.draw(st.integers(0, len(old)))
    end = data.draw(st.integers(start, len(old)))
    edits = replace_in_scalar(document, ("y", "z"), start, end, replacement)
    if edits is None:
        # Double quotes can hold anything.
        assert name != "double"
        return
    after = apply_edits(text, edits)
    new = read_bytes(after.encode())
    assert new.data == {"x": 1, "y": {"z": old[:start] + replacement + old[end:]}, "w": "last"}
    assert [comment.text for comment in new.comments()] == ["# one", "# two"]
    # What stands before and behind the scalar stays as it is, to the letter.
    assert after.startswith(text[: text.index("z: ") + 3])
    assert after.endswith(line_end + f"# two{line_end}w: 'last'{line_end}")
    assert after.count("\r") == (after.count("\n") if line_end == "\r\n" else 0)
    # Asking again for what is there already changes nothing.
    assert replace_in_scalar(new, ("y", "z"), start, start + len(replacement), replacement) == ()


DIGITS = st.text(alphabet="a05e.,", min_size=1, max_size=4)


@given(st.sampled_from(["", "|", ">", "'", '"']), st.booleans(), st.tuples(DIGITS, DIGITS, DIGITS, DIGITS))
def test_digits_are_exchanged_in_every_style(style: str, blank: bool, parts: tuple[str, ...]) -> None:
    before, old, behind, new = parts
    before = f"v{before}"
    value = f"{before}{old}{behind}{' x' if blank else ''}"
    written = f"{style}\n  {value}" if style in {"|", ">"} else f"{style}{value}{style}"
    document = read_bytes(f"x: {written}\nz: &a 5 GB\n".encode())
    if not isinstance(document.data["x"], str):
        return
    start = len(before)
    edits = replace_in_scalar(document, ("x",), start, start + len(old), new)
    wanted = document.data["x"][:start] + new + document.data["x"][start + len(old) :]
    if edits is None:
        assert style == ""
        return
    after = read_bytes(apply_edits(document.text, edits).encode())
    assert after.data == {"x": wanted, "z": "5 GB"}


def test_thousands_of_digits_are_exchanged_without_reading_the_file_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = read_bytes(b"a: |\n" + b"  1 + 1 = 3 GB\n" * 9)
    monkeypatch.setattr("qbank.bank.editing.editor.read_bytes", None)
    for line in range(9):
        assert replace_in_scalar(document, ("a",), line * 13 + 8, line * 13 + 9, "2") is not None


# Whole values


def set_to(text: str, path: FieldPath, value: Any) -> str | None:
    edits = replace_value(read_bytes(text.encode()), path, value)
    return None if edits is None else apply_edits(text, edits)


@each(
    "path, value, before, after",
    [
        (("title",), "New", "Old title  #", "New  #"),
        (("title",), "New: title", "Old title  #", "'New: title'  #"),
        (("title",), "2026-04-01", "Old title  #", "'2026-04-01'  #"),
        (("title",), "yes", "Old title  #", "'yes'  #"),
        (("title",), "", "Old title  #", "''  #"),
        (("title",), 7, "Old title  #", "7  #"),
        (("title",), None, "Old title  #", "null  #"),
        (("single",), "that's", "'it''s'", "'that''s'"),
        (("double",), 'a "b"', '"one \\\n  two \\u00d7"', '"a \\"b\\""'),
        (("literal",), "x\n\n y\n", "  one\n  two\n\n  three\n", "  x\n\n   y\n"),
        (("literal",), "x", "|\n  one\n  two\n\n  three\n", "x\n"),
        (("folded",), "x y\nz", "  long line\n  goes on\n\n  next\n", "  x y\n\n  z\n"),
        (("plain",), "one line", "some words\n  and more", "one line"),
        (("plain",), "two\nlines\n", "some words\n  and more\n", '"two\\nlines\\n"\n'),
        (("details", "options", 0), "a: b", "- first", "- 'a: b'"),
        (("details", "options", 0), ["x"], "- first", "- [x]"),
        (("details", "options", 1), "it's", '- "second"', '- "it\'s"'),
        (("details", "options", 2), "k: v", "- k: v\n      w: 2", "- 'k: v'"),
        (("details", "options", 2, "w"), 2.5, "w: 2", "w: 2.5"),
        (("details", "options", 2, "w"), {"x": [1]}, "w: 2", "w: {x: [1]}"),
        (("details", "correct_index"), 0, "correct_index: 1", "correct_index: 0"),
        (("details", "correct_index"), True, "correct_index: 1", "correct_index: true"),
        (("flow", 1), "b, c", "[a, b,", "[a, 'b, c',"),
        (("flow", 2, "c"), ":5", "{c: d}", "{c: ':5'}"),
        (("flow", 2, "c"), "x\ny", "{c: d}", '{c: "x\\ny"}'),
        (("flow", 2, "c"), ["x", {"y": None}], "{c: d}", "{c: [x, y: null]}"),
        (("flow",), [], "[a, b, {c: d}]", "[]"),
        (("flow",), ["a", "b"], " [a, b, {c: d}]", " [a, b]"),
        (("empty",), "full", "empty:\n", "empty: full\n"),
        (("empty",), ["a"], "empty:\n", "empty: [a]\n"),
        (("last",), "x\ny\n", "last: x\n", 'last: "x\\ny\\n"\n'),
    ],
)
@each("line_end", ["\n", "\r\n"])
def test_a_value_is_replaced_in_its_style(
    path: FieldPath, value: Any, before: str, after: str, line_end: str
) -> None:
    assert QUESTION.count(before) == 1
    text = QUESTION.replace("\n", line_end)
    expected = QUESTION.replace(before, after).replace("\n", line_end)
    assert set_to(text, path, value) == expected
    assert value_at(read_bytes(expected.encode()).data, path) == value
    assert set_to(expected, path, value) == expected  # once more changes nothing


@each(
    "text, path, value, expected",
    [
        ("a:\n- b\n- c\n", ("a",), ["x", {"y": [1]}], "a: [x, y: [1]]\n"),
        ("a:\n- b\n", ("a",), {"x": 1}, "a: {x: 1}\n"),
        ("a:\n  b: 1\nc: d\n", ("a",), ["x"], "a: [x]\nc: d\n"),
        ("a:\n  - b\n  - c\n", ("a",), "text", "a: text\n"),
        ("a:\n\n  # why\n  b\n", ("a",), "c", "a:\n\n  # why\n  c\n"),
        ("a: b", ("a",), "x\ny\n", 'a: "x\\ny\\n"'),
        ("a: b", ("a",), "c", "a: c"),
        ("a: |+\n  b\n\n\nc: d\n", ("a",), "x\n\n", "a: |+\n  x\n\nc: d\n"),
        ("a: &x b\n", ("a",), "c", "a: &x c\n"),
        ("'a': {b: 'c'}\n", ("a", "b"), 5, "'a': {b: 5}\n"),
        ("a: [b]  # c\n", ("a", 0), "x", "a: [x]  # c\n"),
        ("a:\n  - - b\n    - c\n", ("a", 0, 1), "x: y", "a:\n  - - b\n    - 'x: y'\n"),
        ("a:\n  - b: |\n      c\n    d: e\n", ("a", 0, "b"), "x\n", "a:\n  - b: |\n      x\n    d: e\n"),
    ],
)
def test_values_in_other_surroundings(text: str, path: FieldPath, value: Any, expected: str) -> None:
    assert set_to(text, path, value) == expected


def test_a_value_with_comments_inside_is_left_alone() -> None:
    assert set_to(QUESTION, ("details", "options"), ["a", "b"]) is None
    assert set_to(QUESTION, ("details",), "text") is None


def test_nothing_at_the_path() -> None:
    document = read_bytes(QUESTION.encode())
    assert replace_value(document, ("nothing",), 1) is None
    assert replace_value(document, (), {}) is None
    assert replace_value(document, ("title",), "Old title") == ()


@each("value", [{1: 2}, (1, 2), b"x", {"a": {3}}, object()])
def test_values_no_file_can_hold(value: Any) -> None:
    with pytest.raises(TypeError):
        replace_value(read_bytes(QUESTION.encode()), ("title",), value)


def test_one_and_true_and_one_point_zero_differ() -> None:
    assert set_to("a: 1\n", ("a",), True) == "a: true\n"
    assert set_to("a: 1\n", ("a",), 1.0) == "a: 1.0\n"
    assert set_to("a: true\n", ("a",), 1) == "a: 1\n"
    assert set_to("a: .nan\n", ("a",), float("nan")) == "a: .nan\n"


leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-99, 99),
    st.floats(),
    ANY,
    st.sampled_from(["yes", "010", "1_000", "# x"]),
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3), max_leaves=5
)
PATHS: list[FieldPath] = [
    ("title",),
    ("literal",),
    ("folded",),
    ("details", "options", 0),
    ("details", "options", 2, "w"),
    ("flow", 2, "c"),
    ("flow", 0),
    ("empty",),
    ("last",),
]


@given(st.sampled_from(PATHS), values)
def test_any_value_at_any_place(path: FieldPath, value: Any) -> None:
    after = set_to(QUESTION, path, value)
    assert after is not None
    document = read_bytes(after.encode())
    expected = read_bytes(QUESTION.encode()).data
    value_at(expected, path[:-1])[path[-1]] = value
    assert repr(document.data) == repr(expected)
    assert [comment.text for comment in document.comments()] == ["# the head", "# why", "# between"]


@given(st.sampled_from(PATHS), leaves)
def test_a_single_value_always_finds_a_way(path: FieldPath, value: Any) -> None:
    assert set_to(QUESTION, path, value) is not None


LISTS = [
    "a: [x, 'y, z', \"w\"]\n",
    "a:\n- x\n- 'it''s'\n- >-\n  long\n  line\n",
    "a:  # three\n  - x: 1\n    y: 2\n  - - in\n    - side\n  - some words\n    and more\nb: 1\n",
    "a: [\n  x,\n\n  {b: 1},\n  z\n]",
    "a:\n- |\n  x\n\n- y\n- z",
]


@each("text", LISTS)
@each("line_end", ["\n", "\r\n"])
def test_items_in_any_order(text: str, line_end: str) -> None:
    document = read_bytes(text.replace("\n", line_end).encode())
    for order in permutations(range(3)):
        edits = reorder_items(document, ("a",), order)
        if edits is None:
            # What ends with the file, or with blank lines, may not be able to stand elsewhere.
            assert "|" in text
            continue
        after = read_bytes(apply_edits(document.text, edits).encode())
        assert after.data == {**document.data, "a": [document.data["a"][item] for item in order]}
        assert sorted(after.text) == sorted(document.text)


def test_items_that_stay_where_they_are() -> None:
    assert reorder_items(read_bytes(b"a: [x, y]\n"), ("a",), [0, 1]) == ()
    assert reorder_items(read_bytes(b"a: []\n"), ("a",), []) == ()
    for text in ("a: [x, y]  # x is right\n", "a:\n- x\n# y is wrong\n- y\n", "a: xy\n", "b: xy\n"):
        assert reorder_items(read_bytes(text.encode()), ("a",), [1, 0]) is None


def test_an_alias_among_items() -> None:
    document = read_bytes(b"o: &o x\na: [*o, y]\n")
    edits = reorder_items(document, ("a",), [1, 0])
    assert edits is None or read_bytes(apply_edits(document.text, edits).encode()).data["a"] == ["y", "x"]


def test_a_fix_from_file_to_file(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + QUESTION.replace("\n", "\r\n").encode())
    for _ in range(2):
        document = read_file(path)
        edits = replace_value(document, ("title",), "Fixed")
        assert edits is not None
        write_atomic(path, apply_edits(document.text, edits))
        expected = QUESTION.replace("Old title", "Fixed").replace("\n", "\r\n")
        assert path.read_bytes() == b"\xef\xbb\xbf" + expected.encode()


def test_a_document_is_not_changed_by_asking() -> None:
    document: Document = read_bytes(QUESTION.encode())
    before = repr(document.data)
    replace_value(document, ("details", "options", 0), ["x"])
    replace_in_scalar(document, ("title",), 0, 3, "New")
    assert repr(document.data) == before
