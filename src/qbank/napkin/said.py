"""What a text and the fields around it say that a number measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product

from qbank.napkin.limits import MAX_SAID
from qbank.napkin.mentions import Mention
from qbank.napkin.tree import Node, Number, Reading, leaves, replace_numbers
from qbank.units import physical
from qbank.units.dimension import NONE


class Said:
    """The units that the numbers of a text have where they are said with one.

    `400 × 380 = 152 kgCO₂` leaves them out; "400 kWh" and "380 gCO₂/kWh" stand elsewhere.
    """

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._readings: dict[Fraction, list[Reading]] = {}
        for mention in mentions:
            node = mention.quantity
            if not isinstance(node, Number):
                continue
            reading = node.readings[0]
            if physical(reading.unit.dimension) == NONE:
                continue
            known = self._readings.setdefault(node.value, [])
            if all(reading.unit.dimension != other.unit.dimension for other in known):
                known.append(reading)

    def measured(self, node: Node) -> Iterator[Node]:
        """Yield `node` with bare operands in the units that they have elsewhere, most of them first."""
        bare = [leaf for leaf in leaves(node) if isinstance(leaf, Number) and leaf.bare]
        known = [leaf for leaf in bare if leaf.value in self._readings]
        if not known:
            return
        options = [(*self._readings[leaf.value], None) for leaf in known]
        for chosen in islice(product(*options), MAX_SAID):
            units = {
                leaf.start: reading
                for leaf, reading in zip(known, chosen, strict=True)
                if reading is not None
            }
            if units:
                yield replace_numbers(node, units)
