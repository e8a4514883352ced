"""The values of a sentence, in digits and in words, and what each may be read as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece, of_sentence
from qbank.facts.vocabulary import Kind, Modality, Origin, Standing, unit_of_time
from qbank.units import Unit, physical
from qbank.units.dimension import SECOND

_ENDS: Final = frozenset((";", "\n", "but", "while", "whereas", "although", "though"))
_ENDS_OF_LINE: Final = frozenset((".", "!", "?", ":", "\n", "*", ")"))
_GOES_ON: Final = frozenset(("so", "hence", "thus", "therefore"))
_SAYS_AGAIN: Final = frozenset(("is", "makes", "means"))
_EVERY: Final = frozenset(("a", "an", "every", "each", "per"))
_PERIOD_REACH: Final = 7
_LARGE: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_ROUGH: Final = 0.06
_ROUNDED: Final = 0.006
_LEAST_STEP: Final = 0.1
_NOT_TOLD: Final = frozenset((Modality.ASKED, Modality.DENIED))
_OTHER_CASES: Final = frozenset((Standing.CLAIMED, Standing.DISTRACTOR))


class Reading(Struct, frozen=True):
    """What a value may be read as: its size in base units, its physical dimension, the number in the text."""

    size: float
    dimension: int
    number: float


class Value(Struct, eq=False):
    """A value of a sentence.

    Attributes:
        path, start, end, text, label: where it stands, and what a finding calls it.
        at, clause: the number of its piece in the field, and of its clause.
        kind: what it measures.
        unit: as written.
        readings: what it may be read as, the likeliest first: `4 GB a day` as a rate, then as 4 GB.
        step, slack: the share of it that its digits leave open, and that `about` does.
        in_words: whether it is told without digits.
    """

    path: FieldPath
    start: int
    end: int
    text: str
    at: int
    clause: int
    kind: Kind
    unit: Unit
    readings: tuple[Reading, ...]
    step: float
    slack: float
    in_words: bool = False
    label: str = ""

    @property
    def size(self) -> float:
        """Its size in base units, as it is read first."""
        return self.readings[0].size

    @property
    def number(self) -> float:
        """The number that is written."""
        return self.readings[0].number

    @property
    def dimension(self) -> int:
        """Its physical dimension, as it is read first."""
        return self.readings[0].dimension

    @property
    def is_one(self) -> bool:
        """Whether it is a single thing, which multiplies nothing."""
        return self.in_words and self.number == 1


class Slip(Struct, frozen=True):
    """A value that is not what the others of its sentence make; the truth is a number in its unit."""

    result: Value
    others: Sequence[Value]
    truth: float
    verb: str = "make"


class Sentence(Struct, eq=False):
    """What belongs together: a sentence up to a semicolon, or with the next one that goes on with `so`.

    Attributes:
        pieces: what it consists of.
        first: the place of the first of them in the field.
        values: in the order of the text.
        words: all its words, each for itself.
    """

    pieces: Sequence[Piece]
    first: int
    values: Sequence[Value]
    words: Sequence[str] = ()

    def before(self, one: Value, most: int) -> list[str]:
        """Return the last words before a value, behind the value before."""
        at = one.at - self.first
        found: list[str] = []
        for piece in reversed(self.pieces[max(0, at - most) : at]):
            if piece.mention is not None:
                break
            found[:0] = piece.text.split()
        return found

    def behind(self, one: Value, most: int) -> list[str]:
        """Return the first words behind a value."""
        at = one.at + 1 - self.first
        return _words(self.pieces[at : at + most])

    def between(self, one: Value, other: Value) -> list[str]:
        """Return the words between two values."""
        return _words(self.pieces[one.at + 1 - self.first : other.at - self.first])


def _words(pieces: Sequence[Piece]) -> list[str]:
    return [word for piece in pieces for word in piece.text.split()]


def sentences(ledger: Ledger) -> list[Sentence]:
    """Return the sentences of prose with two values or more, of which no calculation has any."""
    facts: dict[FieldPath, dict[int, Fact]] = {path: {} for path in ledger.pieces}
    for fact in ledger.facts:
        facts[fact.path][fact.at] = fact
    found = []
    for path, numbered in ledger.numbered.items():
        pieces = ledger.pieces[path]
        for first, end in _spans(pieces, [at for at, _ in numbered]):
            if all(_is_told(one) for at, one in facts[path].items() if first <= at < end):
                values = [*_values(path, pieces, first, end, facts[path])]
                if len(values) > 1:
                    found.append(Sentence(pieces[first:end], first, values, _words(pieces[first:end])))
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
        sentence = of_sentence(pieces, pieces[at].sentence)
        first, done = sentence.start, sentence.stop
        while done < len(pieces) and _goes_on(pieces[done : done + 2]):
            done = of_sentence(pieces, pieces[done].sentence).stop
        if pieces[done - 1].text == "?" or _is_wrapped(pieces, first) or _is_wrapped(pieces, done):
            continue
        for place in range(first, done):
            if pieces[place].text in _ENDS and pieces[place].opener < 0:
                yield first, place
                first = place + 1
        yield first, done


def _is_wrapped(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether the line that begins at a place goes on with what the line before does not end."""
    before, *here = pieces[max(0, at - 1) : at + 2]
    if len(here) < 2 or here[0].text != "\n" or before.text in _ENDS_OF_LINE:
        return False
    return here[1].is_word or here[1].mention is not None


