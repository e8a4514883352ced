"""What the catalog knows of a device, in the words of texts, and whether a figure agrees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from qbank import lazy_re
from qbank.catalog import Direction, Entry, Value
from qbank.model.catalog_words import Shelf
from qbank.rules.hardware.spec_words import FORMATS, Measure
from qbank.units import dimension

_MEASURES: Final = {
    dimension(byte=1): Measure.BYTES,
    dimension(byte=1, second=-1): Measure.RATE,
    dimension(operation=1, second=-1): Measure.OPERATIONS,
    dimension(joule=1, second=-1): Measure.POWER,
    dimension(second=-1): Measure.CLOCK,
}
_MACS: Final = frozenset(("macs_per_cycle_options",))
_MEMORY: Final = ("memory_capacity", "memory_max", "memory_options")
_FLASH: Final = ("flash", "nvm")
_SRAM: Final = ("sram", "tcm", "on_chip", "sbuf", "weight_capacity")
_CACHE: Final = ("cache", "shared_l1")
_UNTOLD: Final = lazy_re.compile(
    r"core_tdp|transfer_rate|coremark|compute_clock|riscv_clock|flash_on_|deep_sleep|_at_\d"
)
"""Values that texts do not mean when they state one of their unit: of a part, of a board, at a setting."""

_CLOSE: Final = 0.05
_ROUGH: Final = 0.12
_FARTHEST: Final = 0.15
_BINARY: Final = {3: 1.024, 6: 1.048576, 9: 1.073741824, 12: 1.099511627776}
_FIGURE: Final = lazy_re.compile(
    r"(?<![\w.])(?<!× )(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d.]*\d)"
    r"(?!\s(?:bit|SM|CU|FLOP|OP|MAC|×|M?MT|[MG]Hz))"
)
"""A figure in a remark, but none of a calculation."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of the catalog, as a text might state it.

    Attributes:
        entry, value: where it stands.
        measure: what it measures.
        about: what it is, in the words of `Spec.about`.
        sizes: it, in base units: one number or its options.
        others: figures that are published as well.
    """

    entry: Entry
    value: Value
    measure: Measure
    about: frozenset[str]
    sizes: tuple[float, ...]
    others: tuple[float, ...]

    @property
    def floating(self) -> bool:
        """Whether it counts FLOPs."""
        return "FLOP" in self.value.unit


def facts(entries: Iterable[Entry], measure: Measure) -> list[Fact]:
    """Return what the catalog knows of some entries that is of a measure."""
    return [fact for entry in entries for fact in _facts(entry) if fact.measure is measure]


def agrees(size: float, step: float, fact: float, *, approximate: bool = False) -> bool:
    """Tell whether a figure is another one, rounded or truncated to its digits."""
    if not fact:
        return not size
    off = abs(size - fact) / fact
    return off <= (_ROUGH if approximate else _CLOSE) or (abs(size - fact) < step and off <= _FARTHEST)


def agrees_in_bytes(size: float, step: float, fact: float, *, approximate: bool = False) -> bool:
    """Tell whether amounts of memory agree with prefixes of 1000 or of 1024 in either."""
    return any(
        agrees(size * one, step * one, fact * other, approximate=approximate)
        for one in _steps(size)
        for other in _steps(fact)
    )


def _steps(size: float) -> tuple[float, ...]:
    power = max((power for power in _BINARY if size >= 10**power), default=0)
    return (1.0, _BINARY[power]) if power else (1.0,)


@cache
def _facts(entry: Entry) -> tuple[Fact, ...]:
    return tuple(_of_entry(entry))


def _of_entry(entry: Entry) -> Iterator[Fact]:
    for value in entry.values.values():
        if value.is_text:
            continue
        measure = _measure(value)
        if measure is None:
            continue
        sizes = tuple(float(quantity.value) for quantity in value.quantities)
        about = _about(entry, value, measure)
        others = () if measure is Measure.MACS else tuple(_others(value))
        yield Fact(entry, value, measure, about, sizes, others)


def _measure(value: Value) -> Measure | None:
    if value.name in _MACS:
        return Measure.MACS
    if _UNTOLD.search(value.name) or "CoreMark" in value.unit:
        return None
    return _MEASURES.get(value.measure.dimension)


def _others(value: Value) -> Iterator[float]:
    """Yield the figures in the remarks about a value; those that are none of its kind do no harm."""
    scale = float(value.measure.scale)
    for text in (value.conflict, value.note, value.condition):
        for figure in _FIGURE.findall(text or ""):
            yield float(figure.replace(",", "")) * scale


def _about(entry: Entry, value: Value, measure: Measure) -> frozenset[str]:
    """Return what a value is, in the words of texts."""
    name = value.name
    if measure is Measure.BYTES:
        return frozenset((_room(name),))
    if measure is Measure.RATE:
        found = {"bandwidth", "memory"} if name == "memory_bandwidth" else {"link"}
        if entry.track is Shelf.INTERCONNECT:
            found = {"link"}
        if value.direction is Direction.BOTH_WAYS or name.endswith("_total"):
            found.add("both-ways")
        elif value.direction is Direction.ONE_WAY:
            found.add("one-way")
        return frozenset(found)
    if measure is Measure.OPERATIONS:
        peak = value.peak
        if peak is None:
            return frozenset(("fp32",)) if name.endswith("fp32") else frozenset()
        return frozenset((peak.format, "sparse" if peak.sparse else "dense"))
    if measure is Measure.CLOCK:
        return frozenset(
            ("boost",) if "boost" in name or "max" in name else ("base",) if "base" in name else ()
        )
    return frozenset()


def _room(name: str) -> str:
    if name in _MEMORY:
        return "memory"
    for room, pieces in (("flash", _FLASH), ("sram", _SRAM), ("cache", _CACHE)):
        if any(piece in name for piece in pieces):
            return room
    return "other"


def formats(about: frozenset[str]) -> frozenset[str]:
    """Return the number formats among words; those of 16 bits run at one rate."""
    found = about.intersection(FORMATS)
    return found | {"fp16", "bf16"} if found & {"fp16", "bf16"} else found
