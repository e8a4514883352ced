"""What a text and the fields around it say that a number measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice, product

from qbank.napkin import tokens as t
from qbank.napkin.grammar import Parser
from qbank.napkin.limits import MAX_SAID
from qbank.napkin.numbers import parse_digits
from qbank.napkin.tokens import tokenize
from qbank.napkin.tree import Node, Number, Reading, leaves, replace_numbers
from qbank.units import physical
from qbank.units.dimension import NONE


class Said:
    """The units that the numbers of a text have where they are said with one.

    `400 × 380 = 152 kgCO₂` leaves them out; "400 kWh" and "380 gCO₂/kWh" stand elsewhere.
    """

    def __init__(self, parser: Parser, context: Sequence[str]) -> None:
        self._parser = parser
        self._context = context
        self._known: dict[Fraction, tuple[Reading, ...]] = {}

    def measured(self, node: Node) -> Iterator[Node]:
        """Yield `node` with bare operands in the units that they have elsewhere, most of them first."""
        bare = [leaf for leaf in leaves(node) if isinstance(leaf, Number) and leaf.bare]
        known = [(leaf.start, found) for leaf in bare if (found := self._readings(leaf.value))]
        if not known:
            return
        for chosen in islice(product(*((*found, None) for _, found in known)), MAX_SAID):
            pairs = zip(known, chosen, strict=True)
            units = {start: reading for (start, _), reading in pairs if reading is not None}
            if units:
                yield replace_numbers(node, units)

    def _readings(self, value: Fraction) -> tuple[Reading, ...]:
        """Return how a number is read wherever it has a unit, each dimension once."""
        if value not in self._known:
            found: dict[int, Reading] = {}
            for parser, places in self._places:
                for at in places.get(value, ()):
                    first = at - 1 if at and parser.tokens.kinds[at - 1] == t.MONEY else at
                    quantity = parser.quantity(first, len(parser.tokens))
                    if quantity is not None and isinstance(quantity[0], Number):
                        reading = quantity[0].readings[0]
                        found.setdefault(reading.unit.dimension, reading)
            self._known[value] = tuple(
                reading for dimension, reading in found.items() if physical(reading.unit.dimension) != NONE
            )
        return self._known[value]

    @cached_property
    def _places(self) -> list[tuple[Parser, dict[Fraction, list[int]]]]:
        """The tokens of every number, by its value, in the text and what stands around it."""
        parsers = [self._parser, *(Parser(tokenize(text)) for text in self._context)]
        found = []
        for parser in parsers:
            places: dict[Fraction, list[int]] = {}
            for at, kind in enumerate(parser.tokens.kinds):
                digits = parse_digits(parser.tokens.texts[at]) if kind == t.NUMBER else None
                if digits is not None:
                    places.setdefault(digits[0], []).append(at)
            found.append((parser, places))
        return found
