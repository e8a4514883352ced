"""What sentences say of two of their values by a comparative: `less than`, `instead of ... and so faster`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind
from qbank.rules.coherence.superlatives import MEASURED_BY, measures
from qbank.rules.sentences.stretches import Order, Stretch

_NOT_ABOVE: Final = frozenset(("fits", "within"))
_VERBS: Final = frozenset(
    ("fits", "fit", "exceeds", "exceed", "stays", "stay", "remains", "remain", "lies", "lie", "keeps", "keep")
)
_ADJECTIVE_REACH: Final = 4
"""How many words may stand between a comparative and its `than`: `more power on average than`."""
_CHANGE_REACH: Final = 6
_OF_LENGTH: Final = frozenset(("longer", "shorter"))
_LENGTHS: Final = frozenset((Kind.TIME, Kind.LENGTH))
_NOT_OF_LIMIT: Final = frozenset(("with", "by", "over", "for", "and", "or", "at", "to", "from", "in", ","))
"""Words behind which no limit stands: `fits with 3 GB to spare`."""
_CONCEDING: Final = frozenset(("although", "though", "because", "since", "while", "despite", "but", "as", "where"))
_SKIPPED: Final = frozenset(("article", "filler", "copula"))
_NEW_FIRST: Final = frozenset(("instead of", "rather than", "down from", "up from"))
"""What stands between a value that is and one that was, or would have been."""


def by_comparatives(stretch: Stretch) -> Iterator[Order]:
    """Yield what a stretch compares, in the order of its words."""
    for at in range(stretch.start, stretch.end):
        yield from chain(_than(stretch, at), _changed(stretch, at))


def measured_by(ledger: Ledger, piece: Piece) -> Mapping[Kind, bool]:
    """Return the kinds that a comparative measures, and whether what it is said of has more of them."""
    words = piece.text.split()
    relations = piece.meaning.relations.union(*(ledger.meaning_of(word).relations for word in words[1:]))
    for name in relations if piece.text != "over" else ():
        if name in MEASURED_BY:
            return MEASURED_BY[name]
        if name in _NOT_ABOVE or name == "exceeds":
            return dict.fromkeys(Kind, name == "exceeds")
    for word in words:
        for cue in ("more", "less"):
            if cue in ledger.meaning_of(word).cues:
                return dict.fromkeys(_LENGTHS if word in _OF_LENGTH else Kind, cue == "more")
    return {}


def _than(stretch: Stretch, at: int) -> Iterator[Order]:
    """Yield the value before a comparative and the one behind it, with the more of them last."""
    pieces = stretch.pieces
    piece = pieces[at]
    measured = measured_by(stretch.ledger, piece)
    behind = next((i for i in range(at, min(at + _ADJECTIVE_REACH + 1, stretch.end)) if _ends_than(pieces[i])), at)
    if not measured or pieces[behind].clause != piece.clause:
        return
    if behind > at:
        kinds = _named_kinds(pieces[at + 1 : behind])
        measured = {kind: more for kind, more in measured.items() if kinds is None or kind in kinds}
    is_verb = piece.text.split()[0] in _VERBS
    for group in stretch.alike(measured):
        first = _the_only([one for one in group if one.at < at], stretch.clause_at(at))
        second = _the_only([one for one in group if one.at > behind], stretch.clause_at(at))
        if first is None or second is None or (first.at + 1 == at and not is_verb):
            continue  # `8 GB less than the 14 GB`
        to_word, to_value = pieces[first.at + 1 : at], pieces[behind + 1 : second.at]
        if not _ends_than(pieces[behind]):
            states = is_verb or any(one.meaning.part == "copula" or one.text in _VERBS for one in to_word)
            if not states or not _NOT_OF_LIMIT.isdisjoint(one.text for one in to_value):
                continue
        if stretch.counts(stretch.start, second.at) or not stretch.is_said(first.at, second.at):
            continue
        less, more = (second, first) if measured[group[0].kind] else (first, second)
        yield Order(less, more, " ".join(one.text for one in pieces[at : behind + 1]))


def _ends_than(piece: Piece) -> bool:
    return piece.text.split()[-1:] == ["than"]


def _the_only(facts: Sequence[Fact], clause: range) -> Fact | None:
    """Return the only one of some values, or the only one of a clause; None if there are several, or none."""
    here = [one for one in facts if one.at in clause] or facts
    return here[0] if len(here) == 1 else None


def _named_kinds(between: Sequence[Piece]) -> frozenset[Kind] | None:
    """Return what the nouns behind a comparative measure: `less memory than`; None if there are no nouns."""
    words = [one for one in between if one.meaning.part not in _SKIPPED]
    if not words:
        return None
    return frozenset(measures(words[-1]))


def _changed(stretch: Stretch, at: int) -> Iterator[Order]:
    """Yield what something was and what it is now: `rose from A to B`, `B instead of A and is slower`."""
    pieces = stretch.pieces
    for group in stretch.alike():
        for old, new in zip(group, group[1:], strict=False):
            if pieces[at].text == "from" and _leads(pieces, at, old.at):
                to = next((i for i in range(old.at + 1, new.at) if pieces[i].text == "to"), -1)
                if to < 0 or not _leads(pieces, to, new.at) or to - old.at > _ADJECTIVE_REACH:
                    continue
                said = [one for one in pieces[max(stretch.start, at - _CHANGE_REACH) : at] if one.clause == pieces[at].clause]
                rises, falls = (any(cue in one.meaning.cues for one in said) for cue in ("rises", "falls"))
                if rises != falls and stretch.is_said(at, new.at):
                    yield Order(*((old, new) if rises else (new, old)), f"{said[-1].text} from")
            elif pieces[at].text in _NEW_FIRST and old.at < at < new.at and len(group) == 2:
                new, old = old, new
                yield from _and_so(stretch, new, old)


def _leads(pieces: Sequence[Piece], word: int, value: int) -> bool:
    """Tell whether a value stands right behind a word, or behind its article."""
    return 0 < value - word <= 2 and all(one.meaning.part in _SKIPPED for one in pieces[word + 1 : value])


def _and_so(stretch: Stretch, new: Fact, old: Fact) -> Iterator[Order]:
    """Yield two values with the comparative that follows from them: `45 ms instead of 30, and is slower`."""
    for at in range(old.at + 1, stretch.end):
        piece = stretch.pieces[at]
        if piece.text in _CONCEDING:
            return
        measured = measured_by(stretch.ledger, piece)
        if new.kind in measured and stretch.is_said(new.at, at):
            nouns = _named_kinds(stretch.pieces[at + 1 : at + 2])
            is_own = any(name in MEASURED_BY for name in piece.meaning.relations)
            if (nouns is not None and new.kind in nouns) or is_own or len(measured) < len(Kind):
                yield Order(*((old, new) if measured[new.kind] else (new, old)), piece.text)
            return
