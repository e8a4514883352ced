"""Trees as JavaScript: sympy's printer, with what formulas need beyond it."""

from __future__ import annotations

from typing import Any, ClassVar

from sympy import S
from sympy.printing.jscode import JavascriptCodePrinter
from sympy.printing.precedence import PRECEDENCE

from qbank.algebra.symbolic import to_sympy, writing
from qbank.algebra.tree import Condition, Node, UnwritableError

_PRODUCT = "((n) => { let x = 1; for (let j = 2; j <= n; j++) x *= j; return x; })"


class _Printer(JavascriptCodePrinter):  # type: ignore[misc] # sympy has no types
    """Adds sums and factorials as functions that are called on the spot, and keeps all on one line."""

    functions: ClassVar = {"log2": "Math.log2", "log10": "Math.log10", "factorial": _PRODUCT}

    def _print_Sum(self, expression: Any) -> str:  # noqa: N802 - as sympy calls it
        term, (index, low, high) = expression.args[0], expression.args[1]
        name = self._print(index)
        head = f"let s = 0; for (let {name} = {self._print(low)}; {name} <= {self._print(high)}; {name}++)"
        return f"(() => {{ {head} s += {self._print(term)}; return s; }})()"


class _PagePrinter(_Printer):
    """Writes what a page computes many times: bounded, and with numbers compared as `floating` does.

    It is given expressions that sympy has not worked out, and keeps them as they are: sympy's own printer
    would gather factors, and take 1 for `x/x`.
    """

    functions: ClassVar = {
        "log2": "Math.log2", "log10": "Math.log10",
        "factorial": "$factorial", "floor": "$floor", "ceiling": "$ceiling",
    }  # fmt: skip

    def _print_Mul(self, expression: Any) -> str:  # noqa: N802
        text = ""
        for factor in expression.args:
            if factor.is_Pow and factor.exp is S.NegativeOne:
                text = f"{text or 1}/{self.parenthesize(factor.base, PRECEDENCE['Func'])}"
            else:
                part = self.parenthesize(factor, PRECEDENCE["Func" if text else "Mul"])
                text = f"{text}*{part}" if text else part
        return text

    def _print_Add(self, expression: Any, order: Any = None) -> str:  # noqa: ARG002, N802
        text = ""
        for term in expression.args:
            if text and term.is_Mul and len(term.args) == 2 and term.args[0] is S.NegativeOne:
                text += f" - {self.parenthesize(term.args[1], PRECEDENCE['Func'])}"
            elif text and term.is_Number and term.is_negative:
                text += f" - {self._print(abs(term))}"
            else:
                part = self.parenthesize(term, PRECEDENCE["Mul" if text else "Add"])
                text = f"{text} + {part}" if text else part
        return text

    def _print_Pow(self, expression: Any) -> str:  # noqa: N802
        base, exponent = expression.args
        if exponent is S.NegativeOne:
            return f"1/{self.parenthesize(base, PRECEDENCE['Func'])}"
        if exponent is S.Half:
            return f"Math.sqrt({self._print(base)})"
        return f"Math.pow({self._print(base)}, {self._print(exponent)})"

    def _print_Sum(self, expression: Any) -> str:  # noqa: N802
        term, (index, low, high) = expression.args[0], expression.args[1]
        ends = f"{self._print(low)}, {self._print(high)}"
        return f"$sum({ends}, ({self._print(index)}) => {self._print(term)})"

    def _print_Relational(self, expression: Any) -> str:  # noqa: N802
        left, right = self._print(expression.lhs), self._print(expression.rhs)
        return _comparison(expression.rel_op, left, right)


_COMPARISONS = {"<": "$less", "<=": "$atMost", ">": "$less", ">=": "$atMost", "==": "$equal", "!=": "!$equal"}


def _comparison(operator: str, left: str, right: str) -> str:
    if operator in {">", ">="}:
        left, right = right, left
    return f"{_COMPARISONS[operator]}({left}, {right})"


def javascript(node: Node) -> str:
    """Return a tree as a JavaScript expression on one line, over numbers of the same names.

    Raises:
        UnwritableError: it holds numbers that cannot be written out.
    """
    with writing():
        return _one_line(_Printer, to_sympy(node))


def javascript_for_page(node: Node) -> str:
    """Return a tree as JavaScript for a page that has the helpers of `lab-model.js`.

    Raises:
        UnwritableError: a part of it is no real number, such as log(-1), or cannot be written out.
    """
    with writing():
        if to_sympy(node).has(S.ImaginaryUnit, S.ComplexInfinity, S.NaN, S.Infinity, S.NegativeInfinity):
            raise UnwritableError("a part of it is no real number")
        return _one_line(_PagePrinter, to_sympy(node, as_written=True))


def condition_for_page(condition: Condition) -> str:
    """Return a condition as JavaScript for a page; raises as `javascript_for_page` does."""
    return " && ".join(
        _comparison(part.operator, javascript_for_page(part.left), javascript_for_page(part.right))
        for part in condition
    )


def _one_line(printer: type[_Printer], expression: Any) -> str:
    settings = {"allow_unknown_functions": False, "user_functions": printer.functions}
    text: str = printer(settings).doprint(expression)
    return " ".join(text.split())
