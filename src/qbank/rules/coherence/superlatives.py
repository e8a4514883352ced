"""What a superlative measures: the cheapest, the fastest, the one that takes the most energy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import MONEY, Kind, unit_of_time

RATES: Final = (Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE, Kind.FREQUENCY)
TAKEN: Final = (Kind.ENERGY, Kind.CHARGE, Kind.POWER, Kind.CURRENT)
_AMOUNTS: Final = (Kind.TIME, *TAKEN, Kind.BYTES, Kind.MASS, Kind.SHARE, *MONEY)
RANKED: Final[Mapping[str, Mapping[Kind, bool]]] = {
    "of-money": dict.fromkeys(MONEY, True),
    "of-time": {Kind.TIME: True, Kind.SHARE: True},
    "of-part": dict.fromkeys(_AMOUNTS, True),
    "of-speed": {Kind.TIME: False, **dict.fromkeys(RATES, True)},
    "of-energy": dict.fromkeys(TAKEN, True),
    "of-share": {Kind.SHARE: True},
}
"""What superlatives measure, and whether the highest of it is the most: the fastest has the least time."""
_SLOW: Final = {Kind.TIME: True, **dict.fromkeys(RATES, False)}
MEASURED_BY: Final[Mapping[str, Mapping[Kind, bool]]] = {
    "faster": RANKED["of-speed"],
    "slower": _SLOW,
    "cheaper": dict.fromkeys(MONEY, False),
    "dearer": dict.fromkeys(MONEY, True),
    "thriftier": dict.fromkeys(TAKEN, False),
    "outlasting": {Kind.TIME: True},
}
"""What comparisons measure, and whether what they are said of has more of it."""
_NOT_FIRST: Final = frozenset(("second", "next", "third", "among", "of", "at", "like"))
_PER_TIME: Final = frozenset(("hourly", "daily", "weekly", "monthly", "yearly", "annual"))
_SKIPPED: Final = frozenset(("article", "adjective"))
_PLURAL: Final = frozenset(("it", "them", "all"))


def kinds_of(piece: Piece) -> Collection[Kind]:
    """Return what a word measures that names a property: `energy`, `price`."""
    return piece.meaning.roles.keys() if piece.meaning.sort == "property" else ()


def measures(noun: Piece) -> Collection[Kind]:
    """Return what a word measures that names a property, a time or a memory: `the largest memory`."""
    if noun.text == "time":
        return (Kind.TIME,)
    return (Kind.BYTES,) if noun.meaning.sort == "place" else kinds_of(noun)


def is_per_time(nouns: Sequence[Piece]) -> bool:
    """Whether what is compared is of a time, and maybe another quantity: a higher price per hour."""
    return any(noun.text in _PER_TIME for noun in nouns) or any(
        one.meaning.part == "per" and (two.meaning.part == "unit" or unit_of_time(two.text))
        for one, two in pairwise(nouns)
    )


def extremes(pieces: Sequence[Piece], at: int) -> Mapping[Kind, bool]:
    """Return the kinds that a superlative may measure, and whether it says that there is the most of them.

    Nothing if the word is none, ranks something else, `the largest batch`, or is not the first: `the second
    largest`, `one of the fastest`.
    """
    cues = pieces[at].meaning.cues
    if cues.isdisjoint(("highest", "lowest")) or (pieces[at].text == "most" and not _is_object(pieces, at)):
        return {}
    if any(one.text in _NOT_FIRST for one in _before(pieces, at)):
        return {}
    noun = next((one for one in _behind(pieces, at) if one.meaning.part not in _SKIPPED), None)
    kinds = measures(noun) if noun is not None else ()
    if noun is not None and not (noun.meaning.part or kinds or "one-of-all" in noun.meaning.cues):
        return {}
    if is_per_time(_behind(pieces, at)):
        return {}  # `the cheapest per hour`, `the lowest hourly price`
    highest = "highest" in cues
    ranked = next((RANKED[cue] for cue in cues if cue in RANKED), dict.fromkeys(kinds or _AMOUNTS, True))
    return {kind: most is highest for kind, most in ranked.items() if not kinds or kind in kinds}


def _before(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    """Return the word before a superlative, but for its article."""
    return [one for one in pieces[max(0, at - 2) : at] if one.meaning.part != "article"][-1:]


def _behind(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    return [one for one in pieces[at + 1 :] if one.clause == pieces[at].clause and one.is_word]


def _is_object(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a verb has `most` for its object: `the camera uses most`, and not `takes most of the time`."""
    behind = _behind(pieces, at)
    is_of_all = not behind or bool(measures(behind[0])) or behind[min(1, len(behind) - 1)].text in _PLURAL
    return is_of_all and any(one.meaning.part == "verb" for one in _before(pieces, at))
