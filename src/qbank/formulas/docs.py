"""The page `docs/formula-library.md`, made from the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qbank import pages
from qbank.algebra.tree import spell_condition
from qbank.formulas.formula import Formula, Variable
from qbank.formulas.library import bundled
from qbank.units.format import format_number

TEMPLATE: Final = "docs/formula-library.md.j2"


@dataclass(frozen=True, slots=True)
class Entry:
    """A formula as the page shows it."""

    id: str
    name: str
    equation: str
    unit: str
    variables: tuple[tuple[str, str, str], ...]
    assumes: str
    holds: str
    pitfall: str
    variants: tuple[str, ...]
    source: str


def render() -> str:
    """Return the page in Markdown."""
    library = bundled()
    areas = {area: [_entry(one) for one in formulas] for area, formulas in library.areas.items()}
    return pages.render(TEMPLATE, count=len(library), areas=areas)


def _entry(formula: Formula) -> Entry:
    return Entry(
        id=formula.id,
        name=_escaped(formula.name),
        equation=formula.equation,
        unit=_unit(formula.unit),
        variables=tuple(
            (name, _unit(one.unit), _escaped(_about(one))) for name, one in formula.variables.items()
        ),
        assumes=_escaped("; ".join(formula.assumes)),
        holds=" and ".join(spell_condition(condition) for condition in formula.conditions),
        pitfall=_escaped(formula.pitfall or ""),
        variants=formula.variants,
        source=_escaped(formula.source),
    )


def _unit(unit: str) -> str:
    return "number" if unit == "1" else _escaped(unit)


def _about(variable: Variable) -> str:
    parts = [variable.meaning]
    if variable.whole:
        parts.append("whole")
    if variable.least is None:
        parts.append("may be negative")
    elif variable.least:
        parts.append(f"at least {format_number(variable.least)}")
    if variable.most is not None:
        parts.append(f"at most {format_number(variable.most)}")
    return ", ".join(parts)


def _escaped(text: str) -> str:
    for sign in "\\|*_[]<>$":
        text = text.replace(sign, f"\\{sign}")
    return text
