"""What stands around a quantity, as the other modules of this folder find it."""

from __future__ import annotations

from msgspec import Struct, field

from qbank.facts.pieces import Piece


class Surroundings(Struct):
    """The pieces around a quantity, the nearest first in each list.

    Attributes:
        behind, before: the nouns that are tied to it, the nearest phrase only.
        owners: those that stand behind `of` in these phrases.
        purposes: the nouns behind a `for` that follows it.
        verb: the verb or preposition that governs it.
        actors, actors_owners: the nouns before that verb, and those behind `of` among them.
        bracket: the nouns before the brackets that it stands in.
        label, label_verb: the nouns of its line's label, and a verb among them.
        per: what it is per.
        is_measured: whether it measures what the first noun behind names: `5 s of rest`, `a 15 W lamp`.
    """

    behind: list[Piece] = field(default_factory=list)
    before: list[Piece] = field(default_factory=list)
    owners: list[Piece] = field(default_factory=list)
    purposes: list[Piece] = field(default_factory=list)
    verb: Piece | None = None
    actors: list[Piece] = field(default_factory=list)
    actors_owners: list[Piece] = field(default_factory=list)
    bracket: list[Piece] = field(default_factory=list)
    label: list[Piece] = field(default_factory=list)
    label_verb: Piece | None = None
    per: Piece | None = None
    is_measured: bool = False
