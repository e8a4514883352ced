from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.units import dimension, physical
from qbank.units.dimension import NONE, exponents
from qbank.units.names import in_symbols
from qbank.units.parse import UnknownUnitError, parse_unit

NAMES = [
    ("1", 1, {}),
    ("second", 1, {"second": 1}),
    ("hour", 3600, {"second": 1}),
    ("byte", 1, {"byte": 1}),
    ("bit", Fraction(1, 8), {"byte": 1}),
    ("byte/second", 1, {"byte": 1, "second": -1}),
    ("bit/second", Fraction(1, 8), {"byte": 1, "second": -1}),
    ("GB/s", 10**9, {"byte": 1, "second": -1}),
    ("hertz", 1, {"second": -1}),
    ("1/day", Fraction(1, 86400), {"second": -1}),
    ("metre/second^2", 1, {"metre": 1, "second": -2}),
    ("kilowatt-hour", 3_600_000, {"joule": 1}),
    ("watt", 1, {"joule": 1, "second": -1}),
    ("OP/second/watt", 1, {"joule": -1}),
    ("picojoule/byte", Fraction(1, 10**12), {"joule": 1, "byte": -1}),
    ("farad", 1, {"joule": 1, "volt": -2}),
    ("milliampere-hour", Fraction(36, 10), {"joule": 1, "volt": -1}),
    ("US dollar/device-hour", Fraction(1, 3600), {"dollar": 1, "second": -1}),
    ("US dollar per million tokens", Fraction(1, 10**6), {"dollar": 1}),
    ("US dollar/gigabyte", Fraction(1, 10**9), {"dollar": 1, "byte": -1}),
    ("gram CO2e/kilowatt-hour", Fraction(1, 3_600_000), {"gram": 1, "joule": -1}),
    ("kilogram CO2e", 1000, {"gram": 1}),
    ("degree Celsius", 1, {"kelvin": 1}),
    ("litre", Fraction(1, 1000), {"metre": 3}),
    ("transfer/second", 1, {"second": -1}),
    ("layer-activations", 1, {}),
    ("erlang", 1, {}),
]


def test_a_unit_has_a_size_and_a_dimension() -> None:
    units = {name: parse_unit(name) for name, _, _ in NAMES}
    assert [(name, unit.scale, exponents(physical(unit.dimension))) for name, unit in units.items()] == NAMES


def test_counted_things_stay_in_the_dimension() -> None:
    assert parse_unit("token/second").dimension == dimension(token=1, second=-1)
    assert physical(parse_unit("FLOP").dimension) == NONE


@each("name", ["", "furlong", "byte/", "/second", "byte//second", "byte^0", "x" * 200, "byte^^2"])
def test_what_is_no_unit_is_refused(name: str) -> None:
    with pytest.raises(UnknownUnitError):
        parse_unit(name)


@given(st.text(max_size=70))
def test_any_text_is_a_unit_or_refused(text: str) -> None:
    with suppress(UnknownUnitError):
        assert parse_unit(text).scale > 0


def test_full_names_in_symbols() -> None:
    symbols = {
        "byte/second": "B/s",
        "gram CO2e/kilowatt-hour": "gCO2e/kWh",
        "US dollar/device-hour": "$/device-hour",
        "1/day": "1/day",
        "1": "",
    }
    assert {name: in_symbols(name) for name in symbols} == symbols
