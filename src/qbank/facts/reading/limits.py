"""Whether a quantity is a limit: by its verb, by what stands behind it, or because something ends then."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece, cues_in, of_sentence
from qbank.facts.reading.modality import OF_NOUNS
from qbank.facts.vocabulary import ENDING, GIVING, Kind

_REACH_BEFORE: Final = 5
_REACH_BEHIND: Final = 3
_MODAL: Final = frozenset(("modal", "possible", "necessary"))
_AFTER: Final = frozenset(("after", "before"))


def is_limit(fact: Fact, around: Surroundings, pieces: Sequence[Piece], *, asking: bool) -> bool:
    """Tell whether the verb before a quantity, or what stands behind, makes a limit of it."""
    verb = around.verb
    by_verb = verb is not None and (
        "limit" in verb.meaning.cues
        or ("exceeds" in verb.meaning.relations and "on-condition" in fact.cues)
        or (asking and "bounding" in verb.meaning.cues and _is_forbidden(verb, pieces))
    )
    by_rule = by_verb or _is_limited_to(fact, pieces) or _is_limited_behind(fact, pieces)
    return _is_ended(fact, around, pieces) or (by_rule and "rest" not in cues_in(around.behind))


def _is_ended(fact: Fact, around: Surroundings, pieces: Sequence[Piece]) -> bool:
    """Tell whether something ends after a time: `drops a request after 120 s`, `is gone 30 s after it`.

    Also the notice of that, and `kills any job that reports no step for 90 s`.
    """
    if fact.kind is not Kind.TIME or fact.origin not in GIVING:
        return False
    before = pieces[fact.at - 1].text if fact.at else ""
    label = around.label if before == ":" else ()
    if "notice" in cues_in((*around.behind, *around.before, *around.owners, *label)):
        return True
    sentence = pieces[of_sentence(pieces, fact.sentence)]
    cues = cues_in(sentence)
    if ENDING.isdisjoint(cues):
        return False
    if before == "for":
        return "sanction" in cues and any(
            one.text in OF_NOUNS and one.clause == fact.clause and one.start < fact.start for one in sentence
        )
    behind = next((one for one in pieces[fact.at + 1 : fact.at + 3] if one.is_word), None)
    return before == "after" or (
        behind is not None and behind.text in _AFTER and behind.sentence == fact.sentence
    )


def _is_limited_to(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a limit before a quantity goes up to it: `its firmware limits the input to 25 W`."""
    if fact.at < 2 or pieces[fact.at - 1].text != "to":
        return False
    return any(
        one.clause == fact.clause and (one.meaning.thing == "limit" or "bottleneck" in one.meaning.relations)
        for one in pieces[max(0, fact.at - _REACH_BEFORE) : fact.at - 1]
    )


def _is_forbidden(verb: Piece, pieces: Sequence[Piece]) -> bool:
    """Tell whether what cannot or may not be comes before a verb: `it can never draw more than`.

    Or what is done about it: `the watchdog kills any app that holds more than`, `... is killed`.
    """
    sentence = [one for one in pieces[of_sentence(pieces, verb.sentence)] if one is not verb]
    cues = cues_in(one for one in sentence if one.clause == verb.clause and one.start < verb.start)
    return ("denied" in cues and not cues.isdisjoint(_MODAL)) or "sanction" in cues_in(sentence)


def _is_limited_behind(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether what makes a limit of a quantity stands behind it: `by 2 points at most`."""
    for piece, after in pairwise(pieces[fact.at + 1 : fact.at + 1 + _REACH_BEHIND]):
        if piece.sentence != fact.sentence:
            return False  # `p99 is 190 ms. Before, it was 360 ms`
        if "limit" in piece.meaning.cues and piece.meaning.part == "preposition":
            return after.mention is None and after.clause == piece.clause and not after.is_word
    return False
