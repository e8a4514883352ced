"""Whether a property may be that of a device at all, by its kind and what else it may be of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from qbank.catalog.entry import Value
from qbank.facts.counted import singular
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.hardware.instances import MACHINES, is_multiplied
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import GENERIC, OUTSIDE, SURE, Kind, Role, Why, kind_of

OF_LINKS: Final = frozenset((Kind.BYTE_RATE,))
OF_STORES: Final = frozenset((Kind.CHARGE, Kind.ENERGY, Kind.VOLTAGE))
ARTICLES: Final = frozenset(("a", "an", "another"))
"""What a thing is introduced by that was not named before."""
ONLY_OF_CHIPS: Final = frozenset((Kind.OTHER, Kind.OPERATIONS))
_DATA: Final = frozenset(("data", "event"))
_INTRODUCED: Final = frozenset(("device", "link"))
_WITH_PORTS: Final = frozenset(("switch", "switches", "budget", "ports", "injector"))


def is_of_machine(fact: Fact, here: Iterable[NamedDevice], ledger: Ledger) -> bool:
    """Tell whether a fact is of a machine around a device: `an eight-GPU H100 server`, `the L4 PC`."""
    pieces = ledger.pieces[fact.path]
    if is_of_each_card(fact, here, pieces):
        return False
    names = [name for name in here if pieces[name.at].clause == fact.clause]
    if fact.subject.thing == "node" and any(name.device.is_machine for name in here):
        return False  # `Systems: 96 DGX H100, maximum power 6.5 kW each`
    behind = [pieces[name.at + 1].meaning for name in names]
    if any(name.device.is_machine and one.thing in MACHINES for name, one in zip(names, behind, strict=True)):
        return False  # `four DGX H100 systems`
    return any(
        meaning.thing in MACHINES or "server" in meaning.classes
        for meaning in (*behind, ledger.meaning_of(fact.subject.told))
    )


def is_of_each_card(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> bool:
    """Tell whether a fact is of each of the cards before it: `a fleet of 192 L4 cards, 72 W each`."""
    cards = (pieces[name.at + 1 : name.at + 3] for name in here if name.at + 2 < fact.at)
    return "every-one" in fact.cues and any(
        noun.meaning.thing == "card" and behind.text == "," for noun, behind in cards
    )


def is_of_another(fact: Fact) -> bool:
    """Tell whether a fact has its place beside other hardware: `an RTX 2080 Mobile (16 GB)`."""
    of = fact.subject
    return of.sort == "device" and of.device is None and of.thing not in GENERIC and of.why in SURE


def is_introduced(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a property is of hardware without a name: `on an 80 GB card`, `a 1 Gb/s uplink`."""
    behind = pieces[fact.at + 1] if fact.at + 1 < len(pieces) else None
    before = pieces[max(0, fact.at - 2) : fact.at]  # `a rented 80 GB card`
    return (
        any(piece.text in ARTICLES for piece in before)
        and behind is not None
        and behind.meaning.sort in _INTRODUCED
    )


def is_owned(fact: Fact) -> bool:
    """Tell whether a fact may be a device's: nothing else is named that has it."""
    subject = fact.subject
    if subject.device is not None or subject.thing in GENERIC or subject.sort in {"property", "limit"}:
        return True
    if fact.kind in ONLY_OF_CHIPS or (subject.sort == "sum" and fact.kind is Kind.OPERATION_RATE):
        return True
    if subject.sort == "link":
        return fact.kind in OF_LINKS
    if subject.sort == "store":
        return fact.kind in OF_STORES
    if subject.sort == "place":
        return fact.place not in OUTSIDE
    if subject.sort in _DATA:
        of_link = fact.kind in OF_LINKS and fact.role is Role.LIMIT
        return of_link or fact.kind is Kind.FREQUENCY or is_room_for_weights(fact)
    return not subject.sort and (not subject.name or subject.why not in {Why.BESIDE, Why.VERB})


