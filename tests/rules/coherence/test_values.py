"""The values of a question's texts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qbank.rules.coherence.values import StatedValue, stated_values, told_fields
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import Document

SOLUTION = ("details", "realistic_solution")


def _question(text: str) -> QuestionFile:
    return QuestionFile(Document(None, "title: x\n", {"details": {"realistic_solution": text}}))


def _values(text: str) -> tuple[StatedValue, ...]:
    return stated_values(_question(text), SOLUTION)


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("It reads 14 GB at once.", "14 GB", 14 * 10**9),
        ("It costs ~$3.20/h today.", "~$3.20/h", Fraction(32, 10) / 3600),
        ("It is about 2.0 TB/s (both ways).", "about 2.0 TB/s", 2 * 10**12),
        ("A **312 TFLOPS** chip.", "312 TFLOPS", 312 * 10**12),
        ("Cut to 12 \\u00d7 10^3 bytes.", "12 \\u00d7 10^3 bytes", 12_000),
        ("A model of 7B parameters.", "7B", 7 * 10**9),
    ],
)
def test_a_value_with_its_unit_and_its_place(text: str, written: str, value: Fraction) -> None:
    found = _values(text)[0]
    assert (found.text, found.quantity.value) == (written, value)
    assert text[found.start : found.end] == written
    assert found.path == SOLUTION


def test_every_reading_is_given() -> None:
    [memory] = _values("It holds 8 GB.")
    assert [reading.value for reading in memory.readings] == [8 * 10**9, 8 * 2**30]
    [peak] = _values("It does 4 TOPS.")
    assert len({reading.dimension for reading in peak.readings}) == 2
    [rate] = _values("It draws 5 W.")
    assert [reading.value for reading in rate.readings] == [5]


def test_a_range_gives_both_ends() -> None:
    low, high = _values("It takes 3-8 ms.")
    assert (low.ranged, high.ranged) == (True, True)
    assert (low.quantity.value, high.quantity.value) == (Fraction(3, 1000), Fraction(8, 1000))


def test_what_is_about_right_says_so() -> None:
    assert [found.approximate for found in _values("It takes ~3 ms of 4 ms, about 75% of it.")] == [
        True,
        False,
        True,
    ]


def test_a_text_is_read_once() -> None:
    question = _question("It holds 8 GB.")
    assert stated_values(question, SOLUTION) is stated_values(question, SOLUTION)


def test_what_is_no_text_states_nothing() -> None:
    question = _question("x")
    assert stated_values(question, ("details",)) == ()
    assert stated_values(question, ("nothing", 3)) == ()


def test_facts_are_not_told_by_mistakes_and_wrong_options() -> None:
    data = {
        "details": {"options": ["a", "b"], "correct_index": 1, "common_mistake": "c"},
        "parts": [{"prompt": "d"}],
    }
    paths = list(told_fields(QuestionFile(Document(None, "title: x\n", data))))
    assert ("details", "options", 1) in paths
    assert ("details", "options", 0) not in paths
    assert ("details", "common_mistake") not in paths
    assert ("parts", 0, "prompt") in paths


@pytest.mark.parametrize("data", [{}, {"parts": 3, "details": 5}, {"details": {"correct_index": True}}])
def test_data_of_any_shape_has_the_fields_of_every_question(data: dict[str, object]) -> None:
    paths = list(told_fields(QuestionFile(Document(None, "title: x\n", data))))
    assert ("scenario",) in paths
    assert not any("options" in path for path in paths)
