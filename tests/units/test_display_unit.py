from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from qbank.units import UNITS, Unit, readings
from qbank.units.display_unit import LEAST, MOST, display_unit, with_prefix
from qbank.units.format import format_significant


def shown(number: str, label: str) -> str:
    """Return a number of a unit of the table in the unit that is chosen for it."""
    unit = readings(label.split("/", maxsplit=1)[0])[0]
    for name in label.split("/")[1:]:
        unit = unit / readings(name)[0]
    size = Fraction(number) * unit.scale
    chosen = display_unit(Unit(label, unit.scale, unit.dimension), label, size)
    return f"{format_significant(size / chosen.size)} {chosen.name}"


def test_the_authors_unit_stays_where_its_number_is_short() -> None:
    for number, label in (("0.01", "GB"), ("999999", "ms"), ("5000", "MB/s"), ("0", "h")):
        assert shown(number, label).endswith(f" {label}")


def test_the_prefix_is_the_one_that_people_would_write() -> None:
    chosen = {
        ("3e12", "B"): "3 TB",
        ("3e12", "bytes"): "3 TB",
        ("0.0000015", "s"): "1.5 µs",
        ("0.001", "ms"): "1 µs",
        ("3e7", "mWh"): "30 kWh",
        ("2e6", "MB/s"): "2 TB/s",
        ("0.00001", "GiB"): "10.49 KiB",
        ("0.001", "hours"): "1 10⁻³ hours",
        ("2e6", "tokens/s"): "2 million tokens/s",
        ("2e6", "$"): "2 million $",
    }
    assert {case: shown(*case) for case in chosen} == chosen


def test_words_that_begin_like_a_binary_prefix_have_none() -> None:
    assert shown("0.001", "Minutes") == "1 10⁻³ Minutes"
    assert shown("1e8", "Kilobytes") == "100 10⁶ Kilobytes"


@given(st.sampled_from(sorted(UNITS)), st.integers(1, 9999), st.integers(-30, 30))
def test_every_number_of_every_unit_gets_short(name: str, digits: int, power: int) -> None:
    unit = readings(name)[0]
    size = digits * Fraction(10) ** power * unit.scale
    chosen = display_unit(unit, name, size)
    assert LEAST <= size / chosen.size < MOST


def test_results_of_formulas_have_a_prefix_beside_the_plain_unit() -> None:
    written = {
        (Fraction(49, 600), "s"): "81.66667 ms",
        (Fraction(245 * 10**8), "B"): "24.5 GB",
        (Decimal("0.0000025"), "W"): "2.5 µW",
        (Fraction(5), "s"): None,
        (Fraction(5000), "s"): None,
        (Fraction(1, 5000), "B"): None,
        (Fraction(10**27), "B"): None,
        (Fraction(0), "B"): None,
        (Fraction(5000), "$"): None,
    }
    assert {case: with_prefix(*case) for case in written} == written
