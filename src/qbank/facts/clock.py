"""Spans between two times of the day: `from 22:00 to 06:00`, `Friday 18:00 to Monday 06:00`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece, cues_in, of_clause
from qbank.facts.vocabulary import ASKED, Kind, Modality, Role, unit_of_time
from qbank.units import NO_UNIT

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TO: Final = frozenset(("to", "until", "till", "–", "-"))
_AT: Final = frozenset(("at", "by", "from", "until", "before", "after"))
_JOINING: Final = frozenset(("at", ","))
_REACH: Final = 3
"""The most pieces between two times: `22:00 and Monday`, `18:00 until the next`."""
_MINUTES: Final = 60
_DAY: Final = 24 * _MINUTES
_WEEK: Final = 7 * _DAY
_HALF: Final = 12
_HALVES: Final = {"am": 0, "pm": _HALF}
_NAMED: Final = {"midnight": 0, "noon": _HALF * _MINUTES}
_UNSAID: Final = frozenset(("former", "claimed", "denied", "alternative", "supposed"))


def spans_of_clock(ledger: Ledger) -> list[Fact]:
    """Return the spans between two times of the day that a question tells, each as a limit of time."""
    return [
        span for path, pieces in ledger.pieces.items() if path[0] in ASKED for span in _spans(path, pieces)
    ]


def _spans(path: FieldPath, pieces: Sequence[Piece]) -> Iterator[Fact]:
    times = [time for at in range(len(pieces)) if (time := _time(pieces, at)) is not None]
    for first, second in pairwise(times):
        between = pieces[first.end : second.at]
        joined = any(piece.text in _TO for piece in between) or _is_between(pieces, first.at, between)
        cues = cues_in(pieces[of_clause(pieces, pieces[first.at].clause)])
        same = pieces[first.at].sentence == pieces[second.at].sentence
        near = joined and len(between) <= _REACH
        # `may start at 01:00, and the index has to be live at 07:00`
        only = len(times) == 2 and all(pieces[one.at - 1].text in _AT for one in (first, second) if one.at)
        if not ((only or (same and near)) and _UNSAID.isdisjoint(cues)):
            continue
        minutes = (second.minutes - first.minutes) % _DAY
        day, last = (_day_before(pieces, one.at) for one in (first, second))
        if day is not None and last is not None:
            minutes = ((last - day) * _DAY + second.minutes - first.minutes) % _WEEK
        yield _span(path, pieces, first, second, minutes)


class _Time(NamedTuple):
    """A time of the day: the first of its pieces, the one behind the last, and its minutes."""

    at: int
    end: int
    minutes: int


def _time(pieces: Sequence[Piece], at: int) -> _Time | None:
    """Return the time of the day that pieces tell, `22:00`, `6 am` or `midnight`; None if they do not."""
    hours = pieces[at]
    if hours.text in _NAMED:
        return _Time(at, at + 1, _NAMED[hours.text])
    behind = pieces[at + 1 : at + 3] if _is_short(hours.text) else ()
    if not behind:
        return None
    hour = int(hours.text)
    if behind[0].text in _HALVES and 0 < hour <= _HALF:
        return _Time(at, at + 2, (hour % _HALF + _HALVES[behind[0].text]) * _MINUTES)
    if (
        len(behind) < 2
        or behind[0].text != ":"
        or (hours.end, behind[0].end) != tuple(piece.start for piece in behind)
    ):
        return None
    minutes = behind[1].text
    is_told = _is_short(minutes) and len(minutes) == len("00") and int(minutes) < _MINUTES
    return _Time(at, at + 3, hour * _MINUTES + int(minutes)) if is_told and hour * _MINUTES <= _DAY else None


def _is_short(text: str) -> bool:
    """Tell whether a text is one digit or two, of those that `int` reads."""
    return text.isdecimal() and len(text) <= len("00")


def _is_between(pieces: Sequence[Piece], first: int, between: Sequence[Piece]) -> bool:
    ahead = pieces[max(0, first - _REACH) : first]
    return any(one.text == "between" for one in ahead) and any(one.text == "and" for one in between)


def _day_before(pieces: Sequence[Piece], at: int) -> int | None:
    before = [piece.text for piece in pieces[max(0, at - 2) : at]]
    if before and before[-1] in _JOINING:
        before.pop()  # `Friday at 20:00`
    return _DAYS.index(before[-1]) if before and before[-1] in _DAYS else None


def _span(path: FieldPath, pieces: Sequence[Piece], first: _Time, second: _Time, minutes: int) -> Fact:
    hour = unit_of_time("hour")
    seconds = float(minutes * _MINUTES)
    start, end = pieces[first.at].start, pieces[second.end - 1].end
    mention = Mention(start, end, seconds, seconds, 0.0, Kind.TIME, hour or NO_UNIT, 3600.0)
    times = ["".join(piece.text for piece in pieces[one.at : one.end]) for one in (first, second)]
    text = f"{minutes / _MINUTES:.4g} h ({times[0]} to {times[1]})"
    fact = Fact(path, start, end, text, first.at, mention, role=Role.LIMIT, modality=Modality.LIMIT)
    fact.sentence, fact.clause, fact.line = (
        pieces[first.at].sentence,
        pieces[first.at].clause,
        pieces[first.at].line,
    )
    return fact
