"""Deciding on one claim: two sides, a relation, a verdict.

A claim is ok if some reading of its ambiguous spellings makes it true at its displayed precision. If none
does, the closest reading is the one reported.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations, islice, product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from qbank.napkin.evaluate import PLAIN, Names, Sense, UndecidableError, evaluate
from qbank.napkin.limits import MAX_READINGS, MAX_WORK
from qbank.napkin.memory import Memory
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.rough import compute_both, exceeds, is_near, shows, surely_holds
from qbank.napkin.tree import (
    Call,
    Interval,
    Leaf,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    WithUnit,
    calls,
    is_arithmetic,
    leaves,
    names,
)
from qbank.units import NO_UNIT, ONE, Quantity, Unit, physical
from qbank.units.dimension import NONE, Dimension, exponents, spell
from qbank.units.unit import KIBI

_Value = TypeVar("_Value", Fraction, float)


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How far a stated value may be off, as fractions of it.

    Attributes:
        approximate: what a claim marked `≈`, `~` or "about" may be off and still be ok.
        imprecise: up to here a claim is imprecise, further off it is wrong.
    """

    approximate: Fraction = Fraction(1, 20)
    imprecise: Fraction = Fraction(1, 20)


@dataclass(slots=True)
class Judgement:
    """A verdict with what led to it.

    Attributes:
        computed: the left side's value; None when undecidable.
        stated: the right side's value; None when undecidable.
        sense, right_sense: the readings under which the two sides were computed.
        note: what was assumed, for a reader; empty if nothing.
        error: how far the two sides are apart, as a fraction of the stated one.
        evidence: the evaluations it rests on, which a second evaluator has to confirm.
        exactly: computes what is not there yet, if the verdict was plain to see.
        seen: what the two sides measure, if so; None if only exact arithmetic can tell.
    """

    verdict: Verdict
    reason: Reason | None = None
    detail: str = ""
    computed: Quantity | None = None
    stated: Quantity | None = None
    sense: Sense = PLAIN
    right_sense: Sense = PLAIN
    note: str = ""
    error: Fraction = Fraction(0)
    evidence: tuple[tuple[Node, Sense, Quantity], ...] = ()
    exactly: Callable[[], Judgement] | None = field(default=None, repr=False, compare=False)
    seen: tuple[Dimension, Dimension] | None = field(default=None, repr=False, compare=False)

    @property
    def measures(self) -> tuple[Dimension | None, Dimension | None]:
        """What the two sides measure, None for one without a value."""
        if self.seen is not None:
            return self.seen
        return (
            None if self.computed is None else physical(self.computed.dimension),
            None if self.stated is None else physical(self.stated.dimension),
        )

    @classmethod
    def at_sight(
        cls,
        exactly: Callable[[], Judgement],
        seen: tuple[Dimension, Dimension] | None,
        verdict: Verdict = Verdict.OK,
        reason: Reason | None = None,
        note: str | None = "",
    ) -> Judgement:
        """Return a verdict; few ask for the values, errors and evidence of one that is plain to see.

        Without a note, that is left to the exact arithmetic as well.
        """
        judgement = cls.__new__(cls)
        judgement.verdict, judgement.reason = verdict, reason
        judgement.exactly, judgement.seen = exactly, seen
        if note is not None:
            judgement.note = note
        return judgement

    def noted(self, note: str) -> Judgement:
        """Return the same with another note."""
        exactly = self.exactly
        if exactly is None:
            return replace(self, note=note)
        return Judgement.at_sight(lambda: exactly().noted(note), self.seen, self.verdict, self.reason, note)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name not in _LATER or self.exactly is None:
                raise AttributeError(name)
            exact = self.exactly()
            for attribute in _LATER:
                setattr(self, attribute, getattr(exact, attribute))
            return getattr(self, name)


_LATER = ("computed", "stated", "sense", "right_sense", "error", "evidence", "detail", "note")


_Operand = Number | WithUnit
_FACE = Sense(face=True)
_RANK = {Verdict.OK: 0, Verdict.IMPRECISE: 1, Verdict.WRONG: 2, Verdict.UNCHECKED: 3}

_PREFIXES = tuple(Fraction(base) ** power for base in (1000, 1024) for power in (1, 2, 3, 4))
_WHOLE_CONVERTERS = (7, 8, 12, 24, 30, 52, 60, 365, 3600, 8760, 86_400)
CONVERTERS = frozenset((*_PREFIXES, *map(Fraction, _WHOLE_CONVERTERS), Fraction(18, 5)))
"""Bare factors that may only restate a unit: `10 Gbps / 8 = 1.25 GB/s`, `7200 s / 3600 = 2 h`."""

CONVERTED = "a bare factor converts the unit"
_LEFT_OUT = "units left out"
_MACS = ("MAC",)
_IEC = "iB"
_HIDDEN = frozenset(("dollar", "gram", "volt"))
_PRINTED_PREFIXES = (Fraction(1), *(Fraction(1000) ** power for power in (1, -1, 2, -2, 3, -3)))
_MAX_CONVERTERS = 4
_MAX_INTERVALS = 4


