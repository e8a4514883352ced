"""Numbers as they are written, and the claims that come to them: steps over several lines."""

from __future__ import annotations

from typing import Final

from qbank.facts.ledger import Ledger
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Number
from qbank.units.unit import as_float

_EQUALITIES: Final = frozenset(("=", "≈"))


def first_steps(ledger: Ledger) -> dict[str, Claim]:
    """Return the first claim that comes to each number, by its digits."""
    steps: dict[str, Claim] = {}
    for one in ledger.claims:
        stated, right = one.claim.judgement.stated, one.claim.right
        if one.claim.relation not in _EQUALITIES or stated is None:
            continue
        made = shown(right) if isinstance(right, Number) else as_float(stated.value / stated.unit.scale)
        for number in (made, as_float(stated.value)):
            steps.setdefault(digits_of(number), one.claim)
    return steps


def is_before(step: Claim, claim: Claim) -> bool:
    """Whether a claim stands before another one, or in another field."""
    return step.source != claim.source or step.start < claim.start


def shown(number: Number) -> float:
    """Return a number as it is written, with its multiplier and without its unit."""
    multiplier = number.readings[0].multiplier
    return as_float(number.value if multiplier == 1 else number.value * multiplier)


def digits_of(number: float) -> str:
    """Return the first six digits of a number and its size, by which it is looked up."""
    return f"{number:.6g}"
