from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from each import each
from qbank.yamlio import content
from qbank.yamlio.builder import MAX_DEPTH, MAX_VALUES, Limits, parse
from qbank.yamlio.content import MAX_BYTES
from qbank.yamlio.document import Document
from qbank.yamlio.positions import Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind
from qbank.yamlio.reader import read_bytes, read_file

Read = Callable[[str | bytes], Document]

QUESTION = """\
schema_version: "1.0"
id: cloud-0001
created_at: 2026-04-01
expected_time_minutes: 010
validated: true
reviewed: yes
note: ~
details:
  options:
    - 'one'
    - two: 2
    - 1e3
  correct_index: 0x1
chains: []
empty:
"""


def refused(read: Read, source: str | bytes) -> ReadProblem:
    with pytest.raises(ReadError) as caught:
        read(source)
    return caught.value.problem


def test_data_is_plain_and_follows_yaml_1_2(read: Read) -> None:
    document = read(QUESTION)
    assert document.problems == ()
    assert document.data == {
        "schema_version": "1.0",
        "id": "cloud-0001",
        "created_at": "2026-04-01",
        "expected_time_minutes": 10,
        "validated": True,
        "reviewed": "yes",
        "note": None,
        "details": {"options": ["one", {"two": 2}, 1000.0], "correct_index": 1},
        "chains": [],
        "empty": None,
    }
    assert document.text == QUESTION
    assert document.path is None


def test_a_byte_order_mark_is_no_part_of_the_text(read: Read) -> None:
    document = read(b"\xef\xbb\xbfid: x\r\n")
    assert document.text == "id: x\r\n"
    assert document.data == {"id": "x"}
    assert document.span(("id",)) == Span(1, 5, 1, 6)


def test_aliases_are_copied_not_shared(read: Read) -> None:
    data = read("a: &x [1, {b: 2}]\nc: *x\nd: &t text\ne: *t\n").data
    assert data == {"a": [1, {"b": 2}], "c": [1, {"b": 2}], "d": "text", "e": "text"}
    data["a"][1]["b"] = 3
    assert data["c"] == [1, {"b": 2}]


def test_an_anchor_may_be_used_again(read: Read) -> None:
    assert read("a: &x 1\nb: &x 2\nc: *x\n").data == {"a": 1, "b": 2, "c": 2}
    assert read("a: &x\n  b: &x 2\n  c: *x\nd: *x\n").data == {"a": {"b": 2, "c": 2}, "d": 2}


# Problems that leave a useful rest


def only_problem(document: Document) -> ReadProblem:
    assert len(document.problems) == 1
    return document.problems[0]


def test_duplicate_keys_are_all_found_and_the_first_counts(read: Read) -> None:
    document = read("a: 1\nb:\n  c: 2\n  c: 3\n'a': [x, {y: z}]\n\na: 4\n")
    assert document.data == {"a": 1, "b": {"c": 2}}
    assert [(found.kind, found.span, found.source) for found in document.problems] == [
        (ReadProblemKind.DUPLICATE_KEY, Span(4, 3, 4, 4), "  c: 3"),
        (ReadProblemKind.DUPLICATE_KEY, Span(5, 1, 5, 4), "'a': [x, {y: z}]"),
        (ReadProblemKind.DUPLICATE_KEY, Span(7, 1, 7, 2), "a: 4"),
    ]
    assert document.problems[0].message == (
        "'c' occurs twice: the first, on line 3, counts; remove or rename this one"
    )
    assert "on line 1," in document.problems[2].message


