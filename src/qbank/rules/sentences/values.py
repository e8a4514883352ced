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
_GOES_ON: Final = frozenset(("so", "hence", "thus", "therefore", "together"))
_SAYS_AGAIN: Final = frozenset(("is", "makes", "means"))
_EVERY: Final = frozenset(("a", "an", "every", "each", "per"))
_PERIOD_REACH: Final = 7
_LARGE: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_ROUGH: Final = 0.06
_ROUNDED: Final = 0.006
_NOT_TOLD: Final = frozenset((Modality.ASKED, Modality.DENIED))
_OTHER_CASES: Final = frozenset((Standing.CLAIMED, Standing.DISTRACTOR))


class Reading(Struct, frozen=True):
    """What a value may be read as: a size in base units, its physical dimension, the number that is written."""

    size: float
    dimension: int
    number: float


class Value(Struct, eq=False):
    """A value of a sentence.

    Attributes:
        path, start, end, text, label: where it stands, and what a finding calls it.
        at, clause: the number of its piece in the field, and of its clause.
        kind: what it measures.
        unit: as written; empty if there is none.
        readings: what it may be read as, the likeliest first.
        slack: the share of it that its digits leave open.
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
    slack: float
    in_words: bool = False
    label: str = ""

    @property
    def size(self) -> float:
        """Its size in base units, as it is read first."""
        return self.readings[0].size

    @property
    def dimension(self) -> int:
        """Its physical dimension, as it is read first."""
        return self.readings[0].dimension


class Sentence(Struct, eq=False):
    """What belongs together: a sentence up to a semicolon, or with the next one that goes on with `so`.

    Attributes:
        pieces: what it consists of.
        first: the place of the first of them in the field.
        values: in the order of the text.
    """

    pieces: Sequence[Piece]
    first: int
    values: Sequence[Value]

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
        return [word for piece in self.pieces[at : at + most] for word in piece.text.split()]

    def between(self, one: Value, other: Value) -> list[str]:
        """Return the words between two values."""
        between = self.pieces[one.at + 1 - self.first : other.at - self.first]
        return [word for piece in between for word in piece.text.split()]

    @property
    def words(self) -> list[str]:
        """All its words, in single ones."""
        return [word for piece in self.pieces for word in piece.text.split()]


def sentences(ledger: Ledger) -> list[Sentence]:
    """Return the sentences of prose with two values or more, of which no calculation has any."""
    facts: dict[FieldPath, dict[int, Fact]] = {path: {} for path in ledger.pieces}
    for fact in ledger.facts:
        facts[fact.path][fact.at] = fact
    found = []
    for path, numbered in ledger.numbered.items():
        pieces = ledger.pieces[path]
        for first, end in _spans(pieces, [at for at, _ in numbered]):
            told = [one for at, one in facts[path].items() if first <= at < end]
            if all(map(_is_told, told)):
                values = [*_values(path, pieces, first, end, facts[path])]
                if len(values) > 1:
                    found.append(Sentence(pieces[first:end], first, values))
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
        if pieces[done - 1].text == "?":
            continue
        for place in range(first, done):
            if pieces[place].text in _ENDS and pieces[place].opener < 0:
                yield first, place
                first = place + 1
        yield first, done


def _goes_on(pieces: Sequence[Piece]) -> bool:
    texts = [piece.text for piece in pieces]
    says_again = texts[:1] in (["that"], ["this"]) and not _SAYS_AGAIN.isdisjoint(texts[1:])
    return says_again or not _GOES_ON.isdisjoint(texts[:1])


def _values(
    path: FieldPath, pieces: Sequence[Piece], first: int, end: int, facts: Mapping[int, Fact]
) -> Iterator[Value]:
    used = first
    for at in range(first, end):
        piece, fact = pieces[at], facts.get(at)
        mention = piece.mention if fact is None else fact.mention
        number = piece.meaning.number
        stop = piece.end
        if at < used:
            continue
        if mention is None:
            if piece.meaning.share:
                mention = Mention.in_words(piece.start, stop, piece.meaning.share / 100)
            elif number is not None or piece.text in {"a", "an"}:
                size = _LARGE.get(pieces[at + 1].text, 0.0) if at + 1 < end else 0.0
                if number is None and not size:
                    continue
                used, stop = (at + 2, pieces[at + 1].end) if size else (at + 1, stop)
                mention = Mention.in_words(piece.start, stop, (number or 1) * (size or 1.0))
            else:
                continue
        in_words = not any(map(str.isdigit, piece.text))
        if mention.low != mention.high or mention.high <= 0 or _is_length_of_period(pieces, at):
            continue
        readings = [Reading(mention.high, int(physical(mention.unit.dimension)), mention.number)]
        whole = unit_of_time(mention.unit.name.rpartition("/")[2]) if "/" in mention.unit.name else None
        if whole is not None:
            seconds = float(whole.scale)
            readings.append(Reading(mention.high * seconds, readings[0].dimension + SECOND, mention.number))
        elif "/" not in mention.unit.name and mention.kind is not Kind.SHARE:
            seconds, used = _period(pieces, at + 1, end, max(used, at + 1))
            if seconds:
                plain = readings[0]
                rate = Reading(plain.size / seconds, plain.dimension - SECOND, plain.number)
                readings.insert(0, rate)
        step = 0.51 * mention.step / mention.high if not in_words else 0.0
        slack = max(min(step, 0.1), _ROUGH if mention.approximate else _ROUNDED)
        kind = Kind.SHARE if piece.meaning.share else mention.kind
        told = fact.text if fact is not None and mention is fact.mention else piece.text
        text = " ".join((told, *(one.text for one in pieces[at + 1 : used if used <= at + 3 else at + 1])))
        yield Value(
            path, mention.start, stop if fact is None else fact.end, text, at, piece.clause, kind,
            mention.unit, tuple(readings), slack, in_words,
        )


def _is_length_of_period(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a time says how long that is which a rate is per: `11 GB per day of 24 hours`."""
    told = pieces[at - 2].mention if at > 1 and pieces[at - 1].text == "of" else None
    return told is not None and unit_of_time(told.unit.name.rpartition("/")[2]) is not None


def _period(pieces: Sequence[Piece], at: int, end: int, used: int) -> tuple[float, int]:
    """Return the seconds of the time that a value is told for, and where its words end: `2 GB every hour`.

    Before other values alone, and before the end of its clause; 0 if it is told for none.
    """
    for place in range(at, min(end, len(pieces) - 1, at + _PERIOD_REACH)):
        piece, unit = pieces[place], pieces[place + 1]
        if piece.clause != pieces[at - 1].clause or piece.mention is not None or piece.text in {"of", "in"}:
            break
        if piece.text == "every second":
            return 1.0, place + 1
        if piece.text in _EVERY and (time := unit_of_time(unit.text)) is not None:
            behind = pieces[place + 2 : min(end, place + 4)]
            if len(behind) == 2 and behind[0].text == "of":
                mention = behind[1].mention
                if mention is not None and mention.kind is Kind.TIME:
                    return mention.high, place + 4  # `a month of 30 days`
            return float(time.scale), place + 2
    return 0.0, used
