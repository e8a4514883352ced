"""Rates that a text tells of a port of its device, above those of the data sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Value
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause
from qbank.facts.vocabulary import Kind, Modality
from qbank.model.catalog_words import Shelf

_RATES: Final = {"usb": "usb_per_direction", "ethernet": "ethernet_per_direction"}
_CALLED: Final = {"usb": frozenset(("usb",)), "ethernet": frozenset(("ethernet", "wired", "lan", "rj45"))}
"""What a port is called by its link."""
_PORTS: Final = frozenset(("port", "ports", "socket", "connector", "controller"))
_TOLD: Final = frozenset((Modality.GIVEN, Modality.LIMIT, Modality.ASSUMED, Modality.CONCLUDED))
_OTHERWISE: Final = frozenset(("denied", "claimed", "alternative", "supposed", "former"))
_OTHERS: Final = frozenset(
    ("laptop", "laptops", "cable", "cables", "dock", "hub", "desk", "adapter", "dongle")
)
"""What may have such a port of its own."""
_ABOVE: Final = 1.1


class Misrated(Struct):
    """A rate of a port that is above that of the device; `known` is what the catalog has."""

    fact: Fact
    device: Device
    entry: Entry
    known: Value


def misrated(ledger: Ledger) -> Iterator[Misrated]:
    """Yield the rates that are told of the USB or the Ethernet port of the only device with a known one."""
    with_ports = [named for named in ledger.devices if _has_ports(named.device.entries)]
    for link, name in _RATES.items() if with_ports else ():
        having = [
            named for named in with_ports if any(name in entry.values for entry in named.device.entries)
        ]
        topics = [named for named in having if named.is_topic]
        owners = {named.device.entries: named.device for named in topics or having}
        if len(owners) != 1:
            continue
        [(entries, device)] = owners.items()
        if not all(name in entry.values for entry in entries):
            continue
        entry = max(entries, key=lambda one: _most(one.values[name]))
        most = _most(entry.values[name])
        for fact in ledger.by_kind[Kind.BYTE_RATE]:
            if fact.value > most * _ABOVE and _is_of_port(link, fact, ledger):
                yield Misrated(fact, device, entry, entry.values[name])


@cache
def _has_ports(entries: tuple[Entry, ...]) -> bool:
    """Tell whether the catalog has the rate of a port of something that is no link."""
    of_port = any(name in entry.values for entry in entries for name in _RATES.values())
    return of_port and all(entry.track is not Shelf.INTERCONNECT for entry in entries)


def _most(value: Value) -> float:
    return max((float(one.value) for one in value.quantities), default=inf)


def _is_of_port(link: str, fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a rate is told of a port that is called so, and of no other device's."""
    if fact.modality not in _TOLD or not fact.is_topic or ledger.is_computed(fact):
        return False
    told = [*ledger.label_of(fact), *ledger.clause_of(fact)]
    if not _OTHERS.isdisjoint(_words(told)) or not _OTHERWISE.isdisjoint(cues_in(told)):
        return False
    pieces = ledger.pieces[fact.path]
    return _names_port(link, ledger.label_of(fact)) or _names_port(link, _before(fact, pieces))


def _before(fact: Fact, pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return what stands before a rate in its clause, and before the brackets around it."""
    opener = pieces[fact.at].opener
    at = opener if opener > 0 else fact.at
    clause = pieces[at].clause
    if pieces[of_clause(pieces, clause).start].text == "which":  # `its wired port, which delivers 940 Mbit/s`
        return [piece for piece in pieces[:at] if piece.clause in {clause, clause - 1}]
    return [piece for piece in pieces[:at] if piece.clause == clause]


def _names_port(link: str, pieces: Sequence[Piece]) -> bool:
    words = _words(pieces)
    return not (_CALLED[link].isdisjoint(words) or _PORTS.isdisjoint(words))


def _words(pieces: Iterable[Piece]) -> set[str]:
    return {word for piece in pieces for word in piece.text.replace("-", " ").split()}
