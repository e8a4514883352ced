"""What a text and the fields around it say that a number measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product

from qbank import lazy_re
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.numbers import parse_digits
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.limits import MAX_SAID
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Node, Number, Reading, leaves, replace_numbers
from qbank.units import physical
from qbank.units.dimension import NONE

_WRITTEN = lazy_re.compile(r"[0-9][0-9,._]*")
_GROUP = lazy_re.compile(r"[0-9]+")
_MAX_GROUPS = 8
_MEASURING = frozenset((t.WORD, t.MONEY))

_Key = tuple[int, int]
"""A value as numerator and denominator: fractions take long to hash."""


class UnitContext:
    """The units that the numbers of a text have where they are said with one.

    `400 × 380 = 152 kgCO₂` leaves them out; "400 kWh" and "380 gCO₂/kWh" stand elsewhere.
    """

    def __init__(self, parser: Parser, context: Sequence[str]) -> None:
        self._own = _Source("", parser)
        self._context = [_Source(text) for text in context]
        self._known: dict[_Key, tuple[Reading, ...]] = {}

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
        key = value.numerator, value.denominator
        if key not in self._known:
            found: dict[int, Reading] = {}
            digits = _digits_of(value) if self._context else ""
            for source in (self._own, *(one for one in self._context if one.may_show(digits))):
                parser = source.parser
                for at in source.places.get(key, ()):
                    if not _may_measure(parser, at):
                        continue
                    first = at - 1 if at and parser.tokens.kinds[at - 1] == t.MONEY else at
                    quantity = parser.quantity(first, len(parser.tokens))
                    if quantity is not None and isinstance(quantity[0], Number):
                        reading = quantity[0].readings[0]
                        found.setdefault(reading.unit.dimension, reading)
            self._known[key] = tuple(
                reading for dimension, reading in found.items() if physical(reading.unit.dimension) != NONE
            )
        return self._known[key]


def _may_measure(parser: Parser, at: int) -> bool:
    """Tell by its neighbours whether the number at token `at` may have a unit: a look before it is read."""
    kinds, texts = parser.kinds, parser.texts
    if at and kinds[at - 1] == t.MONEY:
        return True
    if at + 1 >= len(kinds):
        return False
    kind = kinds[at + 1]
    if kind == t.OPERATOR:
        return texts[at + 1] in "-/" or texts[at + 2 : at + 3] == ["10"]
    return kind in _MEASURING


class _Source:
    """A text that numbers are looked up in, read only if it may hold one of them."""

    def __init__(self, text: str, parser: Parser | None = None) -> None:
        self._text = text
        self._parser = parser

    def may_show(self, digits: str) -> bool:
        """Tell whether a number in it may have these digits, zeros at both ends left out."""
        return self._numbers is None or digits in self._numbers

    @cached_property
    def _numbers(self) -> set[str] | None:
        return _numbers(self._text)

    @cached_property
    def parser(self) -> Parser:
        """Its tokens."""
        return self._parser or Parser(tokenize(self._text))

    @cached_property
    def places(self) -> dict[_Key, list[int]]:
        """The tokens of every number, by its value."""
        found: dict[_Key, list[int]] = {}
        texts, shape = self.parser.texts, self.parser.shape
        at = -1
        while (at := shape.find(t.NUMBER, at + 1)) >= 0:
            key = _key(texts[at])
            if key is not None:
                found.setdefault(key, []).append(at)
        return found


@lru_cache(maxsize=4096)
def _key(text: str) -> _Key | None:
    digits = parse_digits(text)
    return None if digits is None else (digits[0].numerator, digits[0].denominator)


def _numbers(text: str) -> set[str] | None:
    """Return the digits of all that may be read as a number; None if they may be any."""
    if "\\" in text:  # an escape may be a digit
        return None
    found: set[str] = set()
    for written in _WRITTEN.findall(text):
        groups = _GROUP.findall(written)
        if len(groups) > _MAX_GROUPS:
            return None
        for first in range(len(groups)):
            found.update(
                "".join(groups[first:after]).strip("0") for after in range(first + 1, len(groups) + 1)
            )
    return found


def _digits_of(value: Fraction) -> str:
    """Return the digits that a number of this value shows, whatever its zeros."""
    places = value.denominator.bit_length()
    return str(value.numerator * 10**places // value.denominator).strip("0")
