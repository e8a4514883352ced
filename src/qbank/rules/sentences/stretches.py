"""Sentences, and what semicolons part them into, with the values that they tell."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from qbank.facts.derivation import UNMEASURED
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_sentence
from qbank.facts.vocabulary import Kind, Role
from qbank.grouping import grouped

_COUNTED: Final = UNMEASURED - {Kind.SHARE}
_HOW_MANY: Final = frozenset((Kind.COUNT, Kind.RATIO))
_UNSAID: Final = frozenset(("denied", "supposed", "claimed"))
_REFUTING: Final = frozenset(
    [
        "wrong",
        "wrongly",
        "untrue",
        "false",
        "slip",
        "mistake",
        "mistaken",
        "error",
        "typo",
        "opposite",
        "nonsense",
        "absurd",
        "impossible",
        "myth",
        "swapped",
        "exchanged",
        "reversed",
        "confused",
    ]
)
"""Words of a sentence, or of the next, that tells what is not so."""
_OF_WHOLE: Final = ("of which", "of them", "of these", "of those")
_RESTS: Final = frozenset(("rest", "reserve", "in-hand"))
_PARTING: Final = frozenset(
    [
        "but",
        "when",
        "while",
        "whereas",
        "although",
        "though",
        "because",
        "as",
        "if",
        "before",
        "until",
        "since",
        "instead",
    ]
)
_LINKS: Final = frozenset((",", "and", "so", "thus", "hence", "therefore", "then", "still", ";", ":"))
_POINTING: Final = frozenset(("which", "that", "it", "this", "both", "who"))
_GOING_ON: Final = frozenset(("copula", "verb", "preposition", "filler", "stop"))
_LEADING: Final = frozenset((",", "and", "of", "to", "at", "from", "than"))
_ENDING: Final = frozenset((",", ".", ";", ")", ":"))
_JOINING: Final = frozenset((",", "(", "and", "–", "—"))
_YEARS: Final = (1900, 2100)
_MOST_PIECES: Final = 150
_COUNTING: Final = frozenset(("each", "together", "times", "half", "double", "twice", "per"))


class Order(NamedTuple):
    """Two values of which a text says that the first is no more than the second, and the words that do."""

    less: Fact
    more: Fact
    words: str


class Stretch(Struct, eq=False):
    """A sentence, or a part of one, with its values in the order of the text.

    Attributes:
        ledger: of the question.
        pieces: all of the field.
        start, end: its first piece, and the one behind.
        facts: its values; a bare number has the unit of the one before: `the peak is 6 W, the mean 4`.
    """

    ledger: Ledger
    pieces: Sequence[Piece]
    start: int
    end: int
    facts: Sequence[Fact]

    def alike(self, kinds: Container[Kind] = frozenset(Kind)) -> Iterator[list[Fact]]:
        """Yield the values of some kinds that can be compared, of one unit each; none is what is left of one."""
        told = [
            one
            for one in self.facts
            if one.kind in kinds and one.traits.isdisjoint(_RESTS) and one.role is not Role.INTERVAL
        ]
        groups = grouped(((one.kind, one.mention.unit.dimension), one) for one in told)
        return (group for group in groups.values() if len(group) > 1)

    def is_said(self, first: int, last: int, *unsaid: str) -> bool:
        """Whether what stands between two places is neither denied, supposed nor the opinion of somebody.

        Nor may they be parted by a word behind which something else is told: `but`, `while`.
        """
        parted = not _PARTING.isdisjoint(piece.text for piece in self.pieces[first : last + 1])
        while first > self.start and self.pieces[first - 1].clause >= self.pieces[last].clause - 1:
            first -= 1
        return not parted and cues_in(self.pieces[first : last + 1]).isdisjoint(unsaid or _UNSAID)

    def continues(self, first: int, at: int) -> bool:
        """Whether a place goes on with what a value before it is of: `, which is less`, `and is less`."""
        links = [i for i in range(first + 1, at) if self.pieces[i].text in _LINKS]
        if not links or links[-1] + 1 == at:
            return True
        word = self.pieces[links[-1] + 1]
        return word.text in _POINTING or word.meaning.part in _GOING_ON

    def counts(self, first: int, last: int, end: int = 0) -> bool:
        """Whether a number, a share or a word tells between two places how many, or how often, a value is."""
        values = {one.at for one in self.facts}
        if any(piece.meaning.share for piece in self.pieces[first : max(last, end)]):
            return True
        return any(
            (
                piece.mention is not None
                and piece.mention.kind in _HOW_MANY
                and not piece.mention.scaled
                and at not in values
            )
            or (piece.meaning.number or 0) > 1
            or not _COUNTING.isdisjoint(piece.text.split())
            for at, piece in enumerate(self.pieces[first:last], first)
        )

    def clause_at(self, at: int) -> range:
        """Return the places of the clause of a place."""
        clause, first, last = self.pieces[at].clause, at, at + 1
        while first > self.start and self.pieces[first - 1].clause == clause:
            first -= 1
        while last < self.end and self.pieces[last].clause == clause:
            last += 1
        return range(first, last)


def stretches(ledger: Ledger) -> list[Stretch]:
    """Return the sentences that tell two values or more as they are, and their parts that do."""
    return list(_stretches(ledger))


def values_told(ledger: Ledger) -> dict[tuple[FieldPath, int], list[Fact]]:
    """Return the values of each sentence that tells any as they are, by its field and its number."""
    facts = {(fact.path, fact.at): fact for fact in ledger.facts}
    found = {}
    for path, numbered in ledger.numbered.items():
        pieces = ledger.pieces[path]
        for sentence, places in grouped((piece.sentence, at) for at, piece in numbered).items():
            where = of_sentence(pieces, sentence)
            if where.stop - where.start <= _MOST_PIECES and not _is_refuted(pieces, where):
                found[path, sentence] = _values(path, pieces, places, facts)
    return found


def _stretches(ledger: Ledger) -> Iterator[Stretch]:
    for (path, sentence), values in ledger.view(values_told).items():
        pieces = ledger.pieces[path]
        where = of_sentence(pieces, sentence)
        if pieces[where.stop - 1].text == "?":
            continue
        parting = [at for at in range(where.start, where.stop) if pieces[at].text == ";"]
        parts = list(pairwise((where.start, *parting, where.stop)))
        for start, end in (*parts, (where.start, where.stop)) if parting else parts:
            told = [one for one in values if start <= one.at < end]
            if len(told) > 1:
                yield Stretch(ledger, pieces, start, end, told)


def _is_refuted(pieces: Sequence[Piece], where: slice) -> bool:
    """Tell whether a sentence, or the next, says that something is not so."""
    next_one = of_sentence(pieces, pieces[where.stop].sentence) if where.stop < len(pieces) else where
    said = {word for piece in pieces[where.start : next_one.stop] for word in piece.text.split()}
    return not _REFUTING.isdisjoint(said)


def _values(
    path: FieldPath,
    pieces: Sequence[Piece],
    places: Sequence[int],
    facts: Mapping[tuple[FieldPath, int], Fact],
) -> list[Fact]:
    values: list[Fact] = []
    for at in places:
        fact = facts.get((path, at))
        if fact is not None and fact.kind not in _COUNTED:
            if (
                fact.role is not Role.ELEMENT_SIZE
                and fact.operand_of is None
                and not pieces[at].meaning.share
            ):
                values.append(fact)
            continue
        mention = pieces[at].mention
        if mention is None or not mention.is_bare or not pieces[at].text[0].isdigit():
            continue
        next_one = facts.get((path, at + 2)) if _is_first_of_two(pieces, at) else None
        told = next_one or (values[-1] if values and _goes_on(pieces, at) else None)
        if told is not None and told.kind is not Kind.SHARE:
            unit = float(told.mention.unit.scale)
            same = replace(told.mention, low=mention.low * unit, high=mention.high * unit, scale=unit)
            text = f"{pieces[at].text} {told.mention.unit.name}"
            piece = pieces[at]
            where = {"start": piece.start, "end": piece.end, "at": at, "clause": piece.clause}
            values.append(replace(told, mention=same, text=text, rank=piece.meaning.rank, **where))
    return values


def _is_first_of_two(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a number is the first of two with one unit: `from 14 to 11 GB`, `264 of 512 KiB`."""
    before, behind = pieces[at - 1].text, [one.text for one in pieces[at + 1 : at + 2]]
    return behind == ["of"] or (before == "from" and behind == ["to"])


def _goes_on(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a number counts nothing of its own: `and the mean was 900.`, `25 of which`."""
    before, behind = pieces[at - 1], pieces[at + 1 : at + 2]
    mention = pieces[at].mention
    is_year = mention is not None and _YEARS[0] <= mention.high <= _YEARS[1]
    is_led = (
        before.text in _LEADING or before.meaning.part == "copula" or "alternative" in before.meaning.cues
    )
    ends = not behind or behind[0].text in _ENDING or behind[0].meaning.part in _GOING_ON
    is_last = all(one.mention is None for one in pieces[at + 1 :] if one.sentence == pieces[at].sentence)
    is_part = names_whole(pieces, at + 1) and before.text in _JOINING and is_last
    return is_led and not is_year and (ends or is_part)


def names_whole(pieces: Sequence[Piece], at: int, start: str = "of") -> bool:
    """Whether words point to a whole that was told before: `of which`, `of them`."""
    words = " ".join(one.text for one in pieces[at : at + 2])
    return words.startswith(_OF_WHOLE) and words.startswith(start)
