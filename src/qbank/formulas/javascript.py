"""sympy's printer of JavaScript, with what formulas need beyond it; importing this imports sympy."""

from __future__ import annotations

from typing import Any

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


def print_expression(expression: Any) -> str:
    """Return a sympy expression as JavaScript."""
    text: str = _Printer({"allow_unknown_functions": False}).doprint(expression)
    return " ".join(text.split())
