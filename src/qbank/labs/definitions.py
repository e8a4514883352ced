"""The quantities of a lab as it defines them for all personas: what each is computed from, and its unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from qbank.algebra.parse import ExpressionError
from qbank.algebra.symbolic import latex_name
from qbank.catalog import Catalog, Entry, Value
from qbank.formulas.library import Library
from qbank.labs.controls import base_units
from qbank.labs.expressions import (
    Expression,
    instance,
    read_argument,
    read_condition,
    read_expression,
    uses_of,
)
from qbank.labs.javascript import functions_of
from qbank.labs.problem import LabProblemKind, Problems, part_of, unit_name
from qbank.labs.quantity import DemandModel, Quantity, Search, Source
from qbank.model import lab as model
from qbank.picking import pick
from qbank.problems import Path
from qbank.units import Unit
from qbank.units.dimension import Dimension, physical
from qbank.units.parse import parse_unit

_WAYS: Final = ("slider", "select", "toggle", "value", "field", "formula", "expression", "search")
"""The fields that say where a quantity has its value from; it has one of them, or none."""


def define(lab: model.Lab, library: Library, catalog: Catalog, problems: Problems) -> dict[str, Quantity]:
    """Return all quantities; those that something is wrong with are noted and left out.

    What a persona may give is `GIVEN` or `CONTROL`, and has a value only if it is from the catalog.
    """
    return _Definer(lab, library, catalog, problems).quantities()


def named_unit(name: str, path: Path, problems: Problems) -> Unit | None:
    """Return the unit of a name, or note that it is none."""
    with problems.reading(path):
        unit = parse_unit(name)
        return Unit(name, unit.scale, physical(unit.dimension))
    return None


def catalog_value(entry: Entry, names: Sequence[str]) -> Value:
    """Return the first value of these names that an entry has as one number.

    Raises:
        AbsentValueError: it has none.
    """
    for name in names[:-1]:
        if name in entry.values and not entry.values[name].is_text:
            return entry.values[name]
    value = entry.value(names[-1])
    _ = value.quantity
    return value


class _Definer:
    def __init__(self, lab: model.Lab, library: Library, catalog: Catalog, problems: Problems) -> None:
        self._lab = lab
        self._library = library
        self._catalog = catalog
        self._problems = problems
        self._choosers = {name for name in lab.quantities if self._entries(name)}
        self._units: dict[str, Unit] = {}
        self._dimensions: dict[str, Dimension] = {}

    def quantities(self) -> dict[str, Quantity]:
        for name, written in self._lab.quantities.items():
            path: Path = ("quantities", name)
            ways = [way for way in _WAYS if getattr(written, way) is not None]
            if len(ways) > 1:
                message = f"has '{ways[0]}' and '{ways[1]}'; a quantity has one of them"
                self._problems.add(LabProblemKind.FORM, (*path, ways[1]), message, on_key=True)
            if written.given is not None and written.formula is None:
                message = "only a formula has something given"
                self._problems.add(LabProblemKind.FORM, (*path, "given"), message, on_key=True)
            unit = self._unit(name, written)
            if unit is not None:
                self._units[name] = unit
        # What entries are chosen by is no number, so that no expression may name it.
        self._dimensions = {
            name: unit.dimension for name, unit in self._units.items() if name not in self._choosers
        }
        defined = [self._bounded(name, self._lab.quantities[name]) for name in self._units]
        return {quantity.name: quantity for quantity in defined if quantity is not None}

    def _entries(self, name: str) -> list[Entry]:
        """Return the catalog entries that a quantity may stand at, for any persona."""
        controls: list[model.Control | model.Quantity] = [self._lab.quantities[name]]
        for persona in self._lab.personas.values():
            control = (persona.controls or {}).get(name)
            controls += [control] if control is not None else []
        listed = [entry for control in controls if control.select for entry in control.select.entries or ()]
        entries = [self._catalog.get(identifier) for identifier in dict.fromkeys(listed)]
        return [entry for entry in entries if entry is not None]

    def _unit(self, name: str, written: model.Quantity) -> Unit | None:
        """Return the unit that a quantity is shown in."""
        path: Path = ("quantities", name)
        if written.formula is not None and written.formula not in self._library:
            known = [formula.id for formula in self._library]
            self._problems.unknown((*path, "formula"), written.formula, "no formula of the library", known)
            return None
        if written.unit is not None:
            return named_unit(written.unit, (*path, "unit"), self._problems)
        if written.formula is not None:
            return named_unit(self._library.find(written.formula).unit, (*path, "formula"), self._problems)
        if written.field is not None:
            values = self._catalog_values(name, written.field)
            return _unit_of(values[0][1]) if values else None
        over = self._lab.quantities.get(written.search.over) if written.search is not None else None
        return named_unit((over and over.unit) or "1", path, self._problems)

    def _catalog_values(self, name: str, fields: list[str]) -> list[tuple[Entry, Value]]:
        """Return the entries that a field may be of with its value, or note what is wrong with it."""
        path: Path = ("quantities", name, "field")
        owners = {field.rpartition(".")[0] for field in fields}
        if len(owners) > 1 or "" in owners:
            message = "write 'entry.value', or 'name.value' of a select; several values are of the same one"
            self._problems.add(LabProblemKind.NAME, path, message)
            return []
        owner = owners.pop()
        entry = self._catalog.get(owner)
        entries = [entry] if entry is not None else []
        if owner in self._lab.quantities:
            entries = self._entries(owner)
            if not entries:
                message = f"'{owner}' is no choice between entries of the catalog"
                self._problems.add(LabProblemKind.NAME, path, message)
        elif entry is None:
            known = [*self._choosers, *(entry.id for entry in self._catalog)]
            self._problems.unknown(path, owner, "no entry of the catalog and no quantity", known)
        names = value_names(fields)
        with self._problems.reading(path):
            return [(entry, catalog_value(entry, names)) for entry in entries]
        return []

    def _bounded(self, name: str, written: model.Quantity) -> Quantity | None:
        """Return a quantity with what makes it possible, and what its values are called."""
        quantity = self._quantity(name, written)
        if quantity is None:
            return None
        path: Path = ("quantities", name)
        if written.possible and quantity.source is not Source.COMPUTED:
            message = "only what is computed can be impossible; say it of what is computed from this"
            self._problems.add(LabProblemKind.FORM, (*path, "possible"), message, on_key=True)
            return quantity
        demands, uses = [], dict.fromkeys(quantity.uses)
        for place, demand in enumerate(written.possible or ()):
            with self._reading((*path, "possible", place, "that"), demand.that):
                condition = read_condition(demand.that, self._dimensions)
                demands.append(DemandModel(condition, demand.says))
                uses |= dict.fromkeys(use for use in uses_of(condition) if use != name)
        words = []
        for said, given in (written.words or {}).items():
            with self._problems.reading((*path, "words", said)):
                words.append((said, base_units(given, quantity.unit)))
        bounded = replace(quantity, possible=tuple(demands), words=tuple(words), uses=tuple(uses))
        with self._problems.reading(path):
            functions_of(bounded)
        return bounded

    def _quantity(self, name: str, written: model.Quantity) -> Quantity | None:
        unit = self._units[name]
        quantity = Quantity(
            name, written.label, written.symbol or latex_name(name), unit, Source.GIVEN, written.note or ""
        )
        if written.formula is not None:
            return self._of_formula(quantity, written.formula, written.given or {})
        if written.expression is not None:
            path: Path = ("quantities", name, "expression")
            with self._reading(path, written.expression):
                made = read_expression(written.expression, self._dimensions, unit)
                return replace(quantity, source=Source.COMPUTED, **pick(made, "tree", "shown", "uses"))
            return None
        if written.search is not None:
            return self._of_search(quantity, written.search)
        if written.field is not None:
            return self._of_field(quantity, written.field)
        if written.value is None and (written.slider or written.select or written.toggle is not None):
            return replace(quantity, source=Source.CONTROL)
        return quantity

    @contextmanager
    def _reading(self, path: Path, text: object) -> Iterator[None]:
        """Note what is wrong with an expression, but for what follows from another problem."""
        with self._problems.reading(path, str(text)):
            try:
                yield
            except ExpressionError as error:
                unread = error.message.partition(" is none of the variables")
                name = unread[0].strip("'") if unread[1] else ""
                if name in self._choosers:
                    message = f"'{name}' is a choice between catalog entries; compute with one of its values"
                    part = part_of(str(text), error)
                    self._problems.add(LabProblemKind.EXPRESSION, path, message, part=part)
                elif name not in self._lab.quantities or name in self._units:
                    raise

    def _of_formula(
        self, quantity: Quantity, identifier: str, given: Mapping[str, object]
    ) -> Quantity | None:
        path: Path = ("quantities", quantity.name)
        formula = self._library.find(identifier)
        if physical(parse_unit(formula.unit).dimension) != quantity.dimension:
            message = f"{formula.id} comes out in {formula.unit}, which is no {unit_name(quantity.unit.name)}"
            self._problems.add(LabProblemKind.UNIT, (*path, "unit"), message)
            return None
        for variable in given:
            if variable not in formula.variables:
                where: Path = (*path, "given", variable)
                noun = f"no variable of {formula.id}"
                self._problems.unknown(where, variable, noun, formula.variables, on_key=True)
        missing = [variable for name, variable in formula.variables.items() if name not in given]
        if missing:
            listed = ", ".join(f"{variable.name} ({variable.meaning})" for variable in missing)
            self._problems.add(LabProblemKind.FORM, (*path, "formula"), f"{formula.id} needs {listed}")
        arguments: dict[str, Expression] = {}
        for name, text in given.items():
            if name in formula.variables:
                with self._reading((*path, "given", name), text):
                    arguments[name] = read_argument(text, formula.variables[name], self._dimensions)
        if len(arguments) < len(formula.variables):
            return None
        with self._problems.reading((*path, "formula")):
            made = instance(formula, arguments)
            uses = tuple(dict.fromkeys(use for argument in arguments.values() for use in argument.uses))
            parts = pick(made, "tree", "guards", "shown")
            return replace(quantity, source=Source.COMPUTED, **parts, uses=uses)
        return None

    def _of_search(self, quantity: Quantity, search: model.Search) -> Quantity | None:
        path: Path = ("quantities", quantity.name, "search")
        if search.over not in self._lab.quantities:
            where: Path = (*path, "over")
            self._problems.unknown(where, search.over, "no quantity of this lab", self._lab.quantities)
            return None
        over = self._units.get(search.over)
        if over is not None and over.dimension != quantity.dimension:
            message = f"'{search.over}' is in {over.name}, which is no {unit_name(quantity.unit.name)}"
            self._problems.add(LabProblemKind.UNIT, ("quantities", quantity.name, "unit"), message)
            return None
        with self._reading((*path, "when"), search.when):
            when = read_condition(search.when, self._dimensions)
            uses = tuple(dict.fromkeys((search.over, *uses_of(when))))
            return replace(quantity, source=Source.SEARCH, search=Search(search.over, when), uses=uses)
        return None

    def _of_field(self, quantity: Quantity, fields: list[str]) -> Quantity | None:
        values = self._catalog_values(quantity.name, fields)
        for entry, value in values:
            if _unit_of(value).dimension != quantity.dimension:
                field = "unit" if self._lab.quantities[quantity.name].unit else "field"
                wanted = unit_name(quantity.unit.name)
                message = f"{entry.id} has {value.name} in {value.unit}, which is no {wanted}"
                self._problems.add(LabProblemKind.UNIT, ("quantities", quantity.name, field), message)
                return None
        if not values:
            return None
        owner = fields[0].rpartition(".")[0]
        if owner in self._lab.quantities:
            return replace(quantity, source=Source.LOOKUP, uses=(owner,))
        entry, value = values[0]
        return replace(quantity, value=float(value.quantity.value), origin=f"{entry.name}: {value.text}")


def value_names(fields: Sequence[str]) -> list[str]:
    """Return the names of the values of `entry.value` or `name.value`."""
    return [field.rpartition(".")[2] for field in fields]


def _unit_of(value: Value) -> Unit:
    return Unit(value.unit or "1", value.measure.scale, physical(value.measure.dimension))
