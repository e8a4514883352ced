"""How much a link, a memory or a unit can do in a second at most, as it is told or known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import isclose, prod
from typing import Final

from msgspec import Struct

from qbank.catalog import AbsentValueError
from qbank.catalog.entry import Value
from qbank.catalog.units import unit_of
from qbank.facts.counted import counted, is_plural, number_of, singular
from qbank.facts.derivation import the_only
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, FieldPath, NamedDevice
from qbank.facts.hardware.qualifiers import FORMATS
from qbank.facts.ledger import Ledger
from qbank.facts.lexicon.magnitudes import measure_of
from qbank.facts.lexicon.meaning import Meaning
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import (
    CONCLUDING,
    GENERIC,
    GIVING,
    OUTSIDE,
    Kind,
    Origin,
    Role,
    Why,
    unit_of_time,
)
from qbank.grouping import grouped
from qbank.rules.capacity.fits import topical_devices
from qbank.rules.capacity.rooms import MANY
from qbank.rules.physics.stated import before, given, is_stated, where

_SEEN: Final = frozenset(("measured", "receiving"))
_SOLE: Final = frozenset(("only", "sole", "single"))
_ONE: Final = frozenset(("one", "all"))
_CARRIED: Final = frozenset(("place", "device"))
_DOUBTING: Final = frozenset(("failure", "falls-short", "ceiling", "no-room", "too-much"))
_HOLDERS: Final = frozenset(("node", "link"))
_REACH: Final = 2
_LINES: Final = frozenset(("line", "lane", "wire", "pin"))
_FLOATING: Final = ("fp", "bf", "tf", "nf", "mx")
_COMPUTED_IN: Final = {
    "fp32": ("fp32", "tf32"),
    "fp16": ("fp16", "bf16"),
    "bf16": ("fp16", "bf16"),
}
"""What is computed with numbers of a format, where both have one rate or the one stands for the other."""
_AT_ONE_EDGE: Final = ("single data rate", "sdr", "single edge", "one edge")
_MACS: Final = frozenset(("mac", "macs", "multiply - accumulate", "multiply - accumulates"))
_IN_EACH: Final = frozenset(("per", "each", "every", "a", "one"))
_AS_SEEN: Final = frozenset(("measured", "average", "granting"))
_MOST_DEVICES: Final = 100_000
_DAY: Final = 86_400
_PER_BYTE: Final = unit_of("FLOP/byte").dimension
_BIT_RATE: Final = measure_of({"unit": "bit/s"})


class Ceiling(Struct, frozen=True):
    """The most that can be done in a second, and what says so."""

    most: float
    label: str
    fact: Fact | None = None


def link_ceiling(ledger: Ledger, rate: Fact) -> Ceiling | None:
    """Return what the links of a question carry at most, if all of a rate has to go through them."""
    if "cached" in rate.said or rate.role_why is Why.BRACKET or rate.subject.device is not None:
        return None
    links = ledger.view(_links)
    if links and all(one.most for one, _ in links):
        best, here = max(links, key=lambda one: one[0].most)
        if not _goes_over(ledger, rate, best.fact, here):
            return None
    elif rate.is_in_bits and (named := _by_name(ledger)) is not None:
        best = named
    else:
        return None
    times = 1 if _is_of_each(ledger, rate) else _holders(ledger, best.fact)
    return Ceiling(best.most * times, best.label, best.fact)


def _goes_over(ledger: Ledger, rate: Fact, link: Fact | None, here: Iterable[Piece]) -> bool:
    """Whether a rate goes over a link: the only one, or one that is named with the rate, as are its ends."""
    things = {one.meaning.thing for one in here if one.meaning.sort in _CARRIED}
    if rate.subject.thing in OUTSIDE and rate.subject.thing not in things:
        return False  # that of a drive, beside a network
    around = () if link is None else ledger.sentence_of(link)
    beside = [piece for one in _told_with(ledger, rate) for piece in ledger.clause_of(one)]
    other = _names_of_links(beside)
    if rate.subject.sort == "link":
        other.add(singular(rate.subject.name.split()[-1]))
    if other:  # `over NVLink (360 GB/s measured)`, beside `a port of 400 Gb/s`
        named = _names_of_links([*here, *(one for one in around if one.device is None)])
        return not other.isdisjoint({*named, "link"})
    # `through its only port, 25 Gb/s Ethernet`, `by one port of 25 Gb/s`
    is_only = link is not None and (
        any(one.text in _SOLE for one in around) or any(one.text in _ONE for one in ledger.clause_of(link))
    )
    of_disk = "disk" in things and rate is ledger.view(only_rate)
    return rate.is_in_bits or is_only or of_disk or any(one.meaning.thing in things for one in beside)


def only_rate(ledger: Ledger) -> Fact | None:
    """Return the one rate of bytes that the scenario tells."""
    return the_only(one for one in ledger.by_kind[Kind.BYTE_RATE] if one.origin is Origin.SCENARIO)


def _names_of_links(pieces: Iterable[Piece]) -> set[str]:
    """Return what links are called, without what they are like: `port` of an Ethernet port."""
    return {
        singular(one.text.split()[-1].removesuffix("'s"))
        for one in pieces
        if one.meaning.sort == "link" or (one.device is not None and one.device.is_link)
    }


def lines_ceiling(ledger: Ledger) -> Ceiling | None:
    """Return what so many lines of a bus carry at most, with one bit of each at every edge of their clock."""
    clock = the_only(given(ledger, Kind.FREQUENCY))
    if clock is None:
        return None
    sentence = ledger.sentence_of(clock)
    lines = {
        one.number
        for one in ledger.view(counted)
        if (one.path, one.sentence) == where(clock) and one.noun in _LINES
    }
    if len(lines) != 1 or not any(piece.meaning.sort == "link" for piece in sentence):
        return None
    words = " ".join(piece.text for piece in sentence)
    most = lines.pop() * clock.value * (1 if any(one in words for one in _AT_ONE_EDGE) else 2) / 8
    return Ceiling(most, f"the {most / 1e6:.4g} MB/s of its lines at {clock.text}", clock)


def told_ceiling(ledger: Ledger) -> Ceiling | None:
    """Return the one rate of bytes that a question calls the highest of all."""
    peaks = (one for one in ledger.by_kind[Kind.BYTE_RATE] if "maximum" in one.traits and is_stated(one))
    peak = the_only(peaks)
    if peak is None or ledger.view(_links):
        return None
    return Ceiling(peak.value, f"the {peak.text} that there are at most", peak)


def memory_ceiling(ledger: Ledger, *, of_one: bool) -> Ceiling | None:
    """Return the highest rate of bytes that a question tells and does not compute, or that of its memory."""
    memory = memory_bandwidth(ledger, one=of_one)
    most = max([memory, *(one.value for one in ledger.by_kind[Kind.BYTE_RATE] if not one.is_made)])
    return Ceiling(most, f"the {most / 1e9:.4g} GB/s of the memory") if memory else None


def slope_ceiling(ledger: Ledger, *, of_one: bool) -> Ceiling | None:
    """Return how many operations a memory lets do at most: its bandwidth times those of each byte."""
    intensity = the_only(
        one
        for one in ledger.by_kind[Kind.OTHER]
        if one.mention.unit.dimension == _PER_BYTE and is_stated(one) and "ridge" not in one.said
    )
    memory = memory_bandwidth(ledger, one=of_one) if intensity is not None else 0.0
    if intensity is None or not memory:
        return None
    most = intensity.value * memory
    label = f"the {most / 1e12:.4g} TFLOP/s of {intensity.text} at {memory / 1e9:.4g} GB/s"
    return Ceiling(most, label, intensity)


def _by_name(ledger: Ledger) -> Ceiling | None:
    """Return what the fastest link that the scenario names carries at most, if all have a bound."""
    classes = {name for piece in ledger.scenario for name in piece.meaning.classes}
    of_links = (one for one in ledger.lexicon.magnitudes(_BIT_RATE) if one.sort == "link")
    bounds = [one for one in of_links if not (one.between or one.beside) and classes.isdisjoint(one.unless)]
    bounds.sort(key=lambda one: one.most)
    links = [piece.meaning.classes for piece in ledger.scenario if piece.meaning.sort == "link"]
    of_each = [[one for one in bounds if not one.things.isdisjoint(link)] for link in links]
    wider = [one for of_link in of_each for one in of_link[1:]]  # `BLE`, where another says `LE 1M`
    known = [one for of_link in of_each for one in of_link[:1] if one not in wider]
    if not known:
        return None
    best = max(known, key=lambda one: one.most)
    return Ceiling(best.most, f"the {best.bounds} of {best.what}")


def _links(ledger: Ledger) -> list[tuple[Ceiling, list[Piece]]]:
    """Return what each link carries and what is said of it: as told, else by the catalog."""
    told = [one for one in ledger.by_kind[Kind.BYTE_RATE] if _is_of_link(ledger, one)]
    found = []
    for one in told:
        if one.mention.unit.name.count("/") > 1:
            continue  # `1.5 Gb/s per lane`, of which there are several
        most = one.value * number_before(ledger, one)
        found.append((Ceiling(most, f"the {one.text} of its link", one), ledger.clause_of(one)))
    for link in ledger.devices:
        if link.device.is_link and link.is_topic and (link.path, link.sentence) not in map(where, told):
            most = link_rate(link.device)
            label = f"the {most / 1e9:.4g} GB/s of {link.device.text} (catalog)"
            found.append((Ceiling(most, label), ledger.sentence_of(link)))
    return found


def _told_with(ledger: Ledger, rate: Fact) -> list[Fact]:
    """Return a rate, where the scenario tells it, and the times of the scenario that it was computed with."""
    values = [one.value for claim in ledger.made_by(rate) for one in claim.operands]
    times = (one for one in ledger.by_kind[Kind.TIME] if any(isclose(one.value, value) for value in values))
    return [rate, *(one for one in (*rate.same, *times) if one.origin is Origin.SCENARIO)]


def _is_of_link(ledger: Ledger, fact: Fact) -> bool:
    """Whether a rate is that of a link: named so, or told in bits beside the name of one."""
    if fact.role is not Role.BANDWIDTH or fact.origin not in GIVING or not is_stated(fact):
        return False
    of_link = fact.subject.sort == "link" or (
        fact.is_in_bits
        and ("upward" in fact.said or any(one.meaning.sort == "link" for one in ledger.clause_of(fact)))
    )
    is_nominal = fact.is_in_bits or _SEEN.isdisjoint(fact.said)
    return of_link and is_nominal and not is_allowance(fact)


def _is_of_each(ledger: Ledger, rate: Fact) -> bool:
    """Whether a rate is that of one of several machines: `3.6 GB/s received per node`."""
    pieces = [*ledger.clause_of(rate), *ledger.label_of(rate)]
    holds = any(ledger.meaning_of(one.text).thing in _HOLDERS for one in pieces)
    is_each = not rate.said.isdisjoint(("each", "one-of-all", "per"))
    return rate.scope == "one" or "node" in rate.mention.unit.name or (holds and is_each)


def number_before(ledger: Ledger, fact: Fact) -> float:
    """Return how many links of a rate there are: `four 25 Gb/s ports`, `two bonded 25 GbE ports`."""
    pieces = before(ledger, fact, _REACH)
    if any(is_plural(one.text) for one in pieces):
        return 1.0
    return max((number_of(one) or 1.0 for one in pieces), default=1.0)


def _holders(ledger: Ledger, link: Fact | None) -> int:
    """Return how many machines or links the scenario has at most; of that of one machine, one."""
    holders = [
        one
        for one in ledger.view(counted)
        if one.path == ("scenario",)
        and one.noun not in _LINES
        and any(_holds_link(ledger.meaning_of(singular(noun))) for noun in one.nouns)
    ]
    if link is not None and any(
        one.number == 1 and one.sentence == link.sentence and ledger.meaning_of(one.noun).sort == "device"
        for one in holders
    ):
        return 1  # `to one server, which receives all through a single port`
    return max((one.number for one in holders), default=1)


def _holds_link(meaning: Meaning) -> bool:
    """Whether each of some things has a link of its own: nodes and phones, and no cards of a node."""
    return meaning.thing in _HOLDERS or (meaning.sort == "device" and meaning.thing not in GENERIC)


def link_rate(device: Device) -> float:
    """Return the highest rate of what a link's name may mean in the catalog; 0 if that is not known."""
    try:
        return max(float(entry.link_rate().quantity.value * device.share) for entry in device.entries)
    except AbsentValueError:
        return 0.0


