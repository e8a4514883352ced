"""What the lines of a text have said so far: values of symbols, and results that later lines repeat."""

from __future__ import annotations

from fractions import Fraction

from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.tree import Node, Number
from qbank.units import Quantity, physical
from qbank.units.dimension import NONE, Dimension


class SymbolTable:
    """Values that later lines of the same text may use.

    Attributes:
        names: the symbols and their values.
    """

    def __init__(self) -> None:
        self.names: dict[str, Quantity] = {}
        self._results: dict[tuple[int, int], list[tuple[Fraction, Dimension, Quantity]]] = {}

    def name(self, symbol: str, value: Node) -> None:
        """Remember what `symbol` stands for; if `value` cannot be computed, for nothing any more."""
        if not symbol:
            return
        try:
            self.names[symbol] = evaluate(value, names=self.names)
        except UndecidableError:
            self.names.pop(symbol, None)

    def result(self, stated: Number, computed: Quantity | None) -> None:
        """Remember that `stated` shows the value `computed`."""
        if computed is not None and _is_rounded(stated):
            reading = stated.readings[0]
            # In the unit that it is shown in: what leaves its units out goes on with these digits.
            shown = Quantity(computed.value, computed.dimension, reading.unit)
            results = self._results.setdefault(_digits(stated), [])
            results.append((reading.size, physical(reading.unit.dimension), shown))

    def unrounded(self, operand: Number) -> Quantity | None:
        """Return the unrounded value of the latest result that `operand` repeats, if it does.

        It shows the same digits, and what it counts has the same size; counted nouns play no part. An operand
        without a unit may repeat the digits alone.
        """
        results = self._results.get(_digits(operand)) if _is_rounded(operand) else None
        if not results:
            return None
        reading = operand.readings[0]
        for size, dimension, shown in reversed(results):
            if size == reading.size and dimension == physical(reading.unit.dimension):
                return shown
        size, _, shown = results[-1]
        return Quantity(shown.value / size * reading.multiplier, NONE) if operand.bare else None


def _digits(number: Number) -> tuple[int, int]:
    return number.value.numerator, number.value.denominator


def _is_rounded(number: Number) -> bool:
    """Tell whether a number shows enough digits to be known again, and may have been rounded to them."""
    return bool(number.decimals) or number.value.numerator >= 10 * number.value.denominator
