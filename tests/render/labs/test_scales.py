from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.render.labs.scales import even_base, scale

SIZES = st.floats(min_value=1e-9, max_value=1e12)


@given(st.lists(SIZES, min_size=1, max_size=6), st.booleans(), st.sampled_from([0, 2, 10]))
def test_every_value_has_its_place_within_the_axis(values: list[float], zero: bool, base: int) -> None:
    made = scale(values, 10, 110, base=base, zero=zero)
    for value in values:
        assert made.shows(value)
        assert 10 - 1e-6 <= made.place(value) <= 110 + 1e-6
    assert 2 <= len(made.ticks) <= 12
    assert list(made.ticks) == sorted(set(made.ticks))


def test_marks_stand_at_round_numbers() -> None:
    assert scale([0, 87], 0, 1).ticks == (0, 20, 40, 60, 80, 100)
    assert scale([-3, 4], 0, 1, zero=True).ticks == (-4, -2, 0, 2, 4)
    assert scale([3, 800], 0, 1, base=10).ticks == (1, 10, 100, 1000)
    assert scale([1, 2, 64], 0, 1, base=2, tight=True, wanted=9).ticks == (1, 2, 4, 8, 16, 32, 64)
    assert scale([5, 5], 0, 1, zero=True).ticks[0] == 0


def test_what_has_no_value_has_no_place() -> None:
    assert not scale([1, 2], 0, 1).shows(math.nan)
    assert not scale([1, 2], 0, 1).shows(math.inf)
    assert not scale([1, 2], 0, 1, base=10).shows(0)
    assert scale([math.nan], 0, 1).ticks


@each(
    "values, base",
    [
        ([1, 2, 4, 8], 2),
        ([1, 2, 3, 4], 0),
        ([1, 10, 100], 10),
        ([1, 2, 5, 10, 20, 50], 10),
        ([0, 1, 10], 0),
        ([1, 2, 3, 4, 6, 8, 12, 16], 0),
        ([1, 2], 0),
    ],
)
def test_positions_that_grow_by_a_factor_are_spread_evenly(values: list[float], base: int) -> None:
    assert even_base(values) == base
