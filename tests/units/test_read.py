from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.units.read import QuantityError, read_quantity

GIVEN: list[tuple[object, str, Fraction | int]] = [
    (8, "1", 8),
    (0.1, "1", Fraction(1, 10)),
    (Decimal("0.1"), "1", Fraction(1, 10)),
    (Fraction(1, 3), "1", Fraction(1, 3)),
    ("0.1", "1", Fraction(1, 10)),
    ("1,024", "1", 1024),
    ("1_000_000", "1", 10**6),
    ("-3.5", "1", Fraction(-7, 2)),
    ("−3", "1", -3),
    ("1e-6", "second", Fraction(1, 10**6)),
    ("4.8×10^24", "FLOP", 48 * 10**23),
    ("3 * 10**2", "1", 300),
    ("128/130", "1", Fraction(64, 65)),
    ("10%", "1", Fraction(1, 10)),
    ("10 percent", "1", Fraction(1, 10)),
    ("100MB", "byte", 10**8),
    ("96 KiB", "byte", 98304),
    ("25GB/s", "byte/second", 25 * 10**9),
    ("400 Gbit/s", "byte/second", 50 * 10**9),
    ("400Gbps", "bit/second", 400 * 10**9),
    ("5us", "second", Fraction(1, 200000)),
    ("5 µs", "second", Fraction(1, 200000)),
    ("30 min", "hour", Fraction(1, 2)),
    ("70B", "1", 70 * 10**9),
    ("70B", "byte", 70),
    ("70B parameters", "1", 70 * 10**9),
    ("1.4T tokens", "token", 14 * 10**11),
    ("500k", "token", 500_000),
    ("312 TFLOPS", "FLOP/second", 312 * 10**12),
    ("312 TFLOP/s", "FLOP/second", 312 * 10**12),
    ("312 TFLOP", "FLOP", 312 * 10**12),
    ("4 TOPS", "OP/second", 4 * 10**12),
    ("1 GMAC", "MAC", 10**9),
    ("2 GFLOP", "MAC", 10**9),
    ("1 GMAC", "FLOP", 2 * 10**9),
    ("$2/device-hour", "US dollar/device-hour", 2),
    ("$2/GPU-hr", "US dollar/device-hour", 2),
    ("$2/h", "US dollar/device-hour", 2),
    ("2 $/h", "US dollar/hour", 2),
    ("$1M", "US dollar", 10**6),
    ("$0.09/GB", "US dollar/gigabyte", Fraction(9, 100)),
    ("$0.1/kWh", "US dollar/kilowatt-hour", Fraction(1, 10)),
    ("25 °C", "degree Celsius", 25),
    ("298.15 K", "degree Celsius", 25),
    ("77 °F", "degree Celsius", 25),
    ("-10", "degree Celsius", -10),
    ("5 °C/W", "kelvin/watt", 5),
    ("10 MWh", "kilowatt-hour", 10_000),
    ("225mAh", "milliampere-hour", 225),
    ("0.4 A", "milliampere", 400),
    ("31.2 pJ/bit", "picojoule/byte", Fraction(2496, 10)),
    ("400 gCO2/kWh", "gram CO2e/kilowatt-hour", 400),
    ("1.8 L/kWh", "litre/kilowatt-hour", Fraction(9, 5)),
    ("3/day", "1/day", 3),
    ("1200 req/s", "1/second", 1200),
    ("100 samples per second", "sample/second", 100),
    ("800 img/s", "sample/second", 800),
    ("6400 MT/s", "transfer/second", 64 * 10**8),
    ("5 m/s²", "metre/second^2", 5),
    ("36 km/h", "metre/second", 10),
    ("64 GPUs", "1", 64),
    ("2 MAC/cycle", "MAC/cycle", 2),
]


def test_what_is_given_is_read_exactly() -> None:
    assert [(text, unit, read_quantity(text, unit)) for text, unit, _ in GIVEN] == GIVEN


UNREADABLE: list[tuple[object, str, str]] = [
    ("", "1", "'' begins with no number"),
    ("abc", "1", "'abc' begins with no number"),
    ("nan", "1", "begins with no number"),
    (float("nan"), "1", "begins with no number"),
    (float("inf"), "1", "begins with no number"),
    (True, "1", "true is neither a number nor text"),
    (None, "1", "null is neither a number nor text"),
    ([1], "1", "a list is neither a number nor text"),
    ("1,02", "1", "'1,02' is no number; ',' and '_' separate thousands"),
    ("5 foo", "1", "'5 foo': 'foo' is no unit"),
    ("1 s", "byte", "'1 s' is in second, and byte is needed"),
    ("25 GB", "byte/second", "'25 GB' is in byte, and byte/second is needed"),
    ("25 GB/s", "byte", "is in byte/second, and byte is needed"),
    ("5 s", "1", "is in second, and a pure number is needed"),
    ("10%", "byte", "is in a pure number, and byte is needed"),
    ("3 tokens", "sample", "is in token, and sample is needed"),
    ("25 W", "degree Celsius", "'W' is no unit of temperature"),
    ("1e999999", "1", "a number of this size is not read"),
    ("9" * 70, "1", "a number of this size is not read"),
    ("1/0", "1", "division by zero"),
    ("1" * 200, "1", "longer than 120 characters"),
    (10**9999, "1", "a number of this size is not read"),
    ("1 " + "B/" * 30 + "s", "byte", "is no unit"),
]


def test_what_does_not_fit_is_said() -> None:
    unexpected = []
    for text, unit, message in UNREADABLE:
        with pytest.raises(QuantityError) as caught:
            read_quantity(text, unit)
        if message not in str(caught.value):
            unexpected.append((message, str(caught.value)))
    assert unexpected == []


@given(
    st.text(max_size=130), st.sampled_from(["1", "byte", "byte/second", "degree Celsius", "US dollar/hour"])
)
def test_any_text_is_read_or_refused(text: str, unit: str) -> None:
    with suppress(QuantityError):
        assert isinstance(read_quantity(text, unit), Fraction)


@given(
    st.text("0123456789.,_eE+-*/^x×$% GMkKBbTsWhourtkensFLOP°CµJm", max_size=30),
    st.sampled_from(["1", "byte/second", "US dollar", "token", "degree Celsius"]),
)
def test_texts_like_quantities_are_read_or_refused(text: str, unit: str) -> None:
    with suppress(QuantityError):
        assert isinstance(read_quantity(text, unit), Fraction)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12), max_value=10**12))
def test_a_decimal_number_is_what_it_says(number: Decimal) -> None:
    assert read_quantity(f"{number:f}", "1") == Fraction(number)


def test_a_plural_needs_a_name_in_front_of_its_s() -> None:
    with pytest.raises(QuantityError, match="'m s' is no unit"):
        read_quantity("3 m s", "metre")
    assert read_quantity("3 elements", "element") == 3
