"""The quantities of a lab as one persona has them: its numbers and its controls put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from qbank.algebra.floating import NAN, floating
from qbank.catalog import Catalog
from qbank.labs.controls import base_units, control
from qbank.labs.definitions import catalog_value, named_unit, value_names
from qbank.labs.problem import LabProblemKind, Problems, unit_name
from qbank.labs.quantity import Control, Quantity, Source
from qbank.model import lab as model
from qbank.problems import Path
from qbank.units import Unit
from qbank.units.dimension import physical

_GIVEN: Final = (Source.GIVEN, Source.CONTROL)
"""What a persona may give."""
_FIELD: Final = re.compile(r"(?P<entry>[a-z0-9][a-z0-9._-]*)\.(?P<value>[a-z][a-z0-9_]*)", re.ASCII)


@dataclass(slots=True)
class PersonaReader:
    """Puts the numbers and controls of one persona into the quantities that a lab defines.

    `path` leads to the persona in the file of the lab.
    """

    lab: model.Lab
    persona: model.Persona
    path: Path
    defined: Mapping[str, Quantity]
    catalog: Catalog
    problems: Problems

    def _said(self, field: str) -> Mapping[str, Any]:
        """Return what the persona says of quantities in one of its fields."""
        return getattr(self.persona, field) or {}

    def quantities(self, needed: set[str]) -> dict[str, Quantity] | None:
        """Return the quantities that the persona needs, or None if something is wrong with what it gives."""
        before = self.problems.hindering
        self._check_names(needed)
        named = {name: self._named(quantity) for name, quantity in self.defined.items()}
        made = {name: self._control(named[name]) for name in named if name in needed}
        controls = {name: control for name, control in made.items() if control is not None}
        if self.problems.hindering > before:
            return None
        quantities = {name: self._quantity(named[name], controls) for name in named if name in needed}
        return quantities if self.problems.hindering == before else None

    def _named(self, quantity: Quantity) -> Quantity:
        """Return a quantity with the label and in the unit that the persona wants to see it in."""
        quantity = replace(quantity, label=self._said("labels").get(quantity.name, quantity.label))
        wanted = self._said("units").get(quantity.name)
        path: Path = (*self.path, "units", quantity.name)
        unit = None if wanted is None else named_unit(wanted, path, self.problems)
        if wanted is None or unit is None:
            return quantity
        if unit.dimension != quantity.dimension:
            message = f"'{quantity.name}' is in {quantity.unit.name}, which is no {unit_name(wanted)}"
            self.problems.add(LabProblemKind.UNIT, path, message)
            return quantity
        return replace(quantity, unit=unit)

    def _check_names(self, needed: set[str]) -> None:
        for field in ("given", "controls", "units", "labels"):
            for name in self._said(field):
                path = (*self.path, field, name)
                if name not in self.defined:
                    self.problems.unknown(path, name, "no quantity of this lab", self.defined, on_key=True)
                elif field in {"given", "controls"} and self.defined[name].source not in _GIVEN:
                    message = f"'{name}' is computed; only controls and given numbers can be given"
                    self.problems.add(LabProblemKind.PERSONA, path, message, on_key=True)
                elif name not in needed:
                    message = f"'{name}' is used by no part of this track"
                    self.problems.add(LabProblemKind.UNUSED, path, message, on_key=True)
                elif field == "given" and name in self._said("controls"):
                    message = f"'{name}' stands among the controls of this persona too"
                    self.problems.add(LabProblemKind.PERSONA, path, message, on_key=True)

    def _control(self, quantity: Quantity) -> Control | None:
        name = quantity.name
        written: model.Control | model.Quantity | None = self._said("controls").get(name)
        path: Path = (*self.path, "controls", name)
        if written is not None:
            ways = [way for way in ("slider", "select", "toggle") if getattr(written, way) is not None]
            if len(ways) != 1:
                message = "a control is one of 'slider', 'select' and 'toggle'"
                self.problems.add(LabProblemKind.PERSONA, path, message, on_key=True)
                return None
        elif name in self._said("given") or quantity.source is not Source.CONTROL:
            return None
        else:
            written, path = self.lab.quantities[name], ("quantities", name)
        return control(written, quantity.unit, self.catalog, path, self.problems, words=quantity.words)

    def _quantity(self, quantity: Quantity, controls: Mapping[str, Control]) -> Quantity:
        search = quantity.search
        if search is not None and search.over not in controls:
            message = f"'{search.over}' is no slider, and only a slider can be searched"
            path: Path = ("quantities", quantity.name, "search", "over")
            self.problems.add(LabProblemKind.PERSONA, path, message)
        if quantity.name in controls:
            return replace(
                quantity, source=Source.CONTROL, control=controls[quantity.name], value=None, origin=""
            )
        if quantity.source is Source.LOOKUP:
            return replace(quantity, values=self._looked_up(quantity, controls))
        if quantity.source in _GIVEN:
            value, origin = self._value(quantity)
            return replace(quantity, source=Source.GIVEN, value=value, origin=origin)
        return quantity

    def _looked_up(self, quantity: Quantity, controls: Mapping[str, Control]) -> tuple[float, ...]:
        """Return the value of a field for each entry that a control may stand at."""
        chooser = controls.get(quantity.uses[0])
        if chooser is None or any(choice.entry is None for choice in chooser.choices):
            message = f"'{quantity.uses[0]}' is no choice between entries of the catalog on this track"
            self.problems.add(LabProblemKind.PERSONA, self.path, message, on_key=True)
            return ()
        names = value_names(self.lab.quantities[quantity.name].field or ())
        entries = [self.catalog.get(str(choice.entry)) for choice in chooser.choices]
        # Whether they all have the value was looked at when the field was read.
        values = [catalog_value(entry, names) for entry in entries if entry is not None]
        return tuple(float(value.quantity.value) for value in values)

    def _value(self, quantity: Quantity) -> tuple[float, str]:
        """Return a given number in base units, and where it comes from."""
        name = quantity.name
        shared = self.lab.quantities[name].value
        if name in self._said("given"):
            return self._amount(self._said("given")[name], quantity.unit, (*self.path, "given", name))
        if quantity.value is not None:
            return quantity.value, quantity.origin
        if shared is not None:
            return self._amount(shared, quantity.unit, ("quantities", name, "value"))
        message = f"gives no '{name}', which its parts need"
        self.problems.add(LabProblemKind.PERSONA, self.path, message, on_key=True)
        return NAN, ""

    def _amount(self, given: object, unit: Unit, path: Path) -> tuple[float, str]:
        field = _FIELD.fullmatch(given) if isinstance(given, str) else None
        with self.problems.reading(path):
            if field is not None:
                return self._of_entry(field["entry"], field["value"], unit, path)
            return base_units(given, unit), ""
        return NAN, ""

    def _of_entry(self, identifier: str, name: str, unit: Unit, path: Path) -> tuple[float, str]:
        entry = self.catalog.get(identifier)
        if entry is None:
            known = [entry.id for entry in self.catalog]
            self.problems.unknown(path, identifier, "no entry of the catalog", known)
            return NAN, ""
        value = entry.value(name)
        if physical(value.quantity.dimension) != unit.dimension:
            message = f"{identifier} has {name} in {value.unit}, which is no {unit_name(unit.name)}"
            self.problems.add(LabProblemKind.UNIT, path, message)
            return NAN, ""
        return floating(value.quantity.value), f"{entry.name}: {value.text}"
