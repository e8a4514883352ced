"""Solving where the unknown stands in several places and everything is made of + - * / and whole powers.

Such an expression is a quotient of two polynomials; equations up to the second degree are solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import Final, NamedTuple, NoReturn

from qbank.algebra.arithmetic import Arithmetic
from qbank.algebra.evaluate import EvaluationError, evaluate
from qbank.algebra.exact import CONTEXT, Real, evaluate_exactly, exact_root, to_decimal
from qbank.algebra.tree import Node, Number, map_children, variables

_MAX_DEGREE: Final = 16

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
    unknown = _Quotient((Fraction(0), Fraction(1)))
    try:
        quotient = evaluate(_with_known(node, name, values), {name: unknown}, _QUOTIENTS)
    except KeyError as error:  # a function or a comparison, of which quotients have none
        raise NotPolynomialError from error
    return roots(_sum(quotient.numerator, _product(quotient.denominator, (-target,))))


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
    discriminant = linear * linear - 4 * square * constant
    if discriminant < 0:
        return []
    root = exact_root(discriminant, 2)
    if root is not None:
        return sorted({(-linear - root) / (2 * square), (-linear + root) / (2 * square)})
    # The sum that does not cancel first; the other root follows from the product of both.
    rounded = CONTEXT.sqrt(to_decimal(discriminant)).copy_sign(to_decimal(linear))
    sum_of_both = CONTEXT.minus(CONTEXT.add(to_decimal(linear), rounded))
    far = CONTEXT.divide(sum_of_both, to_decimal(2 * square))
    near = CONTEXT.divide(to_decimal(constant / square), far)
    return sorted((far, near))


def _with_known(node: Node, name: str, values: Mapping[str, Real]) -> Node:
    """Return a tree in which numbers stand for all that the unknown is not in."""
    if name in variables(node):
        return map_children(node, lambda part: _with_known(part, name, values))
    try:
        value = evaluate_exactly(node, values)
    except (EvaluationError, KeyError) as error:  # what a sum counts has no value
        raise NotPolynomialError from error
    if not isinstance(value, Fraction):
        raise NotPolynomialError
    return Number(value)


class _Quotient(NamedTuple):
    numerator: Polynomial
    denominator: Polynomial = (Fraction(1),)


def _product(left: Polynomial, right: Polynomial) -> Polynomial:
    if len(left) + len(right) - 2 > _MAX_DEGREE:
        raise NotPolynomialError
    product = [Fraction(0)] * (len(left) + len(right) - 1)
    for degree, coefficient in enumerate(left):
        for further, factor in enumerate(right):
            product[degree + further] += coefficient * factor
    return tuple(product)


def _sum(left: Polynomial, right: Polynomial) -> Polynomial:
    return tuple(one + other for one, other in zip_longest(left, right, fillvalue=Fraction(0)))


def _add(left: _Quotient, right: _Quotient) -> _Quotient:
    if left.denominator == right.denominator:
        return _Quotient(_sum(left.numerator, right.numerator), left.denominator)
    numerators = _product(left.numerator, right.denominator), _product(right.numerator, left.denominator)
    return _Quotient(_sum(*numerators), _product(left.denominator, right.denominator))


def _negate(value: _Quotient) -> _Quotient:
    return _Quotient(tuple(-coefficient for coefficient in value.numerator), value.denominator)


def _multiply(left: _Quotient, right: _Quotient) -> _Quotient:
    return _Quotient(_product(left.numerator, right.numerator), _product(left.denominator, right.denominator))


def _divide(left: _Quotient, right: _Quotient) -> _Quotient:
    return _multiply(left, _Quotient(right.denominator, right.numerator))


def _power(base: _Quotient, exponent: _Quotient) -> _Quotient:
    power = exponent.numerator[0]
    if exponent != _Quotient((power,)) or power.denominator != 1 or abs(power) > _MAX_DEGREE:
        raise NotPolynomialError
    result = _Quotient((Fraction(1),))
    for _ in range(abs(int(power))):
        result = _multiply(result, base) if power > 0 else _divide(result, base)
    return result


def _refuse(*_: object) -> NoReturn:
    raise NotPolynomialError


_QUOTIENTS: Final[Arithmetic[_Quotient]] = Arithmetic(
    number=lambda value: _Quotient((value,)),
    negate=_negate,
    operations={
        "+": _add,
        "-": lambda left, right: _add(left, _negate(right)),
        "*": _multiply,
        "/": _divide,
        "**": _power,
    },
    functions={},
    comparisons={},
    add_up=_refuse,
)
