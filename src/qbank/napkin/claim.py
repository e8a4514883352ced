"""A claim: what is said, what it comes to, and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Node


@dataclass(frozen=True, slots=True)
class Amount:
    """A value in the unit that the text uses for it; the unit is empty for plain numbers."""

    value: Fraction
    unit: str


class Origin(StrEnum):
    """Where an operand's value comes from."""

    WRITTEN = "written"  # in the claim itself
    ELSEWHERE = "elsewhere"  # in another place of the text
    UNROUNDED = "unrounded"  # the exact value of an earlier result that the operand repeats
    NAMED = "named"  # a symbol that the text gives a value
    UNIT_ELSEWHERE = "unit-elsewhere"  # written without its unit, which it has in another place
    DATA_TYPE = "data-type"  # the bytes of an element of a type such as FP16


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that an expression was computed from.

    Attributes:
        text: as written.
        amount: the value taken for it.
        origin: where that comes from.
        start, end: code-point offsets in the text.
    """

    text: str
    amount: Amount
    origin: Origin
    start: int
    end: int


class _Pending:
    """What makes the rest of a claim, until somebody asks for it."""

    __slots__ = ("_rest",)

    _rest: Callable[[], Claim]


@dataclass(frozen=True, slots=True)
class Claim(_Pending):
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
        operands: the values of the expression, from left to right.
        tree: the left side as it was understood, numbers with one reading each.
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
    operands: tuple[Operand, ...] = ()
    tree: Node | None = field(default=None, repr=False, compare=False)

    @classmethod
    def pending(
        cls,
        span: tuple[int, int],
        stated_start: int,
        verdict: Verdict,
        reason: Reason | None,
        rest: Callable[[], Claim],
    ) -> Claim:
        """Return the claim that `rest` returns, which is asked when one of the other attributes is."""
        claim = cls.__new__(cls)
        place = object.__setattr__  # the claim is frozen
        place(claim, "start", span[0])
        place(claim, "end", span[1])
        place(claim, "stated_start", stated_start)
        place(claim, "verdict", verdict)
        place(claim, "reason", reason)
        place(claim, "_rest", rest)
        return claim

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name not in Claim.__slots__:
                raise AttributeError(name)
            whole = self._rest()
            for attribute in Claim.__slots__:
                object.__setattr__(self, attribute, getattr(whole, attribute))
            object.__delattr__(self, "_rest")
            return getattr(self, name)
