"""Slips of formulas, found by their values: what a formula's variables are is told all over a question.

A claim's operands are given to the variables of a slip by what they measure and by what the text calls them.
What the slip comes to for them must be what is claimed, and every operand must have its part in it. So steps
over several lines, operands without their units and factors written out or in a lump are all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import islice, pairwise, product
from math import isclose, isfinite, nan
from typing import Final

from msgspec import Struct

from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind, Origin, Role, Standing, Why
from qbank.formulas.formula import Formula, Slip, Variable
from qbank.formulas.matching.words import NumberNames, Surroundings, has_cue, normalize
from qbank.napkin.claim import Claim, unit_of
from qbank.napkin.tree import Call as Called
from qbank.napkin.tree import Name as NamedOperand
from qbank.napkin.tree import Negation, Node, WithUnit, leaves
from qbank.napkin.tree import Number as Written
from qbank.napkin.tree import Operation as Calculation
from qbank.rules.core.claims import SCENARIO
from qbank.rules.formulas.conversions import digits_of, first_steps, is_before, shown
from qbank.rules.formulas.slip_forms import BYTE, WIDEST, Form, SlipForm, Values, unit_named
from qbank.units import NO_UNIT, Quantity, Unit, physical
from qbank.units.dimension import NONE, Dimension, dimension, exponents
from qbank.units.parse import counts_macs, parse_unit
from qbank.units.table import BYTES_OF_TYPE
from qbank.units.unit import as_float

_NEAR: Final = 0.005
_ROUGH: Final = 0.05
_MOST_OPERANDS: Final = 14
_LEFT_OUT: Final = -2
_MOST_TRIES: Final = 300
_TYPES: Final = {name.lower(): float(size) for name, size in BYTES_OF_TYPE.items()} | {
    "float64": 8.0, "float32": 4.0, "float16": 2.0, "bfloat16": 2.0, "uint8": 1.0, "float8": 1.0
}  # fmt: skip
_DEEPEST: Final = 3
_TWO: Final = 2
_TELLING: Final = 2
"""Digits of a number that hardly recurs by chance."""
IN_ITS_LINE: Final = 3
_SAME: Final = 1e-6
_EXACT: Final = 1e-9
_WORK: Final = ("operation", "compute", "computation")
"""What people call FLOP and the like."""
_RATE: Final = dimension(second=-1)
_SECOND: Final = dimension(second=1)
_DOLLAR: Final = parse_unit("US dollar").dimension
_PRICE: Final = parse_unit("US dollar/hour").dimension
_OF_EVENTS: Final = frozenset((Kind.FREQUENCY, Kind.EVENT_RATE))
_SECONDS: Final = frozenset((60, 3600, 86400))
"""Bare numbers that may be a minute, an hour, a day."""
_TIMES: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_CONVERSIONS: Final = (
    10.0,
    100.0,
    1e3,
    1e6,
    1e9,
    1e12,
    1e15,
    1024.0,
    1024.0**2,
    1024.0**3,
    60.0,
    3600.0,
    24.0,
    86400.0,
)
_OF_TIME: Final = _CONVERSIONS.index(60.0)
"""Where those of times begin."""
_CONVERTING: Final = frozenset(f"{factor:.6g}" for factor in _CONVERSIONS)
_POWERS: Final = frozenset(f"{10.0**power:.6g}" for power in range(1, 16))

_EVERY: Final = frozenset(("every", "each", "a", "per"))
_THOUSANDS: Final = (1e3, 1e6, 1e9)
_STEPS: Final = {_SECOND: (1e3, 1e6, 60.0, 3600.0), NONE: ()}
"""By what people multiply or divide what they write in another unit."""
_UNSCALED: Final = frozenset(("", "%"))


class Operand(Struct, frozen=True):
    """A value that enters a claim: its size in base units, and the facts that say what it is."""

    size: float
    dimension: Dimension
    facts: tuple[Fact, ...] = ()
    macs: bool = False
    is_share: bool = False  # a percentage


class Line:
    """The operands of a claim, each in all its readings.

    Attributes:
        operands: the readings of each.
        kinds: what they may measure.
        sure_kinds: what those measure that have one reading alone.
        sizes: how many different sizes these have of each kind, conversions apart; `most_sizes` in all.
        choices: what variables of a form may be, kept for other forms with the same.
    """

    def __init__(self, operands: list[list[Operand]]) -> None:
        self.operands: Final = operands
        self.sure_kinds: Final = {readings[0].dimension for readings in operands if len(readings) == 1}
        self.choices: Final[dict[tuple[str, tuple[str, ...], bool], list[list[tuple[float, int]]]]] = {}
        sizes: dict[Dimension, set[str]] = {}
        for readings in operands:
            digits = digits_of(readings[0].size)
            if len(readings) == 1 and digits not in _CONVERTING:
                sizes.setdefault(readings[0].dimension, set()).add(digits)
        self.sizes: Final = {kind: len(different) for kind, different in sizes.items()}
        self.most_sizes: Final = sum(self.sizes.values())
        self._of_kind: dict[Dimension, list[tuple[Operand, int]]] = {}
        for place, readings in enumerate(operands):
            for one in readings:
                self._of_kind.setdefault(one.dimension, []).append((one, place))
        self.kinds: Final = self._of_kind.keys()

    def of_kind(self, kind: Dimension) -> list[tuple[Operand, int]]:
        """Return the readings that measure something, each with the place of its operand."""
        return self._of_kind.get(kind, [])


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
        self._names = names
        self._ledger = ledger
        self._steps = ledger.view(first_steps)
        self._calls: dict[tuple[tuple[str, ...], float], bool] = {}
        self._named: dict[int, list[float]] = {}
        self._stated: dict[int, float] = {}
        self._clauses: dict[tuple[FieldPath, int], str] = {}
        self._lines: dict[int, list[Line]] = {}
        self._more_lines: dict[int, list[Line]] = {}
        self._operands: dict[tuple[int, int], list[list[list[Operand]]]] = {}
        self._of_number: dict[tuple[float, str, bool], list[Operand]] = {}
        self._facts: dict[str, list[Fact]] = {}
        self._in_base_units: dict[str, list[Fact]] = {}
        self._rescaled: dict[str, list[Fact]] = {}
        for fact in ledger.facts:
            scale = as_float(fact.mention.unit.scale)
            self._facts.setdefault(digits_of(fact.value / scale), []).append(fact)
            if scale != 1:
                self._in_base_units.setdefault(digits_of(fact.value), []).append(fact)
            if fact.origin is Origin.SCENARIO and fact.mention.unit.name not in _UNSCALED:
                for factor in _STEPS.get(physical(fact.mention.unit.dimension), _THOUSANDS):
                    for number in (fact.value / scale * factor, fact.value / scale / factor):
                        self._rescaled.setdefault(digits_of(number), []).append(fact)

    @cached_property
    def _given(self) -> dict[Dimension, list[Fact]]:
        """What has a unit and is no part of a calculation, by what it measures."""
        given: dict[Dimension, list[Fact]] = {}
        for fact in self._ledger.facts:
            if fact.operand_of is None and fact.mention.unit.name and fact.result_of is None:
                given.setdefault(physical(fact.mention.unit.dimension), []).append(fact)
        return given

    @cached_property
    def _sizes(self) -> set[float]:
        """How many bytes an element has."""
        return {
            _TYPES[text]
            for pieces in self._ledger.pieces.values()
            for text in _TYPES.keys() & {piece.text for piece in pieces}
        } | {fact.value for fact in self._ledger.of_role(Role.ELEMENT_SIZE)}

    @cached_property
    def _used(self) -> list[frozenset[str]]:
        """The numbers that enter each line; one alone is said, and enters nothing."""
        lines = (_digits_in(one.claim) for one in self._ledger.claims if one.claim.form != "data type")
        return [line for line in lines if len(line) > 1]

    @cached_property
    def _only_share(self) -> list[float]:
        """The one share that is given; else the one that is computed, or one of two that make a whole."""
        given = {
            fact.value for fact in self._ledger.facts if fact.kind is Kind.SHARE and fact.result_of is None
        }
        computed = {
            fact.value
            for fact in self._ledger.facts
            if fact.origin is Origin.CALCULATIONS and fact.operand_of is None and 0 < fact.value < 1
            if not physical(fact.mention.unit.dimension)
        }
        shares = sorted(given or set(self._shares_of_time()) or computed)
        return shares[:1] if len(shares) == 1 or isclose(sum(shares), 1) else []

    def _shares_of_time(self) -> Iterator[float]:
        """Yield the shares that times are of the one of their sentence that recurs: `3 s of every minute`."""
        pieces = self._ledger.pieces.get(SCENARIO, ())
        times = {fact.at: fact for fact in self._ledger.by_kind[Kind.TIME] if fact.path == SCENARIO}
        wholes: dict[int, set[float]] = {}
        for at, (before, piece) in enumerate(pairwise(pieces), start=1) if times else ():
            whole = times[at].value if at in times else _TIMES.get(piece.text, 0)
            if whole and before.text in _EVERY:
                wholes.setdefault(piece.sentence, set()).add(whole)
        for fact in times.values():
            of = wholes.get(fact.sentence, set())
            if len(of) == 1 and fact.value < max(of):
                yield fact.value / max(of)

    def fitting(self, forms: Iterable[SlipForm], claim: Claim) -> list[SlipForm]:
        """Return the slips for which a claim has the operands, by number and by what these may measure."""
        lines = self._lines_of(claim)
        kinds = frozenset().union(*[line.kinds for line in lines])
        return [
            form
            for form in forms
            if form.wrong.kinds <= kinds and any(_may_fill(form.wrong, line) for line in lines)
        ]

    def _lines_of(self, claim: Claim) -> list[Line]:
        if id(claim) not in self._lines:
            self._lines[id(claim)] = [Line(operands) for operands in self._read(claim, 0)]
        return self._lines[id(claim)]

    def _every_line_of(self, claim: Claim) -> list[Line]:
        """Return its lines, and those with some of its operands as they stand and others by their steps."""
        if id(claim) not in self._more_lines:
            own = self._lines_of(claim)
            one_step = list(self._operands_of(claim, _DEEPEST - 1)) if len(own) > 1 else []
            self._more_lines[id(claim)] = [*own, *map(Line, one_step[1:])]
        return self._more_lines[id(claim)]

    def fill(self, form: SlipForm, claim: Claim, around: Surroundings) -> Iterator[Filled]:
        """Yield the ways in which a claim is a slip; none if it is rightly a formula that the words tell."""
        found = []
        for values in self.fits(form.wrong, claim, accused=True):
            whole = self._completed(form.right.formula, values)
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
        return any(one is other for one in self._steps_of(claim) for other in others)

    def fits(self, form: Form, claim: Claim, *, accused: bool = False) -> Iterator[Values]:
        """Yield the values for which a claim is a form; to accuse it takes more."""
        stated = claim.judgement.stated
        if stated is None or not form.may_give(stated) or (form.takes_root and not _has_root(claim.tree)):
            return
        if accused and not stated.unit.name and form.result_measure[0] != NONE and self._is_ratio(claim):
            return
        own = len(self._lines_of(claim))
        if not own:
            return
        if id(claim) not in self._stated:
            self._stated[id(claim)] = _unrounded(claim)
        wanted = self._stated[id(claim)] / (float(form.result.scale) if stated.unit.name else 1.0)
        sizes = {wanted} if stated.unit.name else {wanted * scale for scale in self._scales(claim, form)}
        exact = accused and not claim.judgement.interpretation.unrounded and _is_unrounded(claim)
        for place, line in enumerate(self._lines_of(claim) if accused else self._every_line_of(claim)):
            near = _EXACT if exact and not place else _NEAR
            if not _may_fill(form, line):
                continue
            for values in self._fillings(form, line, widely=not accused and place < own):
                if (
                    any(_is_near(form.compute(values), size, near) for size in sizes)
                    and _covers(form, values, line.operands)
                    and not ((accused or place >= own) and _repeats(values, form, line.operands))
                    and form.holds(values)
                ):
                    yield values

    def _scales(self, claim: Claim, form: Form) -> set[float]:
        """Return what one may be where no unit says so: one of the formula's unit, or of an operand's."""
        kind = form.result_measure[0]
        units = {
            fact.mention.scale / float(form.result.scale)
            for readings in self._lines_of(claim)[0].operands
            for one in readings
            if one.dimension == kind != NONE
            for fact in one.facts
        }
        return {1.0, *units}

    def _completed(self, formula: Formula, values: Values) -> Values | None:
        """Return values with those that only the formula needs; None if they are not known."""
        whole = dict(values)
        for name, variable in formula.variables.items():
            if name not in whole:
                kind = physical(unit_named(variable.unit).dimension)
                taken = {
                    value
                    for other, value in values.items()
                    if physical(unit_named(formula.variables[other].unit).dimension) == kind
                }
                told = [
                    value
                    for value in self._values_of(variable)
                    if value not in taken and not (variable.whole and value == 1)
                ]
                if len(told) > 1:
                    told = self._told_by_phrase(variable, told)
                told = told or self._others_of(variable, taken) or self._told_twice(variable)
                if len(told) == 1:
                    whole[name] = told[0]
                elif variable.left_out is not None:
                    whole[name] = float(variable.left_out)
                else:
                    return None
        return whole

    def _is_in_a_step(self, formula: Formula, left_out: Values, values: Values, claim: Claim) -> bool:
        """Whether an operand was multiplied with what a slip leaves out, divided by it, or less that already.

        `960 boxes * 350/s = 336k/s`; `Cluster: 50,000 h / 512 = 97.66 h`; `Saved: $14,016 - $3,200`.
        """
        counts = {name: one for name in left_out if (one := formula.variables[name]).whole}
        own = set(values.values())
        steps = [part for step in self._steps_of(claim) for part in _calculations(step.tree)]
        if len(left_out) > len(counts) and any(step.operator == "-" for step in steps):
            return True
        return any(
            shown(leaf) == left_out[name]
            if step.operator == "/"
            else shown(leaf) not in own and self._calls_one_of(leaf, variable.called)
            for name, variable in counts.items()
            for step in steps
            if step.operator in "*/"
            for leaf in leaves(step)
            if isinstance(leaf, Written)
        )

    def _sums_both(self, missed: float, claim: Claim) -> bool:
        """Whether a factor 2 is missed where an operand sums two, `20 MB + 5 MB`, or doubles one."""
        made = [step.tree for step in self._steps_of(claim) if isinstance(step.tree, Calculation)]
        return isclose(missed, _TWO) and any(
            tree.operator == "+" or any(_is_bare_two(leaf) for leaf in leaves(tree)) for tree in made
        )

    def _calls_one_of(self, leaf: Written, words: tuple[str, ...]) -> bool:
        """Whether the text calls a number by one of some words; what has a unit is no count of them."""
        counts = (fact for fact in self._facts.get(digits_of(shown(leaf)), ()) if _is_pure(fact))
        return any(self._tells(fact, words) for fact in counts)

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
        chance = {made, *(_CONVERTING if _is_over_time(claim) else _POWERS)}
        counts = [
            leaf
            for leaf in leaves(claim.tree)
            if isinstance(leaf, Written)
            and leaf.readings[0].unit is NO_UNIT
            and (self._step(leaf, claim) is not None or not self._is_measured(shown(leaf)))
        ]
        own = {digits for leaf in counts if len(digits := digits_of(shown(leaf))) >= _TELLING} - chance
        return any(
            not factors.isdisjoint(line) and (made in line or own.isdisjoint(line)) for line in self._used
        )

    def _fillings(self, form: Form, line: Line, *, widely: bool) -> Iterator[Values]:
        """Yield the ways to give operands to the variables of a slip, each operand to one."""
        key = form.formula.id, form.names, widely
        if key not in line.choices:
            line.choices[key] = self._choices(form, line, widely=widely)
        choices = line.choices[key]
        for chosen in islice(product(*choices), _MOST_TRIES) if choices else ():
            places = [place for _, place in chosen if place >= 0]
            may_be = places or widely or _is_worked_out(form, line)
            if may_be and _are_different(chosen, places, form, widely=widely):
                yield {name: value for name, (value, _) in zip(form.names, chosen, strict=True)}

    def _choices(self, form: Form, line: Line, *, widely: bool) -> list[list[tuple[float, int]]]:
        """Return what each variable may be; nothing if there is none for one of them."""
        choices = {}
        for name in form.rarest_first:
            own = choices[name] = list(dict.fromkeys(self._candidates(form, name, line)))
            if not own and not form.may_be_told[name]:
                return []
        for name, own in choices.items():
            if not widely and own and name in form.less_one | form.squared:
                written = {readings[0].size for readings in line.operands}
                told = self._values_of(form.formula.variables[name])
                own += [(value, -1) for value in told if name in form.less_one and value - 1 in written]
                own += [(value, -1) for value in told if name in form.squared and value**2 in written]
            if (widely or not own) and form.may_be_told[name]:
                own += [(value, -1) for value in self._values_of(form.formula.variables[name])]
                if not own:
                    return []
        return [choices[name] for name in form.names]

    def _candidates(self, form: Form, name: str, line: Line) -> list[tuple[float, int]]:
        """Return what a variable may be, each with the place of its operand; below 0 if it is none."""
        variable, scale, kind = form.formula.variables[name], form.scales[name], form.kind_of[name]
        own = [
            (one.size / scale, place)
            for one, place in line.of_kind(kind)
            if one.macs == form.in_macs[name]
            and form.admits(name, one.size / scale)
            and self._may_be(variable, one.size / scale, one)
        ]
        if len(own) < form.alike[name] and len(line.operands) + 1 >= len(form.names):
            own += [
                (fact.value / scale, -1)
                for fact in self._given.get(kind, ())
                if counts_macs(fact.mention.unit) == form.in_macs[name]
                and form.admits(name, fact.value / scale)
                and not _is_clock((fact,), variable)
                and (not variable.called or self._tells(fact, variable.called))
            ]
        if variable.left_out is not None:
            own.append((float(variable.left_out), _LEFT_OUT))
        return own

    def _may_be(self, variable: Variable, value: float, one: Operand) -> bool:
        if _is_clock(one.facts, variable):
            return False
        if not variable.called:
            return one.dimension != NONE or value != 1
        if any(self._tells(fact, variable.called) for fact in one.facts):
            return True
        if one.dimension != NONE:
            return False
        is_share = one.is_share or any(fact.mention.unit.name == "%" for fact in one.facts)
        key = variable.called, 100 * value if is_share else value
        if key not in self._calls:
            self._calls[key] = self._names.has_name(key[1], variable.called)
        return self._calls[key]

    def _tells(self, fact: Fact, words: tuple[str, ...]) -> bool:
        """Whether a fact is of something; what has a unit may be called so anywhere in its clause."""
        if fact.mention.unit.name.removesuffix("s") in words:
            return True  # `60 billion tokens of its archive`
        if fact.subject.name in words or fact.subject.thing in words:
            return fact.operand_of is None or fact.subject.why is not Why.LABEL
        if not physical(fact.mention.unit.dimension) or fact.operand_of is not None or not words:
            return False
        key = fact.path, fact.clause
        if key not in self._clauses:
            said = (piece.text for piece in self._ledger.pieces[fact.path] if piece.clause == fact.clause)
            self._clauses[key] = normalize(" ".join(said))
        return has_cue(self._clauses[key], words)

    def _values_of(self, variable: Variable) -> list[float]:
        """Return what the question calls by one of the variable's words."""
        if id(variable) not in self._named:
            unit = unit_named(variable.unit)
            if physical(unit.dimension) == NONE:
                told = filter(variable.admits, self._names.named(variable.called))
                found = [value for value in told if not self._is_measured(value)]
                if variable.whole:
                    found = [value for value in found if not self._is_former(value)]
                found = [value for value in found if not self._is_made(value)] or found
                if not found and variable.most == 1:
                    found = [value for value in self._only_share if variable.admits(value)]
            else:
                found = list(
                    {
                        fact.value / float(unit.scale)
                        for facts in self._facts.values()
                        for fact in facts
                        if physical(fact.mention.unit.dimension) == physical(unit.dimension)
                        and fact.result_of is None
                        and self._tells(fact, variable.called)
                    }
                )
                if not found and _is_element_size(variable, unit) and len(self._sizes) == 1:
                    found = list(self._sizes)
            self._named[id(variable)] = found
        return self._named[id(variable)]

    def _told_by_phrase(self, variable: Variable, told: list[float]) -> list[float]:
        """Return the one of some values that is called by more than a word: `64 input channels, 128 out`."""
        for phrase in variable.called:
            named = [value for value in told if self._names.has_name(value, (phrase,))]
            if " " in phrase and len(named) == 1:
                return named
        return told

    def _told_twice(self, variable: Variable) -> list[float]:
        """Return the one value that a whole variable can have, if the text tells it of two things."""
        told = self._values_of(variable) if variable.whole else []
        twice = len(told) == 1 and self._names.is_told_twice(told[0], variable.called)
        return told if twice else []

    def _others_of(self, variable: Variable, taken: Collection[float]) -> list[float]:
        """Return what is given in a variable's kind beside what is taken already, if that is one value."""
        unit = unit_named(variable.unit)
        kind = physical(unit.dimension)
        if kind == NONE or not variable.called:
            return []
        sizes = {fact.value / float(unit.scale) for fact in self._given.get(kind, ())}
        return [size for size in sizes if not any(isclose(size, one) for one in taken)]

    def _is_ratio(self, claim: Claim) -> bool:
        """Whether a claim divides two numbers that are told with units alone, both of one kind."""
        made = claim.calculation
        if not (isinstance(made, Calculation) and made.operator == "/"):
            return False
        sides = [shown(side) for side in (made.left, made.right) if isinstance(side, Written)]
        kinds = {
            physical(fact.mention.unit.dimension)
            for number in sides
            for fact in self._facts.get(digits_of(number), ())
            if fact.operand_of is None
        }
        return len(sides) == _TWO and len(kinds) == 1 and all(map(self._is_measured, sides))

    def _is_former(self, value: float) -> bool:
        """Whether a number is given of what was there before alone: `the former cluster, 64 nodes`."""
        given = [fact for fact in self._facts.get(digits_of(value), ()) if fact.origin in GIVING]
        return bool(given) and all(fact.standing is Standing.FORMER for fact in given)

    def _is_made(self, value: float) -> bool:
        """Whether a number is only what a calculation comes to."""
        own = [fact for fact in self._facts.get(digits_of(value), ()) if fact.operand_of is None]
        return bool(own) and all(fact.result_of is not None for fact in own)

    def _is_measured(self, value: float) -> bool:
        """Whether a number is given with a unit alone, so that it is no count and no share."""
        given = [fact for fact in self._facts.get(digits_of(value), ()) if fact.operand_of is None]
        return bool(given) and all(physical(fact.mention.unit.dimension) != NONE for fact in given)

    def _read(self, claim: Claim, depth: int) -> list[list[list[Operand]]]:
        """Return the operands of a claim, each in all its readings: those written, and those of its steps."""
        key = id(claim), depth
        if key not in self._operands:
            self._operands[key] = list(self._operands_of(claim, depth))
        return self._operands[key]

    def _operands_of(self, claim: Claim, depth: int) -> Iterator[list[list[Operand]]]:
        operands: list[list[Operand]] = []
        steps: list[list[Operand]] = []
        written = {leaf.start: leaf for leaf in leaves(claim.calculation)}
        for leaf in leaves(claim.tree):
            if isinstance(leaf, WithUnit):
                continue  # its numbers follow
            readings = self._readings(claim, leaf, written.get(leaf.start))
            if not readings:
                return
            operands.append(readings)
            step = self._step(leaf, claim) if depth < _DEEPEST else None
            if step is not None:
                inner = self._read(step, depth + 1)
                steps += inner[-1] if inner else [readings]
            else:
                steps.append(readings)
        if len(operands) <= _MOST_OPERANDS:
            yield operands
        if len(operands) < len(steps) <= _MOST_OPERANDS:
            yield steps

    def _step(self, leaf: Node, claim: Claim) -> Claim | None:
        """Return the claim before it that an operand is the result of."""
        if not isinstance(leaf, Written):
            return None
        number = shown(leaf)
        sizes = number, number * as_float(leaf.readings[0].unit.scale)
        step = next((self._steps[key] for key in map(digits_of, sizes) if key in self._steps), None)
        return step if step is not None and is_before(step, claim) else None

    def _steps_of(self, claim: Claim, depth: int = 0) -> Iterator[Claim]:
        for leaf in leaves(claim.tree):
            step = self._step(leaf, claim)
            if step is not None:
                yield step
                if depth < _DEEPEST:
                    yield from self._steps_of(step, depth + 1)

    def _readings(self, claim: Claim, leaf: Node, written: Node | None) -> list[Operand]:
        if isinstance(leaf, NamedOperand):
            amount = next((one.amount for one in claim.operands if one.start == leaf.start), None)
            unit = unit_of(amount)
            if amount is None or unit is None:
                return []
            size = as_float(amount.value * unit.scale)
            return [Operand(size, physical(unit.dimension))] if isfinite(size) else []
        if not isinstance(leaf, Written):
            return []
        unit = leaf.readings[0].unit
        assumed = leaf.digits == (leaf.start, leaf.end)  # its unit stands somewhere else
        key = shown(leaf), unit.name, assumed or (isinstance(written, Written) and written.bare)
        if key not in self._of_number:
            every = self._readings_of(key[0], unit, bare=key[2])
            self._of_number[key] = [one for one in every if isfinite(one.size)]
        return self._of_number[key]

    def _readings_of(self, number: float, unit: Unit, *, bare: bool) -> Iterator[Operand]:
        digits = digits_of(number)
        facts = self._facts.get(digits, [])
        units = {unit}
        if bare or unit is NO_UNIT:  # a unit that the verifier assumes for a bare number is one of several
            told = {fact.mention.unit for fact in facts}
            units = {NO_UNIT, *told} if told - {NO_UNIT} else {unit, NO_UNIT}
        for one in units:
            same = tuple(fact for fact in facts if fact.mention.unit.name == one.name)
            size, measured = number * float(one.scale), physical(one.dimension)
            yield Operand(size, measured, same, counts_macs(one), one.name == "%")
        if NO_UNIT not in units:
            return
        if number in self._sizes:
            yield Operand(number, BYTE)
        if number / 8 in self._sizes:  # the 4 bits of INT4
            yield Operand(number / 8, BYTE)
        if number in _SECONDS:
            yield Operand(number, _SECOND)
        for fact in self._in_base_units.get(digits, ()):
            measured = physical(fact.mention.unit.dimension)
            yield Operand(number, measured, (fact,), counts_macs(fact.mention.unit))
        if all(fact.operand_of is not None for fact in facts):
            for fact in self._rescaled.get(digits, ()):  # `2` where the text has 2,000 mAh
                measured = physical(fact.mention.unit.dimension)
                yield Operand(fact.value, measured, (fact,), counts_macs(fact.mention.unit))
        for fact in facts:
            if physical(fact.mention.unit.dimension) == _PRICE:  # `2` dollars an hour
                yield Operand(number, _DOLLAR, (fact,))
        for fact in facts:  # `120 requests per second`
            if fact.per in _TIMES and physical(fact.mention.unit.dimension) == NONE:
                yield Operand(number / _TIMES[fact.per], _RATE, (fact,), counts_macs(fact.mention.unit))


