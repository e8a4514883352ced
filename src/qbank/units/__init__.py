"""Quantities: exact numbers with units.

A unit is a scale to base units and a vector over base dimensions; byte, operation, dollar and token are
dimensions of their own beside the physical ones. This room knows numbers and names of units, nothing of
questions, texts or files.
"""

from __future__ import annotations

from qbank.units.dimension import Dimension, dimension, physical, spell
from qbank.units.quantity import Quantity
from qbank.units.table import UNITS, readings
from qbank.units.unit import NO_UNIT, ONE, Unit

__all__ = [
    "NO_UNIT",
    "ONE",
    "UNITS",
    "Dimension",
    "Quantity",
    "Unit",
    "dimension",
    "physical",
    "readings",
    "spell",
]
