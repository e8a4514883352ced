"""What a sentence says of two values by one word: that one is less than the other, enough for it, in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import STORED, Kind, Role
from qbank.rules.coherence.superlatives import MEASURED_BY, measures
from qbank.rules.sentences.stretches import Order, Stretch

_SIGNS: Final = {"within": False, "fits": False, "exceeds": True}
_NO_COMPARISON: Final = frozenset(("over", "clears", "passes", "never", "cannot"))
"""Words that may compare, but mostly tell a span, or what is kept or passed; and `no more than`."""
_DENYING: Final = frozenset(("not", "no"))
Sense = tuple[int, Mapping[Kind, bool]]
"""Where a word that compares ends, and of what kinds what it is said of has then more, or less."""
_BEFORE_NOUN: Final = frozenset(("", "adjective", "filler", "unit"))
_LENGTHS: Final = {"longer": True, "shorter": False}
_STATING: Final = frozenset(("copula", "verb"))
_KEEPING: Final = frozenset(("meets", "meet", "met", "keeps", "keep", "respects", "satisfies"))
"""What is said of a limit, and else of anything."""
_NEAR: Final = 4
_REACH: Final = 4
"""How many words may stand between a comparative and its `than`, or between `stays` and `in`."""
_NOT_OF_LIMIT: Final = frozenset(("with", "by", "over", "for", "and", "or", "at", "to", "from", "in", ","))
"""Words behind which no limit stands: `fits with 3 GB to spare`."""
_MORE: Final = frozenset(("more", "less"))
_OF_ROOMS: Final = ("wholly", "partly", "help", "failure")
_INTO: Final = frozenset(("in", "into", "on", "onto", "inside"))
_ENOUGH: Final = frozenset(("enough", "suffices", "suffice", "sufficed", "sufficient"))
_TOO: Final = {"small": False, "little": False, "short": False, "few": False, "large": True, "big": True}
_NEW_FIRST: Final = frozenset(("instead of", "rather than"))
_BEFORE_LIMIT: Final = _NEW_FIRST | {"of", "to"}
"""What stands before a comparing word that is said of nothing before it: `a margin of less than`."""
_POINTING: Final = frozenset(("it", "this", "that", "them", "limit"))
_ORDINALS: Final = ("former", "latter")
_LEADING_NAME: Final = frozenset(("from", "on", "for", "in", "with", "at"))
_PLACES: Final = frozenset(("first", "second", "new", "old"))


def by_comparatives(stretch: Stretch) -> Iterator[Order]:
    """Yield the values that the words of a stretch compare, what is less first."""
    if not any(stretch.alike()):
        return
    for at in (i for i in range(stretch.start, stretch.end) if stretch.pieces[i].is_word):
        end, measured = _of_rooms(stretch, at) or _of_needs(stretch, at) or _of_comparatives(stretch, at)
        for group in stretch.alike(measured.keys() - {Kind.SHARE}):
            pair = _beside(stretch, at, end, group) or _pointed_at(stretch, at, end, group)
            if pair is not None:
                is_denied = not _DENYING.isdisjoint(stretch.words(at - 1, at + 1))
                less, more = reversed(pair) if measured[group[0].kind] is not is_denied else pair
                yield Order(less, more, " ".join(stretch.words(at, end + 1)))


def _of_rooms(stretch: Stretch, at: int) -> Sense | None:
    """Return where the words end that put something into something, or let it hold that, as a whole."""
    lies = "placed" in stretch.pieces[at].meaning.relations or stretch.tells("lying", at, at + 1)
    if not (lies or "holds" in stretch.pieces[at].meaning.relations):
        return None
    if {cue for cue in _OF_ROOMS if stretch.tells(cue, stretch.start, stretch.end)} != {"wholly"}:
        return None
    if not lies:
        return at, dict.fromkeys(STORED, True)
    near = range(at, min(at + _REACH, stretch.clause_at(at).stop))
    into = next((i for i in near if not _INTO.isdisjoint(stretch.words(i, i + 1))), None)
    is_in = into is not None or not _INTO.isdisjoint(stretch.opening(at)[:1])
    return (into or at, dict.fromkeys(STORED, False)) if is_in else None


def _of_needs(stretch: Stretch, at: int) -> Sense | None:
    """Return where the words end that call something enough, too little or too much for something."""
    words, own = stretch.words(at, at + 2), stretch.words(at, at + 1)
    end = at + ("for" not in own)
    if "for" not in words[1:]:
        return None
    if words[0] in _ENOUGH:
        return end, dict.fromkeys(Kind, True)
    is_too = "too" in stretch.words(at - 1, at + 1)
    more = next((_TOO[word] for word in own if word in _TOO and is_too), None)
    return None if more is None else (end, dict.fromkeys(Kind, more))


def _of_comparatives(stretch: Stretch, at: int) -> Sense:
    """Return where a comparative ends, with its `than`, and what it measures."""
    pieces = stretch.pieces
    words = stretch.words(at, at + 1)
    near = range(at, min(at + _REACH + 1, stretch.clause_at(at).stop))
    if not _NO_COMPARISON.isdisjoint(words):
        return at, {}
    end = next((i for i in near if pieces[i].text.endswith("than")), at)
    measured = measured_by(stretch.ledger, pieces[at])
    behind = pieces[at + 1 : end if end > at else near.stop]
    kinds = _named_kinds(takewhile(lambda one: one.meaning.part in _BEFORE_NOUN, behind))
    return end, {kind: more for kind, more in measured.items() if kinds is None or kind in kinds}


def measured_by(ledger: Ledger, piece: Piece) -> Mapping[Kind, bool]:
    """Return the kinds that a comparative measures, and whether what it is said of has more of them."""
    words = piece.text.split()
    meanings = [ledger.meaning_of(word) for word in words]
    named = piece.meaning.relations.union(*(one.relations for one in meanings[1:]))
    found = [MEASURED_BY[name] for name in named if name in MEASURED_BY]
    signs = [_SIGNS[name] for name in named if name in _SIGNS]
    signs += [cue == "more" for one in meanings for cue in one.cues if cue in _MORE]
    kinds = (Kind.TIME, Kind.LENGTH) if not _LENGTHS.keys().isdisjoint(words) else Kind
    return found[0] if found else dict.fromkeys(kinds, signs[0]) if signs else {}


def _named_kinds(behind: Iterable[Piece]) -> Collection[Kind] | None:
    """Return what the noun behind a comparative measures: `less memory than`; None if there is none."""
    nouns = [one for one in behind if one.is_noun or one.meaning.part in {"adjective", "unit"}]
    return measures(nouns[-1]) if nouns else None


def _beside(stretch: Stretch, at: int, end: int, group: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Return the value that a comparing word is said of, before it, and the one behind it."""
    pieces, clause = stretch.pieces, stretch.clause_at(at)
    first = _the_only([one for one in group if one.at < at], clause)
    second = _the_only([one for one in group if one.at > end], clause)
    if first is None or second is None or not stretch.continues(first.at, at):
        return None
    is_kept = not _KEEPING.isdisjoint(stretch.words(at, at + 1))
    if _is_difference(stretch, first.at) or pieces[at - 1].text in _BEFORE_LIMIT or is_kept:
        return None
    if pieces[end].text.endswith("than"):
        if second.at == end + 1 and pieces[at - 1].meaning.part in {"", "verb"} and pieces[at - 1].is_word:
            return None  # `leaves less than 1 GB`
    else:
        states = any(one.meaning.part in _STATING for one in pieces[first.at + 1 : at])
        states = states or end > at or stretch.tells("stating", first.at, at + 1)
        to_value = " ".join(stretch.words(end + 1, second.at)).partition(" , which ")[0].split()
        if not states or not _NOT_OF_LIMIT.isdisjoint(to_value):
            return None
    is_denied = not _DENYING.isdisjoint(stretch.words(at - 1, at + 1))
    unsaid = ("supposed", "claimed") if is_denied else ()
    is_plain = stretch.is_said(first.at, second.at, *unsaid) and not stretch.counts(
        stretch.start, second.at, clause.stop
    )
    return (first, second) if is_plain else None