def _digits_in(claim: Claim) -> frozenset[str]:
    """Return the numbers that enter a claim."""
    return frozenset(
        digits_of(
            shown(leaf) * (float(leaf.readings[0].unit.scale) if leaf.readings[0].unit.name == "%" else 1)
        )
        for leaf in leaves(claim.tree)
        if isinstance(leaf, Written)
    )


def _is_bare_two(leaf: Node) -> bool:
    return isinstance(leaf, Written) and leaf.value == _TWO and leaf.readings[0].unit is NO_UNIT


def _is_over_time(claim: Claim) -> bool:
    stated = claim.judgement.stated
    return stated is not None and "second" in exponents(stated.dimension)


def _is_pure(fact: Fact) -> bool:
    return physical(fact.mention.unit.dimension) == NONE


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


def _is_element_size(variable: Variable, unit: Unit) -> bool:
    return variable.most is not None and variable.most <= WIDEST and physical(unit.dimension) == BYTE


def _is_clock(facts: Collection[Fact], variable: Variable) -> bool:
    """Whether what counts cycles or events would have to be a rate of operations."""
    events = bool(facts) and all(fact.kind in _OF_EVENTS for fact in facts)
    return events and "operation" in exponents(unit_named(variable.unit).dimension)


def _has_root(tree: Node) -> bool:
    """Whether a tree has a function or a power: who takes a root writes one."""
    if isinstance(tree, Calculation):
        return tree.operator == "^" or _has_root(tree.left) or _has_root(tree.right)
    if isinstance(tree, Negation | WithUnit):
        return _has_root(tree.operand)
    return isinstance(tree, Called)


