"""How many things a number beside a name or a quantity counts: `two H100s`, `four 3.84 TB drives`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind

_MOST_DEVICES: Final = 10**6
_REACH: Final = 3
_ENDS: Final = frozenset(("(", ",", ":", "=", "\n", "a", "an"))
"""What no number of devices stands before: `1024 x 1024 on an A10`."""


def count_before(pieces: Sequence[Piece], at: int) -> int:
    """Return how many of the device at a place a text names."""
    for piece in reversed(pieces[max(0, at - _REACH) : at]):
        if piece.mention is not None:
            counts = piece.mention.kind in {Kind.COUNT, Kind.RATIO}
            return max(1, min(_MOST_DEVICES, int(piece.mention.high))) if counts else 1
        if piece.text in _ENDS:
            break
    return 1


def count_of_holders(pieces: Sequence[Piece], at: int, around: Surroundings) -> int:
    """Return how many things have a room each: `four 3.84 TB drives`, `two 15 TB SSDs`."""
    number = pieces[at - 1].meaning.number if at else None
    ends = (*around.behind[:1], *around.behind[-1:])
    return number if number and any(noun.text.endswith("s") for noun in ends) else 1


def counts(around: Surroundings) -> bool:
    """Tell whether a number without a unit counts what stands behind it."""
    nouns = [noun for noun in around.behind if noun.device is not None or _is_in_letters(noun.text)]
    return any(noun.is_known or noun.text.endswith("s") for noun in (*nouns[:1], *nouns[-1:]))


def _is_in_letters(text: str) -> bool:
    """Tell whether a noun has letters alone, also one of several words: `vibration sensors`."""
    return text.replace(" ", "").replace("-", "").isalpha()


def is_measure(around: Surroundings) -> bool:
    """Tell whether the noun before a number says what it is: `a PUE of 1.3`, `batches of 8`."""
    if not around.owners and around.before and around.before[0].text.endswith("s"):
        return True
    return any(Kind.COUNT in noun.meaning.roles for noun in (*around.before[:1], *around.owners[:1]))
