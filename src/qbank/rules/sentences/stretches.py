"""Sentences, and what semicolons part them into, with the values that they tell."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from qbank.facts.derivation import UNMEASURED
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import Kind, Role
from qbank.grouping import grouped

Place = tuple[FieldPath, int]
_COUNTED: Final = UNMEASURED - {Kind.SHARE}
_HOW_MANY: Final = frozenset((Kind.COUNT, Kind.RATIO))
_UNSAID: Final = frozenset(("denied", "supposed", "claimed"))
_OF_WHOLE: Final = ("of which", "of them", "of these", "of those")
_RESTS: Final = frozenset(("rest", "reserve", "in-hand"))
_LINKS: Final = frozenset(
    (",", "and", "so", "thus", "hence", "therefore", "then", "still", ";", ":", ".", ")")
)
_POINTING: Final = frozenset(("which", "that", "it", "this", "both", "who"))
_GOING_ON: Final = frozenset(("copula", "verb", "preposition", "filler", "stop"))
_LEADING: Final = frozenset((",", "and", "(", "to", "than", "instead of"))
_MOST_PIECES: Final = 150
_COUNTING: Final = frozenset(("each", "together", "times", "half", "double", "twice"))


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
        """Yield the values of some kinds that can be compared: of one unit, per the same, none left."""
        own = [one for one in self.facts if one.traits.isdisjoint(_RESTS) and one.role is not Role.INTERVAL]
        told = (((one.kind, one.mention.unit.dimension), one) for one in own if one.kind in kinds)
        groups = grouped(told).values()
        return (group for group in groups if len(group) > 1 and len({one.per for one in group}) == 1)

    def words(self, first: int, last: int) -> list[str]:
        """Return the words from one place to another, those of phrases as well."""
        return [word for piece in self.pieces[max(first, 0) : last] for word in piece.text.split()]

    def opening(self, at: int) -> list[str]:
        """Return the words of a clause before a place."""
        return self.words(self.clause_at(at).start, at)

    def tells(self, cue: str, first: int, last: int) -> bool:
        """Whether a word from one place to another, alone or in a phrase, says something."""
        alone = any(cue in self.ledger.meaning_of(word).cues for word in self.words(first, last))
        return alone or cue in cues_in(self.pieces[first:last])

    def is_said(self, first: int, last: int, *unsaid: str) -> bool:
        """Whether what stands between two places is neither denied, supposed nor the opinion of somebody.

        Nor may they be parted by a word behind which something else is told: `but`, `while`.
        """
        if "parting" in cues_in(self.pieces[first : last + 1]):
            return False
        start = of_clause(self.pieces, self.pieces[last].clause - 1).start
        return cues_in(self.pieces[max(self.start, min(first, start)) : last + 1]).isdisjoint(
            unsaid or _UNSAID
        )

    def continues(self, first: int, at: int) -> bool:
        """Whether a place goes on with what a value before it is of: `, which is less`, `and is less`."""
        links = [i for i in range(first + 1, at) if self.pieces[i].text in _LINKS]
        if not links or links[-1] + 1 == at:
            return True
        word = self.pieces[links[-1] + 1]
        goes_on = word.text in _POINTING or word.meaning.part in _GOING_ON - {"stop"}
        return goes_on or self.tells("stating", links[-1] + 1, links[-1] + 2)

    def counts(self, first: int, last: int, end: int = 0) -> bool:
        """Whether a number, a share or a word tells between two places how many, or how often, a value is."""
        values = {one.at for one in self.facts}
        here = [self.pieces[at] for at in range(first, last) if at not in values]
        told = [one.mention for one in here if one.mention is not None and not one.mention.scaled]
        to_end = self.pieces[first : max(last, end)]
        shares = any(one.mention is not None and one.mention.kind is Kind.SHARE for one in to_end)
        several = any((one.meaning.number or 0) > 1 for one in here) or any(
            one.kind in _HOW_MANY for one in told
        )
        own = [
            at
            for at in range(first, last)
            if self.pieces[at].text != "each" or not self.pieces[at + 1].is_noun
        ]
        return shares or several or any(not _COUNTING.isdisjoint(self.words(at, at + 1)) for at in own)

    def clause_at(self, at: int) -> range:
        """Return the places of the clause of a place."""
        clause = of_clause(self.pieces, self.pieces[at].clause)
        return range(max(clause.start, self.start), min(clause.stop, self.end))


def stretches(ledger: Ledger) -> list[Stretch]:
    """Return the sentences that tell two values or more as they are, and their parts that do."""
    return list(_stretches(ledger))


def values_told(ledger: Ledger) -> dict[Place, list[Fact]]:
    """Return the values of each sentence that tells any as they are, by its field and its number."""
    facts = {(fact.path, fact.at): fact for fact in ledger.facts}
    found = {}
    for path, numbered in ledger.numbered.items():
        pieces = ledger.pieces[path]
        for sentence, places in grouped((piece.sentence, at) for at, piece in numbered).items():
            where, next_one = of_sentence(pieces, sentence), of_sentence(pieces, sentence + 1)
            is_short = where.stop - where.start <= _MOST_PIECES
            if is_short and "refuting" not in cues_in(pieces[where.start : next_one.stop]):
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


def _values(
    path: FieldPath, pieces: Sequence[Piece], places: Iterable[int], facts: Mapping[Place, Fact]
) -> list[Fact]:
    values: list[Fact] = []
    for at in places:
        fact, mention = facts.get((path, at)), pieces[at].mention
        if fact is not None and fact.kind not in _COUNTED:
            is_size = fact.role is Role.ELEMENT_SIZE or bool(pieces[at].meaning.share)
            values += () if is_size or fact.operand_of is not None else (fact,)
        elif mention is not None and mention.is_bare and pieces[at].text[0].isdigit():
            told = facts.get((path, at + 2)) if _is_first_of_two(pieces, at) else None
            told = told or (values[-1] if values and _goes_on(pieces, at) else None)
            if told is not None and told.kind is not Kind.SHARE:
                values.append(_in_unit_of(told, pieces[at], mention, at))
    return values


def _in_unit_of(told: Fact, piece: Piece, number: Mention, at: int) -> Fact:
    """Return the value that a bare number is beside one that has a unit."""
    unit = told.mention.unit
    scale = float(unit.scale)
    size = replace(told.mention, low=number.low * scale, high=number.high * scale, scale=scale)
    where = {"start": piece.start, "end": piece.end, "at": at, "clause": piece.clause}
    return replace(told, mention=size, text=f"{piece.text} {unit.name}", **where)


def _is_first_of_two(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a number is the first of two with one unit: `from 14 to 11 GB`, `264 of 512 KiB`."""
    before, behind = pieces[at - 1].text, [one.text for one in pieces[at + 1 : at + 2]]
    return behind == ["of"] or (before == "from" and behind == ["to"])


def _goes_on(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a number counts nothing of its own: `and the mean was 900.`, `25 of which`."""
    before, behind = pieces[at - 1], pieces[at + 1 : at + 2]
    is_led = before.text in _LEADING or before.meaning.part == "copula"
    ends = not behind or behind[0].text in _LINKS or behind[0].meaning.part in _GOING_ON
    is_last = all(one.mention is None for one in pieces[at + 1 :] if one.sentence == pieces[at].sentence)
    return is_led and (ends or (names_whole(pieces, at + 1) and is_last))


def names_whole(pieces: Sequence[Piece], at: int, start: str = "of") -> bool:
    """Whether words point to a whole that was told before: `of which`, `of them`."""
    words = " ".join(one.text for one in pieces[at : at + 2])
    return words.startswith(_OF_WHOLE) and words.startswith(start)
