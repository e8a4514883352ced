"""The values of a sentence, in digits and in words, and what each may be read as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece, of_sentence
from qbank.facts.vocabulary import Kind, Modality, Origin, Standing, unit_of_time
from qbank.units import physical
from qbank.units.dimension import SECOND

_ENDS: Final = frozenset((";", "\n", "but", "while", "whereas", "although", "though"))
_ENDS_OF_LINE: Final = frozenset((".", "!", "?", ":", "\n", "*", ")"))
_GOES_ON: Final = frozenset(
    ("so", "hence", "thus", "therefore", "that is", "that makes", "this is", "this makes")
)
_EVERY: Final = frozenset(("a", "an", "every", "each", "per"))
_PERIOD_REACH: Final = 7
_LARGE: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_HOUR: Final = 3600.0
_NEAR: Final = 6
_ROUGH: Final = 0.06
_ROUNDED: Final = 0.006
_LARGEST_STEP: Final = 0.1
_NOT_TOLD: Final = frozenset((Modality.ASKED, Modality.DENIED))
_OTHER_CASES: Final = frozenset((Standing.CLAIMED, Standing.DISTRACTOR))


class Value(Struct, eq=False):
    """A value of a sentence.

    Attributes:
        fact: what it is told as.
        text: as written, with the time that it is told for.
        readings: sizes and physical dimensions, the likeliest first: `4 GB a day` as a rate, then as 4 GB.
        in_words: whether it is told without digits.
    """

    fact: Fact
    text: str
    readings: tuple[tuple[float, int], ...]
    in_words: bool

    @property
    def size(self) -> float:
        """Its size in base units, as it is read first."""
        return self.readings[0][0]

    @property
    def dimension(self) -> int:
        """Its physical dimension, as it is read first."""
        return self.readings[0][1]

    @property
    def number(self) -> float:
        """The number that is written."""
        return self.fact.mention.number

    @property
    def is_share(self) -> bool:
        """Whether it is a part of something in percent."""
        return self.fact.kind is Kind.SHARE

    @property
    def is_per_long(self) -> bool:
        """Whether it is a rate of so long a time that people speak of an amount: `a million a day`."""
        return len(self.readings) > 1 and self.readings[1][0] / self.size >= _HOUR

    @property
    def step(self) -> float:
        """The share of it that its digits leave open."""
        mention = self.fact.mention
        return 0.0 if self.in_words else min(0.51 * mention.step / mention.high, _LARGEST_STEP)

    @property
    def slack(self) -> float:
        """The share of it that it may be off, as it is told."""
        return max(self.step, _ROUGH if self.fact.mention.approximate else _ROUNDED)


class Slip(Struct, frozen=True):
    """A value that is not what the others of its sentence make; the truth is a number in its unit."""

    result: Value
    others: Sequence[Value]
    truth: float


class Sentence(Struct, eq=False):
    """What belongs together: a sentence up to a semicolon, or with the next one that goes on with `so`.

    Attributes:
        pieces: those of the field.
        first, end: where it begins, and what is behind it.
        values: its values in the order of the text.
    """

    pieces: Sequence[Piece]
    first: int
    end: int
    values: Sequence[Value]

    @property
    def words(self) -> list[str]:
        """All its words."""
        return self._words(self.first, self.end)

    def before(self, one: Value, most: int) -> list[str]:
        """Return the words of the last pieces before a value, behind the value before."""
        start = max(self.first, one.fact.at - most)
        others = [other.fact.at + 1 for other in self.values if start <= other.fact.at < one.fact.at]
        return self._words(max((start, *others)), one.fact.at)

    def behind(self, one: Value, most: int) -> list[str]:
        """Return the words of the first pieces behind a value, before the next value."""
        start = one.fact.at + 1
        others = [other.fact.at for other in self.values if other.fact.at >= start]
        return self._words(start, min((self.end, start + most, *others)))

    def between(self, one: Value, other: Value) -> list[str]:
        """Return the words between two values."""
        return self._words(one.fact.at + 1, other.fact.at)

    def _words(self, start: int, end: int) -> list[str]:
        return [word for one in self.pieces[start:end] if not one.mention for word in one.text.split()]


def sentences(ledger: Ledger) -> list[Sentence]:
    """Return the sentences of prose with two values or more, of which no calculation has any."""
    facts: dict[FieldPath, dict[int, Fact]] = {path: {} for path in ledger.pieces}
    for fact in ledger.facts:
        facts[fact.path][fact.at] = fact
    found = []
    for path, pieces in ledger.pieces.items():
        for first, end in _spans(pieces, [at for at, _ in ledger.numbered[path]]):
            if all(_is_told(one) for at, one in facts[path].items() if first <= at < end):
                values = [*_values(path, pieces[:end], first, facts[path])]
                if len(values) > 1:
                    found.append(Sentence(pieces, first, end, values))
    return found


def _is_told(fact: Fact) -> bool:
    is_said = fact.modality not in _NOT_TOLD and fact.standing not in _OTHER_CASES
    return is_said and not fact.is_calculated and fact.origin is not Origin.CALCULATIONS


def _spans(pieces: Sequence[Piece], numbered: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield where what belongs together begins and ends."""
    done = -1
    for at in numbered:
        if at < done:
            continue
        first, done = (part := of_sentence(pieces, pieces[at].sentence)).start, part.stop
        while done < len(pieces) and not _GOES_ON.isdisjoint(_openings(pieces[done : done + 2])):
            done = of_sentence(pieces, pieces[done].sentence).stop
        if pieces[done - 1].text == "?" or _is_wrapped(pieces, first) or _is_wrapped(pieces, done):
            continue
        for place in range(first, done):
            behind = {piece.text for piece in pieces[place + 1 : place + _NEAR]}
            if pieces[place].text in _ENDS and pieces[place].opener < 0 and behind.isdisjoint(_GOES_ON):
                yield first, place
                first = place + 1
        yield first, done