def is_allowance(fact: Fact) -> bool:
    """Whether a rate tells what comes together in a day or longer, and not how fast: `50 MB a month`."""
    time = unit_of_time(fact.mention.unit.name.rpartition("/")[2])
    return time is not None and time.scale >= _DAY


def is_disputed(ledger: Ledger, rate: Fact, ceiling: Fact | None) -> bool:
    """Whether the solution or a conclusion doubts a rate, in a sentence that has it or its ceiling again."""
    of_ceiling = [] if ceiling is None else [(one, _DOUBTING - {"ceiling"}) for one in ceiling.same]
    return any(
        one.origin not in GIVING and not doubts.isdisjoint(ledger.cues_of(*where(one)))
        for one, doubts in (*((one, _DOUBTING) for one in rate.same), *of_ceiling)
    )


def counts_steps(fact: Fact) -> bool:
    """Tell whether a multiplication with its addition counts as one operation, and not as two."""
    return "MAC" in fact.mention.unit.name.upper()


def _is_single(ledger: Ledger, path: FieldPath, at: int) -> bool:
    """Whether one of several is meant, each of which is alone: `on single L4 GPUs`."""
    return any(one.text == "single" for one in ledger.pieces[path][max(0, at - _REACH) : at])


def _products_of_counts(ledger: Ledger) -> Iterator[int]:
    """Yield what lines multiply of numbers of things, which may be devices: `32 nodes * 4 modules = 128`."""
    for claim, result in ledger.worked_out("*"):
        of_counts = all(
            one.kind is Kind.COUNT and not one.mention.scaled for one in (result, *claim.operands)
        )
        of_time = any(unit_of_time(singular(word)) for word in result.label.split())  # `GPU hours: 128 * 24`
        if of_counts and not of_time and result.value <= _MOST_DEVICES:
            yield int(result.value)


