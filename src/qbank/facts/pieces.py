"""The pieces of a text: words with what they mean, quantities, names of hardware, signs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.facts.devices.device import Device
from qbank.facts.lexicon.meaning import NO_MEANING, Meaning
from qbank.facts.vocabulary import Kind, kind_of
from qbank.formulas.matching import words
from qbank.units import NO_UNIT, Unit

_NO_CUES: Final[frozenset[str]] = frozenset()
_SENTENCE: Final = attrgetter("sentence")
_CLAUSE: Final = attrgetter("clause")
NUMBERED: Final = words.NUMBERED | {"rank", "size"}
"""What has its number behind it for a name: `stage 3 shards the states`, `a size 312 cell`."""
SHORT_OF: Final = frozenset(("failure", "falls-short", "denied"))
"""What is said of a thing, whatever part of speech says so: `A misses the limit`, `A cannot`."""


class Mention(Struct):
    """A quantity as a text states it; sizes are in base units.

    Attributes:
        start, end: code-point offsets in the field, unit and mark of approximation included.
        low, high: the ends of a range, else both the value.
        step: what one more in its last digit would be.
        kind: what it measures.
        unit: as written.
        scale: the size of one of its unit, with a multiplier such as K.
        approximate: whether it is marked `~` or "about".
        scaled: whether a letter or word multiplies it: `7B`, `3 million`.
    """

    start: int
    end: int
    low: float
    high: float
    step: float
    kind: Kind
    unit: Unit
    scale: float = 1.0
    approximate: bool = False
    scaled: bool = False

    @classmethod
    def in_words(cls, start: int, end: int, number: float, unit: Unit = NO_UNIT) -> Mention:
        """Return a quantity that is told without digits: `ten minutes`, `a fifth of`."""
        size = float(unit.scale)
        return cls(start, end, number * size, number * size, size, kind_of(unit), unit, size)

    @property
    def is_bare(self) -> bool:
        """Whether it is a number without unit and multiplier."""
        return self.kind is Kind.COUNT and not (self.unit.name or self.scaled)

    @property
    def number(self) -> float:
        """The highest value as it is written, without unit and multiplier."""
        return self.high / self.scale

    def times(self, size: float, unit: Unit) -> Mention:
        """Return what is so many times as large in base units, and measured in another unit."""
        low, high, step, scale = (one * size for one in (self.low, self.high, self.step, self.scale))
        return replace(self, low=low, high=high, step=step, scale=scale, kind=kind_of(unit), unit=unit)


class Piece(Struct):
    """One piece of a text.

    Attributes:
        text: in lower case unless its case counts.
        start, end: code-point offsets in the field.
        meaning: what a word means; nothing for signs and unknown words.
        mention: the quantity that it is.
        device: the name of hardware that it is.
        is_word: whether it is a word, known or not.
        sentence, clause, line: numbers of those that it stands in, all of them counted over the field.
        opener: the piece that opens the brackets around it; -1 outside of brackets.
    """

    text: str
    start: int
    end: int
    meaning: Meaning
    mention: Mention | None
    device: Device | None
    is_word: bool
    sentence: int
    clause: int
    line: int
    opener: int

    @property
    def is_known(self) -> bool:
        """Whether the lexicon has it."""
        return self.meaning is not NO_MEANING

    @property
    def is_noun(self) -> bool:
        """Whether it may name a thing."""
        return self.device is not None or (self.is_word and not self.meaning.part)


def of_sentence(pieces: Sequence[Piece], sentence: int) -> slice:
    """Return where the pieces of a sentence stand among all of a field."""
    first = bisect_left(pieces, sentence, key=_SENTENCE)
    return slice(first, bisect_right(pieces, sentence, first, key=_SENTENCE))


def of_clause(pieces: Sequence[Piece], clause: int) -> slice:
    """Return where the pieces of a clause stand among all of a field."""
    first = bisect_left(pieces, clause, key=_CLAUSE)
    return slice(first, bisect_right(pieces, clause, first, key=_CLAUSE))


def cues_in(pieces: Iterable[Piece]) -> frozenset[str]:
    """Return the cues of some pieces."""
    return _NO_CUES.union(*[cues for piece in pieces if (cues := piece.meaning.cues)])
