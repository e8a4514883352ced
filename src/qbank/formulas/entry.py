"""A formula as a file of formulas states it: reading it, and checking all that can be seen in it alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import evaluate_exactly
from qbank.algebra.parse import RESERVED, ExpressionError, parse, parse_condition
from qbank.algebra.tree import variables
from qbank.bundled_data import DataProblem
from qbank.formulas.formula import Example, Formula, FormulaError, Slip, Taken, Variable, exact
from qbank.formulas.unit_check import UnitError, check, check_condition, unit_of
from qbank.nearest import meant
from qbank.problems import Path as DataPath
from qbank.problems import quote
from qbank.units import Unit
from qbank.units.format import format_number
from qbank.units.parse import UnknownUnitError, parse_unit
from qbank.units.read import QuantityError, read_quantity
from qbank.yamlio.document import Document

AGREEMENT: Final = Fraction(1, 10**6)
"""How far, of its size, an example's result may be off: results are written to a few digits."""

_WORDS_OF_SLIPS: Final = ("when", "unless", "unless_told", "line", "called", "instead")


class Entry:
    """The entry of one formula in a file, of the shape that the model says.

    Attributes:
        problems: what was found wrong with it.
    """

    def __init__(self, document: Document, place: DataPath) -> None:
        self.problems: list[DataProblem] = []
        self._document = document
        self._place = place
        self._data: Mapping[str, Any] = document.data["formulas"][place[-1]]
        self._names: Mapping[str, Any] = self._data["variables"]

    def formula(self, *, trusted: bool = False) -> Formula | None:
        """Return the formula, or report what is wrong; with `trusted`, nothing is checked."""
        data = self._data
        units = None
        if not trusted:
            self._check_names()
            units = self._units()
            self._check_expression(units)
            self._check_conditions(units)
        slips = tuple(self._slips(units, trusted=trusted))
        if self.problems:
            return None
        return Formula(
            id=data["id"],
            name=data["name"],
            area=data["area"],
            symbol=data["result"]["symbol"],
            unit=data["result"]["unit"],
            expression=data["expression"],
            variables={name: _variable(name, own) for name, own in self._names.items()},
            holds_when=tuple(data.get("holds_when", ())),
            assumes=tuple(data.get("assumes", ())),
            source=data["source"],
            pitfall=data.get("pitfall"),
            variants=tuple(data.get("variants", ())),
            examples=tuple(
                Example(example["given"], example["result"], example["because"])
                for example in data["examples"]
            ),
            cues=_lower(data.get("cues", ())),
            slips=slips,
            path=None if trusted else self._document.path,
            line=0 if trusted else self.line,
        )

    @property
    def line(self) -> int:
        """The line of its id."""
        return self._document.span((*self._place, "id")).line

    def report(self, message: str, *path: str | int, on_key: bool = False) -> None:
        """Report a problem at a place within the entry."""
        span = self._document.span((*self._place, *path), key=on_key)
        self.problems.append(DataProblem.at(self._document.path or Path(), message, span))

    def check_against(self, formula: Formula, known: Iterable[str]) -> None:
        """Check what can be seen only when all files are read: variants, and worked examples."""
        for number, variant in enumerate(formula.variants):
            if variant not in known:
                message = f"{formula.id}: variants: {quote(variant)} is no formula{meant(variant, known)}"
                self.report(message, "variants", number)
        for number, example in enumerate(formula.examples):
            for message in example_problems(formula, example):
                self.report(f"{formula.id}: examples: {message}", "examples", number)

    def _check_names(self) -> None:
        identifier, result = self._data["id"], self._data["result"]["symbol"]
        if result in self._names:
            message = f"{identifier}: result.symbol: '{result}' is one of the variables"
            self.report(message, "result", "symbol")
        paths = {result: ("result", "symbol"), **{name: ("variables", name) for name in self._names}}
        for name, path in paths.items():
            if name in RESERVED:
                message = f"{identifier}: '{name}' is a word of the language of formulas; choose another name"
                self.report(message, *path, on_key=path[-1] == name)

    def _units(self) -> dict[str, Unit] | None:
        """Return the units of the variables, and under no name that of the result; report what is none."""
        units = {}
        paths: dict[str, tuple[str, ...]] = {name: ("variables", name) for name in self._names}
        written = {
            **{name: own["unit"] for name, own in self._names.items()},
            "": self._data["result"]["unit"],
        }
        for name, unit in written.items():
            try:
                units[name] = parse_unit(unit)
            except UnknownUnitError as error:
                message = f"{self._data['id']}: {name or 'result'}: {error}"
                self.report(message, *paths.get(name, ("result",)), "unit")
        return units if len(units) == len(written) else None

    def _check_expression(self, units: Mapping[str, Unit] | None) -> None:
        with self._reading("expression", "expression"):
            tree = parse(self._data["expression"], self._names)
            unused = sorted(set(self._names) - set(variables(tree)) - set(self._names_of_slips()))
            if unused:
                message = f"{self._data['id']}: expression: {', '.join(unused)} does not occur in it"
                self.report(message, "expression")
            if units is not None:
                check(tree, units, units[""])

    def _names_of_slips(self) -> Iterator[str]:
        """Yield what slips have: the number of cells in series changes no charge, but is taken to."""
        for slip in self._data.get("slips", ()):
            with suppress(ExpressionError):
                yield from variables(parse(slip.get("expression", ""), self._names))

    def _check_conditions(self, units: Mapping[str, Unit] | None) -> None:
        for number, text in enumerate(self._data.get("holds_when", ())):
            with self._reading("holds_when", "holds_when", number):
                condition = parse_condition(text, self._names)
                if units is not None:
                    check_condition(condition, units)

    def _slips(self, units: Mapping[str, Unit] | None, *, trusted: bool) -> Iterator[Slip]:
        for number, slip in enumerate(self._data.get("slips", ())):
            expression, variable = slip.get("expression", ""), slip.get("variable", "")
            if expression and not trusted:
                with self._reading("slips: expression", "slips", number, "expression"):
                    tree = parse(expression, self._names)
                    if units is not None:
                        unit_of(tree, units)
            elif not expression and variable not in self._names:
                hint = meant(variable, self._names)
                message = f"{self._data['id']}: slips: {quote(variable)} is none of the variables{hint}"
                self.report(message, "slips", number, "variable")
                continue
            yield Slip(
                says=slip.get("says", ""),
                expression=expression,
                names=frozenset(self._names),
                variable=variable,
                taken=Taken(slip["taken"]) if variable else None,
                cues=_lower(slip.get("cues", self._data.get("cues", ()))),
                **{words: _lower(slip.get(words, ())) for words in _WORDS_OF_SLIPS},
            )

    @contextmanager
    def _reading(self, field: str, *path: str | int) -> Iterator[None]:
        """Report what is wrong with an expression that is read, at its column."""
        try:
            yield
        except ExpressionError as error:
            span = self._document.text_span((*self._place, *path), error.column - 1, error.column)
            message = f"{self._data['id']}: {field}: {error.message}"
            self.problems.append(DataProblem.at(self._document.path or Path(), message, span))
        except UnitError as error:
            self.report(f"{self._data['id']}: {field}: {error}", *path)


