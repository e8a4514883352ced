from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.bank.editing.edits import Edit, apply_edits


def test_edits_refer_to_the_text_as_given() -> None:
    assert apply_edits("one two three", [Edit(8, 13, "3"), Edit(0, 3, "1"), Edit(4, 7, "")]) == "1  3"
    assert apply_edits("abc", []) == "abc"


def test_equal_edits_count_once() -> None:
    assert apply_edits("abc", [Edit(1, 2, "x"), Edit(1, 2, "x")]) == "axc"
    assert apply_edits("abc", [Edit(1, 1, "x"), Edit(1, 1, "x")]) == "axbc"


def test_neighbours_do_not_overlap() -> None:
    assert apply_edits("abcd", [Edit(0, 2, "x"), Edit(2, 4, "y")]) == "xy"
    assert apply_edits("abcd", [Edit(2, 2, "-"), Edit(2, 4, "y"), Edit(4, 4, "!")]) == "ab-y!"


@each(
    "edits",
    [
        [Edit(0, 3, "x"), Edit(2, 4, "y")],
        [Edit(0, 4, "x"), Edit(1, 2, "y")],
        [Edit(0, 2, "x"), Edit(0, 2, "y")],
        [Edit(0, 2, "x"), Edit(0, 3, "x")],
        [Edit(1, 1, "x"), Edit(1, 1, "y")],
        [Edit(0, 3, "x"), Edit(2, 2, "y")],
    ],
)
def test_overlaps_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abcd", edits)
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abcd", reversed(edits))


@each("edit", [Edit(-1, 1, ""), Edit(0, 5, ""), Edit(2, 1, ""), Edit(5, 5, "x")])
def test_edits_outside_the_text_are_refused(edit: Edit) -> None:
    with pytest.raises(ValueError, match="outside a text of 4 characters"):
        apply_edits("abcd", [edit])


@given(st.lists(st.tuples(st.text(max_size=3), st.text(min_size=1, max_size=3)), max_size=6), st.randoms())
def test_pieces_in_any_order(pieces: list[tuple[str, str]], shuffle: random.Random) -> None:
    text = ""
    edits = []
    for kept, replaced in pieces:
        text += kept
        edits.append(Edit(len(text), len(text) + len(replaced), f"<{replaced}>"))
        text += replaced
    shuffle.shuffle(edits)
    assert apply_edits(text, edits) == "".join(f"{kept}<{replaced}>" for kept, replaced in pieces)
