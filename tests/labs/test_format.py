from __future__ import annotations

from each import each
from qbank.labs.format import in_unit, show
from qbank.labs.quantity import Quantity, Source
from qbank.units import Unit
from qbank.units.parse import parse_unit

SHOWN = [
    (8.0, "", "8"),
    (1024.0, "GB", "1,024 GB"),
    (26.4999, "ms", "26.5 ms"),
    (0.0312345, "s", "0.0312 s"),
    (2.999999999999, "", "3"),
    (50.0, "%", "50%"),
    (12.345, "$", "$12.30"),
    (-12.345, "$/h", "-$12.30/h"),
    (0.3, "$/h", "$0.30/h"),
    (0.0557, "$", "$0.0557"),
    (137.2, "$", "$137"),
    (123456789.0, "", "123,456,789"),
    (1.5e20, "B", "1.50e+20 B"),
]


def test_three_digits_and_the_unit() -> None:
    assert [(number, mark, in_unit(number, mark)) for number, mark, _ in SHOWN] == SHOWN


LARGE = [
    (6738415616.0, "MAC", "6.74 GMAC"),
    (140e9, "1", "140 billion"),
    (4194304.0, "1", "4.19 million"),
    (999999.0, "1", "999,999"),
    (2.5e6, "$", "$2,500,000"),
    (1.5e12, "B", "1.5 TB"),
    (-3e6, "s", "-3,000,000 s"),
    (3e6, "%", "3,000,000%"),
]


@each("value, unit, shown", LARGE)
def test_large_values_are_short(value: float, unit: str, shown: str) -> None:
    read = parse_unit(unit)
    quantity = Quantity("x", "X", "x", Unit(unit, read.scale, read.dimension), Source.GIVEN)
    assert show(value * read.scale, quantity) == shown
