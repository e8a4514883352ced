"""Which device a property is of: its own place says so, or there is no other of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.hardware.candidates import (
    OF_WHOLE_MACHINES,
    before_noun,
    called,
    in_sentence,
    labelled,
    near,
    of_its_clause,
    second_label,
    the_nearest,
    the_only,
)
from qbank.facts.hardware.classes import ANY_LINK, HARDWARE, PARTS, classes_of, classes_of_device
from qbank.facts.hardware.compatibility import (
    ARTICLES,
    is_introduced,
    is_network_of,
    is_of_another,
    is_of_data,
    is_of_each_card,
    is_of_machine,
    is_of_sampling,
    is_of_whole,
    is_owned,
    may_have,
)
from qbank.facts.hardware.instances import MACHINES
from qbank.facts.hardware.links import is_of_another_link, names_machine, one_way_link, owner_of_link
from qbank.facts.hardware.variants import without_carriers
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.reading.subjects import is_model_name
from qbank.facts.vocabulary import GENERIC, SURE, Kind, Why

_PARTS_OF_SYSTEMS: Final = frozenset(("cpu", "gpu"))
_SYSTEMS: Final = frozenset(("edge-board", "phone", "tablet", "laptop", "wearable"))
_MEMORIES: Final = frozenset(("dram", "host-ram", "lpddr", "gpu-memory"))
"""Classes of words for a memory, which is no rate of a storage: `Writing into DRAM: 3 GB / 60 GB/s`."""
_UNITS: Final = frozenset(("neural engine", "npu", "neural processing unit"))
"""Parts of a chip for which it tells a rate of its own."""
_MOST_TOGETHER: Final = 3
_NAME_REACH: Final = 5
_PARTING: Final = frozenset(("verb", "copula"))
_JOINING: Final = frozenset((",", "and", ";"))
_OF_MORE: Final = frozenset(("converts", "at-plug"))
"""What is said of a power that is none of the device alone: what a converter gives, what a plug delivers."""


def device_of(fact: Fact, ledger: Ledger, named: Sequence[NamedDevice]) -> tuple[Device, bool] | None:
    """Return what a property is of, and whether its own place says so."""
    subject, pieces = fact.subject, ledger.pieces[fact.path]
    own = (subject.device or before_noun(fact, pieces)) if subject.why in SURE else None
    here = list(in_sentence(fact, ledger.devices))
    if not fact.is_topic and own is not None and all(name.device.entries != own.entries for name in here):
        return None  # `The team has an A100. Its successor has 141 GB.`
    if fact.kind is Kind.OPERATION_RATE:
        here = without_carriers(here)
    if fact.kind in OF_WHOLE_MACHINES and (
        not fact.is_topic or ("GPU" not in fact.mention.unit.name and is_of_machine(fact, here, ledger))
    ):
        return None
    if subject.why is Why.LABEL:
        own = (second_label if own is not None else labelled)(fact, here, pieces) or own
    of_others = any(one.subject.is_stranger for one in fact.same)  # `a file system that swallows 240 GB/s`
    link = None
    if fact.is_topic:
        link = one_way_link(fact, here, pieces) or (None if of_others else owner_of_link(fact, ledger, named))
    if link is not None:
        return link, True
    if own is not None and may_have(own, fact) and own.knows(fact.kind):
        return own, True
    if _is_of_stranger(fact, pieces):
        return None
    if _is_of_host(fact, here, ledger):
        return None  # `a workstation with an RTX 4090 and 128 GB of memory`
    if is_of_sampling(fact):
        return _sampler(fact, here, pieces)
    if own is not None and own.sort == "core":
        of = the_only([name for name in here if _has_core(name.device, fact)], fact.standing)
        if of is not None and of.standing is fact.standing:
            return of.device, True  # `an nRF52840, Cortex-M4F at 64 MHz`
    owned = is_owned(fact) or is_of_each_card(fact, here, pieces)
    owned = owned or any(is_network_of(name.device, fact) for name in here)
    of_another = any(map(is_of_another, fact.same)) or (of_others and fact.kind is Kind.BYTE_RATE)
    if not owned or of_another or is_of_another_link(fact, ledger, here, named):
        return None
    if fact.kind is Kind.POWER and not _OF_MORE.isdisjoint(fact.cues):
        return None  # `an Orin NX on a rail whose converter is rated for 60 W`, `1.1 kW at the plug`
    for names in (near(fact, here, pieces), called(fact, pieces, named) if fact.is_topic else ()):
        fitting = [name for name in names if may_have(name.device, fact)]
        if fitting:
            of = the_only(fitting, fact.standing) or the_nearest(fact, fitting)
            return (of.device, True) if of is not None and of.standing is fact.standing else None
    if own is not None and may_have(own, fact):
        return own, True
    only = _only_of_its_kind(fact, ledger, named) if fact.is_topic else None
    return None if only is None else (only, False)


def _is_of_stranger(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a name that no catalog has, or a thing that is new, stands right before a value.

    `two P40s, 250 W each`, `it drives a display board with 4 MB`, but `the A10, a card with 24 GB`
    """
    for at in range(fact.at - 1, max(0, fact.at - _NAME_REACH), -1):
        piece = pieces[at]
        if piece.device is not None or piece.meaning.part in _PARTING or piece.sentence != fact.sentence:
            return False
        if is_model_name(piece.text) and not piece.is_known:
            return True
        if piece.text in ARTICLES and _is_unit_of_device(at, fact, pieces):
            return False  # `the A16 has a Neural Engine rated at 17 TOPS`
        if piece.text in ARTICLES and any(one.meaning.thing in GENERIC for one in pieces[at : fact.at]):
            return at > 0 and pieces[at - 1].is_word and pieces[at - 1].meaning.part != "copula"
    return False


