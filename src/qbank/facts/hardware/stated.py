"""The properties that a question gives to devices, each with its device."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank import lazy_re
from qbank.catalog.units import unit_of
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.hardware.candidates import in_sentence, is_of_all_along
from qbank.facts.hardware.compatibility import (
    OF_LINKS,
    OF_STORES,
    ONLY_OF_CHIPS,
    is_of_ports,
    is_of_sampling,
    is_room_for_weights,
)
from qbank.facts.hardware.instances import count_of, is_multiplied, is_of_each, numbers_of_label
from qbank.facts.hardware.owners import device_of
from qbank.facts.hardware.qualifiers import cues_of, goes_one_way
from qbank.facts.hardware.variants import names_whole, rented, variant, without_carriers
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.reading.roles import is_part
from qbank.facts.vocabulary import (
    CONCLUDING,
    GENERIC,
    GIVING,
    OF_HARDWARE,
    SURE,
    Kind,
    Modality,
    Role,
    Standing,
    Why,
    unit_of_time,
)

_REACH: Final = 2
_UNREAL: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED))
_DONE: Final = frozenset((Role.ACHIEVED_RATE, Role.THROUGHPUT))
_OPINIONS: Final = frozenset((Standing.CLAIMED,))
"""Nobody vouches for what somebody merely says; what was there before has its data sheet like all else."""
_PARTS_OF_ROOM: Final = frozenset(("in-hand", "kept-free", "withheld", "reserve", "taken"))
"""What is said of a part of a room, and not of all of it."""
_SAMPLES: Final = lazy_re.compile(r"k?SPS\Z|k?S/s\Z|samples?\b")
_OPERATIONS: Final = lazy_re.compile(r"operations?\b")
_OPERATION_RATE: Final = unit_of("TOP/s")
_LEAST_PEAK: Final = 1e10
_BITS: Final = 8
_OF_TWO: Final = 2
_HERTZ: Final = unit_of("Hz")
_HOLDS_ANYTHING: Final = frozenset(("", "memory", "device"))


class Stated(Struct):
    """A property that a question gives to a device.

    Attributes:
        fact: the property.
        device: what has it; of several that may, all of them in one.
        sure: whether its own place says that it is the device's; else there is no other of its kind.
        several: whether it may be that of several devices together.
        count: how many the question says that there are; 1 if the value stands for one of them.
        said: what the words that stand beside the value, and the label of its line, say of it.
        around: what the words of its clause say.
    """

    fact: Fact
    device: Device
    sure: bool
    several: bool
    count: int
    said: frozenset[str]
    around: frozenset[str]


def _lies_on(fact: Fact, device: Device, ledger: Ledger) -> bool:
    """Tell whether a label puts data on a device: `INT8 weights on one A100: 46.7 GB`."""
    label = ledger.label_of(fact)
    at = next((at for at, piece in enumerate(label) if piece.device == device), 0)
    named = pairwise(label[: at + 1])  # of `the weight memory of the MAX78000` the memory is meant
    return any(piece.meaning.sort == "data" and behind.meaning.sort != "place" for piece, behind in named)


def stated(ledger: Ledger) -> Iterator[Stated]:
    """Yield the properties that a question gives to devices, links and batteries of the catalog."""
    topics = [name for name in ledger.devices if name.is_topic]
    named = [name for name in topics if not name.supposed] or topics
    told: set[tuple[FieldPath, int, str]] = set()
    narrowed = [replace(name, device=variant(name.device, ledger)) for name in named]
    senses = any(name.device.sort == "sensor" for name in named)
    for told_of in ledger.facts if ledger.devices else ():
        fact = _as_sampling(told_of) if senses else _as_peak(told_of)
        if not _is_property(fact, ledger):
            continue
        in_bytes = fact.kind is Kind.BYTES
        chips = without_carriers(narrowed) if fact.kind is Kind.OPERATION_RATE else narrowed
        found = device_of(fact, ledger, named if in_bytes else chips)
        if found is None:
            continue
        device, sure = found
        if senses and fact is not told_of and device.sort != "sensor":
            continue
        device = rented(device, ledger)
        if not in_bytes:
            device = variant(device, ledger)
        elif _lies_on(fact, device, ledger):
            continue
        if device.sort == "supply" and is_of_ports(fact, ledger):
            continue
        if in_bytes and fact.place in _HOLDS_ANYTHING:
            line = fact.path, fact.sentence, device.text
            if line in told:
                continue  # a second one is the host's, the disk's or the data's
            told.add(line)
        if not device.sole and any(names_whole(name.device, device) for name in named):
            device = replace(device, sole=True)
        here = count_of(device, in_sentence(fact, ledger.devices))
        said, around = cues_of(fact, ledger)
        of_each = "every-one" in said or is_of_each(fact, ledger.pieces[fact.path])
        of_one = of_each or (here == 1 and is_multiplied(fact, ledger))
        there = 1 if of_one else count_of(device, ledger.devices)
        count = max([there, *numbers_of_label(fact, ledger)])
        several = count > 1 and (here > 1 or device.plural or fact.scope == "all")
        yield Stated(fact, device, sure, several, count, said, around)


def _as_sampling(fact: Fact) -> Fact:
    """Return samples in a time as the frequency that a data sheet prints: `860 SPS`."""
    unit, time = fact.mention.unit, unit_of_time(fact.per) if fact.per else None
    is_rate = fact.kind is Kind.EVENT_RATE or (fact.kind is Kind.COUNT and time is not None)
    if not is_rate or not _SAMPLES.match(unit.name):
        return fact
    sampling, long = copy(fact), 1.0 if time is None or fact.kind is Kind.EVENT_RATE else float(time.scale)
    sampling.role = Role.EVENT_RATE
    sampling.measure(
        replace(fact.mention, high=fact.value / long, low=fact.value / long, kind=Kind.FREQUENCY, unit=_HERTZ)
    )
    return sampling


def _as_peak(fact: Fact) -> Fact:
    """Return operations in a second that a unit is rated at as its peak: `rated at 35 trillion`."""
    per_second = fact.kind is Kind.EVENT_RATE and _OPERATIONS.match(fact.mention.unit.name)
    rated = fact.subject.sort in {"device", "part"} or "nominal" in fact.cues
    if not (per_second and rated and fact.value >= _LEAST_PEAK):
        return fact
    peak = copy(fact)
    peak.role = Role.PEAK_RATE
    peak.measure(replace(fact.mention, kind=Kind.OPERATION_RATE, unit=_OPERATION_RATE))
    return peak


def _is_property(fact: Fact, ledger: Ledger) -> bool:
    if fact.standing in _OPINIONS or fact.modality in _UNREAL:
        return False
    if not (
        fact.role in OF_HARDWARE
        or fact.role_why is Why.SAME
        or (fact.role in _DONE and fact.subject.device is not None and fact.subject.why in SURE)
        or (fact.role in _DONE and goes_one_way(fact, ledger.pieces[fact.path]))
        or fact.kind in OF_STORES
        or (fact.kind in OF_LINKS and fact.role is Role.LIMIT)
        or (fact.kind is Kind.POWER and fact.role is Role.LIMIT and _is_most_of(fact))
        or fact.kind in ONLY_OF_CHIPS
        or is_of_sampling(fact)
        or (is_room_for_weights(fact) and not any(map(_is_another, ledger.clause_of(fact))))
    ):
        return False
    if fact.origin in CONCLUDING and any(not one.is_topic for one in fact.same):
        return False  # `more than the 2 GB that the rule asks for`
    if is_of_all_along(fact, ledger.pieces[fact.path]):
        return False
    before = ledger.pieces[fact.path][max(0, fact.at - _REACH) : fact.at]
    if fact.kind is Kind.POWER and len(before) == _REACH and before[0].mention and before[1].text == "of":
        return False  # `the board draws 11 of 229 W`
    behind = ledger.pieces[fact.path][fact.at + 1 : fact.at + 1 + _REACH]
    if is_part(fact, ledger.pieces[fact.path]):
        return False  # `the other 3.3 kW of the 6.5 kW`
    if fact.kind is Kind.BYTES and any(_is_elsewhere(piece) for piece in behind):
        return False  # `22 GB left over`, `2 GB set aside`
    # What is computed is no property, but what is given may be the size of a result too.
    given = fact.origin in GIVING and fact.role_why in SURE and fact.kind is not Kind.BYTES
    others = () if given else [one for one in fact.same if not _is_of_bits(one, ledger)]
    return not any(map(ledger.is_computed, (fact, *others)))


def _is_of_bits(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a claim makes bytes of bits or bits of bytes: `400 / 8 = 50`."""
    if fact.result_of is None or fact.kind not in OF_LINKS:
        return False
    numbers = [one.number for one in ledger.claims[fact.result_of].operands]
    return len(numbers) == _OF_TWO and _BITS in numbers


def _is_another(piece: Piece) -> bool:
    """Tell whether a noun is hardware of its own: `beside a server that holds 2 GB of weights`."""
    return piece.meaning.sort == "device" and piece.meaning.thing not in GENERIC


def _is_most_of(fact: Fact) -> bool:
    """Tell whether the most that is said of a power is a device's: rated so, or in brackets behind it."""
    bracketed = fact.subject.sort == "device" and fact.subject.why is Why.BRACKET
    return bracketed or "nominal" in fact.cues


def _is_elsewhere(piece: Piece) -> bool:
    return piece.meaning.thing == "rest" or not _PARTS_OF_ROOM.isdisjoint(piece.meaning.cues)
