"""Numbers of cores and of the like that a clause gives to a device which has fewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Value
from qbank.facts.counted import number_of
from qbank.facts.devices.device import Device
from qbank.facts.fact import FieldPath, NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in

_NAMED: Final = {
    ("sms",): "sm_count",
    ("streaming", "multiprocessors"): "sm_count",
    ("cuda", "cores"): "cuda_cores",
    ("tensor", "cores"): "tensor_cores",
    ("cores",): "cores",
    ("cpu", "cores"): "cores",
}
"""How the parts of a device are called, and what the catalog calls their number."""
_GIVE: Final = frozenset(("has", "with", "offers", "packs", "brings", "have"))
_SEVERAL: Final = frozenset(("dual", "both", "pair", "socket", "sockets", "together"))
_OTHERWISE: Final = frozenset(("total", "supposed", "claimed", "denied", "alternative", "rest", "failure"))
_OF_SOCKETS: Final = "cores"
_ABOVE: Final = 1.02
_LARGEST: Final = 1_000_000


class Miscounted(Struct):
    """A number of parts that is more than a device has; `start` and `end` are its place in the field."""

    path: FieldPath
    start: int
    end: int
    text: str
    device: Device
    known: tuple[Value, ...]


def miscounted(ledger: Ledger) -> Iterator[Miscounted]:
    """Yield the numbers of parts above those of the only device of their sentence.

    Fewer may be those in use, and a whole multiple those of several devices.
    """
    for named in ledger.devices:
        pieces = ledger.sentence_of(named)
        if named.is_topic and named.count == 1 and not named.device.plural and _is_alone(pieces):
            yield from _above(named, pieces)


def _is_alone(pieces: Sequence[Piece]) -> bool:
    names = [piece for piece in pieces if piece.device is not None]
    words = {piece.text for piece in pieces}
    return len(names) == 1 and words.isdisjoint(_SEVERAL) and cues_in(pieces).isdisjoint(_OTHERWISE)


def _above(named: NamedDevice, pieces: Sequence[Piece]) -> Iterator[Miscounted]:
    at = next(at for at, piece in enumerate(pieces) if piece.device is not None)
    gives = pieces[at + 1].text if at + 1 < len(pieces) else ""
    if gives not in _GIVE:
        return
    for place in range(at + 2, len(pieces)):
        number = number_of(pieces[place])
        if number is None or not 1 < number < _LARGEST:
            continue
        behind = tuple(piece.text for piece in pieces[place + 1 : place + 3])
        name = _NAMED.get(behind) or _NAMED.get(behind[:1])
        known = [entry.values.get(name) for entry in named.device.entries] if name else []
        values = tuple(value for value in known if value is not None)
        if not values or len(values) != len(known):
            continue
        most = max(float(value.quantity.value) for value in values)
        if number > most * _ABOVE and (name != _OF_SOCKETS or number % most):
            last = pieces[place + (2 if behind in _NAMED else 1)]
            text = f"{pieces[place].text} {' '.join(behind if behind in _NAMED else behind[:1])}"
            yield Miscounted(named.path, pieces[place].start, last.end, text, named.device, values)
