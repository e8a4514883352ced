"""Solving a formula for one of its variables.

A variable that counts something takes whole numbers only: a bubble of 10 % with 4 stages is reached with 27
micro-batches exactly, and is below with 28.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.solving.ranges import Range
from qbank.algebra.solving.solve import Equation, Solution, TooSlowError
from qbank.algebra.solving.solve import solve as solve_equation
from qbank.formulas.formula import Formula, FormulaError, Variable
from qbank.nearest import meant
from qbank.problems import quote
from qbank.units.format import format_number


@dataclass(frozen=True, slots=True)
class Solved:
    """The values of a variable that give a wanted result, in order; at least one."""

    variable: Variable
    target: Fraction
    inputs: Mapping[str, Fraction]
    solutions: tuple[Solution, ...]
    warnings: tuple[str, ...] = ()


def solve(formula: Formula, name: str, target: object, given: Mapping[str, object]) -> Solved:
    """Return the values of a variable that give a wanted result.

    Raises:
        FormulaError: there is no such variable, an input is wrong, or no value within the variable's bounds
            gives the result.
    """
    variable = formula.variables.get(name)
    if variable is None:
        hint = meant(name, formula.variables) or f"; there are {', '.join(formula.variables)}"
        raise FormulaError(f"{formula.id} has no variable {quote(name)} to solve for{hint}")
    inputs = formula.read(given, but=name)
    wanted = formula.read_one(formula.symbol, target)
    formula.check(inputs)
    equation = Equation(
        formula.tree,
        wanted,
        name,
        inputs,
        domain=Range.between(variable.least, variable.most),
        whole=variable.whole,
        conditions=formula.conditions,
    )
    try:
        solutions = solve_equation(equation)
    except EvaluationError as error:
        raise FormulaError(f"{formula.id}: {error}") from None
    except TooSlowError:
        raise FormulaError(f"{formula.id} takes too long to be solved for {name}") from None
    if not solutions:
        no_value = f"no value of {name} ({variable.meaning}) gives {formula.symbol} = {format_number(wanted)}"
        raise FormulaError(f"{no_value}{_bounds(variable)}")
    return Solved(variable, wanted, inputs, solutions, formula.remarks(inputs))


def _bounds(variable: Variable) -> str:
    if variable.most is not None:
        return f" between {format_number(variable.least)} and {format_number(variable.most)}"
    return f" from {format_number(variable.least)} on" if variable.least is not None else ""
