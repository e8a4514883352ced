"""QB916: how many times as fast, as large or as dear, in words, against the quotients of the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, takewhile
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import PLAIN
from qbank.facts.fact import ClaimFacts, Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import CONCLUDING, Kind, Standing, Why
from qbank.rules.coherence.options import Values, contrasts, named, values_told
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_OTHER_CASES: Final = frozenset(("supposed", "former", "claimed", "denied", "alternative"))
_BEFORE: Final = 3
_ABOUT: Final = 1.18
"""How far a factor in words may be from a quotient: `twice as fast` for 1.7."""
_FARTHEST: Final = 1.9
"""How far above: `more than twice as fast` for 3.8."""
_LEAST: Final = 1.02
_ABOUT_SAME: Final = 1.12
_FAR: Final = 20
"""How many times a factor a quotient may be, and still be what the factor was to say."""
_NEAR: Final = 4
_FAST: Final = frozenset(("fast", "faster", "quick", "quicker", "quickly", "speed", "rate", "throughput"))
_SLOW: Final = frozenset(("slow", "slower"))
_LESS: Final = frozenset(("less", "lower", "fewer", "smaller", "shorter", "cheaper"))
_COMPARED: Final = _LESS | frozenset(
    ("faster", "quicker", "slower", "more", "larger", "bigger", "higher", "longer", "greater", "dearer")
)
_OF_AMOUNT: Final = frozenset(("many", "much"))
_TIMES: Final = frozenset(("×", "x"))
_ARTICLES: Final = frozenset(("a", "an", "one"))
_PARTS: Final = {"third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "sixteenth": 16}
_MOST: Final = 60
"""Values of one kind that are compared with each other."""


class Word(Struct):
    """A word and its place in a field."""

    path: FieldPath
    start: int
    end: int


class Multiple(Struct, frozen=True):
    """A factor that a text tells in words, and within what bounds a quotient has to be for it."""

    path: FieldPath
    start: int
    end: int
    text: str
    least: float
    most: float
    of_amount: bool


class WrongFactor(LedgerRule):
    """The solution says that something is so many times as fast, as large or as dear, and it is not.

    The calculations work out a quotient of two values, and neither it nor that of any two other values comes
    near to the factor in words: `more than twice as fast` beside `42 ms / 31 ms = 1.35`. Or it holds the
    other way round: lines have the values of two options, and the sentence names the other one first.
    Correct the words.
    """

    code = "QB916"
    name = "wrong-factor"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The fused kernel is more than twice as fast.\n"
                "  napkin_math: |\n    - Speed-up: 80 ms / 56 ms = 1.43\n"
            ),
            underlines="twice as",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The wide link is 5 times as fast.\n"
                "  napkin_math: |\n    - Ratio: 10 GB/s / 4 GB/s = 2.5\n"
            ),
            underlines="5",
        ),
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
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The fused kernel is more than twice as fast.\n"
                "  napkin_math: |\n    - Speed-up: 80 ms / 36 ms = 2.22\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: It is read twice. The fused kernel is 1.4 times as fast.\n"
                "  napkin_math: |\n    - Speed-up: 80 ms / 56 ms = 1.43\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each factor in words with all quotients, where one was worked out."""
        yield from _turned_round(ledger)
        quotients = [claim for claim in ledger.claims if _quotient(claim, ledger) > _LEAST]
        pair = None if quotients else _only_results(ledger)
        told = list(_multiples(ledger)) if quotients or pair else []
        known = _quotients(ledger) if told else []
        for multiple in told:
            others = _quotients_of_counts(ledger) if multiple.of_amount else []
            if any(multiple.least <= one <= multiple.most for one in (*known, *others)):
                continue
            place = Word(multiple.path, multiple.start, multiple.end)
            if pair is not None:
                more, less = pair
                what = f"{more.text} is {more.value / less.value:.3g} times {less.text}"
                yield Violation(place, f"'{multiple.text}', but {what}", (more, less))
            else:
                claim = min(quotients, key=lambda one: abs(_quotient(one, ledger) - multiple.least))
                assert claim.result is not None
                if _quotient(claim, ledger) > _FAR * multiple.most:
                    continue  # a second copy is twice the 500 cartridges
                what = " ".join(claim.claim.expression.split())
                message = f"'{multiple.text}', but {what} = {claim.result.text}"
                yield Violation(place, message, (claim.result,))


