from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from qbank.quoting import LONGEST, printable, quoted


def test_plain_words_stay_as_they_are() -> None:
    assert quoted("Größe × 2 😀") == "'Größe × 2 😀'"


def test_long_text_is_cut() -> None:
    assert quoted("x" * LONGEST) == "'" + "x" * LONGEST + "'"
    assert quoted("x" * (LONGEST + 1)) == "'" + "x" * (LONGEST - 1) + "…'"


def test_terminal_codes_are_spelled_out() -> None:
    assert quoted("a\x1b[31mb\n") == r"'a\x1b[31mb\n'"


def test_a_path_is_shown_whole() -> None:
    assert printable(Path("a/" + "b" * 100 + "\x1b.yaml")) == "a/" + "b" * 100 + r"\x1b.yaml"


@given(st.text())
def test_nothing_unprintable_gets_through(text: str) -> None:
    assert quoted(text).isprintable()
    assert len(quoted(text)) <= 10 * LONGEST + 2
