from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.units.dimension import (
    BASES,
    COUNT_BASES,
    MAX_EXPONENT,
    NONE,
    PHYSICAL_BASES,
    Dimension,
    dimension,
    exponents,
    physical,
    spell,
)

VECTORS = st.dictionaries(st.sampled_from(BASES), st.integers(-MAX_EXPONENT, MAX_EXPONENT))
SMALL_VECTORS = st.dictionaries(st.sampled_from(BASES), st.integers(-60, 60))


def nonzero(vector: dict[str, int]) -> dict[str, int]:
    return {name: exponent for name, exponent in vector.items() if exponent}


@given(VECTORS)
def test_exponents_undo_dimension(vector: dict[str, int]) -> None:
    assert exponents(dimension(**vector)) == nonzero(vector)


@given(SMALL_VECTORS, SMALL_VECTORS)
def test_products_are_sums_and_quotients_differences(one: dict[str, int], two: dict[str, int]) -> None:
    product = Dimension(dimension(**one) + dimension(**two))
    quotient = Dimension(dimension(**one) - dimension(**two))
    assert exponents(product) == nonzero({name: one.get(name, 0) + two.get(name, 0) for name in BASES})
    assert exponents(quotient) == nonzero({name: one.get(name, 0) - two.get(name, 0) for name in BASES})


@given(st.dictionaries(st.sampled_from(BASES), st.integers(-12, 12)), st.integers(-10, 10))
def test_powers_are_products(vector: dict[str, int], power: int) -> None:
    raised = Dimension(dimension(**vector) * power)
    assert exponents(raised) == nonzero({name: exponent * power for name, exponent in vector.items()})


@given(VECTORS)
def test_physical_forgets_counted_things_and_nothing_else(vector: dict[str, int]) -> None:
    kept = {name: exponent for name, exponent in nonzero(vector).items() if name in PHYSICAL_BASES}
    assert exponents(physical(dimension(**vector))) == kept


@given(VECTORS, VECTORS)
def test_dimensions_are_equal_only_if_their_exponents_are(one: dict[str, int], two: dict[str, int]) -> None:
    assert (dimension(**one) == dimension(**two)) == (nonzero(one) == nonzero(two))


def test_bases_are_told_apart() -> None:
    assert set(PHYSICAL_BASES).isdisjoint(COUNT_BASES)
    assert {"byte", "dollar", "second"} <= set(PHYSICAL_BASES)
    assert {"operation", "token", "request"} <= set(COUNT_BASES)


def test_an_unknown_base_is_refused() -> None:
    with pytest.raises(KeyError, match="furlong"):
        dimension(furlong=1)


@each("exponent", [MAX_EXPONENT + 1, -MAX_EXPONENT - 1])
def test_an_exponent_beyond_the_bound_is_refused(exponent: int) -> None:
    with pytest.raises(ValueError, match=f"exponent {exponent} of byte is beyond ±127"):
        dimension(byte=exponent)


@each(
    "vector, text",
    [
        ({}, ""),
        ({"byte": 1}, "byte"),
        ({"byte": 1, "second": -1}, "byte/second"),
        ({"second": -1}, "1/second"),
        ({"second": -2, "metre": 1}, "metre/second^2"),
        ({"byte": 2}, "byte^2"),
        ({"second": 1, "byte": 1}, "second*byte"),
        ({"joule": 1, "second": -1, "volt": -1}, "joule/second/volt"),
        ({"operation": 1, "token": -1}, "operation/token"),
    ],
)
def test_spelling(vector: dict[str, int], text: str) -> None:
    assert spell(dimension(**vector)) == text


def test_nothing_is_a_pure_number() -> None:
    assert dimension() == NONE == physical(dimension(token=3, request=-1))
