from __future__ import annotations

from fractions import Fraction

import pytest

from each import each
from qbank.formulas.formula import FormulaError
from qbank.formulas.library import Library


def test_inputs_are_numbers_or_quantities(library: Library) -> None:
    ring = library.find("ring_allreduce_time")
    numbers = ring.evaluate({"n": 8, "a": 0, "m": 14e9, "b": 300e9})
    texts = ring.evaluate({"n": "8", "a": "0 s", "m": "14 GB", "b": "300 GB/s"})
    assert numbers.value == texts.value == Fraction(49, 600)
    assert numbers.inputs == texts.inputs == {"n": 8, "a": 0, "m": 14 * 10**9, "b": 300 * 10**9}


def test_a_tenth_is_a_tenth(library: Library) -> None:
    """In binary floating point (p - 1)*(1/f - 1) can come to less than 27, and one less is the answer."""
    formula = library.find("microbatches_for_bubble")
    assert formula.evaluate({"p": 4, "f": 0.1}).value == 28
    assert formula.evaluate({"p": 4, "f": "10%"}).value == 28
    assert library.find("pipeline_bubble_fraction").evaluate({"p": 4, "m": 27}).value == Fraction(1, 10)


@each(
    "identifier, given, message",
    [
        ("p2p_time", {"a": 1, "m": 1}, "p2p_time needs b (one-way bandwidth beta)"),
        ("p2p_time", {"a": 1, "m": 1, "b": 1, "c": 1}, "p2p_time has no variable 'c'; there are a, m, b"),
        ("kv_cache_size", {"seqq": 1}, "kv_cache_size has no variable 'seqq'; did you mean 'seq'?"),
        ("p2p_time", {"a": 1, "m": 1, "b": 1, "T": 1}, "T is the result; to solve for a variable"),
        ("p2p_time", {"a": 1, "m": 1, "b": "5 s"}, "b: '5 s' is in second, and byte/second is needed"),
        ("p2p_time", {"a": 1, "m": 1, "b": 0}, "p2p_time: m/b: division by zero: b is 0"),
        (
            "p2p_time",
            {"a": -1, "m": 1, "b": 1},
            "a (per-message latency alpha) is -1, below 0, the least it can be",
        ),
        ("amdahl", {"p": "120%", "s": 2}, "p (parallel share) is 1.2, above 1, the most it can be"),
        ("mm1_time", {"l": 5, "m": 5}, "mm1_time holds only when l < m"),
        ("erlang_c", {"a": 1, "c": 2.5}, "only whole numbers from 0 on have a factorial"),
    ],
)
def test_what_is_wrong_with_inputs_is_said(
    library: Library, identifier: str, given: dict[str, object], message: str
) -> None:
    with pytest.raises(FormulaError) as caught:
        library.find(identifier).evaluate(given)
    assert message in str(caught.value)


def test_broken_numbers_where_whole_ones_are_meant_are_a_remark(library: Library) -> None:
    found = library.find("heads_per_gpu").evaluate({"h": 64, "t": 2.5})
    assert found.value == Fraction(128, 5)
    assert found.warnings == ("t (ranks) is 2.5, and only whole numbers make sense",)
    assert library.find("heads_per_gpu").evaluate({"h": 64, "t": 4}).warnings == ()


def test_temperatures_may_be_negative_and_other_things_not(library: Library) -> None:
    assert library.find("junction_temperature").evaluate({"ta": -10, "p": 2, "r": 20}).value == 30
    with pytest.raises(FormulaError):
        library.find("junction_temperature").evaluate({"ta": -10, "p": -2, "r": 20})


def test_the_equation_is_written_without_units_of_numbers(library: Library) -> None:
    assert library.find("transfer_time").equation == "t = 8*b/r"
    assert library.find("pcie_bandwidth").equation == "B = t*w*c/8"
