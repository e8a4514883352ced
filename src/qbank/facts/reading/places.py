"""Where data lies: the place that words beside a quantity name, or that it is said to be in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Role

_REACH: Final = 8
_INTO: Final = frozenset(("in", "into", "on", "onto", "inside"))


def set_place(fact: Fact, around: Surroundings, pieces: Sequence[Piece]) -> None:
    """Say where what a quantity is of lies."""
    beside = (*around.behind, *around.before, *around.owners, *around.bracket, *around.label)
    named = place_of(beside) or (place_of(around.actors) if fact.role is Role.CAPACITY else "")
    fact.place = named or (_place_behind(pieces, fact.at) if fact.kind is Kind.BYTES else "")


def place_of(pieces: Iterable[Piece]) -> str:
    """Return the first place that some pieces name; empty if there is none."""
    for piece in pieces:
        if piece.meaning.place:
            return piece.meaning.place
    return ""


def _place_behind(pieces: Sequence[Piece], at: int) -> str:
    """Return the place that something is said to be in: `640 KB of weights into SRAM`."""
    into = False
    for piece in pieces[at + 1 : at + 1 + _REACH]:
        if piece.clause != pieces[at].clause or piece.mention is not None:
            break
        if into and piece.meaning.place:
            return piece.meaning.place
        into = into or piece.text in _INTO
    return ""
