"""The plain form is read as the YAML parser reads it, or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.bank import ReadError, find_question_files
from qbank.yamlio import reader
from qbank.yamlio.key_spans import skim
from qbank.yamlio.plain_flow import read_plain_flow
from qbank.yamlio.plain_form import read_plain_form

QUESTIONS = Path(__file__).parents[2] / "questions"


def same(one: Any, other: Any) -> bool:
    """Whether two pieces of data are equal with their types and the order of their fields."""
    if one.__class__ is not other.__class__:
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other or one != one)  # noqa: PLR0124 - not a number


def agrees(text: str) -> bool:
    """Whether a text is in the plain form; if so, the parser must read the same, and without problems."""
    found = read_plain_form(text)
    if found is None:
        return False
    document = reader.parse_text(text)
    assert document.problems == ()
    assert same(found[0], document.data)
    assert found[1] == skim(document.events())
    return True


def test_questions_of_the_bank_are_in_the_plain_form() -> None:
    files = find_question_files([QUESTIONS]).files
    plain = [agrees(path.read_text(encoding="utf-8")) for path in files]
    assert sum(plain) >= 0.95 * len(files)


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n",
        "# c\na: b\n\n\n# d\nc: 1\n",
        "a: ''\nb: \"\"\nc:\nd: ~\ne: 'it''s'\nf: \"it's: # [x]\"\n",
        "a: one\n  two\n\n  three\nb: 'one\n  two\n\n\n  three'\nc: \"one\n  two\"\n",
        "a: |\n  one\n\n   two: # three\n  - four\n\n\nb: |-\n    one\n\n",
        "a: >\n  one\n  two\n\n  three\n\n\n  four\nb: >-\n  five\n",
        "a:\n- b\n- 'c'\n- d: e\n  f: |\n    g\n- |\n  h\n- i\n  j\nk:\n  - l\n  - m\nn:\n  o:\n    p: q\n",
        "a:\n# none\nb:\n  # some\n  c: -1\n  d: -x\n  e: 1.5e3\n  f: .inf\n  g: true\n  h: 2026-04-01\n",
        "a: [b, 1, 'c, d', \"e\", [], {}]\nf: {g: h i, j: [k], l: {m: ~}}\no: {}\np:\n- [1, 2]\n- {r: s}\n",
        "id: cloud-0001\nscenario: 'x'\nchains:\n- id: a\n  position: 0\nrelated: [b, 'c d']\n",
        "id: it's\nrelated:\n- b\n- c: {d: e}\nchains: [{id: a, position: 0}, {id: 'b'}]\n",
        "a: é \U0001f600\nb: x#y\n",
    ],
)
def test_the_plain_form(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "\n",
            "# only a comment\n",
            "- a\n",
            "a\n",
            "a: b",
            "a: b \n",
            "a: b\r\n",
            "a:\tb\n",
            " a: b\n",
        ),
        *("a: b: c\n", "a: b:\n", "a: b # c\n", "a: &x b\n", "a: *x\n", "a: !x b\n", "a: ! b\n", "a: %b\n"),
        *("a: b\na: c\n", "null: b\n", "true: b\n", "<<: b\n", "1: b\n", "'a': b\n", "? a\n", "a b: c\n"),
        *("---\na: b\n", "a: b\n---\nc: d\n", "a: b\n...\n", "%YAML 1.2\n---\na: b\n", "a: b\n c: d\n"),
        *(
            "a:\n  b: c\n d: e\n",
            "a:\n  - b\n - c\n",
            "a: b\n- c\n",
            "a:\n  b\n",
            "a:\n- b\n  c: d\n",
            "a:\n-\n",
            "a:\n- - b\n",
        ),
        *(
            "a: |2\n  b\n",
            "a: |+\n  b\n\n",
            "a: | # c\n  b\n",
            "a: |\n\n  b\n",
            "a: |\n",
            "a: >\n  b\n   c\n",
        ),
        *(
            "a: |\n   b\n  c\n",
            "a: |\n  b\n c: d\n",
            'a: "b\\n"\n',
            "a: 'b\n'\n",
            "a: 'b\nc'\n",
            "a: 'b' c\n",
        ),
        *("a: b\n  # c\n", "a: b\n  c: d\n", "a: b\n  c:\n", "a: 'b\n", 'a: "b\n', "a: - b\n", "a: ? b\n"),
        *("a: [b\n", "a: [b]]\n", "a: [b,c]\n", "a: [b: c]\n", "a: [b, ]\n", "a: {b}\n", "a: {b: c, b: d}\n"),
        *("a: [ b]\n", "a: [b ]\n", "a: {b: }\n", "a: {null: b}\n", "a: [b] c\n", "a: [b}\n", "a: [&x b]\n"),
        *(
            "a: [, b]\n",
            "a: [b c: d]\n",
            "a: {[b]: c}\n",
            "a: [b,\n  c]\n",
            "a: [b?c, ?]\n",
            "a: {b: c d: e}\n",
        ),
        *(
            f"{'a' * 1100}: b\n",
            f"a: {'x' * 200_000}\n",
            "".join(f"{' ' * depth}b:\n" for depth in range(70)),
        ),
    ],
)
def test_what_is_left_to_the_parser(text: str) -> None:
    assert read_plain_form(text) is None


ENDLESS = ["'", "''", "'" * 3, '"', "a: '\n", "a: ''x\n", 'a: "\n', "[", "[a, ", "- ", "{a: ", "|\n"]


@pytest.mark.parametrize("piece", ENDLESS)
def test_endless_texts_take_no_endless_time(piece: str) -> None:
    for before, after in (("a: ", "\n"), ("a: [", "]\n"), ("a: x\n  ", "\n")):
        agrees(before + piece * (190_000 // len(piece)) + after)


PIECES = st.sampled_from(
    [
        *(
            "a: ",
            "b: ",
            "id: ",
            "related: ",
            "chains:",
            "scenario: ",
            "- ",
            "- a: ",
            "  ",
            "    ",
            " ",
            "\n",
            "\n\n",
        ),
        *(
            "x",
            "y z",
            "1",
            "-1",
            "~",
            "''",
            "'x'",
            '"y"',
            "'x\n  y'",
            "|\n",
            ">-\n",
            "# c",
            "[",
            "]",
            "{",
            "}",
            ", ",
        ),
        *(
            "[a, b]",
            "{a: 1, b: 'c'}",
            ":",
            ": ",
            "#",
            "'",
            '"',
            "|",
            ">",
            "&a",
            "*a",
            "!",
            "?",
            "%",
            "---",
            "é",
            "\\",
        ),
        *("a: x\n", "b:\n", "- x\n", "  c: x\n", "  - x\n", "    x\n", "  d: |\n    x\n", "  y\n"),
    ]
)


@given(st.lists(PIECES, max_size=14))
@settings(max_examples=3000)
def test_any_text_is_read_as_the_parser_reads_it_or_left_to_it(pieces: list[str]) -> None:
    text = "".join(pieces) + "\n"
    try:
        agrees(text)
    except ReadError as error:
        raise AssertionError(f"the parser refuses this: {error.problem.message}") from error


@given(st.lists(PIECES, max_size=8))
@settings(max_examples=2000)
def test_any_brackets_are_read_as_the_parser_reads_them_or_left_to_it(pieces: list[str]) -> None:
    for text in (f"[{''.join(pieces)}]", f"{{{''.join(pieces)}}}"):
        found = read_plain_flow(text)
        if found is not None:
            document = reader.parse_text(f"a: {text}")
            assert document.problems == ()
            assert same(found, document.data["a"])
