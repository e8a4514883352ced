"""Slips of formulas, found by their values: what a formula's variables are is told all over a question.

A claim's operands are given to the variables of a slip by what they measure and by what the text calls them.
What the slip comes to for them must be what is claimed, and every operand must have its part in it. So steps
over several lines, operands without their units and factors written out or in a lump are all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import islice, product
from math import isclose, isfinite, nan
from typing import Final

from msgspec import Struct

from qbank.facts.ledger import Ledger
from qbank.formulas.formula import Formula, Slip
from qbank.formulas.matching.words import NumberNames, Surroundings, has_cue
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Call, Negation, Node, Number, Operation, WithUnit, numbers
from qbank.rules.formulas.operands import CONVERSIONS, CONVERTING, Line, Operand, Operands
from qbank.rules.formulas.slip_forms import Form, SlipForm, Slot, Values
from qbank.rules.formulas.steps import digits_of, shown
from qbank.rules.formulas.told import Told, is_clock
from qbank.units import NO_UNIT, Quantity
from qbank.units.dimension import NONE, exponents
from qbank.units.parse import counts_macs
from qbank.units.unit import as_float

_NEAR: Final = 0.005
_ROUGH: Final = 0.05
_LEFT_OUT: Final = -2
_ELSEWHERE: Final = -1
"""The place of what is no operand of the claim."""
_MOST_TRIES: Final = 300
_TWO: Final = 2
_TELLING: Final = 2
"""Digits of a number that hardly recurs by chance."""
IN_ITS_LINE: Final = 3
_SAME: Final = 1e-6
_EXACT: Final = 1e-9
_WORK: Final = ("operation", "compute", "computation")
"""What people call FLOP and the like."""
_POWERS: Final = frozenset(digits_of(10.0**power) for power in range(1, 16))

_Chosen = tuple[float, int]
"""What a variable may be, with the place of its operand, or with why it has none."""


class Filled(Struct, frozen=True):
    """A slip with values; `made` is what it comes to, and `right` the formula, in its own unit."""

    formula: Formula
    slip: Slip
    values: Values
    right: float
    made: float
    doubles: bool = False  # whether it lacks what it has already, once more


class Reading:
    """The values of a question's claims, with what the ledger says that they are."""

    def __init__(self, ledger: Ledger, names: NumberNames) -> None:
        self._ledger = ledger
        self._operands = Operands(ledger)
        self._told = Told(ledger, self._operands, names)

    @cached_property
    def _used(self) -> list[frozenset[str]]:
        """The numbers that enter each line; one alone is said, and enters nothing."""
        lines = (_digits_in(one.claim) for one in self._ledger.claims if one.claim.form != "data type")
        return [line for line in lines if len(line) > 1]

    def fitting(self, forms: Iterable[SlipForm], claim: Claim) -> list[SlipForm]:
        """Return the slips for which a claim has the operands, by number and by what these may measure."""
        lines = self._operands.lines_of(claim)
        kinds = frozenset().union(*[line.kinds for line in lines])
        return [
            form
            for form in forms
            if form.wrong.kinds <= kinds and any(_may_fill(form.wrong, line) for line in lines)
        ]

    def fill(self, form: SlipForm, claim: Claim, around: Surroundings) -> Iterator[Filled]:
        """Yield the ways in which a claim is a slip; none if it is rightly a formula that the words tell."""
        found = []
        for values in self.fits(form.wrong, claim, accused=True):
            whole = self._told.completed(form.right.formula, values)
            right = nan if whole is None else form.right.compute(whole)
            made = form.wrong.compute(values)
            size = (
                min(abs(right), abs(1 - right))
                if form.right.formula.unit == "1" and right < 1
                else abs(right)
            )
            if whole is None or not right or not abs(right - made) > _ROUGH * size or not isfinite(right):
                continue
            missed = right / made if made else nan
            if self._enters_elsewhere(whole, values, missed, claim) or self._sums_both(missed, claim):
                continue
            left_out = {name: value for name, value in whole.items() if name not in values}
            by = {name: value for name, value in whole.items() if isclose(made, right * value)}
            if self._is_in_a_step(form.right.formula, left_out | by, values, claim):
                continue
            if not _shows(form, values, missed):
                doubles = any(isclose(part, right - made, rel_tol=_NEAR) for part in form.wrong.parts(values))
                found.append(Filled(form.right.formula, form.slip, whole, right, made, doubles))
        rivals = (
            other
            for other in form.others
            if has_cue(around.near, other.formula.cues)
            and not (form.slip.when and other.formula.tree == form.slip.tree)
        )
        rightly = (one for one in self.fits(form.right, claim) if not _leaves_out(form, one, found))
        if not found or next(rightly, None) is not None:
            return
        if all(next(self.fits(other, claim), None) is None for other in rivals):
            yield from found

    def repeats(self, claim: Claim, others: Collection[Claim]) -> bool:
        """Whether a claim goes on with what one of some others came to."""
        return any(one is other for one in self._operands.steps_of(claim) for other in others)

    def fits(self, form: Form, claim: Claim, *, accused: bool = False) -> Iterator[Values]:
        """Yield the values for which a claim is a form; to accuse it takes more."""
        stated = claim.judgement.stated
        if stated is None or not form.may_give(stated) or (form.takes_root and not _has_root(claim.tree)):
            return
        if accused and not stated.unit.name and form.result_measure[0] != NONE and self._is_ratio(claim):
            return
        lines = self._operands.lines_of(claim) if accused else self._operands.every_line_of(claim)
        if not lines:
            return
        own = len(self._operands.lines_of(claim))
        wanted = _unrounded(claim) / (float(form.result.scale) if stated.unit.name else 1.0)
        sizes = {wanted} if stated.unit.name else {wanted * scale for scale in _scales(form, lines[0])}
        exact = accused and not claim.judgement.interpretation.unrounded and _is_unrounded(claim)
        for place, line in enumerate(lines):
            near = _EXACT if exact and not place else _NEAR
            for values in self._fillings(form, line, widely=not accused and place < own):
                if (
                    any(_is_near(form.compute(values), size, near) for size in sizes)
                    and _covers(form, values, line.operands)
                    and not ((accused or place >= own) and _repeats(values, form, line.operands))
                    and form.holds(values)
                ):
                    yield values

    def _is_in_a_step(self, formula: Formula, left_out: Values, values: Values, claim: Claim) -> bool:
        """Whether an operand was multiplied with what a slip leaves out, divided by it, or less that already.

        `960 boxes * 350/s = 336k/s`; `Cluster: 50,000 h / 512 = 97.66 h`; `Saved: $14,016 - $3,200`.
        """
        counts = {name: one for name in left_out if (one := formula.variables[name]).whole}
        own = set(values.values())
        steps = [part for step in self._operands.steps_of(claim) for part in _calculations(step.tree)]
        if len(left_out) > len(counts) and any(step.operator == "-" for step in steps):
            return True
        return any(
            shown(leaf) == left_out[name]
            if step.operator == "/"
            else shown(leaf) not in own and self._told.calls(shown(leaf), variable.called)
            for name, variable in counts.items()
            for step in steps
            if step.operator in "*/"
            for leaf in numbers(step)
        )

    def _sums_both(self, missed: float, claim: Claim) -> bool:
        """Whether a factor 2 is missed where an operand sums two, `20 MB + 5 MB`, or doubles one."""
        made = [step.tree for step in self._operands.steps_of(claim) if isinstance(step.tree, Operation)]
        return isclose(missed, _TWO) and any(
            tree.operator == "+" or any(map(_is_bare_two, numbers(tree))) for tree in made
        )

    def _enters_elsewhere(self, whole: Values, values: Values, missed: float, claim: Claim) -> bool:
        """Whether the very factor that is missed enters another line: it was not forgotten.

        That a line goes on with the result is no factor, and one of the same numbers is about another thing.
        """
        factors = {
            digits_of(value)
            for name, value in whole.items()
            if name not in values and (isclose(value, missed) or isclose(value * missed, 1))
        }
        stated = claim.judgement.stated
        made = digits_of(as_float(stated.value / stated.unit.scale)) if stated is not None else ""
        factors.discard(made)
        if not factors:
            return False
        chance = {made, *(CONVERTING if _is_over_time(claim) else _POWERS)}
        counts = [
            leaf
            for leaf in numbers(claim.tree)
            if leaf.unit is NO_UNIT
            and (self._operands.step_of(leaf, claim) is not None or not self._told.is_measured(shown(leaf)))
        ]
        own = {digits for leaf in counts if len(digits := digits_of(shown(leaf))) >= _TELLING} - chance
        return any(
            not factors.isdisjoint(line) and (made in line or own.isdisjoint(line)) for line in self._used
        )

    def _fillings(self, form: Form, line: Line, *, widely: bool) -> Iterator[Values]:
        """Yield the ways to give operands to the variables of a slip, each operand to one."""
        choices = self._choices(form, line, widely=widely) if _may_fill(form, line) else []
        for chosen in islice(product(*choices), _MOST_TRIES) if choices else ():
            places = [place for _, place in chosen if place >= 0]
            may_be = places or widely or _is_worked_out(form, line)
            if may_be and _are_different(chosen, places, form, widely=widely):
                yield {name: value for name, (value, _) in zip(form.names, chosen, strict=True)}

    def _choices(self, form: Form, line: Line, *, widely: bool) -> list[list[_Chosen]]:
        """Return what each variable may be; nothing if there is none for one of them."""
        choices = {}
        for name in form.rarest_first:
            own = choices[name] = list(dict.fromkeys(self._candidates(form, form.slots[name], line)))
            if not own and not form.slots[name].may_be_told:
                return []
        for name, own in choices.items():
            slot = form.slots[name]
            if slot.may_be_told and (widely or not own):
                own += [(value, _ELSEWHERE) for value in self._told.values_of(slot.variable)]
            elif not widely and name in form.less_one | form.squared:
                written = {readings[0].size for readings in line.operands}
                own += [
                    (value, _ELSEWHERE)
                    for value in self._told.values_of(slot.variable)
                    if (name in form.less_one and value - 1 in written)
                    or (name in form.squared and value**2 in written)
                ]
            if not own:
                return []
        return [choices[name] for name in form.names]

    def _candidates(self, form: Form, slot: Slot, line: Line) -> Iterator[_Chosen]:
        """Yield what a variable may be: operands, what is given elsewhere, and what is left out."""
        variable, few = slot.variable, slot.kind != NONE and len(line.operands) + 1 >= len(form.names)
        found = 0
        for one, place in line.of_kind(slot.kind):
            value = one.size / slot.scale
            if one.macs == slot.in_macs and slot.admits(value) and self._told.may_be(variable, value, one):
                found += 1
                yield value, place
        for fact in self._told.given(slot.kind) if few and found < form.of_kind[slot.kind] else ():
            value = fact.value / slot.scale
            if (
                counts_macs(fact.mention.unit) == slot.in_macs
                and slot.admits(value)
                and not is_clock((fact,), variable)
                and (not variable.called or self._told.tells(fact, variable.called))
            ):
                yield value, _ELSEWHERE
        if variable.left_out is not None:
            yield float(variable.left_out), _LEFT_OUT

    def _is_ratio(self, claim: Claim) -> bool:
        """Whether a claim divides two numbers that are told with units alone, both of one kind."""
        made = claim.calculation
        if not (isinstance(made, Operation) and made.operator == "/"):
            return False
        sides = [shown(side) for side in (made.left, made.right) if isinstance(side, Number)]
        return len(sides) == _TWO and self._told.are_alike(sides)


