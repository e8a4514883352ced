"""Solving where the unknown stands in several places and everything is made of + - * /.

Such an expression is a quotient of two polynomials; equations up to the second degree are solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from qbank.algebra.arithmetic import CONTEXT, NoValueError, Real, exact_root, to_decimal
from qbank.algebra.compute import EvaluationError, evaluate
from qbank.algebra.tree import Name, Negation, Node, Operation, variables

_MOST_DEGREE: Final = 16

Polynomial = tuple[Fraction, ...]
"""Coefficients, the constant one first."""


class NotPolynomialError(Exception):
    """The expression is no quotient of polynomials of small degree with exact coefficients."""


def solutions(node: Node, name: str, target: Fraction, values: Mapping[str, Real]) -> list[Real] | None:
    """Return for which values of `name` a node is `target`; None for all.

    What makes a denominator 0 may be among them.

    Raises:
        NotPolynomialError: the equation is of another kind, or of a higher degree than the second.
    """
    above, below = _quotient(node, name, values)
    return roots(_sum(above, _product(below, (-target,))))


def roots(polynomial: Polynomial) -> list[Real] | None:
    """Return the roots of a polynomial up to the second degree; None if it is 0 everywhere.

    Raises:
        NotPolynomialError: its degree is higher.
    """
    while polynomial and not polynomial[-1]:
        polynomial = polynomial[:-1]
    if not polynomial:
        return None
    if len(polynomial) == 1:
        return []
    if len(polynomial) == 2:
        return [-polynomial[0] / polynomial[1]]
    if len(polynomial) > 3:
        raise NotPolynomialError
    constant, linear, square = polynomial
    inner = linear * linear - 4 * square * constant
    if inner < 0:
        return []
    root: Real | None = exact_root(inner, 2)
    if root is None:
        root = CONTEXT.sqrt(to_decimal(inner))
    if isinstance(root, Fraction):
        return sorted({(-linear - root) / (2 * square), (-linear + root) / (2 * square)})
    # The sum that does not cancel first; the other root follows from the product of both.
    half = to_decimal(-linear) if not linear else CONTEXT.minus(to_decimal(linear))
    far = CONTEXT.divide(
        CONTEXT.subtract(half, root) if linear > 0 else CONTEXT.add(half, root), to_decimal(2 * square)
    )
    near = CONTEXT.divide(to_decimal(constant / square), far)
    return sorted((far, near))


def _quotient(node: Node, name: str, values: Mapping[str, Real]) -> tuple[Polynomial, Polynomial]:
    one = (Fraction(1),)
    if name not in variables(node):
        try:
            known = evaluate(node, values)
        except (EvaluationError, NoValueError) as error:
            raise NotPolynomialError from error
        if not isinstance(known, Fraction):
            raise NotPolynomialError
        return (known,), one
    if isinstance(node, Name):
        return (Fraction(0), Fraction(1)), one
    if isinstance(node, Negation):
        above, below = _quotient(node.operand, name, values)
        return _product(above, (Fraction(-1),)), below
    if not isinstance(node, Operation):
        raise NotPolynomialError
    above, below = _quotient(node.left, name, values)
    if node.operator == "**":
        return _power(above, below, node.right, name, values)
    other, other_below = _quotient(node.right, name, values)
    if node.operator == "*":
        return _product(above, other), _product(below, other_below)
    if node.operator == "/":
        return _product(above, other_below), _product(below, other)
    sign = Fraction(1 if node.operator == "+" else -1)
    other = _product(other, (sign,))
    if below == other_below:
        return _sum(above, other), below
    return _sum(_product(above, other_below), _product(other, below)), _product(below, other_below)


def _power(
    above: Polynomial, below: Polynomial, exponent: Node, name: str, values: Mapping[str, Real]
) -> tuple[Polynomial, Polynomial]:
    if name in variables(exponent):
        raise NotPolynomialError
    known = evaluate(exponent, values)
    if not isinstance(known, Fraction) or known.denominator != 1 or abs(known) > _MOST_DEGREE:
        raise NotPolynomialError
    if known < 0:
        above, below = below, above
    found: Polynomial = (Fraction(1),)
    found_below: Polynomial = (Fraction(1),)
    for _ in range(abs(int(known))):
        found, found_below = _product(found, above), _product(found_below, below)
    return found, found_below


def _product(one: Polynomial, other: Polynomial) -> Polynomial:
    if len(one) + len(other) - 2 > _MOST_DEGREE:
        raise NotPolynomialError
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for place, left in enumerate(one):
        for more, right in enumerate(other):
            found[place + more] += left * right
    return tuple(found)


def _sum(one: Polynomial, other: Polynomial) -> Polynomial:
    length = max(len(one), len(other))
    padded = [(*part, *[Fraction(0)] * (length - len(part))) for part in (one, other)]
    return tuple(left + right for left, right in zip(*padded, strict=True))
