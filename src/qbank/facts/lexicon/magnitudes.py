"""Within what bounds quantities of known things lie: data of the lexicon, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from qbank.catalog.units import COUNT, unit_of
from qbank.facts.vocabulary import Kind, Role, kind_of
from qbank.units.dimension import Dimension
from qbank.units.unit import Unit

Measure = tuple[Kind, Dimension]
"""What a quantity measures."""


class Magnitude(Struct, frozen=True):
    """Within what bounds, in base units, a quantity of some classes of things lies, by a source.

    Attributes:
        things: the classes; `any` if the unit tells enough.
        beside: a class that the question must name as well; empty if none.
        between: classes that its sentence must name, one of them in its clause: the ends of a way.
        unless: classes that its sentence must not name.
        sort: the sort of what has it, where the things have several; else empty.
        what: the thing and its quantity, in words.
        unit, kind: of the quantity.
        roles: what it is; any if empty.
        over: what else of the thing the bounds are told for one of: `kg`; empty if they are of all.
        least, most: the bounds.
        bounds: they, in words.
    """

    things: frozenset[str]
    beside: str
    between: frozenset[str]
    unless: frozenset[str]
    sort: str
    what: str
    unit: Unit
    kind: Kind
    roles: frozenset[Role]
    over: str
    least: float
    most: float
    bounds: str
    source: str

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Magnitude:
        """Read an entry of a file."""
        unit = unit_of(raw["unit"])
        least, most = (raw.get(bound) for bound in ("least", "most"))
        return cls(
            frozenset(raw["of"]),
            raw.get("with", ""),
            frozenset(raw.get("between", ())),
            frozenset(raw.get("unless", ())),
            raw.get("is", ""),
            raw["what"],
            unit,
            kind_of(unit),
            frozenset(Role(role) for role in raw.get("roles", ())),
            raw.get("over", ""),
            float("-inf") if least is None else least * float(unit.scale),
            float("inf") if most is None else most * float(unit.scale),
            _bounds(least, most, _named_unit(raw["unit"], raw.get("over", ""))),
            raw["source"],
        )


def measure_of(raw: Mapping[str, Any]) -> Measure:
    """Return what an entry of a file bounds."""
    unit = unit_of(raw["unit"])
    return kind_of(unit), unit.dimension


def _named_unit(unit: str, over: str) -> str:
    return ("" if unit == COUNT else f" {unit}") + (f" per {over}" if over else "")


def _bounds(least: float | None, most: float | None, unit: str) -> str:
    if most is None:
        return f"at least {least:,}{unit}"
    return f"at most {most:,}{unit}" if least is None else f"{least:,} to {most:,}{unit}"
