"""sympy's printer of JavaScript, with what formulas need beyond it; importing this imports sympy."""

from __future__ import annotations

from typing import Any

from sympy import S
from sympy.printing.jscode import JavascriptCodePrinter

_PRODUCT = "((n) => { let x = 1; for (let j = 2; j <= n; j++) x *= j; return x; })"


class _Printer(JavascriptCodePrinter):  # type: ignore[misc] # sympy has no types
    """Adds sums and factorials as functions that are called on the spot, and keeps all on one line."""

    def _print_Sum(self, expression: Any) -> str:  # noqa: N802 - as sympy calls it
        term, (index, low, high) = expression.args[0], expression.args[1]
        name = self._print(index)
        head = f"let s = 0; for (let {name} = {self._print(low)}; {name} <= {self._print(high)}; {name}++)"
        return f"(() => {{ {head} s += {self._print(term)}; return s; }})()"

    def _print_log2(self, expression: Any) -> str:
        return f"Math.log2({self._print(expression.args[0])})"

    def _print_log10(self, expression: Any) -> str:
        return f"Math.log10({self._print(expression.args[0])})"

    def _print_factorial(self, expression: Any) -> str:
        return f"{_PRODUCT}({self._print(expression.args[0])})"


class _PagePrinter(_Printer):
    """Writes what a page computes many times: bounded, and with numbers compared as `floating` does."""

    def _print_Sum(self, expression: Any) -> str:  # noqa: N802
        term, (index, low, high) = expression.args[0], expression.args[1]
        ends = f"{self._print(low)}, {self._print(high)}"
        return f"$sum({ends}, ({self._print(index)}) => {self._print(term)})"

    def _print_factorial(self, expression: Any) -> str:
        return f"$factorial({self._print(expression.args[0])})"

    def _print_floor(self, expression: Any) -> str:
        return f"$floor({self._print(expression.args[0])})"

    def _print_ceiling(self, expression: Any) -> str:
        return f"$ceiling({self._print(expression.args[0])})"

    def _print_Relational(self, expression: Any) -> str:  # noqa: N802
        left, right = self._print(expression.lhs), self._print(expression.rhs)
        return comparison_for_page(expression.rel_op, left, right)


_COMPARISONS = {"<": "$less", "<=": "$atMost", ">": "$less", ">=": "$atMost", "==": "$equal", "!=": "!$equal"}


def comparison_for_page(operator: str, left: str, right: str) -> str:
    """Return the comparison of two expressions in JavaScript."""
    if operator in {">", ">="}:
        left, right = right, left
    return f"{_COMPARISONS[operator]}({left}, {right})"


def print_for_page(expression: Any) -> str:
    """Return a sympy expression as JavaScript for a page that has the helpers of `lab-model.js`.

    Raises:
        TypeError: a part of it is no real number, such as log(-1).
    """
    if expression.has(S.ImaginaryUnit, S.ComplexInfinity, S.NaN, S.Infinity, S.NegativeInfinity):
        raise TypeError("a part of it is no real number")
    text: str = _PagePrinter({"allow_unknown_functions": False}).doprint(expression)
    return " ".join(text.split())


def print_expression(expression: Any) -> str:
    """Return a sympy expression as JavaScript."""
    text: str = _Printer({"allow_unknown_functions": False}).doprint(expression)
    return " ".join(text.split())
