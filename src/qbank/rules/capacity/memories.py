"""The memory of the one device of a question, for what lies in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.derivation import the_only
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, FieldPath, NamedDevice, Subject
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention
from qbank.facts.vocabulary import GIVING, Kind, Role, Why
from qbank.units import readings

ON_DEVICE: Final = frozenset(("device", "memory"))
_NEAR: Final = 1.2
"""What a text tells of a device's memory may leave out what the system takes, and no more."""
_GB: Final = readings("GB")[0]


def stays_in_memory(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is of what lies in memory, and not on a disk or on its way."""
    return total.kind is Kind.BYTES and any(
        (part.kind is Kind.BYTES and "resident" in part.traits) or counts_weights(part)
        for part in ledger.parts(total)
    )


def memory_for(ledger: Ledger, total: Fact) -> Fact | None:
    """Return the memory of the one device of a question, as told or of the catalog, if a total lies in it."""
    lies_there = (
        total.kind is Kind.BYTES and total.place in {"", *ON_DEVICE} and stays_in_memory(ledger, total)
    )
    return ledger.view(_memory_of_device) if lies_there else None


def _memory_of_device(ledger: Ledger) -> Fact | None:
    named = [
        one for one in ledger.devices if one.is_topic and one.device.sort == "device" and one.device.entries
    ]
    if not _are_one(named) or any(one.supposed for one in named):
        return None
    narrowest = min(named, key=lambda one: len(one.device.entries))
    path, at, device = narrowest.path, narrowest.at, narrowest.device
    memory = device.memory
    told = [
        one
        for one in ledger.of_role(Role.CAPACITY)
        if one.subject.device is not None
        and not set(one.subject.device.entries).isdisjoint(device.entries)
        and one.origin in GIVING
        and one.is_topic
        and one.place in {"", *ON_DEVICE}
        and (memory is None or any(size / _NEAR <= one.value <= size * _NEAR for size in device.memories))
    ]
    if told or memory is None:
        return the_only(told)
    piece = ledger.pieces[path][at]
    return catalog_memory(path, piece.start, piece.end, at, device)


def catalog_memory(path: FieldPath, start: int, end: int, at: int, device: Device) -> Fact | None:
    """Return the memory of a device as the catalog has it, told where its name stands; None if none."""
    if (memory := device.memory) is None:
        return None
    return Fact(
        path,
        start,
        end,
        f"{memory / 1e9:.4g} GB",
        at,
        Mention(start, end, memory, memory, 0.0, Kind.BYTES, _GB),
        role=Role.CAPACITY,
        subject=Subject(device.text.lower(), "device", "device", device, Why.BESIDE),
        place="device",
        label=f"the memory of {device.text} (catalog)",
    )


def _are_one(named: Sequence[NamedDevice]) -> bool:
    """Tell whether names may be of one device: `A100 80GB SXM`, `A100 80GB` and `A100`."""
    entries = [frozenset(one.device.entries) for one in named]
    return bool(entries) and frozenset.intersection(*entries) == min(entries, key=len)


def counts_weights(fact: Fact) -> bool:
    """Tell whether a fact is the number of parameters of a model."""
    return fact.role is Role.PARAMETERS and not fact.mention.unit.name and bool(fact.subject.told)
