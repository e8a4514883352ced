"""The shape of an expression: products of factors and sums of terms, order and brackets left out.

Two expressions that differ by commutation, association or signs have shapes that `matching` finds alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from qbank.algebra.tree import Call, Name, Negation, Node, Number, Operation
from qbank.units.parse import UnknownUnitError, parse_unit

_MOST_POWER: Final = 4
ONE: Final = Fraction(1)


class ShapelessError(ValueError):
    """An expression of which no shape is made: a choice, a sum over an index, a power of powers."""


class Sum(Struct, frozen=True):
    """Terms that are added; one without factors is a number."""

    terms: tuple[Product, ...]


class Function(Struct, frozen=True):
    """A function of its arguments; `**` is one where the exponent is no small whole number."""

    name: str
    arguments: tuple[Product, ...]


Atom = str | Sum | Function
Sides = tuple[int, int]
"""How many factors stand above the line, and below it."""


class Product(Struct, frozen=True):
    """A number in base units times factors, each of them above or below the line.

    Attributes:
        factors: every factor as often as it occurs, with 1 if it is above the line and -1 if below.
    """

    coefficient: Fraction
    factors: tuple[tuple[Atom, int], ...] = ()

    @property
    def sides(self) -> Sides:
        """How many factors stand on each side of the line."""
        above = sum([side == 1 for _, side in self.factors])
        return above, len(self.factors) - above


def shape(node: Node, exponents: Mapping[str, Fraction] | None = None) -> Product:
    """Return the shape of a tree; names with a value in `exponents` are numbers where they are exponents.

    Raises:
        ShapelessError: it has none.
    """
    return _Shaper(exponents or {}).shape(node)


class _Shaper:
    def __init__(self, exponents: Mapping[str, Fraction]) -> None:
        self._exponents = exponents

    def shape(self, node: Node) -> Product:
        if isinstance(node, Number):
            return Product(_size(node))
        if isinstance(node, Name):
            return Product(ONE, ((node.text, 1),))
        if isinstance(node, Negation):
            inner = self.shape(node.operand)
            return Product(-inner.coefficient, inner.factors)
        if isinstance(node, Operation):
            return self._operation(node)
        if isinstance(node, Call):
            return Product(ONE, ((Function(node.function, tuple(map(self.shape, node.arguments))), 1),))
        raise ShapelessError(type(node).__name__)

    def _operation(self, node: Operation) -> Product:
        if node.operator == "**":
            return self._power(node)
        left, right = self.shape(node.left), self.shape(node.right)
        if node.operator == "*":
            return _product(left, right)
        if node.operator == "/":
            return _product(left, _inverse(right))
        if node.operator == "-":
            right = Product(-right.coefficient, right.factors)
        return _sum((*_terms(left), *_terms(right)))

    def _power(self, node: Operation) -> Product:
        base, exponent = self.shape(node.left), self.shape(node.right)
        power = self._exponents.get(node.right.text) if isinstance(node.right, Name) else None
        if power is None:
            power = exponent.coefficient if not exponent.factors else None
        if power is None or power.denominator != 1 or not 1 <= power <= _MOST_POWER:
            return Product(ONE, ((Function("**", (base, exponent)), 1),))
        return Product(base.coefficient ** int(power), base.factors * int(power))


def _product(left: Product, right: Product) -> Product:
    coefficient = left.coefficient * right.coefficient
    return Product(coefficient, left.factors + right.factors if coefficient else ())


def _inverse(product: Product) -> Product:
    if not product.coefficient:
        raise ShapelessError("a division by zero")
    return Product(1 / product.coefficient, tuple((atom, -side) for atom, side in product.factors))


def _terms(product: Product) -> tuple[Product, ...]:
    """Return the terms of a lone sum, which a sum around it takes up."""
    if len(product.factors) == 1:
        atom, side = product.factors[0]
        if isinstance(atom, Sum) and side == 1:
            return tuple(Product(term.coefficient * product.coefficient, term.factors) for term in atom.terms)
    return (product,)


def _sum(terms: tuple[Product, ...]) -> Product:
    number = sum((term.coefficient for term in terms if not term.factors), start=Fraction(0))
    kept = [term for term in terms if term.factors]
    if number:
        kept.append(Product(number))
    if not kept:
        return Product(Fraction(0))
    return kept[0] if len(kept) == 1 else Product(ONE, ((Sum(tuple(kept)), 1),))


def _size(number: Number) -> Fraction:
    """Return a number in base units: the 8 of `8[bit/byte]` is 1, since a bit is an eighth of a byte."""
    if not number.unit:
        return number.value
    try:
        return number.value * parse_unit(number.unit).scale
    except UnknownUnitError as error:
        raise ShapelessError(str(error)) from None