def _only_device(ledger: Ledger) -> Device | None:
    """Return the device that the question is about, by whatever name; None if it names several."""
    devices_named = {one.device.entries: one.device for one in topical_devices(ledger)}
    return devices_named.popitem()[1] if len(devices_named) == 1 else None


def _devices(ledger: Ledger) -> int:
    """Return how many devices the question has at most; very many if it does not say."""
    counts = grouped(
        (fact.subject.thing, int(fact.value))
        for fact in ledger.by_kind[Kind.COUNT]
        if fact.origin in GIVING and fact.is_topic and fact.subject.sort == "device"
    )
    named = topical_devices(ledger)
    of_kinds = prod(max(1, *numbers) for numbers in counts.values())
    most = max([of_kinds, *(one.count for one in named), *_products_of_counts(ledger)])
    return MANY if most == 1 and _are_many(ledger, named) else most


def _are_many(ledger: Ledger, named: Iterable[NamedDevice]) -> bool:
    """Whether a question tells of several devices, and not in what others claim: `a rival quotes a fleet`."""
    return any(one.device.plural and not _is_single(ledger, one.path, one.at) for one in named) or any(
        "many-devices" in piece.meaning.cues
        and "claimed" not in ledger.cues_of(path, piece.sentence)
        and not _is_single(ledger, path, at)
        for path, cued in ledger.cued.items()
        for at, piece in cued
    )


