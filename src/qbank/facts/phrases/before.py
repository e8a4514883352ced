"""What stands before a quantity: nouns, or the verb that governs it and the nouns before that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.labels import POSSESSIVES
from qbank.facts.phrases.behind import AWAY
from qbank.facts.phrases.nouns import MOST_BEFORE, nouns_back
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece, of_sentence
from qbank.facts.vocabulary import MEASURES

_TIES: Final = frozenset(("copula", "of", "filler", "article", "adjective"))
_GOVERNS: Final = frozenset(("verb", "preposition", "determiner"))
_JOINS: Final = frozenset(("=", ":", "≈", "~", "→", "≤", "<", "≥", ">", "-", "'", '"', "/"))
_BETWEEN: Final = _JOINS | AWAY | {","}
"""What ties a noun to a quantity behind it, so that the noun is no verb."""
_ARITHMETIC: Final = frozenset("×*·/÷+−–^")
_BEFORE_TERMS: Final = _ARITHMETIC | frozenset(("-", "=", "≈", ":", "("))
"""What stands before brackets that hold a part of a calculation, and no remark."""
_BEFORE_NOUNS: Final = frozenset(("article", "adjective"))
_SENTENCE: Final = 60


def read_before(pieces: Sequence[Piece], at: int, found: Surroundings, *, in_lines: bool) -> int | None:
    """Find what stands before a quantity; return the place of its verb, None if it has none.

    What stands right before it is a verb rather than a noun that nobody knows, but `in_lines`.
    """
    line, opener = pieces[at].line, pieces[at].opener
    tied = False
    for place in range(at - 1, max(-1, at - 1 - MOST_BEFORE), -1):
        piece = pieces[place]
        if piece.line != line or piece.opener != opener or place == opener:
            return None
        part = piece.meaning.part
        tied = tied or part in {"of", "copula"} or piece.text in _BETWEEN
        acts = not tied and piece.is_word and ((not in_lines and _may_act(piece)) or _acts(pieces, place))
        if part in _GOVERNS or (part == "adjective" and piece.meaning.roles) or acts:
            found.verb = piece
            found.actors = nouns_back(pieces, _before_verbs(pieces, place), found.actors_owners, of_verb=True)
            if not any(noun.device for noun in (*found.actors, *found.actors_owners)):
                found.actors_owners += _possessor(pieces, place)
            return place
        if piece.text in _ARITHMETIC and piece.text not in _JOINS:
            return None
        with_it = piece.text == "," and pieces[place + 1].text == "with"  # `one port, with 30 W`
        apposed = piece.text == "," and place == at - 1 and opener < 0 and _ends_phrase(pieces, at + 1)
        if part in _TIES or piece.text in _JOINS or with_it or apposed:
            continue
        if not part and (piece.is_word or piece.device is not None or piece.text == ")"):
            # of `the quota on scratch is 60 TB` the quota is what is told, and not scratch
            is_told = any(one.meaning.part == "copula" for one in pieces[place + 1 : at])
            found.before = nouns_back(pieces, place, found.owners, of_verb=is_told)
            if pieces[at - 1].meaning.part == "of" and not found.owners:
                _read_who_has(pieces, place, found)
        return None
    return None


def _read_who_has(pieces: Sequence[Piece], place: int, found: Surroundings) -> None:
    """Find what has the measure at a place: `each GPU keeps a reserve of`, `a card with a power of`."""
    if not all(noun.meaning.sort in MEASURES for noun in found.before):
        return
    first = min((noun.start for noun in found.before), default=0)
    while place > 0 and (pieces[place].start >= first or pieces[place].meaning.part in _BEFORE_NOUNS):
        place -= 1
    if pieces[place].meaning.part == "verb" or pieces[place].text == "with":
        found.actors = nouns_back(pieces, place - 1, found.actors_owners, of_verb=True)


def read_brackets(pieces: Sequence[Piece], at: int, found: Surroundings) -> None:
    """Find what stands before the brackets around a quantity, if they hold a remark."""
    opener = pieces[at].opener
    if opener > 0 and pieces[opener - 1].text not in _BEFORE_TERMS:
        found.bracket = nouns_back(pieces, opener - 1, found.owners)


def _may_act(piece: Piece) -> bool:
    """Tell whether a word right before a quantity is rather a verb than a noun: nobody knows it."""
    return piece.is_word and not piece.is_known and piece.text.isalpha()


def _acts(pieces: Sequence[Piece], place: int) -> bool:
    """Tell whether what may be a noun is a verb: `the phone with 8 GB of RAM runs a 3B model`."""
    behind = pieces[place + 1]
    return bool(place and pieces[place].meaning.relations and pieces[place - 1].is_noun) and (
        behind.meaning.part == "article" or behind.mention is not None
    )


def _ends_phrase(pieces: Sequence[Piece], place: int) -> bool:
    """Tell whether nothing more is said of a quantity behind it: `the new shards, 90 TB, go to ...`."""
    if not any(piece.is_noun for piece in pieces[max(0, place - 3) : place - 2]):
        return False
    behind = pieces[place : place + 1]
    return not any(one.is_word or one.device is not None or one.text in _ARITHMETIC for one in behind)


def _before_verbs(pieces: Sequence[Piece], place: int) -> int:
    """Return the place before a verb, and before one that it belongs to: `it wakes every 10 minutes`."""
    return place - 1 - (place > 1 and pieces[place - 1].meaning.part == "verb")


def _possessor(pieces: Sequence[Piece], place: int) -> list[Piece]:
    """Return the one device of the sentence before that a subject is of: `Its memory delivers ...`."""
    sentence = pieces[place].sentence
    start = of_sentence(pieces, sentence).start
    if pieces[start].text not in POSSESSIVES:
        return []
    before = [
        piece
        for piece in pieces[max(0, start - _SENTENCE) : start]
        if piece.device is not None and not piece.device.is_link and piece.sentence == sentence - 1
    ]
    return before[:1] if len({piece.text for piece in before}) == 1 else []
