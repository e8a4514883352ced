"""A quantity: an exact value in base units, what it measures, and the unit it was given in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from qbank.units.dimension import Dimension
from qbank.units.unit import NO_UNIT, ONE, Unit


@dataclass(slots=True)
class Quantity:
    """A number of base units of one dimension.

    Nobody changes one.

    Attributes:
        value: exact size in base units (bytes, seconds, joules, ...).
        dimension: what it measures, counted things included.
        unit: the unit to show it in; operands without a unit have `NO_UNIT`.
    """

    value: Fraction
    dimension: Dimension
    unit: Unit = NO_UNIT

    @classmethod
    def of(cls, number: Fraction | int, unit: Unit = NO_UNIT, *, binary: bool = False) -> Quantity:
        """Return `number` of `unit`."""
        size = unit.size(binary=binary)
        return cls(Fraction(number) if size is ONE else number * size, unit.dimension, unit)

    def in_unit(self, unit: Unit, *, binary: bool = False) -> Fraction:
        """Return the number of `unit` that this quantity is; dimensions are not compared."""
        size = unit.size(binary=binary)
        return self.value if size is ONE else self.value / size