def _scales(form: Form, line: Line) -> set[float]:
    """Return what one may be where no unit says so: one of the formula's unit, or of an operand's."""
    kind = form.result_measure[0]
    units = {
        fact.mention.scale / float(form.result.scale)
        for one, _ in (line.of_kind(kind) if kind != NONE else ())
        for fact in one.facts
    }
    return {1.0, *units}


def _digits_in(claim: Claim) -> frozenset[str]:
    """Return the numbers that enter a claim."""
    return frozenset(
        digits_of(shown(leaf) * (float(leaf.unit.scale) if leaf.unit.name == "%" else 1))
        for leaf in numbers(claim.tree)
    )


def _is_bare_two(leaf: Number) -> bool:
    return leaf.value == _TWO and leaf.unit is NO_UNIT


def _is_over_time(claim: Claim) -> bool:
    stated = claim.judgement.stated
    return stated is not None and "second" in exponents(stated.dimension)


def _is_near(number: float, size: float, near: float) -> bool:
    """Whether two values are the same; of shares close to one, what they lack of it."""
    if 0.9 < size < 1:
        return isclose(1 - number, 1 - size, rel_tol=near)
    return isclose(number, size, rel_tol=near)


def _leaves_out(form: SlipForm, values: Values, found: Collection[Filled]) -> bool:
    """Whether a right reading takes as left out what the text tells, which is just what a slip forgets."""
    return any(
        variable.left_out is not None
        and values.get(name) == float(variable.left_out)
        and all(one.values[name] != values[name] for one in found)
        for name, variable in form.right.formula.variables.items()
    )


