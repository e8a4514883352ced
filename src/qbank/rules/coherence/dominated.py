"""Options that are worse than another one in all that a question works out of both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import MONEY, ROOM, Kind
from qbank.rules.coherence.options import Values, are_added_up, beyond_limits, contrasts, named, refused

_LESS_IS_BETTER: Final = frozenset((Kind.MONEY, Kind.PRICE, Kind.ENERGY, Kind.TIME, Kind.MASS, Kind.POWER))
_MORE_IS_BETTER: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE))
DECIDES: Final = (*MONEY, Kind.ENERGY, Kind.MASS)
"""What alone speaks for an option; a time may be that of a part, or what lasts."""
_SUPPLIES: Final = frozenset(("source", "store"))
_CLEARLY: Final = 1.02
_TURNED_DOWN: Final = frozenset(("than", "rather than", "instead", "instead of", "not"))
"""What stands before the option that is not taken: `more panel rather than more battery`."""


def dominated(ledger: Ledger, choice: Sequence[Piece]) -> tuple[Fact, Fact] | None:
    """Return a value of what a clause chooses and the better one of the other option.

    None where what is chosen has a better one as well, where the other option is refused or breaks a limit,
    or where nothing is worked out of both.
    """
    clause = list(takewhile(lambda piece: piece.text not in _TURNED_DOWN, choice))
    worse: tuple[Fact, Fact] | None = None
    for options, more_is_better in _contrasted(ledger):
        labels = named(clause, options)
        if len(labels) != 1:
            continue
        fact = options[labels[0]]
        other_label, other = next(one for one in options.items() if one[0] != labels[0])
        if other_label in refused(ledger, options) | beyond_limits(ledger, options):
            return None
        low, high = sorted((fact.value, other.value))
        if high <= low * _CLEARLY:
            continue
        if (fact.value > other.value) is more_is_better:
            return None
        # parts of one whole are no options
        if fact.kind in DECIDES and not are_added_up(ledger, options):
            worse = worse or (fact, other)
    return worse


def _contrasted(ledger: Ledger) -> list[tuple[Values, bool]]:
    """Return what lines tell of two options, and whether more of it is better."""
    return [
        (contrast.options, kind in _MORE_IS_BETTER)
        for kind in ledger.by_kind
        if kind in _LESS_IS_BETTER | _MORE_IS_BETTER
        for contrast in contrasts(ledger, kind)
        if len(contrast.options) == 2 and not any(_is_there(fact) for fact in contrast.options.values())
    ]


def _is_there(fact: Fact) -> bool:
    """Tell whether a value is what there is of something, and not what an option takes."""
    return fact.role in ROOM or fact.subject.sort in _SUPPLIES