def _goes_on(pieces: Sequence[Piece]) -> bool:
    texts = [piece.text for piece in pieces]
    says_again = texts[:1] in (["that"], ["this"]) and not _SAYS_AGAIN.isdisjoint(texts[1:])
    return says_again or not _GOES_ON.isdisjoint(texts[:1])


def _values(
    path: FieldPath, pieces: Sequence[Piece], first: int, end: int, facts: Mapping[int, Fact]
) -> Iterator[Value]:
    done = first
    for at in range(first, end):
        piece, fact = pieces[at], facts.get(at)
        found = _mention(pieces, at, end) if fact is None else (fact.mention, at + 1)
        if at < done or found is None:
            continue
        mention, done = found
        if mention.low != mention.high or mention.high <= 0 or _is_length_of_period(pieces, at):
            continue
        written = mention.unit.name
        plain = Reading(mention.high, int(physical(mention.unit.dimension)), mention.number)
        last = done
        readings: tuple[Reading, ...] = (plain,)
        if "/" in written:
            if (whole := unit_of_time(written.rpartition("/")[2])) is not None:
                amount = mention.high * float(whole.scale)
                readings = plain, Reading(amount, plain.dimension + SECOND, plain.number)
        elif mention.kind is not Kind.SHARE:
            seconds, done = _period(pieces, done, end)
            if seconds:
                readings = Reading(plain.size / seconds, plain.dimension - SECOND, plain.number), plain
        in_words = not any(map(str.isdigit, piece.text))
        step = 0.0 if in_words else min(0.51 * mention.step / mention.high, _LEAST_STEP)
        told = [fact.text] if fact is not None else [one.text for one in pieces[at:last]]
        told += [one.text for one in pieces[last:done] if done <= last + 2]
        yield Value(
            path,
            mention.start,
            mention.end,
            " ".join(told),
            at,
            piece.clause,
            mention.kind,
            mention.unit,
            readings,
            step,
            max(step, _ROUGH if mention.approximate else _ROUNDED),
            in_words,
        )


def _mention(pieces: Sequence[Piece], at: int, end: int) -> tuple[Mention, int] | None:
    """Return the quantity at a place, in digits or in words, and where it ends; None if there is none."""
    piece, number = pieces[at], pieces[at].meaning.number
    if piece.mention is not None:
        return piece.mention, at + 1
    large = _LARGE.get(pieces[at + 1].text, 0.0) if at + 1 < end else 0.0
    if number is None and not (large and piece.text == "a"):
        return None
    last = at + 1 if large else at
    return Mention.in_words(piece.start, pieces[last].end, (number or 1) * (large or 1)), last + 1


def _is_length_of_period(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a time says how long that is which a rate is per: `11 GB per day of 24 hours`."""
    told = pieces[at - 2].mention if at > 1 and pieces[at - 1].text == "of" else None
    return told is not None and unit_of_time(told.unit.name.rpartition("/")[2]) is not None


def _period(pieces: Sequence[Piece], at: int, end: int) -> tuple[float, int]:
    """Return the seconds of the time that a value before is told for, and where what tells so ends.

    That stands in its clause, with no other value between: `320 KB arrive every second`, `9,000 a month of 30
    days`. They are 0 if it is told for none.
    """
    for place in range(at, min(end - 1, at + _PERIOD_REACH)):
        piece = pieces[place]
        if piece.clause != pieces[at - 1].clause or piece.mention is not None:
            break
        if piece.text == "every second":
            return 1.0, place + 1
        if pieces[place - 1].text in {"of", "in"}:
            continue
        if piece.text in _EVERY and (time := unit_of_time(pieces[place + 1].text)) is not None:
            behind = [one.text == "of" or one.mention for one in pieces[place + 2 : min(end, place + 4)]]
            length = behind[1] if behind[:1] == [True] and len(behind) > 1 else None
            if isinstance(length, Mention) and length.kind is Kind.TIME:
                return length.high, place + 4
            return float(time.scale), place + 2
    return 0.0, at
