"""What sentences call the largest, the fastest, the cheapest of several, or the more of two by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind
from qbank.rules.coherence.superlatives import extremes
from qbank.rules.sentences.comparatives import measured_by
from qbank.rules.sentences.stretches import Order, Stretch

_OF: Final = 8
"""How far behind a superlative its number may stand: `has the largest memory of the three cards`."""
_OTHERS: Final = frozenset(("others", "other", "followed", "ahead", "before"))
_ORDINALS: Final = {"former": 0, "latter": 1}


def by_rank(stretch: Stretch) -> Iterator[Order]:
    """Yield what is called the most of several with each of the others, and the more of two by name."""
    pieces = stretch.pieces
    for at in range(stretch.start, stretch.end):
        most = extremes(pieces, at)
        for group in stretch.alike(most):
            chosen = _ranked(stretch, at, group)
            if chosen is not None and stretch.is_said(min(chosen.at, at), max(chosen.at, at)):
                for other in group:
                    if other is not chosen:
                        less, more = (other, chosen) if most[group[0].kind] else (chosen, other)
                        yield Order(less, more, pieces[at].text)
        yield from _named(stretch, at)


def _ranked(stretch: Stretch, at: int, group: Sequence[Fact]) -> Fact | None:
    """Return which of all the values of a sentence is that of a superlative; None if it may be none."""
    pieces = stretch.pieces
    behind = pieces[at + 1 : min(at + _OF, stretch.end)]
    several = {one.meaning.number for one in behind} | {
        number for one in behind for word in one.text.split() if (number := stretch.ledger.meaning_of(word).number)
    }
    listed = any(not _OTHERS.isdisjoint(one.text.split()) for one in pieces[at : stretch.end])
    before = [one for one in group if one.at < at]
    if (len(group) not in several and not listed) or len(before) > 1:
        return None
    if before:
        return before[0] if stretch.clause_at(at).start <= before[0].at else None
    return group[0]


def _named(stretch: Stretch, at: int) -> Iterator[Order]:
    """Yield two values with what is said behind them of the one that a name tells: `so that A is faster`."""
    measured = measured_by(stretch.ledger, stretch.pieces[at])
    for group in stretch.alike(measured):
        if len(group) != 2 or group[1].at > at or stretch.pieces[group[1].at].clause == stretch.pieces[at].clause:
            continue
        clause = stretch.clause_at(at)
        said = _words(stretch.pieces[clause.start : at])
        own = [
            _words(stretch.pieces[stretch.start : group[0].at]),
            _words(stretch.pieces[group[0].at + 1 : group[1].at]),
        ]
        hits = [bool(said & (own[i] - own[1 - i]) or any(_ORDINALS.get(word) == i for word in said)) for i in (0, 1)]
        if hits[0] == hits[1] or stretch.counts(clause.start, at) or not stretch.is_said(clause.start, at):
            continue
        one, other = group if hits[0] else group[::-1]
        less, more = (other, one) if measured[one.kind] else (one, other)
        yield Order(less, more, stretch.pieces[at].text)


def _words(pieces: Sequence[Piece]) -> set[str]:
    return {word for piece in pieces if piece.is_noun or piece.meaning.part in {"adjective", ""} for word in piece.text.split()}
