"""Trees for sympy, LaTeX and JavaScript. Built of sympy's own numbers and functions; no text is parsed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from qbank.algebra.tree import Call, Choice, Comparison, Name, Negation, Node, Number, Operation, Sum

_FUNCTIONS: Final = {
    "sqrt": "sqrt",
    "exp": "exp",
    "log": "log",
    "ceiling": "ceiling",
    "floor": "floor",
    "abs": "Abs",
    "factorial": "factorial",
    "Max": "Max",
    "Min": "Min",
}
_RELATIONS: Final = {"<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge", "==": "Eq", "!=": "Ne"}


_MOST_BITS: Final = 20_000
_MOST_EXPONENT: Final = 4096
_MOST_FACTORIAL: Final = 500


class TooLargeError(ValueError):
    """A tree that holds numbers which sympy would work out at any length."""


def to_sympy(node: Node, *, as_written: bool = False) -> Any:
    """Return a tree as a sympy expression over plain symbols; units of numbers are left out.

    With `as_written`, nothing is worked out or cancelled: `x/x` stays a quotient, which has no value at 0.

    Raises:
        TooLargeError: sympy would have to work out huge numbers; formulas of a bank may come from anybody.
    """
    import sympy  # noqa: PLC0415 - a third of a second
    from sympy.core.parameters import distribute, evaluate  # noqa: PLC0415

    if as_written:
        with evaluate(False):
            return _Translator(sympy).expression(node)
    # 2*(n - 1) is how people know it, and sympy would make 2*n - 2 of it.
    with distribute(False):
        return _Translator(sympy).expression(node)


def latex(node: Node, symbols: Mapping[str, str], *, times: bool = False) -> str:
    """Return LaTeX; `symbols` maps names of variables to how they look. Raises as `to_sympy` does.

    With `times`, products have a sign, as they need it where numbers stand in the places of symbols.
    """
    import sympy  # noqa: PLC0415

    names = {sympy.Symbol(name): text for name, text in symbols.items()}
    sign = "times" if times else None
    return str(sympy.latex(to_sympy(node), symbol_names=names, mul_symbol=sign))


def latex_name(name: str) -> str:
    """Return the LaTeX of a variable that has none of its own: `m_star` has a lower `star`."""
    import sympy  # noqa: PLC0415

    return str(sympy.latex(sympy.Symbol(name)))


def javascript(node: Node) -> str:
    """Return a JavaScript expression on one line, over numbers of the same names. Raises as `to_sympy`."""
    # A class of sympy's can only be derived from once sympy is there.
    from qbank.algebra.javascript import print_expression  # noqa: PLC0415

    return print_expression(to_sympy(node))


class _Translator:
    def __init__(self, sympy: Any) -> None:
        self._sympy = sympy

    def expression(self, node: Node) -> Any:
        made = self._made(node)
        for number in (made, made.as_coeff_Mul()[0], made.as_coeff_Add()[0]):
            if (
                number.is_Rational
                and max(int(number.p).bit_length(), int(number.q).bit_length()) > _MOST_BITS
            ):
                raise TooLargeError("its numbers are too large")
        return made

    def _made(self, node: Node) -> Any:
        sympy = self._sympy
        if isinstance(node, Number):
            return sympy.Rational(node.value.numerator, node.value.denominator)
        if isinstance(node, Name):
            return sympy.Symbol(node.text)
        if isinstance(node, Negation):
            return -self.expression(node.operand)
        if isinstance(node, Operation):
            return self._operation(node)
        if isinstance(node, Call):
            return self._call(node)
        if isinstance(node, Choice):
            condition = sympy.And(*(self._comparison(part) for part in node.condition))
            return sympy.Piecewise(
                (self.expression(node.then), condition), (self.expression(node.otherwise), True)
            )
        return self._sum(node)

    def _operation(self, node: Operation) -> Any:
        left, right = self.expression(node.left), self.expression(node.right)
        if node.operator == "+":
            return left + right
        if node.operator == "-":
            return left - right
        if node.operator == "*":
            return left * right
        if node.operator == "/":
            return left / right
        if right.is_number:
            self._check_power(left, right)
        return left**right

    def _check_power(self, base: Any, exponent: Any) -> None:
        """Refuse a power that is a number of any length, or that gives a factor of its base such a power."""
        size = abs(self._sympy.N(exponent, 5))
        if not size.is_comparable or size > _MOST_EXPONENT:
            raise TooLargeError("its exponents are too large")
        factor = base if base.is_number else base.as_coeff_Mul()[0]
        if factor.is_number and factor not in (0, 1, -1):
            bits = abs(self._sympy.log(abs(self._sympy.N(factor, 5)), 2))
            if bits.is_comparable and bits * size > _MOST_BITS:
                raise TooLargeError("its powers are too large")

    def _call(self, node: Call) -> Any:
        arguments = [self.expression(argument) for argument in node.arguments]
        if node.function in {"log2", "log10"}:
            from sympy.codegen import cfunctions  # noqa: PLC0415

            # A quotient of natural logarithms would be off by a digit where a program computes it.
            return getattr(cfunctions, node.function)(arguments[0])
        first = arguments[0]
        most = {"factorial": _MOST_FACTORIAL, "exp": _MOST_EXPONENT}.get(node.function)
        if most is not None and first.is_number and not abs(self._sympy.N(first, 5)) <= most:
            raise TooLargeError(f"the argument of its {node.function} is too large")
        return getattr(self._sympy, _FUNCTIONS[node.function])(*arguments)

    def _comparison(self, part: Comparison) -> Any:
        relation = getattr(self._sympy, _RELATIONS[part.operator])
        return relation(self.expression(part.left), self.expression(part.right))

    def _sum(self, node: Sum) -> Any:
        index = self._sympy.Symbol(node.index)
        low, high = self.expression(node.low), self.expression(node.high)
        return self._sympy.Sum(self.expression(node.term), (index, low, high))
