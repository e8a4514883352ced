"""What a text and the texts around it say that a number measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product

from qbank.napkin.lexing.tokens import MONEY
from qbank.napkin.limits import MAX_SAID
from qbank.napkin.parsing.grammar import Parser, parser_of
from qbank.napkin.tree import Node, Number, Reading, leaves, replace_numbers
from qbank.units import physical
from qbank.units.dimension import NONE


class UnitContext:
    """The units that the numbers of a text have where they are said with one.

    `400 × 380 = 152 kgCO₂` leaves them out; "400 kWh" and "380 gCO₂/kWh" stand elsewhere.
    """

    def __init__(self, parser: Parser, surroundings: Sequence[str]) -> None:
        self._parsers = [parser, *map(parser_of, surroundings)]
        self._readings: dict[tuple[int, int], tuple[Reading, ...]] = {}

    def measured(self, node: Node) -> Iterator[Node]:
        """Yield `node` with bare operands in the units that they have elsewhere, most of them first."""
        bare = [leaf for leaf in leaves(node) if isinstance(leaf, Number) and leaf.bare]
        known = [(leaf.start, readings) for leaf in bare if (readings := self._readings_of(leaf.value))]
        if not known:
            return
        for chosen in islice(product(*((*readings, None) for _, readings in known)), MAX_SAID):
            pairs = zip(known, chosen, strict=True)
            units = {start: reading for (start, _), reading in pairs if reading is not None}
            if units:
                yield replace_numbers(node, units)

    def _readings_of(self, value: Fraction) -> tuple[Reading, ...]:
        """Return how a number is read wherever it has a unit, each dimension once."""
        key = value.numerator, value.denominator
        if key not in self._readings:
            by_dimension: dict[int, Reading] = {}
            for parser in self._parsers:
                for at in parser.number_places.get(key, ()):
                    first = at - 1 if at and parser.kinds[at - 1] == MONEY else at
                    quantity = parser.quantity(first, len(parser.kinds))
                    if quantity is not None and isinstance(quantity[0], Number):
                        reading = quantity[0].readings[0]
                        by_dimension.setdefault(reading.unit.dimension, reading)
            self._readings[key] = tuple(
                reading for reading in by_dimension.values() if physical(reading.unit.dimension) != NONE
            )
        return self._readings[key]
