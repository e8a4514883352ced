"""Forms of formulas and of their slips: what they take, by dimension, and what they come to.

A form is made once for every formula of a library; which of them may be told of, the words of a question say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from fractions import Fraction
from functools import cache, cached_property
from math import inf, log2, nan, nextafter
from pathlib import Path
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.algebra.evaluate import EvaluationError, compiled
from qbank.algebra.exact import holds_exactly
from qbank.algebra.floating import FLOATING
from qbank.algebra.tree import Call, Name, Number, Operation, variables, walk
from qbank.algebra.tree import Node as FormulaNode
from qbank.formulas.formula import Formula, Slip, Taken, Variable
from qbank.formulas.library import Library
from qbank.formulas.matching.words import normalize
from qbank.formulas.of_bank import usable_library
from qbank.formulas.unit_check import unit_of as unit_in
from qbank.grouping import grouped
from qbank.units import Quantity, Unit, physical
from qbank.units.dimension import COUNT_BASES, NONE, Dimension, dimension, exponents
from qbank.units.parse import counts_macs, parse_unit

_WORD: Final = lazy_re.compile(r"\w+")
_ENDINGS: Final = ("", "e", "s", "es", "ed", "ing")
_ENOUGH: Final = 3
_TWO: Final = 2
WIDEST: Final = 8
"""Bytes of the widest element."""
BYTE: Final = dimension(byte=1)

Values = Mapping[str, float]
"""A value for each variable, by its name."""


def measure_of(stated: Quantity) -> tuple[Dimension, bool]:
    """Return what a quantity measures, and whether it counts multiply-accumulates as such."""
    return physical(stated.dimension), counts_macs(stated.unit)


class Slot(Struct, frozen=True):
    """What a variable of a form takes.

    Attributes:
        kind: what it measures.
        scale: the size of its unit.
        low, high: the least and the most that it can be.
        in_macs: whether it counts multiply-accumulates.
        may_be_told: whether it may be a number that stands elsewhere in the text.
    """

    variable: Variable
    unit: Unit
    kind: Dimension
    scale: float
    low: float
    high: float
    in_macs: bool
    may_be_told: bool

    def admits(self, value: float) -> bool:
        """Whether it can have a value; the bytes of an element are a power of two."""
        return (
            self.low <= value <= self.high
            and not (self.variable.whole and value % 1)
            and not (self.high <= WIDEST and self.kind == BYTE and (value <= 0 or log2(value) % 1))
        )


class Form:
    """An expression for a formula, its own or that of a slip, as it is computed.

    Of most a question needs no more than what they measure; the rest is worked out when it is asked for.
    """

    def __init__(self, formula: Formula, slip: Slip | None = None) -> None:
        self.formula: Final = formula
        self._slip: Final = slip
        self.result: Final = unit_named(formula.unit)
        self.result_measure: Final = physical(self.result.dimension), formula.unit.startswith("MAC")

    @cached_property
    def _tree(self) -> FormulaNode:
        wrong = None if self._slip is None else self._slip.tree
        return self.formula.tree if wrong is None else wrong

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Its variables."""
        return tuple(dict.fromkeys(variables(self._tree)))

    @cached_property
    def often(self) -> Counter[str]:
        """How often each variable occurs; to take a power of one is to write it twice."""
        return Counter(variables(self._tree)) + Counter(
            part.left.text
            for part in self._operations
            if part.operator == "**" and isinstance(part.left, Name)
        )

    @cached_property
    def _parts_of_tree(self) -> tuple[FormulaNode, ...]:
        return tuple(walk(self._tree))

    @cached_property
    def _operations(self) -> tuple[Operation, ...]:
        return tuple(part for part in self._parts_of_tree if isinstance(part, Operation))

    @cached_property
    def _functions(self) -> frozenset[str]:
        return frozenset(part.function for part in self._parts_of_tree if isinstance(part, Call))

    @cached_property
    def slots(self) -> dict[str, Slot]:
        """What each of its variables takes."""
        return {name: _slot(self.formula.variables[name]) for name in self.names}

    @cached_property
    def of_kind(self) -> Counter[Dimension]:
        """How many variables measure something."""
        return Counter(slot.kind for slot in self.slots.values())

    @cached_property
    def rarest_first(self) -> list[str]:
        """Its variables, those that measure nothing last."""
        return sorted(self.names, key=lambda name: self.slots[name].kind == NONE)

    @cached_property
    def known_kinds(self) -> frozenset[Dimension]:
        """What its variables measure, and nothing."""
        return frozenset((NONE, *self.of_kind))

    @cached_property
    def kinds(self) -> frozenset[Dimension]:
        """What it needs operands of, apart from plain numbers."""
        needed = (slot.kind for slot in self.slots.values() if slot.variable.left_out is None)
        return frozenset(kind for kind in needed if kind != NONE)

    @cached_property
    def is_over_time(self) -> bool:
        """Whether anything in it is measured in seconds, or per second, and so in minutes or days."""
        return any("second" in exponents(kind) for kind in (self.result_measure[0], *self.of_kind))

    @cached_property
    def is_weak(self) -> bool:
        """Whether it is no more than factors or terms, with the right units: much looks like that."""
        operators = {part.operator for part in self._operations}
        numbers = any(isinstance(part, Number) and part.value != 1 for part in self._parts_of_tree)
        plain = operators <= {"*", "/"} or (operators <= {"+"} and not numbers)
        return plain and not self._functions and self._is_sound()

    @cached_property
    def counts(self) -> bool:
        """Whether it makes a count, such as FLOP, of what does not count that, or of nothing but numbers."""
        counted = {
            base
            for slot in self.slots.values()
            if not slot.in_macs
            for base in exponents(slot.unit.dimension)
        }
        made = exponents(self.result.dimension).keys() & COUNT_BASES
        return bool(made) and (
            made.isdisjoint(counted) or self.known_kinds | {self.result_measure[0]} == {NONE}
        )

    @cached_property
    def pure(self) -> tuple[str, ...]:
        """Its variables that measure nothing."""
        return tuple(name for name, slot in self.slots.items() if slot.kind == NONE)

    @cached_property
    def is_distinct(self) -> bool:
        """Whether its variables alone tell it from others."""
        slots = list(self.slots.values())
        pure = [slot for slot in slots if slot.kind == NONE]
        if len(pure) >= _ENOUGH and all(slot.may_be_told for slot in pure):
            return True
        if len(slots) - len(pure) >= _ENOUGH and len(self.known_kinds) > _TWO:
            return True
        called = all(slot.variable.called for slot in slots)
        return len(slots) > 1 and (called or any(slot.in_macs for slot in slots))

    @cached_property
    def less_one(self) -> frozenset[str]:
        """Its variables that may be written as the number that is one less."""
        return frozenset(
            part.left.text
            for part in self._operations
            if part.operator == "-"
            and isinstance(part.left, Name)
            and isinstance(part.right, Number)
            and part.right.value == 1
        )

    @cached_property
    def squared(self) -> frozenset[str]:
        """Its plain variables that may be written as their square: the 9 values of a kernel of 3 x 3."""
        return frozenset(
            part.left.text
            for part in self._operations
            if part.operator == "**"
            and isinstance(part.left, Name)
            and isinstance(part.right, Number)
            and part.right.value == _TWO
            and self.slots[part.left.text].kind == NONE
        )

    @cached_property
    def takes_root(self) -> bool:
        """Whether it takes a root, which nobody writes as a quotient or a product."""
        return "sqrt" in self._functions

    @cached_property
    def _compute(self) -> Callable[[Values], float]:
        return compiled(self._tree, FLOATING)

    @cached_property
    def _inner(self) -> tuple[FormulaNode, ...]:
        return tuple(part for part in self._parts_of_tree[1:] if not isinstance(part, Name))

    @cached_property
    def _parts(self) -> tuple[Callable[[Values], float], ...]:
        return tuple(compiled(part, FLOATING) for part in self._inner)

    @cached_property
    def most_sizes(self) -> int:
        """How many sizes it has: those of its variables, and of what it is made of."""
        return len(self.names) + len(self._inner)

    def _is_sound(self) -> bool:
        units = {name: slot.unit for name, slot in self.slots.items()}
        return physical(unit_in(self._tree, units).dimension) == physical(self.result.dimension)

    def holds(self, values: Values) -> bool:
        """Whether values are to each other as the formula wants them; others may be anything."""
        exact = {name: Fraction(value) for name, value in values.items()}
        for condition in self.formula.conditions:
            try:
                if not holds_exactly(condition, exact):
                    return False
            except KeyError:
                continue
            except EvaluationError:
                return False
        return True

    def may_give(self, stated: Quantity) -> bool:
        """Whether what is stated measures what it computes; a plain number may have lost its unit."""
        return not stated.unit.name or self.result_measure == measure_of(stated)

    def compute(self, values: Values) -> float:
        """Return what it comes to in the formula's unit, NaN if it has no value."""
        return _number(self._compute, values)

    def parts(self, values: Values) -> list[float]:
        """Return what all that it is made of comes to but its variables; to halve is to take 0.5 times."""
        return [*(_number(part, values) for part in self._parts), *self._inverses]

    @cached_property
    def _inverses(self) -> tuple[float, ...]:
        return tuple(
            1 / float(part.right.value)
            for part in self._operations
            if part.operator == "/" and isinstance(part.right, Number) and part.right.value
        )


