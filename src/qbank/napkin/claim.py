"""A claim: what is said, what it comes to, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from qbank.napkin.diagnosis import Diagnosis, diagnose, shown_unit
from qbank.napkin.evaluate import Names, value_of
from qbank.napkin.judging.relation import HOLDS, Judgement
from qbank.napkin.tree import (
    Interval,
    Name,
    Node,
    Number,
    WithUnit,
    as_read,
    leaves,
    signed_number,
    spell,
)
from qbank.napkin.verdicts import Reason, Verdict
from qbank.units import NO_UNIT, ONE, Quantity, Unit, physical
from qbank.units import spell as spell_dimension
from qbank.units.dimension import NONE
from qbank.units.format import format_quantity, format_significant
from qbank.units.parse import UnknownUnitError, parse_unit


class Amount(Struct, frozen=True):
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


class Operand(Struct, frozen=True):
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


class Claim(Struct, frozen=True, dict=True):
    """A place in a text which states that an expression has a value, or exceeds one.

    Few claims are looked at beyond their verdict, so the rest is worked out when somebody asks.

    Attributes:
        source: the text that it stands in.
        start, end: code-point offsets of the whole claim in the text.
        form: the form of claim that was recognised, see `forms`.
        relation: `=`, `≈`, `<`, `≤`, `>`, `≥`, or `()` for a value restated in brackets.
        left, right: its two sides.
        judgement: the verdict with what led to it.
        names: the values that its symbols had there.
    """

    source: str
    start: int
    end: int
    form: str
    relation: str
    left: Node
    right: Node
    judgement: Judgement
    names: Names

    def __hash__(self) -> int:
        return hash((self.source, self.start, self.end, self.form, self.relation))

    @property
    def text(self) -> str:
        """The claim as written."""
        return self.source[self.start : self.end]

    @property
    def is_comparison(self) -> bool:
        """Whether it says that a value exceeds another, not what it is."""
        return self.relation in HOLDS

    @property
    def verdict(self) -> Verdict:
        """Whether it is ok, imprecise, wrong or unchecked."""
        return self.judgement.verdict

    @property
    def reason(self) -> Reason | None:
        """Why it is unchecked, else None."""
        return self.judgement.reason

    @property
    def detail(self) -> str:
        """More about the reason, such as the operand that is missing."""
        return self.judgement.detail

    @property
    def note(self) -> str:
        """What had to be assumed to make it true, empty if nothing."""
        return self.judgement.note

    @property
    def doubt(self) -> str:
        """What makes a wrong value only likely wrong, empty if it is certainly wrong as it stands."""
        return self.judgement.doubt

    @property
    def calculation(self) -> Node:
        """The left side without a unit that stands behind all of it: `80 - 64` of `(80 - 64) GB`."""
        return self.left.operand if isinstance(self.left, WithUnit) else self.left

    @property
    def stated_start(self) -> int:
        """Offset of the stated value."""
        return self.right.start

    @property
    def stated_end(self) -> int:
        """Offset behind it."""
        return self.right.end

    @cached_property
    def tree(self) -> Node:
        """The left side as it was understood, numbers with one reading each."""
        return as_read(self.left, self.judgement.interpretation.choices)

    @cached_property
    def expression(self) -> str:
        """The same for a reader."""
        return spell(self.tree)

    @cached_property
    def computed(self) -> Amount | None:
        """What the left side comes to, in the unit of the stated value; None if it has no value."""
        computed, stated = self.judgement.computed, self._stated
        if computed is None:
            return None
        dimension = physical(computed.dimension)
        if stated is not None and physical(stated.dimension) == dimension:
            return _amount(computed, stated)
        if dimension != NONE and computed.unit is NO_UNIT:
            unit = shown_unit(computed, self.left, self.right)
            if unit is None:
                return Amount(computed.value, spell_dimension(dimension))
            return Amount(computed.in_unit(unit), unit.name)
        return _amount(computed, computed)

    @property
    def measures_nothing_named(self) -> bool:
        """Whether the left side measures something else than is stated, in no unit that has a name."""
        return self.judgement.unlike and self.computed is not None and "*" in self.computed.unit

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """What explains a wrong value, None if nothing plain does."""
        computed, stated = self.judgement.computed, self._stated
        if self.verdict is not Verdict.WRONG or self.is_comparison or computed is None or stated is None:
            return None
        if any(isinstance(leaf, Interval | Name) for leaf in leaves(self.left)):
            return None
        return diagnose(computed, stated, self.tree, self.right)

    @cached_property
    def stated(self) -> Amount | None:
        """What the text says; None if the right side has no value."""
        return None if self._stated is None else _amount(self._stated, self._stated)

    @cached_property
    def _stated(self) -> Quantity | None:
        if self.judgement.stated is not None:
            return self.judgement.stated
        return value_of(self.right, self.judgement.right_interpretation, self.names)

    @property
    def _stated_number(self) -> Number | None:
        return signed_number(self.right)

    @property
    def digits_start(self) -> int:
        """Offset of the stated value's digits alone."""
        return self._stated_number.digits[0] if self._stated_number else self.right.start

    @property
    def digits_end(self) -> int:
        """Offset behind them; that of their start if it is not a single number."""
        return self._stated_number.digits[1] if self._stated_number else self.right.start

    @property
    def decimals(self) -> int:
        """How many digits the stated value shows behind the point."""
        return self._stated_number.decimals if self._stated_number else 0

    @property
    def multiplier(self) -> Fraction:
        """What a suffix such as K or ×10^n behind the stated value stands for."""
        if self._stated_number is None or self._stated is None:
            return ONE
        return self.judgement.right_interpretation.reading_of(self._stated_number).multiplier

    @cached_property
    def operands(self) -> tuple[Operand, ...]:
        """The values of the expression, from left to right."""
        return tuple(self._operands())

    def _operands(self) -> Iterator[Operand]:
        interpretation = self.judgement.interpretation
        for leaf in leaves(self.left):
            if isinstance(leaf, WithUnit) or leaf.start < 0:
                continue  # a bracket whose operands follow, or a number that no text shows
            quantity = value_of(leaf, interpretation, self.names)
            if quantity is None:
                continue
            amount = _amount(quantity, quantity)
            if isinstance(leaf, Number) and leaf.start not in interpretation.unrounded:
                # in its own unit, also where it was taken at face value
                amount = Amount(amount.value, interpretation.reading_of(leaf).unit.name)
            yield Operand(
                self.source[leaf.start : leaf.end], amount, self._origin(leaf), leaf.start, leaf.end
            )

    def _origin(self, leaf: Number | Interval | Name) -> Origin:
        if isinstance(leaf, Name):
            return Origin.NAMED
        if isinstance(leaf, Number):
            if leaf.start in self.judgement.interpretation.unrounded:
                return Origin.UNROUNDED
            if leaf.digits == (leaf.start, leaf.end):
                if self.source[leaf.start : leaf.start + 1].isalpha():
                    return Origin.DATA_TYPE
                if leaf.unit is not NO_UNIT:
                    return Origin.UNIT_ELSEWHERE
        return Origin.WRITTEN if self.start <= leaf.start < self.end else Origin.ELSEWHERE


def _amount(quantity: Quantity, shown: Quantity) -> Amount:
    """Return a quantity in the unit of another one that measures the same."""
    return Amount(quantity.in_unit(shown.unit), shown.unit.name)


def amount_text(amount: Amount | None) -> str:
    """Write an amount the way people do: `5.333 GB`, `$3/h`."""
    if amount is None:
        return "unknown"
    return format_quantity(format_significant(amount.value), amount.unit)


def failed_comparison(claim: Claim) -> str:
    """Say of a comparison that is wrong what its sides come to."""
    left, right = amount_text(claim.computed), amount_text(claim.stated)
    return f"does not hold: the left side is {left}, the right {right}"


def unit_of(amount: Amount | None) -> Unit | None:
    """Return the unit of an amount; None if there is none of that name."""
    if amount is None:
        return None
    try:
        return parse_unit(amount.unit or "1")
    except UnknownUnitError:
        return None
