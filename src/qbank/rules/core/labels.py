"""What the label of a line of the calculations is: the name of one thing, a limit, a case of several."""

from __future__ import annotations

from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger

_TIES: Final = frozenset(("of", "filler", "stop", "preposition", "per", "verb"))
_BEFORE_CASES: Final = frozenset(("filler", "stop", "preposition"))
_WHOLE: Final = "in total"
_NO_NAMES: Final = frozenset(("sum", "rest", "limit"))


def has_plain_label(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label is the name of one thing: `Decoding`, and no case or share of it."""
    label = ledger.label_of(fact)
    if len(label) > 1 and label[-1].text == _WHOLE:
        del label[-1]  # `KV in total`
    return bool(label) and not any(
        piece.meaning.part in _TIES
        or piece.meaning.sort in _NO_NAMES
        or piece.mention is not None
        or piece.text == ","
        for piece in label
    )


def names_limit(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label names a limit: `Budget per card`."""
    return any(piece.meaning.sort == "limit" for piece in ledger.label_of(fact))


def names_case(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label begins with what a case is told by: `With the spares`, `At night`."""
    first = next((piece for piece in ledger.label_of(fact) if piece.is_word), None)
    return first is not None and first.meaning.part in _BEFORE_CASES


def has_number(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label has a number, as one of several does: `Out of layer 3`."""
    return any(piece.text[:1].isdigit() for piece in ledger.label_of(fact))
