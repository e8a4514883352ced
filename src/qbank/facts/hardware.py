"""What a question says that hardware has: the facts that are properties, each with its device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.catalog.entry import Entry
from qbank.facts.counted import number_of, singular
from qbank.facts.devices import Device
from qbank.facts.fact import Fact, FieldPath, NamedDevice
from qbank.facts.field_reader import is_model_name
from qbank.facts.ledger import Ledger
from qbank.facts.phrases import OF_HARDWARE
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import (
    CONCLUDING,
    OUTSIDE,
    SURE,
    Kind,
    Modality,
    Role,
    Standing,
    Why,
    unit_of_time,
)
from qbank.grouping import grouped
from qbank.model.catalog_words import Shelf
from qbank.napkin.tree import Operation

_STOPS: Final = frozenset((*",;().|\n:=≈/×*+−", "and", "or", "but"))
_UNREAL: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED))
_GENERIC: Final = frozenset(("card", "board", "peak"))
_OF_LINKS: Final = frozenset((Kind.BYTE_RATE,))
_ANY_LINK: Final = frozenset(("network",))
"""The class of words that may mean any link: `the uplink`, `its port`."""
OF_STORES: Final = frozenset((Kind.CHARGE, Kind.ENERGY, Kind.VOLTAGE))
_WITH_FEATURES: Final = frozenset(("device", "core"))
_UNSAID: Final = frozenset(("denied", "claimed", "alternative", "supposed", "failure", "former"))
_CLASSES: Final = {
    (Shelf.TINYML, "mcu"): "mcu",
    (Shelf.TINYML, "board"): "mcu",
    (Shelf.TINYML, "cpu-ip"): "mcu",
    (Shelf.TINYML, "npu-ip"): "mcu",
    (Shelf.CLOUD, "gpu"): "gpu",
    (Shelf.CLOUD, "tpu"): "gpu",
    (Shelf.CLOUD, "asic"): "gpu",
    (Shelf.CLOUD, "cpu"): "server",
    (Shelf.CLOUD, "instance"): "instance",
    (Shelf.CLOUD, "server"): "server",
    (Shelf.CLOUD_PRICE, "on-demand"): "instance",
    (Shelf.CLOUD, "system"): "rack",
    (Shelf.CLOUD_PRICE, "capacity-block"): "instance",
    (Shelf.EDGE, "soc"): "edge-board",
    (Shelf.EDGE, "cpu"): "small-computer",
    (Shelf.EDGE, "npu"): "gpu",
    (Shelf.MOBILE, "soc"): "phone",
    (Shelf.MOBILE, "phone"): "phone",
    (Shelf.MOBILE, "tablet"): "tablet",
    (Shelf.MOBILE, "laptop"): "laptop",
    (Shelf.MOBILE, "notebook-soc"): "laptop",
    (Shelf.MOBILE, "watch"): "wearable",
    (Shelf.ENERGY_SOURCE, "battery"): "named-cell",
    (Shelf.INTERCONNECT, "network"): "network",
    (Shelf.INTERCONNECT, "gpu-link"): "gpu-link",
    (Shelf.INTERCONNECT, "host-link"): "pcie",
    (Shelf.INTERCONNECT, "storage"): "ssd",
    (Shelf.INTERCONNECT, "supply"): "poe",
}
"""Of what class of the lexicon the entries of the catalog are."""
_NAMED: Final = (
    ("ble", "bluetooth"),
    ("wifi", "wi-fi"),
    ("lte-cat", "cellular"),
    ("5g", "cellular"),
    ("lora", "lora"),
    ("lte-m", "narrow-cellular"),
    ("nb-iot", "narrow-cellular"),
    ("zigbee", "zigbee"),
    ("thread", "zigbee"),
    ("ib-", "fast-fabric"),
    ("mem-lpddr", "lpddr"),
    ("mem-ddr", "dram"),
    ("mem-", "gpu-memory"),
    ("ufs", "phone-storage"),
    ("usb-", "usb"),
    ("cr123", "small-cell"),
    ("cr", "coin-cell"),
    ("aa", "small-cell"),
    ("li-", "li-cell"),
    ("stm32l", "low-power-mcu"),
    ("stm32u", "low-power-mcu"),
    ("nrf5", "low-power-mcu"),
)
"""The same, by how their names in the catalog begin."""
_PRONOUNS: Final = frozenset(("it", "its", "they", "their", "both"))
_SMALL_CELLS: Final = frozenset(("coin-cell", "small-cell"))
"""Cells with bounds of their own, which are narrower than those of any named cell."""
_ARTICLES: Final = frozenset(("a", "an", "another"))
_RELATIVE: Final = frozenset(("which", "whose", "that", "where"))
_NVLINK: Final = "nvlink"
_OVER: Final = frozenset(("over", "via", "through"))
_APPOSED: Final = frozenset(
    ("rented", "leased", "rated", "rated at", "with", "equipped with", "clocked at", "running at", "offering")
)
"""Words that begin a clause without a subject of its own: `a Coral, rated at 4 TOPS`."""
_PARTS: Final = frozenset(("cpu",))
"""What a chip may have inside; beside an accelerator it is another one."""
_PARTS_OF_SYSTEMS: Final = frozenset(("cpu", "gpu"))
_SYSTEMS: Final = frozenset(("edge-board", "phone", "tablet", "laptop", "wearable"))
_HARDWARE: Final = frozenset((*_CLASSES.values(), *_PARTS, "rack", "site", "sensor"))
_OPPOSITES: Final = (
    frozenset(("one-way", "both-ways")),
    frozenset(("dense", "sparse")),
    frozenset(("upward", "downward")),
)
FORMATS: Final = frozenset(("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8", "int4"))
"""Number formats, as cues of the lexicon and names of peaks in the catalog call them."""
FLOATING: Final = FORMATS - {"int8", "int4"}
_FLOATS: Final = "floating-point"
_OF_FLOATS: Final = FLOATING | {_FLOATS}
_KEPT: Final = FORMATS | _OPPOSITES[0] | {"upward", "downward"}
"""What the label of a claim says of its operands as well; the rest is of its result."""
_OF_RATES: Final = FORMATS.union(*_OPPOSITES)
"""What a clause says of the only rate in it, wherever it stands: `the dense peak of both is 275 TOPS`."""
_SENT: Final = frozenset(("one-way", "sending"))
_OF_ONE: Final = frozenset(("one-way", "every-one"))
"""What is said of the rate that one device has at its links: `450 GB/s each way`, `900 GB/s per GPU`."""
_ONLY_OF_CHIPS: Final = frozenset((Kind.OTHER, Kind.OPERATIONS))
_DONE: Final = frozenset((Role.ACHIEVED_RATE, Role.THROUGHPUT))
_OPINIONS: Final = frozenset((Standing.CLAIMED,))
"""Nobody vouches for what somebody merely says; what was there before has its data sheet like all else."""
_DATA: Final = frozenset(("data", "event"))
_MOST_TOGETHER: Final = 3
_VENDOR_GB: Final = 0.08
"""What counting in prefixes of 1000 or of 1024 makes of a size."""
_MACHINES: Final = frozenset(("node", "rack", "site"))
"""What holds several devices itself."""
_OF_WHOLE_MACHINES: Final = frozenset((Kind.POWER, Kind.PRICE, Kind.MONEY))
_BEHIND: Final = 2
_PARTS_OF_ROOM: Final = frozenset(("in-hand", "kept-free", "withheld", "reserve", "taken"))
"""What is said of a part of a room, and not of all of it."""
_OUTSIDE: Final = frozenset(("external", "qspi", "spi"))
"""What a memory is called that a chip does not have itself."""
_ANY_NUMBER: Final = 100_000
_HOLDS_ANYTHING: Final = frozenset(("", "memory", "device"))
_ALONG: Final = frozenset(("with", "without"))
_INTRODUCED: Final = frozenset(("device", "link"))
_SHORTEST_PART: Final = 3
_WITH_PORTS: Final = frozenset(("switch", "switches", "budget", "ports", "injector"))


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


class Feature(Struct):
    """A feature that a question gives to a device; `name` is as the catalog calls it."""

    path: FieldPath
    start: int
    end: int
    text: str
    name: str
    device: Device


def features(ledger: Ledger) -> Iterator[Feature]:
    """Yield the features that a question gives to devices: said of one alone, and not denied of it."""
    for path, pieces in ledger.pieces.items():
        for at, piece in enumerate(pieces):
            name = piece.meaning.feature
            if not name and piece.meaning.cues:
                name = _format_of_units(piece, pieces) or _floats_on(at, pieces)
            if not name:
                name = _link_used(at, pieces)
            if not name:
                continue
            here = [one for one in ledger.devices if one.path == path and one.sentence == piece.sentence]
            here = here or _spoken_of(at, pieces, ledger)
            beside = [one for one in here if pieces[one.at].clause == piece.clause]
            named = [one for one in beside or here if _may_be_said_of(name, one.device)]
            unsaid = any(
                not word.meaning.cues.isdisjoint(_UNSAID) or word.text == "?"
                for word in pieces
                if word.sentence == piece.sentence and (word.clause == piece.clause or not beside)
            )
            alone = len({one.device.entries for one in named}) == 1
            if alone and not unsaid and named[0].is_topic:
                yield Feature(path, piece.start, piece.end, piece.text, name, named[0].device)


def _format_of_units(units: Piece, pieces: Sequence[Piece]) -> str:
    """Return the one number format that a clause has units reckon with: `in BF16 on the tensor cores`."""
    if "matrix-units" not in units.meaning.cues:
        return ""
    named = cues_in(piece for piece in pieces if piece.clause == units.clause) & FORMATS
    return next(iter(named)) if len(named) == 1 else ""


def _floats_on(at: int, pieces: Sequence[Piece]) -> str:
    """Return what a device has to have that reckons so: `The net runs on the Edge TPU in 16-bit floats`."""
    if pieces[at].meaning.cues.isdisjoint(_OF_FLOATS):
        return ""
    before = [piece for piece in pieces[max(0, at - 3) : at] if piece.mention is None][-2:]
    inside = len(before) == 2 and before[0].device is not None and before[1].text == "in"
    return _FLOATS if inside else ""


def _link_used(at: int, pieces: Sequence[Piece]) -> str:
    """Return the link that data take between cards, if not all have it: `two L4 exchange it over NVLink`."""
    used = pieces[at].text == _NVLINK and at > 0 and pieces[at - 1].text in _OVER
    return _NVLINK if used else ""


def _spoken_of(at: int, pieces: Sequence[Piece], ledger: Ledger) -> list[NamedDevice]:
    """Return the only device of a question where a sentence goes on about it: `Its cores have an FPU`."""
    feature = pieces[at]
    sentence = [piece for piece in pieces if piece.sentence == feature.sentence]
    goes_on = sentence[0].text in _PRONOUNS and all(piece.meaning.sort != "link" for piece in sentence)
    goes_on = goes_on or not feature.meaning.feature  # the units of the only device that there is
    goes_on = goes_on or (at > 0 and pieces[at - 1].meaning.thing in _GENERIC)  # `the module's DLA`
    alone = len({one.device.entries for one in ledger.devices}) == 1
    return ledger.devices[:1] if goes_on and alone else []


def _may_be_said_of(feature: str, device: Device) -> bool:
    return device.sort in _WITH_FEATURES or any(
        feature in {*entry.has, *entry.lacks} for entry in device.entries
    )


def classes_of(piece: Piece) -> frozenset[str]:
    """Return the classes of things, with known magnitudes, that a piece names."""
    return piece.meaning.classes if piece.device is None else _classes_of(piece.device)


def _classes_of(device: Device) -> frozenset[str]:
    entry = device.entries[0]
    named = next((of for start, of in _NAMED if entry.id.startswith(start)), "")
    sort = _CLASSES.get((entry.track, entry.kind), "")
    return frozenset(filter(None, (named, "" if named in _SMALL_CELLS else sort)))


def _lies_on(fact: Fact, device: Device, ledger: Ledger) -> bool:
    """Tell whether a label puts data on a device: `INT8 weights on one A100: 46.7 GB`."""
    label = ledger.label_of(fact)
    at = next((at for at, piece in enumerate(label) if piece.device == device), 0)
    named = pairwise(label[: at + 1])  # of `the weight memory of the MAX78000` the memory is meant
    return any(piece.meaning.sort == "data" and behind.meaning.sort != "place" for piece, behind in named)


def _numbers_of_label(fact: Fact, ledger: Ledger) -> Iterator[int]:
    """Yield how many a label speaks of, whatever it calls them: `Two v5e: 21.71 GB of 32 GB`."""
    for piece in ledger.label_of(fact):
        number = number_of(piece)
        if number is not None and 1 < number <= _ANY_NUMBER:
            yield int(number)


def stated(ledger: Ledger) -> Iterator[Stated]:
    """Yield the properties that a question gives to devices, links and batteries of the catalog."""
    topics = [name for name in ledger.devices if name.is_topic]
    named = [name for name in topics if not name.supposed] or topics
    told: set[tuple[FieldPath, int, str]] = set()
    narrowed = [replace(name, device=_variant(name.device, ledger)) for name in named]
    for fact in ledger.facts if ledger.devices else ():
        if not _is_property(fact, ledger):
            continue
        found = _device_of(fact, ledger, named if fact.kind is Kind.BYTES else narrowed)
        if found is None:
            continue
        device, sure = found
        if fact.kind is Kind.BYTES and _lies_on(fact, device, ledger):
            continue
        if fact.kind is not Kind.BYTES:
            device = _variant(device, ledger)
        if device.sort == "supply" and _is_of_ports(fact, ledger):
            continue
        if fact.kind is Kind.BYTES and fact.place in _HOLDS_ANYTHING:
            line = fact.path, fact.sentence, device.text
            if line in told:
                continue  # a second one is the host's, the disk's or the data's
            told.add(line)
        if not device.sole and any(_names_whole(name.device, device) for name in named):
            device = replace(device, sole=True)
        here = _count(device, (name for name in _in_sentence(fact, ledger.devices)))
        said, around = cues_of(fact, ledger)
        of_each = "every-one" in said or _is_of_each(fact, ledger.pieces[fact.path])
        count = (
            1 if of_each or (here == 1 and _is_multiplied(fact, ledger)) else _count(device, ledger.devices)
        )
        count = max([count, *_numbers_of_label(fact, ledger)])
        several = count > 1 and (here > 1 or device.plural or fact.scope == "all")
        yield Stated(fact, device, sure, several, count, said, around)


def _goes_one_way(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a rate is that of sending, and receiving is told behind it: `and receives as much`."""
    if fact.kind not in _OF_LINKS:
        return False
    sentence = [piece for piece in pieces if piece.sentence == fact.sentence]
    return any("sending" in piece.meaning.cues and piece.start < fact.start for piece in sentence) and any(
        "receiving" in piece.meaning.cues and piece.start > fact.start for piece in sentence
    )


