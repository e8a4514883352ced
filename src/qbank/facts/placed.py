"""A ledger with the place of every fact: in a file, or in a text that has no file."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, Field, FieldPath, Relation
from qbank.facts.ledger import Ledger, read
from qbank.facts.lexicon.words import Lexicon
from qbank.facts.vocabulary import Origin
from qbank.napkin.verdicts import Tolerances
from qbank.napkin.verifier import verify
from qbank.yamlio.positions import LineIndex

Place = tuple[int, int]
"""A line and a column."""


class PlacedFact(Struct, frozen=True):
    """A fact with the field that it stands in, and its place."""

    fact: Fact
    field: str | None
    line: int
    column: int


class PlacedRelation(Struct, frozen=True):
    """A relation with its words, the field that they stand in, and their place."""

    relation: Relation
    text: str
    field: str | None
    line: int
    column: int


class PlacedLedger(Struct, frozen=True):
    """The ledger of a question, or of a text that is none; then path and id are None."""

    path: str | None
    id: str | None
    facts: tuple[PlacedFact, ...]
    relations: tuple[PlacedRelation, ...]


def place_ledger(
    ledger: Ledger,
    path: str | None,
    identifier: str | None,
    place: Callable[[FieldPath, int, int], Place],
    names: Callable[[FieldPath], str | None],
) -> PlacedLedger:
    """Put a ledger in its place.

    Args:
        ledger: what was read.
        path, identifier: of the question.
        place: tells the place of a part of a field.
        names: tells what a field is called.
    """
    facts = [
        PlacedFact(fact, names(fact.path), *place(fact.path, fact.start, fact.end)) for fact in ledger.facts
    ]
    relations = [
        PlacedRelation(one, one.words, names(one.path), *place(one.path, one.start, one.end))
        for one in ledger.relations
    ]
    return PlacedLedger(
        path,
        identifier,
        tuple(sorted(facts, key=lambda placed: (placed.line, placed.column))),
        tuple(sorted(relations, key=lambda placed: (placed.line, placed.column))),
    )


def ledger_of_text(
    text: str, tolerances: Tolerances, lexicon: Lexicon, find_devices: Callable[[str], Iterable[Device]]
) -> PlacedLedger:
    """Return the ledger of a text that is no question."""
    lines = LineIndex(text)

    def place(_: FieldPath, start: int, __: int) -> Place:
        position = lines.position(start)
        return position.line, position.column

    field = Field((), text, Origin.CALCULATIONS, verify(text, tolerances=tolerances))
    return place_ledger(read([field], lexicon, find_devices), None, None, place, lambda _: None)
