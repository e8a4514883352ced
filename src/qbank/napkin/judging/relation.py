"""The two sides of a claim, and what every way to compare them asks of them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from qbank.napkin.evaluate import PLAIN, Names, Sense
from qbank.napkin.judging.conversion_factors import has_converter
from qbank.napkin.judging.judgement import Tolerances
from qbank.napkin.tree import Interval, Leaf, Name, Node, Number, WithUnit, leaves
from qbank.units import physical
from qbank.units.dimension import NONE

Operand = Number | WithUnit
"""What has readings."""

HOLDS = {"<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge}
"""What each comparison says of two values."""

_HALF = 0.5
_FACE = Sense(face=True)


class Case:
    """Two sides that are said to stand in a relation.

    Attributes:
        left, right, relation: what is claimed.
        names: the values of its symbols.
        tolerances: how far off it may be.
        operands, right_operands: what has readings on each side.
        intervals: the ranges of both sides.
        compares: whether it says which side is larger.
        shows_its_size: whether the stated value is a number that shows nothing twice or half as large.
        approximate: whether anything in it is marked as rounded.
    """

    def __init__(self, left: Node, right: Node, relation: str, names: Names, tolerances: Tolerances) -> None:
        self.left = left
        self.right = right
        self.relation = relation
        self.names = names
        self.tolerances = tolerances
        found, right_found = leaves(left), leaves(right)
        self.operands = operands_among(found)
        self.right_operands = operands_among(right_found)
        self.intervals = [leaf for leaf in (*found, *right_found) if isinstance(leaf, Interval)]
        self.compares = relation in HOLDS
        self.shows_its_size = isinstance(right, Number) and tolerances.rough[0] <= _HALF
        self.approximate = relation == "≈" or any(
            isinstance(leaf, Number) and leaf.approximate for leaf in (*self.operands, *self.right_operands)
        )

    @cached_property
    def percent_left_out(self) -> Fraction | None:
        """What the left side has to be multiplied by if one side alone is in percent, else None."""
        percent, right_percent = _has_percent(self.operands), _has_percent(self.right_operands)
        if percent == right_percent:
            return None
        return Fraction(100) if percent else Fraction(1, 100)

    @property
    def may_leave_out_scale(self) -> bool:
        """Whether the stated value alone may name the scale of plain operands: `3 + 7 = 10 PFLOPs`."""
        if not isinstance(self.right, Number) or any(leaf.readings[0].factor != 1 for leaf in self.operands):
            return False
        readings = self.right.readings
        return any(one.factor > 1 and physical(one.unit.dimension) == NONE for one in readings)

    @cached_property
    def may_convert(self) -> bool:
        """Whether a value that differs may be accepted for a percent sign, a factor or a scale left out."""
        return (
            self.percent_left_out is not None
            or has_converter(self.left)
            or has_converter(self.right)
            or self.may_leave_out_scale
        )


def operands_among(found: Sequence[Leaf]) -> list[Operand]:
    """Return what has readings among some leaves: numbers, the ends of ranges, brackets with a unit."""
    operands: list[Operand] = []
    for leaf in found:
        if isinstance(leaf, Interval):
            operands += (leaf.low, leaf.high)
        elif not isinstance(leaf, Name):
            operands.append(leaf)
    return operands


def at_face(sense: Sense) -> Sense:
    """Return the same sense with units left out."""
    return _FACE if sense is PLAIN else replace(sense, face=True)


def _has_percent(operands: Sequence[Operand]) -> bool:
    return any(reading.unit.name == "%" for leaf in operands for reading in leaf.readings)
