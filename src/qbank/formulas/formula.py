"""A formula: computing it, solving it for a variable, and writing it as LaTeX and JavaScript."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from msgspec import Struct

from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import Real, evaluate_exactly, holds_exactly
from qbank.algebra.parse import parse, parse_condition
from qbank.algebra.tree import Condition, Node, UnwritableError, spell, spell_condition
from qbank.errors import InputError
from qbank.formulas.symbols import Symbol, symbol
from qbank.nearest import meant
from qbank.problems import quote
from qbank.units.format import format_number
from qbank.units.names import in_symbols
from qbank.units.read import QuantityError, read_quantity

FOLDER: Final = "formulas"
"""The folder of their files inside of `schema/`."""


class FormulaError(InputError, ValueError):
    """Inputs that a formula cannot be computed with; the message says which and why."""


class Variable(Struct, frozen=True, omit_defaults=True):
    """What goes into a formula.

    Attributes:
        least: the least it can be; None where it may be negative.
        called: words for it in texts.
        left_out: the value with which people do not write it at all, such as a latency of 0.
    """

    name: str
    unit: str
    meaning: str
    whole: bool = False
    least: Fraction | None = Fraction(0)
    most: Fraction | None = None
    latex: str | None = None
    called: tuple[str, ...] = ()
    left_out: Fraction | None = None

    @property
    def about(self) -> str:
        """Its meaning, and what its values are bound to."""
        parts = [self.meaning]
        if self.whole:
            parts.append("whole")
        if self.least is None:
            parts.append("may be negative")
        elif self.least:
            parts.append(f"at least {format_number(self.least)}")
        if self.most is not None:
            parts.append(f"at most {format_number(self.most)}")
        return ", ".join(parts)

    def admits(self, value: float | Real) -> bool:
        """Whether a value is within the bounds, be it whole or not."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def check(self, value: Real) -> None:
        """Refuse a value that is out of bounds.

        Raises:
            FormulaError: it is.
        """
        if self.admits(value):
            return
        low = self.least is not None and value < self.least
        bound = self.least if low else self.most
        limit = format_number(bound)
        said = f"below {limit}, the least" if low else f"above {limit}, the most"
        raise FormulaError(f"{self.name} ({self.meaning}) is {format_number(value)}, {said} it can be")


class Example(Struct, frozen=True):
    """Numbers that go in and what must come out, as they are written in the data."""

    given: Mapping[str, Any]
    result: Any
    because: str


class Taken(StrEnum):
    """What is taken for a variable by mistake."""

    BOTH_WAYS = "both ways"  # a link's rate of both directions for the rate of one
    SPARSE = "sparse"  # a peak that counts skipped zeros for the dense one
    FORMAT = "another format"  # the bytes of another number format
    SISTER = "sister"  # what is called much alike: query heads for the heads of keys and values


class Slip(Struct, frozen=True, dict=True, omit_defaults=True):
    """What people get wrong with a formula: another expression, or something else for a variable.

    Attributes:
        says: what is wrong with an expression, for the author.
        expression: the wrong one; empty if `variable` and `taken` say what is taken for what.
        names: the variables of the formula.
        cues: words of which one must stand near, those of the formula if it has none of its own.
        when: words of which one must be said anywhere, and not denied, or denied if it begins with `no`;
            none if it always holds.
        unless: words that excuse it.
        unless_told: words of which the scenario must not say one.
        line: words of which the line of the calculation must say one; none if any line may be it.
        called, instead: of a sister, what it is called, and what the right value is called.
    """

    says: str = ""
    expression: str = ""
    names: frozenset[str] = frozenset()
    variable: str = ""
    taken: Taken | None = None
    cues: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    unless_told: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()

    @cached_property
    def tree(self) -> Node | None:
        """Its expression, read when somebody asks, for few are asked for; None if it has none."""
        return parse(self.expression, self.names) if self.expression else None

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """Those of `when` that say `if`: what happens in a case, and holds though the case is supposed."""
        return tuple(word for word in self.when if word.startswith("if "))

    @cached_property
    def absences(self) -> tuple[str, ...]:
        """Those of `when` that deny something, without the `no`: it has to be denied."""
        return tuple(word.removeprefix("no ") for word in self.when if word.startswith("no "))

    @cached_property
    def presences(self) -> tuple[str, ...]:
        """The others of `when`."""
        return tuple(word for word in self.when if not word.startswith("no "))

    @cached_property
    def denials(self) -> tuple[str, ...]:
        """Those of `unless` that deny one of `when`: `without overlap`."""
        return tuple(
            word
            for word in self.unless
            if any(f" {said} " in f" {word} " != f" {said} " for said in self.when)
        )


class Computed(Struct, frozen=True):
    """What came out, and what to keep in mind about it.

    Attributes:
        value: the result in the formula's unit, exact if it is a fraction.
        inputs: what went in, in the units of the variables.
        warnings: what is odd about the inputs.
    """

    value: Real
    inputs: Mapping[str, Fraction]
    warnings: tuple[str, ...] = ()


