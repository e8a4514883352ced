"""The quantities of a lab as one persona has them: its numbers and its controls put in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from qbank.algebra.floating import TooLargeNumberError, floating
from qbank.algebra.symbolic import latex_name
from qbank.catalog import AbsentValueError, Catalog
from qbank.labs.controls import control
from qbank.labs.definitions import Shared, own_unit, value_of
from qbank.labs.problem import LabProblemKind, Problems, unit_name
from qbank.labs.quantity import Control, Quantity, Source
from qbank.model import lab as model
from qbank.problems import Path
from qbank.units import Unit
from qbank.units.dimension import physical
from qbank.units.names import in_symbols
from qbank.units.read import QuantityError, read_quantity

_FIELD: Final = re.compile(r"(?P<entry>[a-z0-9][a-z0-9._-]*)\.(?P<value>[a-z][a-z0-9_]*)", re.ASCII)


class Giver:
    """Puts the numbers and controls of one persona into the quantities of a lab."""

    def __init__(
        self,
        lab: model.Lab,
        track: str,
        *,
        shared: Mapping[str, Shared],
        catalog: Catalog,
        problems: Problems,
    ) -> None:
        persona = next(one for name, one in lab.personas.items() if name == track)
        self._lab = lab
        self._shared = shared
        self._catalog = catalog
        self._problems = problems
        self._path: Path = ("personas", track)
        self._given = persona.given or {}
        self._controls = persona.controls or {}
        self._units = persona.units or {}
        self._labels = persona.labels or {}

    def quantities(self, needed: set[str]) -> dict[str, Quantity] | None:
        """Return the quantities that the persona needs, or None if something is wrong with what it gives."""
        before = self._problems.hindering
        self._check_names(needed)
        self._shared = {name: self._in_own_unit(one) for name, one in self._shared.items()}
        controls: dict[str, Control] = {}
        for name in self._shared:
            if name in needed and (made := self._control(name)) is not None:
                controls[name] = made
        if self._problems.hindering > before:
            return None
        found = {name: self._quantity(name, controls) for name in self._shared if name in needed}
        return found if self._problems.hindering == before else None

    def _in_own_unit(self, shared: Shared) -> Shared:
        """Return a quantity in the unit that the persona wants to see it in."""
        wanted = self._units.get(shared.name)
        if wanted is None:
            return shared
        path: Path = (*self._path, "units", shared.name)
        unit = own_unit(wanted, path, self._problems)
        if unit is not None and unit.dimension != shared.unit.dimension:
            own = shared.unit.name or "a pure number"
            said = f"'{shared.name}' is in {own}, which is no {unit_name(wanted)}"
            self._problems.add(LabProblemKind.UNIT, path, said)
            return shared
        return shared if unit is None else replace(shared, unit=unit)

    def _check_names(self, needed: set[str]) -> None:
        fields: dict[str, Iterable[str]] = {
            "given": self._given,
            "controls": self._controls,
            "units": self._units,
            "labels": self._labels,
        }
        for field, names in fields.items():
            for name in names:
                path = (*self._path, field, name)
                if name not in self._shared:
                    noun = "no quantity of this lab"
                    self._problems.unknown(path, name, noun, self._shared, on_key=True)
                elif field in {"given", "controls"} and self._shared[name].source not in {
                    None,
                    Source.GIVEN,
                    Source.CONTROL,
                }:
                    said = f"'{name}' is computed; only controls and given numbers can be given"
                    self._problems.add(LabProblemKind.PERSONA, path, said, on_key=True)
                elif name not in needed:
                    said = f"'{name}' is used by no part of this track"
                    self._problems.add(LabProblemKind.UNUSED, path, said, on_key=True)
                elif field == "given" and name in self._controls:
                    said = f"'{name}' stands among the controls of this persona too"
                    self._problems.add(LabProblemKind.PERSONA, path, said, on_key=True)

    def _control(self, name: str) -> Control | None:
        found, path = self._controls.get(name), (*self._path, "controls", name)
        if found is not None:
            ways = [way for way in ("slider", "select", "toggle") if getattr(found, way) is not None]
            if len(ways) != 1:
                said = "a control is one of 'slider', 'select' and 'toggle'"
                self._problems.add(LabProblemKind.PERSONA, path, said, on_key=True)
                return None
            return self._made(name, found, path)
        if name in self._given or self._shared[name].source is not Source.CONTROL:
            return None
        own = self._lab.quantities[name]
        return self._made(name, own, ("quantities", name))

    def _made(self, name: str, found: model.Control | model.Quantity, path: Path) -> Control | None:
        unit = self._shared[name].unit.name or "1"
        return control(name, found, unit, catalog=self._catalog, path=path, problems=self._problems)

    def _quantity(self, name: str, controls: Mapping[str, Control]) -> Quantity:
        shared, own = self._shared[name], self._lab.quantities[name]
        unit = shared.unit
        source = shared.source or Source.GIVEN
        value: float | None = None
        values: tuple[float, ...] = ()
        origin = ""
        if name in controls:
            source = Source.CONTROL
        elif source is Source.LOOKUP:
            values = self._lookup(name, controls)
        elif source in {Source.GIVEN, Source.CONTROL}:
            source = Source.GIVEN
            value, origin = self._value(name)
        if shared.search is not None and shared.search.over not in controls:
            said = f"'{shared.search.over}' is no slider, and only a slider can be searched"
            self._problems.add(LabProblemKind.PERSONA, ("quantities", name, "search", "over"), said)
        return Quantity(
            name=name,
            label=self._labels.get(name, own.label),
            symbol=own.symbol or latex_name(name),
            unit=unit.name or "1",
            mark=in_symbols(unit.name or "1"),
            scale=float(unit.scale),
            dimension=unit.dimension,
            source=source,
            note=own.note or "",
            value=value,
            control=controls.get(name),
            values=values,
            tree=shared.tree,
            guards=shared.guards,
            shown=shared.shown,
            formula=shared.formula,
            search=shared.search,
            uses=shared.uses,
            origin=origin,
        )

    def _lookup(self, name: str, controls: Mapping[str, Control]) -> tuple[float, ...]:
        shared = self._shared[name]
        chooser = controls.get(str(shared.chosen_by))
        if chooser is None or any(one.entry is None for one in chooser.choices):
            said = f"'{shared.chosen_by}' is no choice between entries of the catalog on this track"
            self._problems.add(LabProblemKind.PERSONA, self._path, said, on_key=True)
            return ()
        values = []
        for choice in chooser.choices:
            entry = self._catalog.get(str(choice.entry))
            if entry is not None:
                # Whether they all have the value was looked at when the field was read.
                values.append(float(value_of(entry, shared.values).quantity.value))
        return tuple(values)

    def _value(self, name: str) -> tuple[float, str]:
        """Return a given number in base units, and where it comes from."""
        shared, own = self._shared[name], self._lab.quantities[name]
        if name in self._given:
            return self._amount(self._given[name], shared.unit, (*self._path, "given", name))
        if shared.entry is not None:
            found = value_of(shared.entry, shared.values)
            return float(found.quantity.value), f"{shared.entry.name}: {found.text}"
        if own.value is not None:
            return self._amount(own.value, shared.unit, ("quantities", name, "value"))
        said = f"gives no '{name}', which its parts need"
        self._problems.add(LabProblemKind.PERSONA, self._path, said, on_key=True)
        return math.nan, ""

    def _amount(self, given: object, unit: Unit, path: Path) -> tuple[float, str]:
        found = _FIELD.fullmatch(given) if isinstance(given, str) else None
        try:
            if found is not None:
                return self._of_entry(found["entry"], found["value"], unit, path)
            amount = read_quantity(given, unit.name or "1")
            return floating(amount * unit.scale), ""
        except (QuantityError, AbsentValueError) as error:
            kind = LabProblemKind.NAME if isinstance(error, AbsentValueError) else LabProblemKind.UNIT
            self._problems.add(kind, path, str(error))
        except TooLargeNumberError as error:
            self._problems.add(LabProblemKind.RANGE, path, str(error))
        return math.nan, ""

    def _of_entry(self, identifier: str, name: str, unit: Unit, path: Path) -> tuple[float, str]:
        entry = self._catalog.get(identifier)
        if entry is None:
            known = [one.id for one in self._catalog]
            self._problems.unknown(path, identifier, "no entry of the catalog", known)
            return math.nan, ""
        found = entry.value(name)
        if physical(found.quantity.dimension) != unit.dimension:
            said = f"{identifier} has {name} in {found.unit}, which is no {unit_name(unit.name)}"
            self._problems.add(LabProblemKind.UNIT, path, said)
            return math.nan, ""
        return floating(found.quantity.value), f"{entry.name}: {found.text}"