class SlipForm(Struct, frozen=True):
    """A slip and the formulas that a claim may rightly be: its own and those that are confused with it."""

    slip: Slip
    wrong: Form
    right: Form
    others: tuple[Form, ...]


class Forms:
    """The slips of a library, and the words without which none is looked for.

    Their forms are made when a text has such words: it has those of few.
    """

    def __init__(self, formulas: Iterable[Formula]) -> None:
        self._formulas: Final = {formula.id: formula for formula in formulas}
        slips = [(formula, slip) for formula in self._formulas.values() for slip in formula.slips]
        self._misread: Final = [(formula, slip) for formula, slip in slips if slip.taken is not None]
        self._entries: Final = [(formula, slip) for formula, slip in slips if slip.expression]
        self._cued: Final = _by_word(slip.cues for _, slip in self._entries)
        self._conditional: Final = _by_word(slip.when for _, slip in self._entries)
        self._always: Final = {number for number, (_, slip) in enumerate(self._entries) if not slip.when}
        self._own: Final[dict[str, Form]] = {}
        self._wrong: Final[dict[int, SlipForm]] = {}

    def possible(self, words: Set[str]) -> list[SlipForm]:
        """Return the slips of which a text with some words, in lower case, may have a cue and a condition."""
        cued, conditional = _of_words(self._cued, words), _of_words(self._conditional, words)
        return list(map(self._slip_form, sorted(cued & (self._always | conditional))))

    def misread(self, taken: Taken, words: Set[str]) -> Iterator[tuple[Form, Slip]]:
        """Yield the formulas in which something may be taken for a variable, and that slip.

        Those are left out of which a text with some words, in lower case, cannot speak.
        """
        for formula, slip in self._misread:
            if slip.taken is taken and not _longest_words(slip.cues).isdisjoint(words):
                yield self._form(formula), slip

    def _form(self, formula: Formula) -> Form:
        if formula.id not in self._own:
            self._own[formula.id] = Form(formula)
        return self._own[formula.id]

    def _slip_form(self, number: int) -> SlipForm:
        if number not in self._wrong:
            formula, slip = self._entries[number]
            others = [self._formulas[other] for other in formula.variants if other in self._formulas]
            self._wrong[number] = SlipForm(
                slip, Form(formula, slip), self._form(formula), tuple(map(self._form, others))
            )
        return self._wrong[number]