def _names_whole(one: Device, short: Device) -> bool:
    """Tell whether a name is a longer one of a device that is called by a short one elsewhere."""
    return one.sole and set(one.entries) <= set(short.entries)


def _is_property(fact: Fact, ledger: Ledger) -> bool:
    if fact.standing in _OPINIONS or fact.modality in _UNREAL:
        return False
    if not (
        fact.role in OF_HARDWARE
        or fact.role_why is Why.SAME
        or (fact.role in _DONE and fact.subject.device is not None and fact.subject.why in SURE)
        or (fact.role in _DONE and _goes_one_way(fact, ledger.pieces[fact.path]))
        or fact.kind in OF_STORES
        or (fact.kind in _OF_LINKS and fact.role is Role.LIMIT)
        or (fact.kind is Kind.POWER and fact.role is Role.LIMIT and "nominal" in fact.cues)
        or fact.kind in _ONLY_OF_CHIPS
        or _is_of_sampling(fact)
    ):
        return False
    if fact.origin in CONCLUDING and any(not one.is_topic for one in fact.same):
        return False  # `more than the 2 GB that the rule asks for`
    before = ledger.pieces[fact.path][max(0, fact.at - _BEHIND) : fact.at]
    if fact.kind is Kind.POWER and len(before) == _BEHIND and before[0].mention and before[1].text == "of":
        return False  # `the board draws 11 of 229 W`
    behind = ledger.pieces[fact.path][fact.at + 1 : fact.at + 1 + _BEHIND]
    if fact.kind is Kind.BYTES and any(_is_elsewhere(piece) for piece in behind):
        return False  # `22 GB left over`, `2 GB set aside`, `8 MB of external flash`
    # What is computed is no property.
    return not any(ledger.is_computed(one) for one in (fact, *fact.same))


