"""What the label of a line of the calculations is: the name of one thing, a limit, a case of several."""

from __future__ import annotations

from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger

_TIES: Final = frozenset(("of", "filler", "stop", "preposition", "per", "verb"))
_BEFORE_CASES: Final = frozenset(("filler", "stop", "preposition"))
_WHOLE: Final = "in total"
_NO_NAMES: Final = frozenset(("sum", "rest", "limit"))


def names_case(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label begins with what a case is told by: `With the spares`, `At night`."""
    first = next((piece for piece in ledger.label_of(fact) if piece.is_word), None)
    return first is not None and first.meaning.part in _BEFORE_CASES
