"""Whether an operand that comes from nowhere follows from what a question tells, in a step or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf, isclose
from typing import Final

from qbank.facts.counted import counted
from qbank.facts.derivation import follows
from qbank.facts.fact import Fact
from qbank.facts.vocabulary import ASKED, MONEY, Kind
from qbank.rules.coherence.nearness import times_apart
from qbank.rules.coherence.operands.sources import EXACT, HAPPENING, THOUSANDS, Orphan, Sources

_OF_PAIRS: Final = (2, 0.5)
_NEARLY: Final = 0.03
_OF_TWO: Final = 2
_MOST_COUNTED: Final = 100
_MOST_KNOWN: Final = 60
_MOST_TERMS: Final = 10
_BY_CHANCE: Final = 50
"""Numbers up to this are the difference of two others by chance."""


def is_derived(view: Sources, orphan: Orphan, expected: Fact) -> bool:
    """Whether an orphan follows from what is known before it: a sum, `n - 1`, a product of others."""
    fact = orphan.fact
    known = [
        one
        for one in view.ledger.facts
        if one.path[0] in ASKED or (one.result_of is not None and one.result_of < orphan.number)
    ]
    as_written = fact.is_bare or fact.kind is not expected.kind  # `$2.20` of $1.10/h
    size, other = (fact.number, expected.number) if as_written else (fact.value, expected.value)
    several = times_apart(size, other)
    is_times = several < inf and isclose(several, round(several), rel_tol=EXACT)  # 100 Hz of two at 50 Hz
    if is_times and size > other and round(several) in _several_of(view, fact, expected):
        return True  # `6.7 TB/s` of two with 3.35 TB/s each
    if fact.number > _BY_CHANCE / 2 and _is_multiple(view, fact, known, size):
        return True
    before = view.ledger.pieces[expected.path][max(0, expected.at - 1) : expected.at]
    both = "both-ways" in expected.cues or any(piece.text == "±" for piece in before)
    if both and isclose(several, _OF_TWO):
        return True
    if fact.is_bare:
        return _is_number_of(view, fact, expected, known)
    terms = sorted({one.value for one in known if one.kind is fact.kind})[:_MOST_TERMS]
    made = [sum(some) for size in (2, 3, 4) for some in combinations(terms, size)]
    made += [expected.value - one for one in terms]
    if fact.kind is Kind.TIME:
        made += [one * times for one in terms for times in _OF_PAIRS]  # there and back
    if any(isclose(one, fact.value, rel_tol=EXACT) for one in made):
        return True
    return follows(fact, (one for one in known if one.value != expected.value or not is_times), closely=True)


def _several_of(view: Sources, fact: Fact, expected: Fact) -> set[float]:
    """Return of how many something may be told: what a sentence counts, or any number for `each`."""
    here = fact.path, fact.sentence
    several: set[float] = {one.count for one in view.ledger.devices if one.count > 1}
    several |= {one.number for one in view.ledger.view(counted) if (one.path, one.sentence) == here}
    behind = view.ledger.pieces[expected.path][expected.at + 1 : expected.at + 2]
    if any("each" in piece.meaning.cues for piece in behind):
        several |= view.numbers | view.told
    return several


def _is_multiple(view: Sources, fact: Fact, known: Iterable[Fact], size: float) -> bool:
    """Whether a value is so many times another one, as the text counts: `42 s` are three of 14 s."""
    counts = {one for one in view.numbers | view.told if _OF_TWO < one <= _MOST_COUNTED and not one % 1}
    values = {one.number if fact.is_bare else one.value for one in known if not one.is_bare}
    return any(isclose(size, count * value, rel_tol=EXACT) for count in counts for value in values)


def _is_number_of(view: Sources, fact: Fact, expected: Fact, known: Sequence[Fact]) -> bool:
    """Whether a bare number is a difference, a product, or the digits of what is known."""
    there = expected.path, expected.sentence  # `1,200 tokens, 700 of them a fixed prompt`
    sizes = {
        one.number
        for one in known
        if one.kind is expected.kind is not Kind.TIME
        and (not one.is_bare or (one.path, one.sentence) == there)
    }
    apart = (two - one for one, two in combinations(sorted(sizes)[:_MOST_TERMS], 2))
    if fact.number > _BY_CHANCE and any(isclose(fact.number, one) for one in apart):
        return True  # `160 / 410` of 410 and 250 g/kWh
    if fact.number % 1 and any(
        one.number == fact.number
        and (one.path, one.line) == (fact.path, fact.line)
        and one.start < fact.start
        for one in view.ledger.facts
    ):
        return True  # `together 48.9M cycles / 480 MHz = 102 ms, so 240 / 48.9 = 4.9`
    rates = [one.number for one in known if one.kind in HAPPENING and one.value != expected.value]
    # `120` of eight cameras at 15 frames/s
    return any(isclose(fact.value, count * rate) for count in view.numbers for rate in rates)


def is_explained(view: Sources, fact: Fact, given: Fact) -> bool:
    """Whether an operand is a given or a result told otherwise, or made of two: its digits say so.

    It is nearly the given, as four years are 48 months; it shows fewer digits of a value, 0.13 of 134 MB;
    or what is no whole number is a product or a quotient: `8.1 W` for 90 g at 9 W for 100 g.
    """
    if fact.kind is given.kind and isclose(fact.value, given.value, rel_tol=_NEARLY):
        return True
    size, step, told = fact.number, fact.mention.step / fact.mention.scale, given.mention.number
    said = [one for one, _ in view.asked] + [one for _, one in view.stated]
    known = ({one.number for one in said} | view.numbers) - {0.0, told}
    if any(_is_rounding(one, size, step) for one in known):
        return True
    wanted = _mantissa(size)
    if len(_significant(size)) > 1:  # `76` of 80 GB, 5 % of which are kept free
        terms = {one.number for one in said if one.kind in {given.kind, Kind.COUNT}} | view.numbers
        made = [told + sign * one for one in terms - {0.0, told} for sign in (1, -1)]
        made += [told * part for one in said if one.kind is Kind.SHARE for part in (one.high, 1 - one.high)]
        if any(isclose(size, one, rel_tol=EXACT) for one in made):
            return True
    if size < 1 or not size % 1 or fact.kind in MONEY:
        return False
    return any(
        wanted in {_mantissa(one * two), _mantissa(one / two), _mantissa(two / one)}
        for one, two in combinations(sorted(known)[:_MOST_KNOWN], 2)
    )


def _is_rounding(known: float, shown: float, step: float) -> bool:
    """Whether a number shows another one with fewer digits, in whatever prefix."""
    rounded = len(_significant(shown))
    if not shown or rounded == 1 or len(_significant(known)) <= rounded:
        return False  # one digit is that of a tenth of all numbers
    return any(abs(known * power - shown) <= step / 2 for power in THOUSANDS)


def _mantissa(number: float) -> str:
    """Return the digits of a number, whatever its scale."""
    return f"{number:.6e}".partition("e")[0]


def _significant(number: float) -> str:
    """Return the digits of a number up to the last one that is not 0."""
    return _mantissa(number).rstrip("0").rstrip(".")