def example_problems(formula: Formula, example: Example) -> Iterator[str]:
    """Yield what is wrong with a worked example: its inputs, its result, or the arithmetic that it shows."""
    try:
        expected = formula.read_one(formula.symbol, example.result)
        computed = Fraction(formula.evaluate(example.given).value)
    except FormulaError as error:
        yield str(error)
        return
    if abs(computed - expected) > AGREEMENT * abs(expected):
        yield f"{formula.symbol} is {format_number(computed)}, and the example says {format_number(expected)}"
    try:
        shown = Fraction(evaluate_exactly(parse(example.because, ()), {}))
        stated = read_quantity(example.result, formula.unit)
    except (ExpressionError, EvaluationError, QuantityError) as error:
        yield f"because: {error}"
    else:
        if abs(shown - stated) > AGREEMENT * abs(stated):
            yield f"because: comes to {format_number(shown)}, and the example says {format_number(stated)}"


def _variable(name: str, data: Mapping[str, Any]) -> Variable:
    return Variable(
        name,
        data["unit"],
        data["meaning"],
        data.get("whole", False),
        _fraction(data.get("min", None if data.get("signed", False) else 0)),
        _fraction(data.get("max")),
        data.get("latex"),
        _lower(data.get("called", ())),
        _fraction(data.get("left_out")),
    )


def _fraction(number: object) -> Fraction | None:
    return None if number is None else exact(str(number))


def _lower(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(str.lower, words))
