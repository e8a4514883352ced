from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.quoting import LONGEST, LONGEST_EXPRESSION, in_one_line, printable, quoted, told_apart


def test_plain_words_stay_as_they_are() -> None:
    assert quoted("Größe × 2 😀") == "'Größe × 2 😀'"


def test_long_text_is_cut() -> None:
    assert quoted("x" * LONGEST) == "'" + "x" * LONGEST + "'"
    assert quoted("x" * (LONGEST + 1)) == "'" + "x" * (LONGEST - 1) + "…'"


@each(
    "name, told",
    [
        ("еdge-0001", " (character 1 is U+0435, CYRILLIC SMALL LETTER IE)"),
        ("lеvel", " (character 2 is U+0435, CYRILLIC SMALL LETTER IE)"),
        ("clοud-0001", " (character 3 is U+03BF, GREEK SMALL LETTER OMICRON)"),
        ("edge‑0001", " (character 5 is U+2011, NON-BREAKING HYPHEN)"),
        ("edge-000１", " (character 9 is U+FF11, FULLWIDTH DIGIT ONE)"),
        ("𝐞dge", " (character 1 is U+1D41E, MATHEMATICAL BOLD SMALL E)"),
        ("edge-0001", ""),
        ("Größe", ""),
        ("мама", ""),
        ("µs", ""),
        ("m²", ""),
        ("3–5", ""),
        ("train – test of α", ""),
    ],
)
def test_a_letter_that_looks_like_another_is_named(name: str, told: str) -> None:
    assert told_apart(name) == told
    assert quoted(name) == f"'{name}'{told}"


def test_a_long_expression_loses_its_middle() -> None:
    assert in_one_line("1 ms +\n 2 ms") == "1 ms + 2 ms"
    long = f"11 ms + {'222 ms + ' * 120}33 ms"
    assert in_one_line(long).startswith("11 ms + 222 ms + ")
    assert in_one_line(long).endswith(" + 222 ms + 33 ms")
    assert " … " in in_one_line(long)
    assert {word for word in in_one_line(long).split() if word != "…"} == set(long.split())


@given(st.text(alphabet="x ", min_size=1))
def test_a_long_expression_is_short_enough(text: str) -> None:
    assert len(in_one_line(text * 50)) <= LONGEST_EXPRESSION


def test_terminal_codes_are_spelled_out() -> None:
    assert quoted("a\x1b[31mb\n") == r"'a\x1b[31mb\n'"


def test_a_path_is_shown_whole() -> None:
    assert printable(Path("a/" + "b" * 100 + "\x1b.yaml")) == "a/" + "b" * 100 + r"\x1b.yaml"


@given(st.text())
def test_nothing_unprintable_gets_through(text: str) -> None:
    assert quoted(text).isprintable()
    assert len(quoted(text).removesuffix(told_apart(text))) <= 10 * LONGEST + 2
