from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.problems import Path, describe, format_path, quote


@each(
    "path, expected",
    [
        ((), ""),
        (("title",), "title"),
        (("details", "options", 2), "details.options[2]"),
        (("parts", 0, "answer", "value"), "parts[0].answer.value"),
        (("checks", 0, "given", "a b"), "checks[0].given['a b']"),
        (("a.b",), "['a.b']"),
        (("\x1b[31m",), r"['\x1b[31m']"),
    ],
)
def test_paths_are_written_the_way_people_do(path: Path, expected: str) -> None:
    assert format_path(path) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("cloud", "'cloud'"),
        ("it's", '"it\'s"'),
        ("über 5 µs", "'über 5 µs'"),
        ("two\nlines", r"'two\nlines'"),
        ("\x1b[31mred", r"'\x1b[31mred'"),
        ("\u202eback", r"'\u202eback'"),
        (None, "null"),
        (True, "true"),
        (3, "3"),
        (2.5, "2.5"),
        pytest.param(10**5000, "a very large number", id="huge"),
        pytest.param(-(10**5000), "a very large number", id="huge and negative"),
        ({"a": 1}, "a mapping"),
        ([1], "a list"),
    ],
)
def test_values_are_quoted_safely(value: object, expected: str) -> None:
    assert quote(value) == expected


def test_long_text_is_cut() -> None:
    assert quote("x" * 500) == f"'{'x' * 60}…'"


@given(st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.booleans()))
def test_quotes_are_short_and_printable(value: object) -> None:
    quoted = quote(value)
    assert quoted.isprintable()
    assert len(quoted) <= 65


@each(
    "value, expected",
    [
        (None, "nothing"),
        (False, "true or false"),
        ("x", "text"),
        (1, "a number"),
        (1.5, "a number"),
        ({}, "a mapping"),
        ([], "a list"),
        (object(), "a value of an unknown sort"),
    ],
)
def test_sorts_of_values(value: object, expected: str) -> None:
    assert describe(value) == expected
