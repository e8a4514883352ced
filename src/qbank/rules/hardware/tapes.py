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
    named = {
        piece.text.replace(" ", "")
        for pieces in ledger.pieces.values()
        for piece in pieces
        if piece.text.startswith(_LEAD)
    }
    if not named:
        return
    tapes = {entry.id: entry for entry in catalog if entry.id.startswith(_TAPES)}
    for kind, native in _NATIVE.items():
        for fact in ledger.by_kind[kind]:
            entry = tapes.get(_generation_of(fact, ledger, named))
            if entry is None or native not in entry.values or ledger.is_computed(fact):
                continue
            own = entry.values[native]
            if _is(fact, own) or not _is_of_tape(fact, ledger):
                continue
            known = _whose(fact, kind, entry, [tapes[one] for one in sorted({*tapes} - named)])
            if known:
                yield Misfilled(fact, entry, own, known)


def _generation_of(fact: Fact, ledger: Ledger, named: set[str]) -> str:
    """Return the generation that the clause of a figure names, its sentence, or all of the question."""
    for pieces in (ledger.clause_of(fact), ledger.sentence_of(fact)):
        if here := {piece.text.replace(" ", "") for piece in pieces} & named:
            return next(iter(here)) if len(here) == 1 else ""
    return next(iter(named)) if len(named) == 1 else ""


def _is_of_tape(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a figure is told of a cartridge or of a drive, and not of data that shrink on it."""
    words = {piece.text for piece in (*ledger.clause_of(fact), *ledger.label_of(fact))}
    name = fact.subject.name.replace(" ", "") if fact.subject.why in SURE else ""
    of_tape = name.startswith(_TAPES) or not _HOLDERS[fact.kind].isdisjoint((name, fact.per))
    return of_tape and words.isdisjoint(_SHRUNK)


def _whose(fact: Fact, kind: Kind, entry: Entry, others: list[Entry]) -> str:
    """Say what has a figure: the same tape with data that shrink, or another generation."""
    shrunk = entry.values.get(_COMPRESSED[kind])
    if shrunk is not None and _is(fact, shrunk):
        return f"the {shrunk.what} of {entry.name}"
    for other in others if kind is Kind.BYTES else ():
        if _is(fact, other.values[_NATIVE[kind]]):
            return f"the {other.values[_NATIVE[kind]].what} of {other.name}"
    return ""


def _is(fact: Fact, value: Value) -> bool:
    return agrees(fact.mention.high, fact.mention.step, float(value.quantity.value), close=0.01)
