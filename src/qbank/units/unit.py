"""Units: a name, a scale to base units and a dimension; and quantities: exact values given in one."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from msgspec import Struct

from qbank.units.dimension import NONE, Dimension

ONE = Fraction(1)
"""The scale of what needs none; it is shared, so `is` tells it without a comparison of fractions."""

KIBI = Fraction(1024, 1000)
"""What each step of a prefix gains when it is read as 1024 for 1000."""


def as_float(value: Fraction) -> float:
    """Return the nearest float, infinity for what is beyond all of them."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return inf


class Unit(Struct, frozen=True):
    """A unit of measure.

    Attributes:
        name: the unit as an author would write it.
        scale: size in base units, prefixes read as powers of 1000.
        dimension: what it measures.
        binary_steps: how many steps of 1000 may as well be 1024 (`KB` 1, `GB` 3, `KiB` 0, `GB/MB` 1).
    """

    name: str
    scale: Fraction
    dimension: Dimension
    binary_steps: int = 0

    def __hash__(self) -> int:
        return hash(self.name)  # fractions take long to hash

    @property
    def binary_scale(self) -> Fraction:
        """Its size in base units, with ambiguous prefixes read as 1024."""
        return self.scale * KIBI**self.binary_steps if self.binary_steps else self.scale

    def __mul__(self, other: Unit) -> Unit:
        return Unit(
            f"{self.name}·{other.name}" if self.name and other.name else self.name or other.name,
            self.scale * other.scale,
            Dimension(self.dimension + other.dimension),
            self.binary_steps + other.binary_steps,
        )

    def __truediv__(self, other: Unit) -> Unit:
        return Unit(
            f"{self.name or '1'}/{other.name}" if other.name else self.name,
            self.scale / other.scale,
            Dimension(self.dimension - other.dimension),
            self.binary_steps - other.binary_steps,
        )

    def __pow__(self, exponent: int) -> Unit:
        return Unit(
            f"{self.name}^{exponent}",
            self.scale**exponent,
            Dimension(self.dimension * exponent),
            self.binary_steps * exponent,
        )


NO_UNIT = Unit("", ONE, NONE)


class Quantity(Struct):
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
    def of(cls, number: Fraction | int, unit: Unit = NO_UNIT) -> Quantity:
        """Return `number` of `unit`."""
        return cls(number * unit.scale, unit.dimension, unit)

    def in_unit(self, unit: Unit) -> Fraction:
        """Return the number of `unit` that this quantity is; dimensions are not compared."""
        return self.value if unit.scale is ONE else self.value / unit.scale
