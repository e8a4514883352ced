"""The quantities of a lab as all personas share them: what each is computed from, and its unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from qbank.algebra.parse import ExpressionError
from qbank.algebra.tree import Condition, Node
from qbank.catalog import AbsentValueError, Catalog, Entry, Value
from qbank.formulas.formula import Formula
from qbank.formulas.library import Library
from qbank.formulas.unit_check import UnitError
from qbank.labs.expressions import (
    Expression,
    instance,
    read_argument,
    read_condition,
    read_expression,
    uses_of,
)
from qbank.labs.problem import LabProblemKind, Problems, part_of, unit_name, unknown
from qbank.labs.quantity import Search, Source
from qbank.model import lab as model
from qbank.problems import Path
from qbank.units import Unit
from qbank.units.dimension import Dimension, physical
from qbank.units.parse import UnknownUnitError, parse_unit

WAYS: Final = ("slider", "select", "toggle", "value", "field", "formula", "expression", "search")
"""The fields that say where a quantity has its value from; it has one of them, or none."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a quantity is for all personas; `source` is None if each of them gives it."""

    name: str
    unit: Unit
    source: Source | None
    tree: Node | None = field(default=None, repr=False)
    guards: Condition = field(default=(), repr=False)
    shown: Node | None = field(default=None, repr=False)
    formula: Formula | None = field(default=None, repr=False)
    search: Search | None = None
    chosen_by: str | None = None
    entry: Entry | None = None
    values: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


def share(lab: model.Lab, library: Library, catalog: Catalog, problems: Problems) -> dict[str, Shared]:
    """Read all quantities; those that something is wrong with are noted and left out."""
    return _Sharer(lab, library, catalog, problems).quantities()


def own_unit(name: str, path: Path, problems: Problems) -> Unit | None:
    """Return the unit of a name, or note that it is none."""
    try:
        unit = parse_unit(name)
    except UnknownUnitError as error:
        problems.add(LabProblemKind.UNIT, path, str(error))
        return None
    return Unit(name, unit.scale, physical(unit.dimension))


