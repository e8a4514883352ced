"""Quantities: exact numbers with units, how people write them, and how to print them.

A unit is a scale to base units and a vector over base dimensions; byte, operation, dollar and token are
dimensions of their own beside the physical ones. This room knows numbers and names of units, nothing of
questions, texts or files.

- `dimension`, `unit`: the values.
- `prefixes`, `table`, `names`: the data: prefixes and multipliers, symbols, full names.
- `parse`: reads the name of a unit; `read`: reads a quantity that is given as a value.
- `format`: rounds and prints numbers and quantities; `display_unit` chooses the prefix.
"""

from __future__ import annotations

from qbank.units.dimension import Dimension, dimension, physical, spell
from qbank.units.table import UNITS, readings
from qbank.units.unit import NO_UNIT, ONE, Quantity, Unit

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
