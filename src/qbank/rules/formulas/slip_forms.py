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
from qbank.units import Quantity, Unit, physical
from qbank.units.dimension import COUNT_BASES, NONE, Dimension, dimension, exponents
from qbank.units.parse import counts_macs, parse_unit

WORD: Final = lazy_re.compile(r"[^\W_]+")
_ENDINGS: Final = ("", "e", "s", "es", "ed", "ing")
_ENOUGH: Final = 3
_SQUARE: Final = 2
WIDEST: Final = 8
"""Bytes of the widest element."""
BYTE: Final = dimension(byte=1)

Values = Mapping[str, float]
"""A value for each variable, by its name."""


def measure_of(stated: Quantity) -> tuple[Dimension, bool]:
    """Return what a quantity measures, and whether it counts multiply-accumulates as such."""
    return physical(stated.dimension), counts_macs(stated.unit)


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
    def units(self) -> dict[str, Unit]:
        """The units of its variables."""
        return {name: unit_named(self.formula.variables[name].unit) for name in self.names}

    @cached_property
    def scales(self) -> dict[str, float]:
        """The sizes of these units."""
        return {name: float(unit.scale) for name, unit in self.units.items()}

    @cached_property
    def kind_of(self) -> dict[str, Dimension]:
        """What its variables measure."""
        return {name: physical(unit.dimension) for name, unit in self.units.items()}

    @cached_property
    def of_kind(self) -> Counter[Dimension]:
        """How many variables measure something."""
        return Counter(self.kind_of.values())

    @cached_property
    def alike(self) -> dict[str, int]:
        """How many variables measure what one of them does; none if it is a pure number."""
        return {name: self.of_kind[kind] if kind != NONE else 0 for name, kind in self.kind_of.items()}

    @cached_property
    def bounds(self) -> dict[str, tuple[float, float]]:
        """The least and the most that each variable can be."""
        return {name: _bounds(self.formula.variables[name]) for name in self.names}

    @cached_property
    def in_macs(self) -> dict[str, bool]:
        """Whether a variable counts multiply-accumulates."""
        return {name: self.formula.variables[name].unit.startswith("MAC") for name in self.names}

    @cached_property
    def may_be_told(self) -> dict[str, bool]:
        """Whether a variable may be a number that stands elsewhere in the text."""
        return {
            name: kind == NONE and bool(self.formula.variables[name].called)
            for name, kind in self.kind_of.items()
        }

    @cached_property
    def rarest_first(self) -> list[str]:
        """Its variables, those that measure nothing last."""
        return sorted(self.names, key=lambda name: self.kind_of[name] == NONE)

    @cached_property
    def known_kinds(self) -> frozenset[Dimension]:
        """What its variables measure, and nothing."""
        return frozenset((NONE, *self.kind_of.values()))

    @cached_property
    def kinds(self) -> frozenset[Dimension]:
        """What it needs operands of, apart from plain numbers."""
        return frozenset(
            kind
            for name, kind in self.kind_of.items()
            if kind != NONE and self.formula.variables[name].left_out is None
        )

    @cached_property
    def is_over_time(self) -> bool:
        """Whether anything in it is measured in seconds, or per second, and so in minutes or days."""
        return any("second" in exponents(kind) for kind in (self.result_measure[0], *self.kind_of.values()))

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
            for name, unit in self.units.items()
            if not self.in_macs[name]
            for base in exponents(unit.dimension)
        }
        made = exponents(self.result.dimension).keys() & COUNT_BASES
        return bool(made) and (
            made.isdisjoint(counted)
            or all(measured == NONE for measured in (self.result_measure[0], *self.kind_of.values()))
        )

    @cached_property
    def pure(self) -> tuple[str, ...]:
        """Its variables that measure nothing."""
        return tuple(name for name in self.names if self.kind_of[name] == NONE)

    @cached_property
    def is_distinct(self) -> bool:
        """Whether its variables alone tell it from others."""
        called = {name: bool(self.formula.variables[name].called) for name in self.names}
        measured = [kind for kind in self.kind_of.values() if kind != NONE]
        if len(self.pure) >= _ENOUGH and all(called[name] for name in self.pure):
            return True
        if len(measured) >= _ENOUGH and len(set(measured)) > 1:
            return True
        return len(self.names) > 1 and (all(called.values()) or any(self.in_macs.values()))

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
            and part.right.value == _SQUARE
            and self.kind_of[part.left.text] == NONE
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
        return physical(unit_in(self._tree, self.units).dimension) == physical(self.result.dimension)

    def admits(self, name: str, value: float) -> bool:
        """Whether a variable can have a value; the bytes of an element are a power of two."""
        low, high = self.bounds[name]
        return (
            low <= value <= high
            and not (self.formula.variables[name].whole and value % 1)
            and not (high <= WIDEST and self.kind_of[name] == BYTE and (value <= 0 or log2(value) % 1))
        )

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
        self._by_cue: Final[dict[str, list[int]]] = {}
        for number, (_, slip) in enumerate(self._entries):
            for word in _longest_words(slip.cues or slip.when):
                self._by_cue.setdefault(word, []).append(number)
        self._own: Final[dict[str, Form]] = {}
        self._wrong: Final[dict[int, SlipForm]] = {}

    def possible(self, words: Set[str]) -> list[SlipForm]:
        """Return the slips that a text with some words, in lower case, may have the cues for."""
        numbers = {number for word in words & self._by_cue.keys() for number in self._by_cue[word]}
        conditions = ((number, self._entries[number][1].when) for number in sorted(numbers))
        return [
            self._slip_form(number)
            for number, when in conditions
            if not when or not _longest_words(when).isdisjoint(words)
        ]

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


@cache
def _longest_words(cues: tuple[str, ...]) -> frozenset[str]:
    """Return the longest word of each cue, with the endings that `has_cue` allows."""
    return frozenset().union(*map(_longest_word, cues))


@cache
def _longest_word(cue: str) -> tuple[str, ...]:
    word = max(WORD.findall(normalize(cue)), key=len).removesuffix("e")
    return tuple(word + ending for ending in _ENDINGS)


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


def _bounds(variable: Variable) -> tuple[float, float]:
    """Return the least and the most float that a variable can be."""
    low = -inf if variable.least is None else float(variable.least)
    high = inf if variable.most is None else float(variable.most)
    return (
        low if variable.least is None or low >= variable.least else nextafter(low, inf),
        high if variable.most is None or high <= variable.most else nextafter(high, -inf),
    )


def _number(compute: Callable[[Values], float], values: Values) -> float:
    try:
        return compute(values)
    except (ValueError, OverflowError, ZeroDivisionError):
        return nan