class Formula(Struct, frozen=True, dict=True, omit_defaults=True):
    """One formula of the library.

    Attributes:
        expression: its right-hand side.
        holds_when: what has to hold between the variables.
        variants: ids of formulas that it is easily confused with.
        cues: words of which one stands near an expression that is this formula.
        slips: what people get wrong with it.
        path, line: where it was read, if a bank adds it.
    """

    id: str
    name: str
    area: str
    symbol: str
    unit: str
    expression: str
    variables: Mapping[str, Variable]
    holds_when: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    source: str = ""
    pitfall: str | None = None
    variants: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    cues: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()
    path: Path | None = None
    line: int = 0

    @cached_property
    def tree(self) -> Node:
        """Its expression, read when somebody asks, for few are asked for."""
        return parse(self.expression, self.variables)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """What has to hold, read as its expression is."""
        return tuple(parse_condition(text, self.variables) for text in self.holds_when)

    def evaluate(self, given: Mapping[str, object]) -> Computed:
        """Compute the result of inputs: plain numbers in the variables' units, or text such as `100MB`.

        Raises:
            FormulaError: an input is missing, unknown, no quantity, or out of its bounds; a condition does
                not hold; or there is no such value.
        """
        inputs = self.read(given)
        self.check(inputs)
        return Computed(self.compute(inputs), inputs, self.remarks(inputs))

    def compute(self, inputs: Mapping[str, Real]) -> Real:
        """Compute the result of exact inputs, bounds and conditions not looked at.

        Raises:
            FormulaError: there is no such value.
        """
        try:
            return evaluate_exactly(self.tree, inputs)
        except EvaluationError as error:
            raise FormulaError(f"{self.id}: {error}") from None

    def read(self, given: Mapping[str, object], *, but: str | None = None) -> dict[str, Fraction]:
        """Read inputs for all variables, except `but` if one is to be solved for.

        Raises:
            FormulaError: one is missing, unknown, or no quantity of its kind.
        """
        wanted = [name for name in self.variables if name != but]
        for name in given:
            if name not in wanted:
                raise FormulaError(self._unknown(name, but))
        missing = [name for name in wanted if name not in given]
        if missing:
            listed = ", ".join(f"{name} ({self.variables[name].meaning})" for name in missing)
            raise FormulaError(f"{self.id} needs {listed}")
        return {name: self.read_one(name, given[name]) for name in wanted}

    def read_one(self, name: str, given: object) -> Fraction:
        """Read what is given for a variable, or for the symbol of the result.

        Raises:
            FormulaError: it is no quantity of that kind.
        """
        unit = self.unit if name == self.symbol else self.variables[name].unit
        try:
            return read_quantity(given, unit)
        except QuantityError as error:
            raise FormulaError(f"{name}: {error}") from None

    def check(self, inputs: Mapping[str, Real]) -> None:
        """Check bounds and conditions; those that speak of variables without a value are passed over.

        Raises:
            FormulaError: one does not hold.
        """
        for name, value in inputs.items():
            self.variables[name].check(value)
        for condition in self.conditions:
            try:
                if not holds_exactly(condition, inputs):
                    raise FormulaError(f"{self.id} holds only when {spell_condition(condition)}")
            except KeyError:
                continue
            except EvaluationError as error:
                raise FormulaError(f"{self.id}: {error}") from None

    def remarks(self, inputs: Mapping[str, Real]) -> tuple[str, ...]:
        """Say which values should be whole and are not."""
        return tuple(
            f"{name} ({self.variables[name].meaning}) is {format_number(value)}, "
            "and only whole numbers make sense"
            for name, value in inputs.items()
            if self.variables[name].whole and value != int(value)
        )

    @cached_property
    def latex(self) -> str:
        """The formula in LaTeX, as an equation.

        Raises:
            FormulaError: it holds numbers that cannot be written out.
        """
        with self._writing():
            law = _symbolic().latex(self.tree, {name: self.symbols[name].latex for name in self.variables})
            return f"{self.symbols[self.symbol].latex} = {law}"

    @cached_property
    def symbols(self) -> Mapping[str, Symbol]:
        """How its LaTeX shows the variables and the result, by their names."""
        latex_name = _symbolic().latex_name
        given = {name: one.latex or latex_name(name) for name, one in self.variables.items()}
        return {
            name: symbol(latex) for name, latex in (given | {self.symbol: latex_name(self.symbol)}).items()
        }

    @cached_property
    def javascript(self) -> str:
        """The formula as a JavaScript function of numbers in the variables' units; raises as `latex`."""
        from qbank.algebra.javascript import javascript  # noqa: PLC0415 - brings sympy

        with self._writing():
            return f"({', '.join(self.variables)}) => {javascript(self.tree)}"

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except UnwritableError as error:
            raise FormulaError(f"{self.id} cannot be written as code: {error}") from None

    @property
    def equation(self) -> str:
        """The formula in its own language, units of numbers left out."""
        return f"{self.symbol} = {spell(self.tree, units=False)}"

    def unit_of(self, name: str) -> str:
        """Return the unit of a variable or of the result in symbols."""
        return in_symbols(self.unit if name == self.symbol else self.variables[name].unit)

    def _unknown(self, name: str, but: str | None) -> str:
        if name == but:
            return f"{name} is what is solved for; leave it out"
        if name == self.symbol:
            return f"{name} is the result; to solve for a variable, name it with --solve-for"
        hint = meant(name, self.variables) or f"; there are {', '.join(self.variables)}"
        return f"{self.id} has no variable {quote(name)}{hint}"


@cache
def exact(written: str) -> Fraction:
    """Return a number as written; most are 0 or 1."""
    return Fraction(written)


def _symbolic() -> ModuleType:
    from qbank.algebra import symbolic  # noqa: PLC0415 - brings sympy

    return symbolic
