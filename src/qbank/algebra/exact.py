"""Exact arithmetic on fractions; where there is no exact value, or it gets too long, on many digits."""

from __future__ import annotations

import decimal
import math
import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.algebra.arithmetic import Arithmetic, NoValueError
from qbank.algebra.evaluate import compiled_condition, evaluate
from qbank.algebra.limits import DIGITS, MAX_BITS, MAX_FACTORIAL, MAX_TERMS
from qbank.algebra.tree import Condition, Node

Real = Fraction | Decimal
"""An exact value, or one of `DIGITS` significant digits."""

CONTEXT: Final = decimal.Context(
    prec=DIGITS, Emax=999_999, Emin=-999_999,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)  # fmt: skip
_WHOLE_TOLERANCE: Final = Decimal(10) ** -(DIGITS - 15)
_MAX_ROOT_DEGREE: Final = 64
_MAX_ROOT_BITS: Final = 4096


def to_decimal(value: Real) -> Decimal:
    """Return a value to `DIGITS` digits."""
    if isinstance(value, Decimal):
        return value
    return CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))


def negate(value: Real) -> Real:
    """Return `-value`; the operator itself would round to the digits of the caller's context."""
    return CONTEXT.minus(value) if isinstance(value, Decimal) else -value


def absolute(value: Real) -> Real:
    """Return the size of a value."""
    return negate(value) if value < 0 else value


def _operation(
    exact: Callable[[Fraction, Fraction], Fraction], rounded: Callable[[Decimal, Decimal], Decimal]
) -> Callable[[Real, Real], Real]:
    def operate(left: Real, right: Real) -> Real:
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return _of_usual_size(exact(left, right))
        return _compute(rounded, to_decimal(left), to_decimal(right))

    return operate


add: Final = _operation(operator.add, CONTEXT.add)
subtract: Final = _operation(operator.sub, CONTEXT.subtract)
multiply: Final = _operation(operator.mul, CONTEXT.multiply)
_quotient: Final = _operation(operator.truediv, CONTEXT.divide)


def divide(left: Real, right: Real) -> Real:
    """Return `left / right`.

    Raises:
        NoValueError: the divisor is 0, or the quotient is out of all bounds.
    """
    if not right:
        raise NoValueError("division by zero")
    return _quotient(left, right)


def power(base: Real, exponent: Real) -> Real:
    """Return `base**exponent`, exactly where it is a power or a root of a fraction.

    Raises:
        NoValueError: there is no such value, or it is out of all bounds.
    """
    if isinstance(exponent, Fraction) and isinstance(base, Fraction):
        if not base and exponent < 0:
            raise NoValueError("division by zero")
        if exponent.denominator == 1:
            bits = max(base.numerator.bit_length(), base.denominator.bit_length())
            if bits * abs(exponent.numerator) <= MAX_BITS:
                return Fraction(base**exponent.numerator)
        elif exponent.denominator <= _MAX_ROOT_DEGREE and base >= 0:
            root = exact_root(base, exponent.denominator)
            if root is not None:
                return power(root, Fraction(exponent.numerator))
    if base < 0 and not (isinstance(exponent, Fraction) and exponent.denominator == 1):
        raise NoValueError("a negative number has no such power")
    return _compute(CONTEXT.power, to_decimal(base), to_decimal(exponent))


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the root of a positive fraction if it is a fraction itself, of usual size."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MAX_ROOT_BITS:
        return None
    numerator, denominator = _integer_root(value.numerator, degree), _integer_root(value.denominator, degree)
    return None if numerator is None or denominator is None else Fraction(numerator, denominator)


