"""A relation between two expressions, what it comes to under one interpretation of each, and the verdict."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from qbank.napkin.evaluate import PLAIN, Interpretation, Names, evaluate, value_of
from qbank.napkin.judging.digit_slips import digit_slip
from qbank.napkin.tree import (
    Interval,
    Leaf,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    WithUnit,
    chain,
    leaves,
    numbers,
    signed_number,
)
from qbank.napkin.verdicts import Reason, Tolerances, Verdict
from qbank.units import ONE, Quantity, physical
from qbank.units.dimension import Dimension, spell

Operand = Number | WithUnit
"""What has readings."""

HOLDS = {"<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge}
"""What each comparison says of two values."""

EXACT = Fraction(0)
"""The error of a value that is what was stated."""

_RANK = {Verdict.OK: 0, Verdict.IMPRECISE: 1, Verdict.WRONG: 2, Verdict.UNCHECKED: 3}
_WITHOUT_UNITS = Interpretation(without_units=True)
_SAME_ORDER = Fraction(1, 4)
_LAST_DIGIT = Fraction(1, 2000)
_HARDLY_OFF = Fraction(1, 500)
_FOUR_DIGITS = 1000
_LARGE_WHOLE = 10_000
_SHOWN_DIGITS = 3
_ROUNDED_TERM = 100
_MOST_OFF = Fraction(9, 20)
_LEAST_SLACK = Fraction(1, 10**9)


class Relation(Struct, dict=True):
    """Two sides that are said to stand in a relation.

    Attributes:
        left, right, sign: what is claimed.
        names: the values of its symbols.
        tolerances: how far off it may be.
        operands, right_operands: what has readings on each side.
        intervals: the ranges of both sides.
    """

    left: Node
    right: Node
    sign: str
    names: Names
    tolerances: Tolerances

    operands: list[Operand] = []
    right_operands: list[Operand] = []
    intervals: list[Interval] = []

    def __post_init__(self) -> None:
        left, right = leaves(self.left), leaves(self.right)
        self.operands, self.right_operands = _operands(left), _operands(right)
        self.intervals = [leaf for leaf in (*left, *right) if isinstance(leaf, Interval)]

    @property
    def compares(self) -> bool:
        """Whether it says which side is larger."""
        return self.sign in HOLDS

    @cached_property
    def approximate(self) -> bool:
        """Whether anything in it is marked as rounded."""
        return self.sign == "≈" or any(
            isinstance(operand, Number) and operand.approximate
            for operand in (*self.operands, *self.right_operands)
        )

    @cached_property
    def is_of_percent(self) -> tuple[bool, bool]:
        """Whether anything is in percent on the left side, and on the right one."""
        return _has_percent(self.operands), _has_percent(self.right_operands)


class EvaluatedRelation(Struct, frozen=True):
    """What the two sides of a relation come to, each under its interpretation."""

    relation: Relation
    computed: Quantity
    stated: Quantity
    interpretation: Interpretation
    right_interpretation: Interpretation

    @classmethod
    def of(
        cls, relation: Relation, interpretation: Interpretation, right_interpretation: Interpretation
    ) -> EvaluatedRelation:
        """Compute both sides.

        Raises:
            UndecidableError: one of them has no value.
        """
        computed = evaluate(relation.left, interpretation, relation.names)
        stated = evaluate(relation.right, right_interpretation, relation.names)
        return cls(relation, computed, stated, interpretation, right_interpretation)

    @property
    def units_match(self) -> bool:
        """Whether both sides measure the same."""
        return physical(self.computed.dimension) == physical(self.stated.dimension)

    @property
    def binary(self) -> bool:
        """Whether any prefix is read as a power of 1024."""
        return self.interpretation.powers_of_1024 or self.right_interpretation.powers_of_1024

    def without_units(self) -> EvaluatedRelation:
        """Return the same with the left side computed without its units, if it has a value then."""
        plain = self.interpretation is PLAIN
        interpretation = _WITHOUT_UNITS if plain else replace(self.interpretation, without_units=True)
        computed = value_of(self.relation.left, interpretation, self.relation.names)
        if computed is None:
            return self
        return replace(self, interpretation=interpretation, computed=computed)

    def at_face(self) -> Quantity:
        """Return the value of the left side without units, in the unit of the result."""
        unit = self.stated.unit
        return Quantity(self.without_units().computed.value * unit.scale, self.stated.dimension, unit)

    def compare(self, computed: Quantity, note: str = "") -> Judgement:
        """Compare a value with the stated one at the precision that the right side shows."""
        value, stated = computed.value, self.stated.value
        if value == stated:
            return self.verdict(Verdict.OK, computed, EXACT, note)
        tolerances = self.relation.tolerances
        error = relative_error(value, stated)
        step, apart = self._last_digit(error), abs(value - stated)
        lone = isinstance(self.relation.right, Number | Negation)
        truncated = lone and bool(stated) and (value > stated) == (stated > 0) and apart < step
        if error > tolerances.imprecise:  # of a value that is read the usual way only
            truncated = truncated and not self.binary
        rounded = 2 * apart <= step
        if error <= _LAST_DIGIT:  # as after a result that was rounded before
            rounded = rounded or apart < step
        if not rounded and 2 * apart <= self._closing_zeros(error) * step:
            rounded = not self._is_count(computed)
        if stated and error > _MOST_OFF:  # half of it is no rounding: 0.5 GiB is not 1 GiB
            rounded = False
        near = error <= tolerances.approximate and self.relation.approximate
        near = near or (self.relation.sign == "≈" and error < _SAME_ORDER and self._is_power_of_ten())
        if truncated or rounded or near:
            verdict = Verdict.OK
        else:
            imprecise = error <= tolerances.imprecise and not (
                self._is_miscounted(computed) or self._is_slip(computed)
            )
            verdict = Verdict.IMPRECISE if imprecise else Verdict.WRONG
        return self.verdict(verdict, computed, error, note)

    def verdict(self, verdict: Verdict, computed: Quantity, error: Fraction, note: str = "") -> Judgement:
        """Return a verdict that rests on both sides.

        Args:
            verdict: it.
            computed: what the left side is taken to come to.
            error: how far that is off, as a fraction of the stated value.
            note: what was assumed.
        """
        return Judgement(verdict, computed=computed, sides=self, note=note, error=error)

    def unit_mismatch(self) -> Judgement:
        """Say that the two sides measure different things."""
        return Judgement(Verdict.UNCHECKED, Reason.UNITS, computed=self.computed, sides=self)

    def contradiction(self) -> Judgement:
        """Say that the two sides measure different things, which contradict each other."""
        error = Fraction(1)
        return Judgement(Verdict.WRONG, computed=self.computed, sides=self, error=error, unlike=True)

    def _is_miscounted(self, computed: Quantity) -> bool:
        """Tell whether no rounding can explain the difference: whole numbers give a whole number in full.

        `128 * 4 * 4 = 2084` is a wrong count, `= 2050` a rounded one.
        """
        node = self.relation.right
        if not isinstance(node, Number) or not self._is_count(computed):
            return False
        exact = computed.value / self.right_interpretation.reading_of(node).unit.scale
        place, _ = _shown(node)
        return bool((exact + Fraction(place, 2)) // place * place != node.value)

    def _is_slip(self, computed: Quantity) -> bool:
        """Tell whether digits of a single number change places, or one is another."""
        number = signed_number(self.relation.right)
        return number is not None and bool(digit_slip(number, computed.value / self._size(number)))

    def _size(self, number: Number) -> Fraction:
        """Return what one of the unit of a number is worth."""
        reading = self.right_interpretation.reading_of(number)
        if self.right_interpretation.binary:
            return reading.multiplier * reading.unit.binary_scale
        return reading.size

    def _is_count(self, computed: Quantity) -> bool:
        """Tell whether whole numbers come to a whole number, which is stated as one."""
        node = self.relation.right
        if not isinstance(node, Number) or node.decimals or node.value.denominator != 1 or not node.value:
            return False
        reading = self.right_interpretation.reading_of(node)
        if reading.multiplier is not ONE or self.binary:
            return False
        if any(not isinstance(operand, Number) or operand.decimals for operand in self.relation.operands):
            return False
        return (computed.value / reading.unit.scale).denominator == 1

    def _closing_zeros(self, error: Fraction) -> int:
        """Return what the last digit but zeros of a large whole number is worth, 0 if it is none.

        `439,930` for 439,932 is rounded to tens, as `1.41e4` is to hundreds. Below five digits a count is
        written out, and what is no whole number may be rounded: `3,860 h` for 3,862.7 h.
        """
        node = self.relation.right
        if not isinstance(node, Number) or node.decimals:
            return 0
        is_whole = (self.computed.value / self.stated.unit.scale).denominator == 1
        if node.value < (_LARGE_WHOLE if is_whole else _FOUR_DIGITS):
            return 0
        place, digits = _shown(node)
        return place if digits >= _SHOWN_DIGITS or error <= _HARDLY_OFF else 0

    def _is_power_of_ten(self) -> bool:
        """Tell whether the right side only says the order of magnitude: `2^40 ≈ 10^12`."""
        right = self.relation.right
        return (
            isinstance(right, Operation)
            and right.operator == "^"
            and isinstance(right.left, Number)
            and right.left.bare
            and right.left.value == 10
        )

    def _last_digit(self, error: Fraction) -> Fraction:
        """Return what the right side's last digit is worth, or what an expression's digits leave open."""
        node = signed_number(self.relation.right)
        if node is not None:
            size = self._size(node)
            return size / 10**node.decimals if node.decimals else size
        return 2 * (self._slack() + self._rounded_terms(error) / 2)

    def _slack(self) -> Fraction:
        """Return what the displayed decimals of the right side's terms leave open together."""
        slack = _LEAST_SLACK * abs(self.stated.value)
        parts, unit = self._terms
        for term in parts:
            if rounding := sum(map(_rounding, numbers(term)), EXACT):
                value = value_of(term, self.right_interpretation, self.relation.names)
                slack += rounding * abs(self.stated.value if value is None else value.value * unit)
        return slack

    def _rounded_terms(self, error: Fraction) -> Fraction:
        """Return what the last digits of rounded terms are worth: of 14,643.2 in `8,320 + 6,323`.

        That of small ones is worth much, so it may explain a small difference only: `17 + 51` of 68.06.
        """
        if (self.computed.value / self.stated.unit.scale).denominator == 1:
            return EXACT
        parts, unit = self._terms
        whole = [one for one in parts if isinstance(one, Number) and not one.decimals]
        told = [one for one in whole if one.value >= _ROUNDED_TERM or error <= _HARDLY_OFF]
        return sum((self.right_interpretation.reading_of(one).size * unit for one in told), EXACT)

    @property
    def _terms(self) -> tuple[list[Node], Fraction]:
        """What the right side adds up and subtracts, and the unit behind all of it."""
        right = self.relation.right
        if isinstance(right, WithUnit):
            return chain(right.operand, "+-"), self.stated.unit.scale
        return chain(right, "+-"), ONE


