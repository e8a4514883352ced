"""Names of devices in a sentence, and the most that anything of such a name has."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from qbank.catalog import Catalog, Entry, bundled
from qbank.catalog.entry import Value

_MOST_WORDS: Final = 5
_WORD: Final = re.compile(r"[A-Za-z0-9][\w.+-]*")
_MEMORY: Final = frozenset(("memory_capacity", "memory_max", "memory_options"))


@dataclass(frozen=True, slots=True)
class Device:
    """A name in a text and every entry that it may mean, all variants included.

    Attributes:
        start, end: its place in the text.
        text: as written.
        entries: what it may be.
    """

    start: int
    end: int
    text: str
    entries: tuple[Entry, ...]

    @property
    def memory(self) -> float | None:
        """The most memory that any of them has, in bytes; None unless all have a known one."""
        return self._most(lambda value: value.name in _MEMORY)

    @property
    def memory_bandwidth(self) -> float | None:
        """The highest memory bandwidth of any of them, in bytes a second."""
        return self._most(lambda value: value.name == "memory_bandwidth")

    @property
    def peak(self) -> float | None:
        """The highest rate of operations of any of them, in any format, sparse ones included."""
        return self._most(lambda value: value.peak is not None)

    def _most(self, wanted: Callable[[Value], bool]) -> float | None:
        found: list[float] = []
        for entry in self.entries:
            sizes = [
                float(one.value)
                for value in entry.values.values()
                if wanted(value)
                for one in value.quantities
            ]
            if not sizes:
                return None  # of one that nobody knows anything may be true
            found.append(max(sizes))
        return max(found, default=None)


def devices(text: str, start: int = 0) -> list[Device]:
    """Return the devices that `text` names from `start` on; the longest names first taken, none overlapping."""
    catalog = bundled()
    places = [(hit.start(), hit.end()) for hit in _WORD.finditer(text, start)]
    found: list[Device] = []
    at = 0
    while at < len(places):
        for length in range(min(_MOST_WORDS, len(places) - at), 0, -1):
            begin, end = places[at][0], places[at + length - 1][1]
            name = text[begin:end].rstrip(".-+")
            if not _is_name(name):
                continue
            entries = _entries(catalog, name)
            if entries:
                found.append(Device(begin, begin + len(name), name, entries))
                at += length - 1
                break
        at += 1
    return found


def _is_name(name: str) -> bool:
    return any(one.isdigit() for one in name) and any(one.isupper() for one in name) and "\n" not in name


def _entries(catalog: Catalog, name: str) -> tuple[Entry, ...]:
    meanings = catalog.meanings(name) or (catalog.meanings(name[:-1]) if name.endswith("s") else {})
    entries = dict.fromkeys(entry for group in meanings.values() for entry in group)
    for entry in tuple(entries):
        entries.update(dict.fromkeys(catalog.variants(entry)))
    return tuple(one for one in entries if one.track not in {"model", "price"} and one.kind != "price")
