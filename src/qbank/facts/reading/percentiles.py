"""Of what share of cases a time is the highest: `p95 = 420 ms`, `95% within 60 ms`, `5% took longer`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Kind
from qbank.grouping import grouped

_LOWEST: Final = 1.0
_HIGHEST: Final = 100.0
_REACH: Final = 3
_CASES: Final = frozenset(("request", "frame", "step", "token"))
_SERVING: Final = frozenset(("link", "device"))
_AT_LEAST: Final = frozenset(("bounding", "least"))
"""What a share is no more than a bound by: `more than 8% took longer`."""


def rank_beside(nouns: Iterable[Piece]) -> float:
    """Return the percentile that a noun around a time names: `p50 = 180 ms, p95 = 420 ms, mean = 214 ms`."""
    for one in nouns:
        if one.meaning.rank or "average" in one.meaning.cues:
            return one.meaning.rank
    return 0.0


def set_ranks(facts: Sequence[Fact], pieces: Sequence[Piece]) -> None:
    """Say of what share of cases the times are the highest, where the words for it stand apart.

    `p50, p95 and p99 are 12, 30 and 42 ms`, `the 99th percentile is 42 ms`, `95% within 30 ms`.
    """
    times = grouped(
        (fact.sentence, fact) for fact in facts if fact.kind is Kind.TIME and fact.operand_of is None
    )
    if not times:
        return
    ranks = [at for at, piece in enumerate(pieces) if piece.meaning.rank and _is_of_times(pieces, at)]
    for sentence, told in times.items():
        here = [at for at in ranks if pieces[at].sentence == sentence]
        if len(here) == len(told) > 1 and here[-1] < told[0].at:
            for fact, at in zip(told, here, strict=True):
                fact.rank = pieces[at].meaning.rank
            continue
        start = -1
        for fact in told:
            before = [at for at in here if start < at < fact.at and not _is_parted(pieces[at : fact.at])]
            behind = _rank_behind(fact, pieces)
            start = fact.at if behind is None else behind
            if behind is not None:
                fact.rank = pieces[behind].meaning.rank
            elif not fact.rank:
                said = pieces[before[-1]].meaning.rank if before else 0.0
                fact.rank = said or _share_within(fact, facts, pieces)


def _is_of_times(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a percentile may be that of times, and not of links or devices: `a p10 link` is slow.

    The slowest or fastest is one of several cases: `the slowest of 500 requests`.
    """
    is_between = _LOWEST < pieces[at].meaning.rank < _HIGHEST
    for behind in pieces[at + 1 : at + 2]:
        of_cases = is_between or behind.meaning.part == "of" or behind.meaning.thing in _CASES
        return of_cases and behind.meaning.sort not in _SERVING
    return is_between


def _rank_behind(time: Fact, pieces: Sequence[Piece]) -> int | None:
    """Return where the share of cases stands that is said right behind a time: `63 ms at p99`."""
    near = range(time.at + 1, min(time.at + 1 + _REACH, len(pieces)))
    behind = [at for at in near if pieces[at].meaning.part != "article"]
    is_at = len(behind) > 1 and pieces[behind[0]].text == "at"
    return behind[1] if is_at and pieces[behind[1]].meaning.rank else None


def _is_parted(between: Iterable[Piece]) -> bool:
    """Tell whether a semicolon stands between two places: `63 ms at p99; 3% take more than 50 ms`."""
    return any(piece.text == ";" for piece in between)


def _share_within(time: Fact, facts: Iterable[Fact], pieces: Sequence[Piece]) -> float:
    """Return what share of cases, in percent, takes a time at most: `95% of them within 60 ms`.

    What takes longer is the rest: `8% of them took longer than 60 ms`, or `60 ms or more`.
    """
    near = [one for one in facts if one.clause == time.clause and one.at < time.at]
    if not near or near[-1].kind is not Kind.SHARE or not 0 < near[-1].value < 1:
        return 0.0
    share = near[-1]
    between, behind = pieces[share.at + 1 : time.at], pieces[time.at + 1 : time.at + 2]
    relations = {relation for piece in between for relation in piece.meaning.relations}
    things = {piece.meaning.thing for piece in between} - {"", *_CASES}
    if "within" in relations and not things:
        return round(100 * share.value, 6)
    words = [piece for piece in between if piece.meaning.part != "article"]
    exceeds = len(words) > 1 and "exceeds" in words[-1].meaning.relations  # no `8% more than 60 ms`
    beyond = "or-more" in cues_in(behind) or exceeds
    is_least = not _AT_LEAST.isdisjoint(cues_in(pieces[share.at - 1 : share.at]))
    return round(100 - 100 * share.value, 6) if beyond and not is_least else 0.0
