"""What options of a question break its limits, and which of them the solution turns down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import SHORT_OF, cues_in
from qbank.facts.vocabulary import ASKED, Kind, Role, Standing
from qbank.grouping import grouped
from qbank.rules.coherence.naming import Name, Values, named, own_words
from qbank.rules.coherence.options import values_told

_UNLIMITED: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.OTHER))
_BINDING: Final = frozenset((Standing.TOPIC, Standing.CLAIMED))
"""What a limit may be: one that a data sheet promises binds as well."""
_MORE: Final = 1.005
_MOST_BEYOND: Final = 10
_MOST_APART: Final = 1.5
"""A share that is farther from a limit is of something else."""


def limited(ledger: Ledger, *, computed_first: bool = False) -> Iterator[tuple[Fact, Values, set[Name]]]:
    """Yield the limits of the question, each with values of several options, and those that are beyond it."""
    for limit in ledger.facts:
        is_floor = "floor" in limit.traits
        if not (limit.role is Role.LIMIT or is_floor) or limit.path[0] not in ASKED:
            continue
        if limit.standing not in _BINDING or (limit.kind in _UNLIMITED and not _are_points(limit)):
            continue
        near = ledger.pieces[limit.path][max(0, limit.at - 3) : limit.at]
        is_floor = is_floor or "floor" in cues_in(near)
        for options in values_told(ledger, limit.kind, computed_first=computed_first):
            beyond = {name for name, fact in options.items() if _is_beyond(fact, limit, is_floor=is_floor)}
            yield limit, options, beyond


def all_limited(ledger: Ledger) -> list[tuple[Fact, Values, set[Name]]]:
    """Return what `limited` yields; a view."""
    return list(limited(ledger))


def _are_points(fact: Fact) -> bool:
    """Whether a number counts points of a percentage."""
    return fact.kind is Kind.COUNT and "points" in fact.traits


def _is_beyond(fact: Fact, limit: Fact, *, is_floor: bool) -> bool:
    """Whether a value breaks a limit, and is of its size, so that the limit may be set for it."""
    if _are_points(fact) != _are_points(limit):
        return False
    if ("-" in fact.mention.unit.name) != ("-" in limit.mention.unit.name):
        return False  # 480 GPU-h and a limit of 72 h
    most = _MOST_APART if limit.kind is Kind.SHARE else _MOST_BEYOND
    if not limit.value / most < fact.value < limit.value * most:
        return False
    return fact.value * _MORE < limit.value if is_floor else fact.mention.low > limit.value * _MORE


def turned_down(ledger: Ledger, options: Values) -> set[Name]:
    """Return the options that fall short: the solution says so, or one of their values is beyond a limit."""
    return refused(ledger, options) | {
        label
        for _, _, beyond in ledger.view(all_limited)
        for name in beyond
        for label in options
        if not name.isdisjoint(own_words(label, options))
    }


def refused(ledger: Ledger, options: Values) -> set[Name]:
    """Return the options of which the solution says that they fall short of something.

    A clause that names none is of the last one of its sentence: `Elm is the cheapest but misses the limit`.
    """
    out: set[Name] = set()
    for pieces in ledger.solution.values():
        before: dict[int, list[Name]] = {}
        for clause in grouped((piece.clause, piece) for piece in pieces).values():
            sentence = clause[0].sentence
            before[sentence] = named(clause, options) or before.get(sentence, [])[-1:]
            if not cues_in(clause).isdisjoint(SHORT_OF):
                out.update(before[sentence])
    return out
