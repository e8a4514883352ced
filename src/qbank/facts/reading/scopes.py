"""Of how many a quantity is, and per what: `18 GB per GPU`, `640 GB in total`."""

from __future__ import annotations

from qbank.facts.fact import Fact
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece, cues_in


def set_scope(fact: Fact, around: Surroundings, piece: Piece) -> None:
    """Say what a quantity is per, and whether it is of one or of all."""
    if around.per is not None:
        fact.per = around.per.text
        if around.per.meaning.sort in {"device", "event"}:
            fact.scope, fact.scope_of = "one", around.per.text
    if "every-one" in piece.meaning.cues:
        fact.scope = "one"  # `18 GB per GPU`
    elif not fact.scope:
        cues = cues_in((*around.label, *around.behind, *around.before))
        if "each" in cues or "total" in cues:
            fact.scope = "one" if "each" in cues else "all"
