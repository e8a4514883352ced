"""The values that a question's texts state, and in which texts it tells facts: what rules about meaning read.

A text is read once, for all rules that ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.parsing.spans import quantities
from qbank.napkin.tree import Interval, Node, Number
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.question_file import QuestionFile
from qbank.units import Quantity
from qbank.yamlio.document import FieldPath

_ANSWERS: Final = ("realistic_solution", "napkin_math")


@dataclass(frozen=True, eq=False)
class StatedValue:
    """A number with its unit, as a text states it.

    Attributes:
        path: the field.
        start, end: code-point offsets in the decoded field, unit and mark of approximation included.
        text: as written.
        number: the digits, every reading of the unit, and the place of the digits.
        ranged: whether it is an end of a range such as `3-8 s`.
    """

    path: FieldPath
    start: int
    end: int
    text: str
    number: Number
    ranged: bool

    @property
    def approximate(self) -> bool:
        """Whether it is marked `~` or "about"."""
        return self.number.approximate

    @cached_property
    def readings(self) -> tuple[Quantity, ...]:
        """What it may be, the usual first: `TOPS` a rate or a count, `GB` with prefixes of 1000 or 1024."""
        found: list[Quantity] = []
        for binary in (False, True):
            for reading in self.number.readings:
                if binary and not reading.unit.binary_steps:
                    continue
                amount = self.number.value * reading.multiplier
                found.append(Quantity.of(amount, reading.unit, binary=binary))
        return tuple(found)

    @property
    def quantity(self) -> Quantity:
        """What it usually is: its first reading."""
        return self.readings[0]


def stated_values(question: QuestionFile, path: FieldPath) -> tuple[StatedValue, ...]:
    """Return the values that a field states, in their order; none if it is no text."""
    by_field = question.cached_view(_values_by_field)
    if path not in by_field:
        by_field[path] = tuple(_values_in(path, shown_text(question, path)))
    return by_field[path]


def _values_by_field(question: QuestionFile) -> dict[FieldPath, tuple[StatedValue, ...]]:  # noqa: ARG001
    return {}  # filled as fields are asked for


def told_fields(question: QuestionFile) -> Iterator[FieldPath]:
    """Yield the texts in which a question tells facts: not what people get wrong, nor wrong options."""
    yield from (("title",), ("scenario",), ("question",))
    yield from (("details", name) for name in _ANSWERS)
    for place in range(len(question.items(("parts",)))):
        yield from (("parts", place, name) for name in ("prompt", "answer", "napkin_math"))
    key = question.value(("details", "correct_index"))
    if key.__class__ is int:
        yield ("details", "options", key)


def _values_in(path: FieldPath, text: str) -> Iterator[StatedValue]:
    for mention in quantities(Parser(tokenize(text))):
        ranged = isinstance(mention.node, Interval)
        for number in _numbers(mention.node):
            written = text[number.start : number.end]
            yield StatedValue(path, number.start, number.end, written, number, ranged)


def _numbers(node: Node) -> tuple[Number, ...]:
    if isinstance(node, Interval):
        return node.low, node.high
    return (node,) if isinstance(node, Number) else ()
