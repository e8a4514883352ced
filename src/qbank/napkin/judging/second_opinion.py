"""The second opinion: sympy recomputes a claim from its expression tree before anybody is accused.

The tree is built of sympy numbers and functions directly; no text ever reaches a sympy parser. What a value
measures is a product of positive symbols beside its number, so an error in the fast evaluator's arithmetic of
dimensions shows as well.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from qbank.napkin.evaluate import Interpretation, Names
from qbank.napkin.tree import Interval, Name, Negation, Node, Number, Operation, Reading, WithUnit
from qbank.units import NO_UNIT, Quantity, Unit, physical
from qbank.units.dimension import NONE, Dimension, exponents
from qbank.units.format import format_significant

AGREEMENT = Fraction(1, 10**12)
"""Largest relative difference between the two opinions."""

CANCELLATION = Fraction(1, 10**30)
"""What roots of limited digits may leave of a difference that is nothing, by the size of its terms."""


_DIGITS = 70
"""Of what is irrational."""
_HALF, _LARGEST = Fraction(1, 2), 10**20
"""Between them, a number of those digits that is nearly an integer is one."""


class DisagreementError(Exception):
    """The two evaluators give different values: a defect of qbank, never the author's error."""


def confirm(
    node: Node, computed: Quantity, interpretation: Interpretation, names: Names | None = None
) -> None:
    """Compute `node` again with sympy and compare.

    Raises:
        DisagreementError: the values or the dimensions differ.
    """
    import sympy  # noqa: PLC0415  (a third of a second that clean banks need not pay)

    translator = _Translator(sympy, interpretation, names or {})
    term = translator.translate(node)
    expected = translator.term(computed.value, physical(computed.dimension), computed.unit)
    if term.measure != expected.measure:
        raise DisagreementError(f"{expected.measure} against {term.measure}")
    apart = abs(sympy.N(term.number - expected.number, 30))
    tolerance = abs(expected.number) * sympy.Rational(1, AGREEMENT.denominator)
    remainder = translator.largest * CANCELLATION
    nothing = abs(expected.number) <= remainder and abs(term.number) <= remainder * CANCELLATION
    if apart > tolerance and not nothing:
        raise DisagreementError(
            f"{format_significant(computed.value, 12)} against {sympy.N(term.number, 12)}"
        )


class _Term(NamedTuple):
    """A value as sympy sees it: a number, a product of symbols for what it measures, the unit it is in."""

    number: Any
    measure: Any
    unit: Unit