def _openings(pieces: Sequence[Piece]) -> tuple[str, str]:
    return pieces[0].text, " ".join(piece.text for piece in pieces)


def _is_wrapped(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether the line that begins at a place goes on with what the line before does not end."""
    before, *here = pieces[max(0, at - 1) : at + 2]
    is_open = len(here) > 1 and here[0].text == "\n" and before.text not in _ENDS_OF_LINE
    return is_open and (here[1].is_word or here[1].mention is not None)


def _values(
    path: FieldPath, pieces: Sequence[Piece], first: int, facts: Mapping[int, Fact]
) -> Iterator[Value]:
    done = first  # behind the last value
    for at in range(first, len(pieces)):
        fact = facts.get(at) or _told(path, pieces, at)
        if at < done or fact is None or fact.mention.low != fact.value or fact.value <= 0:
            continue
        if fact.kind is Kind.TIME and pieces[at - 1].text == "of" and at - 1 == done and at - 1 > first:
            continue  # `9,000 a month of 30 days`
        unit, in_words = fact.mention.unit, not any(map(str.isdigit, pieces[at].text))
        if in_words and fact.value == 1 and not unit.name:
            continue  # `one turn`, which multiplies nothing
        dimension, text, last = int(physical(unit.dimension)), fact.text, at + 1
        readings: tuple[tuple[float, int], ...] = ((fact.value, dimension),)
        whole = unit_of_time(unit.name.rpartition("/")[2]) if "/" in unit.name else None
        if whole is not None:
            readings = *readings, (fact.value * float(whole.scale), dimension + SECOND)
            done = last
        elif "/" not in unit.name and fact.kind is not Kind.SHARE:
            seconds, done = _period(pieces, last)
            if seconds:
                readings = (fact.value / seconds, dimension - SECOND), *readings
                text = " ".join((text, *(piece.text for piece in pieces[last:done] if done <= last + 2)))
        yield Value(fact, text, readings, in_words)


def _told(path: FieldPath, pieces: Sequence[Piece], at: int) -> Fact | None:
    """Return the quantity at a place that is no fact, in digits or in words; None if there is none."""
    piece, mention, text = pieces[at], pieces[at].mention, pieces[at].text
    if mention is None:
        behind = pieces[at + 1] if at + 1 < len(pieces) else piece
        large, number = _LARGE.get(behind.text, 0.0), piece.meaning.number
        if number is None and not (large and text == "a"):
            return None
        end, text = (behind.end, f"{text} {behind.text}") if large else (piece.end, text)
        mention = Mention.in_words(piece.start, end, (number or 1) * (large or 1.0))
    return Fact(path, mention.start, mention.end, text, at, mention, clause=piece.clause)


def _period(pieces: Sequence[Piece], at: int) -> tuple[float, int]:
    """Return the seconds of the time that a value before is told for, and where what tells so ends.

    That stands in its clause, with no other value between: `320 KB arrive every second`. They are 0 if it is
    told for none.
    """
    for place in range(at, min(len(pieces) - 1, at + _PERIOD_REACH)):
        piece = pieces[place]
        if piece.clause != pieces[at - 1].clause or piece.mention is not None:
            break
        if piece.text == "every second":
            return 1.0, place + 1
        time = unit_of_time(pieces[place + 1].text) if piece.text in _EVERY else None
        if time is not None and pieces[place - 1].text not in {"of", "in"}:
            return float(time.scale), place + 2
    return 0.0, at
