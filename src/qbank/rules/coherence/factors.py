"""QB916: how many times as fast, as large or as dear one of two options is, said of the other one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import PLAIN
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import Kind
from qbank.rules.coherence.naming import Name, Values, places_named
from qbank.rules.coherence.options import values_of_options
from qbank.rules.coherence.ways import side_by_side
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_OTHER_CASES: Final = frozenset(("supposed", "former", "claimed", "denied", "alternative"))
_ABOUT_SAME: Final = 1.12
_NEAR: Final = 4
_FAST: Final = frozenset(("fast", "faster", "quick", "quicker", "quickly", "speed", "rate", "throughput"))
_SLOW: Final = frozenset(("slow", "slower"))
_LESS: Final = frozenset(("less", "lower", "fewer", "smaller", "shorter", "cheaper"))
_COMPARED: Final = _LESS | frozenset(
    ("faster", "quicker", "slower", "more", "larger", "bigger", "higher", "longer", "greater", "dearer")
)
_TIMES: Final = frozenset(("×", "x"))
_ARTICLES: Final = frozenset(("a", "an", "one"))
_PARTS: Final = {"third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "sixteenth": 16}


class Word(Struct):
    """A word and its place in a field."""

    path: FieldPath
    start: int
    end: int


class WrongFactor(LedgerRule):
    """The solution says that something is so many times as fast, as large or as dear, and it is not.

    It holds the other way round: lines have the values of two options, and the sentence names the other one
    first. Correct the words, or the order of the names.
    """

    code = "QB916"
    name = "wrong-factor"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: An order costs 3 times as much with Ash as with Elm.\n"
                "  napkin_math: |\n    - Ash: 2 * $2 = $4\n    - Elm: 2 * $6 = $12\n"
            ),
            underlines="3",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Ash takes 3 times the money of Elm.\n"
                "  napkin_math: |\n    - Ash: 2 * $2 = $4\n    - Elm: 2 * $6 = $12\n"
            ),
            underlines="3",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: An order costs 3 times as much with Elm as with Ash.\n"
                "  napkin_math: |\n    - Ash: 2 * $2 = $4\n    - Elm: 2 * $6 = $12\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Yield the factors that hold for two options the other way round only."""
        for path, places in ledger.conclusions:
            pieces = ledger.pieces[path]
            for at in places:
                factor = _factor(pieces, at) or _part(pieces, at)
                if not factor:
                    continue
                piece = pieces[at]
                if "part-of" in piece.meaning.cues:  # `half as long`
                    factor = 1 / factor
                if not _OTHER_CASES.isdisjoint(cues_in(pieces[of_sentence(pieces, piece.sentence)])):
                    continue
                found = list(_pairs(ledger, pieces, at))
                held = [_is_about(first.value / second.value, factor) for first, second in found]
                turned = [_is_about(second.value / first.value, factor) for first, second in found]
                if any(turned) and not any(held):
                    first, second = found[turned.index(True)]
                    place = Word(path, piece.start, piece.end)
                    message = f"'{piece.text}' holds the other way round: {first.text} and {second.text}"
                    yield Violation(place, message, (first, second))


def _pairs(ledger: Ledger, pieces: Sequence[Piece], at: int) -> Iterator[tuple[Fact, Fact]]:
    """Yield the values of two options, of which a clause has so many times as much of the first."""
    words = {word for one in pieces[at : at + _NEAR] for word in one.text.split()}
    for kind in (one for one in ledger.by_kind if one not in PLAIN):
        inverse = (kind is Kind.TIME and not words.isdisjoint(_FAST)) or not words.isdisjoint(_LESS)
        if not words.isdisjoint(_SLOW):
            inverse = kind is not Kind.TIME
        apart = (pairs[kind] for _, pairs in ledger.view(side_by_side) if kind in pairs)
        for options in (*values_of_options(ledger, kind), *apart):
            labels = _in_order(pieces, at, options) if len(options) == 2 else []
            if len(labels) == 2:
                first, second = (options[label] for label in labels)
                if first.value > 0 and second.value > 0:
                    yield (second, first) if inverse else (first, second)


def _in_order(pieces: Sequence[Piece], at: int, options: Values) -> list[Name]:
    """Return the options that a clause names up to a colon behind a factor, the second one behind that."""
    clause = of_clause(pieces, pieces[at].clause)
    before = pieces[clause.start : at]
    behind = takewhile(lambda one: one.text != ":", pieces[at + 1 : clause.stop])
    found = places_named([*before, *behind], options)
    labels = sorted(found, key=lambda label: found[label][0])
    return labels if labels and found[labels[-1]][-1] >= len(before) else []


def _part(pieces: Sequence[Piece], at: int) -> float:
    """Return the part that a piece tells: `an eighth`, `a quarter of the`; 0 if none."""
    text = pieces[at].text
    if any(word in text for word in _PARTS):
        for first, second in pairwise((pieces[at - 1].text if at else "", *text.split())):
            if second in _PARTS and first in _ARTICLES:
                return 1 / _PARTS[second]
    return 0.0


def _is_about(quotient: float, factor: float) -> bool:
    return factor / _ABOUT_SAME < quotient < factor * _ABOUT_SAME


def _factor(pieces: Sequence[Piece], at: int) -> float:
    """Return the factor that a piece tells: `twice as`, `half as`, `3 times as`; 0 if none."""
    piece = pieces[at]
    if "multiple" in piece.meaning.cues:
        return float(piece.meaning.number or 0) or (100 / piece.meaning.share if piece.meaning.share else 0.0)
    mention = piece.mention
    behind = pieces[at + 1 : at + 3]
    if mention is None or not behind or mention.kind not in {Kind.COUNT, Kind.RATIO}:
        return 0.0
    is_factor = "times" in behind[0].meaning.cues or _are_times_the(*behind)
    sign = behind[0].text in _TIMES  # `4 × faster`, or `4x faster` in one
    compared = behind[1:] if sign else behind
    is_ratio = (sign or mention.kind is Kind.RATIO) and bool(compared) and compared[0].text in _COMPARED
    return mention.high if is_factor or is_ratio else 0.0


def _are_times_the(times: Piece, behind: Piece | None = None) -> bool:
    """Whether two words make a factor of the number before them: `3 times the power`, not `3 times a day`."""
    is_definite = behind is not None and behind.meaning.part == "article" and behind.text not in _ARTICLES
    return times.text == "times" and is_definite
