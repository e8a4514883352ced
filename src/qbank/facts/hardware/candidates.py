"""The names of hardware that stand where a value may be of them: in its label, clause, brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.hardware.compatibility import is_introduced, may_have
from qbank.facts.hardware.instances import MACHINES
from qbank.facts.pieces import Piece, of_clause
from qbank.facts.vocabulary import GENERIC, Kind, Standing
from qbank.grouping import grouped

_RELATIVE: Final = frozenset(("which", "whose", "that", "where"))
_APPOSED: Final = frozenset(
    ("rented", "leased", "rated", "rated at", "with", "equipped with", "clocked at", "running at", "offering")
)
"""Words that begin a clause without a subject of its own: `a Coral, rated at 4 TOPS`."""
OF_WHOLE_MACHINES: Final = frozenset((Kind.POWER, Kind.PRICE, Kind.MONEY))
_ALONG: Final = frozenset(("with", "without"))
_SUMS: Final = frozenset("+−-")
_SET: Final = frozenset(
    ("run", "set", "set to", "capped", "capped at", "limited", "limited to", "configured", "operated", "used")
)
"""What begins the clause of how something is run, behind its name: `the Orin, capped at 25 W, with 16 GB`."""
_SHORTEST_PART: Final = 3
_LEAD: Final = 3
"""So many pieces may stand between a colon and a name: how many there are, and their maker."""
_TIMES: Final = frozenset(("×", "x", "*"))


def near(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> list[NamedDevice]:
    """Return the names of its sentence that stand nearest to a value: in its brackets, clause, label."""
    opener = pieces[fact.at].opener
    here = [name for name in here if not _is_of_what_follows(name, fact, pieces)]
    beside = [name for name in here if pieces[name.at].clause == fact.clause and may_have(name.device, fact)]
    return (
        [name for name in beside if opener >= 0 and pieces[name.at].opener == opener]
        or [name for name in beside if not _has_its_own(fact, pieces, name.at)]
        or [name for name in here if fact.is_topic and _is_in_label(name, fact, pieces)]
        or _antecedent(fact, here, pieces)
        or _before_brackets(fact, here, pieces)
    )


def second_label(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> Device | None:
    """Return the last of the names with a colon before a value: `H100: 80 GB, 3.35 TB/s; H200: 4.8 TB/s`."""
    labels = [name for name in here if name.at + 1 < fact.at and pieces[name.at + 1].text == ":"]
    return max(labels, key=lambda name: name.at).device if labels else None


def labelled(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> Device | None:
    """Return the name behind the label that a value is of: `Collar: Arduino Nano 33 BLE, 256 KB of RAM`."""
    if fact.subject.sort != "device":
        return None
    here = [name for name in here if name.line == fact.line]
    names = [name for name in here if name.at < fact.at and _is_behind_colon(name.at, pieces)]
    told = [piece for piece in of_its_clause(fact, pieces) if piece.device or piece.meaning.sort == "device"]
    alone = len(here) == 1 and not told and fact.kind is not Kind.BYTES
    listed = alone or pieces[fact.at - 1].text == ","
    return names[0].device if listed and len(names) == 1 else None


def of_its_clause(fact: Fact, pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return what stands in the clause of a fact before it."""
    return pieces[of_clause(pieces, fact.clause).start : fact.at]


