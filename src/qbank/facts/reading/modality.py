"""How a fact is stated: given, computed, concluded, denied, asked or supposed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import CONCLUDING, Modality, Origin, Role

OF_NOUNS: Final = frozenset(("no", "without", "nor"))
"""What denies only the noun behind it: `30 tokens/s without speculation`, `no batching on a card`."""
_ENDS_OF_NOUN: Final = frozenset(
    (",", "with", "on", "at", "and", "but", "while", "from", "for", "so", "then")
)
"""What no noun that is denied goes beyond."""
_FARTHEST: Final = 150


def set_modality(fact: Fact, pieces: Sequence[Piece], doubted: Container[int]) -> None:
    """Say how a fact is stated; a denial that does not reach it is taken out of its cues.

    `doubted` are the clauses of questions that are answered by yes or no.
    """
    if "denied" in fact.cues and not _is_denied(fact, pieces):
        fact.cues -= {"denied"}
    fact.modality = _modality_of(fact, doubted)


def _modality_of(fact: Fact, doubted: Container[int]) -> Modality:
    if fact.clause in doubted:
        return Modality.ASKED
    if fact.role is Role.LIMIT:
        return Modality.LIMIT
    if fact.origin in CONCLUDING:
        return Modality.CONCLUDED
    if fact.result_of is not None:
        return Modality.COMPUTED
    if "denied" in fact.cues:
        return Modality.DENIED
    if "supposed" in fact.cues:
        return Modality.SUPPOSED
    return Modality.ASSUMED if fact.origin is Origin.ASSUMPTIONS else Modality.GIVEN


def _is_denied(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a denial stands before a fact in its clause: `the card never draws 300 W`."""
    for at in range(fact.at - 1, max(0, fact.at - _FARTHEST) - 1, -1):
        piece = pieces[at]
        if piece.clause == fact.clause:
            if "denied" in piece.meaning.cues and _reaches(pieces, at, fact.at):
                return True
            if piece.text == ":":
                return False
    return False


def _reaches(pieces: Sequence[Piece], denial: int, at: int) -> bool:
    """Tell whether what a word denies reaches a place: not out of its brackets, nor beyond its noun."""
    word = pieces[denial]
    if word.opener >= 0 and word.opener != pieces[at].opener:
        return False
    return word.text not in OF_NOUNS or all(one.text not in _ENDS_OF_NOUN for one in pieces[denial + 1 : at])
