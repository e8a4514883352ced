from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.units import NO_UNIT, UNITS, Quantity, Unit, readings
from qbank.units.dimension import dimension

MB, KB = readings("MB")[0], readings("KB")[0]
SECOND = readings("s")[0]
ANY_UNIT = st.sampled_from(sorted(UNITS)).map(lambda spelling: readings(spelling)[0])


@each(
    "spelling, decimal, binary",
    [
        ("KB", 10**3, 2**10),
        ("MB", 10**6, 2**20),
        ("GB", 10**9, 2**30),
        ("TB", 10**12, 2**40),
        ("GB/s", None, None),
        ("GiB", 2**30, 2**30),
        ("Gb", Fraction(10**9, 8), Fraction(10**9, 8)),
        ("ms", Fraction(1, 1000), Fraction(1, 1000)),
    ],
)
def test_only_ambiguous_prefixes_have_a_binary_size(
    spelling: str, decimal: Fraction | int | None, binary: Fraction | int | None
) -> None:
    unit = readings("GB")[0] / SECOND if spelling == "GB/s" else readings(spelling)[0]
    assert unit.scale == (10**9 if decimal is None else decimal)
    assert unit.binary_scale == (2**30 if binary is None else binary)


def test_a_quotient_of_prefixes_keeps_their_difference() -> None:
    ratio = MB / KB
    assert ratio.binary_steps == 1
    assert ratio.scale == 1000
    assert ratio.binary_scale == 1024


@each(
    "unit, name",
    [
        (MB / SECOND, "MB/s"),
        (NO_UNIT / SECOND, "1/s"),
        (MB * SECOND, "MB·s"),
        (NO_UNIT * MB, "MB"),
        (MB * NO_UNIT, "MB"),
        (MB / NO_UNIT, "MB"),
        (readings("cm")[0] ** 2, "cm^2"),
    ],
)
def test_names_of_compound_units(unit: Unit, name: str) -> None:
    assert unit.name == name


@given(ANY_UNIT, ANY_UNIT)
def test_division_undoes_multiplication(one: Unit, two: Unit) -> None:
    back = one * two / two
    assert (back.scale, back.dimension, back.binary_steps) == (one.scale, one.dimension, one.binary_steps)


@given(ANY_UNIT, ANY_UNIT)
def test_sizes_multiply(one: Unit, two: Unit) -> None:
    assert (one * two).scale == one.scale * two.scale
    assert (one * two).binary_scale == one.binary_scale * two.binary_scale


@given(ANY_UNIT, st.integers(1, 4))
def test_a_power_is_a_repeated_product(unit: Unit, exponent: int) -> None:
    product = NO_UNIT
    for _ in range(exponent):
        product = product * unit
    power = unit**exponent
    assert (power.scale, power.dimension, power.binary_steps) == (
        product.scale,
        product.dimension,
        product.binary_steps,
    )


def test_the_unit_of_nothing() -> None:
    assert Unit("", Fraction(1), dimension()) == NO_UNIT


@given(st.fractions(), ANY_UNIT)
def test_a_quantity_in_its_own_unit_is_the_number_it_was_made_of(number: Fraction, unit: Unit) -> None:
    quantity = Quantity.of(number, unit)
    assert quantity.in_unit(unit) == number
    assert (quantity.dimension, quantity.unit) == (unit.dimension, unit)


@given(st.integers(), ANY_UNIT)
def test_whole_numbers_stay_exact(number: int, unit: Unit) -> None:
    value = Quantity.of(number, unit).value
    assert isinstance(value, Fraction)
    assert value == number * unit.scale


def test_conversions() -> None:
    assert Quantity.of(2, readings("h")[0]).in_unit(readings("min")[0]) == 120
    assert Quantity.of(Fraction(5, 2), readings("Wh")[0]).in_unit(readings("J")[0]) == 9000
    assert Quantity.of(7).unit is NO_UNIT
