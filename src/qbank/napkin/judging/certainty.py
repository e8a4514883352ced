"""Whether a value that is wrong is certainly wrong, as it stands, or only likely.

Certain is what a careful reader agrees with who looks at nothing but the place: the units are there and
combine, or contradict each other, the claim is a whole clause, and no word in it was passed over.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from qbank.napkin.judging.line_context import LineContext
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.lexing.tokens import BORDERS, CLOSE, NUMBER, POWER, WORD
from qbank.napkin.lexing.words import (
    ARTICLES,
    CLAUSE_WORDS,
    FRACTION,
    FUNCTIONS,
    OPERATOR_WORDS,
    RESULT_VERBS,
)
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Interval, Name, Node, Number, is_arithmetic, leaves
from qbank.units import NO_UNIT
from qbank.units.dimension import BYTE, DOLLAR, GRAM, JOULE, NONE, SECOND, physical

_BEGINS: Final = BORDERS - {CLOSE}
_BEHIND: Final = frozenset((NUMBER, WORD, CLOSE, POWER))
_SAYS: Final = RESULT_VERBS | {"about", "only", "just"}
_OPENS_CLAUSE: Final = frozenset(
    ("and", "but", "or", "so", "then", "which", "while", "hence", "that", "thus")
)
_TIES: Final = frozenset(("of", "per", "at", "@", "×")) | ARTICLES
_CALENDAR: Final = frozenset(("day", "days", "week", "month", "mo", "year", "yr", "weeks", "months", "years"))
_COEFFICIENTS: Final = (JOULE, GRAM, DOLLAR)
_MOST_NOUNS: Final = 4
_BILLION: Final = 10**9
_NEARLY: Final = Fraction(1, 200)
LACKS_UNIT: Final = "a number may lack its unit"
_FOR_EACH_OF_PERIOD: Final = "an operand may be for each of a period"
_FOR_EACH_OF_ANOTHER: Final = "an operand may be for each of another"
_IN_BILLIONS: Final = "a number may be in billions"
PREFIX_LEFT_OUT: Final = "its two sides may have units that a prefix parts"
IN_SENTENCE: Final = "it stands in the midst of a sentence"
UNITS_LEFT_OUT: Final = frozenset(
    (LACKS_UNIT, _IN_BILLIONS, _FOR_EACH_OF_PERIOD, _FOR_EACH_OF_ANOTHER, IN_SENTENCE)
)
"""Doubts that a unit accounts for which the text leaves out."""


def doubt(judgement: Judgement, left: Node, right: Node, line: LineContext, *, chained: bool) -> str:
    """Return what makes a wrong value only likely wrong; empty if nothing does.

    Args:
        judgement: of the claim.
        left, right: its sides, as they stand in the text.
        line: what stands around it.
        chained: whether the left side is the value of an earlier link.
    """
    if judgement.note:
        return judgement.note
    if judgement.unlike:
        if judgement.sides is None:
            return "the terms may be meant otherwise"
        if not _CALENDAR.isdisjoint(judgement.sides.stated.unit.name.split("/")):
            return _FOR_EACH_OF_PERIOD
        if judgement.measures == (NONE, SECOND):
            return _FOR_EACH_OF_PERIOD  # `10 fps × 12.5 ms = 125 ms`: of every second
        if _may_be_per(judgement, left):
            return _FOR_EACH_OF_ANOTHER
        if any(  # `25K` as well, though it may be so many kelvins
            isinstance(leaf, Number) and leaf.unit is NO_UNIT and not line.noun_behind(leaf)
            for leaf in leaves(left)
        ):
            return LACKS_UNIT
    if _may_be_in_billions(judgement, left):
        return _IN_BILLIONS
    if not is_arithmetic(left) and not chained:
        return "the two values may not be meant to be the same"
    if any(isinstance(leaf, Interval) for leaf in (*leaves(left), *leaves(right))):
        return "ranges are rounded freely"
    parser = line.parser
    first = parser.token_at(min(left.start, right.start))
    last = parser.token_at(max(left.end, right.end))
    if not _is_whole(parser, first, last):
        return IN_SENTENCE
    word = _passed_over(parser, first, last, {leaf.start for leaf in leaves(left) if isinstance(leaf, Name)})
    return f"'{word}' is not read" if word else ""


def _may_be_in_billions(judgement: Judgement, left: Node) -> bool:
    """Tell whether a bare number may count billions, each of some bytes: `8.03 × 2 bytes = 16.06 GB`."""
    computed, stated = judgement.computed, judgement.stated
    if computed is None or stated is None or physical(stated.dimension) != BYTE or not computed.value:
        return False
    bare = any(isinstance(leaf, Number) and leaf.bare for leaf in leaves(left))
    return bare and abs(stated.value / computed.value / _BILLION - 1) < _NEARLY


def _may_be_per(judgement: Judgement, left: Node) -> bool:
    """Tell whether a coefficient may leave out what it is per: `500 KB × 10 pJ = 5 µJ`, `88 kWh × 45 g`."""
    computed, stated = judgement.measures
    if computed is None or stated not in _COEFFICIENTS:
        return False
    measured = [leaf.measures for leaf in leaves(left) if isinstance(leaf, Number)]
    return stated in measured and computed - stated in measured and computed != stated


def _is_whole(parser: Parser, first: int, last: int) -> bool:
    """Tell whether tokens are a whole clause: a label or a verb before them, at most nouns behind."""
    kinds, texts = parser.kinds, parser.texts
    before = first - 1
    word = texts[before].lower() if before >= 0 else ""
    if before >= 0 and kinds[before] not in _BEGINS and word not in _SAYS | _OPENS_CLAUSE:
        return False
    for at in range(last, min(last + _MOST_NOUNS + 1, len(kinds))):
        if kinds[at] in BORDERS or texts[at].lower() in _OPENS_CLAUSE:
            return True
        if kinds[at] != WORD or texts[at].lower() in CLAUSE_WORDS:
            return False
    return last + _MOST_NOUNS >= len(kinds)


def _passed_over(parser: Parser, first: int, last: int, symbols: set[int]) -> str:
    """Return a word within a claim that may change what is computed: one before an operand, a preposition."""
    kinds, texts = parser.kinds, parser.texts
    at = first
    while at < last:
        bracket = parser.brackets.get(at)
        if bracket is not None and not bracket.numbers:
            at = bracket.close + 1  # a remark
            continue
        is_word = kinds[at] == WORD and texts[at] not in OPERATOR_WORDS and texts[at] != FRACTION
        if is_word and texts[at] not in FUNCTIONS:
            behind = at > first and (kinds[at - 1] in _BEHIND or texts[at - 1] in {"/", "-", "$"})
            known = texts[at] in _TIES or parser.starts[at] in symbols or parser.is_type(at)
            if not known and (texts[at].lower() in CLAUSE_WORDS or not behind):
                return texts[at]
        at += 1
    return ""
