"""Of which link, or of the links of which device, a rate is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.hardware.candidates import the_only
from qbank.facts.hardware.classes import ANY_LINK
from qbank.facts.hardware.compatibility import OF_LINKS, has_link, is_introduced, may_have
from qbank.facts.hardware.qualifiers import goes_one_way
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.reading.subjects import is_model_name
from qbank.facts.vocabulary import SURE, Standing

_REACH: Final = 2
_OF_ONE: Final = frozenset(("one-way", "every-one"))
"""What is said of the rate that one device has at its links: `450 GB/s each way`, `900 GB/s per GPU`."""


def names_machine(ledger: Ledger) -> bool:
    """Tell whether a question names a machine by what it holds: `HGX H100`."""
    return ledger.says("machine") or any(name.device.is_machine for name in ledger.devices)


def one_way_link(fact: Fact, here: Iterable[NamedDevice], pieces: Sequence[Piece]) -> Device | None:
    """Return the one link of a sentence of which a rate is told that goes one way: no memory has such."""
    if fact.kind not in OF_LINKS or not ("one-way" in fact.cues or goes_one_way(fact, pieces)):
        return None
    links = [name for name in here if name.device.is_link and may_have(name.device, fact)]
    of = the_only(links, Standing.TOPIC)
    return of.device if of is not None and of.is_topic else None


def owner_of_link(fact: Fact, ledger: Ledger, named: Sequence[NamedDevice]) -> Device | None:
    """Return the only device whose links a sentence speaks of: `NVLink gives each card 450 GB/s each way`."""
    one_way = goes_one_way(fact, ledger.pieces[fact.path])
    if fact.kind not in OF_LINKS or (fact.cues.isdisjoint(_OF_ONE) and not one_way):
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
    owners = {one.device.entries: one.device for one in inside if has_link(one.device, links[0])}
    return next(iter(owners.values())) if len(owners) == 1 else None


def is_of_another_link(
    fact: Fact, ledger: Ledger, here: Sequence[NamedDevice], topics: Sequence[NamedDevice]
) -> bool:
    """Tell whether a rate is of a link that is none of the catalog: `Wi-Fi` beside `LTE Cat 4`."""
    if fact.kind not in OF_LINKS:
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
        and meaning.classes - ANY_LINK
        and not any(has_link(name.device, text) for name in here or topics)
        for text, meaning in named.items()
    )


def _is_another_introduced(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a rate is of a link of something else: `over BLE 5 to a hub with a 1 Gb/s uplink`."""
    if not is_introduced(fact, pieces):
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
    before = pieces[max(0, opener - _REACH) : opener] if opener > 0 else []
    return [piece.meaning.sort for piece in before[1:]] == ["link"] and is_model_name(before[0].text)
