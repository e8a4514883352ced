"""The hardware catalog as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from qbank.catalog import Catalog, Entry, Found, Source, Value
from qbank.picking import pick
from qbank.report.hardware.rows import Row, rows
from qbank.report.json_document import VERSION, dumps, item_lines, line


def show_json(found: Found, catalog: Catalog) -> Iterator[str]:
    """Yield an entry as an object, with how the name led to it and what its sources are."""
    sources = {key: catalog.sources[key] for key in found.entry.sources if key in catalog.sources}
    return line(
        {
            **entry_data(found.entry),
            **pick(found, "asked", "match", "reason"),
            "others": [entry.id for entry in found.others],
            "sources": {key: source_data(source) for key, source in sources.items()},
        }
    )


def compare_json(found: Sequence[Found]) -> Iterator[str]:
    """Yield a comparison: the entries, and the values side by side with their ratios to the first."""
    chosen = [{**pick(one.entry, "id", "name"), **pick(one, "asked", "match", "reason")} for one in found]
    yield f'{{"version": {VERSION},\n "entries": {dumps(chosen)},\n "values": ['
    yield from item_lines(_row_data(row) for row in rows([one.entry for one in found]))
    yield "]}\n"


def entry_data(entry: Entry) -> dict[str, Any]:
    """Return an entry as data; names that it is the default for are among its aliases."""
    data: dict[str, Any] = {
        **pick(entry, "id", "name", "track", "kind"),
        "aliases": list(dict.fromkeys((*entry.aliases, *entry.default_for, *entry.ambiguous))),
        **pick(entry, "default_for", "default_reason", "ambiguous", "family", "sku", "release"),
        "values": {name: value_data(value) for name, value in entry.values.items()},
        **pick(entry, "omitted", "has", "lacks", "features_source", "conflicts", "note"),
    }
    if entry.provider is not None or entry.accelerator is not None:
        data |= pick(entry, "provider", "region", "purchase", "date", "accelerator", "accelerator_count")
    return data


def value_data(value: Value) -> dict[str, Any]:
    """Return a value as data; a text has no base."""
    return {
        "value": value.stated,
        "unit": value.unit,
        "base": _base(value),
        **pick(value, "label", "condition", "source", "read", "confidence", "derived", "note", "conflict"),
    }


def source_data(source: Source) -> dict[str, Any]:
    """Return a source as data."""
    return pick(source, "title", "where", "date", "licence", "opened", "note")


def _base(value: Value) -> dict[str, Any] | None:
    sizes = [_number(quantity.value) for quantity in value.quantities]
    if not sizes:
        return None
    return {"value": sizes if isinstance(value.stated, tuple) else sizes[0], "unit": value.base_unit}


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _row_data(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "names": [None if value is None else value.name for value in row.values],
        "values": [None if value is None else value_data(value) for value in row.values],
        "ratios": [None if ratio is None else float(ratio) for ratio in row.ratios],
    }
