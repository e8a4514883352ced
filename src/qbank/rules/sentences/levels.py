"""What a text calls the mean, the median, the peak, the slowest of some values, and of what values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, takewhile
from typing import Final, NamedTuple

from qbank.facts.counted import singular
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, of_sentence
from qbank.facts.vocabulary import Kind, Modality, Origin, Role
from qbank.grouping import grouped
from qbank.rules.coherence.superlatives import measures
from qbank.rules.sentences.comparatives import measured_by
from qbank.rules.sentences.stretches import values_told

_MEAN: Final = 50.5
"""The rank of a mean: between the least and the most, and else anywhere."""
_LEAST: Final = 0.0
_MOST: Final = 100.0
_OF_TWO: Final = (25.5, 75.5)
"""The ranks of the less and of the more of two: `the faster one`, `the slower one`."""
_RANKS: Final = {"average": _MEAN, "largest": _MOST, "maximum": _MOST, "smallest": _LEAST}
_ENDS: Final = frozenset((",", ";", "and", ":", ".", "\n"))
_SAME: Final = frozenset(("same", "it", "they", "one", "them"))
_DIFFERENCE: Final = frozenset(("away", "left", "more", "less", "below", "above", "faster", "slower", "of"))
"""What stands behind a difference, and behind what is part of another: `3 GB away from the limit`."""
_REACH: Final = 10


class Level(NamedTuple):
    """A value with the percentile that words tie to it, and the names of what it is of."""

    fact: Fact
    rank: float
    word: str
    names: frozenset[str]
    is_same: bool


def levels_told(ledger: Ledger) -> list[Level]:
    """Return the values of a question that words rank among others, in the order of the texts."""
    told = ledger.view(values_told).items()
    return [one for (path, _), values in told for one in _levels(ledger, ledger.pieces[path], values)]


def by_levels(ledger: Ledger) -> Iterator[tuple[Level, Level]]:
    """Yield two levels of the same, the lower first: the least, the most and what lies between."""
    for levels in grouped((one.fact.path, one) for one in ledger.view(levels_told)).values():
        for one, other in combinations(levels, 2):
            low, high = sorted((one, other), key=lambda level: level.rank)
            has_end = low.rank == _LEAST or high.rank == _MOST or (low.rank, high.rank) == _OF_TWO
            is_mean = _MEAN in {one.rank, other.rank} and one.fact.origin is Origin.SCENARIO
            is_near = other.fact.sentence - one.fact.sentence <= is_mean  # a mean may have its own sentence
            if low.rank < high.rank and has_end and is_near and are_of_one(one, other):
                told = [
                    (it.fact.kind, it.rank) for it in levels if it.fact.sentence in _sentences(one, other)
                ]
                if max(told.count((one.fact.kind, it.rank)) for it in (one, other)) == 1:
                    yield low, high  # else it is said of another thing as well


def _sentences(*levels: Level) -> set[int]:
    return {one.fact.sentence for one in levels}


def are_of_one(one: Level, other: Level) -> bool:
    """Whether two levels are of the same values: in one unit, and not each of something of its own."""
    units = [(it.fact.kind, it.fact.mention.unit.dimension, it.fact.per) for it in (one, other)]
    apart = one.names - other.names and other.names - one.names
    return units[0] == units[1] and (not apart or other.is_same)


def _levels(ledger: Ledger, pieces: Sequence[Piece], values: Sequence[Fact]) -> Iterator[Level]:
    done = 0
    for fact in values:
        here = pieces[max(done, fact.at - _REACH, of_sentence(pieces, fact.sentence).start) : fact.at]
        behind = list(takewhile(_goes_on, pieces[fact.at + 1 :]))
        done = fact.at + 1 + len(behind)
        marks = [(at, rank) for at in range(len(here)) for rank in _ranks(ledger, here, at, fact.kind)]
        own = here[marks[-1][0] + 1 :] if marks else here
        marks = marks or [(0, rank) for at in (0, 1) for rank in _ranks(ledger, behind, at, fact.kind)]
        is_told = not fact.is_calculated and fact.modality is not Modality.DENIED
        is_limit = fact.role is Role.LIMIT and "limit" in fact.cues
        is_part = any(one.text in _DIFFERENCE for one in behind[:1])
        if len({rank for _, rank in marks}) == 1 and is_told and not (is_limit or is_part):
            nouns = [one for one in (*own, *behind) if one.is_noun and not one.meaning.rank]
            things = [one for one in nouns if "at-times" not in one.meaning.cues]
            names = frozenset(singular(word) for one in things for word in one.text.split())
            is_same = any(one.text in _SAME for one in (*here, *behind))
            yield Level(
                fact, marks[0][1], (here if own is not here else behind)[marks[0][0]].text, names, is_same
            )


def _goes_on(piece: Piece) -> bool:
    return piece.mention is None and piece.text not in _ENDS


def _ranks(ledger: Ledger, pieces: Sequence[Piece], at: int, kind: Kind) -> set[float]:
    """Return what a word ranks values as; nothing if it ranks another property: `the lowest cost`."""
    piece, behind = pieces[at] if at < len(pieces) else None, pieces[at + 1 : at + 2]
    kinds = measures(behind[0]) if behind and kind is not Kind.SHARE else ()
    if piece is None or (kinds and kind not in kinds):
        return set()
    if at and pieces[at - 1].text == "the" and all(one.text != "than" for one in behind):
        more = measured_by(ledger, piece).get(kind)  # `the smaller of the two`
        if more is not None:
            return {_OF_TWO[more]}
    cues = piece.meaning.cues | ledger.meaning_of(piece.text.split()[0] if piece.is_word else "").cues
    found = {rank for cue, rank in _RANKS.items() if cue in cues}
    return found or ({piece.meaning.rank} if piece.meaning.rank else set())