def _calculations(tree: Node) -> Iterator[Calculation]:
    """Yield the operations of a tree, the last one first."""
    if isinstance(tree, Calculation):
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
    if form.is_weak or any(kind != NONE for kind in form.kind_of.values()):
        return False
    return line.sizes.get(NONE, 0) >= _TWO


def _are_different(
    chosen: Collection[tuple[float, int]], places: list[int], form: Form, *, widely: bool
) -> bool:
    """Whether no operand stands for two variables, nor, to accuse, a value from elsewhere for what one is."""
    if len(set(places)) < len(places):
        return False
    if len(places) == len(chosen):
        return True
    written = [
        (value, form.units[name].name, place)
        for name, (value, place) in zip(form.names, chosen, strict=True)
        if place != _LEFT_OUT and not (widely and form.kind_of[name] == NONE)  # as many stages as batches
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
    conversions = _CONVERSIONS if form.is_over_time else _CONVERSIONS[:_OF_TIME]
    sizes = [values[name] * form.scales[name] for name in form.names]
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
    for name in form.names:
        size = values[name] * form.scales[name]
        if form.kind_of[name] != NONE and size:
            written = sum(
                len(readings) == 1 and isclose(readings[0].size, size, rel_tol=_SAME) for readings in operands
            )
            often = sum(
                form.often[other] for other in form.names if isclose(values[other] * form.scales[other], size)
            )
            if written > often:
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
