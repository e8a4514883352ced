"""What can be set in a lab, as finite lists of choices."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final

from qbank.algebra.floating import TooLargeNumberError, floating
from qbank.catalog import Catalog
from qbank.labs.problem import LabProblemKind, Problems, unknown
from qbank.labs.quantity import Choice, Control, ControlKind
from qbank.model import lab as model
from qbank.problems import Path, quote
from qbank.units.format import format_quantity, format_significant
from qbank.units.names import in_symbols
from qbank.units.parse import parse_unit
from qbank.units.read import QuantityError, read_quantity

MOST_CHOICES: Final = 1000
"""Positions of one control."""


class ControlError(ValueError):
    """A control that cannot be made; its problem is noted already."""


def control(
    name: str,
    found: model.Control | model.Quantity,
    unit: str,
    *,
    catalog: Catalog,
    path: Path,
    problems: Problems,
) -> Control | None:
    """Return a control with all its choices in base units, or note why there is none and return None."""
    before = problems.hindering
    made: Control | None = None
    if found.slider is not None:
        made = _slider(name, found.slider, unit, (*path, "slider"), problems)
    elif found.select is not None:
        made = _select(name, found.select, unit, catalog=catalog, path=(*path, "select"), problems=problems)
    elif found.toggle is not None:
        made = Control(name, ControlKind.TOGGLE, (Choice("off", 0.0), Choice("on", 1.0)), int(found.toggle))
    return made if problems.hindering == before else None


def position(control: Control, given: object, unit: str) -> int:
    """Return the number of the choice that something given for a control means.

    Raises:
        ControlError: it is none of them; the message says which there are.
    """
    if control.kind is ControlKind.TOGGLE:
        if isinstance(given, bool):
            return int(given)
        raise ControlError(f"{quote(given)} is neither true nor false")
    if control.kind is ControlKind.SELECT:
        names = [one.entry or one.label for one in control.choices]
        if given in names:
            return names.index(str(given))
        said = unknown(str(given), "none of the choices", names) if isinstance(given, str) else quote(given)
        raise ControlError(f"{said}; there are {', '.join(map(quote, names))}")
    try:
        value = floating(read_quantity(given, unit) * parse_unit(unit).scale)
    except (QuantityError, TooLargeNumberError) as error:
        raise ControlError(str(error)) from None
    for number, one in enumerate(control.choices):
        if abs(one.value - value) <= 1e-9 * abs(value):
            return number
    nearest = min(control.choices, key=lambda one: abs(one.value - value))
    raise ControlError(
        f"{quote(given)} is none of the positions of the slider; the nearest is {nearest.label}"
    )


def _slider(name: str, found: model.Slider, unit: str, path: Path, problems: Problems) -> Control | None:
    values = _values(found, unit, path, problems)
    if values is None:
        return None
    if len(values) < 2 or any(low >= high for low, high in pairwise(values)):
        problems.add(LabProblemKind.RANGE, path, "a slider needs two positions or more, in ascending order")
        return None
    scale, mark = parse_unit(unit).scale, in_symbols(unit)
    choices = tuple(
        Choice(format_quantity(format_significant(one, 6), mark, cents=True), float(one * scale))
        for one in values
    )
    made = Control(name, ControlKind.SLIDER, choices, 0)
    if found.default is None:
        return made
    try:
        return Control(name, ControlKind.SLIDER, choices, position(made, found.default, unit))
    except ControlError as error:
        problems.add(LabProblemKind.RANGE, (*path, "default"), str(error))
        return None


def _values(found: model.Slider, unit: str, path: Path, problems: Problems) -> list[Fraction] | None:
    """Return the positions of a slider in its unit."""
    before = problems.hindering

    def number(given: object, *where: str | int) -> Fraction:
        try:
            value = read_quantity(given, unit)
            floating(value * parse_unit(unit).scale)
        except (QuantityError, TooLargeNumberError) as error:
            problems.add(LabProblemKind.RANGE, (*path, *where), str(error))
            return Fraction(0)
        return value

    if found.values is not None:
        values = [number(one, "values", index) for index, one in enumerate(found.values)]
        return values if problems.hindering == before else None
    if found.min is None or found.max is None or (found.step is None) == (found.factor is None):
        said = "a slider has 'min', 'max' and either 'step' or 'factor', or it has 'values'"
        problems.add(LabProblemKind.RANGE, path, said, on_key=True)
        return None
    low, high = number(found.min, "min"), number(found.max, "max")
    step = Fraction(str(found.factor)) if found.step is None else number(found.step, "step")
    if problems.hindering > before:
        return None
    if low >= high or step <= 0 or (found.factor is not None and (low <= 0 or step <= 1)):
        said = "'min' must be below 'max', the step above 0; with a factor above 1, 'min' is above 0"
        problems.add(LabProblemKind.RANGE, path, said, on_key=True)
        return None
    values = []
    at = low
    while at <= high:
        values.append(at)
        if len(values) > MOST_CHOICES:
            said = f"has more than {MOST_CHOICES:,} positions; take larger steps"
            problems.add(LabProblemKind.RANGE, path, said, on_key=True)
            return None
        at = at * step if found.factor is not None else at + step
    if values[-1] != high:
        said = f"no step ends at 'max'; the last position would be {format_significant(values[-1])}"
        problems.add(LabProblemKind.RANGE, (*path, "max"), said)
        return None
    return values


def _select(
    name: str, found: model.Select, unit: str, *, catalog: Catalog, path: Path, problems: Problems
) -> Control | None:
    if (found.entries is None) == (found.options is None):
        said = "a select has either 'entries' of the catalog or 'options'"
        problems.add(LabProblemKind.RANGE, path, said, on_key=True)
        return None
    choices = []
    if found.entries is not None:
        for index, identifier in enumerate(found.entries):
            entry = catalog.get(identifier)
            if entry is None:
                known = [one.id for one in catalog]
                problems.unknown((*path, "entries", index), identifier, "no entry of the catalog", known)
            else:
                choices.append(Choice(entry.name, float(index), identifier))
    choices += _options(found.options or {}, unit, path, problems)
    if not choices:
        return None
    made = Control(name, ControlKind.SELECT, tuple(choices), 0)
    if found.default is None:
        return made
    try:
        return Control(name, ControlKind.SELECT, made.choices, position(made, found.default, unit))
    except ControlError as error:
        problems.add(LabProblemKind.RANGE, (*path, "default"), str(error))
        return None


def _options(options: Mapping[str, object], unit: str, path: Path, problems: Problems) -> list[Choice]:
    choices = []
    for label, given in options.items():
        try:
            choices.append(Choice(label, floating(read_quantity(given, unit) * parse_unit(unit).scale)))
        except (QuantityError, TooLargeNumberError) as error:
            problems.add(LabProblemKind.RANGE, (*path, "options", label), str(error))
    return choices