def compute_peak(ledger: Ledger, *, floating: bool, one: bool = False) -> Ceiling | None:
    """Return the highest rate of operations that the question or the catalog allows.

    Of all devices together, or of `one` of them.
    """
    rates = [one for one in ledger.by_kind[Kind.OPERATION_RATE] if one.value and one.origin not in CONCLUDING]
    stated = [fact for fact in rates if "ceiling" in fact.traits] or [
        fact for fact in rates if fact.role is Role.PEAK_RATE
    ]
    count = 1 if one else _devices(ledger)
    if stated:
        best = max(stated, key=lambda one: one.value)
        times = 1 if best.result_of is not None or "total" in best.said else count
        return Ceiling(best.value * times, f"the {best.text} of {best.label or best.subject.name}")
    of_clock = ledger.view(_per_cycles)
    if of_clock is not None:
        steps, clock = of_clock
        in_steps = not floating or any(map(counts_steps, ledger.by_kind[Kind.OPERATION_RATE]))
        most = steps * clock.value * (1 if in_steps else 2)
        return Ceiling(most * count, f"the {steps:g} MACs of a cycle at {clock.text}")
    return _peak_of_device(ledger, count, floating=floating)


def _peak_of_device(ledger: Ledger, count: int, *, floating: bool) -> Ceiling | None:
    """Return the highest peak of the one device in the formats of the question, if the catalog has it."""
    device = _only_device(ledger)
    formats = {name for said in FORMATS if ledger.says(said) for name in _COMPUTED_IN.get(said, (said,))}
    only_dense = not ledger.says("sparse")  # a network is dense unless it was pruned, which is told

    def may_be_meant(value: Value) -> bool:
        peak = value.peak
        return (
            peak is not None
            and (not floating or peak.format.startswith(_FLOATING))
            and (not formats or peak.format in formats)
            and not (only_dense and peak.sparse)
        )

    most = device.most(may_be_meant) if device is not None else None
    if device is None or not most:
        return None
    kind = " ".join(["the highest"] + ["dense"] * only_dense + [name.upper() for name in sorted(formats)])
    return Ceiling(most * count, f"{most / 1e12:.4g} TOP/s, {kind} peak of {device.text} (catalog)")


