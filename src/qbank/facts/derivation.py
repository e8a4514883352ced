"""Whether two facts state one value, and whether a value follows from others in one step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.vocabulary import Kind
from qbank.units import physical

_ROUNDED: Final = 0.006
_ROUGH: Final = 0.06
_MOST: Final = 60
"""Values that are tried; their pairs bound the work."""
_BINARY: Final = 1.024
_FARTHEST: Final = 1.25
"""No rounding and no prefix of 1024 makes more of a value."""
_LEAST_TERM: Final = 0.02
"""What a term adds at least; less, and the sum is the other term."""
PLAIN: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.SHARE))
"""What agrees with another one of these as well: `0.3` and `30 %`."""
UNMEASURED: Final = PLAIN | {Kind.OTHER}
"""What has no unit of its own that tells it from others."""


def agree(one: Fact, other: Fact) -> bool:
    """Whether two facts state one value: rounded, converted, or with prefixes of 1024 for 1000."""
    if one.kind is not other.kind and not {one.kind, other.kind} <= PLAIN:
        return False
    if other.mention.low > one.value * _FARTHEST or one.mention.low > other.value * _FARTHEST:
        return False  # most are; what follows is exact
    slack = max(one.mention.step, other.mention.step) * 0.51
    rough = _ROUGH if one.mention.approximate or other.mention.approximate else _ROUNDED
    slack = max(slack if slack < 0.1 * abs(one.value) else 0.0, rough * abs(one.value))
    if one.mention.low - slack <= other.value <= one.value + slack:
        return True
    if other.mention.low - slack <= one.value <= other.value + slack:
        return True
    if one.kind is not Kind.BYTES or not one.value or not other.value:
        return False
    if one.mention.unit.name == other.mention.unit.name and one.mention.scale == other.mention.scale:
        return False  # in one unit a prefix is the same in both
    ratio = max(one.value, other.value) / min(one.value, other.value)
    first, second = one.mention.unit.binary_steps, other.mention.unit.binary_steps
    return any(abs(ratio / _BINARY**steps - 1) <= _ROUNDED for steps in (first, second, abs(first - second)))


def the_only(facts: Iterable[Fact]) -> Fact | None:
    """Return the last of some facts if they have one value; None if there are none, or several values."""
    found = {fact.value: fact for fact in facts}
    return next(iter(found.values())) if len(found) == 1 else None


def numeral(fact: Fact) -> str:
    """Return the digits of a fact as they are written, with the point."""
    return "".join(char for char in fact.text if char.isdigit() or char == ".").strip(".")


def has_digits_exchanged(one: Fact, other: Fact) -> bool:
    """Whether two facts are written with the same digits in another order: 460 and 640.

    Two digits that say how many there are may do so by chance.
    """
    first, second = numeral(one), numeral(other)
    least = 3 if one.kind in UNMEASURED else 2
    is_long = len(first.replace(".", "")) >= least and first.find(".") == second.find(".")
    return is_long and first != second and sorted(first) == sorted(second)


def is_conversion(claim: ClaimFacts) -> bool:
    """Whether a claim only states a value in another unit: `400 Gb/s / 8 = 50 GB/s`."""
    result = claim.result
    return result is not None and any(
        one.kind is result.kind and agree(one, result) for one in claim.operands
    )


def follows(fact: Fact, others: Iterable[Fact], *, closely: bool = False) -> bool:
    """Whether the value of a fact is a sum, a difference, a product or a quotient of two others.

    With `closely`, at the digits it is told with, though it may say that it is about that.
    """
    terms = list(
        {(other.value, other.kind): other for other in others if other is not fact and other.value}.values()
    )
    terms = terms[:_MOST]
    slack = max(0.51 * fact.mention.step, (_ROUGH if fact.mention.approximate else 0.02) * abs(fact.value))
    slack = min(slack, 0.2 * abs(fact.value))
    if closely:
        slack = min(slack, max(0.51 * fact.mention.step, _ROUNDED * abs(fact.value)))
    return _is_sum(fact, terms, slack) or _is_product(fact, terms, slack)


def _is_sum(fact: Fact, terms: Sequence[Fact], slack: float) -> bool:
    least = _LEAST_TERM * abs(fact.value)
    kinds = PLAIN if fact.kind in PLAIN else {fact.kind}
    values = [term.value for term in terms if term.kind in kinds and abs(term.value) > least]
    if fact.kind is Kind.SHARE:
        values.append(1.0)
    sums = sum(values)
    return any(
        abs(abs(one + sign * two) - fact.value) <= slack
        for one, two in product(values, values)
        for sign in (1, -1)
    ) or (len(values) > 2 and abs(sums - fact.value) <= slack)


def _is_product(fact: Fact, terms: Sequence[Fact], slack: float) -> bool:
    wanted = physical(fact.mention.unit.dimension)
    low, high = fact.mention.low - slack, fact.value + slack
    factors = [(term.value, int(physical(term.mention.unit.dimension))) for term in terms]
    factors += [(1 - term.value, 0) for term in terms if term.kind is Kind.SHARE and term.value < 1]
    return any(
        (first + second == wanted and low <= value * other <= high)
        or (first - second == wanted and low <= value / other <= high)
        for (value, first), (other, second) in product(factors, factors)
        if other
    )
