"""The page `docs/formula-library.md`, made from the data."""

from __future__ import annotations

from typing import Final

from qbank import pages
from qbank.algebra.tree import spell_condition
from qbank.formulas.formula import Variable
from qbank.formulas.library import bundled
from qbank.units.format import format_number

TEMPLATE: Final = "docs/formula-library.md.j2"


def render() -> str:
    """Return the page in Markdown."""
    return pages.render(TEMPLATE, library=bundled(), about=_about, spelled=spell_condition)


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
