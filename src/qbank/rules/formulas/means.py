"""Means that are none of what they are multiplied with: one without its weights, and a peak in its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import isclose
from typing import Final

from msgspec import Struct

from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin
from qbank.napkin.tree import Node, Number, Operation
from qbank.rules.formulas.steps import digits_of, first_steps, shown

_DAY: Final = 86400.0
_NEAR: Final = 0.02
_PAIR: Final = 2
_POWERS: Final = {"*": 1, "/": -1}
_HIGHEST: Final = frozenset(("maximum", "highest", "largest", "at-times"))
_RATES: Final = frozenset((Kind.POWER, Kind.BYTE_RATE, Kind.EVENT_RATE, Kind.CURRENT))
_PERIODS: Final = frozenset((86400.0, 8760.0, 720.0, 730.0, 744.0, 8766.0))
"""Bare numbers that are the seconds of a day, the hours of a year or of a month."""


class Mistaken(Struct, frozen=True):
    """A line that takes a mean or a peak for what it is not, and the fact that says so."""

    claim: ClaimFacts
    operand: Fact
    fact: Fact
    says: str


def mistaken(ledger: Ledger) -> Iterator[Mistaken]:
    """Yield the lines that multiply a peak with a period, or a plain mean with amounts that differ."""
    peaks = list(_peaks(ledger))
    for one in ledger.claims:
        if one.operator == "*":
            yield from _peak_of_period(ledger, one, peaks)
    yield from _unweighted(ledger)


def _peaks(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the peaks that a scenario tells beside the mean of the same thing, in one sentence, with it."""
    told = [fact for fact in ledger.facts if fact.origin is Origin.SCENARIO and fact.kind in _RATES]
    for mean in told:
        for peak in told:
            if (
                "average" in mean.traits
                and "average" not in peak.traits
                and not _HIGHEST.isdisjoint(peak.cues | peak.traits)
                and mean.kind is peak.kind
                and mean.sentence == peak.sentence
                and mean.value < peak.value
            ):
                yield peak, mean


def _peak_of_period(ledger: Ledger, one: ClaimFacts, peaks: list[tuple[Fact, Fact]]) -> Iterator[Mistaken]:
    """Yield a product of a peak and of a day or more, where no line has the mean."""
    for peak, mean in peaks:
        operand = next((fact for fact in one.operands if isclose(fact.value, peak.value)), None)
        periods = [fact for fact in one.operands if _is_period(fact)]
        if operand is None or not periods or _enters(ledger, mean):
            continue
        says = f"the text says {mean.text} on average; a whole period has the mean, and not the highest value"
        yield Mistaken(one, operand, mean, says)


def _is_period(fact: Fact) -> bool:
    return (fact.kind is Kind.TIME and fact.value >= _DAY) or (fact.is_bare and fact.value in _PERIODS)


def _enters(ledger: Ledger, told: Fact) -> bool:
    """Whether a value enters any calculation."""
    return any(isclose(fact.value, told.value) for claim in ledger.claims for fact in claim.operands)


def _unweighted(ledger: Ledger) -> Iterator[Mistaken]:
    """Yield a plain mean of two that counts for a sum of two amounts, all of which the scenario tells."""
    told = {digits_of(fact.number) for fact in ledger.facts if fact.origin is Origin.SCENARIO}
    for one in ledger.claims:
        if one.operator not in _POWERS or len(one.operands) != _PAIR:
            continue
        for amount, mean in permutations(one.operands) if one.operator == "*" else (one.operands,):
            amounts, values = _terms(_step(ledger, amount)), _halved(_step(ledger, mean))
            if (
                amounts
                and values
                and told.issuperset(map(digits_of, (*amounts, *values)))
                and isclose(amount.number, sum(amounts), rel_tol=_NEAR)
                and isclose(mean.number, sum(values) / _PAIR, rel_tol=_NEAR)
                and not _is_weighted(amounts, values, _POWERS[one.operator])
            ):
                says = f"the plain mean of {values[0]:g} and {values[1]:g} counts for {amounts[0]:g} and"
                yield Mistaken(one, mean, amount, f"{says} {amounts[1]:g}; each counts with its own amount")


def _is_weighted(amounts: tuple[float, float], values: tuple[float, float], power: int) -> bool:
    """Whether a plain mean is as good as either way to give each amount its own value."""
    plain = sum(amounts) * (sum(values) / _PAIR) ** power if all(values) else 0.0
    return not plain or any(
        isclose(
            plain, sum(size * one**power for size, one in zip(amounts, order, strict=True)), rel_tol=_NEAR
        )
        for order in permutations(values)
    )


def _step(ledger: Ledger, fact: Fact) -> Node | None:
    """Return the first calculation that comes to what an operand is."""
    step = ledger.view(first_steps).get(digits_of(fact.number))
    return None if step is None else step.tree


def _terms(tree: Node | None) -> tuple[float, float] | None:
    """Return the two numbers that a calculation sums; None if it sums no two."""
    if isinstance(tree, Operation) and tree.operator == "+":
        left, right = tree.left, tree.right
        if isinstance(left, Number) and isinstance(right, Number):
            return shown(left), shown(right)
    return None


def _halved(tree: Node | None) -> tuple[float, float] | None:
    """Return the two numbers of which a calculation takes the mean; None if it takes none."""
    if isinstance(tree, Operation) and tree.operator == "/" and isinstance(tree.right, Number):
        return _terms(tree.left) if shown(tree.right) == _PAIR else None
    return None
