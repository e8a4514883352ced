"""What options are called: the names in the labels of lines, and which of them words of a text mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.labels import POSSESSIVES
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import MEASURES

_UNSAID: Final = frozenset(("denied", "supposed", "former"))
_SHORTEST: Final = 3
_STEM: Final = 6
_ENDING: Final = 3
"""Letters that tell a name at least, and of an ending at most: `reserved`, `reservation`."""
_INFLECTED: Final = ("s", "es", "ern", "er", "r", "ing", "ly", "al")
"""Endings that a name has in a sentence, and not in a label: `GPUs`, `the northern site`."""
PARTS_OF_NAMES: Final = frozenset(("", "adjective"))
_OF_SUBJECTS: Final = frozenset(("copula", "verb", "pronoun"))
"""What stands before a word where its subject does: `A is the cheapest`, not `the cheapest is A`."""
_WAYS: Final = frozenset(("way-local", "way-remote", "way-owned", "way-rented"))
_ALONE: Final = frozenset(("verb", "filler"))
_NO_NAMES: Final = frozenset(("article", "pronoun"))

Name = frozenset[str]
Values = Mapping[Name, Fact]


def properties(ledger: Ledger) -> frozenset[str]:
    """Return the words of the question that name what is measured, and not what it is measured of."""
    return frozenset(
        word
        for pieces in ledger.pieces.values()
        for piece in pieces
        if piece.meaning.sort in {"property", "limit", "sum", "rest"} or piece.meaning.part
        for word in piece.text.split()
        if len(word) > 1
    )


def naming(label: Sequence[Piece]) -> Name:
    """Return the words of a label but those of what is measured; what stands alone is a name: `Own: $3`."""
    words = [piece for piece in label if piece.is_word or piece.device or piece.mention]
    names = [piece for piece in words if _tells_no_property(piece)]
    is_one = len({piece.text for piece in words}) == 1
    alone = words if is_one and words[0].meaning.part in _ALONE else ()
    told = frozenset(word for piece in names or alone for word in piece.text.split())
    return told.union(*map(_sides, words))


def may_name(piece: Piece) -> bool:
    """Whether a piece is hardware, or a word that may be of a name."""
    return piece.device is not None or (piece.is_word and _tells_no_property(piece))


def _tells_no_property(piece: Piece) -> bool:
    return piece.meaning.sort not in MEASURES and piece.meaning.part in PARTS_OF_NAMES


def _sides(piece: Piece) -> frozenset[str]:
    """Return the ways of doing something that a word is of, whatever it calls them: on the spot, bought."""
    return piece.meaning.cues & _WAYS


def own_words(label: Name, options: Values) -> Name:
    """Return the words of an option's name that no other one has."""
    return label.difference(*(other for other in options if other != label))


def places_named(said: Sequence[Piece], options: Values) -> dict[Name, list[int]]:
    """Return where options are named, by words that others have not."""
    words = [
        (at, {*piece.text.split(), *_sides(piece)})
        for at, piece in enumerate(said)
        if piece.meaning.part not in _NO_NAMES
    ]
    found: dict[Name, list[int]] = {}
    for label in options:
        alone = own_words(label, options)
        name = next(iter(alone)) if len(alone) == 1 else ""
        for at, here in words:
            if not alone.isdisjoint(here) or (name and any(_is_form(word, name) for word in here)):
                found.setdefault(label, []).append(at)
    return found


def named(said: Sequence[Piece], options: Values) -> list[Name]:
    """Return the options of which some words tell something, and of others do not; the last named last."""
    found = places_named(said, options)
    return sorted(found, key=lambda label: found[label][-1])


def first_named(said: Sequence[Piece], options: Values) -> list[Name]:
    """Return the options in the order in which they are named first; none if not all are."""
    found = places_named(said, options)
    return sorted(found, key=lambda label: found[label][0]) if len(found) == len(options) else []


def _is_form(word: str, name: str) -> bool:
    """Whether two words are forms of one: the `reservation` of `Reserved`, `renting` of `Rental`."""
    stem = max(_STEM, len(name) - _ENDING)
    if len(word) > stem <= len(name) and word[:stem] == name[:stem]:
        return True
    return not _stems(word).isdisjoint(_stems(name))


def _stems(word: str) -> set[str]:
    """Return a word, and what is left of it without an ending."""
    return {word} | {
        word.removesuffix(end)
        for end in _INFLECTED
        if word.endswith(end) and len(word) >= _SHORTEST + len(end)
    }


def said_of(pieces: Sequence[Piece], at: int, options: Values) -> Name | None:
    """Return the option that a comparison is said of: the one alone that is named with it.

    Before it in its clause or its sentence, else behind it in its clause, else, of a sentence that begins
    with a pronoun, in the one before.
    """
    here = pieces[at]
    clause, sentence = of_clause(pieces, here.clause), of_sentence(pieces, here.sentence)
    if "supposed" in cues_in(pieces[sentence]):
        return None
    before, behind = pieces[clause.start : at], pieces[at + 1 : clause.stop]
    has_noun = any(piece.is_word and not piece.meaning.part for piece in before)
    parts = [before]
    if not has_noun:
        parts.append(pieces[sentence.start : at])
    is_of_other = bool(behind) and behind[0].text == "than"  # `3x faster than a stream`
    if not is_of_other and all(piece.meaning.part not in _OF_SUBJECTS for piece in before):
        parts.append(behind)
    up_to_other = behind[: _other_begins(behind, 0, len(behind))]
    if has_noun and named(up_to_other, options):
        parts.insert(1, up_to_other)  # `the run is cheaper on the large node`
    first = pieces[sentence.start]
    if first.meaning.part == "pronoun" or first.text in POSSESSIVES:
        parts.append(pieces[of_sentence(pieces, here.sentence - 1)])
    for part in parts:
        labels = named(part, options)
        if len(labels) > 1:  # `the northern site emits less than the southern one and is cheaper`
            labels = named(part[: _other_begins(part, 1, 0)], options)
        if labels:
            return labels[0] if len(labels) == 1 and cues_in(part).isdisjoint(_UNSAID) else None
    return None


def _other_begins(pieces: Sequence[Piece], start: int, default: int) -> int:
    """Return where what something is compared with, or belongs to, begins: `cheaper than North`."""
    for at, piece in enumerate(pieces[start:], start):
        if piece.meaning.part == "preposition" or piece.text == "than":
            return at
    return default
