"""What a tape holds and its drive writes, if a text has it of data that shrink or of another generation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Value
from qbank.catalog.lookup import Catalog
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import SURE, Kind
from qbank.rules.hardware.known import agrees

_TAPES: Final = "lto-"
_LEAD: Final = "lto - "
"""How the names of tapes begin, in the catalog and in pieces."""
_NATIVE: Final = {Kind.BYTES: "native_capacity", Kind.BYTE_RATE: "native_rate"}
_COMPRESSED: Final = {Kind.BYTES: "compressed_capacity", Kind.BYTE_RATE: "compressed_rate"}
_HOLDERS: Final = {
    Kind.BYTES: frozenset(("cartridge", "cartridges", "tape", "tapes")),
    Kind.BYTE_RATE: frozenset(("drive", "drives", "rate")),
}
_LEAST: Final = {Kind.BYTES: 1e12, Kind.BYTE_RATE: 1e8}
"""No tape holds less, and none is slower."""
_SHRUNK: Final = frozenset(("compressed", "2.5", "2:1", "2.5:1", "squeezed"))
"""What is said of data that a drive makes smaller."""


class Misfilled(Struct):
    """A figure of a tape that its generation does not have; `instead` is what it has, `known` what has it."""

    fact: Fact
    entry: Entry
    instead: Value
    known: str


def misfilled(ledger: Ledger, catalog: Catalog) -> Iterator[Misfilled]:
    """Yield the capacities and rates of the only generation of a question that are those of another tape."""
    told = [
        fact
        for kind, least in _LEAST.items()
        for fact in ledger.by_kind[kind]
        if fact.value >= least and _is_of_tape(fact)
    ]
    if not told:
        return
    named = {
        piece.text.replace(" ", "")
        for pieces in ledger.pieces.values()
        for piece in pieces
        if piece.text.startswith(_LEAD)
    }
    if not named:
        return
    tapes = {entry.id: entry for entry in catalog if entry.id.startswith(_TAPES)}
    for fact in told:
        entry = tapes.get(_generation_of(fact, ledger, named))
        if entry is None or ledger.is_computed(fact):
            continue
        own = entry.values.get(_NATIVE[fact.kind])
        if own is None or _is(fact, own) or _is_of_shrunk(fact, ledger):
            continue
        known = _whose(fact, entry, [tapes[one] for one in sorted({*tapes} - named)])
        if known:
            yield Misfilled(fact, entry, own, known)


def _generation_of(fact: Fact, ledger: Ledger, named: set[str]) -> str:
    """Return the generation that the clause of a figure names, its sentence, or all of the question."""
    for pieces in (ledger.clause_of(fact), ledger.sentence_of(fact)):
        if here := {piece.text.replace(" ", "") for piece in pieces} & named:
            return next(iter(here)) if len(here) == 1 else ""
    return next(iter(named)) if len(named) == 1 else ""


def _is_of_tape(fact: Fact) -> bool:
    """Tell whether a figure is told of a cartridge or of a drive."""
    name = fact.subject.name if fact.subject.why in SURE else ""
    return name.startswith(_LEAD) or name in _HOLDERS[fact.kind] or fact.per in _HOLDERS[fact.kind]


def _is_of_shrunk(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a figure is told of data that shrink on a tape."""
    words = {piece.text for piece in (*ledger.clause_of(fact), *ledger.label_of(fact))}
    return not words.isdisjoint(_SHRUNK)


def _whose(fact: Fact, entry: Entry, others: list[Entry]) -> str:
    """Say what has a figure: the same tape with data that shrink, or another generation."""
    shrunk = entry.values.get(_COMPRESSED[fact.kind])
    if shrunk is not None and _is(fact, shrunk):
        return f"the {shrunk.what} of {entry.name}"
    for other in others if fact.kind is Kind.BYTES else ():
        native = other.values.get(_NATIVE[fact.kind])
        if native is not None and _is(fact, native):
            return f"the {native.what} of {other.name}"
    return ""


def _is(fact: Fact, value: Value) -> bool:
    high, step = fact.mention.high, fact.mention.step
    return any(agrees(high, step, float(one.value), close=0.01) for one in value.quantities)
