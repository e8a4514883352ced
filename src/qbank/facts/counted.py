"""Numbers of things: `two image slots`, `16 cameras`, `one GPU`, whatever the things are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.fact import FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import NUMBERED, Piece
from qbank.facts.vocabulary import Kind
from qbank.units import physical

_MOST: Final = 10**6
_NOUN_REACH: Final = 5
_SIZE_OF_CELL: Final = 10_000
"""From here on digits in front of a cell are its diameter and its length."""
_WITH_E: Final = ("xes", "shes", "sses", "tches", "nches", "rches")
"""Endings of plurals that have an e of their own: `boxes`, but `caches`."""
_LEAST_STEM: Final = 3
_SINGULAR: Final = ("'s", "us", "ss", "is")
_UNITS: Final = frozenset(("gpus", "cpus", "npus", "tpus", "dpus", "vpus", "mcus", "ecus", "psus", "pdus"))
"""Plurals that end as a singular does."""
_ONE: Final = frozenset(
    ("glasses", "goggles", "headphones", "ups", "gps", "weights", "ufs", "i2s", "ios", "lens", "activations")
)
"""What ends as a plural, and is of one."""
_AUXILIARIES: Final = frozenset(("has", "is", "was", "does"))
_OTHER_CASES: Final = frozenset(
    ("former", "claimed", "distractor", "alternative", "denied", "supposed", "latter")
)
_OF_SENTENCE: Final = frozenset(("former",))


class Counted(Struct, frozen=True):
    """A number of things that a text names.

    Attributes:
        number: of them.
        path, start, sentence: where it says so.
        nouns: the words of what is counted; the last names it.
        text: as written, for a reader.
        is_topic: whether nothing says that it is of another case.
    """

    number: int
    path: FieldPath
    start: int
    sentence: int
    nouns: tuple[str, ...]
    text: str
    is_topic: bool

    @property
    def noun(self) -> str:
        """What is counted, in the singular."""
        return singular(self.nouns[-1])


def singular(word: str) -> str:
    """Return a noun without the ending of its plural; others, and short words, as they are."""
    if len(word) <= _LEAST_STEM:
        return word
    if word.endswith("ies"):
        return word.removesuffix("ies") + "y"
    return word.removesuffix("es" if word.endswith(_WITH_E) else "s")


def is_plural(word: str) -> bool:
    """Whether a noun has the ending of a plural, and is not of one: `status`, `UPS`."""
    last = word.rpartition(" ")[2]
    has_ending = last.endswith("s") and not last.endswith(_SINGULAR) and last not in _ONE
    return has_ending or last in _UNITS


def number_of(piece: Piece) -> float | None:
    """Return the number that a piece is, in digits or as a word; None if it measures something."""
    if piece.mention is None:
        return None if piece.meaning.number is None else float(piece.meaning.number)
    of_each = piece.mention.kind is Kind.OTHER and not physical(piece.mention.unit.dimension)
    if (piece.mention.kind is not Kind.COUNT and not of_each) or piece.mention.scaled:
        return None
    return piece.mention.number


def counted(ledger: Ledger) -> list[Counted]:
    """Return the numbers of things in all texts, those of one thing among them."""
    return [one for path in ledger.pieces for one in _counted_in(ledger, path)]


def _counted_in(ledger: Ledger, path: FieldPath) -> Iterator[Counted]:
    pieces = ledger.pieces[path]
    for at, piece in ledger.numbered[path]:
        number = number_of(piece)
        if number is None or not 1 <= number <= _MOST or number % 1:
            continue
        if number >= _SIZE_OF_CELL and "," not in piece.text and _names_battery(pieces, at):
            continue  # `four 18650 cells`
        if at and pieces[at - 1].text in {"-", "."} and pieces[at - 1].end == piece.start:
            continue  # the end of a longer word: `sixty-four`, `1g.10gb`
        if at and pieces[at - 1].text in NUMBERED:
            continue  # a name, not a number of things: `stage 3 shards the states`, `a size 312 cell`
        nouns = tuple(_nouns(pieces, at))
        if not nouns:
            continue
        others = ledger.cues_of(path, piece.sentence) & _OTHER_CASES
        is_topic = not others or (
            all(one.meaning.cues.isdisjoint(others) for one in _clause_around(pieces, at))
            and all(
                one.meaning.cues.isdisjoint(_OF_SENTENCE)
                for one in pieces[:at]
                if one.sentence == piece.sentence
            )
        )
        text = f"{piece.text.split(' ')[0]} {nouns[-1]}"
        yield Counted(int(number), path, piece.start, piece.sentence, nouns, text, is_topic)


def _names_battery(pieces: Sequence[Piece], at: int) -> bool:
    return at + 1 < len(pieces) and pieces[at + 1].meaning.sort == "store"


def _clause_around(pieces: Sequence[Piece], at: int) -> Iterator[Piece]:
    for side in (reversed(pieces[: at + 1]), pieces[at + 1 :]):
        for piece in side:
            if piece.clause != pieces[at].clause:
                break
            if piece.opener == pieces[at].opener:  # `two full slots (no compression)`
                yield piece


def _nouns(pieces: Sequence[Piece], at: int) -> Iterator[str]:
    """Yield the words of what a number counts, up to the first plural; of one thing, the first word."""
    inside = pieces[at].text.partition(" per ")[0].split()[1:]
    if inside and pieces[at].mention is not None and pieces[at].meaning.number is None:
        yield from inside  # `16 cameras`, read as a quantity
        for piece in pieces[at + 1 : at + 2]:
            if piece.is_noun and is_plural(piece.text) and not is_plural(inside[-1]):
                yield piece.text  # `6 inference workers`
        return
    for before, piece in pairwise(pieces[at : at + 1 + _NOUN_REACH]):
        if piece.text in _AUXILIARIES:
            return  # `the 8x7B has`
        if piece.text == "-" and before is not pieces[at]:
            continue  # `4 speech-recognition replicas`
        plural = piece.text.endswith("s") and piece.meaning.part == "verb"  # `8 worker processes`
        if not (piece.is_word or piece.device is not None):
            return
        if piece.text == "such" or piece.meaning.part == "adjective":
            continue  # `8 such workers`, `four identical workers`
        if piece.meaning.part not in {"", "filler"} and not plural:  # `5 copies`
            return
        yield piece.text
        if piece.text.endswith("s"):
            return
