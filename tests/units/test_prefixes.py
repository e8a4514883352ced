from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qbank.units.prefixes import PREFIXES, USUAL_PREFIXES, multiple_text, multiplier, split_multiple


def test_multipliers() -> None:
    factors = {
        "K": (10**3, 1),
        "k": (10**3, 1),
        "M": (10**6, 0),
        "B": (10**9, 0),
        "T": (10**12, 0),
        "million": (10**6, 0),
        "Million": (10**6, 0),
        "quadrillion": (10**15, 0),
    }
    assert {text: multiplier(text) for text in factors} == factors
    assert [text for text in ("m", "b", "", "GB", "kilo") if multiplier(text)] == []


def test_each_power_has_one_usual_prefix() -> None:
    assert {PREFIXES[prefix] for prefix in USUAL_PREFIXES.values()} == set(PREFIXES.values())
    assert [USUAL_PREFIXES[steps] for steps in (-2, -1, 0, 1, 3)] == ["µ", "m", "", "k", "G"]


@given(st.integers(-99, 99), st.booleans(), st.sampled_from(["", "hours", "tokens/s"]))
def test_a_multiple_is_found_again_in_front_of_a_unit(power: int, in_words: bool, unit: str) -> None:
    text = multiple_text(power, in_words=in_words)
    multiple = split_multiple(f"{text} {unit}".rstrip())
    assert multiple == (text, power, unit)
    assert multiple.is_power == (text not in {"thousand", "million", "billion", "trillion"})


def test_a_plain_unit_has_no_multiple() -> None:
    for name in ("", "GB/s", "hours", "10", "million-dollar questions"):
        assert split_multiple(name) == ("", 0, name)
