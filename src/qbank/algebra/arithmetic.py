"""Arithmetic on exact fractions; where there is no exact value, or it gets too long, on many digits."""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from qbank.algebra.limits import DIGITS, MAX_BITS, MAX_FACTORIAL

Real = Fraction | Decimal
"""An exact value, or one of `DIGITS` significant digits."""

CONTEXT: Final = decimal.Context(
    prec=DIGITS, Emax=999_999, Emin=-999_999,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)  # fmt: skip
_NEARLY: Final = Decimal(10) ** -(DIGITS - 15)
_ROOTS: Final = 64
_ROOT_BITS: Final = 4096


class NoValueError(ValueError):
    """There is no such value; the message says why, without saying where."""


def to_decimal(value: Real) -> Decimal:
    """Return a value to `DIGITS` digits."""
    if isinstance(value, Decimal):
        return value
    return CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))


def kept(value: Fraction) -> Real:
    """Return a value as it is, or to `DIGITS` digits if it is too long to go on with."""
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        return to_decimal(value)
    return value


def negated(value: Real) -> Real:
    """Return `-value`; the operator itself would round to the digits of the caller's context."""
    return CONTEXT.minus(value) if isinstance(value, Decimal) else -value


def absolute(value: Real) -> Real:
    """Return the size of a value."""
    return negated(value) if value < 0 else value


def operate(operator: str, left: Real, right: Real) -> Real:
    """Return `left operator right`.

    Raises:
        NoValueError: there is no such value, or it is out of all bounds.
    """
    if operator == "**":
        return power(left, right)
    if operator == "/" and not right:
        raise NoValueError("division by zero")
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        exact = {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}
        return kept(exact[operator](right))
    work = {"+": CONTEXT.add, "-": CONTEXT.subtract, "*": CONTEXT.multiply, "/": CONTEXT.divide}
    return _bounded(work[operator], to_decimal(left), to_decimal(right))


def power(base: Real, exponent: Real) -> Real:
    """Return `base**exponent`, exactly where it is a power or a root of a fraction."""
    if isinstance(exponent, Fraction) and isinstance(base, Fraction):
        if not base and exponent < 0:
            raise NoValueError("division by zero")
        if exponent.denominator == 1:
            size = max(base.numerator.bit_length(), base.denominator.bit_length())
            if size * abs(exponent.numerator) <= MAX_BITS:
                return Fraction(base**exponent.numerator)
        elif exponent.denominator <= _ROOTS and base >= 0:
            root = exact_root(base, exponent.denominator)
            if root is not None:
                return power(root, Fraction(exponent.numerator))
    if base < 0 and not (isinstance(exponent, Fraction) and exponent.denominator == 1):
        raise NoValueError("a negative number has no such power")
    return _bounded(CONTEXT.power, to_decimal(base), to_decimal(exponent))


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the root of a positive fraction if it is a fraction itself, of usual size."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _ROOT_BITS:
        return None
    above, below = _whole_root(value.numerator, degree), _whole_root(value.denominator, degree)
    return None if above is None or below is None else Fraction(above, below)


def _whole_root(value: int, degree: int) -> int | None:
    if degree == 2:
        root = math.isqrt(value)
    else:
        low, high = 0, 1 << (value.bit_length() // degree + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
        root = low
    return root if root**degree == value else None


def call(function: str, arguments: list[Real]) -> Real:
    """Return the value of a function.

    Raises:
        NoValueError: there is none, or it is out of all bounds.
    """
    if function == "Max":
        return max(arguments)
    if function == "Min":
        return min(arguments)
    return _FUNCTIONS[function](arguments[0])


def _sqrt(value: Real) -> Real:
    if value < 0:
        raise NoValueError("a negative number has no square root")
    return power(value, Fraction(1, 2)) if isinstance(value, Fraction) else CONTEXT.sqrt(value)


def _exp(value: Real) -> Real:
    return _bounded(CONTEXT.exp, to_decimal(value)) if value else Fraction(1)


def _log(value: Real) -> Real:
    _need_positive(value)
    return _bounded(CONTEXT.ln, to_decimal(value)) if value != 1 else Fraction(0)


def _log2(value: Real) -> Real:
    _need_positive(value)
    if isinstance(value, Fraction):
        above, below = value.numerator, value.denominator
        # Powers of two are what such formulas mostly see, and rounding up must not go wrong for them.
        if not above & (above - 1) and not below & (below - 1):
            return Fraction(above.bit_length() - below.bit_length())
    return _bounded(CONTEXT.divide, CONTEXT.ln(to_decimal(value)), CONTEXT.ln(Decimal(2)))


def _log10(value: Real) -> Real:
    _need_positive(value)
    found = _bounded(CONTEXT.log10, to_decimal(value))
    whole = found.to_integral_value()
    if isinstance(value, Fraction) and found == whole and Fraction(10) ** int(whole) == value:
        return Fraction(int(whole))
    return found


def _need_positive(value: Real) -> None:
    if value <= 0:
        raise NoValueError("only a positive number has a logarithm")


def floor(value: Real) -> Fraction:
    """Return the largest whole number that is not above `value`."""
    return Fraction(math.floor(_settled(value)))


def ceiling(value: Real) -> Fraction:
    """Return the smallest whole number that is not below `value`."""
    return Fraction(math.ceil(_settled(value)))


def _settled(value: Real) -> Real:
    """Take what differs from a whole number in its last digits only for that number."""
    if isinstance(value, Fraction):
        return value
    if value and value.adjusted() >= DIGITS:
        raise NoValueError("too large to be rounded to a whole number")
    whole = value.to_integral_value(rounding=decimal.ROUND_HALF_EVEN)
    return whole if abs(CONTEXT.subtract(value, whole)) <= _NEARLY * max(abs(value), Decimal(1)) else value


def _factorial(value: Real) -> Real:
    if not isinstance(value, Fraction) or value.denominator != 1 or value < 0:
        raise NoValueError("only whole numbers from 0 on have a factorial")
    if value > MAX_FACTORIAL:
        raise NoValueError(f"no factorial is computed beyond {MAX_FACTORIAL:,}")
    return kept(Fraction(math.factorial(int(value))))


_FUNCTIONS: Final[Mapping[str, Callable[[Real], Real]]] = {
    "sqrt": _sqrt, "exp": _exp, "log": _log, "log2": _log2, "log10": _log10,
    "floor": floor, "ceiling": ceiling, "abs": absolute, "factorial": _factorial,
}  # fmt: skip


def _bounded(work: Callable[..., Decimal], *values: Decimal) -> Decimal:
    try:
        return work(*values)
    except decimal.Overflow:
        raise NoValueError("the value is beyond all bounds") from None
    except decimal.DivisionByZero:
        raise NoValueError("division by zero") from None
    except decimal.InvalidOperation:
        raise NoValueError("there is no such value") from None
