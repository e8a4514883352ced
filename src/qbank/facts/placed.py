"""A ledger with the place of every fact: in a file, or in a text that has no file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

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


T = TypeVar("T", Fact, Relation)


class Placed(Struct, Generic[T], frozen=True):
    """A fact or a relation with the field that it stands in, and its place."""

    told: T
    field: str | None
    line: int
    column: int


class PlacedLedger(Struct, frozen=True):
    """The ledger of a question, or of a text that is none; then path and id are None."""

    path: str | None
    id: str | None
    facts: tuple[Placed[Fact], ...]
    relations: tuple[Placed[Relation], ...]


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

    def put(all_told: Iterable[T]) -> tuple[Placed[T], ...]:
        placed = (Placed(one, names(one.path), *place(one.path, one.start, one.end)) for one in all_told)
        return tuple(sorted(placed, key=lambda one: (one.line, one.column)))

    return PlacedLedger(path, identifier, put(ledger.facts), put(ledger.relations))


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
