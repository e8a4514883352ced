"""The operands of a claim, each in all that it may be, by its unit and by what the text says of its number.

A bare number may measure what another place has it with, also in base units or in thousands. What a line
before it comes to may stand for the operands of that line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import isfinite
from typing import Final

from msgspec import Struct

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Origin, Role
from qbank.napkin.claim import Claim, unit_of
from qbank.napkin.tree import Name, Node, Number, WithUnit, leaves
from qbank.rules.formulas.slip_forms import BYTE
from qbank.rules.formulas.steps import digits_of, first_steps, is_before, shown
from qbank.units import NO_UNIT, Unit, physical
from qbank.units.dimension import NONE, Dimension, dimension
from qbank.units.parse import counts_macs, parse_unit
from qbank.units.table import BYTES_OF_TYPE
from qbank.units.unit import as_float

_MOST_OPERANDS: Final = 14
_DEEPEST: Final = 3
_RATE: Final = dimension(second=-1)
_SECOND: Final = dimension(second=1)
_DOLLAR: Final = parse_unit("US dollar").dimension
_PRICE: Final = parse_unit("US dollar/hour").dimension
_SECONDS: Final = frozenset((60, 3600, 86400))
"""Bare numbers that may be a minute, an hour, a day."""
TIMES: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_OF_ALL: Final = (10.0, 100.0, 1e3, 1e6, 1e9, 1e12, 1e15, 1024.0, 1024.0**2, 1024.0**3)
_OF_TIME: Final = (60.0, 3600.0, 24.0, 86400.0)
CONVERSIONS: Final = {False: _OF_ALL, True: (*_OF_ALL, *_OF_TIME)}
"""By what people convert what is no time, and what is over time."""
CONVERTING: Final = frozenset(map(digits_of, CONVERSIONS[True]))
_THOUSANDS: Final = (1e3, 1e6, 1e9)
_RESCALED: Final = {_SECOND: (1e3, 1e6, 60.0, 3600.0), NONE: ()}
"""By what people multiply or divide what they write in another unit; by thousands if it is not there."""
_UNSCALED: Final = frozenset(("", "%"))
_TYPES: Final = {name.lower(): float(size) for name, size in BYTES_OF_TYPE.items()} | {
    "float64": 8.0, "float32": 4.0, "float16": 2.0, "bfloat16": 2.0, "uint8": 1.0, "float8": 1.0
}  # fmt: skip


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
        sure_kinds: what those measure that have one reading alone.
        sizes: how many different sizes these have of each kind, conversions apart; `most_sizes` in all.
    """

    def __init__(self, operands: list[list[Operand]]) -> None:
        self.operands: Final = operands
        sure = [readings[0] for readings in operands if len(readings) == 1]
        self.sure_kinds: Final = {one.dimension for one in sure}
        sizes = {(one.dimension, digits_of(one.size)) for one in sure}
        different = [kind for kind, digits in sizes if digits not in CONVERTING]
        self.sizes: Final = {kind: different.count(kind) for kind in different}
        self.most_sizes: Final = len(different)
        self._of_kind: dict[Dimension, list[tuple[Operand, int]]] = {}
        for place, readings in enumerate(operands):
            for one in readings:
                self._of_kind.setdefault(one.dimension, []).append((one, place))
        self.kinds: Final = self._of_kind.keys()

    def of_kind(self, kind: Dimension) -> list[tuple[Operand, int]]:
        """Return the readings that measure something, each with the place of its operand."""
        return self._of_kind.get(kind, [])


_Own = list[tuple[list[Operand], Claim | None]]