@each(
    "text, span, shown, data",
    [
        ("a: !!str 5\n", Span(1, 4, 1, 9), "'!!str'", {"a": 5}),
        ("a: !secret text\n", Span(1, 4, 1, 11), "'!secret'", {"a": "text"}),
        ("a: &x !t [b]\n", Span(1, 7, 1, 9), "'!t'", {"a": ["b"]}),
        ("a: !t &x {b: c}\n", Span(1, 4, 1, 6), "'!t'", {"a": {"b": "c"}}),
        ("a: !<tag:yaml.org,2002:str> b\n", Span(1, 4, 1, 28), "'!<tag:yaml.org,2002:str>'", {"a": "b"}),
        ("!t a: b\n", Span(1, 1, 1, 3), "'!t'", {"a": "b"}),
        ("a:\n  - ! b\n", Span(2, 5, 2, 6), "'!'", {"a": ["b"]}),
        ("a: !\n  b\n", Span(1, 4, 1, 5), "'!'", {"a": "b"}),
        ("a: &x ! [b]\n", Span(1, 7, 1, 8), "'!'", {"a": ["b"]}),
        ("a: !!python/object/apply:os.system [id]\n", Span(1, 4, 1, 35), "'!!python/", {"a": ["id"]}),
    ],
)
def test_tags(read: Read, text: str, span: Span, shown: str, data: dict[str, Any]) -> None:
    document = read(text)
    problem = only_problem(document)
    assert problem.kind is ReadProblemKind.TAG
    assert problem.span == span
    assert problem.message.startswith(shown)
    assert document.data == data


def test_an_exclamation_mark_in_a_text_is_no_tag(read: Read) -> None:
    document = read("a: Wow! yes\nb: 'no ! tag'\nc: |\n  ! none\nd: x ! y\n")
    assert document.problems == ()


def test_merge_keys_are_reported_and_not_applied(read: Read) -> None:
    document = read('a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n"<<": e\n')
    problem = only_problem(document)
    assert (problem.kind, problem.span) == (ReadProblemKind.MERGE_KEY, Span(3, 3, 3, 5))
    assert "write the fields out" in problem.message
    assert document.data == {"a": {"b": 1}, "c": {"d": 2}, "<<": "e"}
    assert document.span(("<<",)) == Span(5, 7, 5, 8)


@each(
    "text, span, data",
    [
        ("a: 1\n5: x\n", Span(2, 1, 2, 2), {"a": 1, "5": "x"}),
        ("true: x\n", Span(1, 1, 1, 5), {"true": "x"}),
        ("a:\n  - 1.5: x\n", Span(2, 5, 2, 8), {"a": [{"1.5": "x"}]}),
        ("? null\n: x\n", Span(1, 3, 1, 7), {"null": "x"}),
        ("?\n: x\n", Span(1, 2, 1, 2), {"": "x"}),
        ("[a, b]: x\nc: d\n", Span(1, 1, 1, 2), {"c": "d"}),
        ("? {a: b}\n: {x: y}\nc: d\n", Span(1, 3, 1, 4), {"c": "d"}),
        ("c: &x d\n*x : y\n", Span(2, 1, 2, 3), {"c": "d"}),
    ],
)
def test_names_of_fields_that_are_no_text(read: Read, text: str, span: Span, data: dict[str, Any]) -> None:
    document = read(text)
    problem = only_problem(document)
    assert (problem.kind, problem.span) == (ReadProblemKind.KEY, span)
    assert document.data == data


def test_a_name_in_quotes_may_look_like_a_number(read: Read) -> None:
    document = read("'5': x\n\"true\": y\n")
    assert document.problems == ()
    assert document.data == {"5": "x", "true": "y"}


def test_problems_come_in_the_order_of_the_file(read: Read) -> None:
    document = read("a: ! b\nc: !t d\n5: e\nc: f\n")
    assert [(found.kind.value, found.span.line) for found in document.problems] == [
        ("tag", 1),
        ("tag", 2),
        ("key", 3),
        ("duplicate-key", 4),
    ]


# Problems that leave nothing


@each("text", ["", "\n\n", "# only a comment\n", "---\n", "---\n...\n", "~\n"])
def test_an_empty_file(read: Read, text: str) -> None:
    problem = refused(read, text)
    assert (problem.kind, problem.span) == (ReadProblemKind.DOCUMENTS, Span(1, 1, 1, 1))
    assert ("no fields" if text.strip() else "empty") in problem.message


@each(
    "text, span",
    [
        ("a: b\n---\nc: d\n", Span(2, 1, 2, 4)),
        ("---\na: b\n--- # again\n", Span(3, 1, 3, 4)),
        ("a: b\n...\n---\n", Span(3, 1, 3, 4)),
    ],
)
def test_several_documents(read: Read, text: str, span: Span) -> None:
    problem = refused(read, text)
    assert (problem.kind, problem.span) == (ReadProblemKind.DOCUMENTS, span)
    assert "second YAML document" in problem.message