class Judgement(Struct):
    """A verdict with what led to it.

    Attributes:
        verdict: it.
        reason: why it is unchecked, else None.
        trouble: more about that, unless the two sides tell it.
        computed: what the left side is taken to come to; None when undecidable.
        sides: what the two sides were computed to; None when undecidable.
        note: what was assumed, for a reader; empty if nothing.
        error: how far the two sides are apart, as a fraction of the stated one.
        unlike: whether the units of the two sides contradict each other.
        doubt: what makes a wrong value only likely wrong; empty if nothing does.
    """

    verdict: Verdict
    reason: Reason | None = None
    trouble: str = ""
    computed: Quantity | None = None
    sides: EvaluatedRelation | None = None
    note: str = ""
    error: Fraction = EXACT
    unlike: bool = False
    doubt: str = ""

    @property
    def detail(self) -> str:
        """More about the reason, for a reader, such as the operand that is missing."""
        if self.sides is None or self.reason is not Reason.UNITS:
            return self.trouble
        values = self.sides.computed, self.sides.stated
        computed, stated = (spell(physical(value.dimension)) or "a plain number" for value in values)
        return f"the expression gives {computed}, the text {stated}"

    @property
    def stated(self) -> Quantity | None:
        """What the right side comes to; None when undecidable."""
        return None if self.sides is None else self.sides.stated

    @property
    def left(self) -> Node | None:
        """The left side with the units that it was judged with; None when undecidable."""
        return None if self.sides is None else self.sides.relation.left

    @property
    def interpretation(self) -> Interpretation:
        """How the left side was read."""
        return PLAIN if self.sides is None else self.sides.interpretation

    @property
    def right_interpretation(self) -> Interpretation:
        """How the right side was read."""
        return PLAIN if self.sides is None else self.sides.right_interpretation

    @property
    def measures(self) -> tuple[Dimension | None, Dimension | None]:
        """What the two sides measure, None for one without a value."""
        return (
            None if self.computed is None else physical(self.computed.dimension),
            None if self.sides is None else physical(self.sides.stated.dimension),
        )

    def implausibility(self) -> tuple[int, bool, bool, Fraction]:
        """Return what to sort interpretations by: verdict, unlike units, powers of 1024, error.

        Where powers of 1024 explain nothing, they are not what was meant.
        """
        return _RANK[self.verdict], self.unlike, self.sides is not None and self.sides.binary, self.error

    def contradicted(self) -> Judgement:
        """Return the same where what the two sides measure is known to be meant alike."""
        return replace(self, verdict=Verdict.WRONG, reason=None, error=Fraction(1), unlike=True, note="")

    def noted(self, note: str) -> Judgement:
        """Return the same with another note."""
        return replace(self, note=note)