def _has_root(tree: Node) -> bool:
    """Whether a tree has a function or a power: who takes a root writes one."""
    if isinstance(tree, Operation):
        return tree.operator == "^" or _has_root(tree.left) or _has_root(tree.right)
    if isinstance(tree, Negation | WithUnit):
        return _has_root(tree.operand)
    return isinstance(tree, Call)


def _calculations(tree: Node) -> Iterator[Operation]:
    """Yield the operations of a tree, the last one first."""
    if isinstance(tree, Operation):
        yield tree
        yield from _calculations(tree.left)
        yield from _calculations(tree.right)
    elif isinstance(tree, Negation | WithUnit):
        yield from _calculations(tree.operand)


def _may_fill(form: Form, line: Line) -> bool:
    """Whether operands are enough for a form, and it has a part for each."""
    return (
        len(line.operands) >= min(2, len(form.names))
        and line.sure_kinds <= form.known_kinds
        and line.most_sizes <= form.most_sizes
        and all(kind == NONE or count <= form.of_kind[kind] for kind, count in line.sizes.items())
    )


def _is_worked_out(form: Form, line: Line) -> bool:
    """Whether all operands may come of counts that are told: `11 / 14` for (12 - 1)/(12 + 3 - 1)."""
    return not form.is_weak and form.known_kinds == {NONE} and line.sizes.get(NONE, 0) >= _TWO