class _Scales(NamedTuple):
    """Converters that people leave out of a line, in ascending order."""

    exact: tuple[Fraction, ...]
    rough: tuple[float, ...]

    @classmethod
    def of(cls, scales: Iterable[Fraction]) -> _Scales:
        exact = tuple(sorted(set(scales)))
        return cls(exact, tuple(map(float, exact)))

    def like(self, value: _Value) -> tuple[_Value, ...]:
        """Return them as floating point numbers if `value` is one."""
        return self.rough if isinstance(value, float) else self.exact


_PERIODS = (24, 60, 3600, 86_400, 604_800, 2_592_000, 31_536_000)
_TIMES = [Fraction(size) ** sign for size in _PERIODS for sign in (1, -1)]
_RATES = [Fraction(size) ** sign for size in (8, 8000, 60_000, 3_600_000) for sign in (1, -1)]
_OTHERS = [*(prefix**sign for prefix in _PREFIXES for sign in (1, -1)), Fraction(18, 5), Fraction(5, 18)]
_TIME_SCALES = _Scales.of(_TIMES)
_SCALES_OF_TWO_TIMES = _Scales.of(one * two for one in _TIMES for two in _TIMES)
_PLAIN_SCALES = _Scales.of((*_TIMES, *_RATES, *_OTHERS))
_ROUGH_PREFIXES = tuple(map(float, _PRINTED_PREFIXES))
_FAR_BELOW, _FAR_ABOVE = 0.4, 2.1
_WIDER = 1 + 1e-9  # what a rough look takes in besides


def judge(
    left: Node,
    right: Node,
    relation: str,
    *,
    memory: Memory | None = None,
    tolerances: Tolerances = Tolerances(),
) -> Judgement:
    """Decide whether `left` stands in `relation` (`=`, `≈`, `<`, `≤`, `>`, `≥`) to `right`."""
    seen = surely_holds(left, right, relation, float(tolerances.approximate))
    if seen is not None:
        return Judgement.at_sight(
            lambda: _Case(left, right, relation, {}, tolerances).weigh(PLAIN, PLAIN), (seen, seen)
        )
    memory = memory or Memory()
    known = memory.names if names(left) or names(right) else {}
    case = _Case(left, right, relation, known, tolerances)
    if _never_alike(left, right, memory):
        return Judgement.at_sight(lambda: case.weigh(PLAIN, PLAIN), None, Verdict.UNCHECKED, Reason.UNITS)
    return _best(case, memory)


class Glance(NamedTuple):
    """A verdict that floating point settles, what the two sides measure, and the note.

    Without a verdict it is settled that the claim is not ok, but not what else; without a note it is not
    settled what has to be noted.
    """

    verdict: Verdict | None
    measures: tuple[Dimension, Dimension]
    note: str | None = ""


def _best(case: _Case, memory: Memory) -> Judgement:
    """Return the first judgement that a claim is ok, else the most plausible of all its readings.

    Only where floating point leaves it open is a reading weighed before somebody asks for values.
    """
    tried: list[tuple[Sense, Sense]] = []
    found: list[Glance | Judgement] = []
    plain = (PLAIN, PLAIN)
    for senses in chain([plain], islice(_other_senses(case, memory), 1, None)):  # the first is the plain one
        tried.append(senses)
        glance = case.glance(*senses)
        if glance is not None:
            if glance.verdict is Verdict.OK:
                return Judgement.at_sight(lambda: _first_ok(case, tried), glance.measures, note=glance.note)
            found.append(glance)
            continue
        judgement = case.weigh(*senses)
        if judgement.verdict is Verdict.OK:
            return judgement
        if not found and judgement.reason is Reason.MISSING_OPERAND:  # no reading gives a name a value
            return judgement
        found.append(judgement)
    return _most_plausible(case, tried, found)


def _first_ok(case: _Case, tried: list[tuple[Sense, Sense]]) -> Judgement:
    """Return the judgement of the last of the readings, unless an earlier one is ok as well."""
    for senses in tried[:-1]:
        judgement = case.weigh(*senses)
        if judgement.verdict is Verdict.OK:
            return judgement
    return case.weigh(*tried[-1])


def _most_plausible(
    case: _Case, tried: list[tuple[Sense, Sense]], found: list[Glance | Judgement]
) -> Judgement:
    """Return the best of judgements none of which is ok."""

    def exactly() -> Judgement:
        judgements = (
            case.weigh(*senses) if isinstance(one, Glance) else one
            for senses, one in zip(tried, found, strict=True)
        )
        return min(judgements, key=_plausibility)

    glances = [one for one in found if isinstance(one, Glance) and one.verdict]
    if len(glances) < len(found):
        return exactly()
    wrong = {(one.measures, one.note) for one in glances if one.verdict is Verdict.WRONG}
    if not wrong:
        return Judgement.at_sight(exactly, glances[0].measures, Verdict.UNCHECKED, Reason.UNITS)
    measures, note = wrong.pop() if len(wrong) == 1 else (None, None)
    return Judgement.at_sight(exactly, measures, Verdict.WRONG, note=note)


def surely_unlike(left: Node, right: Node) -> bool:
    """Tell whether the two sides measure different things however their numbers are read."""
    pair = compute_both(left, right)
    if pair is None or pair[2] == pair[3]:
        return False
    return all(len(leaf.readings) == 1 for leaf in (*_operands(leaves(left)), *_operands(leaves(right))))


