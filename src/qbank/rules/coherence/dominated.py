"""Options that are worse than another one in all that a question works out of both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ROOM, Kind
from qbank.rules.coherence.options import Values, are_added_up, beyond_limits, contrasts, named, refused

_LESS_IS_BETTER: Final = frozenset((Kind.MONEY, Kind.PRICE, Kind.ENERGY, Kind.TIME, Kind.MASS, Kind.POWER))
_MORE_IS_BETTER: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE))
_LEFT: Final = frozenset(("rest", "lasting"))
_STORED: Final = frozenset((Kind.ENERGY, Kind.CHARGE))
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
        # who is slower alone may be cheaper, and parts of one whole are no options
        if fact.kind in _LESS_IS_BETTER and not are_added_up(ledger, options):
            worse = worse or (fact, other)
    return worse


def lasts(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether more of a time is better: how long a charge lasts, or what of it is left."""
    return not _LEFT.isdisjoint(cues_in(ledger.label_of(fact))) or any(
        claim.operator == "/" and claim.operands and _is_stored(ledger, claim.operands[0])
        for claim in ledger.made_by(fact)
    )


def _is_stored(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value, or what it repeats without its unit, is an energy or a charge: `400 / 7.6`."""
    if fact.kind is not Kind.COUNT:
        return fact.kind in _STORED
    return any(one.number == fact.number for kind in _STORED for one in ledger.by_kind[kind])


def _contrasted(ledger: Ledger) -> list[tuple[Values, bool]]:
    """Return what lines tell of two options, and whether more of it is better."""
    return [
        (contrast.options, (kind in _MORE_IS_BETTER) is not _is_left(ledger, contrast.options))
        for kind in ledger.by_kind
        if kind in _LESS_IS_BETTER | _MORE_IS_BETTER
        for contrast in contrasts(ledger, kind)
        if len(contrast.options) == 2 and not any(_is_there(fact) for fact in contrast.options.values())
    ]


def _is_there(fact: Fact) -> bool:
    """Tell whether a value is what there is of something, and not what an option takes."""
    return fact.role in ROOM or fact.subject.sort in _SUPPLIES


def _is_left(ledger: Ledger, options: Values) -> bool:
    return any(lasts(ledger, fact) for fact in options.values())
