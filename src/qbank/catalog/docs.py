"""The page `docs/hardware-catalog.md`, made from the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from qbank import pages
from qbank.catalog.entry import Entry
from qbank.catalog.loading import bundled
from qbank.model.catalog_words import Confidence, Shelf

TEMPLATE: Final = "docs/hardware-catalog.md.j2"
_MOST_COLUMNS: Final = 6
_MARKS: Final = {Confidence.HIGH: "", Confidence.MEDIUM: "°", Confidence.LOW: "\\*"}


def render() -> str:
    """Return the page in Markdown."""
    shelves: dict[Shelf, dict[str, list[Entry]]] = {shelf: {} for shelf in Shelf}
    for entry in bundled():
        shelves[entry.track].setdefault(entry.kind, []).append(entry)
    return pages.render(TEMPLATE, catalog=bundled(), shelves=shelves, columns=_columns, marks=_MARKS)


def _columns(entries: Sequence[Entry]) -> list[str]:
    """Return the names of the values that most entries of a kind have, in the order of the data."""
    counts = Counter(name for entry in entries for name in entry.values)
    common = [name for name, count in counts.most_common() if 2 * count >= len(entries)][:_MOST_COLUMNS]
    return [name for name in counts if name in common]
