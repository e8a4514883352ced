"""The shape of an expression: products of factors and sums of terms, order and brackets left out.

Two expressions that differ by commutation, association or signs have shapes that `matching` finds alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank.formulas.measures import UnknownUnitError, measure
from qbank.formulas.tree import Call, Name, Negation, Node, Number, Operation

_MOST_POWER: Final = 4
ONE: Final = Fraction(1)


class ShapelessError(ValueError):
    """An expression of which no shape is made: a choice, a sum over an index, a power of powers."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms that are added; one without factors is a number."""

    terms: tuple[Product, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of its arguments; `**` is one where the exponent is no small whole number."""

    name: str
    arguments: tuple[Product, ...]


Atom = str | Sum | Function


@dataclass(frozen=True, slots=True)
class Product:
    """A number in base units times factors, each of them above or below the line.

    Attributes:
        factors: every factor as often as it occurs, with 1 if it is above the line and -1 if below.
    """

    coefficient: Fraction
    factors: tuple[tuple[Atom, int], ...] = ()


def shape(node: Node) -> Product:
    """Return the shape of a tree.

    Raises:
        ShapelessError: it has none.
    """
    if isinstance(node, Number):
        return Product(_size(node))
    if isinstance(node, Name):
        return Product(ONE, ((node.text, 1),))
    if isinstance(node, Negation):
        inner = shape(node.operand)
        return Product(-inner.coefficient, inner.factors)
    if isinstance(node, Operation):
        return _operation(node)
    if isinstance(node, Call):
        return Product(ONE, ((Function(node.function, tuple(map(shape, node.arguments))), 1),))
    raise ShapelessError(type(node).__name__)


def _operation(node: Operation) -> Product:
    if node.operator == "**":
        return _power(node)
    left, right = shape(node.left), shape(node.right)
    if node.operator == "*":
        return Product(left.coefficient * right.coefficient, left.factors + right.factors)
    if node.operator == "/":
        return _product(left, _inverse(right))
    if node.operator == "-":
        right = Product(-right.coefficient, right.factors)
    return _sum((*_terms(left), *_terms(right)))


def _product(left: Product, right: Product) -> Product:
    return Product(left.coefficient * right.coefficient, left.factors + right.factors)


def _inverse(product: Product) -> Product:
    if not product.coefficient:
        raise ShapelessError("a division by zero")
    return Product(1 / product.coefficient, tuple((atom, -side) for atom, side in product.factors))


def _power(node: Operation) -> Product:
    base, exponent = shape(node.left), shape(node.right)
    power = exponent.coefficient
    if exponent.factors or power.denominator != 1 or not 1 <= power <= _MOST_POWER:
        return Product(ONE, ((Function("**", (base, exponent)), 1),))
    return Product(base.coefficient ** int(power), base.factors * int(power))


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
        return number.value * measure(number.unit).scale
    except UnknownUnitError as error:
        raise ShapelessError(str(error)) from None