def _is_behind_colon(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a name begins what a colon introduces: `Cluster: 64 × AMD MI300X`."""
    for back in range(at - 1, max(-1, at - _LEAD - 1), -1):
        if pieces[back].text == ":":
            return True
        is_number = pieces[back].mention is not None or pieces[back].text in _TIMES
        if not is_number and (pieces[back].is_known or not pieces[back].is_word):
            return False
    return False


def the_only(names: Sequence[NamedDevice], standing: Standing) -> NamedDevice | None:
    """Return one of several names if all are of one device; one of another standing, if there is such."""
    alone = len({name.device.entries for name in names}) == 1
    return next((name for name in names if name.standing is not standing), names[0]) if alone else None


def the_nearest(fact: Fact, names: Sequence[NamedDevice]) -> NamedDevice | None:
    """Return the name before a fact if no other device may have such: `a MacBook with the M2 (100 GB/s)`."""
    last = max((name for name in names if name.at < fact.at), key=lambda name: name.at, default=None)
    others = {name.device for name in names if last is None or name.device.entries != last.device.entries}
    alone = last is not None and last.device.knows(fact.kind)
    return last if alone and not any(device.knows(fact.kind) for device in others) else None


def before_noun(fact: Fact, pieces: Sequence[Piece]) -> Device | None:
    """Return the name in front of the noun that a fact is of: `a Snapdragon 8 Gen 2 phone (12 GB)`."""
    if fact.subject.sort != "device":
        return None
    named = [
        (piece.start < fact.start, piece.start, before.device)
        for before, piece in pairwise(pieces)
        if piece.clause == fact.clause and piece.text == fact.subject.name and before.device is not None
        if piece.meaning.thing not in MACHINES or _is_whole_machine(before.device)
    ]
    return max(named, key=lambda one: one[:2])[2] if named else None


def _is_whole_machine(device: Device) -> bool:
    """Tell whether a name is that of a machine, or says of how many: `a v5e-8 slice`, no `H100 node`."""
    return device.is_machine or device.text.rpartition("-")[2].isdigit()


def _antecedent(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> list[NamedDevice]:
    """Return the name that a relative clause or an apposition is about: `the Orin, whose peak is ...`."""
    start = of_clause(pieces, fact.clause).start
    opens = pieces[start].text in _RELATIVE | _APPOSED or pieces[start].mention is not None
    # `drives, each good for 7 GB/s`; what `nodes, each drawing 6.5 kW` take is not their cards' power.
    of_cards = start > 1 and (pieces[start - 2].device or pieces[start - 2].meaning.thing in GENERIC)
    opens = opens or (pieces[start].text == "each" and (fact.kind not in OF_WHOLE_MACHINES or bool(of_cards)))
    if not opens:
        return []
    before = [name for name in here if name.at < start and pieces[name.at].opener < 0]
    last = max(before, key=lambda name: name.at, default=None)
    if last is None:
        return []
    inside = next((name for name in here if name.at == last.at + 2 and pieces[name.at].opener >= 0), None)
    if inside is not None and inside.device.knows(fact.kind) and not last.device.knows(fact.kind):
        last = inside  # `the iPhone 15 (A16 Bionic), whose NPU ...`
    if last.device.is_link and any(piece.meaning.sort == "device" for piece in pieces[last.at + 1 : start]):
        return []  # `over LTE Cat 4 to a gateway, whose backhaul has 1 Gbit/s`
    # Of a list the first clause has the name: `the L4: 24 GB, 300 GB/s, 72 W`.
    _, *listed = grouped((piece.clause, piece) for piece in pieces[last.at : start]).values()
    listed = [clause for clause in listed if clause[0].text not in _SET]
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


def in_sentence(fact: Fact, names: Iterable[NamedDevice]) -> Iterator[NamedDevice]:
    """Yield the names that stand in the sentence of a fact."""
    return (name for name in names if name.path == fact.path and name.sentence == fact.sentence)


def _is_of_what_follows(name: NamedDevice, fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a value is that of hardware without a name in what a colon parts from a device.

    `The ESP32 does it: the files fill a part of an 8 GB card`
    """
    colon = any(piece.text == ":" for piece in pieces[name.at + 1 : fact.at - 2])
    return colon and is_introduced(fact, pieces)


def _is_in_label(name: NamedDevice, fact: Fact, pieces: Sequence[Piece]) -> bool:
    return name.at < fact.at and pieces[name.at].text in fact.label


def is_of_all_along(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a value enters a sum of all that is along with a device: `With the L4: 620 + 72 W`."""
    start, end = fact.label_span
    along = any(
        before.text in _ALONG and (name.device or then.device) is not None
        for before, name, then in zip(
            pieces[start:end], pieces[start + 1 : end], pieces[start + 2 : end + 1], strict=False
        )
    )
    return along and any(one.text in _SUMS for one in pieces[max(0, fact.at - 1) : fact.at + 2])


def called(fact: Fact, pieces: Sequence[Piece], named: Iterable[NamedDevice]) -> list[NamedDevice]:
    """Return what a word of the label or the clause calls by a part of its name: `the HDR port`.

    What is along with something is not what a value is of: `Flight with the Nano: 61 Wh / 229 W`.
    """
    words = {piece.text for piece in pieces[of_clause(pieces, fact.clause)]}
    label = fact.label.split()
    words = words - {*label} | {*takewhile(lambda word: word not in _ALONG, label)}
    return [name for name in named if not words.isdisjoint(_parts_of_name(name.device))]


def _parts_of_name(device: Device) -> list[str]:
    parts = device.text.lower().replace("-", " ").split()
    return [part for part in parts if len(part) >= _SHORTEST_PART] if len(parts) > 1 else []
