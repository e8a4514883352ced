"""What a sentence says of two of its values by one word: that one is less, more, enough for or in the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import STORED, Kind, Role
from qbank.rules.coherence.superlatives import MEASURED_BY, measures
from qbank.rules.sentences.stretches import Order, Stretch

_SIGNS: Final = {"within": False, "fits": False, "exceeds": True}
_NO_COMPARISON: Final = frozenset(
    ("over", "keeps", "keep", "met", "meets", "meet", "clears", "passes", "no", "never", "cannot")
)
"""Words that may compare, but mostly tell a span, or what is kept or passed; and `no more than`."""
_LENGTHS: Final = {"longer": True, "shorter": False}
_VERBS: Final = frozenset(
    ("fits", "fit", "exceeds", "exceed", "stays", "stay", "remains", "remain", "remained", "lies", "lie")
)
_REACH: Final = 4
"""How many words may stand between a comparative and its `than`, or between `stays` and `in`."""
_NOT_OF_LIMIT: Final = frozenset(("with", "by", "over", "for", "and", "or", "at", "to", "from", "in", ","))
"""Words behind which no limit stands: `fits with 3 GB to spare`."""
_MORE: Final = frozenset(("more", "less"))
_INTO: Final = frozenset(("in", "into", "on", "onto", "inside"))
_LYING: Final = frozenset(("lies", "lie", "stays", "stay", "remains", "kept", "sits"))
_WHOLLY: Final = frozenset(
    ("completely", "entirely", "whole", "wholly", "fully", "comfortably", "easily", "spare", "all", "once")
)
_PARTLY: Final = frozenset(("part", "parts", "partly", "half", "most", "some", "third", "thirds", "quarters"))
_ENOUGH: Final = frozenset(("enough", "suffices", "suffice", "sufficed", "sufficient"))
_TOO: Final = {"small": False, "little": False, "short": False, "few": False, "large": True, "big": True}
_NEW_FIRST: Final = frozenset(("instead of", "rather than"))
_POINTING: Final = frozenset(("it", "this", "that", "them", "limit"))
_ORDINALS: Final = ("former", "latter")


def by_comparatives(stretch: Stretch) -> Iterator[Order]:
    """Yield the values that the words of a stretch compare, what is less first."""
    for at in range(stretch.start, stretch.end):
        end, measured = _sense(stretch, at)
        for group in stretch.alike(measured.keys() - {Kind.SHARE}):
            pair = _beside(stretch, at, end, group) or _pointed_at(stretch, at, end, group)
            if pair is not None and pair[0].per == pair[1].per:
                less, more = reversed(pair) if measured[group[0].kind] else pair
                yield Order(less, more, " ".join(one.text for one in stretch.pieces[at : end + 1]))


def _sense(stretch: Stretch, at: int) -> tuple[int, Mapping[Kind, bool]]:
    """Return where a word that compares ends, and of what kinds what it is said of has then more or less."""
    pieces, piece = stretch.pieces, stretch.pieces[at]
    words, relations = piece.text.split(), piece.meaning.relations
    near = range(at, min(at + _REACH + 1, stretch.clause_at(at).stop))
    if not _NO_COMPARISON.isdisjoint(words):
        return at, {}
    said = {word for one in pieces[stretch.start : stretch.end] for word in one.text.split()}
    if _PARTLY.isdisjoint(said) and not _WHOLLY.isdisjoint(said):
        if "holds" in relations:
            return at, dict.fromkeys(STORED, True)
        into = next((i for i in near if not _INTO.isdisjoint(pieces[i].text.split())), None)
        if ("placed" in relations or not _LYING.isdisjoint(words)) and "help" not in cues_in(
            pieces[near[0] : at]
        ):
            is_in = into is not None or not _INTO.isdisjoint(_opening(stretch, at)[:1])
            return into or at, dict.fromkeys(STORED, False) if is_in else {}
    if "for" in {words[-1], *(one.text for one in pieces[at + 1 : at + 2])}:
        end = at if words[-1] == "for" else at + 1
        if words[0] in _ENOUGH:
            return end, dict.fromkeys(Kind, True)
        if pieces[at - 1].text == "too" or words[0] == "too":
            return end, dict.fromkeys(Kind, _TOO[words[words[0] == "too"]]) if words[
                words[0] == "too"
            ] in _TOO else {}
    end = next((i for i in near if pieces[i].text.split()[-1] == "than"), at)
    measured = _measured_by(stretch, words, relations)
    kinds = _named_kinds(pieces[at + 1 : end] if end > at else pieces[at + 1 : near.stop][:1])
    return end, {kind: more for kind, more in measured.items() if kinds is None or kind in kinds}


def _measured_by(stretch: Stretch, words: Sequence[str], relations: Collection[str]) -> Mapping[Kind, bool]:
    """Return the kinds that a comparative measures, and whether what it is said of has more of them."""
    meanings = [stretch.ledger.meaning_of(word) for word in words]
    named = set(relations).union(*(one.relations for one in meanings[1:]))
    found = [MEASURED_BY[name] for name in named if name in MEASURED_BY]
    signs = [_SIGNS[name] for name in named if name in _SIGNS]
    signs += [cue == "more" for one in meanings for cue in one.cues if cue in _MORE]
    kinds = (Kind.TIME, Kind.LENGTH) if not _LENGTHS.keys().isdisjoint(words) else Kind
    return found[0] if found else dict.fromkeys(kinds, signs[0]) if signs else {}


def _named_kinds(behind: Sequence[Piece]) -> Collection[Kind] | None:
    """Return what the noun behind a comparative measures: `less memory than`; None if there is none."""
    nouns = [one for one in behind if one.is_noun or one.meaning.part in {"adjective", "unit"}]
    return measures(nouns[-1]) if nouns else None


def _opening(stretch: Stretch, at: int) -> list[str]:
    return [one.text for one in stretch.pieces[stretch.clause_at(at).start : at]]


def _beside(stretch: Stretch, at: int, end: int, group: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Return the value that a comparing word is said of, before it, and the one behind it."""
    pieces, clause = stretch.pieces, stretch.clause_at(at)
    first = _the_only([one for one in group if one.at < at], clause)
    second = _the_only([one for one in group if one.at > end], clause)
    if first is None or second is None or not stretch.continues(first.at, at):
        return None
    words = pieces[at].text.split()
    to_word, is_verb = pieces[first.at + 1 : at], bool(_VERBS & set(words[:1]))
    is_of_other = pieces[at - 1].meaning.part == "of" or pieces[at - 1].text in _NEW_FIRST
    if _is_difference(pieces, first.at) or is_of_other:
        return None  # `a margin of less than`
    if pieces[end].text.split()[-1] != "than":
        states = is_verb or end > at or any(one.meaning.part in {"copula", "verb"} for one in to_word)
        if not states or not _NOT_OF_LIMIT.isdisjoint(one.text for one in pieces[end + 1 : second.at]):
            return None
    is_plain = stretch.is_said(first.at, second.at) and not stretch.counts(stretch.start, second.at)
    return (first, second) if is_plain else None


