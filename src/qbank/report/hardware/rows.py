"""Values of several entries side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from qbank.catalog import Entry, Value


@dataclass(frozen=True, slots=True)
class Row:
    """A value of several entries, and how each compares to that of the first.

    A ratio is None where one of the two values is missing, no single number, 0, or of another dimension.
    """

    name: str
    values: tuple[Value | None, ...]
    ratios: tuple[Fraction | None, ...]


def rows(entries: Sequence[Entry]) -> Iterator[Row]:
    """Yield a row for each value that one of the entries has, in the order in which they come up.

    Peak rates of one number format share a row, be they of tensor cores, of matrix cores or of an engine
    without a name, unless one of the entries has several of them.
    """
    shared = _shared_peaks(entries)
    names = {
        entry.id: {shared.get(value.name, value.name): value for value in entry.values.values()}
        for entry in entries
    }
    for name in dict.fromkeys(name for named in names.values() for name in named):
        values = tuple(names[entry.id].get(name) for entry in entries)
        yield Row(name, values, tuple(_ratio(value, values[0]) for value in values))


def _shared_peaks(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the names of peak rates that share a row, with the name of that row."""
    own: dict[str, set[str]] = {}
    several: set[str] = set()
    for entry in entries:
        seen: set[str] = set()
        for peak, value in entry.peaks():
            row = f"peak_{str(replace(peak, engine=None)).replace(' ', '_')}"
            own.setdefault(row, set()).add(value.name)
            if row in seen:
                several.add(row)
            seen.add(row)
    return {
        name: row for row, names in own.items() if row not in several and len(names) > 1 for name in names
    }


def _ratio(value: Value | None, first: Value | None) -> Fraction | None:
    if value is None or first is None or isinstance(value.stated, tuple) or isinstance(first.stated, tuple):
        return None
    if value.is_text or first.is_text:
        return None
    upper, lower = value.quantity, first.quantity
    return upper.value / lower.value if lower.value and upper.dimension == lower.dimension else None
