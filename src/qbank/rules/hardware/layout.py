"""How a device is laid out: its ports, lanes and memory channels, its bus, the depth of its buffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import inf
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Value
from qbank.facts.counted import number_of
from qbank.facts.devices.device import Device
from qbank.facts.fact import FieldPath, NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import Kind

_PARTS: Final = {
    "ports": (frozenset(("ports",)), frozenset()),
    "pcie_lanes": (frozenset(("lanes",)), frozenset()),
    "memory_channels": (frozenset(("channels",)), frozenset(("ddr4", "ddr5", "memory", "lpddr5"))),
    "mig_instances": (frozenset(("instances", "slices", "partitions", "slots")), frozenset(("mig",))),
    "fifo_depth": (frozenset(("samples", "triples", "sets", "entries", "levels")), frozenset(("fifo",))),
}
"""What the catalog counts, what it is called behind a number, and what else the clause has to name."""
_BYTES: Final = "fifo_bytes"
_WIDTH: Final = "memory_bus_width"
_TRANSFERS: Final = "memory_transfer_rate"
_ADC: Final = "adc_bits"
_NAMES: Final = frozenset((*_PARTS, _BYTES, _WIDTH, _TRANSFERS, _ADC))
_OWN: Final = frozenset(("its", "own", "built", "on", "internal", "integrated", "onboard", "'s"))
"""What tells that a converter is no part beside the chip."""
_OF_MEMORY: Final = ("lpddr", "ddr", "bus", "memory", "interface")
_OTHERWISE: Final = frozenset(("total", "supposed", "claimed", "denied", "alternative", "former"))
_SEVERAL: Final = frozenset(("dual", "pair", "socket", "sockets", "two-socket", "dual-socket"))
_OF_SEVERAL: Final = frozenset(("memory_channels", "mig_instances"))
"""Parts of which a whole multiple is that of several devices."""
_REACH: Final = 2
_ABOVE: Final = 1.02
_FASTER: Final = 1.05


class Misplaced(Struct):
    """A number of parts that a device does not have; `start` and `end` are its place in the field."""

    path: FieldPath
    start: int
    end: int
    text: str
    device: Device
    entry: Entry
    known: Value


def misplaced(ledger: Ledger) -> Iterator[Misplaced]:
    """Yield the numbers above those of the only device that they can be of."""
    having = [named for named in ledger.devices if _is_laid_out(named.device.entries)]
    for path, pieces in ledger.pieces.items() if having else ():
        for at, piece in enumerate(pieces):
            if piece.mention is None and number_of(piece) is None:
                continue
            for name in _told(at, pieces):
                named = _owner(name, path, piece, having, ledger)
                if named is None or not _is_told_of_all(at, pieces):
                    continue
                entry = named.device.entries[0]
                known = entry.values[name]
                most = max((float(one.value) for one in known.quantities), default=inf)
                size = piece.mention.high if piece.mention is not None else number_of(piece) or 0.0
                halved = size == 2 * most and _is_split(name, at, pieces, entry)
                if _is_more(name, size, most) and not halved:
                    yield Misplaced(path, piece.start, piece.end, piece.text, named.device, entry, known)


@cache
def _is_laid_out(entries: tuple[Entry, ...]) -> bool:
    """Tell whether the catalog knows how a device is laid out."""
    return any(not _NAMES.isdisjoint(entry.values) for entry in entries)


def _told(at: int, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield what a number may be one of: `40 NDR ports`, `a 64-bit bus`, `9,600 MT/s`."""
    mention = pieces[at].mention
    behind = [piece.text for piece in pieces[at + 1 : at + 1 + _REACH]]
    if mention is not None and mention.unit.name == "MT/s":
        yield _TRANSFERS
    elif mention is not None and mention.kind is Kind.BYTES:
        if mention.unit.name.startswith("bit") and behind and behind[0].startswith(_OF_MEMORY):
            yield _WIDTH
        if mention.unit.name.startswith("bit") and behind[:1] in (["adc"], ["adcs"]):
            before = pieces[max(0, at - 3) : at]
            if any(piece.text in _OWN for piece in before) or before[-1].device is not None:
                yield _ADC
        if "fifo" in behind:
            yield _BYTES
    elif mention is None or mention.is_bare:
        clause = {
            word
            for piece in pieces[of_clause(pieces, pieces[at].clause)]
            for word in (piece.text, *piece.text.split())
        }
        last = {text.rpartition(" ")[2] for text in behind}
        for name, (nouns, others) in _PARTS.items():
            if not nouns.isdisjoint(last) and (not others or not others.isdisjoint(clause)):
                yield name


def _owner(
    name: str, path: FieldPath, piece: Piece, having: Sequence[NamedDevice], ledger: Ledger
) -> NamedDevice | None:
    """Return the only device of its sentence that such a number may be of; else that of the question."""
    there = [one for one in ledger.devices if one.path == path and one.sentence == piece.sentence]
    if any(not one.is_topic for one in there):
        return None
    own = [one for one in there if name in one.device.entries[0].values]
    topics = own or [one for one in having if one.is_topic and name in one.device.entries[0].values]
    alone = len({one.device.entries for one in topics}) == 1 and len(topics[0].device.entries) == 1
    return topics[0] if alone and not topics[0].supposed else None


def _is_told_of_all(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a number is one of the device itself, and of no pair, claim or share."""
    sentence = pieces[of_sentence(pieces, pieces[at].sentence)]
    words = {word for piece in sentence for word in piece.text.split()}
    clause = pieces[of_clause(pieces, pieces[at].clause)]
    return words.isdisjoint(_SEVERAL) and cues_in(clause).isdisjoint(_OTHERWISE)


def _is_split(name: str, at: int, pieces: Sequence[Piece], entry: Entry) -> bool:
    """Tell whether twice as many ports may be halves of those that there are: `128 ports at 200 Gb/s`."""
    clause = pieces[of_clause(pieces, pieces[at].clause)]
    rates = [one.mention.high for one in clause if one.mention and one.mention.kind is Kind.BYTE_RATE]
    known = entry.values["port_rate"].quantities if "port_rate" in entry.values else ()
    return name == "ports" and all(float(one.value) not in rates for one in known)


def _is_more(name: str, size: float, most: float) -> bool:
    """Tell whether a number is more than there is, and not that of several sockets."""
    if name == _TRANSFERS:
        return size > most * _FASTER
    whole = name in _OF_SEVERAL and size % most == 0
    return size > most * _ABOVE and not whole
