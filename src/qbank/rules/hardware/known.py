"""What the catalog knows of a device, in the words of the ledger, and whether a figure agrees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.catalog.entry import Direction, Entry, Value
from qbank.facts.vocabulary import Kind, kind_of
from qbank.model.catalog_words import Shelf

_ROOMS: Final = (
    ("memory", ("memory_capacity", "memory_max", "memory_options")),
    ("other", ("psram",)),
    ("flash", ("flash", "nvm")),
    ("sram", ("sram", "tcm", "on_chip", "sbuf", "weight_capacity", "cache", "shared_l1")),
)
_WAYS: Final = (("uplink", "upward"), ("downlink", "downward"))
_UNTOLD: Final = (
    *("core_tdp", "transfer_rate", "coremark", "compute_clock", "riscv_clock", "flash_on_", "deep_sleep"),
    *("_at_", "pin_rate", "power_typical", "per_stack", "model_size", "runtime_memory"),
)
"""Values that texts do not mean when they state one of their unit: of a part, of a board, at a setting."""

CLOSE: Final = 0.05
_ROUGH: Final = 0.12
_FARTHEST: Final = 0.15
_BINARY: Final = {3: 1.024, 6: 1.048576, 9: 1.073741824, 12: 1.099511627776}
_FIGURE: Final = lazy_re.compile(
    r"(?<![\w.])(?<!× )(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d.]*\d)(?!\w)"
    r"(?!\s(?:bit|SM|CU|FLOP|OP|MAC|×|M?MT|[MG]Hz))"
)
"""A figure in a remark, but none of a calculation."""


class Known(Struct, frozen=True):
    """A value of the catalog, as a text might state it.

    Attributes:
        entry, value: where it stands.
        kind: what it measures.
        about: what it is: `memory`, `link`, `bf16`, `sparse`, `one-way`, ...
        sizes: it, in base units: one number or its options.
        others: figures that are published as well.
    """

    entry: Entry
    value: Value
    kind: Kind
    about: frozenset[str]
    sizes: tuple[float, ...]
    others: tuple[float, ...]

    @property
    def floating(self) -> bool:
        """Whether it counts FLOPs."""
        return "FLOP" in self.value.unit

    @property
    def what(self) -> str:
        """What it is, in words."""
        return self.value.what


def known_of(entries: Iterable[Entry], kind: Kind) -> list[Known]:
    """Return what the catalog knows of some entries that is of a kind."""
    return [
        known
        for entry in entries
        for known in _of_entry(entry)
        if known.kind is kind and not (kind is Kind.CHARGE and "per" in known.value.name.split("_"))  # mA/MHz
    ]


def agrees(
    size: float, step: float, known: float, *, approximate: bool = False, close: float = CLOSE
) -> bool:
    """Tell whether a figure is another one, rounded or truncated to its digits."""
    if not known:
        return not size
    off = abs(size - known) / known
    return off <= (_ROUGH if approximate else close) or (abs(size - known) < step and off <= _FARTHEST)


def agrees_in_bytes(
    size: float, step: float, known: float, *, approximate: bool = False, close: float = CLOSE
) -> bool:
    """Tell whether amounts of memory agree with prefixes of 1000 or of 1024 in either."""
    return any(
        agrees(size * one, step * one, known * other, approximate=approximate, close=close)
        for one in _steps(size)
        for other in _steps(known)
    )


def _steps(size: float) -> tuple[float, ...]:
    power = max((power for power in _BINARY if size >= 10**power), default=0)
    return (1.0, _BINARY[power]) if power else (1.0,)


@cache
def _of_entry(entry: Entry) -> tuple[Known, ...]:
    return tuple(_read(entry))


def _read(entry: Entry) -> Iterator[Known]:
    for value in entry.values.values():
        untold = value.name != "power_at_peak" and any(untold in value.name for untold in _UNTOLD)
        if value.is_text or untold:
            continue
        kind = kind_of(value.measure)
        if value.unit == "CoreMark" or (kind is Kind.EVENT_RATE and "Hz" not in value.unit):
            continue
        sizes = tuple(float(quantity.value) for quantity in value.quantities)
        yield Known(entry, value, kind, _about(entry, value, kind), sizes, tuple(_others(value)))


def _others(value: Value) -> Iterator[float]:
    """Yield the figures in the remarks about a value; those that are none of its kind do no harm."""
    if isinstance(value.stated, tuple):
        return
    scale = float(value.measure.scale)
    for text in (value.conflict, value.note, value.condition):
        for figure in _FIGURE.findall(text or ""):
            yield float(figure.replace(",", "")) * scale


def _about(entry: Entry, value: Value, kind: Kind) -> frozenset[str]:
    """Return what a value is, in the words of the ledger."""
    name = value.name
    if kind is Kind.BYTES:
        return frozenset(
            (next((room for room, parts in _ROOMS if any(part in name for part in parts)), "other"),)
        )
    if kind is Kind.BYTE_RATE:
        is_memory = name == "memory_bandwidth" and entry.track is not Shelf.INTERCONNECT
        found = {"memory" if is_memory else "link"}
        if value.direction is Direction.BOTH_WAYS or name.endswith("_total"):
            found.add("both-ways")
        elif value.direction is Direction.ONE_WAY:
            found.add("one-way")
        found |= {way for word, way in _WAYS if word in name}
        return frozenset(found)
    if kind is Kind.OPERATION_RATE:
        peak = value.peak
        if peak is None:
            return frozenset(("fp32",)) if name.endswith("fp32") else frozenset()
        return frozenset((peak.format, "sparse" if peak.sparse else "dense"))
    return frozenset()
