"""Figures of a device that are told as another one of its figures: both ways as one, sparse as dense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact
from qbank.facts.hardware.compatibility import is_of_another
from qbank.facts.hardware.qualifiers import FORMATS, cues_of
from qbank.facts.hardware.stated import Stated
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import SURE, Kind, Modality, Role
from qbank.rules.hardware.known import Known, known_of
from qbank.rules.hardware.properties import agreeing, is_known, operations, wanted_formats

_GIVEN: Final = frozenset((Modality.GIVEN, Modality.LIMIT))
_PEAKS: Final = frozenset((Role.PEAK_RATE, Role.LIMIT))
_OTHERWISE: Final = frozenset(("claimed", "supposed", "denied", "alternative", "measured", "average"))
_ABOVE: Final = 1.1
_ONE_WAY: Final = "one-way"
_GPU_LINK: Final = "gpu-link"


class Confused(Struct, frozen=True):
    """A figure that a device has, but of something else than the text says.

    Attributes:
        fact: the figure.
        device: what has it.
        known: what it is in truth.
        instead: what the catalog has of what the text says; empty if the device has nothing such.
    """

    fact: Fact
    device: Device
    known: Known
    instead: tuple[Known, ...]


def confused(ledger: Ledger, find: Callable[[str], Iterable[Device]]) -> Iterator[Confused]:
    """Yield the figures that are no device's in the sense that the text gives them.

    The text tells the sense itself (`in each direction`, `dense`, `BF16`), the number is that of another
    sense of a device that the question names, and no named device has it in the sense told.
    """
    for kind, judge in ((Kind.BYTE_RATE, _both_ways), (Kind.OPERATION_RATE, _other_peak)):
        facts = [fact for fact in ledger.by_kind[kind] if _is_given(fact, ledger)]
        devices = list(_named(ledger, find)) if facts else []
        for fact in facts:
            found = _confusion(fact, devices, ledger, judge)
            if found is not None:
                yield found


def _is_given(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a figure is told of what there is; a rate that is assumed may be halved a line later."""
    assumed = fact.modality is Modality.ASSUMED and fact.kind is Kind.OPERATION_RATE
    return (
        fact.is_topic
        and (fact.modality in _GIVEN or assumed)
        and fact.result_of is None
        and not ledger.is_computed(fact)
        and not is_of_another(fact)
    )


def _named(ledger: Ledger, find: Callable[[str], Iterable[Device]]) -> Iterator[tuple[Device, int]]:
    """Yield the devices of a question, with those inside of machines that are called by them: `HGX H100`."""
    for name in ledger.devices:
        yield name.device, name.count
        if name.device.is_machine:
            yield from ((device, 1) for device in find(name.device.text.partition(" ")[2]))
    for pieces in ledger.pieces.values():
        for machine, piece in pairwise(pieces):
            if "machine" in machine.meaning.cues and piece.device is None and piece.is_word:
                yield from ((device, 1) for device in find(piece.text.upper()))


def _confusion(
    fact: Fact,
    devices: Sequence[tuple[Device, int]],
    ledger: Ledger,
    judge: Callable[[Stated, Ledger], tuple[Sequence[Known], Sequence[Known]]],
) -> Confused | None:
    """Return what a figure is of, if that is not what the text says; `judge` parts what a device has."""
    said, around = cues_of(fact, ledger)
    if not _OTHERWISE.isdisjoint(said | (around - {"denied"})):
        return None
    own = fact.subject.device if fact.subject.why in SURE else None
    found = None
    for device, count in devices:
        one = Stated(fact, device, True, False, 1, said | (around & {_ONE_WAY}), around)
        right, wrong = judge(one, ledger)
        of_all = agreeing(one, [known for known in right if known not in wrong], count)
        if is_known(one, right) or of_all is not None:
            return None
        taken = agreeing(one, wrong) if own is None or own.entries == device.entries else None
        if found is None and taken is not None:
            found = Confused(fact, device, taken, tuple(right))
    return found


def _both_ways(one: Stated, ledger: Ledger) -> tuple[Sequence[Known], Sequence[Known]]:
    """Part the rates of a device into all, and those of both ways where the text tells of one."""
    rates = [known for known in known_of(one.device.entries, Kind.BYTE_RATE) if "link" in known.about]
    fact = one.fact
    near = (piece for piece in ledger.pieces[fact.path] if 0 <= fact.sentence - piece.sentence <= 1)
    is_link = one.device.is_link or any(_GPU_LINK in piece.meaning.classes for piece in near)
    tells = {_ONE_WAY, "sending"} & one.said and is_link and "both-ways" not in one.said
    tells = tells and fact.scope != "all"  # `900 GB/s in total and hence 450 GB/s each way`
    wrong = [known for known in rates if "both-ways" in known.about] if tells else []
    return rates, wrong


def _other_peak(one: Stated, _ledger: Ledger) -> tuple[Sequence[Known], Sequence[Known]]:
    """Part the peaks of a device into those that the text may mean, and higher ones of another sort."""
    peaks = known_of(one.device.entries, Kind.OPERATION_RATE)
    right = operations(one, peaks)
    wanted = wanted_formats(one)
    if one.fact.role not in _PEAKS or one.fact.scope == "all" or not (wanted or "dense" in one.said):
        return right, ()
    lacked = wanted and all(wanted <= {*entry.lacks} for entry in one.device.entries)
    if not right and not lacked:
        return right, ()
    most = max((size for known in right for size in known.sizes), default=0.0)
    wrong = [known for known in peaks if known not in right and known.about & FORMATS]
    higher = [known for known in wrong if min(known.sizes) > most * _ABOVE]
    return right, sorted(higher, key=lambda known: known.about.isdisjoint(one.said - FORMATS))
