"""The second opinion: sympy recomputes a claim from its expression tree before anybody is accused.

The tree is built of sympy numbers and functions directly; no text ever reaches a sympy parser. Units come in
as positive symbols, so an error in the fast evaluator's arithmetic of dimensions shows as well.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from qbank.napkin.evaluate import Names, Sense
from qbank.napkin.tree import Interval, Name, Negation, Node, Number, Operation, WithUnit
from qbank.units import NO_UNIT, Quantity, Unit, physical
from qbank.units.dimension import NONE, Dimension, exponents

if TYPE_CHECKING:
    from collections.abc import Callable

AGREEMENT = Fraction(1, 10**12)
"""Largest relative difference between the two opinions."""


class DisagreementError(Exception):
    """The two evaluators give different values: a defect of qbank, never the author's error."""


def confirm(node: Node, computed: Quantity, sense: Sense, names: Names | None = None) -> None:
    """Compute `node` again with sympy and compare.

    Raises:
        DisagreementError: the values or the dimensions differ.
    """
    import sympy  # noqa: PLC0415  (a third of a second that clean banks need not pay)

    value = _Translator(sympy, sense, names or {}).translate(node)
    expected = _rational(sympy, computed.value) * _symbols(sympy, physical(computed.dimension))
    ratio = sympy.simplify(value / expected) if expected != 0 else value + 1
    if ratio.free_symbols or abs(sympy.N(ratio, 30) - 1) > float(AGREEMENT):
        raise DisagreementError(f"{computed.value} against {sympy.N(value, 20)}")


def _rational(sympy: Any, value: Fraction) -> Any:
    return sympy.Rational(value.numerator, value.denominator)


def _symbols(sympy: Any, dimension: Dimension) -> Any:
    result = sympy.Integer(1)
    for name, exponent in exponents(dimension).items():
        result *= sympy.Symbol(name, positive=True) ** exponent
    return result


class _Translator:
    """Builds a sympy expression for every node, with the unit that a bare neighbour in a sum would take."""

    def __init__(self, sympy: Any, sense: Sense, names: Names) -> None:
        self.sympy = sympy
        self.sense = sense
        self.names = names

    def translate(self, node: Node) -> Any:
        return self._value(node)[0]

    def _value(self, node: Node) -> tuple[Any, Unit]:
        if isinstance(node, Number):
            return self._number(node)
        if isinstance(node, Interval):
            return self._number(node.high if node.start in self.sense.high else node.low)
        if isinstance(node, Name):
            return self._quantity(self.names[node.text])
        if isinstance(node, Negation):
            value, unit = self._value(node.operand)
            return -value, unit
        if isinstance(node, WithUnit):
            reading = node.readings[self.sense.choices.get(node.start, 0)]
            value, _ = self._value(node.operand)
            return value if value.free_symbols else value * self._unit(
                reading.unit, reading.multiplier
            ), reading.unit
        if isinstance(node, Operation):
            return self._operation(node)
        values = [self._value(argument) for argument in node.arguments]
        return self._function(node.function, [value for value, _ in values]), values[0][1]

    def _operation(self, node: Operation) -> tuple[Any, Unit]:
        (left, left_unit), (right, right_unit) = self._value(node.left), self._value(node.right)
        if node.operator == "^":
            return left**right, NO_UNIT
        if node.operator in "*/":
            value = left * right if node.operator == "*" else left / right
            if not right.free_symbols:
                return value, left_unit
            return value, right_unit if node.operator == "*" and not left.free_symbols else NO_UNIT
        if left.free_symbols != right.free_symbols:  # a bare number takes the unit of its neighbour
            if left_unit is NO_UNIT and not left.free_symbols:
                left *= self._unit(right_unit, Fraction(1))
            elif right_unit is NO_UNIT and not right.free_symbols:
                right *= self._unit(left_unit, Fraction(1))
        unit = left_unit if left_unit is not NO_UNIT else right_unit
        return left + right if node.operator == "+" else left - right, unit

    def _number(self, node: Number) -> tuple[Any, Unit]:
        known = self.sense.exact.get(node.start)
        if known is not None:
            return self._quantity(known)
        reading = node.readings[self.sense.choices.get(node.start, 0)]
        multiplier = reading.multiplier
        if self.sense.binary_counts:
            multiplier *= Fraction(1024, 1000) ** reading.binary_steps
        return _rational(self.sympy, node.value) * self._unit(reading.unit, multiplier), reading.unit

    def _unit(self, unit: Unit, multiplier: Fraction) -> Any:
        dimension = physical(unit.dimension)
        if self.sense.face and dimension != NONE:
            return _rational(self.sympy, multiplier)
        size = unit.size(binary=self.sense.binary)
        return _rational(self.sympy, multiplier * size) * _symbols(self.sympy, dimension)

    def _quantity(self, quantity: Quantity) -> tuple[Any, Unit]:
        value = _rational(self.sympy, quantity.value) * _symbols(self.sympy, physical(quantity.dimension))
        return value, quantity.unit

    def _function(self, name: str, arguments: list[Any]) -> Any:
        sympy = self.sympy
        table: dict[str, Callable[..., Any]] = {
            "sqrt": sympy.sqrt,
            "exp": sympy.exp,
            "ln": sympy.log,
            "log": sympy.log,
            "log2": lambda x: sympy.log(x, 2),
            "log10": lambda x: sympy.log(x, 10),
            "max": lambda *xs: _extreme(xs, largest=True),
            "min": lambda *xs: _extreme(xs, largest=False),
            "avg": lambda *xs: sum(xs) / len(xs),
            "floor": lambda x: _on_coefficient(x, sympy.floor),
            "ceil": lambda x: _on_coefficient(x, sympy.ceiling),
            "round": lambda x: _on_coefficient(x, lambda c: sympy.floor(c + sympy.Rational(1, 2))),
            "abs": sympy.Abs,
        }
        return table[name](*arguments)


def _extreme(values: tuple[Any, ...], *, largest: bool) -> Any:
    coefficients = [value.as_coeff_Mul()[0] for value in values]
    place = coefficients.index(max(coefficients) if largest else min(coefficients))
    return values[place]


def _on_coefficient(value: Any, function: Callable[[Any], Any]) -> Any:
    coefficient, unit = value.as_coeff_Mul()
    return function(coefficient) * unit
