"""Bandwidths that a sentence tells beside a memory and its width, and which that memory cannot have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.catalog.lookup import Catalog
from qbank.facts.counted import number_of, singular
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Modality, Role

_STANDARD: Final = lazy_re.compile(r"(?P<low>lp|g)?ddr[3-7]x?")
_STACKED: Final = lazy_re.compile(r"hbm\d?e?")
_RATE: Final = lazy_re.compile(r"\d{4,5}")
_TRANSFERS: Final = "MT/s"
_WIDTHS: Final = frozenset((16, 32, 64, 96, 128, 192, 256, 320, 384, 512, 768))
_BUSES: Final = frozenset(("bus", "interface", "memory", "channel", "wide"))
_CHANNEL: Final = 64
"""Bits of a channel of DDR memory; those of LPDDR and GDDR have 16 or 32."""
_TOLD: Final = {"one": 1, "single": 1, "dual": 2, "quad": 4, "octa": 8}
_SEVERAL: Final = frozenset(("both", "dual", "twin", "pair", "pairs"))
_ONE_STACK: Final = frozenset(("each", "one", "a", "per", "every", "single", "/"))
_ABOVE: Final = 1.1
_BITS: Final = 8
_MEGA: Final = 10**6
_ROLES: Final = frozenset((Role.BANDWIDTH, Role.THROUGHPUT, Role.ACHIEVED_RATE))
_UNREAL: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED, Modality.COMPUTED))
_OTHERWISE: Final = frozenset(
    ("total", "measured", "average", "supposed", "claimed", "denied", "alternative", "usable")
)


class TooFast(Struct, frozen=True):
    """A bandwidth above that of the memory which it is told of; `most` says what that has."""

    fact: Fact
    most: str


def too_fast(ledger: Ledger, catalog: Catalog) -> Iterator[TooFast]:
    """Yield the bandwidths that are more than the width and the rate of the memory in their sentence make.

    Nothing is said where a sentence has several memories, widths or rates, or counts something else, which
    may have a memory each.
    """
    for fact in ledger.by_kind[Kind.BYTE_RATE]:
        if not _is_of_memory(fact, ledger):
            continue
        sentence = ledger.sentence_of(fact)
        rates = [piece for piece in sentence if piece.mention is not None and piece.mention.kind is fact.kind]
        before = [piece for piece in sentence if piece.start < fact.start]
        alone = len(rates) == 1 and not any("gpu" in piece.meaning.classes for piece in sentence)
        found = (_of_bus(before) or _of_stack(before, catalog)) if alone else None
        if found is not None and fact.value > found[0] * _ABOVE:
            yield TooFast(fact, found[1])


def _is_of_memory(fact: Fact, ledger: Ledger) -> bool:
    return (
        fact.is_topic
        and fact.role in _ROLES
        and fact.modality not in _UNREAL
        and fact.result_of is None
        and not ledger.is_computed(fact)
        and _OTHERWISE.isdisjoint(fact.cues)
    )


def _of_bus(sentence: Sequence[Piece]) -> tuple[float, str] | None:
    """Return what the one memory of a sentence can move, and why: `LPDDR5-6400 on a 64-bit bus`."""
    named = [at for at, piece in enumerate(sentence) if _STANDARD.fullmatch(piece.text)]
    if len(named) != 1:
        return None
    rate = _transfers(named[0], sentence)
    standard = sentence[named[0]].text
    width = _width(sentence, by_channel=standard.startswith("ddr"))
    if not rate or not width:
        return None
    moved = rate * _MEGA * width / _BITS
    return moved, f"{standard.upper()} makes {moved / 1e9:.4g} GB/s of {rate:.0f} MT/s and {width} bit"


def _transfers(at: int, sentence: Sequence[Piece]) -> float:
    """Return the million transfers a second that a name has behind it, or else its sentence."""
    behind = [piece.text for piece in sentence[at + 1 : at + 3]]
    if len(behind) > 1 and behind[0] == "-" and _RATE.fullmatch(behind[1]):
        return float(behind[1])
    told = [
        piece.mention.high / _MEGA
        for piece in sentence
        if piece.mention is not None and piece.mention.unit.name == _TRANSFERS
    ]
    return told[0] if len(told) == 1 else 0.0


def _width(sentence: Sequence[Piece], *, by_channel: bool) -> int:
    """Return the bits of the only width that a sentence tells; 0 if it counts anything else."""
    widths: list[int] = []
    others = 0
    for at, piece in enumerate(sentence):
        behind = [other.text for other in sentence[at + 1 : at + 3]]
        channels = "channel" in {singular(text) for text in behind[:1]} or behind == ["-", "channel"]
        number = _TOLD.get(piece.text) or number_of(piece)
        bits = piece.mention.high * _BITS if piece.text.endswith(("-bit", " bit")) and piece.mention else 0
        is_bus = bool(behind) and (behind[0] in _BUSES or _STANDARD.fullmatch(behind[0]) is not None)
        if bits in _WIDTHS and is_bus:
            widths.append(int(bits))
        elif channels and number and by_channel:
            widths.append(int(number) * _CHANNEL)
        elif (number or 0) > 1 or piece.text in _SEVERAL:
            others += 1
    return widths[0] if len(widths) == 1 and not others else 0


def _of_stack(sentence: Sequence[Piece], catalog: Catalog) -> tuple[float, str] | None:
    """Return what one stack of a memory can move, if a sentence speaks of one: `each HBM3 stack`."""
    of_one = [
        memory.text
        for at, memory in enumerate(sentence)
        if _STACKED.fullmatch(memory.text) and [one.text for one in sentence[at + 1 : at + 2]] == ["stack"]
        if at and sentence[at - 1].text in _ONE_STACK
    ]
    entry = catalog.get(f"mem-{of_one[0]}") if len(of_one) == 1 else None
    value = entry.values.get("bandwidth_per_stack") if entry else None
    if value is None:
        return None
    return float(value.quantity.value), f"a stack of {of_one[0].upper()} has {value.text}"