def _per_cycles(ledger: Ledger) -> tuple[float, Fact] | None:
    """Return how many MACs the question says that a core does in a cycle at most, and its clock.

    A sentence tells both how many one instruction does and how many of these there are in a cycle.
    """
    told = (one for one in ledger.of_role(Role.CLOCK) if one.origin is Origin.SCENARIO)
    clock = the_only(one for one in told if one.is_topic)
    if clock is None or any(one.number > 1 and one.noun == "core" for one in ledger.view(counted)):
        return None
    for pieces in ledger.pieces.values():
        for at, (per, cycle) in enumerate(pairwise(pieces)):
            if cycle.text != "cycle" or per.text not in _IN_EACH:
                continue
            sentence = [one for one in pieces[:at] if one.sentence == cycle.sentence]
            clause = [one for one in sentence if one.clause == cycle.clause]
            if not _AS_SEEN.isdisjoint(cues_in(sentence)):
                continue
            here = _numbers_of_macs([*clause, per])[-1:]  # not those of the network
            of_each = here or _numbers_of_macs([*sentence, per])
            issued = [number for one in clause if (number := number_of(one) or 0) >= 1]
            is_same = any(noun.text in _MACS for noun in clause)
            if len(of_each) == 1 and (here or len(issued) <= 1):
                return of_each[0] * (1 if is_same or not issued else issued[0]), clock
    return None


def _numbers_of_macs(pieces: Sequence[Piece]) -> list[float]:
    told = (number_of(one) or 0 for one, noun in pairwise(pieces) if noun.text in _MACS)
    return [number for number in told if number >= 1]


def memory_bandwidth(ledger: Ledger, *, one: bool = False) -> float:
    """Return the highest bandwidth of a memory that is told or known, of all devices or of `one`."""
    most = max(
        (
            fact.value
            for fact in ledger.by_kind[Kind.BYTE_RATE]
            if fact.place not in OUTSIDE
            and (fact.subject.sort != "link" or fact.place == "memory")
            and all(it.result_of is None or _is_peak_of_memory(ledger, it) for it in (fact, *fact.same))
        ),
        default=None,
    )
    if most is None:
        device = _only_device(ledger)
        most = (device.memory_bandwidth or 0.0) if device is not None else 0.0
    return most * (1 if one else _devices(ledger)) if most else 0.0


def _is_peak_of_memory(ledger: Ledger, rate: Fact) -> bool:
    """Whether a line works out how fast a memory is at most: `DRAM peak: 60 GB/s`, `8533e6 * 8 bytes`."""
    if rate.place and "maximum" in rate.traits:
        return True
    made = [claim.operands for claim in ledger.made_by(rate, "*")]
    if any(one.mention.unit.name.endswith("T/s") for operands in made for one in operands):
        return True
    of_pins = [{one.kind for one in operands} for operands in made] == [{Kind.COUNT, Kind.BYTES}]
    return of_pins and any(
        "memory" in (one.meaning.place, *one.text.split()) for one in ledger.label_of(rate)
    )