def _are_different(chosen: Collection[_Chosen], places: list[int], form: Form, *, widely: bool) -> bool:
    """Whether no operand stands for two variables, nor, to accuse, a value from elsewhere for what one is."""
    if len(set(places)) < len(places):
        return False
    if len(places) == len(chosen):
        return True
    written = [
        (value, form.slots[name].unit.name, place)
        for name, (value, place) in zip(form.names, chosen, strict=True)
        if place != _LEFT_OUT and not (widely and name in form.pure)  # as many stages as batches
    ]
    told = [(value, unit) for value, unit, place in written if place < 0]
    own = {(value, unit) for value, unit, place in written if place >= 0}
    return len(set(told)) == len(told) and own.isdisjoint(told)


def _is_unrounded(claim: Claim) -> bool:
    """Whether the left side of a claim has a value in the unit of what it states, with more digits."""
    stated, computed = claim.stated, claim.computed
    if stated is None or computed is None or not stated.value:
        return True
    return isclose(as_float(computed.value / stated.value), 1, rel_tol=_ROUGH)


def _unrounded(claim: Claim) -> float:
    """Return what a claim states in base units, with the digits that its left side has."""
    stated, computed = claim.stated, claim.computed
    assert claim.judgement.stated is not None
    size = as_float(claim.judgement.stated.value)
    if stated is None or computed is None or not stated.value:
        return size
    ratio = as_float(computed.value / stated.value)
    return size * ratio if isclose(ratio, 1, rel_tol=_ROUGH) else size


def is_telling(slip: SlipForm, stated: Quantity, around: Surroundings) -> bool:
    """Whether what fits a form can hardly be anything else."""
    form = slip.wrong
    if not form.is_weak:
        return True
    spoken = bool(slip.slip.line) or around.speaks(slip.slip.cues) == IN_ITS_LINE
    if form.counts:
        names_it = spoken or has_cue(around.line, (form.result.name.partition("/")[0], *_WORK))
        return stated.dimension == form.result.dimension or (not stated.unit.name and names_it)
    return spoken or form.is_distinct


def _covers(form: Form, values: Values, operands: list[list[Operand]]) -> bool:
    """Whether every operand has its part in a form: as a variable, or as what comes of some of them."""
    parts = form.parts(values)
    conversions = CONVERSIONS[form.is_over_time]
    sizes = [values[name] * slot.scale for name, slot in form.slots.items()]
    return all(
        any(
            isclose(one.size, size, rel_tol=_SAME)
            for one in readings
            for size in (*sizes, *(parts if one.dimension == NONE else ()), *conversions)
        )
        for readings in operands
    )


def _repeats(values: Values, form: Form, operands: list[list[Operand]]) -> bool:
    """Whether a size with a unit is written more often than a slip has it: both ways are there, then."""
    sizes = {name: values[name] * slot.scale for name, slot in form.slots.items()}
    for name, size in sizes.items():
        if size and name not in form.pure:
            written = sum(
                len(readings) == 1 and isclose(readings[0].size, size, rel_tol=_SAME) for readings in operands
            )
            if written > sum(form.often[other] for other, its in sizes.items() if isclose(its, size)):
                return True
    return False


def _shows(form: SlipForm, values: Values, factor: float) -> bool:
    """Whether a pure number among the values is the very factor that is missed; the text has it, then.

    A number of which the formula has a square misses itself.
    """
    return any(
        isclose(values[name], factor, rel_tol=_SAME) and form.right.often[name] <= form.wrong.often[name]
        for name in form.wrong.pure
    )
