"""The parameters of models: whether a large number counts them, and how many bytes one takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece, of_sentence
from qbank.facts.vocabulary import Kind
from qbank.units.dimension import NONE
from qbank.units.table import BYTES_OF_TYPE

_MOST_ELEMENT_BYTES: Final = 16.5
_COUNTED_IN: Final = frozenset(("parameter", "model", "weights"))
"""What is as large as it has parameters."""


def is_of_element(fact: Fact, around: Surroundings) -> bool:
    """Tell whether some bytes are those of a parameter or another element."""
    return fact.kind is Kind.BYTES and (
        fact.value <= _MOST_ELEMENT_BYTES or (around.per is not None and around.per.meaning.sort == "unit")
    )


def counts_parameters(fact: Fact, around: Surroundings) -> bool:
    """Tell whether a large count is one of parameters: nothing else that it could count follows it."""
    if not fact.mention.scaled or fact.mention.unit.dimension != NONE:
        return False
    nouns = [noun for noun in around.behind if noun.is_known or noun.text.endswith("s")]
    nouns = nouns or [noun for noun in around.label if noun.meaning.sort == "event"]
    return not nouns or any(noun.meaning.thing in _COUNTED_IN for noun in nouns)  # `an 8B dense model`


def width(fact: Fact, pieces: Sequence[Piece]) -> float:
    """Return the bytes of the one data type that the sentence names; 0 if there are none or several."""
    words = (*fact.text.split(), *(one.text for one in pieces[of_sentence(pieces, fact.sentence)]))
    widths = {BYTES_OF_TYPE[word] for word in map(str.upper, words) if word in BYTES_OF_TYPE}
    return float(widths.pop()) if len(widths) == 1 else 0.0
