"""The page `docs/formula-library.md`, made from the data."""

from __future__ import annotations

from typing import Final

from qbank import pages
from qbank.algebra.tree import spell_condition
from qbank.formulas.library import bundled

TEMPLATE: Final = "docs/formula-library.md.j2"


def render() -> str:
    """Return the page in Markdown."""
    return pages.render(TEMPLATE, library=bundled(), spelled=spell_condition)
