"""What a text has said so far: named values and earlier results."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.tree import Node, Number
from qbank.units import Quantity, physical
from qbank.units.dimension import NONE

Displayed = tuple[Fraction, Fraction, int]
"""A value as displayed: its digits' value, the size of what they count, and its physical dimension."""


_Ratio = tuple[int, int]
"""A number's value as numerator and denominator: fractions take long to hash."""


def _ratio(number: Number) -> _Ratio:
    return number.value.numerator, number.value.denominator


def displayed(number: Number) -> Displayed:
    """Return the key by which a later operand is recognised as this value; counted nouns play no part."""
    reading = number.readings[0]
    return number.value, reading.multiplier * reading.unit.scale, physical(reading.unit.dimension)


def _is_rounded(number: Number) -> bool:
    """Tell whether a number shows enough digits to be known again, and may have been rounded to them."""
    return bool(number.decimals) or number.value.numerator >= 10 * number.value.denominator


class Memory:
    """Values that later lines of the same text may use.

    Attributes:
        earlier: results as displayed, and the unrounded value behind each.
        earlier_bare: the same for operands that repeat the digits without the unit.
    """

    def __init__(self) -> None:
        self._names: dict[str, Quantity] = {}
        self._named: list[tuple[str, Node]] = []
        self.earlier: dict[Displayed, Quantity] = {}
        self.earlier_bare: dict[Fraction, Quantity] = {}
        self._results: dict[_Ratio, list[tuple[Number, Callable[[], Quantity | None]]]] = {}

    def name(self, symbol: str, value: Node) -> None:
        """Remember what `symbol` stands for, if `value` can be computed."""
        if symbol:
            self._named.append((symbol, value))

    @property
    def names(self) -> dict[str, Quantity]:
        """The symbols and their values, computed when somebody asks; few texts make it necessary."""
        for symbol, value in self._named:
            try:
                self._names[symbol] = evaluate(value, names=self._names)
            except UndecidableError:
                self._names.pop(symbol, None)
        self._named.clear()
        return self._names

    def result(self, stated: Number, computed: Quantity | None) -> None:
        """Remember that `stated` shows the value `computed`."""
        if computed is None or not _is_rounded(stated):
            return
        key = displayed(stated)
        # In the unit that it is shown in: what leaves its units out goes on with these digits.
        self.earlier[key] = Quantity(computed.value, computed.dimension, stated.readings[0].unit)
        self.earlier_bare[stated.value] = Quantity(computed.value / key[1], NONE)

    def pending_result(self, stated: Number, compute: Callable[[], Quantity | None]) -> None:
        """Remember that `stated` shows a value which is computed when it is needed."""
        if _is_rounded(stated):
            self._results.setdefault(_ratio(stated), []).append((stated, compute))

    def may_repeat(self, operand: Number) -> bool:
        """Tell whether `operand` may show an earlier result, without computing any."""
        return _is_rounded(operand) and (
            _ratio(operand) in self._results or operand.value in self.earlier_bare
        )

    def unrounded(self, operand: Number) -> Quantity | None:
        """Return the unrounded value of the earlier result that `operand` repeats, if it does."""
        if not _is_rounded(operand):
            return None
        for stated, compute in self._results.pop(_ratio(operand), ()):  # no other may be what it repeats
            self.result(stated, compute())
        if not self.earlier:
            return None
        found = self.earlier.get(displayed(operand))
        return self.earlier_bare.get(operand.value) if found is None and operand.bare else found