def _never_alike(left: Node, right: Node, memory: Memory) -> bool:
    """Tell whether two lone numbers measure different things however they are read, a period's rate too."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return False
    one = {physical(reading.unit.dimension) for reading in left.readings}
    two = {physical(reading.unit.dimension) for reading in right.readings}
    return one.isdisjoint(two) and one.isdisjoint(-d for d in two) and not memory.may_repeat(left)


def _plausibility(judgement: Judgement) -> tuple[int, bool, Fraction]:
    """Return what to sort readings by; where they explain nothing, powers of 1024 are not what was meant."""
    binary = judgement.sense.powers_of_1024 or judgement.right_sense.powers_of_1024
    return _RANK[judgement.verdict], binary, judgement.error


# -- readings ------------------------------------------------------------------------------------------------


def _other_senses(case: _Case, memory: Memory) -> Iterator[tuple[Sense, Sense]]:
    """Yield the senses of both sides to try, the plain one first, then the more usual ones."""
    operands = case.operands + case.right_operands
    choices = _choices([leaf for leaf in operands if len(leaf.readings) > 1])
    binary = [(False, False), *_binary(case.operands, case.right_operands)]
    compares = case.relation in _HOLDS
    if compares:  # which is larger must not depend on how one side alone is read
        binary = [sides for sides in binary if sides[0] == sides[1]]
    scaled = any(reading.binary_steps for leaf in operands for reading in leaf.readings)
    logarithms: tuple[str, ...] = ("ln",)
    if calls(case.left, "log") or calls(case.right, "log"):
        logarithms = ("ln", "log10", "log2")
    combined = product(choices, binary, (False, True) if scaled else (False,), logarithms)
    senses = list(islice(combined, max(2, MAX_WORK // len(operands)) if operands else len(logarithms)))
    for exact in ({},) if compares else _substitutions(case.operands, memory):
        for chosen, (binary_left, binary_right), binary_counts, logarithm in senses:
            yield (
                Sense(binary_left, binary_counts, logarithm=logarithm, choices=chosen, exact=exact),
                Sense(binary_right, binary_counts, logarithm=logarithm, choices=chosen),
            )


def _choices(ambiguous: Sequence[_Operand]) -> list[dict[int, int]]:
    """Return which readings to take: the same for operands spelled alike, then one by one."""
    alike: dict[tuple[object, ...], list[_Operand]] = {}
    for leaf in ambiguous:
        alike.setdefault(_spelling(leaf), []).append(leaf)
    groups = _deviations(list(alike.values()))
    single = [leaf for leaf in ambiguous if _spelling(leaf) != _MACS]
    singles = _deviations([[leaf] for leaf in single]) if len(alike) < len(ambiguous) else iter(())
    return [{}, *islice(chain(groups, singles), MAX_READINGS)]


def _spelling(leaf: _Operand) -> tuple[object, ...]:
    """Return what an ambiguous operand shares with those that must be read like it.

    Whether a MAC is one thing or two operations holds for a whole claim, in rates and denominators as well.
    """
    one, two = leaf.readings[0].unit, leaf.readings[1].unit
    if (
        one.name == two.name
        and one.dimension == two.dimension
        and two.scale / one.scale in {2, Fraction(1, 2)}
    ):
        return _MACS
    return tuple(reading.unit.name for reading in leaf.readings)


def _deviations(groups: list[list[_Operand]]) -> Iterator[dict[int, int]]:
    """Yield every way to read some groups unusually, few of them first."""
    for size in range(1, len(groups) + 1):
        for chosen in combinations(groups, size):
            for places in product(*(range(1, len(group[0].readings)) for group in chosen)):
                yield {
                    leaf.start: place for group, place in zip(chosen, places, strict=True) for leaf in group
                }


def _binary(left: list[_Operand], right: list[_Operand]) -> list[tuple[bool, bool]]:
    units = [[reading.unit for leaf in side for reading in leaf.readings] for side in (left, right)]
    # Beside GiB, a GB is meant to be another thing; a GB/s may be either.
    settled = {unit.dimension for side in units for unit in side if _IEC in unit.name}
    names = [
        {unit.name for unit in side if unit.binary_steps and unit.dimension not in settled} for side in units
    ]
    if not names[0] and not names[1]:
        return []
    if not names[0]:
        return [(False, True)]
    if not names[1]:
        return [(True, False)]
    mixed = [] if names[0] & names[1] else [(False, True), (True, False)]
    return [(True, True), *mixed]


def _substitutions(operands: list[_Operand], memory: Memory) -> Iterator[dict[int, Quantity]]:
    """Yield what may stand in for operands: nothing, then the unrounded earlier results that they repeat."""
    yield {}
    numbers = [leaf for leaf in operands if isinstance(leaf, Number)]
    exact = {leaf.start: value for leaf in numbers if (value := memory.unrounded(leaf)) is not None}
    if exact:
        yield exact


# -- comparisons ---------------------------------------------------------------------------------------------


class _Sides(NamedTuple):
    """What the two sides come to, each under its sense."""

    computed: Quantity
    stated: Quantity
    sense: Sense
    right_sense: Sense


class _Case:
    """The two sides and how to compare them under one sense."""

    def __init__(self, left: Node, right: Node, relation: str, names: Names, tolerances: Tolerances) -> None:
        self.left = left
        self.right = right
        self.relation = relation
        self.names = names
        self.tolerances = tolerances
        found, right_found = leaves(left), leaves(right)
        self.operands = _operands(found)
        self.right_operands = _operands(right_found)
        self.intervals = [leaf for leaf in (*found, *right_found) if isinstance(leaf, Interval)]
        self.approximate = relation == "≈" or any(
            isinstance(leaf, Number) and leaf.approximate for leaf in (*self.operands, *self.right_operands)
        )

    def weigh(self, sense: Sense, right_sense: Sense) -> Judgement:
        """Return the judgement under one sense of each side."""
        try:
            if self.relation in _HOLDS:
                return self._inequality(self._sides(sense, right_sense))
            if self.intervals:
                return self._ranges(sense, right_sense)
            return self._equality(self._sides(sense, right_sense))
        except UndecidableError as trouble:
            return Judgement(Verdict.UNCHECKED, trouble.reason, trouble.detail, sense=sense)

    def glance(self, sense: Sense, right_sense: Sense) -> Glance | None:
        """Return what `weigh` says under one sense of each side, if floating point shows it beyond doubt."""
        pair = None if self.intervals else compute_both(self.left, self.right, sense, right_sense)
        if pair is None:
            return None
        computed, stated, one, two = pair
        if self.relation in _HOLDS:
            if one != two:
                return Glance(Verdict.UNCHECKED, (one, two))
            holds = exceeds(computed, stated, self.relation)
            return None if holds is None else Glance(Verdict.OK if holds else Verdict.WRONG, (one, two))
        if one != two:
            return self._glance_at_unlike(computed, stated, sense, right_sense, (one, two))
        fits = self._fits(computed, stated, sense, right_sense)
        if fits:
            return Glance(Verdict.OK, (one, two))
        if fits is None:
            return None
        values = [computed]
        if self._may_convert:
            converted = self._roughly_converted(computed, sense, right_sense)
            if converted is None or any(
                self._fits(value, stated, sense, right_sense) is not False for value in converted
            ):
                return None
            values += converted
        return Glance(self._refuted(values, stated), (one, two), None if self._may_convert else "")

    def _fits(self, computed: float, stated: float, sense: Sense, right_sense: Sense) -> bool | None:
        """Tell whether a value is as near to the stated one as the claim says; None if it is a close call."""
        if self._is_plain and not _FAR_BELOW < computed / stated < _FAR_ABOVE:
            return False
        cut = not (sense.powers_of_1024 or right_sense.powers_of_1024)
        shown = shows(computed, stated, self.right, right_sense, cut=cut)
        if shown is False and not cut and shows(computed, stated, self.right, right_sense) is not False:
            return None
        if shown or not self.approximate:
            return shown
        near = is_near(computed, stated, float(self.tolerances.approximate))
        return near or (None if near is None else shown)

    @cached_property
    def _is_plain(self) -> bool:
        """Whether the stated value is a number, which shows nothing above twice or below half of it."""
        return isinstance(self.right, Number) and self.tolerances.approximate <= Fraction(1, 2)

    def _refuted(self, values: list[float], stated: float) -> Verdict | None:
        """Return the verdict on a claim that is not ok, if none of the values makes it merely imprecise."""
        tolerance = float(self.tolerances.imprecise)
        return Verdict.WRONG if all(is_near(value, stated, tolerance) is False for value in values) else None

    def _roughly_converted(self, computed: float, sense: Sense, right_sense: Sense) -> list[float] | None:
        """Return all that `_equality` may accept for a value that differs; None if only that can tell."""
        found: list[float] = []
        if _percent(self.operands) != _percent(self.right_operands):
            found += (computed * 100, computed / 100)
        if self._may_scale and isinstance(self.right, Number):
            found += (computed * reading.factor for reading in self.right.readings)
        factors = _products(list(islice(_converters(self.right), _MAX_CONVERTERS)))
        found += (computed / float(factor) for factor in factors)
        if next(_converters(self.left), None) is not None:
            scale = self._unit_stated(right_sense)
            face = (
                None if scale is None else compute_both(self.left, self.right, _at_face(sense), right_sense)
            )
            if scale is None or face is None:
                return None
            found += (face[0] * scale[1] * prefix for prefix in _ROUGH_PREFIXES)
        return found

    def _unit_stated(self, right_sense: Sense) -> tuple[Unit, float] | None:
        """Return the unit of a stated number and its scale."""
        if not isinstance(self.right, Number):
            return None
        reading = self.right.readings[right_sense.choices.get(self.right.start, 0)]
        scale = reading.factor if reading.multiplier is ONE else reading.factor / float(reading.multiplier)
        if right_sense.binary and reading.unit.binary_steps:
            return _as_binary(reading.unit), scale * float(KIBI) ** reading.unit.binary_steps
        return reading.unit, scale

    @cached_property
    def _may_convert(self) -> bool:
        """Whether a value that differs may be accepted for a percent sign, a factor or a scale left out."""
        return (
            _percent(self.operands) != _percent(self.right_operands)
            or next(chain(_converters(self.left), _converters(self.right)), None) is not None
            or self._may_scale
        )

    @property
    def _may_scale(self) -> bool:
        """Whether the stated value alone may name the scale of plain operands: `3 + 7 = 10 PFLOPs`."""
        if not isinstance(self.right, Number) or any(leaf.readings[0].factor != 1 for leaf in self.operands):
            return False
        readings = self.right.readings
        return any(one.factor > 1 and physical(one.unit.dimension) == NONE for one in readings)

    def _glance_at_unlike(
        self,
        computed: float,
        stated: float,
        sense: Sense,
        right_sense: Sense,
        measures: tuple[Dimension, Dimension],
    ) -> Glance | None:
        """Return the same where the sides measure different things: the quick way through `_mismatch`."""
        right = self.right
        one, two = measures
        if not is_arithmetic(self.left):
            inverse = one == -two and not is_arithmetic(right)
            return None if inverse else Glance(Verdict.UNCHECKED, measures)
        if sense.choices:
            return Glance(Verdict.UNCHECKED, measures)
        if self._contradicts(one, two):
            return Glance(Verdict.WRONG, measures)
        named = self._unit_stated(right_sense)
        if named is None:
            return None
        unit, scale = named
        verdict = self._at_once(one, unit.dimension, unit)
        if verdict is not None:
            return Glance(verdict, measures)
        pair = compute_both(self.left, right, _at_face(sense), right_sense)
        if pair is None:
            return None
        values = [
            value
            for value, *_ in self._left_out_values(
                pair[0], computed, stated, scale=scale, unit=unit, measures=measures
            )
        ]
        fits = [self._fits(value, stated, sense, right_sense) for value in values]
        if None in fits and not any(fits):
            return None
        verdict = Verdict.OK if any(fits) else self._refuted(values, stated)
        return Glance(verdict, (two, two), _LEFT_OUT)

    def _sides(self, sense: Sense, right_sense: Sense) -> _Sides:
        computed = evaluate(self.left, sense, self.names)
        return _Sides(computed, evaluate(self.right, right_sense, self.names), sense, right_sense)

    def _judgement(
        self, verdict: Verdict, sides: _Sides, computed: Quantity, error: Fraction, note: str = ""
    ) -> Judgement:
        evidence = (
            (self.left, sides.sense, sides.computed),
            (self.right, sides.right_sense, sides.stated),
        )
        return Judgement(
            verdict,
            computed=computed,
            stated=sides.stated,
            sense=sides.sense,
            right_sense=sides.right_sense,
            note=note,
            error=error,
            evidence=evidence,
        )

    def _unlike(self, sides: _Sides) -> Judgement:
        """Say that the two sides measure different things."""
        one, two = (spell(physical(side.dimension)) for side in (sides.computed, sides.stated))
        return Judgement(
            Verdict.UNCHECKED,
            Reason.UNITS,
            f"the expression gives {one or 'a plain number'}, the text {two or 'a plain number'}",
            computed=sides.computed,
            stated=sides.stated,
            sense=sides.sense,
            right_sense=sides.right_sense,
        )

    # -- one relation each -----------------------------------------------------------------------------------

    def _inequality(self, sides: _Sides) -> Judgement:
        if not _alike(sides):
            return self._unlike(sides)
        holds = _HOLDS[self.relation](sides.computed.value, sides.stated.value)
        return self._judgement(Verdict.OK if holds else Verdict.WRONG, sides, sides.computed, Fraction(0))

    def _equality(self, sides: _Sides) -> Judgement:
        if not _alike(sides):
            return self._mismatch(sides)
        judgement = self._compared(sides, sides.computed)
        if judgement.verdict is Verdict.OK:
            return judgement
        if _percent(self.operands) != _percent(self.right_operands):
            judgement = self._percent_left_out(sides, judgement)
        judgement = self._scale_left_out(sides, judgement)
        return self._converted(sides, judgement)

    def _ranges(self, sense: Sense, right_sense: Sense) -> Judgement:
        """Compare the smallest and the largest value of each side."""
        if len(self.intervals) > _MAX_INTERVALS:
            return Judgement(Verdict.UNCHECKED, Reason.TOO_LARGE, "ranges", sense=sense)
        corners = [
            frozenset(interval.start for interval, high in zip(self.intervals, ends, strict=True) if high)
            for ends in product((False, True), repeat=len(self.intervals))
        ]
        sides = [self._sides(replace(sense, high=c), replace(right_sense, high=c)) for c in corners]
        for side in sides:
            if not _alike(side):
                return self._unlike(side)
        low, high = (choose(sides, key=lambda side: side.computed.value) for choose in (min, max))
        stated_low, stated_high = (choose(sides, key=lambda side: side.stated.value) for choose in (min, max))
        ends = [
            side._replace(stated=stated.stated, right_sense=stated.right_sense)
            for side, stated in ((low, stated_low), (high, stated_high))
        ]
        errors = [_apart(end.computed.value, end.stated.value) for end in ends]
        # People round the ends of a range freely; both are marked approximate by being a range.
        tolerance = self.tolerances.approximate
        least, most = ends[0].stated.value, ends[1].stated.value
        one_value = low.computed.value == high.computed.value or least == most
        within = (
            least - tolerance * abs(least) <= low.computed.value
            and high.computed.value <= most + tolerance * abs(most)
        ) or low.computed.value <= least <= most <= high.computed.value
        error = (min if one_value else max)(errors)
        shown = ends[errors.index(error)]
        verdict = Verdict.OK if max(errors) <= tolerance or (one_value and within) else Verdict.WRONG
        return self._judgement(verdict, shown, shown.computed, error)

    # -- values ----------------------------------------------------------------------------------------------

    def _compared(self, sides: _Sides, computed: Quantity, note: str = "") -> Judgement:
        """Compare a value with the stated one at the precision that the right side shows."""
        stated = sides.stated.value
        if computed.value == stated:
            return self._judgement(Verdict.OK, sides, computed, Fraction(0), note)
        difference = computed.value - stated
        error = _apart(computed.value, stated)
        step = self._shown(stated, sides.right_sense)
        truncated = bool(stated) and 0 <= (difference if stated > 0 else -difference) < step
        if error > self.tolerances.imprecise:  # of a value that is read the usual way only
            truncated = truncated and not (sides.sense.powers_of_1024 or sides.right_sense.powers_of_1024)
        near = self.approximate and error <= self.tolerances.approximate
        if truncated or abs(difference) <= step / 2 or near:
            verdict = Verdict.OK
        else:
            imprecise = error <= self.tolerances.imprecise and not self._miscounted(sides, computed)
            verdict = Verdict.IMPRECISE if imprecise else Verdict.WRONG
        return self._judgement(verdict, sides, computed, error, note)

    def _miscounted(self, sides: _Sides, computed: Quantity) -> bool:
        """Tell whether no rounding can explain the difference: whole numbers give a whole number in full.

        `128 * 4 * 4 = 2084` is a wrong count, `= 2050` a rounded one.
        """
        node = self.right
        if not isinstance(node, Number) or node.decimals or node.value.denominator != 1 or not node.value:
            return False
        reading = node.readings[sides.right_sense.choices.get(node.start, 0)]
        if reading.multiplier is not ONE or sides.sense.powers_of_1024 or sides.right_sense.powers_of_1024:
            return False
        if any(not isinstance(leaf, Number) or leaf.decimals for leaf in self.operands):
            return False
        exact = computed.value / reading.unit.scale
        shown = str(node.value.numerator)
        place = 10 ** (len(shown) - len(shown.rstrip("0")))
        return exact.denominator == 1 and (exact + Fraction(place, 2)) // place * place != node.value

    def _shown(self, stated: Fraction, sense: Sense) -> Fraction:
        """Return what the right side's last digit is worth, or what an expression's digits leave open."""
        node = self.right.operand if isinstance(self.right, Negation) else self.right
        if isinstance(node, Number):
            reading = node.readings[sense.choices.get(node.start, 0)]
            step: Fraction = reading.unit.size(binary=sense.binary) / 10**node.decimals
            return step if reading.multiplier is ONE else step * reading.multiplier
        slack = sum(
            (_rounding(leaf) for leaf in leaves(node) if isinstance(leaf, Number)), Fraction(1, 10**9)
        )
        return 2 * slack * abs(stated)

    def _percent_left_out(self, sides: _Sides, judgement: Judgement) -> Judgement:
        """Accept `1.0% × 1.2^3 = 1.0 × 1.728 = 1.73%`, where the sign is dropped in mid-chain."""
        scale = Fraction(100) if _percent(self.operands) else Fraction(1, 100)
        scaled = self._compared(sides, _times(sides.computed, scale), "% left out")
        plain = is_arithmetic(self.right) or scaled.verdict is Verdict.OK
        return scaled if plain and scaled.error < judgement.error else judgement

    def _scale_left_out(self, sides: _Sides, judgement: Judgement) -> Judgement:
        """Accept plain operands whose result alone names their scale: `3.36 + 7.08 = 10.44 PFLOPs`."""
        node = self.right
        if not isinstance(node, Number) or not self.operands or physical(sides.stated.dimension) != NONE:
            return judgement
        reading = node.readings[sides.right_sense.choices.get(node.start, 0)]
        scale = reading.multiplier * reading.unit.scale
        if scale <= 1 or any(leaf.readings[0].factor != 1 for leaf in self.operands):
            return judgement
        if reading.unit is NO_UNIT and not any(isinstance(o, Number) and o.decimals for o in self.operands):
            return judgement  # `64 × 32 = 2,048K` is a slip
        scaled = self._compared(sides, _times(sides.computed, scale), _LEFT_OUT)
        return scaled if scaled.error < judgement.error else judgement

    def _converted(self, sides: _Sides, judgement: Judgement) -> Judgement:
        """Accept bare factors that only restate the unit: `10 Gbps / 8 = 1.25 GB/s`.

        The arithmetic has to come out as printed, a prefix apart, and be off by nothing but such factors.
        """
        if not sides.computed.value:
            return judgement
        for factor in _products(list(islice(_converters(self.right), _MAX_CONVERTERS))):
            converted = self._compared(sides, _times(sides.computed, 1 / factor), CONVERTED)
            if converted.verdict is Verdict.OK:
                return converted
        converters = list(islice(_converters(self.left), _MAX_CONVERTERS))
        if not converters:
            return judgement
        face, unit = self._at_face_value(sides), sides.stated.unit
        shown = Quantity(face.computed.value * unit.scale, sides.stated.dimension, unit)
        units = [factor for factor in converters if not {factor, 1 / factor} & set(_PREFIXES)]
        found = [judgement]
        for prefix in _PRINTED_PREFIXES:
            factor = shown.value * prefix / sides.computed.value
            if factor in _products(converters if prefix == 1 else units):
                converted = self._compared(face, _times(shown, prefix), CONVERTED)
                if prefix == 1 or converted.verdict is Verdict.OK:
                    found.append(converted)
        return min(found, key=_plausibility)

    # -- units that do not agree -----------------------------------------------------------------------------

    def _mismatch(self, sides: _Sides) -> Judgement:
        """Explain units that were left out, or say that the claim cannot be checked."""
        computed, stated = sides.computed, sides.stated
        inverse = physical(computed.dimension) == -physical(stated.dimension) and computed.value
        if inverse and not is_arithmetic(self.left) and not is_arithmetic(self.right):
            turned = Quantity(1 / computed.value, physical(stated.dimension), stated.unit)
            return self._compared(sides, turned, "period and rate")
        if not is_arithmetic(self.left) or sides.sense.choices:
            return self._unlike(sides)
        if self._contradicts(physical(computed.dimension), physical(stated.dimension)):
            return self._judgement(Verdict.WRONG, sides, computed, Fraction(1))
        return self._left_out(sides)

    def _contradicts(self, computed: Dimension, stated: Dimension) -> bool:
        """Tell whether quantities of one kind add up to one of another kind: `8 ms + 4 ms = 12 GB`."""
        return (
            stated != NONE
            and not _time_apart(computed, stated)
            and _is_sum(self.left)
            and all(physical(leaf.readings[0].unit.dimension) != NONE for leaf in self.operands)
        )

    def _left_out(self, measured: _Sides) -> Judgement:
        """Compare at face value: in the unit that the result names, in base units, or by a plain scale."""
        dimension, unit = measured.stated.dimension, measured.stated.unit
        dimensions = physical(measured.computed.dimension), physical(dimension)
        verdict = self._at_once(dimensions[0], dimension, unit)
        if verdict is Verdict.WRONG:
            return self._judgement(verdict, measured, measured.computed, Fraction(1))
        if verdict is not None:
            return self._unlike(measured)
        sides = self._at_face_value(measured)
        values = self._left_out_values(
            sides.computed.value,
            measured.computed.value,
            sides.stated.value,
            scale=unit.scale,
            unit=unit,
            measures=dimensions,
        )
        found: list[Judgement] = []
        for value, at_face, must_fit in values:
            used = sides if at_face else measured
            judgement = self._compared(used, Quantity(value, dimension, unit), _LEFT_OUT)
            if judgement.verdict is Verdict.OK and not found:
                return judgement
            if judgement.verdict is Verdict.OK or not must_fit:
                found.append(judgement)
        return min(found, key=_plausibility)

    def _at_once(self, computed: Dimension, stated: Dimension, unit: Unit) -> Verdict | None:
        """Return the verdict where no unit can have been left out, None where one may."""
        if _time_apart(computed, physical(stated)):
            return None
        if unit is not NO_UNIT and not any(_is_bare(leaf) for leaf in self.operands):
            return Verdict.WRONG
        if _may_hide(computed, physical(stated)) or self._is_per_something(computed, stated):
            return None
        return Verdict.UNCHECKED

    def _left_out_values(
        self,
        face: _Value,
        computed: _Value,
        stated: _Value,
        *,
        scale: _Value,
        unit: Unit,
        measures: tuple[Dimension, Dimension],
    ) -> Iterator[tuple[_Value, bool, bool]]:
        """Yield what an expression may come to if units were left out of it, exactly or roughly.

        Args:
            face: what it comes to without units.
            computed: what it comes to with them.
            stated: what it is said to be.
            scale: the size of its unit.
            unit: that unit.
            measures: what the two sides measure.

        Yields:
            A value; whether it was counted without units; whether it is of no interest unless it fits.
        """
        shown = face * scale
        yield shown, True, False
        if measures[1] == NONE and is_arithmetic(self.right):
            for factor in _products(list(islice(_converters(self.right), _MAX_CONVERTERS))):
                yield shown / factor, True, False
        time_apart = _time_apart(*measures)
        if measures[0] != NONE:
            yield computed, False, False
            if time_apart:
                scales = _TIME_SCALES if time_apart == 1 else _SCALES_OF_TWO_TIMES
                for size in scales.like(computed):
                    yield computed * size, False, True
        if any(leaf.readings[0].multiplier is not ONE for leaf in self.operands) or not _is_sum(self.left):
            yield face, True, False
            if _is_of_bits(unit):
                yield face / 8, True, False
            scales = _TIME_SCALES if time_apart else _PLAIN_SCALES
            for size in self._scales(scales, stated / shown) if face else ():
                yield shown * size, True, True

    def _scales(self, scales: _Scales, ratio: _Value) -> list[_Value]:
        """Return those about `ratio` of the scales that the unit a bare operand lacks may bring in."""
        bare = [leaf.readings[0].unit is NO_UNIT for leaf in self.operands]
        if all(bare) or not any(bare):
            return []
        sizes, low, high = scales.like(ratio), ratio / 2, ratio * 2
        if isinstance(ratio, float):
            low, high = low / _WIDER, high * _WIDER
        written = set(_converters(self.left))  # what the line itself converts by is not left out
        return [
            sizes[at]
            for at in range(bisect_left(sizes, low), bisect_right(sizes, high))
            if scales.exact[at] not in written and 1 / scales.exact[at] not in written
        ]

    def _is_per_something(self, computed: Dimension, stated: Dimension) -> bool:
        """Tell whether a price or an intensity leaves out what it is per.

        `50 GB × $0.02 = $1` means $0.02 for every GB, `48 × 4 TB/s = 192 TFLOPS` 48 FLOP for every byte.
        """
        if any(leaf.readings[0].unit.name == "$" for leaf in self.operands):
            return "dollar" in exponents(stated)
        apart = Dimension(computed - physical(stated))
        return "operation" in exponents(stated) and exponents(apart) == {"byte": 1}

    def _at_face_value(self, sides: _Sides) -> _Sides:
        sense = _at_face(sides.sense)
        try:
            return sides._replace(sense=sense, computed=evaluate(self.left, sense, self.names))
        except UndecidableError:
            return sides


_KEEPING_UNITS = frozenset(("max", "min", "avg", "floor", "ceil", "round", "abs"))
_HOLDS = {"<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge}


@lru_cache(maxsize=1024)
def _as_binary(unit: Unit) -> Unit:
    return unit.as_binary()


def _at_face(sense: Sense) -> Sense:
    return _FACE if sense is PLAIN else replace(sense, face=True)


def _operands(found: list[Leaf]) -> list[_Operand]:
    """Return what has readings: numbers, the ends of ranges, brackets with a unit."""
    operands: list[_Operand] = []
    for leaf in found:
        if isinstance(leaf, Interval):
            operands += (leaf.low, leaf.high)
        elif not isinstance(leaf, Name):
            operands.append(leaf)
    return operands


def _alike(sides: _Sides) -> bool:
    return physical(sides.computed.dimension) == physical(sides.stated.dimension)


def _time_apart(one: Dimension, two: Dimension) -> int:
    """Return the power of time that is all that the dimensions differ in, as in `$3 × 256 = $768/hour`."""
    apart = exponents(Dimension(one - two))
    return abs(apart["second"]) if apart.keys() == {"second"} else 0


def _may_hide(one: Dimension, two: Dimension) -> bool:
    """Tell whether a bare operand may have brought in what the two sides differ by.

    A side without a unit left it out; prices, grams of CO2 and volts are often named in the text alone.
    """
    return NONE in (one, two) or bool(_HIDDEN & exponents(Dimension(one - two)).keys())


def _is_bare(leaf: _Operand) -> bool:
    """Tell whether an operand leaves open what it measures: a number, a count, or a price of something."""
    unit = leaf.readings[0].unit
    return physical(unit.dimension) == NONE or unit.name == "$"


def _apart(computed: Fraction, stated: Fraction) -> Fraction:
    """Return the difference as a fraction of the stated value; of nothing, anything is all off."""
    if not stated:
        return Fraction(1 if computed else 0)
    return abs((computed - stated) / stated)


@lru_cache(maxsize=1024)
def _is_of_bits(unit: Unit) -> bool:
    """Tell whether a unit counts bits, such as Gbps: eight of them are a power of ten of bytes."""
    eightfold = unit.scale * 8
    return (
        "byte" in exponents(unit.dimension)
        and eightfold.denominator == 1
        and set(str(eightfold)) <= {"1", "0"}
    )


def _times(quantity: Quantity, factor: Fraction | int) -> Quantity:
    return Quantity(quantity.value * factor, quantity.dimension, quantity.unit)


def _converters(node: Node, *, below: bool = False) -> Iterator[Fraction]:
    """Yield what it takes to undo each bare factor that may be a mere converter, also `10^9` and `1024^3`."""
    if isinstance(node, Operation) and node.operator != "^":
        yield from _converters(node.left, below=below)
        yield from _converters(node.right, below=below != (node.operator == "/"))
        return
    factor = None
    if isinstance(node, Number) and node.bare:
        factor = node.value * node.readings[0].multiplier
    elif isinstance(node, Operation) and all(
        isinstance(side, Number) and side.bare for side in (node.left, node.right)
    ):
        factor = evaluate(node).value
    if factor in CONVERTERS:
        yield factor if below else 1 / factor


def converts_prefix(node: Node) -> bool:
    """Tell whether an expression holds a bare factor that may only restate a prefix, such as 1000 or 1024."""
    return any({factor, 1 / factor} & set(_PREFIXES) for factor in _converters(node))


def _products(factors: Sequence[Fraction]) -> set[Fraction]:
    """Return what some of the factors come to."""
    found = {Fraction(1)}
    for factor in factors:
        found |= {product_ * factor for product_ in found}
    return found - {Fraction(1)}


def _percent(operands: list[_Operand]) -> bool:
    return any(reading.unit.name == "%" for leaf in operands for reading in leaf.readings)


def _rounding(leaf: Number) -> Fraction:
    """Return the relative error that a displayed decimal may carry."""
    if not leaf.decimals or not leaf.value:
        return Fraction(0)
    return Fraction(1, 2 * 10**leaf.decimals) / leaf.value


def _is_sum(node: Node) -> bool:
    """Tell whether `node` only adds and chooses values: nothing in it could have changed the unit."""
    if isinstance(node, Operation):
        return node.operator in "+-" and _is_sum(node.left) and _is_sum(node.right)
    if isinstance(node, Call):
        return node.function in _KEEPING_UNITS and all(map(_is_sum, node.arguments))
    return isinstance(node, Number)
