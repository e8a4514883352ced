"""Deciding on one claim: two sides, a relation, a verdict.

A claim is ok if some reading of its ambiguous spellings makes it true at its displayed precision. If none
does, the closest reading is the one reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product

from qbank.napkin.evaluate import Names, Sense, UndecidableError, evaluate
from qbank.napkin.limits import MAX_READINGS
from qbank.napkin.memory import Memory
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Interval, Negation, Node, Number, Operation, WithUnit, is_arithmetic, leaves
from qbank.units import Quantity, physical
from qbank.units.dimension import NONE, Dimension, exponents, spell


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How far a stated value may be off, as fractions of it.

    Attributes:
        approximate: what a claim marked `≈`, `~` or "about" may be off and still be ok.
        imprecise: up to here a claim is imprecise, further off it is wrong.
    """

    approximate: Fraction = Fraction(1, 20)
    imprecise: Fraction = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with what led to it.

    Attributes:
        computed: the left side's value; None when undecidable.
        sense: the reading under which it was computed.
        scale: a plain factor that had to be supplied, 1 if none (`12 / 40 = 300 ms` hides 1000).
        note: what was assumed, for a reader; empty if nothing.
    """

    verdict: Verdict
    reason: Reason | None = None
    detail: str = ""
    computed: Quantity | None = None
    sense: Sense = field(default_factory=Sense)
    scale: Fraction = Fraction(1)
    note: str = ""


_RANK = {Verdict.OK: 0, Verdict.IMPRECISE: 1, Verdict.WRONG: 2, Verdict.UNCHECKED: 3}

CONVERTERS = frozenset((8, 60, 1000, 1024, 3600, 10**6, 10**9))
"""Bare factors that may only restate a unit: `10 Gbps / 8 = 1.25 GB/s`, `7200 s / 3600 = 2 h`."""

_MAX_CONVERTED = 12
_ONE = Quantity(Fraction(1), NONE)

PLAIN_SCALES = tuple(
    Fraction(base) ** sign
    for base in (
        *(10**3, 10**6, 10**9, 10**12, 1024, 1024**2, 1024**3),
        *(8, 8000, 24, 60, 60_000, 100, 3600, 3_600_000, 86_400, Fraction(18, 5)),
    )
    for sign in (1, -1)
)
"""Converters that people leave out of a line: prefixes, bits, hours, percent."""


def judge(
    left: Node,
    right: Node,
    relation: str,
    *,
    memory: Memory | None = None,
    tolerances: Tolerances = Tolerances(),
) -> Judgement:
    """Decide whether `left` stands in `relation` (`=`, `≈`, `<`, `≤`, `>`, `≥`) to `right`."""
    memory = memory or Memory()
    case = _Case(left, right, relation, memory.names, tolerances)
    best: tuple[int, Fraction, Judgement] | None = None
    for sense in _senses(left, right, memory):
        verdict, error, judgement = case.weigh(*sense)
        if verdict is Verdict.OK:
            return judgement
        key = (_RANK[verdict], error, judgement)
        if best is None or key[:2] < best[:2]:
            best = key
    assert best is not None  # there is always the plain sense
    return best[2]


def _senses(left: Node, right: Node, memory: Memory) -> Iterator[tuple[Sense, Sense]]:
    """Yield the senses of both sides to try, the most usual first."""
    sides = [list(_sized(left)), list(_sized(right))]
    ambiguous = [leaf for side in sides for leaf in side if len(leaf.readings) > 1]
    choices = [
        {leaf.start: place for leaf, place in zip(ambiguous, combination, strict=True) if place}
        for combination in islice(product(*(range(len(leaf.readings)) for leaf in ambiguous)), MAX_READINGS)
    ]
    choices.sort(key=len)
    binary = [(False, False), *_binary(sides)]
    counts = [False]
    if any(reading.binary_steps for side in sides for leaf in side for reading in leaf.readings):
        counts.append(True)
    for substitution in _substitutions(sides[0], memory):
        for chosen, (binary_left, binary_right), binary_counts in islice(
            product(choices, binary, counts), 2 * MAX_READINGS
        ):
            sense = Sense(binary_left, binary_counts, choices=chosen, exact=substitution)
            yield sense, replace(sense, binary=binary_right, exact={})


def _sized(node: Node) -> Iterator[Number | WithUnit]:
    for leaf in leaves(node):
        if isinstance(leaf, Interval):
            yield leaf.low
            yield leaf.high
        elif isinstance(leaf, Number | WithUnit):
            yield leaf


def _binary(sides: list[list[Number | WithUnit]]) -> list[tuple[bool, bool]]:
    names = [
        {reading.unit.name for leaf in side for reading in leaf.readings if reading.unit.binary_steps}
        for side in sides
    ]
    if not names[0] and not names[1]:
        return []
    if not names[0]:
        return [(False, True)]
    if not names[1]:
        return [(True, False)]
    mixed = [] if names[0] & names[1] else [(False, True), (True, False)]
    return [(True, True), *mixed]


def _substitutions(operands: list[Number | WithUnit], memory: Memory) -> Iterator[dict[int, Quantity]]:
    """Yield what may stand in for operands: unrounded earlier results, and 1 for a mere converter."""
    yield {}
    numbers = [leaf for leaf in operands if isinstance(leaf, Number)]
    exact = {leaf.start: value for leaf in numbers if (value := memory.unrounded(leaf)) is not None}
    if exact:
        yield exact
    converters = [leaf.start for leaf in numbers if _is_converter(leaf)]
    if converters and len(converters) < len(numbers) <= _MAX_CONVERTED:
        for start in converters:
            yield {start: _ONE}


def _is_converter(leaf: Number) -> bool:
    if leaf.bare:
        return leaf.value in CONVERTERS
    return leaf.value == 8 and leaf.readings[0].unit.name in {"bit", "bits"}


class _Case:
    """The two sides and how to compare them under one sense."""

    def __init__(
        self, left: Node, right: Node, relation: str, names: Names | None, tolerances: Tolerances
    ) -> None:
        self.left = left
        self.right = right
        self.relation = relation
        self.names = names
        self.tolerances = tolerances
        self.approximate = relation == "≈" or any(
            leaf.approximate for side in (left, right) for leaf in _sized(side) if isinstance(leaf, Number)
        )

    def weigh(self, sense: Sense, right_sense: Sense) -> tuple[Verdict, Fraction, Judgement]:
        """Return verdict, relative error and judgement under one sense."""
        try:
            computed = evaluate(self.left, sense, self.names)
            stated = evaluate(self.right, right_sense, self.names)
        except UndecidableError as trouble:
            judgement = Judgement(Verdict.UNCHECKED, trouble.reason, trouble.detail, sense=sense)
            return Verdict.UNCHECKED, Fraction(0), judgement
        if self.relation not in {"=", "≈"}:
            return self._inequality(computed, stated, sense)
        if intervals := [
            leaf for side in (self.left, self.right) for leaf in leaves(side) if isinstance(leaf, Interval)
        ]:
            return self._ranges(intervals, sense, right_sense)
        if physical(computed.dimension) == physical(stated.dimension):
            verdict, error = self._compare(computed.value, stated.value, right_sense)
            judgement = Judgement(verdict, computed=computed, sense=sense)
            if verdict is not Verdict.OK and _percent(self.left) != _percent(self.right):
                return self._percent_left_out(computed, stated, right_sense, judgement, error)
            return verdict, error, judgement
        return self._mismatch(computed, stated, sense, right_sense)

    # -- comparisons -----------------------------------------------------------------------------------------

    def _compare(self, computed: Fraction, stated: Fraction, right_sense: Sense) -> tuple[Verdict, Fraction]:
        """Compare two values in the same unit at the precision that the right side shows."""
        error = abs(computed - stated) / abs(stated) if stated else abs(computed)
        step = self._shown(stated, right_sense)
        if (computed < 0) == (stated < 0):
            over = abs(computed) - abs(stated)
            truncated = 0 <= over < step and error <= self.tolerances.imprecise
            if truncated or abs(over) <= step / 2:
                return Verdict.OK, error
        if self.approximate and error <= self.tolerances.approximate:
            return Verdict.OK, error
        near = error <= self.tolerances.imprecise and not self._counted_wrong(computed, right_sense)
        return (Verdict.IMPRECISE if near else Verdict.WRONG), error

    def _counted_wrong(self, computed: Fraction, sense: Sense) -> bool:
        """Tell whether no rounding can explain the difference: whole numbers give a whole number in full.

        `128 * 4 * 4 = 2084` is a wrong count, `= 2050` a rounded one.
        """
        node = self.right
        if not isinstance(node, Number) or node.decimals or not node.value:
            return False
        reading = node.readings[sense.choices.get(node.start, 0)]
        shown = computed / (reading.multiplier * reading.unit.size(binary=sense.binary))
        if reading.multiplier != 1 or shown.denominator != 1:
            return False
        operands = list(_sized(self.left))
        if any(not isinstance(leaf, Number) or leaf.decimals for leaf in operands):
            return False
        kept = int(node.value)
        place = 10 ** (len(str(kept)) - len(str(kept).rstrip("0")))
        rounded = int(shown / place + Fraction(1, 2)) * place
        return rounded != kept

    def _shown(self, stated: Fraction, sense: Sense) -> Fraction:
        """Return what the right side's last digit is worth, or what an expression's digits leave open."""
        node = self.right.operand if isinstance(self.right, Negation) else self.right
        if isinstance(node, Number):
            reading = node.readings[sense.choices.get(node.start, 0)]
            step: Fraction = reading.multiplier * reading.unit.size(binary=sense.binary) / 10**node.decimals
            return step
        slack = sum(
            (_rounding(leaf) for leaf in leaves(node) if isinstance(leaf, Number)), Fraction(1, 10**9)
        )
        return 2 * slack * abs(stated)

    def _inequality(
        self, computed: Quantity, stated: Quantity, sense: Sense
    ) -> tuple[Verdict, Fraction, Judgement]:
        if physical(computed.dimension) != physical(stated.dimension):
            judgement = Judgement(Verdict.UNCHECKED, Reason.UNITS, _differ(computed, stated), computed, sense)
            return Verdict.UNCHECKED, Fraction(0), judgement
        holds = {
            "<": computed.value < stated.value,
            "≤": computed.value <= stated.value,
            ">": computed.value > stated.value,
            "≥": computed.value >= stated.value,
        }[self.relation]
        verdict = Verdict.OK if holds else Verdict.WRONG
        return verdict, Fraction(0), Judgement(verdict, computed=computed, sense=sense)

    def _ranges(
        self, intervals: list[Interval], sense: Sense, right_sense: Sense
    ) -> tuple[Verdict, Fraction, Judgement]:
        """Compare the smallest and the largest value of each side."""
        if len(intervals) > 4:
            judgement = Judgement(Verdict.UNCHECKED, Reason.TOO_LARGE, "ranges", sense=sense)
            return Verdict.UNCHECKED, Fraction(0), judgement
        corners = [
            frozenset(interval.start for interval, high in zip(intervals, ends, strict=True) if high)
            for ends in product((False, True), repeat=len(intervals))
        ]
        try:
            computed = [evaluate(self.left, replace(sense, high=corner), self.names) for corner in corners]
            stated = [
                evaluate(self.right, replace(right_sense, high=corner), self.names) for corner in corners
            ]
        except UndecidableError as trouble:
            judgement = Judgement(Verdict.UNCHECKED, trouble.reason, trouble.detail, sense=sense)
            return Verdict.UNCHECKED, Fraction(0), judgement
        if len({physical(quantity.dimension) for quantity in (*computed, *stated)}) > 1:
            detail = _differ(computed[0], stated[0])
            return (
                Verdict.UNCHECKED,
                Fraction(0),
                Judgement(Verdict.UNCHECKED, Reason.UNITS, detail, computed[0], sense),
            )
        low, high = (choose(computed, key=lambda q: q.value) for choose in (min, max))
        stated_low, stated_high = (choose(quantity.value for quantity in stated) for choose in (min, max))
        tolerance = self.tolerances.approximate
        if low.value <= stated_low and stated_high <= high.value and stated_low == stated_high:
            return Verdict.OK, Fraction(0), Judgement(Verdict.OK, computed=low, sense=sense)
        error = max(
            abs(one - two) / abs(two) if two else abs(one)
            for one, two in ((low.value, stated_low), (high.value, stated_high))
        )
        # People round the ends of a range freely; both are marked approximate by being a range.
        verdict = Verdict.OK if error <= tolerance else Verdict.WRONG
        worst = (
            low
            if abs(low.value - stated_low) * abs(stated_high)
            > abs(high.value - stated_high) * abs(stated_low)
            else high
        )
        return verdict, error, Judgement(verdict, computed=worst, sense=sense)

    def _percent_left_out(
        self, computed: Quantity, stated: Quantity, right_sense: Sense, judgement: Judgement, error: Fraction
    ) -> tuple[Verdict, Fraction, Judgement]:
        """Accept `1.0% × 1.2^3 = 1.0 × 1.728 = 1.73%`, where the sign is dropped in mid-chain."""
        scale = Fraction(100) if _percent(self.left) else Fraction(1, 100)
        scaled = replace(computed, value=computed.value * scale)
        verdict, scaled_error = self._compare(scaled.value, stated.value, right_sense)
        if scaled_error >= error or not (is_arithmetic(self.right) or verdict is Verdict.OK):
            return judgement.verdict, error, judgement
        scaled_judgement = Judgement(
            verdict, computed=scaled, sense=judgement.sense, scale=scale, note="% left out"
        )
        return verdict, scaled_error, scaled_judgement

    def _mismatch(
        self, computed: Quantity, stated: Quantity, sense: Sense, right_sense: Sense
    ) -> tuple[Verdict, Fraction, Judgement]:
        """Explain units that were left out, or say that the claim cannot be checked."""
        period = computed.value and physical(computed.dimension) == -physical(stated.dimension)
        if period and not is_arithmetic(self.left) and not is_arithmetic(self.right):
            inverse = Quantity(1 / computed.value, physical(stated.dimension), stated.unit)
            verdict, error = self._compare(inverse.value, stated.value, right_sense)
            return verdict, error, Judgement(verdict, computed=inverse, sense=sense, note="period and rate")
        if not is_arithmetic(self.left) or sense.choices or _ONE in sense.exact.values():
            judgement = Judgement(Verdict.UNCHECKED, Reason.UNITS, _differ(computed, stated), computed, sense)
            return Verdict.UNCHECKED, Fraction(1), judgement
        return self._left_out(computed, stated, sense, right_sense)

    def _left_out(
        self, computed: Quantity, stated: Quantity, sense: Sense, right_sense: Sense
    ) -> tuple[Verdict, Fraction, Judgement]:
        """Compare at face value: in the unit that the result names, or by a plain scale that was left out."""
        try:
            face = evaluate(self.left, replace(sense, face=True), self.names).value
        except UndecidableError:
            face = computed.value
        unit = stated.unit.size(binary=right_sense.binary)
        dimension = physical(stated.dimension)
        all_bare = all(leaf.readings[0].unit.dimension == NONE for leaf in _sized(self.left))
        shown = Quantity(face * unit, dimension, stated.unit)
        verdict, error = self._compare(shown.value, stated.value, right_sense)
        note = "units left out"
        found = verdict, error, Judgement(verdict, computed=shown, sense=sense, note=note)
        if verdict is Verdict.OK:
            return found
        multiplied = any(
            reading.multiplier != 1 for leaf in _sized(self.left) for reading in leaf.readings[:1]
        )
        if multiplied or not _is_sum(self.left):
            in_base = Quantity(face, dimension, stated.unit)
            verdict, error = self._compare(in_base.value, stated.value, right_sense)
            if verdict is Verdict.OK or (all_bare and error < found[1]):
                found = (
                    verdict,
                    error,
                    Judgement(verdict, computed=in_base, sense=sense, scale=1 / unit, note=note),
                )
            if verdict is not Verdict.OK and not all_bare:
                for scale in PLAIN_SCALES:
                    verdict, _ = self._compare(shown.value * scale, stated.value, right_sense)
                    if verdict is Verdict.OK:
                        scaled = replace(shown, value=shown.value * scale)
                        judgement = Judgement(verdict, computed=scaled, sense=sense, scale=scale, note=note)
                        return verdict, Fraction(0), judgement
        explained = all_bare or any(leaf.bare for leaf in _sized(self.left) if isinstance(leaf, Number))
        if found[0] is Verdict.WRONG and not explained and not _time_apart(computed, stated):
            detail = _differ(computed, stated)
            judgement = Judgement(Verdict.UNCHECKED, Reason.UNITS, detail, computed, sense)
            return Verdict.UNCHECKED, Fraction(0), judgement
        return found


def _percent(node: Node) -> bool:
    return any(reading.unit.name == "%" for leaf in _sized(node) for reading in leaf.readings)


def _rounding(leaf: Number) -> Fraction:
    """Return the relative error that a displayed decimal may carry."""
    if not leaf.decimals or not leaf.value:
        return Fraction(0)
    return Fraction(1, 2 * 10**leaf.decimals) / leaf.value


def _time_apart(computed: Quantity, stated: Quantity) -> bool:
    """Tell whether the dimensions differ in time alone, as in `$3 × 256 = $768/hour`."""
    apart = exponents(Dimension(physical(computed.dimension) - physical(stated.dimension)))
    return set(apart) == {"second"}


def _is_sum(node: Node) -> bool:
    """Tell whether `node` only adds values: nothing in it could have changed the unit."""
    if isinstance(node, Operation):
        return node.operator in "+-" and _is_sum(node.left) and _is_sum(node.right)
    return isinstance(node, Number)


def _differ(computed: Quantity, stated: Quantity) -> str:
    one, two = spell(physical(computed.dimension)), spell(physical(stated.dimension))
    return f"the expression gives {one or 'a plain number'}, the text {two or 'a plain number'}"