class _Translator:
    """Computes every node with sympy; a bare neighbour in a sum takes the unit of the other."""

    def __init__(self, sympy: Any, interpretation: Interpretation, names: Names) -> None:
        self.sympy = sympy
        self.interpretation = interpretation
        self.names = names
        self.largest: Any = 0  # among the terms of all sums

    def translate(self, node: Node) -> _Term:
        if isinstance(node, Number):
            return self._number(node)
        if isinstance(node, Interval):
            return self._number(node.high if node.start in self.interpretation.upper_ends else node.low)
        if isinstance(node, Name):
            return self._known(self.names[node.text])
        if isinstance(node, Negation):
            operand = self.translate(node.operand)
            return operand._replace(number=-operand.number)
        if isinstance(node, WithUnit):
            return self._with_unit(node)
        if isinstance(node, Operation):
            return self._operation(node)
        return self._function(node.function, [self.translate(argument) for argument in node.arguments])

    def term(self, value: Fraction, dimension: Dimension, unit: Unit) -> _Term:
        """Return an exact value with a symbol for every base dimension."""
        measure = self.sympy.Integer(1)
        for name, exponent in exponents(dimension).items():
            measure *= self.sympy.Symbol(name, positive=True) ** exponent
        return _Term(self.sympy.Rational(value.numerator, value.denominator), measure, unit)

    def _known(self, quantity: Quantity) -> _Term:
        return self.term(quantity.value, physical(quantity.dimension), quantity.unit)

    def _number(self, node: Number) -> _Term:
        known = self.interpretation.unrounded.get(node.start)
        if known is not None:
            if self.interpretation.without_units:
                return self.term(known.value / known.unit.scale, NONE, NO_UNIT)
            return self._known(known)
        reading = self.interpretation.reading_of(node)
        return self._measured(node.value * self._multiplier(reading), reading.unit)

    def _multiplier(self, reading: Reading) -> Fraction:
        if not self.interpretation.binary_counts:
            return reading.multiplier
        return reading.multiplier * Fraction(1024, 1000) ** reading.binary_prefix_power

    def _measured(self, value: Fraction, unit: Unit) -> _Term:
        dimension = physical(unit.dimension)
        if self.interpretation.without_units and dimension != NONE:
            return self.term(value, NONE, NO_UNIT)
        size = unit.binary_scale if self.interpretation.binary else unit.scale
        return self.term(value * size, dimension, Unit(unit.name, size, unit.dimension))

    def _with_unit(self, node: WithUnit) -> _Term:
        operand = self.translate(node.operand)
        reading = self.interpretation.reading_of(node)
        factor = self._measured(self._multiplier(reading), reading.unit)
        if operand.measure != 1 and reading.unit.name.startswith("1/"):
            return _Term(operand.number * factor.number, operand.measure * factor.measure, NO_UNIT)
        if operand.measure != 1:
            return operand._replace(unit=factor.unit)
        return factor._replace(number=operand.number * factor.number)

    def _operation(self, node: Operation) -> _Term:
        left, right = self.translate(node.left), self.translate(node.right)
        if node.operator == "^":
            return _Term(self._power(left.number, right.number), left.measure**right.number, NO_UNIT)
        if node.operator == "*":
            unit = left.unit if right.measure == 1 else right.unit if left.measure == 1 else NO_UNIT
            return _Term(left.number * right.number, left.measure * right.measure, unit)
        if node.operator == "/":
            unit = left.unit if right.measure == 1 else NO_UNIT
            return _Term(left.number / right.number, left.measure / right.measure, unit)
        left, right = self._together([left, right])
        self.largest = max(self.largest, *(abs(self.sympy.N(term.number, 15)) for term in (left, right)))
        number = left.number + right.number if node.operator == "+" else left.number - right.number
        return left._replace(number=number)

    def _together(self, terms: list[_Term]) -> list[_Term]:
        """Return `terms` in one unit, which bare numbers among them take from the others."""
        measured = next((term for term in terms if term.measure != 1), None)
        if measured is not None:
            size = self.sympy.Rational(measured.unit.scale.numerator, measured.unit.scale.denominator)
            terms = [
                measured._replace(number=term.number * size) if _is_bare(term) else term for term in terms
            ]
        if any(term.measure != terms[0].measure for term in terms):
            raise DisagreementError(" and ".join(str(term.measure) for term in terms))
        unit = next((term.unit for term in terms if term.unit.name), NO_UNIT)
        return [term._replace(unit=unit) for term in terms]

    def _function(self, name: str, arguments: list[_Term]) -> _Term:
        sympy = self.sympy
        first = arguments[0]
        half = sympy.Rational(1, 2)
        if name == "sqrt":
            return _Term(self._power(first.number, half), sympy.sqrt(first.measure), NO_UNIT)
        chosen = {"max": sympy.Max, "min": sympy.Min, "sum": sympy.Add}
        chosen["avg"] = lambda *values: sum(values) / len(values)
        if name in chosen:
            arguments = self._together(arguments)
            return arguments[0]._replace(number=chosen[name](*(term.number for term in arguments)))
        if name == "factorial":
            return first._replace(number=sympy.factorial(first.number))
        in_own_unit = {
            "floor": sympy.floor, "ceil": sympy.ceiling, "abs": sympy.Abs,
            "round": lambda value: sympy.floor(value + half),
        }  # fmt: skip
        if name in in_own_unit:
            scale = sympy.Rational(first.unit.scale.numerator, first.unit.scale.denominator)
            return first._replace(number=in_own_unit[name](first.number / scale) * scale)
        logarithm = self.interpretation.logarithm if name == "log" else name
        bases = {"ln": (), "log2": (2,), "log10": (10,)}
        number = sympy.exp(first.number) if name == "exp" else sympy.log(first.number, *bases[logarithm])
        return _Term(self._settled(number), sympy.Integer(1), NO_UNIT)

    def _power(self, base: Any, exponent: Any) -> Any:
        if not exponent.is_Integer:  # exactly, sympy looks for roots in the factors of both
            base, exponent = self.sympy.N(base, _DIGITS), self.sympy.N(exponent, _DIGITS)
        return self._settled(base**exponent)

    def _settled(self, number: Any) -> Any:
        """Return a number that is irrational to many digits: to compare two of them exactly has no bound."""
        if number.is_Rational:
            return number
        number = self.sympy.N(number, _DIGITS)
        if number.is_Float and _HALF < abs(number) < _LARGEST:
            nearest = self.sympy.Integer(round(number))
            if abs(number - nearest) < CANCELLATION:
                return nearest
        return number


def _is_bare(term: _Term) -> bool:
    return term.measure == 1 and not term.unit.name
