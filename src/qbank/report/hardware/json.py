"""The hardware catalog as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from qbank.catalog import Catalog, Entry, Found, Source, Value
from qbank.report.hardware.rows import Row, rows
from qbank.report.json_line import VERSION, dumps


def list_json(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield an array of entries, one a line."""
    yield "["
    separator = "\n  "
    for entry in entries:
        yield separator + dumps(entry_data(entry))
        separator = ",\n  "
    yield "]\n"


def show_json(found: Found, catalog: Catalog) -> Iterator[str]:
    """Yield an entry as an object, with how the name led to it and what its sources are."""
    data = entry_data(found.entry)
    data["asked"] = found.asked
    data["match"] = found.match.value
    data["reason"] = found.reason
    data["others"] = [entry.id for entry in found.others]
    data["sources"] = {
        key: source_data(catalog.sources[key]) for key in found.entry.sources if key in catalog.sources
    }
    yield dumps(data) + "\n"


def compare_json(found: Sequence[Found]) -> Iterator[str]:
    """Yield a comparison: the entries, and the values side by side with their ratios to the first."""
    yield f'{{"version": {VERSION},\n "entries": ['
    yield ", ".join(dumps(_chosen(one)) for one in found)
    yield '],\n "values": ['
    separator = "\n  "
    for row in rows([one.entry for one in found]):
        yield separator + dumps(_row_data(row))
        separator = ",\n  "
    yield "]}\n"


def entry_data(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain data; names that it is the default for are among its aliases."""
    data: dict[str, Any] = {
        "id": entry.id,
        "name": entry.name,
        "track": entry.track.value,
        "kind": entry.kind,
        "aliases": list(dict.fromkeys((*entry.aliases, *entry.default_for, *entry.ambiguous))),
        "default_for": list(entry.default_for),
        "default_reason": entry.default_reason,
        "ambiguous": list(entry.ambiguous),
        "family": entry.family,
        "sku": entry.sku,
        "release": entry.release,
        "values": {name: value_data(value) for name, value in entry.values.items()},
        "omitted": dict(entry.omitted),
        "has": list(entry.has),
        "lacks": list(entry.lacks),
        "features_source": list(entry.features_source),
        "conflicts": list(entry.conflicts),
        "note": entry.note,
    }
    if entry.provider is not None or entry.accelerator is not None:
        data |= {
            "provider": entry.provider,
            "region": entry.region,
            "purchase": None if entry.purchase is None else entry.purchase.value,
            "date": entry.date,
            "accelerator": entry.accelerator,
            "accelerator_count": entry.accelerator_count,
        }
    return data


def value_data(value: Value) -> dict[str, Any]:
    """Return a value as plain data; a text has no base."""
    return {
        "value": list(value.stated) if isinstance(value.stated, tuple) else value.stated,
        "unit": value.unit,
        "base": _base(value),
        "label": value.label,
        "condition": value.condition,
        "source": list(value.source),
        "read": value.read,
        "confidence": value.confidence.value,
        "derived": value.derived,
        "note": value.note,
        "conflict": value.conflict,
    }


def source_data(source: Source) -> dict[str, Any]:
    """Return a source as plain data."""
    return {
        "title": source.title,
        "where": source.where,
        "date": source.date,
        "licence": source.licence,
        "opened": source.opened,
        "note": source.note,
    }


def _base(value: Value) -> dict[str, Any] | None:
    sizes = [_number(quantity.value) for quantity in value.quantities]
    if not sizes:
        return None
    return {"value": sizes if isinstance(value.stated, tuple) else sizes[0], "unit": value.base_unit}


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _chosen(found: Found) -> dict[str, Any]:
    return {
        "id": found.entry.id,
        "name": found.entry.name,
        "asked": found.asked,
        "match": found.match.value,
        "reason": found.reason,
    }


def _row_data(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "names": [None if value is None else value.name for value in row.values],
        "values": [None if value is None else value_data(value) for value in row.values],
        "ratios": [None if ratio is None else float(ratio) for ratio in row.ratios],
    }
