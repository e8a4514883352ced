"""What a field says of two things: that one fits, exceeds, is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.phrases.nouns import RELATIVE
from qbank.facts.pieces import Piece, of_sentence
from qbank.facts.reading.clauses import Clauses
from qbank.facts.reading.places import place_of
from qbank.facts.reading.sections import Sections, origin_at

_FARTHEST: Final = 150
_NEGATION_REACH: Final = 5
_INDEPENDENT: Final = frozenset((":", ";", "—", "–"))
"""What a clause of its own follows, that a denial before it does not reach."""


def read_relations(
    path: FieldPath, pieces: Sequence[Piece], facts: Mapping[int, Fact], clauses: Clauses, sections: Sections
) -> Iterator[Relation]:
    """Yield the relations of a field, whose facts are known by the places of their pieces."""
    for at, piece in enumerate(pieces):
        if not piece.meaning.relations:
            continue
        least, most = max(0, at - _FARTHEST), min(len(pieces), at + _FARTHEST)
        sentence = of_sentence(pieces, piece.sentence)
        start, end = max(least, sentence.start), min(most, sentence.stop)
        clause = [word for word in pieces[start:end] if word.clause == piece.clause]
        negated = _is_negated(pieces[max(start, at - _NEGATION_REACH) : at])
        for name in sorted(piece.meaning.relations):
            yield Relation(
                name,
                piece.text,
                path,
                piece.start,
                piece.end,
                at,
                negated=negated,
                supposed=piece.sentence in clauses.asked or any(_supposes(word, piece) for word in clause),
                origin=origin_at(sections, at),
                standing=clauses.standings.of(piece),
                sentence=piece.sentence,
                clause=piece.clause,
                before=tuple(facts[i] for i in range(start, at) if i in facts),
                behind=tuple(facts[i] for i in range(at + 1, end) if i in facts),
                things_before=_things(pieces[start:at]),
                things_behind=_things(pieces[at + 1 : end]),
                place=place_of(word for word in clause if word.start >= piece.start),
                devices=tuple(word.device for word in pieces[start:end] if word.device is not None),
            )


def _is_negated(before: Sequence[Piece]) -> bool:
    """Tell whether a word of its own clause denies it: not `89 GB without sharding, which is more than`."""
    begin = max(
        (at for at, word in enumerate(before) if word.text in _INDEPENDENT or (at and word.text in RELATIVE)),
        default=0,
    )
    return any("denied" in word.meaning.cues for word in before[begin:])


def _supposes(word: Piece, said: Piece) -> bool:
    """Tell whether a word makes what another one says a supposition; `would` only if it stands before."""
    cues = word.meaning.cues
    return "supposed" in cues and ("modal" not in cues or word.start < said.start)


def _things(pieces: Iterable[Piece]) -> frozenset[str]:
    return frozenset(piece.meaning.thing for piece in pieces if piece.meaning.thing)