def _turned_round(ledger: Ledger) -> Iterator[Violation]:
    """Yield the factors that hold for two options the other way round only: `A costs twice as much as B`."""
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at in places:
            piece = pieces[at]
            factor = _factor(pieces, at) or _part(pieces, at)
            if factor and "part-of" in piece.meaning.cues:  # `half as long`
                factor = 1 / factor
            sentence = [one for one in pieces if one.sentence == piece.sentence] if factor else []
            if not factor or not _OTHER_CASES.isdisjoint(cues_in(sentence)):
                continue
            clause = [one for one in sentence if one.clause == piece.clause]
            found = list(_pairs(ledger, clause, pieces[at : at + _NEAR]))
            held = [_is_about(first.value / second.value, factor) for first, second in found]
            turned = [_is_about(second.value / first.value, factor) for first, second in found]
            if any(turned) and not any(held):
                first, second = found[turned.index(True)]
                place = Word(path, piece.start, piece.end)
                message = f"'{piece.text}' holds the other way round: {first.text} and {second.text}"
                yield Violation(place, message, (first, second))


def _pairs(ledger: Ledger, clause: Sequence[Piece], said: Sequence[Piece]) -> Iterator[tuple[Fact, Fact]]:
    """Yield the values of two options, of which a clause has so many times as much of the first."""
    words = {word for one in said for word in one.text.split()}
    for kind in (one for one in ledger.by_kind if one not in PLAIN):
        inverse = (kind is Kind.TIME and not words.isdisjoint(_FAST)) or not words.isdisjoint(_LESS)
        if not words.isdisjoint(_SLOW):
            inverse = kind is not Kind.TIME
        every = [contrast.options for contrast in contrasts(ledger, kind)]
        for options in (*every, *values_told(ledger, kind)):
            labels = _in_order(clause, said[0], options)
            if len(options) == len(labels) == 2:
                first, second = (options[label] for label in labels)
                if first.value > 0 and second.value > 0:
                    yield (second, first) if inverse else (first, second)


def _in_order(clause: Sequence[Piece], said: Piece, options: Values) -> list[frozenset[str]]:
    """Return the options that a clause names up to a colon behind a factor, the second one behind that."""
    behind = list(takewhile(lambda one: one.text != ":", (one for one in clause if one.start > said.start)))
    before = [one for one in clause if one.start < said.start]
    labels = list(dict.fromkeys(name for one in (*before, *behind) for name in named([one], options)))
    return labels if labels and labels[-1] in named(behind, options) else []


def _part(pieces: Sequence[Piece], at: int) -> float:
    """Return the part that a piece tells: `an eighth`, `a quarter of the`; 0 if none."""
    words = (pieces[at - 1].text if at else "", *pieces[at].text.split())
    for first, second in pairwise(words):
        if second in _PARTS and first in _ARTICLES:
            return 1 / _PARTS[second]
    return 0.0


def _is_about(quotient: float, factor: float) -> bool:
    return factor / _ABOUT_SAME < quotient < factor * _ABOUT_SAME


def _only_results(ledger: Ledger) -> tuple[Fact, Fact] | None:
    """Return the two results of the calculations, the greater first, if they have no others of one kind.

    Their difference is none.
    """
    results = [result for claim, result in ledger.worked_out() if claim.operator != "-"]
    values = {one.value: one for one in results if one.label and one.value > 0}
    if len(values) != 2 or len({one.kind for one in results} - PLAIN) != 1 or len(results) != len(values):
        return None
    more, less = sorted(values.values(), key=lambda one: -one.value)
    alike = more.kind is less.kind and more.standing is less.standing is Standing.TOPIC
    return (more, less) if alike and more.value > less.value * _LEAST else None