def _is_difference(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a value is by how much another one is more or less: `8 GB less than`, `5 ms below`."""
    behind = pieces[at + 1]
    compares = not {"within", "exceeds"}.isdisjoint(behind.meaning.relations) or bool(
        behind.meaning.cues & _MORE
    )
    return compares and behind.text.split()[0] not in _VERBS


def _the_only(facts: Sequence[Fact], clause: range) -> Fact | None:
    """Return the only one of some values, or the only one of a clause; None if there are several, or none."""
    here = [one for one in facts if one.at in clause] or facts
    return here[0] if len(here) == 1 else None


def _pointed_at(stretch: Stretch, at: int, end: int, group: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Return which of two values before a comparing word it is said of, and the other one.

    `A, which B exceeds`, `A, in which B lies`, `A instead of B, and so faster`, `the limit is A, and B stays
    below it`, `the first takes A, the second B, so that the first is faster`.
    """
    if len(group) != 2 or group[1].at >= at or any(_is_difference(stretch.pieces, it.at) for it in group):
        return None
    one, other = group
    pieces, opening, clause = stretch.pieces, _opening(stretch, at), stretch.clause_at(at)
    between = {piece.text for piece in pieces[one.at : other.at]}
    behind = [piece.text for piece in pieces[end + 1 : end + _REACH]]
    limits = [it for it in group if it.role is Role.LIMIT or it.subject.sort == "limit"]
    own = [_words(pieces[stretch.start : one.at]), _words(pieces[one.at + 1 : other.at])]
    said = _words(pieces[clause.start : at])
    named = [bool(said & (own[i] - own[1 - i]) or _ORDINALS[i] in opening) for i in (0, 1)]
    if not _NEW_FIRST.isdisjoint(between):
        is_first = True
    elif other.at in clause:
        is_first = False if "which" in opening[:2] else None
    elif len(limits) == 1 and (
        not behind or not _POINTING.isdisjoint(behind) or limits[0].subject.name in behind
    ):
        is_first = limits[0] is other
    else:
        is_first = named[0] if named[0] != named[1] else None
    counted = range(clause.start if other.at < clause.start else stretch.start, end + 1)
    is_said = stretch.is_said(one.at, at, "supposed", "claimed")
    if is_first is None or not is_said or stretch.counts(counted.start, counted.stop, clause.stop):
        return None
    is_denied = "denied" in cues_in(pieces[clause.start : at]) or "not" in pieces[at].text.split()
    return (one, other) if is_first is not is_denied else (other, one)


def _words(pieces: Sequence[Piece]) -> set[str]:
    """Return the words that may tell two things apart."""
    told = (piece for piece in pieces if piece.is_noun or piece.meaning.part == "adjective")
    return {word for piece in told for word in piece.text.split()}
