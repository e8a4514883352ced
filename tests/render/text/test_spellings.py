from __future__ import annotations

from fractions import Fraction

from qbank.render.text.spellings import spellings

TYPED = [
    ("GB", "GB", ""),
    ("GB", "MB", "e-3"),
    ("GB", "gigabytes", ""),
    ("GB", "Gb", "*0.125"),
    ("GB", "TB", "e3"),
    ("GB/s", "MB/s", "e-3"),
    ("GB/s", "GB/sec", ""),
    ("s", "ms", "e-3"),
    ("ms", "hours", "*3600000.0"),
    ("million tokens/s", "million tokens/s", ""),
    ("million tokens/s", "tokens/s", "e-6"),
    ("million tokens/s", "million", ""),
    ("10⁻¹² hours", "hours", "e12"),
    ("10⁻¹² hours", "", "e12"),
    ("10⁹", "", "e-9"),
    ("widgets", "widgets", ""),
]


def test_how_a_unit_may_be_typed() -> None:
    assert [(unit, typed, spellings(unit)[typed]) for unit, typed, _ in TYPED] == TYPED


def test_binary_units_are_exact() -> None:
    factor = spellings("GB")["GiB"]
    assert factor.startswith("*")
    assert Fraction(factor[1:]) == Fraction("1.073741824")


def test_other_dimensions_are_left_out() -> None:
    assert "s" not in spellings("GB")
    assert "GB/h" not in spellings("GB/s")
    assert spellings("") == {}
