"""Which variants of a device a question means: by the memory that it tells, by a longer name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from qbank.catalog.entry import Entry
from qbank.facts.devices.device import Device
from qbank.facts.fact import NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import SURE, Kind, Role

_VENDOR_GB: Final = 0.08
"""What counting in prefixes of 1000 or of 1024 makes of a size."""
_CHIP: Final = "soc"


def names_whole(one: Device, short: Device) -> bool:
    """Tell whether a name is a longer one of a device that is called by a short one elsewhere."""
    return one.sole and set(one.entries) <= set(short.entries)


def rented(device: Device, ledger: Ledger) -> Device:
    """Return a device as the one rented machine of the question has it: the A100 of a p4d.24xlarge."""
    machines = {name.device.entries[0].accelerator for name in ledger.devices if name.device.entries}
    fitting = tuple(entry for entry in device.entries if entry.id in machines)
    return replace(device, entries=fitting, sole=True) if len(fitting) == 1 < len(device.entries) else device


def without_carriers(names: Sequence[NamedDevice]) -> list[NamedDevice]:
    """Return names without the phones whose own chip is named as well: `the iPhone 15, whose A16`."""
    chips = {entry.name for name in names for entry in name.device.entries}
    return [name for name in names if not _carries(name.device, chips)]


def _carries(device: Device, chips: Collection[str]) -> bool:
    inside = [entry.values[_CHIP].text for entry in device.entries if _CHIP in entry.values]
    return any(chip.endswith(one) for one in inside for chip in chips)


def variant(device: Device, ledger: Ledger) -> Device:
    """Return a device without the variants that lack the memory which its name has beside it."""
    entries = device.entries
    if len(entries) == 1:
        return device
    sizes = {
        fact.value
        for fact in ledger.by_kind[Kind.BYTES]
        if fact.subject.device is not None
        and fact.subject.why in SURE
        and fact.subject.device.entries == entries
        and fact.role is Role.CAPACITY
    }
    if len(sizes) != 1:
        return device
    [size] = sizes
    fitting = tuple(entry for entry in entries if _has_memory(entry, size))
    others = tuple(entry for entry in entries if entry not in fitting)
    return replace(device, entries=fitting, sole=True, others=others) if fitting else device


def _has_memory(entry: Entry, size: float) -> bool:
    memory = entry.values.get("memory_capacity")
    return memory is not None and any(
        abs(size / float(one.value) - 1) <= _VENDOR_GB for one in memory.quantities
    )
