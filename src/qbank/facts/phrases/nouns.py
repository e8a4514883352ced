"""The nouns of one phrase, read forwards or backwards from a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind

MOST_BEHIND: Final = 7
MOST_BEFORE: Final = 8
ATTACHED_BY: Final = frozenset(
    ("in", "on", "with", "for", "from", "inside", "behind", "around", "beside", "besides", "near", "under")
)
"""What ties a phrase to the noun before it: of `a sensor in a pump`, the pump is no sensor."""
_MEASURED_BY: Final = frozenset(("at", "with"))
"""What ties a measure to the noun before it."""
_POSSESSIVE: Final = ("'s", "’s")
RELATIVE: Final = frozenset(("which", "that", "who"))


def nouns_from(pieces: Sequence[Piece], start: int) -> list[Piece]:
    """Return the nouns of the phrase that begins at a place, its head first."""
    nouns: list[Piece] = []
    for piece in pieces[start : start + MOST_BEHIND]:
        if piece.is_noun and piece.meaning.number is None:  # `$900 for four plays`
            nouns.append(piece)
        elif nouns or piece.meaning.part not in {"article", "filler", "determiner", "adjective"}:
            break
    return nouns[::-1]


def nouns_back(
    pieces: Sequence[Piece], place: int, owners: list[Piece], *, of_verb: bool = False
) -> list[Piece]:
    """Return the nouns of the phrase that ends at a piece, the last first; what it is `of` are owners.

    Where a verb stands behind it, what a preposition ties to it comes last: `the core in this sensor`.
    """
    if place < 0:
        return []
    line, opener = pieces[place].line, pieces[place].opener
    held: list[Piece] = []
    attached: list[Piece] = []
    counted = relative = False
    steps = 0
    while place >= 0 and steps < MOST_BEFORE:
        piece = pieces[place]
        steps += 1
        if piece.text == ")" and not held:
            place = _opening(pieces, place) - 1
            continue
        if piece.line != line or piece.opener != opener:
            break
        if piece.mention is not None:
            if of_verb and not held and place and pieces[place - 1].text in _MEASURED_BY:
                place -= 2  # `a tag with a small core at 64 MHz draws ...`
                continue
            if of_verb and held and piece.mention.kind is Kind.COUNT:
                counted = True  # `a server with eight cards draws ...`
                place -= 1
                continue
            break
        part = piece.meaning.part
        if of_verb and _is_passed_over(pieces, place, held):
            attached, held = held or attached, []
            place -= 2
            continue
        if part == "of" and not of_verb and held and held[0].text.endswith(_POSSESSIVE):
            break  # of `20% of the host's 384 GB` these are what the host has
        if part == "of":
            (attached if counted else owners).extend(held)  # a node of 8 cards is none of theirs
            held, counted = [], False
        elif of_verb and held and not attached and piece.text in ATTACHED_BY:
            if relative:
                break  # what `which` stands for is what it follows
            attached, held = held, []
        elif of_verb and piece.text in RELATIVE and not held and place and pieces[place - 1].text == ",":
            relative = True
            place -= 1  # `the link, which carries ...`
        elif part in {"article", "filler", "adjective", "copula"} or piece.text in {"-", "'", '"', ":"}:
            pass
        elif part or not (piece.is_word or piece.device is not None):
            break
        else:
            held.append(piece)
        place -= 1
    return held + attached


def _opening(pieces: Sequence[Piece], place: int) -> int:
    """Return where the brackets open that end at a place; -1 if nowhere."""
    return next((at for at in range(place - 1, -1, -1) if pieces[at].text == "("), -1)


def _is_passed_over(pieces: Sequence[Piece], place: int, held: Sequence[Piece]) -> bool:
    """Tell whether what is said of the noun before a place ends there, and not the phrase of that noun.

    `each of the cards in it has ...`, `the laptop that mirrors the phone has ...`
    """
    before = pieces[place - 1].text if place else ""
    if not held:
        return pieces[place].meaning.part == "pronoun" and before in ATTACHED_BY
    return pieces[place].meaning.part == "verb" and before in RELATIVE
