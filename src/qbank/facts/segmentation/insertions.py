"""One clause of what an insertion parts: `its memory, weights included, exceeds 2 GB`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.pieces import Piece

_MOST_INSERTED: Final = 4
_VERBS: Final = frozenset(("verb", "copula"))


def rejoin(pieces: Sequence[Piece], commas: Iterable[int]) -> None:
    """Make one clause of what an insertion parts: `its memory, weights included, exceeds 2 GB`."""
    for first, second in pairwise(commas):
        inner, behind = pieces[first + 1 : second], pieces[second + 1 : second + 2]
        if (
            0 < len(inner) <= _MOST_INSERTED
            and pieces[first].clause + 1 == pieces[second].clause
            and behind
            and behind[0].meaning.part in _VERBS
            and not any(one.mention or one.device or one.meaning.part in _VERBS for one in inner)
            and pieces[first - 1].is_word
            and not pieces[first - 1].meaning.part
        ):
            kept, last = pieces[first].clause, behind[0].clause
            for piece in pieces[first + 1 :]:
                if piece.clause > last:
                    break
                piece.clause = kept
