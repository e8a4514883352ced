"""How to speak of claims and amounts."""

from __future__ import annotations

from typing import Final

from qbank.napkin.claim import Amount, Claim
from qbank.units.format import format_quantity, format_significant

_COMPARISONS: Final = frozenset("<≤>≥")


def is_comparison(claim: Claim) -> bool:
    """Whether a claim says that a value exceeds another, not what it is."""
    return claim.relation in _COMPARISONS


def failed_comparison(claim: Claim) -> str:
    """Say of a comparison that is wrong what its sides come to."""
    left, right = amount_text(claim.computed), amount_text(claim.stated)
    return f"does not hold: the left side is {left}, the right {right}"


def amount_text(amount: Amount | None) -> str:
    """Write an amount the way people do: `5.333 GB`, `$3/h`."""
    if amount is None:
        return "unknown"
    return format_quantity(format_significant(amount.value), amount.unit)
