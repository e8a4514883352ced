"""What the clause of a quantity is about: `The camera of the dock sends 30 frames, and stores 12 MB.`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.phrases.nouns import ATTACHED_BY
from qbank.facts.pieces import Piece

_ANAPHORS: Final = frozenset(("it", "they", "them"))
"""What stands for a thing of the sentence before."""
_BEHIND_SUBJECTS: Final = frozenset(("verb", "copula", "of", "adjective"))
"""What stands behind the nouns that a clause is about; else the last of them is its verb."""
_FARTHEST: Final = 120
"""The most pieces back to what a clause is about."""


def topic_of(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """Return the nouns of what the clause of a quantity is about, its head first; none if nothing is.

    That is its first phrase that no preposition ties to anything. A pronoun stands for that of the
    sentence before.
    """
    least, sentence = max(0, at - _FARTHEST), pieces[at].sentence
    start = next((i for i in range(at, least, -1) if pieces[i - 1].clause != pieces[at].clause), least)
    found, pronoun = _first_phrase(pieces[start:at])
    while not found and start > least and (pronoun or pieces[start - 1].sentence == sentence):
        end, of = start, pieces[start - 1].sentence
        if sentence - of > 1:
            break
        start = next((i for i in range(end, least, -1) if pieces[i - 1].sentence != of), least)
        found, pronoun = _first_phrase(pieces[start:end])
    return found


def _first_phrase(pieces: Sequence[Piece]) -> tuple[list[Piece], bool]:
    """Return the nouns of the first free phrase of some pieces, and whether a pronoun stands for it.

    Nouns that nobody knows are believed only before a verb.
    """
    held: list[Piece] = []
    tied = acts = False
    for piece in pieces:
        part = piece.meaning.part
        if piece.is_noun:
            if not tied:
                held.append(piece)
        elif held:
            acts = part in {"verb", "copula"}
            if len(held) > 1 and held[-1].text.endswith("s") and part not in _BEHIND_SUBJECTS:
                del held[-1]  # `the app runs in`
            break
        elif part == "pronoun" and piece.text in _ANAPHORS:
            return [], True
        elif part in {"article", "stop"} or piece.text == ",":
            tied = part == "stop"
        elif part == "preposition" or piece.text in ATTACHED_BY:
            tied = True
    known = [piece for piece in held if piece.device is not None or piece.meaning.thing]
    return (known or (held if acts else []))[::-1], False