def test_one_document_may_be_marked(read: Read) -> None:
    assert read("%YAML 1.2\n---\na: b\n...\n").data == {"a": "b"}


@each(
    "text, span, words",
    [
        ("# c\n- a: b\n- c\n", Span(2, 1, 2, 7), "a list"),
        ("[a, b]\n", Span(1, 1, 1, 7), "a list"),
        ("just words\n  and more\n", Span(1, 1, 1, 11), "a single value"),
        ("--- 'text'\n", Span(1, 5, 1, 11), "a single value"),
        ("\n5\n", Span(2, 1, 2, 2), "a single value"),
    ],
)
def test_a_file_that_holds_no_mapping(read: Read, text: str, span: Span, words: str) -> None:
    problem = refused(read, text)
    assert (problem.kind, problem.span) == (ReadProblemKind.NOT_A_MAPPING, span)
    assert words in problem.message


@each(
    "text, span, words",
    [
        ("a: &x [b, *x]\n", Span(1, 11, 1, 13), "inside the very value"),
        ("a: &x\n  b:\n    - *x\n", Span(3, 7, 3, 9), "inside the very value"),
        ("title: *bold\n", Span(1, 8, 1, 13), "'*bold' is read as a YAML alias"),
        ("a: *x\nb: &x 1\n", Span(1, 4, 1, 6), "quote a value that begins with *"),
    ],
)
def test_aliases_that_lead_nowhere(read: Read, text: str, span: Span, words: str) -> None:
    problem = refused(read, text)
    assert (problem.kind, problem.span) == (ReadProblemKind.ALIASES, span)
    assert words in problem.message


def test_an_alias_bomb(read: Read) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    problem = refused(read, "\n".join(lines))
    assert problem.kind is ReadProblemKind.ALIASES
    # Ten to the fifth values are reached in the last alias but one of the fifth line.
    assert (problem.span.line, problem.span.column) == (5, 45)
    assert "100,000" in problem.message


@each("value", ["{0}", "[[{0}]]", "{{{0}: 1}}"])
def test_a_bomb_of_a_few_long_texts(read: Read, value: str) -> None:
    text = f"a: &x {value.format('x' * 1000)}\nb: [{', '.join(['*x'] * (MAX_BYTES // 1000))}]\n"
    assert len(read(text).data["b"]) == MAX_BYTES // 1000
    problem = refused(read, text + "c: *x\n")
    assert (problem.kind, problem.span) == (ReadProblemKind.ALIASES, Span(3, 4, 3, 6))
    assert "1 MiB of text" in problem.message


def test_depth_through_aliases(read: Read) -> None:
    levels = [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, MAX_DEPTH + 1)]
    assert read("\n".join(["a0: &a0 x", *levels[: MAX_DEPTH - 1]])).has(
        (f"a{MAX_DEPTH - 1}", *[0] * (MAX_DEPTH - 1))
    )
    problem = refused(read, "\n".join(["a0: &a0 x", *levels]))
    assert problem.kind is ReadProblemKind.DEPTH
    assert problem.span.line == MAX_DEPTH + 1


@each(
    "text, place",
    [
        ("[" * 100_000, (1, MAX_DEPTH + 1)),
        ("{" * 100_000, (1, MAX_DEPTH + 1)),
        ("- " * 100_000, (1, 2 * MAX_DEPTH + 1)),
        ("? " * 100_000, (1, 2 * MAX_DEPTH + 1)),
        ("\n".join(" " * n + "a:" for n in range(1000)), (MAX_DEPTH + 1, MAX_DEPTH + 1)),
        ("a: " + "{a: " * 100_000, (1, 4 * (MAX_DEPTH - 1) + 4)),
    ],
)
def test_depth(read: Read, text: str, place: tuple[int, int]) -> None:
    problem = refused(read, text)
    assert problem.kind is ReadProblemKind.DEPTH
    assert (problem.span.line, problem.span.column) == place


