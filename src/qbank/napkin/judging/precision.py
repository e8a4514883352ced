"""What the two sides of a claim come to, and how near a value is to the stated one at the digits it shows."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from qbank.napkin.evaluate import Sense, UndecidableError, evaluate
from qbank.napkin.judging.judgement import Judgement
from qbank.napkin.judging.relation import Case, at_face
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Negation, Number, leaves
from qbank.units import ONE, Quantity, physical
from qbank.units.dimension import spell


class Sides(NamedTuple):
    """What the two sides of a case come to, each under its sense."""

    case: Case
    computed: Quantity
    stated: Quantity
    sense: Sense
    right_sense: Sense

    @classmethod
    def of(cls, case: Case, sense: Sense, right_sense: Sense) -> Sides:
        """Compute both sides.

        Raises:
            UndecidableError: one of them has no value.
        """
        computed = evaluate(case.left, sense, case.names)
        return cls(case, computed, evaluate(case.right, right_sense, case.names), sense, right_sense)

    @property
    def alike(self) -> bool:
        """Whether they measure the same."""
        return physical(self.computed.dimension) == physical(self.stated.dimension)

    @property
    def binary(self) -> bool:
        """Whether any prefix is read as a power of 1024."""
        return self.sense.powers_of_1024 or self.right_sense.powers_of_1024

    def at_face_value(self) -> Sides:
        """Return the same with the left side computed without its units, if it has a value then."""
        sense = at_face(self.sense)
        try:
            return self._replace(sense=sense, computed=evaluate(self.case.left, sense, self.case.names))
        except UndecidableError:
            return self

    def compared(self, computed: Quantity, note: str = "") -> Judgement:
        """Compare a value with the stated one at the precision that the right side shows."""
        # in whole numbers, (above / below) and (size / scale): fractions take ten times as long
        value, stated = computed.value, self.stated.value
        size, scale = stated.numerator, stated.denominator
        above = value.numerator * scale - size * value.denominator
        if not above:
            return self.judged(Verdict.OK, computed, Fraction(0), note)
        below = value.denominator * scale
        tolerances = self.case.tolerances
        error = relative_error(value, stated)
        step = self._last_digit()
        step_above, step_below = step.numerator * below, step.denominator
        beyond = above if size > 0 else -above
        truncated = bool(size) and beyond >= 0 and beyond * step_below < step_above
        if error > tolerances.imprecise:  # of a value that is read the usual way only
            truncated = truncated and not self.binary
        near = self.case.approximate and error <= tolerances.approximate
        if truncated or 2 * abs(above) * step_below <= step_above or near:
            verdict = Verdict.OK
        else:
            imprecise = error <= tolerances.imprecise and not self._is_miscounted(computed)
            verdict = Verdict.IMPRECISE if imprecise else Verdict.WRONG
        return self.judged(verdict, computed, error, note)

    def judged(self, verdict: Verdict, computed: Quantity, error: Fraction, note: str = "") -> Judgement:
        """Return a verdict that rests on both sides.

        Args:
            verdict: it.
            computed: what the left side is taken to come to.
            error: how far that is off, as a fraction of the stated value.
            note: what was assumed.
        """
        return Judgement(
            verdict,
            computed=computed,
            stated=self.stated,
            sense=self.sense,
            right_sense=self.right_sense,
            note=note,
            error=error,
            evidence=(
                (self.case.left, self.sense, self.computed),
                (self.case.right, self.right_sense, self.stated),
            ),
        )

    def unlike(self) -> Judgement:
        """Say that the two sides measure different things."""
        one, two = (spell(physical(side.dimension)) for side in (self.computed, self.stated))
        return Judgement(
            Verdict.UNCHECKED,
            Reason.UNITS,
            f"the expression gives {one or 'a plain number'}, the text {two or 'a plain number'}",
            computed=self.computed,
            stated=self.stated,
            sense=self.sense,
            right_sense=self.right_sense,
        )

    def _is_miscounted(self, computed: Quantity) -> bool:
        """Tell whether no rounding can explain the difference: whole numbers give a whole number in full.

        `128 * 4 * 4 = 2084` is a wrong count, `= 2050` a rounded one.
        """
        node = self.case.right
        if not isinstance(node, Number) or node.decimals or node.value.denominator != 1 or not node.value:
            return False
        reading = self.right_sense.reading_of(node)
        if reading.multiplier is not ONE or self.binary:
            return False
        if any(not isinstance(leaf, Number) or leaf.decimals for leaf in self.case.operands):
            return False
        exact = computed.value / reading.unit.scale
        shown = str(node.value.numerator)
        place = 10 ** (len(shown) - len(shown.rstrip("0")))
        return exact.denominator == 1 and (exact + Fraction(place, 2)) // place * place != node.value

    def _last_digit(self) -> Fraction:
        """Return what the right side's last digit is worth, or what an expression's digits leave open."""
        right = self.case.right
        node = right.operand if isinstance(right, Negation) else right
        if isinstance(node, Number):
            reading = self.right_sense.reading_of(node)
            step: Fraction = reading.unit.size(binary=self.right_sense.binary) / 10**node.decimals
            return step if reading.multiplier is ONE else step * reading.multiplier
        slack = sum(
            (_rounding(leaf) for leaf in leaves(node) if isinstance(leaf, Number)), Fraction(1, 10**9)
        )
        return 2 * slack * abs(self.stated.value)


def relative_error(computed: Fraction, stated: Fraction) -> Fraction:
    """Return the difference as a fraction of the stated value; of nothing, anything is all off."""
    if not stated:
        return Fraction(1 if computed else 0)
    size = abs(stated.numerator * computed.denominator)
    return Fraction(
        abs(computed.numerator * stated.denominator - stated.numerator * computed.denominator), size
    )


def _rounding(leaf: Number) -> Fraction:
    """Return the relative error that a displayed decimal may carry."""
    if not leaf.decimals or not leaf.value:
        return Fraction(0)
    return Fraction(1, 2 * 10**leaf.decimals) / leaf.value
