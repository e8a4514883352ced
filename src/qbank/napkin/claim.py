"""A claim: what is said, what it comes to, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from qbank.napkin.reasons import Reason, Verdict


@dataclass(frozen=True, slots=True)
class Amount:
    """A value in the unit that the text uses for it; the unit is empty for plain numbers."""

    value: Fraction
    unit: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A place in a text which states that an expression has a value, or exceeds one.

    Attributes:
        start, end: code-point offsets of the whole claim in the text.
        text: the claim as written.
        form: the form of claim that was recognised, see `forms`.
        relation: `=`, `≈`, `<`, `≤`, `>`, `≥`, or `()` for a value restated in brackets.
        expression: the left side as it was understood.
        computed: what it comes to, in the unit of the stated value; None when unchecked for want of it.
        stated: what the text says; None if the right side has no value.
        verdict: ok, imprecise, wrong or unchecked.
        reason: why it is unchecked, else None.
        detail: more about the reason, such as the operand that is missing.
        stated_start, stated_end: offsets of the stated value.
        digits_start, digits_end: offsets of its digits alone; equal if it is not a single number.
        decimals: digits that it shows behind the point.
        multiplier: what a suffix such as K or ×10^n stands for.
        note: what had to be assumed to make it true, empty if nothing.
    """

    start: int
    end: int
    text: str
    form: str
    relation: str
    expression: str
    computed: Amount | None
    stated: Amount | None
    verdict: Verdict
    reason: Reason | None
    detail: str
    stated_start: int
    stated_end: int
    digits_start: int
    digits_end: int
    decimals: int
    multiplier: Fraction
    note: str
