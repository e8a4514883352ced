"""Formulas and their results as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from qbank.algebra.exact import Real
from qbank.algebra.solving.ranges import Range, bounded
from qbank.algebra.solving.solve import Solution, Whole
from qbank.algebra.tree import spell_condition
from qbank.formulas.formula import Computed, Formula, Variable
from qbank.formulas.solve import Solved
from qbank.picking import pick
from qbank.units.format import format_digits, format_exact

_LARGEST_WHOLE = 2**53
_DIGITS = 25


def formula_data(formula: Formula) -> dict[str, Any]:
    """Return a formula as data."""
    symbols = formula.symbols
    return {
        **pick(formula, "id", "name", "area"),
        "result": {"symbol": formula.symbol, "unit": formula.unit, "latex": symbols[formula.symbol].latex},
        "variables": {
            name: {**_variable_data(variable), "latex": symbols[name].latex}
            for name, variable in formula.variables.items()
        },
        **pick(formula, "expression", "assumes"),
        "holds_when": [spell_condition(condition) for condition in formula.conditions],
        **pick(formula, "source", "pitfall", "variants"),
        **pick(formula, "examples", "latex", "javascript"),
    }


def computed_data(formula: Formula, computed: Computed) -> dict[str, Any]:
    """Return what a formula comes to as data; inputs are in the units of the variables."""
    return {
        "id": formula.id,
        "inputs": _inputs(computed.inputs),
        "result": {"symbol": formula.symbol, **_value(computed.value), "unit": formula.unit},
        "latex": formula.latex,
        "warnings": computed.warnings,
    }


def solved_data(formula: Formula, solved: Solved) -> dict[str, Any]:
    """Return the values of a variable as data; `result` is the first of `solutions`."""
    name, unit = solved.variable.name, solved.variable.unit
    found = [_solution(solution) for solution in solved.solutions]
    first = {key: found[0][key] for key in ("value", "exact", "digits")}
    return {
        "id": formula.id,
        "solve_for": name,
        "inputs": {**_inputs(solved.inputs), formula.symbol: number(solved.target)},
        "result": {"symbol": name, **first, "unit": unit},
        "solutions": found,
        "latex": formula.latex,
        "warnings": solved.warnings,
    }


def number(value: Real | None) -> int | float | None:
    """Return a value as a number of JSON; None if it is beyond what one can hold."""
    if value is None:
        return None
    if isinstance(value, Fraction) and value.denominator == 1 and abs(value) < _LARGEST_WHOLE:
        return int(value)
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if abs(found) != float("inf") else None


def _variable_data(variable: Variable) -> dict[str, Any]:
    return {
        **pick(variable, "unit", "meaning", "whole"),
        "min": number(variable.least),
        "max": number(variable.most),
    }


def _inputs(inputs: Mapping[str, Fraction]) -> dict[str, int | float | None]:
    return {name: number(value) for name, value in inputs.items()}


def _value(value: Real | None) -> dict[str, Any]:
    if value is None:
        return {"value": None, "exact": None, "digits": None}
    return {"value": number(value), "exact": format_exact(value), "digits": format_digits(value, _DIGITS)}


def _solution(solution: Solution) -> dict[str, Any]:
    return {
        **_value(solution.value),
        "range": None if solution.among is None else _range(solution.among),
        "whole": None if solution.whole is None else _whole(solution.whole),
    }


def _range(among: Range) -> dict[str, Any]:
    return {
        "from": number(among.low) if bounded(among.low) else None,
        "from_included": bounded(among.low) and among.low_in,
        "to": number(among.high) if bounded(among.high) else None,
        "to_included": bounded(among.high) and among.high_in,
    }


def _whole(whole: Whole) -> dict[str, Any]:
    return {
        "reaches": whole.reaches,
        "result_at_reaches": number(whole.at_reaches),
        "passes": whole.passes,
        "result_at_passes": number(whole.at_passes),
    }
