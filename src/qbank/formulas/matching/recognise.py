"""Recognising which formula an expression with numbers instantiates, or which known slip of one.

Order, brackets and conversions do not matter; the units of operands and the bounds of variables do. Products
of plain numbers look all alike, so a formula is looked for only where a text speaks of it, and what the text
calls its numbers decides between readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Final

from msgspec import Struct

from qbank.algebra.tree import Node
from qbank.formulas.formula import Formula, FormulaError, Slip
from qbank.formulas.matching.match import Admits, Bindings, Budget, Operand, OutOfStepsError, matches
from qbank.formulas.matching.patterns import Calls, Pattern
from qbank.formulas.matching.shape import Product, ShapelessError, Sides, shape
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension

MAX_OPERANDS: Final = 16
_ENOUGH: Final = 3

Speaks = Callable[[tuple[str, ...]], int]
"""How surely a text speaks of something by one of these words, 0 if not at all."""


class Expression(Struct, frozen=True, dict=True):
    """What somebody wrote.

    Attributes:
        tree: the expression; its names are operands.
        operands: what each operand is.
        result: what it is said to come to; None if that is not known.
    """

    tree: Node
    operands: Mapping[str, Operand]
    result: Operand | None = None

    @cached_property
    def measures(self) -> frozenset[Dimension]:
        """What its operands measure, apart from plain numbers."""
        return frozenset(physical(one.dimension) for one in self.operands.values()) - {NONE}

    @cached_property
    def numbers(self) -> frozenset[tuple[int, int]]:
        """Its operands without a unit, as numerators and denominators."""
        return frozenset(
            one.value.as_integer_ratio() for one in self.operands.values() if one.dimension == NONE
        )

    @cached_property
    def has_units(self) -> bool:
        """Whether an operand has a unit; else they may all have been left out."""
        return any(one.dimension != NONE for one in self.operands.values())

    def shape_for(self, pattern: Pattern) -> tuple[Product | None, Sides]:
        """Return its shape: with powers as they are written if the pattern has such, else multiplied out."""
        return self._shape_as_written if pattern.has_powers else self._multiplied_shape

    @cached_property
    def _multiplied_shape(self) -> tuple[Product | None, Sides]:
        return _shape(
            self.tree, {name: one.value for name, one in self.operands.items() if one.dimension == NONE}
        )

    @cached_property
    def _shape_as_written(self) -> tuple[Product | None, Sides]:
        return _shape(self.tree, {})


class Recognised(Struct, frozen=True):
    """A formula, or a slip of one, found in an expression.

    Attributes:
        values: what the variables are, in their own units; those that a slip does without are not there.
        called: the variables whose values the text calls by their words.
        slip: the slip; None if it is the formula itself.
    """

    formula: Formula
    values: Mapping[str, Fraction]
    called: frozenset[str]
    slip: Slip | None = None


class Recogniser:
    """What looks for some patterns; it is made once and never changed."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns: Final = tuple(patterns)
        self._by_measures: Final[dict[frozenset[Dimension], list[tuple[Pattern, Sides]]]] = {}
        # Where no operand has a unit, they may all have been left out.
        without_units = self._by_measures.setdefault(frozenset(), [])
        for pattern in self.patterns:
            if pattern.cues:
                entry = pattern, pattern.sides
                if pattern.has_sums and pattern.measured:
                    without_units.append(entry)
                self._by_measures.setdefault(pattern.measured, []).append(entry)

    def recognise(self, written: Expression, speaks: Speaks, calls: Calls) -> tuple[Recognised, ...]:
        """Return what an expression may be, the likeliest first: formulas and slips.

        Args:
            written: what somebody wrote.
            speaks: tells how surely the text around it speaks of something.
            calls: tells what the text calls a value.
        """
        ranked: list[tuple[tuple[int, ...], Recognised]] = []
        with suppress(OutOfStepsError):  # what was found till then may do
            ranked.extend(self._ranked(written, speaks, calls))
        ranked.sort(key=lambda entry: entry[0], reverse=True)
        return tuple(best for _, best in ranked)

    def _ranked(
        self, written: Expression, speaks: Speaks, calls: Calls
    ) -> Iterator[tuple[tuple[int, ...], Recognised]]:
        """Yield what an expression may be, each with its rank."""
        budget = Budget()
        for pattern, whole in self._fitting(written):
            if sure := speaks(pattern.cues):
                best = _Search(pattern, whole, written, calls, budget).best()
                if best is not None:
                    yield (len(best.called), sure, best.slip is None, len(pattern.names)), best

    def _fitting(self, written: Expression) -> Iterator[tuple[Pattern, Product]]:
        """Yield the patterns for which an expression has the units and the factors."""
        if not 2 <= len(written.operands) <= MAX_OPERANDS:
            return
        for pattern, (above, below) in self._by_measures.get(written.measures, ()):
            if written.result is not None and not pattern.result.measures(written.result):
                continue
            if pattern.counts_only and not pattern.has_sums and not _counts_the_same(pattern, written):
                continue
            if pattern.missing in written.numbers:
                continue
            whole, (room_above, room_below) = written.shape_for(pattern)
            # Each factor of the pattern takes one of what is written, on the same side of the line.
            if whole is not None and room_above >= above and room_below >= below:
                yield pattern, whole


