"""A name of hardware in a text, and what the catalog knows of all that it may mean."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

from msgspec import Struct

from qbank.catalog import Entry
from qbank.catalog.entry import Value
from qbank.facts.vocabulary import Kind, kind_of
from qbank.model.catalog_words import Shelf

_KINDS: Final = {"cpu-ip": "core", "supply": "supply", "sensor": "sensor"}
_SORTS: Final = {Shelf.INTERCONNECT: "link", Shelf.ENERGY_SOURCE: "store"}
_MEMORY: Final = frozenset(("memory_capacity", "memory_max", "memory_options"))


class Device(Struct, frozen=True):
    """A name in a text and all entries that it may mean, the likeliest first.

    Without entries it is the name of something that the catalog lacks: of a sibling of what it has.

    Attributes:
        start, end: its place in the text, without plural and possessive endings.
        after: the place behind those.
        text: as written.
        entries: what it may mean.
        sole: whether the name is that of the entries, not of a family of which the catalog may lack members.
        plural: whether it has the ending of several.
        share: of a link, how much of the entry's lanes it has.
        others: what the name may mean as well, but not with the memory that is told of it.
    """

    start: int
    end: int
    after: int
    text: str
    entries: tuple[Entry, ...]
    sole: bool = True
    plural: bool = False
    share: Fraction = Fraction(1)
    others: tuple[Entry, ...] = ()

    @property
    def is_link(self) -> bool:
        """Whether the name is that of a link, not of a device."""
        return self.entries[0].track is Shelf.INTERCONNECT

    @property
    def is_machine(self) -> bool:
        """Whether it holds several devices, by which it is called: `DGX H100`."""
        return bool(self.entries) and self.entries[0].kind == "server"

    @property
    def sort(self) -> str:
        """What it is: `device`, `link`, `store`, as in the lexicon, `supply`, `sensor`, `core` of a chip."""
        entry = self.entries[0]
        return _KINDS.get(entry.kind) or _SORTS.get(entry.track, "device")

    def knows(self, kind: Kind) -> bool:
        """Whether the catalog has a value of a kind with any of them."""
        return any(kind in _kinds(entry) for entry in self.entries)

    @property
    def memory(self) -> float | None:
        """The most memory that any of them has, in bytes; None if that of one is not known."""
        return self.most(lambda value: value.name in _MEMORY)

    @property
    def memories(self) -> list[float]:
        """The memory of each of its variants that the catalog knows, in bytes."""
        return [size for entry in self.entries for size in _sizes(entry, lambda value: value.name in _MEMORY)]

    @property
    def memory_bandwidth(self) -> float | None:
        """The highest memory bandwidth of any of them, in bytes a second, None if one is not known."""
        return self.most(lambda value: value.name == "memory_bandwidth")

    def most(self, wanted: Callable[[Value], bool]) -> float | None:
        """Return the highest of some values of all entries, in base units; None if one is not known."""
        if not self.sole and len(self.entries) == 1:
            return None  # another member of the family may have more
        found: list[float] = []
        for entry in self.entries:
            sizes = _sizes(entry, wanted)
            if not sizes:
                return None  # of one that nobody knows anything may be true
            found.append(max(sizes))
        return max(found, default=None)


def _sizes(entry: Entry, wanted: Callable[[Value], bool]) -> list[float]:
    """Return some values of an entry in base units."""
    return [
        float(quantity.value)
        for value in entry.values.values()
        if wanted(value)
        for quantity in value.quantities
    ]


@cache
def _kinds(entry: Entry) -> frozenset[Kind]:
    return frozenset(kind_of(value.measure) for value in entry.values.values())