def _is_elsewhere(piece: Piece) -> bool:
    is_left = piece.meaning.thing == "rest" or not _PARTS_OF_ROOM.isdisjoint(piece.meaning.cues)
    return is_left or piece.text.partition(" ")[0] in _OUTSIDE


def _device_of(fact: Fact, ledger: Ledger, named: Sequence[NamedDevice]) -> tuple[Device, bool] | None:
    """Return what a property is of, and whether its own place says so."""
    subject, pieces = fact.subject, ledger.pieces[fact.path]
    is_topic = fact.is_topic
    if not is_topic and fact.kind in _OF_WHOLE_MACHINES:
        return None
    of_device = "GPU" in fact.mention.unit.name
    own = (subject.device or _before_noun(fact, pieces)) if subject.why in SURE else None
    here = list(_in_sentence(fact, ledger.devices))
    if not is_topic and own is not None and all(name.device.entries != own.entries for name in here):
        return None  # `The team has an A100. Its successor has 141 GB.`
    if fact.kind in _OF_WHOLE_MACHINES and not of_device and _is_of_machine(fact, here, ledger):
        return None
    if subject.why is Why.LABEL:
        own = (_second_label if own is not None else _labelled)(fact, here, pieces) or own
    if is_topic and (link := _one_way_link(fact, here)) is not None:
        return link, True
    if is_topic and (owner := _owner_of_link(fact, ledger, named)) is not None:
        return owner, True
    if own is not None and _may_have(own, fact) and own.knows(fact.kind):
        return own, True
    if _is_of_sampling(fact):
        return _sampler(fact, here, pieces)
    if own is not None and own.sort == "core":
        holders = [name for name in here if _has_core(name.device) and name.device.knows(fact.kind)]
        of = _the_only(holders, fact.standing) if holders else None
        if of is not None and of.standing is fact.standing:
            return of.device, True  # `an nRF52840, Cortex-M4F at 64 MHz`
    owned = _is_owned(fact) or any(_is_network_of(name.device, fact) for name in here)
    if not owned or _is_of_another_link(fact, ledger, here) or any(map(is_of_another, fact.same)):
        return None
    if fact.kind is Kind.POWER and "converts" in fact.cues:
        return None  # `an Orin NX on a rail whose converter is rated for 60 W`
    beside = [name for name in here if pieces[name.at].clause == fact.clause and _may_have(name.device, fact)]
    opener = pieces[fact.at].opener
    beside = [name for name in beside if opener >= 0 and pieces[name.at].opener == opener] or [
        name for name in beside if not _has_its_own(fact, pieces, name.at)
    ]
    near = beside or (_labels(fact, here, pieces) if is_topic else [])
    near = near or _antecedent(fact, here, pieces) or _before_brackets(fact, here, pieces)
    for names in (near, _called(fact, pieces, named) if is_topic else ()):
        fitting = [name for name in names if _may_have(name.device, fact)]
        if fitting:
            of = _the_only(fitting, fact.standing) or _the_nearest(fact, fitting)
            return (of.device, True) if of is not None and of.standing is fact.standing else None
    if own is not None and _may_have(own, fact):
        return own, True
    if not is_topic or any(_is_introduced(one, ledger.pieces[one.path]) for one in (fact, *fact.same)):
        return None
    others = {name.device.entries: name.device for name in named if _may_have(name.device, fact)}
    if any(device.knows(fact.kind) for device in others.values()):
        others = {entries: device for entries, device in others.items() if device.knows(fact.kind)}
    devices = list(others.values())
    if not 0 < len(devices) <= _MOST_TOGETHER or _is_of_data(fact) or _is_of_whole(fact, ledger):
        return None
    if fact.subject.sort == "link" and names_machine(ledger):
        return None  # of a DGX, whose cards no other name stands for
    line = list(_line_of(fact, pieces))
    classes = frozenset().union(*map(_classes_of, devices))
    spoken_of = (_HARDWARE - _ANY_LINK) & frozenset().union(*[classes_of(piece) for piece in line])
    parts = frozenset() if "gpu" in classes else _PARTS if classes.isdisjoint(_SYSTEMS) else _PARTS_OF_SYSTEMS
    if spoken_of - parts and spoken_of.isdisjoint(classes):
        return None
    if len(devices) == 1:
        return devices[0], False
    together = tuple(entry for entries in others for entry in entries)
    return replace(devices[0], text=" or ".join(one.text for one in devices), entries=together), False