def _by_word(cues: Iterable[tuple[str, ...]]) -> Mapping[str, list[int]]:
    """Return the numbers of what has some cues, by the longest word of each cue."""
    return grouped((word, number) for number, some in enumerate(cues) for word in _longest_words(some))


def _of_words(index: Mapping[str, list[int]], words: Set[str]) -> Set[int]:
    return set().union(*map(index.__getitem__, words & index.keys()))


@cache
def _longest_words(cues: tuple[str, ...]) -> frozenset[str]:
    """Return the longest word of each cue, with the endings that `has_cue` allows."""
    return frozenset().union(*map(_longest_word, cues))


@cache
def _longest_word(cue: str) -> tuple[str, ...]:
    word = max(_WORD.findall(normalize(cue)), key=len).removesuffix("e")
    return tuple(word + ending for ending in _ENDINGS)


def words_of(text: str) -> Set[str]:
    """Return the words of a text that `normalize` returned."""
    return set(_WORD.findall(text))


def forms_of(root: Path | None) -> Forms:
    """Return the slips of a bank's library; made once in a process."""
    return _forms(usable_library(root))


@cache
def _forms(library: Library) -> Forms:
    return Forms(library)


@cache
def unit_named(text: str) -> Unit:
    """Return the unit of a name; each is parsed once."""
    return parse_unit(text)


def _slot(variable: Variable) -> Slot:
    unit = unit_named(variable.unit)
    kind = physical(unit.dimension)
    low = -inf if variable.least is None else float(variable.least)
    high = inf if variable.most is None else float(variable.most)
    return Slot(
        variable,
        unit,
        kind,
        float(unit.scale),
        low if variable.least is None or low >= variable.least else nextafter(low, inf),
        high if variable.most is None or high <= variable.most else nextafter(high, -inf),
        variable.unit.startswith("MAC"),
        kind == NONE and bool(variable.called),
    )


def _number(compute: Callable[[Values], float], values: Values) -> float:
    try:
        return compute(values)
    except (ValueError, OverflowError, ZeroDivisionError):
        return nan
