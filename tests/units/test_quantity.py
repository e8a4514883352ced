from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from qbank.units import NO_UNIT, UNITS, Quantity, Unit, readings

ANY_UNIT = st.sampled_from(sorted(UNITS)).map(lambda spelling: readings(spelling)[0])


@given(st.fractions(), ANY_UNIT, st.booleans())
def test_a_quantity_in_its_own_unit_is_the_number_it_was_made_of(
    number: Fraction, unit: Unit, binary: bool
) -> None:
    quantity = Quantity.of(number, unit, binary=binary)
    assert quantity.in_unit(unit, binary=binary) == number
    assert (quantity.dimension, quantity.unit) == (unit.dimension, unit)


@given(st.integers(), ANY_UNIT)
def test_whole_numbers_stay_exact(number: int, unit: Unit) -> None:
    value = Quantity.of(number, unit).value
    assert isinstance(value, Fraction)
    assert value == number * unit.scale


def test_conversions() -> None:
    assert Quantity.of(2, readings("h")[0]).in_unit(readings("min")[0]) == 120
    assert Quantity.of(3, readings("GB")[0], binary=True).in_unit(readings("MB")[0], binary=True) == 3072
    assert Quantity.of(Fraction(5, 2), readings("Wh")[0]).in_unit(readings("J")[0]) == 9000
    assert Quantity.of(7).unit is NO_UNIT
