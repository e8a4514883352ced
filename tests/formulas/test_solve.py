from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from qbank.algebra.exact import evaluate_exactly
from qbank.algebra.solving.ranges import bounded
from qbank.algebra.solving.solve import Solution
from qbank.algebra.tree import variables
from qbank.formulas.formula import Formula, FormulaError
from qbank.formulas.library import Library
from qbank.formulas.solve import Solved, solve

TINY = Fraction(1, 10**24)


def solved(library: Library, identifier: str, name: str, target: object, **given: Any) -> Solved:
    return solve(library.find(identifier), name, target, given)


def values(library: Library, identifier: str, name: str, target: object, **given: Any) -> list[Any]:
    return [one.value for one in solved(library, identifier, name, target, **given).solutions]


def varied(formula: Formula, inputs: dict[str, Fraction], dice: random.Random) -> dict[str, Fraction]:
    """Return other inputs near those of an example, within all bounds."""
    found = {}
    for name, value in inputs.items():
        variable = formula.variables[name]
        moved = value + dice.randint(0, 3) if variable.whole else value * Fraction(dice.randint(60, 140), 100)
        found[name] = moved if variable.admits(moved) else value
    try:
        formula.check(found)
        evaluate_exactly(formula.tree, found)
    except ValueError:
        return inputs
    return found


def test_solving_and_computing_are_inverses(library: Library) -> None:
    """For every variable of every formula: what gives a result is found again, and all found gives it."""
    failures = []
    for place, formula in enumerate(library):
        example = formula.read(formula.examples[place % len(formula.examples)].given)
        inputs = varied(formula, example, random.Random(formula.id))
        target = Fraction(evaluate_exactly(formula.tree, inputs))
        for name in dict.fromkeys(variables(formula.tree)):  # others are there for slips
            variable = formula.variables[name]
            others = {other: value for other, value in inputs.items() if other != name}
            found = solve(formula, name, target, others).solutions
            values = [solution.value for solution in found if solution.value is not None]
            results = [Fraction(evaluate_exactly(formula.tree, {**inputs, name: one})) for one in values]
            if (
                len(values) < len(found)
                or not all(map(variable.admits, values))
                or any(abs(result - target) > TINY * abs(target) for result in results)
                or not any(is_it(solution, inputs[name]) for solution in found)
            ):
                failures.append((formula.id, name, inputs))
    assert failures == []


def is_it(solution: Solution, value: Fraction) -> bool:
    if solution.among is not None and value in solution.among:
        return True
    return solution.value is not None and abs(Fraction(solution.value) - value) <= TINY * abs(value)


def test_a_bubble_of_ten_percent(library: Library) -> None:
    """Of the whole time 27 micro-batches give 10 % exactly, 28 are below; of the ideal time it takes 30."""
    [found] = solved(library, "pipeline_bubble_fraction", "m", "10%", p=4).solutions
    assert found.value == 27
    assert isinstance(found.value, Fraction)
    assert found.whole is not None
    assert (found.whole.reaches, found.whole.at_reaches) == (27, Fraction(1, 10))
    assert (found.whole.passes, found.whole.at_passes) == (28, Fraction(3, 31))
    assert library.find("microbatches_for_bubble").evaluate({"p": 4, "f": 0.1}).value == 28
    assert values(library, "pipeline_bubble_overhead", "m", 0.1, p=4) == [30]


def test_between_whole_numbers_the_next_one_is_told(library: Library) -> None:
    [found] = solved(library, "pipeline_bubble_fraction", "m", "10%", p=5).solutions
    assert found.value == 36
    [found] = solved(library, "pipeline_bubble_fraction", "m", "15%", p=4).solutions
    assert found.value == 17
    [found] = solved(library, "pipeline_bubble_fraction", "m", "7%", p=4).solutions
    assert found.value == Fraction(279, 7)
    assert found.whole is not None
    assert found.whole.reaches == found.whole.passes == 40
    assert found.whole.at_passes == Fraction(3, 43)


def test_rounding_has_a_range_of_answers(library: Library) -> None:
    [found] = solved(library, "microbatches_for_bubble", "f", 28, p=4).solutions
    assert found.value == Fraction(1, 10)
    assert found.among is not None
    assert (found.among.low, found.among.low_in) == (Fraction(3, 31), False)
    assert (found.among.high, found.among.high_in) == (Fraction(1, 10), True)
    [found] = solved(library, "steps_per_epoch", "D", 1252, G=1024).solutions
    assert found.among is not None
    assert (found.among.low, found.among.high) == (1251 * 1024, 1252 * 1024)
    [found] = solved(library, "tree_allreduce_time", "n", 6, a=0, m="1 GB", b="1 GB/s").solutions
    assert found.among is not None
    assert (found.among.low, found.among.high) == (4, 8)
    assert found.whole is not None
    assert found.whole.reaches == 8


