from __future__ import annotations

from qbank.labs.format import in_unit

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
