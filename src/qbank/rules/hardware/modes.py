"""Rates above the highest that a sensor has at the resolution told, and pixels of another pitch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Value
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Kind, Modality

_RATE: Final = "frame_rate_"
_TIMES: Final = frozenset(("×", "x", "*", "by"))
_OTHERWISE: Final = frozenset(("denied", "claimed", "alternative", "supposed", "former"))
_TOLD: Final = frozenset((Modality.GIVEN, Modality.LIMIT, Modality.ASSUMED, Modality.CONCLUDED))
_FRAMES: Final = ("frame", "fps", "image", "picture")
_ABOVE: Final = 1.1
_APPOSED: Final = 3
_PITCH: Final = "pixel_pitch"
_PIXELS: Final = frozenset(("pitch", "pixel pitch", "pixel", "pixels", "pixel size"))
_BINNED: Final = frozenset((1, 2, 3, 4))
"""So many pixels side by side are read as one."""
_OFF: Final = 0.06
_NEAR: Final = 3


class Unfit(Struct):
    """A rate that a sensor does not reach in its mode, or another pitch; `known` is what there is."""

    fact: Fact
    entry: Entry
    known: Value


def too_fast(ledger: Ledger) -> Iterator[Unfit]:
    """Yield the rates of sentences that name one sensor, or go on about it, and one of its resolutions."""
    sensors = [name for name in ledger.devices if name.is_topic and not name.supposed and _modes(name)]
    if len({name.device.entries for name in sensors}) != 1:
        return
    entry, modes = sensors[0].device.entries[0], _modes(sensors[0])
    for fact in (*ledger.by_kind[Kind.FREQUENCY], *ledger.by_kind[Kind.EVENT_RATE]):
        sentence = ledger.sentence_of(fact)
        if not _is_of_frames(fact) or fact.modality not in _TOLD or not fact.is_topic:
            continue
        if not cues_in(sentence).isdisjoint(_OTHERWISE) or not _is_of_sensor(fact, sensors):
            continue
        clause = ledger.clause_of(fact)
        apart = len(clause) > _APPOSED and not set(_sizes(clause))  # `while the display runs at 60 Hz`
        told = {mode for mode in _sizes(sentence) if mode in modes}
        if len(told) == 1 == len(set(_sizes(sentence))) and not apart:
            known = modes[next(iter(told))]
            if fact.value > float(known.quantity.value) * _ABOVE:
                yield Unfit(fact, entry, known)


def other_pitch(ledger: Ledger) -> Iterator[Unfit]:
    """Yield the pitches of pixels that are none of a sensor alone, nor of several of its pixels together."""
    for fact in ledger.by_kind[Kind.LENGTH]:
        device = fact.subject.device
        known = device.entries[0].values.get(_PITCH) if device and len(device.entries) == 1 else None
        if device is None or known is None or fact.modality not in _TOLD or not fact.is_topic:
            continue
        pieces = ledger.pieces[fact.path]
        near = {piece.text for piece in pieces[max(0, fact.at - _NEAR) : fact.at + 2]}
        binned = fact.value / float(known.quantity.value)
        whole = round(binned) in _BINNED and abs(binned - round(binned)) <= _OFF
        told = cues_in(ledger.clause_of(fact)).isdisjoint(_OTHERWISE) and not ledger.is_computed(fact)
        if not near.isdisjoint(_PIXELS) and told and not whole:
            yield Unfit(fact, device.entries[0], known)


def _modes(name: NamedDevice) -> dict[str, Value]:
    entries = name.device.entries
    values = entries[0].values.items() if len(entries) == 1 else ()
    return {key.removeprefix(_RATE): value for key, value in values if key.startswith(_RATE) and "x" in key}


def _is_of_frames(fact: Fact) -> bool:
    """Tell whether a rate may be that of frames; that of a bus is thousands of times higher."""
    unit = fact.mention.unit.name.lower()
    return unit == "hz" or unit.startswith(_FRAMES)


def _is_of_sensor(fact: Fact, sensors: list[NamedDevice]) -> bool:
    near = (one for one in sensors if one.path == fact.path)
    return any(0 <= fact.sentence - one.sentence <= 1 for one in near)


def _sizes(sentence: list[Piece]) -> Iterator[str]:
    """Yield the resolutions of a sentence as the catalog writes them: `8x8`."""
    for one, times, other in zip(sentence, sentence[1:], sentence[2:], strict=False):
        if times.text in _TIMES and one.mention and other.mention and one.mention.is_bare:
            yield f"{one.mention.number:.0f}x{other.mention.number:.0f}"