def is_room_for_weights(fact: Fact) -> bool:
    """Tell whether bytes are what something holds of weights: `its accelerator holds 442 KB of weights`."""
    holds = fact.kind is Kind.BYTES and fact.operand_of is None and "granting" in fact.cues
    return holds and fact.subject.thing == "weights" and fact.subject.why is Why.BESIDE


def is_of_whole(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a power may be that of a machine with parts of its own."""
    if fact.kind is not Kind.POWER or fact.subject.thing in GENERIC or is_multiplied(fact, ledger):
        return False
    clause = ledger.clause_of(fact)
    of_card = any(
        (piece.meaning.thing == "card" and not piece.text.endswith("s"))
        or ("every-one" in piece.meaning.cues and behind.meaning.part == "verb")
        for piece, behind in pairwise(clause)
    )
    return not of_card or any(piece.meaning.thing == "node" for piece in clause)


def is_of_data(fact: Fact) -> bool:
    """Tell whether a fact is rather the rate of some data than of a link."""
    of_memory = fact.subject.sort == "place" and fact.subject.why in SURE  # `16 GB of LPDDR5 at 204.8 GB/s`
    told = fact.operand_of is not None or of_memory
    return fact.kind in OF_LINKS and fact.role_why is Why.UNIT and not told


def may_have(device: Device, fact: Fact) -> bool:
    """Tell whether such a thing has such a property."""
    if device.sort == "store" or fact.kind in OF_STORES:
        return fact.kind in OF_STORES and (device.sort == "store" or device.knows(fact.kind))
    if device.is_machine and fact.subject.thing == "card":
        return False  # `a DGX with 8 GPUs of 700 W`
    if device.sort == "core":
        return fact.kind in ONLY_OF_CHIPS
    if device.sort == "supply":
        return fact.kind is Kind.POWER
    if device.sort == "sensor":
        return is_of_sampling(fact)
    if device.is_link:
        return (
            fact.kind in OF_LINKS
            and fact.subject.sort != "place"
            and not any("memory" in one.subject.name for one in (fact, *fact.same))
        )
    if fact.subject.sort == "link":
        return fact.kind not in OF_LINKS or has_link(device, fact.subject.name)
    if is_room_for_weights(fact):
        return any("weight_capacity" in value for entry in device.entries for value in entry.values)
    return fact.kind not in OF_LINKS or fact.subject.sort not in _DATA or is_network_of(device, fact)


def is_of_sampling(fact: Fact) -> bool:
    """Tell whether a frequency is that of samples, and of no bus or processor."""
    own = fact.subject.device
    of_sensor = own is not None and own.sort == "sensor" and fact.subject.why in SURE
    of_rate = "rate" in fact.traits  # `an output data rate of`
    return fact.kind is Kind.FREQUENCY and (fact.role is Role.EVENT_RATE or of_sensor or of_rate)


def is_network_of(device: Device, fact: Fact) -> bool:
    """Tell whether a rate is that of a network which a device has, and of no neural one."""
    of = fact.subject
    return fact.kind in OF_LINKS and of.sort in _DATA and bool(of.name) and has_link(device, of.name)


def is_of_ports(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a power may be that of a switch with several ports that supply as much each."""
    sentence = ledger.sentence_of(fact)
    return any(piece.text in _WITH_PORTS for piece in sentence)


def has_link(device: Device, name: str) -> bool:
    """Tell whether the catalog has the rate of a link of a device: `NVLink of an H100`, `its USB-C port`."""
    return any(is_rate_of(value, name) for entry in device.entries for value in entry.values.values())


def is_rate_of(value: Value, link: str) -> bool:
    """Tell whether a value is the rate of a link that a text calls so: `Ethernet port`, `PCIe connector`."""
    if kind_of(value.measure) not in OF_LINKS:
        return False
    return singular(link) in value.name or any(
        value.name.startswith(f"{word}_") for word in link.replace("-", " ").split()
    )
