"""Trees for sympy, and LaTeX of them. Built of sympy's own numbers and functions; no text is parsed."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import sympy
from sympy.codegen import cfunctions
from sympy.core.parameters import distribute
from sympy.core.parameters import evaluate as sympy_evaluate

from qbank import lazy_re
from qbank.algebra.arithmetic import Arithmetic
from qbank.algebra.evaluate import evaluate
from qbank.algebra.tree import Node, UnwritableError, variables

_MAX_BITS: Final = 20_000
_MAX_EXPONENT: Final = 4096
_MAX_FACTORIAL: Final = 500
_WORD: Final = lazy_re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")


class TooLargeError(UnwritableError):
    """A tree that holds numbers which sympy would work out at any length."""


def to_sympy(node: Node, *, as_written: bool = False) -> Any:
    """Return a tree as a sympy expression over plain symbols; units of numbers are left out.

    With `as_written`, nothing is worked out or cancelled: `x/x` stays a quotient, which has no value at 0.

    Raises:
        TooLargeError: sympy would have to work out huge numbers; formulas of a bank may come from anybody.
    """
    symbols = {name: sympy.Symbol(name) for name in variables(node)}
    # 2*(n - 1) is how people know it, and sympy would make 2*n - 2 of it.
    with sympy_evaluate(False) if as_written else distribute(False):
        return evaluate(node, symbols, SYMBOLIC)


def latex(node: Node, symbols: Mapping[str, str], *, times: bool = False) -> str:
    """Return LaTeX; `symbols` maps names of variables to how they look.

    With `times`, products have a sign, as they need it where numbers stand in the places of symbols.

    Raises:
        UnwritableError: it holds numbers that cannot be written out.
    """
    names = {sympy.Symbol(name): text for name, text in symbols.items()}
    with writing():
        return str(sympy.latex(to_sympy(node), symbol_names=names, mul_symbol="times" if times else None))


def latex_name(name: str) -> str:
    """Return the LaTeX of a variable that has none of its own: `m_star` has a lower `star`, as a word."""
    return _WORD.sub(r"\\mathrm{\g<0>}", str(sympy.latex(sympy.Symbol(name))))


@contextmanager
def writing() -> Iterator[None]:
    """Turn what sympy and Python raise for trees that cannot be written into `UnwritableError`."""
    try:
        yield
    except UnwritableError:
        raise
    except (ValueError, RecursionError) as error:
        # Python itself refuses to write out integers of thousands of digits.
        raise UnwritableError(str(error)) from None
    except (TypeError, NotImplementedError):
        # sympy works out what is constant, and neither compares nor prints what is no real number.
        raise UnwritableError("a part of it is no real number") from None


def _bounding(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse what an operation returns if it holds too large a number."""

    def bounded(*operands: Any) -> Any:
        result = operation(*operands)
        for number in (result, result.as_coeff_Mul()[0], result.as_coeff_Add()[0]):
            if number.is_Rational and max(int(number.p).bit_length(), int(number.q).bit_length()) > _MAX_BITS:
                raise TooLargeError("its numbers are too large")
        return result

    return bounded


def _power(base: Any, exponent: Any) -> Any:
    """Refuse a power that is a number of any length, or that gives a factor of its base such a power."""
    if exponent.is_number:
        size = abs(sympy.N(exponent, 5))
        if not size.is_comparable or size > _MAX_EXPONENT:
            raise TooLargeError("its exponents are too large")
        factor = base if base.is_number else base.as_coeff_Mul()[0]
        if factor.is_number and factor not in (0, 1, -1):
            bits = abs(sympy.log(abs(sympy.N(factor, 5)), 2))
            if bits.is_comparable and bits * size > _MAX_BITS:
                raise TooLargeError("its powers are too large")
    return base**exponent


def _limited(name: str, function: Callable[[Any], Any], most: int) -> Callable[[Any], Any]:
    def call(argument: Any) -> Any:
        if argument.is_number and not abs(sympy.N(argument, 5)) <= most:
            raise TooLargeError(f"the argument of its {name} is too large")
        return function(argument)

    return call


def _choose(condition: Iterable[Any], then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    return sympy.Piecewise((then(), sympy.And(*condition)), (otherwise(), True))


def _add_up(index: str, low: Any, high: Any, term: Callable[[Any], Any]) -> Any:
    symbol = sympy.Symbol(index)
    return sympy.Sum(term(symbol), (symbol, low, high))


_OPERATIONS: Final = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": _power,
}  # fmt: skip
_FUNCTIONS: Final = {
    "sqrt": sympy.sqrt, "log": sympy.log, "ceiling": sympy.ceiling, "floor": sympy.floor, "abs": sympy.Abs,
    "Max": sympy.Max, "Min": sympy.Min,
    # A quotient of natural logarithms would be off by a digit where a program computes it.
    "log2": cfunctions.log2, "log10": cfunctions.log10,
    "exp": _limited("exp", sympy.exp, _MAX_EXPONENT),
    "factorial": _limited("factorial", sympy.factorial, _MAX_FACTORIAL),
}  # fmt: skip
_COMPARISONS: Final = {
    "<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge, "==": sympy.Eq, "!=": sympy.Ne,
}  # fmt: skip
SYMBOLIC: Final[Arithmetic[Any]] = Arithmetic(
    number=_bounding(lambda value: sympy.Rational(value.numerator, value.denominator)),
    negate=_bounding(operator.neg),
    operations={sign: _bounding(operation) for sign, operation in _OPERATIONS.items()},
    functions={name: _bounding(function) for name, function in _FUNCTIONS.items()},
    comparisons=_COMPARISONS,
    add_up=_bounding(_add_up),
    choose=_bounding(_choose),
)
"""sympy expressions; what has several cases stays so. Raises as `to_sympy` does."""