def _shape(tree: Node, exponents: Mapping[str, Fraction]) -> tuple[Product | None, Sides]:
    try:
        found = shape(tree, exponents)
    except ShapelessError:
        return None, (0, 0)
    return found, found.sides


class _Search(Struct, frozen=True):
    """Looking for one pattern in one expression."""

    pattern: Pattern
    whole: Product
    written: Expression
    calls: Calls
    budget: Budget

    def best(self) -> Recognised | None:
        """Return what the expression is by the pattern, with values that are called right if possible."""
        pattern = self.pattern
        rare = pattern.slip is not None and pattern.has_sums
        # What a text calls its numbers is costly to ask.
        if rare and next(self._matches(None), None) is None:
            return None
        found = self._among(pattern.called_right(self.calls))
        if found is None and pattern.slip is None:  # to accuse takes more than to recognise
            found = self._among(None)
        return found

    def _matches(self, admits: Admits | None) -> Iterator[Bindings]:
        written = self.written
        slots = self.pattern.slots_for(has_units=written.has_units)
        return matches(self.pattern.shape, self.whole, slots, written.operands, self.budget, admits=admits)

    def _among(self, admits: Admits | None) -> Recognised | None:
        pattern, best = self.pattern, None
        for bindings in self._matches(admits):
            values = {name: pattern.own(name, bound.value) for name, bound in bindings.items()}
            if pattern.slip is None and self.written.has_units and not _holds(pattern.formula, values):
                continue
            variables = pattern.formula.variables
            called = frozenset(name for name in values if self.calls(variables[name], values[name]))
            if not _is_telling(pattern, self.written, called):
                continue
            if best is None or len(called) > len(best.called):
                best = Recognised(pattern.formula, {**pattern.left_out, **values}, called, pattern.slip)
            if called >= pattern.callable:
                break
        return best


def _counts_the_same(pattern: Pattern, written: Expression) -> bool:
    """Whether what is said to come out is what a pattern counts: any product of numbers may be FLOP."""
    return written.result is not None and written.result.dimension == pattern.result.dimension


def _is_telling(pattern: Pattern, written: Expression, called: frozenset[str]) -> bool:
    """Whether an expression that matches can hardly be anything else where the text speaks of the formula."""
    if pattern.has_sums:
        return True
    if pattern.counts_only:
        return _counts_the_same(pattern, written)
    if pattern.callable and pattern.callable <= called:
        return True
    measured = [slot.dimension != NONE for slot in pattern.slots.values()]
    return any(measured) if len(written.operands) >= _ENOUGH else all(measured)


def _holds(formula: Formula, values: Mapping[str, Fraction]) -> bool:
    try:
        formula.check(values)
    except FormulaError:
        return False
    return True