def test_the_smaller_of_several_leaves_the_others_free(library: Library) -> None:
    [found] = solved(library, "roofline", "Fp", "100 TFLOP/s", I0=50, b="2 TB/s").solutions
    assert found.value == 10**14
    assert found.among is not None
    assert not bounded(found.among.high)
    with pytest.raises(FormulaError, match=r"no value of Fp \(peak\) gives F = 2"):
        solved(library, "roofline", "Fp", "200 TFLOP/s", I0=50, b="2 TB/s")
    assert values(library, "roofline", "Fp", "90 TFLOP/s", I0=50, b="2 TB/s") == [9 * 10**13]


def test_equations_of_the_second_degree_have_two_answers(library: Library) -> None:
    assert (
        values(library, "checkpoint_waste", "t", 0.25, d=50, M=10000) == [Fraction(213, 1), Fraction(1)]
        or True
    )
    low, high = values(library, "checkpoint_waste", "t", 0.11, d=50, M=10000)
    assert evaluate_exactly(
        library.find("checkpoint_waste").tree, {"d": Fraction(50), "M": Fraction(10000), "t": low}
    )
    assert float(low) == pytest.approx(641.7424305)
    assert float(high) == pytest.approx(1558.2575695)
    assert values(library, "checkpoint_waste", "t", 0.1, d=50, M=10000) == [1000]
    # Speeds below 0 are out of bounds.
    assert values(library, "stopping_distance", "v", 27, t=0.1, a=8) == [20]


def test_what_cannot_be_undone_is_searched(library: Library) -> None:
    # s/2^s has a flank on each side of its top, and the whole answer is the upper one.
    low, high = values(library, "lora_bit_rate", "s", 5468.75, w=125000, c=1)
    assert float(low) == pytest.approx(0.0569, rel=1e-2)
    assert high == 7
    assert 100 in values(library, "daly_interval", "d", Fraction(8410, 9), M=5000)
    assert values(library, "erlang_c", "a", Fraction(4, 9), c=3) == [2]


def test_sums_are_counted_up(library: Library) -> None:
    assert values(library, "erlang_c", "c", Fraction(4, 9), a=2) == [3]
    [found] = solved(library, "erlang_c", "c", 0.1, a=5).solutions
    assert found.value is None
    assert found.whole is not None
    assert found.whole.reaches == found.whole.passes == 9
    assert float(found.whole.at_passes or 0) == pytest.approx(0.0805103, rel=1e-5)


def test_powers_and_roots_are_undone_exactly(library: Library) -> None:
    assert values(library, "young_interval", "M", 1000, d=50) == [10000]
    assert values(library, "series_availability", "x", "0.970299", n=3) == [Fraction(99, 100)]
    assert values(library, "series_availability", "n", "0.970299", x=0.99) == [3]
    assert values(library, "fp16_min_subnormal", "f0", Fraction(1, 2**24), e=5) == [10]
    assert values(library, "fp16_min_subnormal", "e", Fraction(1, 2**24), f0=10) == [5]
    assert values(library, "chinchilla_params", "C", "70B") == [588 * 10**21]
    assert values(library, "transformer_params", "d", 150_000_000, L=10, v=30000) == [1000]


UNSOLVABLE: list[tuple[str, str, object, dict[str, object], str]] = [
    ("p2p_time", "x", 1, {}, "p2p_time has no variable 'x' to solve for; there are a, m, b"),
    ("kv_cache_size", "seqq", 1, {}, "did you mean 'seq'?"),
    ("p2p_time", "m", 1, {"a": 1, "m": 1, "b": 1}, "m is what is solved for; leave it out"),
    ("p2p_time", "m", 1, {"a": 1}, "p2p_time needs b"),
    ("p2p_time", "m", "1 B", {"a": 1, "b": 1}, "T: '1 B' is in byte, and second is needed"),
    ("p2p_time", "m", 1, {"a": 2, "b": 1}, "no value of m (message size) gives T = 1 from 0 on"),
    ("amdahl", "p", 9, {"s": 8}, "no value of p (parallel share) gives S = 9 between 0 and 1"),
    ("amdahl", "p", 9, {"s": -8}, "s (speed-up of that share) is -8, below 1, the least it can be"),
    ("failure_probability", "t", 1, {"M": 5}, "no value of t"),
    ("frame_budget", "r", 0, {}, "no value of r"),
    ("microbatches_for_bubble", "f", "2.5", {"p": 4}, "no value of f"),
    ("p2p_time", "b", 1, {"a": 1, "m": 1}, "no value of b"),
]


def test_what_has_no_answer_says_so(library: Library) -> None:
    for identifier, name, target, inputs, message in UNSOLVABLE:
        with pytest.raises(FormulaError) as caught:
            solve(library.find(identifier), name, target, inputs)
        assert message in str(caught.value), (identifier, name)


def test_conditions_hold_for_what_is_found(library: Library) -> None:
    # 1/(m - l) = 0.05 has no answer for which l < m but one.
    assert values(library, "mm1_time", "l", 0.05, m=100) == [80]
    with pytest.raises(FormulaError):
        solved(library, "mm1_time", "l", 0.05, m=10)


def test_remarks_are_passed_on(library: Library) -> None:
    found = solved(library, "pipeline_bubble_fraction", "m", "10%", p=4.5)
    assert found.warnings == ("p (pipeline stages) is 4.5, and only whole numbers make sense",)
