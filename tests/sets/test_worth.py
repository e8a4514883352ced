from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.sets.worth import points_of, scaled


@each(
    "question, points",
    [
        ({"points": 3, "parts": [{"points": 9}]}, 3),
        ({"parts": [{"points": 2}, {}, {"points": 1.5}]}, 3.5),
        ({"rubric": [{"points": 2}, {"points": 4}]}, 6),
        ({"points": True, "parts": 7}, None),
        ({}, None),
    ],
)
def test_what_a_question_says_it_is_worth(question: dict[str, object], points: float | None) -> None:
    assert points_of(question) == points


@given(st.lists(st.integers(1, 20), min_size=1, max_size=30), st.integers(1, 400))
def test_scaled_points_add_up_and_none_is_lost(points: list[int], halves: int) -> None:
    total = halves / 2
    made = scaled(points, total)
    assert sum(made) == pytest.approx(total)
    assert all(worth > 0 for worth in made)
    if total >= len(points):
        assert all(worth * 2 == int(worth * 2) for worth in made)


def test_whole_points_where_there_are_enough() -> None:
    assert scaled([1, 1, 1], 100) == [34, 33, 33]
    assert scaled([3, 2, 10], 5) == [1, 0.5, 3.5]
