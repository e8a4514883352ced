"""What a question tells of the variables of formulas, by words for them and by what they measure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind, Origin, Standing, Why
from qbank.formulas.formula import Formula, Variable
from qbank.formulas.matching.words import NumberNames, has_cue, normalize
from qbank.rules.core.claims import SCENARIO
from qbank.rules.formulas.operands import TIMES, Operand, Operands, measured
from qbank.rules.formulas.slip_forms import BYTE, WIDEST, Values, unit_named
from qbank.units import Unit, physical
from qbank.units.dimension import NONE, Dimension, exponents

_EVERY: Final = frozenset(("every", "each", "a", "per"))
_OF_EVENTS: Final = frozenset((Kind.FREQUENCY, Kind.EVENT_RATE))


class Told:
    """What a question tells of the variables of formulas."""

    def __init__(self, ledger: Ledger, operands: Operands, names: NumberNames) -> None:
        self._ledger = ledger
        self._operands = operands
        self._names = names
        self._values: dict[int, list[float]] = {}
        self._clauses: dict[tuple[FieldPath, int], str] = {}

    def completed(self, formula: Formula, values: Values) -> Values | None:
        """Return values with those that only a formula needs; None if they are not known."""
        whole = dict(values)
        for name, variable in formula.variables.items():
            if name not in whole:
                kind = _kind_of(variable)
                others = {values[other] for other in values if _kind_of(formula.variables[other]) == kind}
                value = self._value_of(variable, others)
                if value is None:
                    return None
                whole[name] = value
        return whole

    def _value_of(self, variable: Variable, others: Collection[float]) -> float | None:
        """Return what a variable is, by one of its words, and not what others of its kind are already."""
        every = self.values_of(variable)
        told = [one for one in every if one not in others and not (variable.whole and one == 1)]
        if len(told) > 1:
            told = self._told_by_phrase(variable, told)
        told = told or self._others_of(variable, others)
        if not told and variable.whole and len(every) == 1:
            told = every if self._names.is_told_twice(every[0], variable.called) else []
        if len(told) == 1:
            return told[0]
        return None if variable.left_out is None else float(variable.left_out)

    def _told_by_phrase(self, variable: Variable, told: list[float]) -> list[float]:
        """Return the one of some values that is called by more than a word: `64 input channels, 128 out`."""
        for phrase in variable.called:
            named = [value for value in told if self._names.has_name(value, (phrase,))]
            if " " in phrase and len(named) == 1:
                return named
        return told

    def _others_of(self, variable: Variable, taken: Collection[float]) -> list[float]:
        """Return what is given in a variable's kind beside what is taken already, if that is one value."""
        if _kind_of(variable) == NONE or not variable.called:
            return []
        scale = float(unit_named(variable.unit).scale)
        sizes = {fact.value / scale for fact in self.given(_kind_of(variable))}
        return [size for size in sizes if not any(isclose(size, one) for one in taken)]

    def values_of(self, variable: Variable) -> list[float]:
        """Return what the question calls by one of a variable's words."""
        if id(variable) not in self._values:
            of = self._numbers_of if _kind_of(variable) == NONE else self._quantities_of
            self._values[id(variable)] = of(variable)
        return self._values[id(variable)]

    def _numbers_of(self, variable: Variable) -> list[float]:
        told = [one for one in self._names.named(variable.called) if variable.admits(one)]
        told = [one for one in told if not self.is_measured(one)]
        if variable.whole:
            told = [one for one in told if not self._is_former(one)]
        told = [one for one in told if not self._is_made(one)] or told
        if not told and variable.most == 1:
            told = [one for one in self._only_share if variable.admits(one)]
        return told

    def _quantities_of(self, variable: Variable) -> list[float]:
        unit = unit_named(variable.unit)
        told = {
            fact.value / float(unit.scale)
            for fact in self._ledger.facts
            if fact.result_of is None and measured(fact) == _kind_of(variable)
            if self.tells(fact, variable.called)
        }
        sizes = self._operands.element_sizes
        return list(told or (sizes if len(sizes) == 1 and _is_element_size(variable, unit) else ()))

    def may_be(self, variable: Variable, value: float, one: Operand) -> bool:
        """Whether an operand, with a value in the unit of a variable, may be that by the words for it."""
        if is_clock(one.facts, variable):
            return False
        if not variable.called:
            return one.dimension != NONE or value != 1
        if any(self.tells(fact, variable.called) for fact in one.facts):
            return True
        if one.dimension != NONE:
            return False
        is_share = one.is_share or any(fact.mention.unit.name == "%" for fact in one.facts)
        return self._names.has_name(100 * value if is_share else value, variable.called)

    def tells(self, fact: Fact, words: tuple[str, ...]) -> bool:
        """Whether a fact is of something; what has a unit may be called so anywhere in its clause."""
        if fact.mention.unit.name.removesuffix("s") in words:
            return True  # `60 billion tokens of its archive`
        if fact.subject.name in words or fact.subject.thing in words:
            return fact.operand_of is None or fact.subject.why is not Why.LABEL
        if not measured(fact) or fact.operand_of is not None or not words:
            return False
        key = fact.path, fact.clause
        if key not in self._clauses:
            said = [piece.text for piece in self._ledger.clause_of(fact)]
            self._clauses[key] = normalize(" ".join(said))
        return has_cue(self._clauses[key], words)

    def calls(self, number: float, words: tuple[str, ...]) -> bool:
        """Whether a number is of something; what has a unit is no count of it."""
        facts = self._operands.facts_of(number)
        return any(measured(fact) == NONE and self.tells(fact, words) for fact in facts)

    def given(self, kind: Dimension) -> list[Fact]:
        """Return what measures something, and is no part of a calculation."""
        return self._given.get(kind, [])

    @cached_property
    def _given(self) -> dict[Dimension, list[Fact]]:
        given: dict[Dimension, list[Fact]] = {}
        for fact in self._ledger.facts:
            if not fact.is_calculated and fact.mention.unit.name:
                given.setdefault(measured(fact), []).append(fact)
        return given

    def _is_former(self, value: float) -> bool:
        """Whether a number is given of what was there before alone: `the former cluster, 64 nodes`."""
        given = [fact for fact in self._operands.facts_of(value) if fact.origin in GIVING]
        return bool(given) and all(fact.standing is Standing.FORMER for fact in given)

    def _is_made(self, value: float) -> bool:
        """Whether a number is only what a calculation comes to."""
        told = self._outside(value)
        return bool(told) and all(fact.result_of is not None for fact in told)

    def is_measured(self, value: float) -> bool:
        """Whether a number is given with a unit alone, so that it is no count and no share."""
        told = self._outside(value)
        return bool(told) and all(measured(fact) != NONE for fact in told)

    def _outside(self, value: float) -> list[Fact]:
        """Return the facts that show a number and enter no calculation."""
        return [fact for fact in self._operands.facts_of(value) if fact.operand_of is None]

    def are_alike(self, values: Collection[float]) -> bool:
        """Whether some numbers are told with units alone, all of one kind."""
        kinds = {measured(fact) for value in values for fact in self._outside(value)}
        return len(kinds) == 1 and all(map(self.is_measured, values))

    @cached_property
    def _only_share(self) -> list[float]:
        """The one share that is given; else the one that is computed, or one of two that make a whole."""
        given = {fact.value for fact in self._ledger.by_kind[Kind.SHARE] if fact.result_of is None}
        computed = {
            fact.value
            for fact in self._ledger.facts
            if fact.origin is Origin.CALCULATIONS and fact.operand_of is None and 0 < fact.value < 1
            if measured(fact) == NONE
        }
        shares = sorted(given or set(self._shares_of_time()) or computed)
        return shares[:1] if len(shares) == 1 or isclose(sum(shares), 1) else []

    def _shares_of_time(self) -> Iterator[float]:
        """Yield the shares that times are of the one of their sentence that recurs: `3 s of every minute`."""
        pieces = self._ledger.scenario
        times = {fact.at: fact for fact in self._ledger.by_kind[Kind.TIME] if fact.path == SCENARIO}
        wholes: dict[int, set[float]] = {}
        for at, (before, piece) in enumerate(pairwise(pieces), start=1) if times else ():
            whole = times[at].value if at in times else TIMES.get(piece.text, 0)
            if whole and before.text in _EVERY:
                wholes.setdefault(piece.sentence, set()).add(whole)
        for fact in times.values():
            of = wholes.get(fact.sentence, set())
            if len(of) == 1 and fact.value < max(of):
                yield fact.value / max(of)


def _kind_of(variable: Variable) -> Dimension:
    return physical(unit_named(variable.unit).dimension)


def _is_element_size(variable: Variable, unit: Unit) -> bool:
    return variable.most is not None and variable.most <= WIDEST and physical(unit.dimension) == BYTE


def is_clock(facts: Collection[Fact], variable: Variable) -> bool:
    """Whether what counts cycles or events would have to be a rate of operations."""
    events = bool(facts) and all(fact.kind in _OF_EVENTS for fact in facts)
    return events and "operation" in exponents(unit_named(variable.unit).dimension)
