"""What can be set in a lab, as finite lists of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from qbank.algebra.floating import TooLargeNumberError, floating
from qbank.catalog import Catalog
from qbank.labs.problem import LabProblemKind, Problems, unknown
from qbank.labs.quantity import Choice, Control, ControlKind
from qbank.model import lab as model
from qbank.problems import Path, quote
from qbank.units import Unit
from qbank.units.format import format_quantity, format_significant
from qbank.units.names import in_symbols
from qbank.units.read import QuantityError, read_quantity

MOST_CHOICES: Final = 1000
"""Positions of one control."""


class ControlError(ValueError):
    """A choice that a control does not have; the message says which there are."""


def base_units(given: object, unit: Unit) -> float:
    """Return an amount in base units; a plain number is in `unit`.

    Raises:
        QuantityError: it is no amount of that kind.
        TooLargeNumberError: a page cannot hold it.
    """
    return floating(read_quantity(given, unit.name) * unit.scale)


def control(
    written: model.Control | model.Quantity,
    unit: Unit,
    catalog: Catalog,
    path: Path,
    problems: Problems,
    *,
    words: Sequence[tuple[str, float]] = (),
) -> Control | None:
    """Return a control with all its choices in base units, or note why there is none and return None.

    `words` are what some values are called; a toggle shows them instead of "off" and "on".
    """
    if written.slider is not None:
        return _ControlReader(unit, (*path, "slider"), problems).slider(written.slider)
    if written.select is not None:
        return _ControlReader(unit, (*path, "select"), problems).select(written.select, catalog)
    if written.toggle is not None:
        names = {0.0: "off", 1.0: "on"} | {value: said for said, value in words}
        choices = tuple(Choice(names[value], value) for value in (0.0, 1.0))
        return Control(ControlKind.TOGGLE, choices, int(written.toggle))
    return None


def position(control: Control, given: object, unit: Unit) -> int:
    """Return the number of the choice that something given for a control means.

    Raises:
        ControlError: it is none of them.
    """
    if control.kind is ControlKind.TOGGLE:
        if isinstance(given, bool):
            return int(given)
        raise ControlError(f"{quote(given)} is neither true nor false")
    if control.kind is ControlKind.SELECT:
        names = [choice.entry or choice.label for choice in control.choices]
        if given in names:
            return names.index(str(given))
        message = unknown(given, "none of the choices", names) if isinstance(given, str) else quote(given)
        raise ControlError(f"{message}; there are {', '.join(map(quote, names))}")
    try:
        value = base_units(given, unit)
    except (QuantityError, TooLargeNumberError) as error:
        raise ControlError(str(error)) from None
    for number, choice in enumerate(control.choices):
        if abs(choice.value - value) <= 1e-9 * abs(value):
            return number
    nearest = min(control.choices, key=lambda choice: abs(choice.value - value))
    raise ControlError(
        f"{quote(given)} is none of the positions of the slider; the nearest is {nearest.label}"
    )


class _ControlReader:
    def __init__(self, unit: Unit, path: Path, problems: Problems) -> None:
        self._unit = unit
        self._path = path
        self._problems = problems

    def slider(self, written: model.Slider) -> Control | None:
        before = self._problems.hindering
        values = self._positions(written)
        if self._problems.hindering > before:
            return None
        if len(values) < 2 or any(low >= high for low, high in pairwise(values)):
            self._refuse("a slider needs two positions or more, in ascending order")
            return None
        mark = in_symbols(self._unit.name)
        labels = [format_quantity(format_significant(value, 6), mark, cents=True) for value in values]
        choices = tuple(
            Choice(label, float(value * self._unit.scale))
            for label, value in zip(labels, values, strict=True)
        )
        return self._control(ControlKind.SLIDER, choices, written.default)

    def select(self, written: model.Select, catalog: Catalog) -> Control | None:
        before = self._problems.hindering
        if (written.entries is None) == (written.options is None):
            self._refuse("a select has either 'entries' of the catalog or 'options'", on_key=True)
            return None
        choices = []
        for index, identifier in enumerate(written.entries or ()):
            entry = catalog.get(identifier)
            if entry is None:
                where: Path = (*self._path, "entries", index)
                known = [entry.id for entry in catalog]
                self._problems.unknown(where, identifier, "no entry of the catalog", known)
            else:
                choices.append(Choice(entry.name, float(index), identifier))
        for label, given in (written.options or {}).items():
            try:
                choices.append(Choice(label, base_units(given, self._unit)))
            except (QuantityError, TooLargeNumberError) as error:
                self._refuse(str(error), "options", label)
        if self._problems.hindering > before:
            return None
        return self._control(ControlKind.SELECT, tuple(choices), written.default)

    def _control(self, kind: ControlKind, choices: tuple[Choice, ...], default: object) -> Control | None:
        control = Control(kind, choices, 0)
        try:
            at = 0 if default is None else position(control, default, self._unit)
            return replace(control, default=at)
        except ControlError as error:
            self._refuse(str(error), "default")
            return None

    def _positions(self, written: model.Slider) -> list[Fraction]:
        """Return the positions of a slider in its unit."""
        if written.values is not None:
            return [self._number(given, "values", index) for index, given in enumerate(written.values)]
        if written.min is None or written.max is None or (written.step is None) == (written.factor is None):
            message = "a slider has 'min', 'max' and either 'step' or 'factor', or it has 'values'"
            self._refuse(message, on_key=True)
            return []
        before = self._problems.hindering
        low, high = self._number(written.min, "min"), self._number(written.max, "max")
        multiplies = written.step is None
        step = Fraction(str(written.factor)) if multiplies else self._number(written.step, "step")
        if self._problems.hindering > before:
            return []
        if low >= high or step <= 0 or (multiplies and (low <= 0 or step <= 1)):
            message = "'min' must be below 'max', the step above 0; with a factor above 1, 'min' is above 0"
            self._refuse(message, on_key=True)
            return []
        values = []
        value = low
        while value <= high:
            values.append(value)
            if len(values) > MOST_CHOICES:
                self._refuse(f"has more than {MOST_CHOICES:,} positions; take larger steps", on_key=True)
                return []
            value = value * step if multiplies else value + step
        if values[-1] != high:
            message = f"no step ends at 'max'; the last position would be {format_significant(values[-1])}"
            self._refuse(message, "max")
        return values

    def _number(self, given: object, *where: str | int) -> Fraction:
        try:
            value = read_quantity(given, self._unit.name)
            floating(value * self._unit.scale)
        except (QuantityError, TooLargeNumberError) as error:
            self._refuse(str(error), *where)
            return Fraction(0)
        return value

    def _refuse(self, message: str, *where: str | int, on_key: bool = False) -> None:
        self._problems.add(LabProblemKind.RANGE, (*self._path, *where), message, on_key=on_key)
