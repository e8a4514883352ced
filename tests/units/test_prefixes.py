from __future__ import annotations

from qbank.units.prefixes import PREFIXES, USUAL_PREFIXES, multiplier


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
