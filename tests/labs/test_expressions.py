from __future__ import annotations

from fractions import Fraction

import pytest

from each import each
from qbank.algebra.exact import evaluate_exactly
from qbank.algebra.parse import ExpressionError
from qbank.algebra.tree import spell
from qbank.formulas import library
from qbank.formulas.unit_check import UnitError
from qbank.labs.expressions import instance, read_argument, read_condition, read_expression, uses_of
from qbank.units.dimension import physical
from qbank.units.parse import parse_unit

DIMENSIONS = {
    name: physical(parse_unit(unit).dimension)
    for name, unit in {"t": "s", "m": "GB", "n": "1", "b": "GB/s"}.items()
}


def value(text: str, unit: str, **given: int) -> Fraction:
    tree = read_expression(text, DIMENSIONS, parse_unit(unit)).tree
    return Fraction(evaluate_exactly(tree, {name: Fraction(one) for name, one in given.items()}))


def test_quantities_count_in_base_units() -> None:
    assert value("t + 5[ms]", "s", t=1) == Fraction("1.005")
    assert value("m/b", "ms", m=10**9, b=2 * 10**9) == Fraction(1, 2)
    assert value("8[Gbit]/b", "s", b=10**9) == 1
    assert value("n*50[%]", "1", n=3) == Fraction(3, 2)


@each(
    "text, unit, said",
    [
        ("t + 5", "s", "cannot be added"),
        ("m/b", "GB", "comes out as second"),
        ("t + 5[lightyears]", "s", "'lightyears' is no unit"),
        ("2**t", "1", "pure number is needed"),
    ],
)
def test_units_have_to_fit(text: str, unit: str, said: str) -> None:
    with pytest.raises(UnitError, match=said):
        read_expression(text, DIMENSIONS, parse_unit(unit))


def test_conditions() -> None:
    condition = read_condition("t < 5[ms] and n >= 2", DIMENSIONS)
    assert uses_of(condition) == ("t", "n")
    assert spell(condition[0].right) == "0.005"
    with pytest.raises(UnitError):
        read_condition("t < m", DIMENSIONS)


def test_arguments_are_amounts_or_expressions() -> None:
    ring = library.bundled().find("ring_allreduce_time").variables
    assert spell(read_argument("5 µs", ring["a"], DIMENSIONS).tree) == "0.000005"
    assert spell(read_argument(8, ring["n"], DIMENSIONS).tree) == "8"
    assert spell(read_argument("2*n", ring["n"], DIMENSIONS).tree) == "2*n"
    assert spell(read_argument("m/n", ring["m"], DIMENSIONS).shown) == "m/n"
    with pytest.raises(ExpressionError, match="as an amount: '5 GBB': 'GBB' is no unit"):
        read_argument("5 GBB", ring["m"], DIMENSIONS)
    with pytest.raises(UnitError):
        read_argument("t", ring["m"], DIMENSIONS)


def test_a_formula_in_other_units_than_base_units() -> None:
    formula = library.bundled().find("gpu_hours")  # its result is in device-hours, 3600 to one
    given = {"P": "7e9", "D": "1e12", "F": "990 TFLOP/s", "u": "50%"}
    arguments = {name: read_argument(one, formula.variables[name], {}) for name, one in given.items()}
    made = instance(formula, arguments)
    exact = Fraction(formula.evaluate(given).value)
    assert evaluate_exactly(made.tree, {}) == exact * 3600
    assert made.guards == ()  # all bounds hold, whatever a reader does


def test_what_a_formula_counts_by_is_not_mistaken_for_a_quantity() -> None:
    formula = library.bundled().find("erlang_c")  # it sums over k
    dimensions = {"k": physical(parse_unit("1").dimension)}
    arguments = {
        "a": read_argument("k/2", formula.variables["a"], dimensions),
        "c": read_argument("k", formula.variables["c"], dimensions),
    }
    made = instance(formula, arguments)
    expected = formula.evaluate({"a": 3, "c": 6}).value
    assert float(evaluate_exactly(made.tree, {"k": Fraction(6)})) == pytest.approx(float(expected))


def test_sums_within_sums_are_refused() -> None:
    for text in ("sum(i, 0, 3, sum(j, 0, i, j))", "sum(i, 0, sum(j, 0, 3, j), i)"):
        with pytest.raises(ExpressionError, match="a sum within a sum"):
            read_expression(text, {})
    read_expression("sum(i, 0, 3, i) + sum(i, 0, 3, i)", {})