def _integer_root(value: int, degree: int) -> int | None:
    if degree == 2:
        root = math.isqrt(value)
    else:
        low, high = 0, 1 << (value.bit_length() // degree + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
        root = low
    return root if root**degree == value else None


def square_root(value: Real) -> Real:
    """Return the square root of a value.

    Raises:
        NoValueError: the value is negative.
    """
    if value < 0:
        raise NoValueError("a negative number has no square root")
    return power(value, Fraction(1, 2)) if isinstance(value, Fraction) else CONTEXT.sqrt(value)


def exponential(value: Real) -> Real:
    """Return e to the power of a value.

    Raises:
        NoValueError: it is out of all bounds.
    """
    return _compute(CONTEXT.exp, to_decimal(value)) if value else Fraction(1)


def logarithm(value: Real) -> Real:
    """Return the natural logarithm of a value.

    Raises:
        NoValueError: the value is not positive.
    """
    _require_positive(value)
    return _compute(CONTEXT.ln, to_decimal(value)) if value != 1 else Fraction(0)


def _log2(value: Real) -> Real:
    _require_positive(value)
    if isinstance(value, Fraction):
        numerator, denominator = value.numerator, value.denominator
        # Powers of two are what such formulas mostly see, and rounding up must not go wrong for them.
        if not numerator & (numerator - 1) and not denominator & (denominator - 1):
            return Fraction(numerator.bit_length() - denominator.bit_length())
    return _compute(CONTEXT.divide, CONTEXT.ln(to_decimal(value)), CONTEXT.ln(Decimal(2)))


def _log10(value: Real) -> Real:
    _require_positive(value)
    result = _compute(CONTEXT.log10, to_decimal(value))
    whole = result.to_integral_value()
    if isinstance(value, Fraction) and result == whole and Fraction(10) ** int(whole) == value:
        return Fraction(int(whole))
    return result


def _require_positive(value: Real) -> None:
    if value <= 0:
        raise NoValueError("only a positive number has a logarithm")


def floor(value: Real) -> Fraction:
    """Return the largest whole number that is not above `value`."""
    return Fraction(math.floor(_whole_but_for_rounding(value)))


def ceiling(value: Real) -> Fraction:
    """Return the smallest whole number that is not below `value`."""
    return Fraction(math.ceil(_whole_but_for_rounding(value)))


def _whole_but_for_rounding(value: Real) -> Real:
    """Take what differs from a whole number in its last digits only for that number."""
    if isinstance(value, Fraction):
        return value
    if value and value.adjusted() >= DIGITS:
        raise NoValueError("too large to be rounded to a whole number")
    whole = value.to_integral_value(rounding=decimal.ROUND_HALF_EVEN)
    apart = abs(CONTEXT.subtract(value, whole))
    return whole if apart <= _WHOLE_TOLERANCE * max(abs(value), Decimal(1)) else value


def _factorial(value: Real) -> Real:
    if not isinstance(value, Fraction) or value.denominator != 1 or value < 0:
        raise NoValueError("only whole numbers from 0 on have a factorial")
    if value > MAX_FACTORIAL:
        raise NoValueError(f"no factorial is computed beyond {MAX_FACTORIAL:,}")
    return _of_usual_size(Fraction(math.factorial(int(value))))


def _of_usual_size(value: Fraction) -> Real:
    """Return a value as it is, or to `DIGITS` digits if it is too long to go on with."""
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        return to_decimal(value)
    return value


def _compute(operation: Callable[..., Decimal], *operands: Decimal) -> Decimal:
    try:
        return operation(*operands)
    except decimal.Overflow:
        raise NoValueError("the value is beyond all bounds") from None
    except decimal.DivisionByZero:
        raise NoValueError("division by zero") from None
    except decimal.InvalidOperation:
        raise NoValueError("there is no such value") from None


_OPERATIONS: Final = {"+": add, "-": subtract, "*": multiply, "/": divide, "**": power}
FUNCTIONS: Final[Mapping[str, Callable[..., Real]]] = {
    "sqrt": square_root, "exp": exponential, "log": logarithm, "log2": _log2, "log10": _log10,
    "floor": floor, "ceiling": ceiling, "abs": absolute, "factorial": _factorial, "Max": max, "Min": min,
}  # fmt: skip
_COMPARISONS: Final[Mapping[str, Callable[[Real, Real], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def exact_arithmetic() -> Arithmetic[Real]:
    """Return exact arithmetic for one evaluation: the terms of all its sums are counted together."""
    terms = 0

    def add_up(_: str, low: Real, high: Real, term: Callable[[Real], Real]) -> Real:
        nonlocal terms
        if any(not isinstance(end, Fraction) or end.denominator != 1 for end in (low, high)):
            raise NoValueError("a sum runs over whole numbers")
        terms += max(int(high) - int(low) + 1, 0)
        if terms > MAX_TERMS:
            raise NoValueError(f"no more than {MAX_TERMS:,} terms are added up")
        total: Real = Fraction(0)
        for number in range(int(low), int(high) + 1):
            total = add(total, term(Fraction(number)))
        return total

    return Arithmetic(lambda value: value, negate, _OPERATIONS, FUNCTIONS, _COMPARISONS, add_up)


def evaluate_exactly(node: Node, values: Mapping[str, Real]) -> Real:
    """Compute a tree; raises as `evaluate` does."""
    return evaluate(node, values, exact_arithmetic())


def holds_exactly(condition: Condition, values: Mapping[str, Real]) -> bool:
    """Tell whether all comparisons of a condition hold; raises as `evaluate` does."""
    return compiled_condition(condition, exact_arithmetic())(values)
