"""The time that a question leaves for a piece of work."""

from __future__ import annotations

from qbank.facts.clock import spans_of_clock
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind, Role


def windows(ledger: Ledger) -> list[Fact]:
    """Return the windows of a question: between two times of the day, or called so."""
    limits = [one for one in ledger.by_kind[Kind.TIME] if one.role is Role.LIMIT]
    return [
        *ledger.view(spans_of_clock),
        *(one for one in limits if one.origin in GIVING and one.is_topic if "window" in one.subject.name),
    ]
