"""What sentences call the mean, the median, the peak, the slowest of the same values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from qbank.facts.counted import singular
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Modality, Origin, Role
from qbank.grouping import grouped
from qbank.rules.sentences.stretches import Order, values_told

_MEAN: Final = 50.5
"""Stands for a mean, which lies between the least and the most, and else anywhere."""
_LEAST: Final = 0.0
_MOST: Final = 100.0
_CUES: Final = {"average": _MEAN, "largest": _MOST, "maximum": _MOST, "smallest": _LEAST}
_BESIDE: Final = frozenset((",", ";", "and", ":", "."))
_SAME: Final = frozenset(("same", "its", "their", "it", "they", "one", "them", "his", "her"))
_AWAY: Final = frozenset(("away", "left", "more", "less", "below", "above", "faster", "slower", "to", "of"))
"""What stands behind a difference, and behind what is part of another: `3 GB away from the limit`."""
_UNTOLD: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED))


class Level(Struct, frozen=True):
    """A value with the percentile that words tie to it, and the names of what it is of."""

    fact: Fact
    rank: float
    words: str
    names: frozenset[str]
    is_same: bool


def by_levels(ledger: Ledger) -> Iterator[tuple[Fact, Fact, tuple[str, str]]]:
    """Yield the values of which one is the least, the most or a mean of what the other one is told of."""
    for path, sentences in grouped((path, (path, number)) for path, number in ledger.view(values_told)).items():
        levels = [one for key in sentences for one in _levels(ledger.pieces[path], ledger.view(values_told)[key])]
        for one, other in combinations(levels, 2):
            low, high = sorted((one, other), key=lambda level: level.rank)
            near = other.fact.sentence - one.fact.sentence <= (one.fact.origin is Origin.SCENARIO)
            is_ordered = low.rank != high.rank and (low.rank == _LEAST or high.rank == _MOST)
            if near and is_ordered and are_of_one(one, other) and not _is_repeated(levels, one, other):
                yield low.fact, high.fact, (low.words, high.words)


def are_of_one(one: Level, other: Level) -> bool:
    """Whether two levels are of the same values: in one unit, and not each of something of its own."""
    kinds = [(it.fact.kind, it.fact.mention.unit.dimension, it.fact.per) for it in (one, other)]
    apart = one.names - other.names and other.names - one.names
    return kinds[0] == kinds[1] and (not apart or other.is_same)


def _is_repeated(levels: Sequence[Level], *two: Level) -> bool:
    """Tell whether what two levels are called is said of other values beside them: of another thing."""
    last = {it.fact.sentence for it in two}
    return any(
        it not in two and it.fact.sentence in last and it.rank in {one.rank for one in two} and it.fact.kind is two[0].fact.kind
        for it in levels
    )


def _levels(pieces: Sequence[Piece], values: Sequence[Fact]) -> Iterator[Level]:
    done = -1
    for fact in values:
        sentence = pieces[fact.at].sentence
        start = fact.at
        while start > done + 1 and pieces[start - 1].sentence == sentence:
            start -= 1
        end = fact.at + 1
        while end < len(pieces) and pieces[end].text not in _BESIDE and pieces[end].mention is None and pieces[end].sentence == sentence:
            end += 1
        done = end - 1
        before, behind = pieces[start : fact.at], pieces[fact.at + 1 : end]
        marks = [(at, rank) for at, one in enumerate(before) for rank in _ranks(one)]
        near = behind[:3] if not marks else ()
        marks = marks or [(len(before), rank) for one in near for rank in _ranks(one)]
        is_level = len({rank for _, rank in marks}) == 1 and fact.modality not in _UNTOLD
        if not is_level or (behind and behind[0].text in _AWAY):
            continue
        at, rank = marks[0]
        if fact.role is Role.LIMIT and "limit" in fact.cues:
            continue
        names = [one for one in (*before[at + 1 :], *behind) if one.is_noun and "at-times" not in one.meaning.cues]
        yield Level(
            fact,
            rank,
            (before + behind)[at].text if at < len(before) else near[0].text,
            frozenset(singular(word) for one in names for word in one.text.split()),
            any(one.text in _SAME for one in (*before, *behind)),
        )


def _ranks(piece: Piece) -> set[float]:
    """Return what a word ranks a value as: the mean, the most or the least of all, or a percentile."""
    cues = piece.meaning.cues
    found = {rank for cue, rank in _CUES.items() if cue in cues}
    rank = piece.meaning.rank
    return found or ({rank} if rank else set())