def _is_unit_of_device(at: int, fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether what is new is a unit of the device that its clause names before it."""
    unit = any(piece.text in _UNITS for piece in pieces[at : fact.at])
    return unit and any(piece.device is not None for piece in of_its_clause(fact, pieces))


def _is_of_host(fact: Fact, here: Iterable[NamedDevice], ledger: Ledger) -> bool:
    """Tell whether bytes may be those of a machine in the sentence, since no name leads to them alone.

    `a workstation with an RTX 4090 and 128 GB of memory`, but `a server with two L40S cards of 48 GB each`
    """
    if fact.kind is not Kind.BYTES or fact.place == "device":
        return False
    pieces = ledger.pieces[fact.path]
    last = max((name.at for name in here if name.at < fact.at), default=0)
    between = pieces[last + 1 : fact.at]
    # `the A30, a 48 GB card`
    is_apposed = [one.text for one in between if one.meaning.part != "article"] == [","]
    is_led = is_apposed or not any(one.meaning.part in _PARTING or one.text in _JOINING for one in between)
    return not (last and is_led) and any(
        piece.device is None and piece.meaning.thing in MACHINES for piece in ledger.sentence_of(fact)
    )


def _only_of_its_kind(fact: Fact, ledger: Ledger, named: Sequence[NamedDevice]) -> Device | None:
    """Return the only device that may have a property, wherever it is named; of a few, all of them in one."""
    if any(is_introduced(one, ledger.pieces[one.path]) for one in (fact, *fact.same)):
        return None
    others = {name.device.entries: name.device for name in named if may_have(name.device, fact)}
    devices = [one for one in others.values() if one.knows(fact.kind)] or [*others.values()]
    if not 0 < len(devices) <= _MOST_TOGETHER or is_of_data(fact) or is_of_whole(fact, ledger):
        return None
    if fact.subject.sort == "link" and names_machine(ledger):
        return None  # of a DGX, whose cards no other name stands for
    classes = frozenset().union(*map(classes_of_device, devices))
    line = (*ledger.clause_of(fact), *ledger.label_of(fact))
    others_than = _MEMORIES if "ssd" in classes else frozenset()
    spoken_of = (HARDWARE - ANY_LINK | others_than) & frozenset().union(*map(classes_of, line))
    parts = frozenset() if "gpu" in classes else PARTS if classes.isdisjoint(_SYSTEMS) else _PARTS_OF_SYSTEMS
    if spoken_of - parts and spoken_of.isdisjoint(classes):
        return None
    if len(devices) == 1:
        return devices[0]
    together = tuple(entry for one in devices for entry in one.entries)
    return replace(devices[0], text=" or ".join(one.text for one in devices), entries=together)


def _sampler(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> tuple[Device, bool] | None:
    """Return the only sensor of a clause that tells how it samples, `an ADXL345 samples it at 3 kHz`.

    Else it is that of its sentence: `an ADXL345, read at its full rate of 3 kHz`.
    """
    named = [name for name in here if name.device.sort == "sensor"]
    sensors = [name for name in named if pieces[name.at].clause == fact.clause] or named
    of = the_only(sensors, fact.standing) if sensors else None
    return (of.device, True) if of is not None and of.standing is fact.standing else None


def _has_core(device: Device, fact: Fact) -> bool:
    """Tell whether a device is a chip around a core that has a name of its own, and may have a property."""
    named = device.sort != "core" and any("core" in entry.values for entry in device.entries)
    return named and device.knows(fact.kind)
