"""Statistics against published values: psych 2.2.9 and R 4.2.2, Moodle's formulas, textbooks."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.results.statistics.choices import choice_statistics
from qbank.results.statistics.differences import holm, means_differ, shares_differ
from qbank.results.statistics.distributions import chi_square_tail, f_tail, t_quantile, t_tail
from qbank.results.statistics.intervals import of_correlation, of_share
from qbank.results.statistics.items import ItemStatistics, Scored, item_statistics
from qbank.results.statistics.moments import kurtosis, skewness
from qbank.results.statistics.paper import alpha_without, distribution, reliability
from qbank.results.statistics.rasch import rasch

ROWS = [
    (1, 1, 1, 2, 1), (1, 1, 1, 1.5, 1), (1, 1, 0, 2, 1), (1, 0, 1, 1, 1), (1, 1, 0, 0.5, 1),
    (0, 1, 1, 1, 1), (1, 0, 0, 0, 1), (0, 0, 1, 0.5, 1), (0, 1, 0, 0, 1), (0, 0, 0, 0, 1),
]  # fmt: skip
"""Ten students; the fourth question is worth 2, the fifth everybody has right."""
ITEMS = [list(map(float, column)) for column in zip(*ROWS, strict=True)]
MAXIMA = [1.0, 1.0, 1.0, 2.0, 1.0]


def statistics_of(items: list[list[float]], maxima: list[float]) -> list[ItemStatistics]:
    return item_statistics(Scored(items, maxima), [0.0] * len(items))


def close(values: list[float | None], expected: list[float | None], within: float = 5e-7) -> bool:
    return [value is None for value in values] == [value is None for value in expected] and all(
        abs(a - b) <= within for a, b in zip(values, expected, strict=True) if a is not None and b is not None
    )


def test_items_are_as_moodle_and_psych_have_them() -> None:
    found = statistics_of(ITEMS, MAXIMA)
    assert close([one.difficulty for one in found], [0.6, 0.6, 0.5, 0.425, 1.0])
    assert close([one.sd for one in found], [0.516398, 0.516398, 0.527046, 0.783511, 0.0])
    assert close([one.item_rest for one in found], [0.352638, 0.352638, 0.255774, 0.829630, None])
    assert close([one.item_total for one in found], [0.610132, 0.610132, 0.540569, 0.947566, None])
    assert close([one.efficiency for one in found], [43.3962, 43.3962, 30.4348, 91.7355, None], 5e-5)
    assert close([one.effective_weight for one in found], [22.2917, 22.2917, 21.1977, 34.2189, 0.0], 5e-5)
    assert close([one.intended_weight for one in found], [100 / 6] * 3 + [200 / 6, 100 / 6])


def test_alpha_leaves_out_what_is_constant_and_moodle_counts_it() -> None:
    found = reliability(ITEMS, MAXIMA)
    assert (found.items, found.constant, found.binary) == (4, 1, False)
    assert close([found.alpha, found.sem], [0.6417256488, 0.9920984])
    assert found.cic is not None
    assert found.error_ratio is not None
    assert close([found.cic / 100, found.standard_error], [0.6016177958, 1.0461570])
    assert found.error_ratio == pytest.approx(100 * math.sqrt(1 - found.cic / 100))
    assert close(alpha_without(ITEMS)[:4], [0.617772, 0.617772, 0.672897, 0.148148])


def test_what_is_not_defined_is_none() -> None:
    single = statistics_of([[1.0, 0.0, 1.0]], [1.0])[0]
    assert (single.item_rest, single.efficiency) == (None, None)
    assert reliability([[1.0, 0.0, 1.0]], [1.0]).alpha is None
    assert reliability([[1.0] * 5, [1.0] * 5], [1.0, 1.0]).alpha is None
    nobody = statistics_of([[], []], [1.0, 1.0])[0]
    assert (nobody.n, nobody.difficulty, nobody.upper_lower) == (0, None, None)
    assert skewness([1, 2]) is None
    assert kurtosis([1, 2, 3]) is None
    # 0.1 three times has a variance of 1e-17 where it is computed
    assert statistics_of([[0.1, 0.1, 0.1], [1.0, 0.0, 1.0]], [1.0, 1.0])[0].item_rest is None


def test_missing_answers_count_where_they_were_seen_alone() -> None:
    scores: list[list[float | None]] = [[1.0, 0.0, None, 1.0], [1.0, 0.0, 1.0, None], [0.0, 0.0, 1.0, 1.0]]
    scored = Scored(scores, [1.0, 1.0, 2.0])
    found = item_statistics(scored, [0.0, 0.25, 0.0])
    assert [one.n for one in found] == [3, 3, 4]
    assert scored.shares == [0.5, 0.0, 2 / 3, 2 / 3]
    assert scored.rest(0) == [pytest.approx(1 / 3), 0.0, pytest.approx(2 / 3), 0.5]
    assert found[1].corrected_difficulty == pytest.approx((2 / 3 - 0.25) / 0.75)


@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=6, max_size=6), min_size=3, max_size=30))
def test_the_order_of_students_decides_nothing(rows: list[list[float]]) -> None:
    def of(some: list[list[float]]) -> list[float | None]:
        items = [list(column) for column in zip(*some, strict=True)]
        return [
            value
            for one in statistics_of(items, [1.0] * 6)
            for value in (one.item_rest, one.upper_lower, one.effective_weight, one.efficiency)
        ]

    assert close(of(rows), of(rows[::-1]), 1e-9)


def test_ties_at_the_border_of_the_groups_are_shared() -> None:
    """Of ten students the upper three are compared: one ahead, and four who tie for two places."""
    items = [[1.0] + [1.0] * 4 + [0.0] * 5, [1.0] + [0.0] * 9]
    upper, lower = Scored(items, [1.0, 1.0]).ends
    assert upper == [1.0, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0]
    assert lower == [0, 0, 0, 0, 0, 0.6, 0.6, 0.6, 0.6, 0.6]


def test_noise_of_five_items_is_not_taken_for_good() -> None:
    """Noise correlates with a total of five that holds it by 1/sqrt(5), and with the rest not at all."""
    draw = random.Random(5)
    items = [[float(draw.random() < 0.5) for _ in range(4000)] for _ in range(5)]
    for one in statistics_of(items, [1.0] * 5):
        assert one.item_total == pytest.approx(1 / math.sqrt(5), abs=0.03)
        assert one.item_rest == pytest.approx(0.0, abs=0.06)


def test_intervals() -> None:
    assert of_correlation(0.3, 30) == pytest.approx((-0.0675725114458, 0.5958674154367), rel=1e-9)
    assert of_share(8, 10) == pytest.approx(
        (0.4901625, 0.9433178), abs=1e-6
    )  # R: prop.test(8, 10, correct=F)
    assert of_share(0, 41).high == pytest.approx(0.0856675, abs=1e-6)
    assert of_share(0, 0) == (0.0, 1.0)


def test_probabilities_are_those_of_r() -> None:
    """R 4.2.2: pchisq, pf and pt with lower.tail=FALSE, qt(0.975, 9)."""
    assert chi_square_tail(3.841458820694124, 1) == pytest.approx(0.05, rel=1e-12)
    assert chi_square_tail(30, 10) == pytest.approx(0.000856641210775301, rel=1e-11)
    assert f_tail(4, 3, 20) == pytest.approx(0.0220769996623624, rel=1e-11)
    assert t_tail(2.2621571627982049, 9) == pytest.approx(0.05, rel=1e-11)
    assert t_quantile(9) == pytest.approx(2.2621571627982049, rel=1e-12)


def test_differences_between_groups() -> None:
    assert shares_differ([(3, 1), (1, 3)]) == pytest.approx(0.4857142857, rel=1e-9)  # Fisher's tea
    assert shares_differ([(30, 20), (20, 30)]) == pytest.approx(0.0455002639, rel=1e-8)
    assert shares_differ([(2, 8), (7, 3), (1, 4)]) == pytest.approx(0.062334340851, rel=1e-9)
    assert shares_differ([(5, 0), (7, 0)]) is None
    assert means_differ([[1, 2, 3, 4], [2, 4, 6, 8], [1, 1, 2, 2]]) == pytest.approx(
        0.107135716297159, rel=1e-11
    )
    assert means_differ([[1, 1], [1, 2]]) is None
    assert holm([0.01, None, 0.04, 0.03]) == [
        pytest.approx(0.03),
        None,
        pytest.approx(0.06),
        pytest.approx(0.06),
    ]


def test_rasch_difficulties_come_back() -> None:
    draw = random.Random(3)
    true = [-2 + 4 * place / 19 for place in range(20)]
    abilities = [draw.gauss(0, 1) for _ in range(2000)]
    items = [
        [float(draw.random() < 1 / (1 + math.exp(difficulty - ability))) for ability in abilities]
        for difficulty in true
    ]
    found = rasch([*items, [1.0] * 2000])
    assert found[-1] is None
    for estimate, difficulty in zip(found, true, strict=False):
        assert estimate is not None
        assert abs(estimate.difficulty - difficulty) < 4 * estimate.error


def test_an_option_of_strong_students_correlates_with_the_rest() -> None:
    rest = [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]
    ends = ([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1])
    found = choice_statistics([True, True, False, False, False, None], rest, ends)
    assert (found.count, found.share, found.upper, found.lower) == (2, 0.4, 1.0, 0.0)
    assert found.rest == pytest.approx(0.791384015377, rel=1e-9)


def test_the_histogram_holds_everybody() -> None:
    found = distribution([0.0, 0.0999, 0.3, 0.7, 1.0, 1.0])
    assert found.histogram == (2, 0, 0, 1, 0, 0, 0, 1, 0, 2)
