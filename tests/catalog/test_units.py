from __future__ import annotations

from fractions import Fraction

import pytest

from each import each
from qbank.catalog.units import base_unit, unit_of
from qbank.units import dimension
from qbank.units.parse import UnknownUnitError

SYMBOLS = [
    ("GB/s", 10**9, "byte/second"),
    ("Gbit/s", Fraction(10**9, 8), "byte/second"),
    ("GiB", 2**30, "byte"),
    ("KiB", 1024, "byte"),
    ("KB", 1000, "byte"),
    ("TFLOP/s", 10**12, "FLOP/second"),
    ("TOP/s", 10**12, "OP/second"),
    ("GMAC", 10**9, "MAC"),
    ("MAC/cycle", 1, "MAC/cycle"),
    ("W", 1, "watt"),
    ("mW", Fraction(1, 1000), "watt"),
    ("MHz", 10**6, "hertz"),
    ("MT/s", 10**6, "transfer/second"),
    ("mAh", Fraction(36, 10), "coulomb"),
    ("Wh", 3600, "joule"),
    ("V", 1, "volt"),
    ("mA", Fraction(1, 1000), "ampere"),
    ("µA/MHz", Fraction(1, 10**12), "ampere/hertz"),
    ("pJ/bit", Fraction(8, 10**12), "joule/byte"),
    ("$/h", Fraction(1, 3600), "dollar/second"),
    ("DMIPS/MHz", 1, "OP/second/hertz"),
    ("CoreMark/MHz", Fraction(1, 10**6), "CoreMark/hertz"),
    ("GFLOPS", 10**9, "FLOP/second"),
    ("MMAC/s", 10**6, "MAC/second"),
    ("TOPS/W", 10**12, "OP/second/watt"),
    ("1", 1, "1"),
    ("name", 1, "name"),
]


def test_a_symbol() -> None:
    units = {symbol: unit_of(symbol) for symbol, _, _ in SYMBOLS}
    assert [(symbol, unit.scale, base_unit(symbol)) for symbol, unit in units.items()] == SYMBOLS
    assert all(unit.name in {symbol, ""} for symbol, unit in units.items())


def test_dimensions() -> None:
    assert unit_of("GB/s").dimension == dimension(byte=1, second=-1)
    assert unit_of("TFLOP/s").dimension == dimension(operation=1, second=-1)
    assert unit_of("MT/s").dimension == dimension(second=-1)
    assert unit_of("$/h").dimension == dimension(dollar=1, second=-1)


@each("symbol", ["", "gigabyte (vendor label)", "furlong", "GB/", "/s", "GB/s/s/s/s", "GB s"])
def test_no_symbol(symbol: str) -> None:
    with pytest.raises(UnknownUnitError, match="is no unit of the catalog"):
        unit_of(symbol)
