"""Spans between two times of the day: `from 22:00 to 06:00`, `Friday 18:00 to Monday 06:00`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece
from qbank.facts.vocabulary import ASKED, Kind, Modality, Role, unit_of_time
from qbank.units import NO_UNIT

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TO: Final = frozenset(("to", "until", "till", "–", "-"))
_AT: Final = frozenset(("at", "by", "from", "until", "before", "after"))
_REACH: Final = 3
"""The most pieces between two times: `22:00 and Monday`, `18:00 until the next`."""
_MINUTES: Final = 60
_DAY: Final = 24 * _MINUTES
_WEEK: Final = 7 * _DAY
_UNSAID: Final = frozenset(("former", "claimed", "denied", "alternative", "supposed"))


def spans_of_clock(ledger: Ledger) -> list[Fact]:
    """Return the spans between two times of the day that a question tells, each as a limit of time."""
    return [
        span for path, pieces in ledger.pieces.items() if path[0] in ASKED for span in _spans(path, pieces)
    ]


def _spans(path: FieldPath, pieces: Sequence[Piece]) -> Iterator[Fact]:
    times = [(at, time) for at in range(len(pieces) - 2) if (time := _time(pieces, at)) is not None]
    for (first, begin), (second, end) in pairwise(times):
        between = pieces[first + 3 : second]
        joined = any(piece.text in _TO for piece in between) or _is_between(pieces, first, between)
        cues = frozenset().union(
            *(piece.meaning.cues for piece in pieces if piece.clause == pieces[first].clause)
        )
        same = pieces[first].sentence == pieces[second].sentence
        near = joined and len(between) <= _REACH
        # `may start at 01:00, and the index has to be live at 07:00`
        only = len(times) == 2 and all(pieces[at - 1].text in _AT for at in (first, second) if at)
        if not ((only or (same and near)) and _UNSAID.isdisjoint(cues)):
            continue
        minutes, days = (end - begin) % _DAY, [_day_before(pieces, at) for at in (first, second)]
        if (day := days[0]) is not None and (last := days[1]) is not None:
            minutes = ((last - day) * _DAY + end - begin) % _WEEK
        yield _span(path, pieces, first, second, minutes)


def _time(pieces: Sequence[Piece], at: int) -> int | None:
    """Return the minutes of the day that three pieces tell, `22`, `:` and `00`; None if they do not."""
    hours, colon, minutes = pieces[at : at + 3]
    told = hours.text.isdigit() and minutes.text.isdigit() and len(minutes.text) == len("00")
    if not told or colon.text != ":" or hours.end != colon.start or colon.end != minutes.start:
        return None
    hour, minute = int(hours.text), int(minutes.text)
    return hour * _MINUTES + minute if hour * _MINUTES <= _DAY and minute < _MINUTES else None


def _is_between(pieces: Sequence[Piece], first: int, between: Sequence[Piece]) -> bool:
    ahead = pieces[max(0, first - _REACH) : first]
    return any(one.text == "between" for one in ahead) and any(one.text == "and" for one in between)


def _day_before(pieces: Sequence[Piece], at: int) -> int | None:
    return _DAYS.index(pieces[at - 1].text) if at and pieces[at - 1].text in _DAYS else None


def _span(path: FieldPath, pieces: Sequence[Piece], first: int, second: int, minutes: int) -> Fact:
    hour = unit_of_time("hour")
    seconds = float(minutes * _MINUTES)
    start, end = pieces[first].start, pieces[second + 2].end
    mention = Mention(start, end, seconds, seconds, 0.0, Kind.TIME, hour or NO_UNIT, 3600.0)
    times = ["".join(piece.text for piece in pieces[at : at + 3]) for at in (first, second)]
    text = f"{minutes / _MINUTES:.4g} h ({times[0]} to {times[1]})"
    fact = Fact(path, start, end, text, first, mention, role=Role.LIMIT, modality=Modality.LIMIT)
    fact.sentence, fact.clause, fact.line = (
        pieces[first].sentence,
        pieces[first].clause,
        pieces[first].line,
    )
    return fact