def test_depth_up_to_the_bound_is_fine(read: Read) -> None:
    deepest = MAX_DEPTH - 1
    document = read("a: " + "[" * deepest + "x" + "]" * deepest)
    assert document.has(("a", *[0] * deepest))
    with pytest.raises(ReadError):
        read("a: " + "[" * MAX_DEPTH + "x" + "]" * MAX_DEPTH)


def test_too_many_values() -> None:
    # The mapping, its key and the list are three; values of every kind count.
    limits = Limits(max_values=1000)
    values = list(islice(cycle(["x", "[]", "{}"]), limits.max_values - 3))
    fine = f"a: [{', '.join(values)}]"
    assert len(parse(fine, limits).data["a"]) == limits.max_values - 3
    with pytest.raises(ReadError) as caught:
        parse(f"{fine[:-1]}, x]", limits)
    assert caught.value.problem.kind is ReadProblemKind.SIZE
    assert caught.value.problem.span.column == len(fine) + 2


def test_a_question_has_no_more_than_so_many_values() -> None:
    with pytest.raises(ReadError) as caught:
        read_bytes(f"a: [{'1,' * MAX_VALUES}]".encode())
    assert caught.value.problem.kind is ReadProblemKind.SIZE


def test_many_problems_share_the_text_of_their_endless_line() -> None:
    document = read_bytes(b"{" + b"a: 1, " * 1000 + b"b: 2}")
    assert len(document.problems) == 999
    assert len({id(problem.source) for problem in document.problems}) == 1


def test_a_file_that_is_too_large(read: Read, tmp_path: Path) -> None:
    text = b"a: " + b"x" * (MAX_BYTES - 3)
    assert len(read(text).data["a"]) == MAX_BYTES - 3
    problem = refused(read, text + b"x")
    assert (problem.kind, problem.span) == (ReadProblemKind.SIZE, Span(1, 1, 1, 1))
    assert "1 MiB" in problem.message
    path = tmp_path / "large.yaml"
    path.write_bytes(text + b"x" * 100_000)
    with pytest.raises(ReadError) as caught:
        read_file(path)
    assert caught.value.problem.kind is ReadProblemKind.SIZE


# Files


def test_a_file_is_read_whole_with_its_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    text = "a: |\r\n" + "".join(f"  line {number}\r\n" for number in range(9000))
    path.write_bytes(text.encode())
    document = read_file(path)
    assert document.path == path
    assert document.text == text
    assert document.data["a"].count("\n") == 9000


def unreadable(path: Path) -> ReadProblem:
    with pytest.raises(ReadError) as caught:
        read_file(path)
    assert caught.value.path == path
    problem = caught.value.problem
    assert (problem.kind, problem.span) == (ReadProblemKind.UNREADABLE, Span(1, 1, 1, 1))
    assert problem.message.startswith("the file cannot be read: ")
    return problem


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "no such file" in unreadable(tmp_path / "none.yaml").message


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "it is a folder" in unreadable(tmp_path).message


def test_a_link_to_itself(tmp_path: Path) -> None:
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert "symbolic links" in unreadable(loop).message


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to("none.yaml")
    assert "it is a link that leads nowhere" in unreadable(tmp_path / "link.yaml").message


def test_a_path_with_a_null(tmp_path: Path) -> None:
    assert "null" in unreadable(tmp_path / "a\0b.yaml").message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    assert "not a regular file" in unreadable(pipe).message


def test_permission_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("a: b")

    def denied(*_: Any) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(content.os, "open", denied)
    assert unreadable(path).message == "the file cannot be read: permission denied"


def test_an_error_names_path_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("a: b\nc: [\n")
    with pytest.raises(ReadError) as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}:3:1: the file ends inside a list")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(ReadError) as caught:
        read_bytes(b"")
    assert str(caught.value).startswith("1:1: the file is empty")


def test_a_tag_that_makes_the_file_no_mapping_is_named() -> None:
    with pytest.raises(ReadError) as caught:
        read_bytes(b'!!python/object/apply:os.system ["id"]\n')
    assert caught.value.problem.kind is ReadProblemKind.TAG
    assert caught.value.problem.message.startswith("'!!python/object/apply:os.system' is read as a YAML tag")