def _is_of_machine(fact: Fact, here: Iterable[NamedDevice], ledger: Ledger) -> bool:
    """Tell whether a fact is of a machine around a device: `an eight-GPU H100 server`, `the L4 PC`."""
    pieces = ledger.pieces[fact.path]
    behind = (pieces[name.at + 1].meaning for name in here if pieces[name.at].clause == fact.clause)
    return any(
        meaning.thing in _MACHINES or "server" in meaning.classes
        for meaning in (*behind, ledger.meaning_of(fact.subject.told))
    )


def names_machine(ledger: Ledger) -> bool:
    """Tell whether a question names a machine by what it holds: `HGX H100`."""
    return ledger.says("machine") or any(name.device.is_machine for name in ledger.devices)


def _second_label(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> Device | None:
    """Return the last of the names with a colon before a value: `H100: 80 GB, 3.35 TB/s; H200: 4.8 TB/s`."""
    labels = [name for name in here if name.at + 1 < fact.at and pieces[name.at + 1].text == ":"]
    return max(labels, key=lambda name: name.at).device if labels else None


def _labelled(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> Device | None:
    """Return the name behind the label that a value is of: `Collar: Arduino Nano 33 BLE, 256 KB of RAM`."""
    listed = fact.subject.sort == "device" and pieces[fact.at - 1].text == ","
    names = [name for name in here if 0 < name.at < fact.at and pieces[name.at - 1].text == ":"]
    return names[0].device if listed and len(names) == 1 else None


def _has_core(device: Device) -> bool:
    """Tell whether a device is a chip around a core that has a name of its own."""
    return device.sort != "core" and any("core" in entry.values for entry in device.entries)


def _one_way_link(fact: Fact, here: Iterable[NamedDevice]) -> Device | None:
    """Return the one link of a sentence of which a rate is told that goes one way: no memory has such."""
    if fact.kind not in _OF_LINKS or "one-way" not in fact.cues:
        return None
    links = [name for name in here if name.device.is_link and _may_have(name.device, fact)]
    of = _the_only(links, Standing.TOPIC) if links else None
    return of.device if of is not None and of.is_topic else None


def _owner_of_link(fact: Fact, ledger: Ledger, named: Sequence[NamedDevice]) -> Device | None:
    """Return the only device whose links a sentence speaks of: `NVLink gives each card 450 GB/s each way`."""
    if fact.kind not in _OF_LINKS or fact.cues.isdisjoint(_OF_ONE):
        return None
    in_machine = names_machine(ledger)
    if in_machine and "every-one" not in fact.cues:
        return None
    sentence = ledger.sentence_of(fact)
    links = [piece.text for piece in sentence if "gpu-link" in piece.meaning.classes]
    if not links or any(piece.device is not None for piece in sentence):
        return None
    # What a machine is called by stands for all that it has; of several cards it is said what they are.
    inside = [one for one in named if not in_machine or (one.count > 1 and not one.device.is_machine)]
    owners = {one.device.entries: one.device for one in inside if _has_link(one.device, links[0])}
    return next(iter(owners.values())) if len(owners) == 1 else None


def is_of_another(fact: Fact) -> bool:
    """Tell whether a fact has its place beside other hardware: `an RTX 2080 Mobile (16 GB)`."""
    of = fact.subject
    return of.sort == "device" and of.device is None and of.thing not in _GENERIC and of.why in SURE


def _is_introduced(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a property is of hardware without a name: `on an 80 GB card`, `a 1 Gb/s uplink`."""
    behind = pieces[fact.at + 1] if fact.at + 1 < len(pieces) else None
    before = pieces[max(0, fact.at - 2) : fact.at]  # `a rented 80 GB card`
    return (
        any(piece.text in _ARTICLES for piece in before)
        and behind is not None
        and behind.meaning.sort in _INTRODUCED
    )


def _variant(device: Device, ledger: Ledger) -> Device:
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


def _the_only(names: Sequence[NamedDevice], standing: Standing) -> NamedDevice | None:
    """Return one of several names if all are of one device; one of another standing, if there is such."""
    alone = len({name.device.entries for name in names}) == 1
    return next((name for name in names if name.standing is not standing), names[0]) if alone else None


def _the_nearest(fact: Fact, names: Sequence[NamedDevice]) -> NamedDevice | None:
    """Return the name before a fact if no other device may have such: `a MacBook with the M2 (100 GB/s)`."""
    last = max((name for name in names if name.at < fact.at), key=lambda name: name.at, default=None)
    others = {name.device for name in names if last is None or name.device.entries != last.device.entries}
    alone = last is not None and last.device.knows(fact.kind)
    return last if alone and not any(device.knows(fact.kind) for device in others) else None


def _before_noun(fact: Fact, pieces: Sequence[Piece]) -> Device | None:
    """Return the name in front of the noun that a fact is of: `a Snapdragon 8 Gen 2 phone (12 GB)`."""
    if fact.subject.sort != "device":
        return None
    named = [
        (piece.start < fact.start, piece.start, before.device)
        for before, piece in pairwise(pieces)
        if piece.clause == fact.clause and piece.text == fact.subject.name and before.device is not None
    ]
    return max(named, key=lambda one: one[:2])[2] if named else None


def _antecedent(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> list[NamedDevice]:
    """Return the name that a relative clause or an apposition is about: `the Orin, whose peak is ...`."""
    start = fact.at
    while start and pieces[start - 1].clause == fact.clause:
        start -= 1
    opens = pieces[start].text in _RELATIVE | _APPOSED or pieces[start].mention is not None
    # `drives, each good for 7 GB/s`; what `nodes, each drawing 6.5 kW` take is not their cards' power.
    opens = opens or (pieces[start].text == "each" and fact.kind not in _OF_WHOLE_MACHINES)
    if not opens:
        return []
    before = [name for name in here if name.at < start and pieces[name.at].opener < 0]
    last = max(before, key=lambda name: name.at, default=None)
    if last is None:
        return []
    if last.device.is_link and any(piece.meaning.sort == "device" for piece in pieces[last.at + 1 : start]):
        return []  # `over LTE Cat 4 to a gateway, whose backhaul has 1 Gbit/s`
    # Of a list the first clause has the name: `the L4: 24 GB, 300 GB/s, 72 W`.
    _, *listed = grouped((piece.clause, piece) for piece in pieces[last.at : start]).values()
    return [last] if all(clause[0].mention is not None for clause in listed) else []


def _before_brackets(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> list[NamedDevice]:
    """Return the name in front of the brackets around a value: `L4 cards (24 GB, 300 GB/s)`."""
    at = pieces[fact.at].opener - 1
    while at > 0 and pieces[at].device is None and pieces[at].meaning.sort == "device":
        at -= 1
    if direct := [name for name in here if name.at == at]:
        return direct
    clause = pieces[max(at, 0)].clause  # `boards of that name which we have had for years (2 MB of flash)`
    before = [name for name in here if name.at < at and pieces[name.at].clause == clause]
    stated = any(piece.mention is not None for piece in pieces[before[-1].at : at]) if before else True
    return [] if stated else before[-1:]


def _has_its_own(fact: Fact, pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a name behind a value stands in brackets with another one: `2 MB (1 MB on the ...)`."""
    opener = pieces[at].opener
    return fact.at < opener and any(
        piece.mention is not None and piece.mention.kind is fact.kind for piece in pieces[opener:at]
    )


def _in_sentence(fact: Fact, names: Iterable[NamedDevice]) -> Iterator[NamedDevice]:
    return (name for name in names if name.path == fact.path and name.sentence == fact.sentence)


def _is_of_another_link(fact: Fact, ledger: Ledger, here: Sequence[NamedDevice]) -> bool:
    """Tell whether a rate is of a link that is none of the catalog: `Wi-Fi` beside `LTE Cat 4`."""
    if fact.kind not in _OF_LINKS:
        return False
    pieces = ledger.pieces[fact.path]
    if _is_stranger(fact, pieces) or _is_another_introduced(fact, pieces):
        return True
    clause = ledger.clause_of(fact)
    own = {piece.text for name, piece in pairwise(clause) if name.device is not None and name.device.is_link}
    named = {
        piece.text: piece.meaning for piece in clause if piece.device is None and piece.text not in own
    }  # of `the LTE Cat 4 modem` the modem is no other
    if fact.subject.why in SURE and fact.subject.device is None and fact.subject.name not in own:
        named[fact.subject.name] = ledger.meaning_of(fact.subject.name)  # `NVLink, which offers 900 GB/s`
    return any(
        meaning.sort == "link"
        and meaning.classes - _ANY_LINK
        and not any(_has_link(name.device, text) for name in here)
        for text, meaning in named.items()
    )


def _is_another_introduced(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a rate is of a link of something else: `over BLE 5 to a hub with a 1 Gb/s uplink`."""
    if not _is_introduced(fact, pieces):
        return False
    for piece in reversed(pieces[: fact.at]):
        if piece.clause != fact.clause:
            break
        if piece.device is not None or piece.meaning.sort == "device":
            return piece.device is None
    return True


def _is_stranger(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a rate stands in the brackets of a link with an unknown name: `a 25GBASE-X1 link (`."""
    opener = pieces[fact.at].opener
    before = pieces[max(0, opener - _BEHIND) : opener] if opener > 0 else []
    return [piece.meaning.sort for piece in before[1:]] == ["link"] and is_model_name(before[0].text)


def _labels(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> list[NamedDevice]:
    """Return the names that stand in the label of the line of a fact."""
    return [name for name in here if name.at < fact.at and pieces[name.at].text in fact.label]


def _called(fact: Fact, pieces: Sequence[Piece], named: Iterable[NamedDevice]) -> list[NamedDevice]:
    """Return what a word of the label or the clause calls by a part of its name: `the HDR port`.

    What is along with something is not what a value is of: `Flight with the Nano: 61 Wh / 229 W`.
    """
    words = {piece.text for piece in pieces if piece.clause == fact.clause}
    label = fact.label.split()
    words = words - {*label} | {*takewhile(lambda word: word not in _ALONG, label)}
    return [name for name in named if not words.isdisjoint(_parts(name.device))]


def _parts(device: Device) -> list[str]:
    parts = device.text.lower().replace("-", " ").split()
    return [part for part in parts if len(part) >= _SHORTEST_PART] if len(parts) > 1 else []


def _is_owned(fact: Fact) -> bool:
    """Tell whether a fact may be a device's: nothing else is named that has it."""
    subject = fact.subject
    if subject.device is not None or subject.thing in _GENERIC or subject.sort in {"property", "limit"}:
        return True
    if fact.kind in _ONLY_OF_CHIPS or (subject.sort == "sum" and fact.kind is Kind.OPERATION_RATE):
        return True
    if subject.sort == "link":
        return fact.kind in _OF_LINKS
    if subject.sort == "store":
        return fact.kind in OF_STORES
    if subject.sort == "place":
        return fact.place not in OUTSIDE
    if subject.sort in _DATA:
        return (fact.kind in _OF_LINKS and fact.role is Role.LIMIT) or fact.kind is Kind.FREQUENCY
    return not subject.sort and (not subject.name or subject.why not in {Why.BESIDE, Why.VERB})


def _line_of(fact: Fact, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces of the clause of a fact and of the label of its line."""
    start, end = fact.label_span
    return (piece for at, piece in enumerate(pieces) if piece.clause == fact.clause or start <= at < end)


def _is_of_whole(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a power may be that of a machine with parts of its own."""
    if fact.kind is not Kind.POWER or fact.subject.thing in _GENERIC or _is_multiplied(fact, ledger):
        return False
    clause = ledger.clause_of(fact)
    of_card = any(
        (piece.meaning.thing == "card" and not piece.text.endswith("s"))
        or ("every-one" in piece.meaning.cues and behind.meaning.part == "verb")
        for piece, behind in pairwise(clause)
    )
    return not of_card or any(piece.meaning.thing == "node" for piece in clause)


def _is_of_data(fact: Fact) -> bool:
    """Tell whether a fact is rather the rate of some data than of a link."""
    of_memory = fact.subject.sort == "place" and fact.subject.why in SURE  # `16 GB of LPDDR5 at 204.8 GB/s`
    told = fact.operand_of is not None or of_memory
    return fact.kind in _OF_LINKS and fact.role_why is Why.UNIT and not told


def _is_multiplied(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a claim multiplies a fact by a whole number, so that it stands for one of several."""
    for one in (fact, *fact.same):
        if one.operand_of is not None:
            claim = ledger.claims[one.operand_of]
            tree = claim.claim.calculation
            counts = [other for other in claim.operands if other.kind is Kind.COUNT and other.value > 1]
            if isinstance(tree, Operation) and tree.operator == "*":
                return any(count.value.is_integer() for count in counts)
    return False


def _is_of_each(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a value is told of every single device: `each with 32 GB`, `24 GB per card`."""
    behind = pieces[fact.at + 1 : fact.at + 2]
    if any("every-one" in piece.meaning.cues for piece in (pieces[fact.at], *behind)):
        return True
    noun, after = "", pieces[fact.at]
    for piece in reversed(pieces[: fact.at]):
        if piece.sentence != fact.sentence or (piece.mention is not None and piece.mention.kind is fact.kind):
            return False
        if "every-one" in piece.meaning.cues and not (
            after.meaning.part == "unit" or unit_of_time(after.text)
        ):
            return noun not in _MACHINES  # `each time` and `every second` are of no device
        noun, after = piece.meaning.thing or noun, piece
    return False


def _may_have(device: Device, fact: Fact) -> bool:
    """Tell whether such a thing has such a property."""
    if device.sort == "store" or fact.kind in OF_STORES:
        return fact.kind in OF_STORES and (device.sort == "store" or device.knows(fact.kind))
    if device.sort == "core":
        return fact.kind in _ONLY_OF_CHIPS
    if device.sort == "supply":
        return fact.kind is Kind.POWER
    if device.sort == "sensor":
        return _is_of_sampling(fact)
    if device.is_link:
        return (
            fact.kind in _OF_LINKS
            and fact.subject.sort != "place"
            and not any("memory" in one.subject.name for one in (fact, *fact.same))
        )
    if fact.subject.sort == "link":
        return fact.kind not in _OF_LINKS or _has_link(device, fact.subject.name)
    return fact.kind not in _OF_LINKS or fact.subject.sort not in _DATA or _is_network_of(device, fact)


def _sampler(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> tuple[Device, bool] | None:
    """Return the only sensor of a clause that tells how it samples: `an ADXL345 samples it at 3 kHz`."""
    sensors = [
        name for name in here if name.device.sort == "sensor" and pieces[name.at].clause == fact.clause
    ]
    of = _the_only(sensors, fact.standing) if sensors else None
    return (of.device, True) if of is not None and of.standing is fact.standing else None


def _is_of_sampling(fact: Fact) -> bool:
    """Tell whether a frequency is that of samples, and of no bus or processor."""
    own = fact.subject.device
    of_sensor = own is not None and own.sort == "sensor" and fact.subject.why in SURE
    return fact.kind is Kind.FREQUENCY and (fact.role is Role.EVENT_RATE or of_sensor)


def _is_network_of(device: Device, fact: Fact) -> bool:
    """Tell whether a rate is that of a network which a device has, and of no neural one."""
    of = fact.subject
    return fact.kind in _OF_LINKS and of.sort in _DATA and bool(of.name) and _has_link(device, of.name)


def _is_of_ports(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a power may be that of a switch with several ports that supply as much each."""
    sentence = ledger.sentence_of(fact)
    return any(piece.text in _WITH_PORTS for piece in sentence)


def _has_link(device: Device, name: str) -> bool:
    """Tell whether the catalog has the rate of a link with a device: `NVLink of an H100`."""
    return any(singular(name) in value for entry in device.entries for value in entry.values)


def _count(device: Device, names: Iterable[NamedDevice]) -> int:
    count = max([name.count for name in names if name.device.entries == device.entries], default=1)
    return _ANY_NUMBER if device.plural and count == 1 else count


def _of_apposed(fact: Fact, pieces: Sequence[Piece]) -> frozenset[str]:
    """Return the cues of the clause that a value is set beside: `the dense rate of the module, 275 TOPS`."""
    clause = pieces[fact.at - 1].clause
    before = [piece for piece in pieces[: fact.at] if piece.clause == clause]
    if any(piece.mention is not None for piece in before):
        return frozenset()
    return cues_in(before)


def cues_of(fact: Fact, ledger: Ledger) -> tuple[frozenset[str], frozenset[str]]:
    """Return what the words beside a value and the label of its line say of it, and what its clause does."""
    pieces = ledger.pieces[fact.path]
    said, around = _said(fact, pieces)
    return (said | _SENT if _goes_one_way(fact, pieces) else said), around


def _said(fact: Fact, pieces: Sequence[Piece]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what the words beside a value and the label of its line say of it, and what its clause does."""
    found = set(pieces[fact.at].meaning.cues)
    for step in (-1, 1):
        at = fact.at + step
        while 0 <= at < len(pieces):
            piece = pieces[at]
            key = at == fact.at - 1 and piece.text == "=" and fact.operand_of is None  # `INT8=45 TOPS`
            counted = piece.mention is not None and piece.mention.kind is not Kind.COUNT
            if (piece.text in _STOPS and not key) or counted:
                break
            found |= piece.meaning.cues
            at += step
    beside = frozenset(found)
    start, end = fact.label_span
    of_label = cues_in(pieces[start:end])
    is_operand = fact.operand_of is not None
    clause = [
        piece
        for at, piece in enumerate(pieces)
        if piece.clause == fact.clause and not (is_operand and start <= at < end)
    ]
    around = cues_in(clause)
    if fact.operand_of is not None:
        of_label &= _KEPT
    if fact.at > 1 and pieces[fact.at - 1].text == "," and pieces[fact.at - 1].line == fact.line:
        found |= _of_apposed(fact, pieces) & _OF_RATES
    if not any(
        piece.mention is not None and piece.mention.kind is fact.kind
        for piece in clause
        if piece.start != fact.start
    ):
        found |= around & _OF_RATES  # the only one of its kind here
    for opposites in _OPPOSITES:
        if opposites <= found and opposites.isdisjoint(beside):
            found -= opposites
        if not found.isdisjoint(opposites):
            of_label -= opposites
    opener = pieces[fact.at].opener
    if opener >= 0:  # `the team must choose: L4 cards (24 GB, 300 GB/s)`
        around = cues_in(piece for piece in clause if piece.opener == opener)
    return frozenset(found | of_label), around
