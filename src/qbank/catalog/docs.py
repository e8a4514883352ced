"""The page `docs/hardware-catalog.md`, made from the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from qbank import pages
from qbank.catalog.entry import Entry, Source, Value
from qbank.catalog.loading import bundled
from qbank.model.catalog_words import Confidence, Shelf

TEMPLATE: Final = "docs/hardware-catalog.md.j2"
_MOST_COLUMNS: Final = 6
_MARKS: Final = {Confidence.HIGH: "", Confidence.MEDIUM: "°", Confidence.LOW: "\\*"}


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as a table shows it; `more` counts the values that have no column."""

    id: str
    name: str
    cells: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Table:
    """The entries of a kind."""

    kind: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the catalog."""

    title: str
    about: str
    tables: tuple[Table, ...]


def render() -> str:
    """Return the page in Markdown."""
    catalog = bundled()
    return pages.render(
        TEMPLATE,
        entries=len(catalog),
        values=sum(len(entry.values) for entry in catalog),
        shelves=list(_parts(catalog.entries)),
        sources=[_plain(source) for source in catalog.sources.values()],
    )


def _parts(entries: Sequence[Entry]) -> Iterator[Part]:
    for shelf in Shelf:
        shown = [entry for entry in entries if entry.track is shelf]
        kinds = dict.fromkeys(entry.kind for entry in shown)
        tables = tuple(_table(kind, [entry for entry in shown if entry.kind == kind]) for kind in kinds)
        if tables:
            yield Part(shelf.value, shelf.meaning, tables)


def _table(kind: str, entries: Sequence[Entry]) -> Table:
    counts = Counter(name for entry in entries for name in entry.values)
    common = [name for name, count in counts.most_common() if 2 * count >= len(entries)][:_MOST_COLUMNS]
    # Of what is common, the order is that in which the data tell it.
    columns = tuple(name for name in counts if name in common)
    return Table(kind, columns, tuple(_row(entry, columns) for entry in entries))


def _row(entry: Entry, columns: Sequence[str]) -> Row:
    cells = tuple(_cell(entry.values.get(name)) for name in columns)
    more = len(entry.values) - sum(name in entry.values for name in columns)
    return Row(entry.id, _escaped(entry.name), cells, more)


def _cell(value: Value | None) -> str:
    return "–" if value is None else f"{_escaped(value.text)}{_MARKS[value.confidence]}"


def _plain(source: Source) -> Source:
    return Source(
        source.key, _escaped(source.title), _escaped(source.where), source.date, opened=source.opened
    )


def _escaped(text: str) -> str:
    for sign in "\\|*_[]<>$":
        text = text.replace(sign, f"\\{sign}")
    return text