class _Sharer:
    def __init__(self, lab: model.Lab, library: Library, catalog: Catalog, problems: Problems) -> None:
        self._lab = lab
        self._library = library
        self._catalog = catalog
        self._problems = problems
        self._units: dict[str, Unit] = {}
        self._choosers = {name for name in lab.quantities if self._entries(name)}

    def quantities(self) -> dict[str, Shared]:
        for name, found in self._lab.quantities.items():
            ways = [way for way in WAYS if getattr(found, way) is not None]
            path: Path = ("quantities", name)
            if len(ways) > 1:
                said = f"has '{ways[0]}' and '{ways[1]}'; a quantity has one of them"
                self._problems.add(LabProblemKind.FORM, (*path, ways[1]), said, on_key=True)
            if found.given is not None and found.formula is None:
                said = "only a formula has something given"
                self._problems.add(LabProblemKind.FORM, (*path, "given"), said, on_key=True)
            unit = self._unit(name, found)
            if unit is not None:
                self._units[name] = unit
        # What entries are chosen by is no number, so that no expression may name it.
        dimensions = {
            name: unit.dimension for name, unit in self._units.items() if name not in self._choosers
        }
        shared = {}
        for name, found in self._lab.quantities.items():
            if name in self._units:
                one = self._shared(name, found, dimensions)
                if one is not None:
                    shared[name] = one
        return shared

    def _entries(self, name: str) -> list[Entry]:
        """Return the catalog entries that a quantity may stand at, for any persona."""
        controls: list[model.Control | model.Quantity] = [self._lab.quantities[name]]
        for persona in self._lab.personas.values():
            own = (persona.controls or {}).get(name)
            controls += [own] if own is not None else []
        listed = [one for control in controls if control.select for one in control.select.entries or ()]
        entries = [self._catalog.get(identifier) for identifier in dict.fromkeys(listed)]
        return [entry for entry in entries if entry is not None]

    def _unit(self, name: str, found: model.Quantity) -> Unit | None:
        """Return the unit that a quantity is shown in."""
        path: Path = ("quantities", name)
        if found.formula is not None and found.formula not in self._library:
            known = [one.id for one in self._library]
            self._problems.unknown((*path, "formula"), found.formula, "no formula of the library", known)
            return None
        if found.unit is not None:
            return own_unit(found.unit, (*path, "unit"), self._problems)
        if found.formula is not None:
            return own_unit(self._library.find(found.formula).unit, (*path, "formula"), self._problems)
        if found.field is not None:
            values = self._field_values(name, found.field)
            return _unit_of(values[0][1]) if values else None
        if found.search is not None:
            over = self._lab.quantities.get(found.search.over)
            return own_unit((over and over.unit) or "1", path, self._problems)
        return own_unit("1", path, self._problems)

    def _field_values(self, name: str, written: list[str]) -> list[tuple[Entry, Value]]:
        """Return the entries that a field may be of with its value, or note what is wrong with it."""
        path: Path = ("quantities", name, "field")
        owners = {one.rpartition(".")[0] for one in written}
        if len(owners) > 1 or "" in owners:
            said = "write 'entry.value', or 'name.value' of a select; several values are of the same one"
            self._problems.add(LabProblemKind.NAME, path, said)
            return []
        owner = owners.pop()
        entry = self._catalog.get(owner)
        entries = [entry] if entry is not None else []
        if owner in self._lab.quantities:
            entries = self._entries(owner)
            if not entries:
                said = f"'{owner}' is no choice between entries of the catalog"
                self._problems.add(LabProblemKind.NAME, path, said)
        elif entry is None:
            known = [*self._choosers, *(one.id for one in self._catalog)]
            self._problems.unknown(path, owner, "no entry of the catalog and no quantity", known)
        found = []
        for entry in entries:
            try:
                value = value_of(entry, [one.rpartition(".")[2] for one in written])
            except AbsentValueError as error:
                self._problems.add(LabProblemKind.NAME, path, str(error))
                return []
            found.append((entry, value))
        return found

    def _shared(self, name: str, found: model.Quantity, dimensions: Mapping[str, Dimension]) -> Shared | None:
        path: Path = ("quantities", name)
        unit = self._units[name]
        if found.formula is not None:
            return self._of_formula(name, found, dimensions)
        if found.expression is not None:
            where = (*path, "expression")
            made = self.expression(found.expression, dimensions, unit, where)
            if made is None:
                return None
            return Shared(name, unit, Source.COMPUTED, made.tree, (), made.shown, uses=made.uses)
        if found.search is not None:
            return self._of_search(name, found.search, dimensions)
        if found.field is not None:
            return self._of_field(name, found.field)
        if found.value is not None:
            return Shared(name, unit, Source.GIVEN)
        if found.slider is not None or found.select is not None or found.toggle is not None:
            return Shared(name, unit, Source.CONTROL)
        return Shared(name, unit, None)

    def expression(
        self, text: str, dimensions: Mapping[str, Dimension], unit: Unit, path: Path
    ) -> Expression | None:
        try:
            return read_expression(text, dimensions, unit)
        except ExpressionError as error:
            self._unreadable(path, text, error)
        except UnitError as error:
            self._problems.add(LabProblemKind.UNIT, path, str(error))
        return None

    def _unreadable(self, path: Path, text: str, error: ExpressionError) -> None:
        for name in self._choosers:
            if error.message.startswith(f"'{name}' is none of the variables"):
                said = f"'{name}' is a choice between catalog entries; compute with one of its values"
                self._problems.add(LabProblemKind.EXPRESSION, path, said, part=part_of(text, error))
                return
        broken = self._lab.quantities.keys() - self._units.keys()
        if not any(error.message.startswith(f"'{name}' is none of the variables") for name in broken):
            self._problems.unreadable(path, text, error)

    def _of_formula(
        self, name: str, found: model.Quantity, dimensions: Mapping[str, Dimension]
    ) -> Shared | None:
        path: Path = ("quantities", name)
        formula = self._library.find(str(found.formula))
        unit = self._units[name]
        if physical(parse_unit(formula.unit).dimension) != unit.dimension:
            said = f"{formula.id} comes out in {formula.unit}, which is no {unit_name(unit.name)}"
            self._problems.add(LabProblemKind.UNIT, (*path, "unit"), said)
            return None
        given = found.given or {}
        for variable in given:
            if variable not in formula.variables:
                noun = f"no variable of {formula.id}"
                self._problems.unknown(
                    (*path, "given", variable), variable, noun, formula.variables, on_key=True
                )
        missing = [one for one in formula.variables.values() if one.name not in given]
        if missing:
            listed = ", ".join(f"{one.name} ({one.meaning})" for one in missing)
            self._problems.add(LabProblemKind.FORM, (*path, "formula"), f"{formula.id} needs {listed}")
        arguments: dict[str, Expression] = {}
        for variable, text in given.items():
            if variable in formula.variables:
                where: Path = (*path, "given", variable)
                try:
                    arguments[variable] = read_argument(text, formula.variables[variable], dimensions)
                except ExpressionError as error:
                    self._unreadable(where, str(text), error)
                except UnitError as error:
                    self._problems.add(LabProblemKind.UNIT, where, str(error))
        if len(arguments) < len(formula.variables):
            return None
        try:
            made = instance(formula, arguments)
        except ExpressionError as error:
            self._problems.add(LabProblemKind.EXPRESSION, (*path, "formula"), error.message)
            return None
        uses = tuple(dict.fromkeys(use for one in arguments.values() for use in one.uses))
        return Shared(name, unit, Source.COMPUTED, made.tree, made.guards, made.shown, formula, uses=uses)

    def _of_search(
        self, name: str, found: model.Search, dimensions: Mapping[str, Dimension]
    ) -> Shared | None:
        path: Path = ("quantities", name, "search")
        unit = self._units[name]
        if found.over not in self._lab.quantities:
            said = unknown(found.over, "no quantity of this lab", self._lab.quantities)
            self._problems.add(LabProblemKind.NAME, (*path, "over"), said)
            return None
        over = self._units.get(found.over)
        if over is not None and over.dimension != unit.dimension:
            said = f"'{found.over}' is in {over.name}, which is no {unit_name(unit.name)}"
            self._problems.add(LabProblemKind.UNIT, ("quantities", name, "unit"), said)
            return None
        try:
            when = read_condition(found.when, dimensions)
        except ExpressionError as error:
            self._unreadable((*path, "when"), found.when, error)
            return None
        except UnitError as error:
            self._problems.add(LabProblemKind.UNIT, (*path, "when"), str(error))
            return None
        uses = tuple(dict.fromkeys((found.over, *uses_of(when))))
        return Shared(name, unit, Source.SEARCH, search=Search(found.over, when), uses=uses)

    def _of_field(self, name: str, written: list[str]) -> Shared | None:
        owner = written[0].rpartition(".")[0]
        names = tuple(one.rpartition(".")[2] for one in written)
        unit = self._units[name]
        values = self._field_values(name, written)
        for entry, value in values:
            own = _unit_of(value)
            if own.dimension != unit.dimension:
                path: Path = ("quantities", name, "unit" if self._lab.quantities[name].unit else "field")
                said = f"{entry.id} has {value.name} in {value.unit}, which is no {unit_name(unit.name)}"
                self._problems.add(LabProblemKind.UNIT, path, said)
                return None
        if not values:
            return None
        if owner in self._lab.quantities:
            return Shared(name, unit, Source.LOOKUP, chosen_by=owner, values=names, uses=(owner,))
        return Shared(name, unit, Source.GIVEN, entry=values[0][0], values=names)


def value_of(entry: Entry, names: Sequence[str]) -> Value:
    """Return the first value of these names that an entry has as one number.

    Raises:
        AbsentValueError: it has none.
    """
    for name in names[:-1]:
        if name in entry.values and not entry.values[name].is_text:
            return entry.values[name]
    found = entry.value(names[-1])
    _ = found.quantity
    return found


def _unit_of(value: Value) -> Unit:
    return Unit(value.unit, value.measure.scale, physical(value.measure.dimension))
