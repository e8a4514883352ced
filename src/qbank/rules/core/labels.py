"""What the label of a line of the calculations is: the name of one thing, a limit, a case of several."""

from __future__ import annotations

from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece

_TIES: Final = frozenset(("of", "filler", "stop", "preposition", "per", "verb"))
_WHOLE: Final = "in total"
_NO_NAMES: Final = frozenset(("sum", "rest", "limit"))


def label_of(ledger: Ledger, fact: Fact) -> list[Piece]:
    """Return the pieces of the label of a fact's line; none if it has none."""
    return [
        piece
        for piece in ledger.pieces[fact.path]
        if piece.line == fact.line and piece.start < fact.start and piece.text in fact.label
    ]


def has_plain_label(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label is the name of one thing: `Decoding`, and no case or share of it."""
    label = label_of(ledger, fact)
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
    return any(piece.meaning.sort == "limit" for piece in label_of(ledger, fact))


def has_number(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label has a number, as one of several does: `Out of layer 3`."""
    return any(piece.text[:1].isdigit() for piece in label_of(ledger, fact))