def _is_difference(stretch: Stretch, at: int) -> bool:
    """Tell whether a value is by how much another one is more or less: `8 GB less than`, `$5 cheaper`."""
    behind = stretch.pieces[at + 1]
    return bool(measured_by(stretch.ledger, behind)) and not stretch.tells("stating", at + 1, at + 2)


def _the_only(facts: Sequence[Fact], clause: range) -> Fact | None:
    """Return the only one of some values, or the only one of a clause; None if there are several, or none."""
    here = [one for one in facts if one.at in clause] or facts
    return here[0] if len(here) == 1 else None


def _pointed_at(stretch: Stretch, at: int, end: int, group: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Return which of two values before a comparing word it is said of, and the other one.

    `A, which B exceeds`, `A, in which B lies`, `A instead of B, and so faster`, `the limit is A, and B stays
    below it`, `the first takes A, the second B, so that the first is faster`.
    """
    values = [i for i in (group[0].at, group[1].at, at - 1) if stretch.pieces[i].mention is not None]
    if len(group) != 2 or group[1].at >= at or any(_is_difference(stretch, i) for i in values):
        return None
    one, other = group
    pieces, opening, clause = stretch.pieces, stretch.opening(at), stretch.clause_at(at)
    limits = [it for it in group if "limit" in it.cues and it.at not in clause]
    limits = limits or [it for it in group if it.role is Role.LIMIT]
    behind = {piece.text for piece in pieces[end + 1 : end + _REACH]}
    is_limit = len(limits) == 1 and (not behind or bool(behind & {*_POINTING, limits[0].subject.name}))
    ends = (stretch.start, one.at, other.at, clause.start)
    lead = pieces[one.at + 1].text in _LEADING_NAME  # `20 s from the SSD and 6 s from the disk`
    own = [_words(pieces[ends[i + lead] : ends[i + lead + 1]]) for i in (0, 1)]
    said = _words(pieces[clause.start : at])
    named = [bool(said & (own[i] - own[1 - i]) or _ORDINALS[i] in opening) for i in (0, 1)]
    start_of_clause = pairwise(pieces[clause.start : clause.start + _NEAR])
    is_first: bool | None
    compares = pieces[at].meaning.relations.isdisjoint(_SIGNS) or pieces[end].text.endswith("than")
    if any(piece.text in _NEW_FIRST for piece in pieces[one.at : other.at]):
        is_first = compares or None
    elif other.at in clause:
        is_object = any(one.text == "which" and two.meaning.part == "article" for one, two in start_of_clause)
        is_first = False if is_object or not behind.isdisjoint(("it", "them")) else None
    elif is_limit:
        is_first = limits[0] is other
    else:
        is_first = named[0] if compares and named[0] != named[1] else None
    start = clause.start if other.at < clause.start else stretch.start
    is_kept = not _KEEPING.isdisjoint(stretch.words(at, at + 1)) and not is_limit
    verbs = (stretch.ledger.meaning_of(word).part for word in stretch.words(clause.start, at + 1))
    states = is_limit or other.at in clause or not _STATING.isdisjoint(verbs)
    is_denied = "denied" in cues_in(pieces[clause.start : at - 1])
    is_said = stretch.is_said(one.at, at, "supposed", "claimed") and not (is_kept or is_denied)
    if is_first is None or not (states and is_said) or stretch.counts(start, end + 1, clause.stop):
        return None
    return (one, other) if is_first else (other, one)


def _words(pieces: Sequence[Piece]) -> set[str]:
    """Return the words that may tell two things apart."""
    told = (one for one in pieces if one.is_noun or one.meaning.part == "adjective" or one.text in _PLACES)
    return {word for piece in told for word in piece.text.split()}
