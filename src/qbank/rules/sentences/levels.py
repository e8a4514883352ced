"""What a text calls the mean, the median, the peak, the slowest of some values, and of what values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from qbank.facts.counted import singular
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Modality, Origin, Role
from qbank.grouping import grouped
from qbank.rules.coherence.superlatives import measures
from qbank.rules.sentences.stretches import values_told

_MEAN: Final = 50.5
"""The rank of a mean: between the least and the most, and else anywhere."""
_LEAST: Final = 0.0
_MOST: Final = 100.0
_RANKS: Final = {"average": _MEAN, "largest": _MOST, "maximum": _MOST, "smallest": _LEAST}
_ENDS: Final = frozenset((",", ";", "and", ":", "."))
_SAME: Final = frozenset(("same", "its", "their", "it", "they", "one", "them"))
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
    return [one for (path, _), values in told for one in _levels(ledger.pieces[path], values)]


def by_levels(ledger: Ledger) -> Iterator[tuple[Level, Level]]:
    """Yield two levels of the same, the lower first: the least, the most and what lies between."""
    for levels in grouped((one.fact.path, one) for one in ledger.view(levels_told)).values():
        for one, other in combinations(levels, 2):
            low, high = sorted((one, other), key=lambda level: level.rank)
            has_end = low.rank != high.rank and (low.rank == _LEAST or high.rank == _MOST)
            if (
                has_end
                and _are_near(one, other)
                and are_of_one(one, other)
                and _are_alone(levels, one, other)
            ):
                yield low, high


def are_of_one(one: Level, other: Level) -> bool:
    """Whether two levels are of the same values: in one unit, and not each of something of its own."""
    units = [(it.fact.kind, it.fact.mention.unit.dimension, it.fact.per) for it in (one, other)]
    apart = one.names - other.names and other.names - one.names
    return units[0] == units[1] and (not apart or other.is_same)


def _are_near(one: Level, other: Level) -> bool:
    """Whether two levels are told in one sentence, or a mean in the one beside it."""
    is_mean = _MEAN in {one.rank, other.rank} and one.fact.origin is Origin.SCENARIO
    return other.fact.sentence - one.fact.sentence <= is_mean


def _are_alone(levels: Sequence[Level], one: Level, other: Level) -> bool:
    """Whether no value beside two levels has the rank of one of them: it is of another thing."""
    return not any(
        it not in (one, other)
        and it.fact.kind is one.fact.kind
        and it.rank in {one.rank, other.rank}
        and it.fact.sentence in {one.fact.sentence, other.fact.sentence}
        for it in levels
    )


def _levels(pieces: Sequence[Piece], values: Sequence[Fact]) -> Iterator[Level]:
    done = 0
    for fact in values:
        here = [
            at for at in range(max(done, fact.at - _REACH), fact.at) if pieces[at].sentence == fact.sentence
        ]
        end = fact.at + 1
        while end < len(pieces) and pieces[end].text not in _ENDS and pieces[end].mention is None:
            end += 1
        before, behind = [pieces[at] for at in here], pieces[fact.at + 1 : end]
        done = end
        ranked = [at for at, one in enumerate(before) if _rank_of(one, before[at + 1 : at + 2], fact.kind)]
        marks = [before[at] for at in ranked] or [one for one in behind[:2] if _rank_of(one, (), fact.kind)]
        ranks = {rank for one in marks for rank in _rank_of(one, (), fact.kind)}
        is_level = len(ranks) == 1 and not fact.is_calculated and fact.modality is not Modality.DENIED
        is_limit = fact.role is Role.LIMIT and "limit" in fact.cues
        if not is_level or is_limit or any(one.text in _DIFFERENCE for one in behind[:1]):
            continue
        around = [*before[ranked[-1] + 1 if ranked else 0 :], *behind]
        nouns = [one for one in around if one.is_noun and "at-times" not in one.meaning.cues]
        names = frozenset(singular(word) for one in nouns for word in one.text.split())
        is_same = any(one.text in _SAME for one in (*before, *behind))
        yield Level(fact, ranks.pop(), marks[0].text, names, is_same)


def _rank_of(piece: Piece, behind: Sequence[Piece], kind: Kind) -> set[float]:
    """Return what a word ranks values as; nothing if it ranks another property: `the lowest cost`."""
    kinds = measures(behind[0]) if behind else ()
    found = {rank for cue, rank in _RANKS.items() if cue in piece.meaning.cues}
    percentile = {piece.meaning.rank} if piece.meaning.rank else set()
    return set() if kinds and kind not in kinds else found or percentile
