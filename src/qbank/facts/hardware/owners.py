"""Which device a property is of: its own place says so, or there is no other of its kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.hardware.candidates import (
    OF_WHOLE_MACHINES,
    antecedent,
    before_brackets,
    before_noun,
    called,
    has_its_own,
    in_label,
    in_sentence,
    labelled,
    second_label,
    the_nearest,
    the_only,
)
from qbank.facts.hardware.classes import ANY_LINK, HARDWARE, PARTS, classes_of, classes_of_device
from qbank.facts.hardware.compatibility import (
    is_introduced,
    is_of_another,
    is_of_data,
    is_of_machine,
    is_of_whole,
    is_owned,
    may_have,
)
from qbank.facts.hardware.links import is_of_another_link, names_machine, one_way_link, owner_of_link
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import (
    SURE,
    Kind,
    Why,
)

_PARTS_OF_SYSTEMS: Final = frozenset(("cpu", "gpu"))
_SYSTEMS: Final = frozenset(("edge-board", "phone", "tablet", "laptop", "wearable"))
_MOST_TOGETHER: Final = 3


def device_of(fact: Fact, ledger: Ledger, named: Sequence[NamedDevice]) -> tuple[Device, bool] | None:
    """Return what a property is of, and whether its own place says so."""
    subject, pieces = fact.subject, ledger.pieces[fact.path]
    is_topic = fact.is_topic
    if not is_topic and fact.kind in OF_WHOLE_MACHINES:
        return None
    of_device = "GPU" in fact.mention.unit.name
    own = (subject.device or before_noun(fact, pieces)) if subject.why in SURE else None
    here = list(in_sentence(fact, ledger.devices))
    if not is_topic and own is not None and all(name.device.entries != own.entries for name in here):
        return None  # `The team has an A100. Its successor has 141 GB.`
    if fact.kind in OF_WHOLE_MACHINES and not of_device and is_of_machine(fact, here, ledger):
        return None
    if subject.why is Why.LABEL:
        own = (second_label if own is not None else labelled)(fact, here, pieces) or own
    if is_topic and (link := one_way_link(fact, here)) is not None:
        return link, True
    if is_topic and (owner := owner_of_link(fact, ledger, named)) is not None:
        return owner, True
    if own is not None and may_have(own, fact) and own.knows(fact.kind):
        return own, True
    if own is not None and own.sort == "core":
        holders = [name for name in here if _has_core(name.device) and name.device.knows(fact.kind)]
        of = the_only(holders, fact.standing) if holders else None
        if of is not None and of.standing is fact.standing:
            return of.device, True  # `an nRF52840, Cortex-M4F at 64 MHz`
    if not is_owned(fact) or is_of_another_link(fact, ledger, here) or any(map(is_of_another, fact.same)):
        return None
    if fact.kind is Kind.POWER and "converts" in fact.cues:
        return None  # `an Orin NX on a rail whose converter is rated for 60 W`
    beside = [name for name in here if pieces[name.at].clause == fact.clause and may_have(name.device, fact)]
    opener = pieces[fact.at].opener
    beside = [name for name in beside if opener >= 0 and pieces[name.at].opener == opener] or [
        name for name in beside if not has_its_own(fact, pieces, name.at)
    ]
    near = beside or (in_label(fact, here, pieces) if is_topic else [])
    near = near or antecedent(fact, here, pieces) or before_brackets(fact, here, pieces)
    for names in (near, called(fact, pieces, named) if is_topic else ()):
        fitting = [name for name in names if may_have(name.device, fact)]
        if fitting:
            of = the_only(fitting, fact.standing) or the_nearest(fact, fitting)
            return (of.device, True) if of is not None and of.standing is fact.standing else None
    if own is not None and may_have(own, fact):
        return own, True
    if not is_topic or any(is_introduced(one, ledger.pieces[one.path]) for one in (fact, *fact.same)):
        return None
    others = {name.device.entries: name.device for name in named if may_have(name.device, fact)}
    if any(device.knows(fact.kind) for device in others.values()):
        others = {entries: device for entries, device in others.items() if device.knows(fact.kind)}
    devices = list(others.values())
    if not 0 < len(devices) <= _MOST_TOGETHER or is_of_data(fact) or is_of_whole(fact, ledger):
        return None
    if fact.subject.sort == "link" and names_machine(ledger):
        return None  # of a DGX, whose cards no other name stands for
    line = list(_line_of(fact, pieces))
    classes = frozenset().union(*map(classes_of_device, devices))
    spoken_of = (HARDWARE - ANY_LINK) & frozenset().union(*[classes_of(piece) for piece in line])
    parts = frozenset() if "gpu" in classes else PARTS if classes.isdisjoint(_SYSTEMS) else _PARTS_OF_SYSTEMS
    if spoken_of - parts and spoken_of.isdisjoint(classes):
        return None
    if len(devices) == 1:
        return devices[0], False
    together = tuple(entry for entries in others for entry in entries)
    return replace(devices[0], text=" or ".join(one.text for one in devices), entries=together), False


def _has_core(device: Device) -> bool:
    """Tell whether a device is a chip around a core that has a name of its own."""
    return device.sort != "core" and any("core" in entry.values for entry in device.entries)


def _line_of(fact: Fact, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces of the clause of a fact and of the label of its line."""
    start, end = fact.label_span
    return (piece for at, piece in enumerate(pieces) if piece.clause == fact.clause or start <= at < end)