class Operands:
    """The operands of a question's claims."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._steps = ledger.view(first_steps)
        self._own: dict[int, _Own] = {}
        self._lines: dict[int, list[Line]] = {}
        self._of_number: dict[tuple[float, str, bool], list[Operand]] = {}
        self._facts: dict[str, list[Fact]] = {}
        self._in_base_units: dict[str, list[Fact]] = {}
        self._rescaled: dict[str, list[Fact]] = {}
        for fact in ledger.facts:
            unit, scale = fact.mention.unit, as_float(fact.mention.unit.scale)
            number = fact.value / scale
            self._facts.setdefault(digits_of(number), []).append(fact)
            if scale != 1:
                self._in_base_units.setdefault(digits_of(fact.value), []).append(fact)
            if fact.origin is Origin.SCENARIO and unit.name not in _UNSCALED:
                for factor in _RESCALED.get(physical(unit.dimension), _THOUSANDS):
                    for other in (number * factor, number / factor):
                        self._rescaled.setdefault(digits_of(other), []).append(fact)

    def facts_of(self, number: float) -> Sequence[Fact]:
        """Return the facts that show a number."""
        return self._facts.get(digits_of(number), ())

    @cached_property
    def element_sizes(self) -> set[float]:
        """How many bytes an element has."""
        words = {piece.text for pieces in self._ledger.pieces.values() for piece in pieces}
        named = {_TYPES[text] for text in _TYPES.keys() & words}
        return named | {fact.value for fact in self._ledger.of_role(Role.ELEMENT_SIZE)}

    def lines_of(self, claim: Claim) -> list[Line]:
        """Return the operands of a claim as they are written, and those of its steps if it has such."""
        if id(claim) not in self._lines:
            own, spread = self._spread(claim, 0), self._spread(claim, _DEEPEST)
            ways = [own, spread] if len(spread) > len(own) else [own] if own else []
            self._lines[id(claim)] = list(map(Line, ways))
        return self._lines[id(claim)]

    def every_line_of(self, claim: Claim) -> list[Line]:
        """Return its lines, and the one with the operands of its steps, these as they are written."""
        lines = self.lines_of(claim)
        once = self._spread(claim, 1) if len(lines) > 1 else []
        return [*lines, Line(once)] if lines and len(once) > len(lines[0].operands) else lines

    def steps_of(self, claim: Claim, levels: int = _DEEPEST) -> Iterator[Claim]:
        """Yield the claims before it that operands of a claim are the results of, and those before these."""
        for leaf in leaves(claim.tree):
            step = self.step_of(leaf, claim)
            if step is not None:
                yield step
                if levels:
                    yield from self.steps_of(step, levels - 1)

    def step_of(self, leaf: Node, claim: Claim) -> Claim | None:
        """Return the claim before it that an operand is the result of."""
        if not isinstance(leaf, Number):
            return None
        number = shown(leaf)
        step = self._steps.get(digits_of(number))
        if step is None and leaf.unit.scale != 1:
            step = self._steps.get(digits_of(number * as_float(leaf.unit.scale)))
        return step if step is not None and is_before(step, claim) else None

    def _spread(self, claim: Claim, levels: int) -> list[list[Operand]]:
        """Return the operands of a claim, those of its steps in the places of some, so many levels of them.

        They are its own if those are too many or no more; none if nothing is known of one, or its own are too
        many.
        """
        operands = [readings for readings, _ in self._own_of(claim)]
        if len(operands) > _MOST_OPERANDS:
            return []
        spread: list[list[Operand]] = []
        for readings, step in self._own_of(claim) if levels else ():
            spread += (step is not None and self._spread(step, levels - 1)) or [readings]
            if len(spread) > _MOST_OPERANDS:
                return operands
        return spread if len(spread) > len(operands) else operands

    def _own_of(self, claim: Claim) -> _Own:
        """Return the operands of a claim, each with the step that it is the result of."""
        if id(claim) not in self._own:
            # The numbers of what has a unit follow it.
            own = [leaf for leaf in leaves(claim.tree) if not isinstance(leaf, WithUnit)]
            read = [(self._readings(claim, leaf), self.step_of(leaf, claim)) for leaf in own]
            self._own[id(claim)] = read if all(readings for readings, _ in read) else []
        return self._own[id(claim)]

    def _readings(self, claim: Claim, leaf: Node) -> list[Operand]:
        if isinstance(leaf, Name):
            amount = next((one.amount for one in claim.operands if one.start == leaf.start), None)
            unit = unit_of(amount)
            if amount is None or unit is None:
                return []
            size = as_float(amount.value * unit.scale)
            return [Operand(size, physical(unit.dimension))] if isfinite(size) else []
        if not isinstance(leaf, Number):
            return []
        # A unit that is not written with it stands somewhere else, and the verifier only assumes it.
        is_bare = leaf.unit is NO_UNIT or leaf.digits == (leaf.start, leaf.end)
        key = shown(leaf), leaf.unit.name, is_bare
        if key not in self._of_number:
            every = self._bare_readings(key[0], leaf.unit) if is_bare else self._in_units(key[0], {leaf.unit})
            self._of_number[key] = [one for one in every if isfinite(one.size)]
        return self._of_number[key]

    def _in_units(self, number: float, units: Iterable[Unit]) -> Iterator[Operand]:
        facts = self.facts_of(number)
        for unit in units:
            same = tuple([fact for fact in facts if fact.mention.unit.name == unit.name])
            size = number * as_float(unit.scale)
            yield Operand(size, physical(unit.dimension), same, counts_macs(unit), unit.name == "%")

    def _bare_readings(self, number: float, assumed: Unit) -> Iterator[Operand]:
        """Yield what a number without a unit may be: it may have the one assumed, or any that facts have."""
        facts, digits = self.facts_of(number), digits_of(number)
        told = {fact.mention.unit for fact in facts}
        yield from self._in_units(number, {NO_UNIT, *told} if told - {NO_UNIT} else {assumed, NO_UNIT})
        if number in self.element_sizes:
            yield Operand(number, BYTE)
        if number / 8 in self.element_sizes:  # the 4 bits of INT4
            yield Operand(number / 8, BYTE)
        if number in _SECONDS:
            yield Operand(number, _SECOND)
        for fact in self._in_base_units.get(digits, ()):
            yield _of_fact(number, fact)
        if all(fact.operand_of is not None for fact in facts):
            for fact in self._rescaled.get(digits, ()):  # `2` where the text has 2,000 mAh
                yield _of_fact(fact.value, fact)
        for fact in facts:
            if measured(fact) == _PRICE:  # `2` dollars an hour
                yield Operand(number, _DOLLAR, (fact,))
            if fact.per in TIMES and measured(fact) == NONE:  # `120 requests per second`
                yield Operand(number / TIMES[fact.per], _RATE, (fact,), counts_macs(fact.mention.unit))


def _of_fact(size: float, fact: Fact) -> Operand:
    return Operand(size, measured(fact), (fact,), counts_macs(fact.mention.unit))


def measured(fact: Fact) -> Dimension:
    """Return what a fact measures, counted things left out."""
    return physical(fact.mention.unit.dimension)