def relative_error(computed: Fraction, stated: Fraction) -> Fraction:
    """Return the difference as a fraction of the stated value; of nothing, anything is all off."""
    if not stated:
        return Fraction(1 if computed else 0)
    return abs(computed / stated - 1)


def _operands(found: Sequence[Leaf]) -> list[Operand]:
    """Return what has readings among some leaves: numbers, the ends of ranges, brackets with a unit."""
    operands: list[Operand] = []
    for leaf in found:
        if isinstance(leaf, Interval):
            operands += (leaf.low, leaf.high)
        elif not isinstance(leaf, Name):
            operands.append(leaf)
    return operands


def _has_percent(operands: Sequence[Operand]) -> bool:
    return any(reading.unit.name == "%" for operand in operands for reading in operand.readings)


def _rounding(leaf: Number) -> Fraction:
    """Return the relative error that a displayed decimal may carry, or a large whole number: `175,700`."""
    if not leaf.value:
        return EXACT
    if leaf.decimals:
        return Fraction(1, 2 * 10**leaf.decimals) / leaf.value
    place, digits = _shown(leaf)
    is_rounded = leaf.value >= _LARGE_WHOLE and place > 1 and digits >= _SHOWN_DIGITS
    return Fraction(place, 2) / leaf.value if is_rounded else EXACT


def _shown(number: Number) -> tuple[int, int]:
    """Return what the last digit but zeros of a whole number is worth, and how many digits stand up to it."""
    shown = str(number.value.numerator)
    digits = shown.rstrip("0")
    return 10 ** (len(shown) - len(digits)), len(digits)