def _quotient(claim: ClaimFacts, ledger: Ledger) -> float:
    """Return the quotient of two values of one kind that a claim is, above one; 0 if it is none."""
    result, operands = claim.result, claim.operands
    if result is None or claim.operator != "/" or len(operands) != 2 or result.kind not in PLAIN:
        return 0.0
    if result.subject.why in {Why.UNIT, Why.BESIDE}:
        return 0.0  # `= 100 cartridges`
    one, other = operands
    if min(one.value, other.value, result.value) <= 0 or not result.is_topic:
        return 0.0
    if result.kind is Kind.SHARE or {one.kind, other.kind} & {Kind.SHARE}:
        return 0.0
    kinds = _kinds(one, ledger) & _kinds(other, ledger)
    return max(one.value / other.value, other.value / one.value) if kinds - PLAIN else 0.0


def _kinds(fact: Fact, ledger: Ledger) -> set[Kind]:
    """Return what a value measures, one without unit what it has with one elsewhere."""
    if fact.kind is not Kind.COUNT:
        return {fact.kind}
    return {one.kind for one in ledger.facts if abs(one.number - fact.number) <= 1e-9 * abs(fact.number)}


def _quotients(ledger: Ledger) -> list[float]:
    """Return the quotients of any two values of one kind, above one, and all factors that are told."""
    found: list[float] = []
    for kind, facts in ledger.by_kind.items():
        told = [fact for fact in facts if fact.value > 0 and not _is_difference(fact, ledger)]
        if kind in PLAIN:
            found += [size for fact in told for size in (fact.value, 1 / fact.value) if _is_factor(fact)]
            told = [fact for fact in told if kind is not Kind.COUNT or fact.result_of is not None]
        values = sorted({fact.value for fact in told})[:_MOST]
        found += [high / low for low, high in combinations(values, 2)]
    return found


def _quotients_of_counts(ledger: Ledger) -> list[float]:
    """Return the quotients of any two numbers of things: `three times the width`."""
    values = sorted({fact.value for fact in ledger.by_kind[Kind.COUNT] if fact.value > 0})[:_MOST]
    return [high / low for low, high in combinations(values, 2)]


def _is_difference(fact: Fact, ledger: Ledger) -> bool:
    return bool(ledger.made_by(fact, "-"))


def _is_factor(fact: Fact) -> bool:
    return fact.origin not in CONCLUDING and (fact.result_of is not None or fact.kind is Kind.RATIO)


def _multiples(ledger: Ledger) -> Iterator[Multiple]:
    """Yield the factors that the solution tells of the topic, and nothing else of the question."""
    concluded = {(path, at) for path, places in ledger.conclusions for at in places}
    elsewhere = {
        number
        for path, pieces in ledger.pieces.items()
        for at in range(len(pieces))
        if (path, at) not in concluded and (number := _factor(pieces, at))
    }
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at in places:
            piece = pieces[at]
            number = _factor(pieces, at)
            if not number or number in elsewhere or number <= 1:
                continue
            behind = pieces[at + 1].text if at + 1 < len(pieces) else ""
            if piece.mention is None and (not piece.text.endswith(" as") or behind in _OF_AMOUNT):
                continue  # `twice the rate`, `four times as many gateways`
            before = pieces[max(0, at - _BEFORE) : at]
            said = cues_in(word for word in before if word.clause == piece.clause)
            clause = [word for word in pieces if word.clause == piece.clause]
            if any(not word.meaning.cues.isdisjoint(_OTHER_CASES) for word in clause):
                continue
            of_amount = "of-amount" in piece.meaning.cues
            most = _FARTHEST if "or-more" in said else _ABOUT
            yield Multiple(
                path, piece.start, piece.end, piece.text, number / _ABOUT, number * most, of_amount
            )


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
