"""What takes longer than its window, and what no line adds up though one room holds all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from qbank.facts.clock import spans_of_clock
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind, Origin, Role
from qbank.rules.physics.needs import beyond, goes_on

_NEAR: Final = 3.0
_DRAWN: Final = frozenset((Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT))
"""What lasts a time, and may well last longer than that."""


def windows(ledger: Ledger) -> list[Fact]:
    """Return the windows of a question: between two times of the day, or called so."""
    told = [
        one
        for one in ledger.by_kind[Kind.TIME]
        if one.role is Role.LIMIT and one.origin in GIVING and one.is_topic and "window" in one.subject.name
    ]
    return [*ledger.view(spans_of_clock), *told]


def beyond_window(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what moving or doing something takes, with the one window that there is for it, shorter."""
    found = {one.value: one for one in ledger.view(windows)}
    for window in found.values() if len(found) == 1 else ():
        for _, lasts in ledger.worked_out():
            is_longer = window.value * beyond(lasts) < lasts.mention.low <= _NEAR * window.value
            if lasts.kind is Kind.TIME and is_longer and _is_of_work(ledger, lasts):
                yield lasts, window
                return


def _is_of_work(ledger: Ledger, lasts: Fact) -> bool:
    """Tell whether a time is what an amount takes at a rate, and not how long something runs on a charge."""
    parts = ledger.parts(lasts)
    divides = any(
        claim.operator == "/" and all(one.kind is not Kind.TIME for one in claim.operands)
        for part in parts
        if part.kind is Kind.TIME
        for claim in ledger.made_by(part)
    )
    drawn = [one for kind in _DRAWN for one in ledger.by_kind[kind]]
    return (
        divides
        and lasts.origin is Origin.CALCULATIONS
        and lasts.is_topic
        and (parts.isdisjoint(drawn) and not _counts_alone(parts, drawn))
        and not goes_on(ledger, lasts)
    )


def _counts_alone(parts: Set[Fact], drawn: Sequence[Fact]) -> bool:
    """Tell whether a time is made of bare numbers, that may be of a charge or power told elsewhere."""
    return bool(drawn) and {one.kind for one in parts} <= {Kind.TIME, Kind.COUNT}
