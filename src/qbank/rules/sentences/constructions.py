"""What a sentence says of its values by its build: `of which`, `rose from ... to`, `the largest of three`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.vocabulary import Kind
from qbank.rules.coherence.superlatives import extremes
from qbank.rules.sentences.stretches import Order, Stretch, names_whole

_BEFORE_WHOLE: Final = 4
"""How many words may name a whole in front of its size: `of the node's 512 GB`."""
_CHANGE_REACH: Final = 6
_CHANGES: Final = frozenset(("rises", "falls"))
_LIST_REACH: Final = 8
"""How far behind a superlative the number of things may stand: `the largest memory of the three cards`."""
_OTHERS: Final = frozenset(("others", "other", "followed", "ahead"))


def by_constructions(stretch: Stretch) -> Iterator[Order]:
    """Yield parts with their wholes, what rises or falls, and what is the most or the least of several."""
    for group in stretch.alike():
        for one, other in pairwise(group):
            if one.kind is not Kind.SHARE:
                yield from _parted(stretch, one, other)
            yield from _changed(stretch, one, other)
    for at in range(stretch.start, stretch.end):
        yield from _ranked(stretch, at)


def _parted(stretch: Stretch, one: Fact, other: Fact) -> Iterator[Order]:
    """Yield a part of a whole: `of which 3 GB`, `25 of which`, `of the 24 GB it takes 30`, `9 of the 8`."""
    pieces, opening, clause = stretch.pieces, stretch.clause_at(one.at), stretch.clause_at(other.at)
    between = range(max(one.at + 1, clause.start), other.at)
    of_which = any([it.text for it in pieces[at : at + 2]] == ["of", "which"] for at in between)
    is_bare = pieces[other.at].text.isdigit()
    which_of = names_whole(pieces, other.at + 1, "of" if is_bare else "of which")
    which_of = which_of and pieces[other.at - 1].meaning.part != "article"
    is_first = pieces[opening.start].text == "of" and one.at - opening.start <= _BEFORE_WHOLE
    of_whole = is_first and not names_whole(pieces, opening.start) and clause == opening
    is_direct = [piece.meaning.part for piece in pieces[one.at + 1 : other.at]] == ["of", "article"]
    if of_which or which_of or of_whole or is_direct:
        is_plain = stretch.is_said(one.at, other.at) and not stretch.counts(stretch.start, other.at)
        part, whole = (one, other) if is_direct and not of_which else (other, one)
        if is_plain:
            yield Order(part, whole, "a part of")


def _changed(stretch: Stretch, old: Fact, new: Fact) -> Iterator[Order]:
    """Yield what something was and what it is now: `rose from 9 to 11 GB`, `9 ms, down from 12`."""
    pieces = stretch.pieces
    from_old = stretch.words(new.at - 2, new.at)  # `300 ms, down from 400 ms`
    if from_old in (["up", "from"], ["down", "from"]) and stretch.is_said(old.at, new.at):
        yield Order(*((new, old) if from_old[0] == "up" else (old, new)), " ".join(from_old))
    start = next((at for at in range(old.at - 1, old.at - 3, -1) if pieces[at].text == "from"), -1)
    to = next((at for at in range(old.at + 1, new.at) if pieces[at].text == "to"), -1)
    if start < 0 or to < 0 or max(to - old.at, new.at - to) > 2 or not stretch.is_said(start, new.at):
        return
    before = pieces[max(stretch.clause_at(start).start, start - _CHANGE_REACH) : start]
    verbs = [one for one in before if len(one.meaning.cues & _CHANGES) == 1]
    if verbs:
        two = (old, new) if "rises" in verbs[-1].meaning.cues else (new, old)
        yield Order(*two, f"{verbs[-1].text} from ... to")


def _ranked(stretch: Stretch, at: int) -> Iterator[Order]:
    """Yield what is called the most or the least of several with each of the others."""
    most = extremes(stretch.pieces, at)
    for group in stretch.alike(most):
        before = [one for one in group if one.at < at]
        if len(before) > 1 or not _is_of_all(stretch, at, group):
            continue
        chosen, *others = sorted(group, key=lambda one: one not in before)
        if stretch.is_said(min(chosen.at, at), max(chosen.at, at)):
            for other in others:
                two = (other, chosen) if most[chosen.kind] else (chosen, other)
                yield Order(*two, stretch.pieces[at].text)


def _is_of_all(stretch: Stretch, at: int, group: Sequence[Fact]) -> bool:
    """Tell whether a superlative ranks all the values of a sentence: `of the three`, `the others being`."""
    pieces = stretch.pieces[at + 1 : stretch.end]
    others = [one.start for one in pieces if not _OTHERS.isdisjoint(one.text.split())]
    is_listed = bool(others) and sum(one.start < others[0] for one in group) == 1
    words = stretch.words(at, min(at + _LIST_REACH, stretch.end))
    return is_listed or any(stretch.ledger.meaning_of(word).number == len(group) for word in words)
