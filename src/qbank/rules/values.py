"""The values that a question's texts state, with the words around them: what rules about their meaning read.

A text is read once, for all rules that ask. Lines without a digit are not read, so their words are not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from qbank.bank.document import FieldPath
from qbank.napkin import tokens as t
from qbank.napkin.grammar import Parser
from qbank.napkin.mentions import quantities
from qbank.napkin.tokens import Tokens, tokenize
from qbank.napkin.tree import Interval, Node, Number
from qbank.rules.source import QuestionFile
from qbank.units import Quantity

_MOST_WORDS: Final = 6
_SENTENCE_ENDS: Final = frozenset(".!?\n|")
_ANSWERS: Final = ("realistic_solution", "napkin_math")


@dataclass(frozen=True, eq=False)
class StatedValue:
    """A number with its unit, as a text states it.

    Attributes:
        path: the field.
        start, end: code-point offsets in the decoded field, unit and mark of approximation included.
        text: as written.
        number: the digits, every reading of the unit, and the place of the digits.
        token, next_token: its first token, and the first behind it; `words` has them.
        sentence: number of its sentence in the text.
        ranged: whether it is an end of a range such as `3-8 s`.
    """

    path: FieldPath
    start: int
    end: int
    text: str
    number: Number
    token: int
    next_token: int
    sentence: int
    ranged: bool
    _tokens: Tokens = field(repr=False)

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

    @cached_property
    def before(self) -> tuple[str, ...]:
        """Up to six words before it in its sentence, the nearest first."""
        return _words(self._tokens, range(self.token - 1, -1, -1))

    @cached_property
    def after(self) -> tuple[str, ...]:
        """Up to six words behind it in its sentence, the nearest first."""
        return _words(self._tokens, range(self.next_token, len(self._tokens)))


def stated_values(question: QuestionFile, path: FieldPath) -> tuple[StatedValue, ...]:
    """Return the values that a field states, in their order; none if it is no text."""
    return _text(question, path).values


def words(question: QuestionFile, path: FieldPath) -> Tokens:
    """Return the tokens of a field with their places, as the verifier reads them."""
    return _text(question, path).tokens


def told_fields(question: QuestionFile) -> Iterator[FieldPath]:
    """Yield the texts in which a question tells facts: not what people get wrong, nor wrong options."""
    yield from (("title",), ("scenario",), ("question",))
    yield from (("details", name) for name in _ANSWERS)
    parts = question.value(("parts",))
    for place, _ in enumerate(parts if isinstance(parts, list) else ()):
        yield from (("parts", place, name) for name in ("prompt", "answer", "napkin_math"))
    key = question.value(("details", "correct_index"))
    if key.__class__ is int:
        yield ("details", "options", key)


class _Text:
    """A text of a question, read as far as somebody asked for it."""

    def __init__(self, path: FieldPath, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def tokens(self) -> Tokens:
        return tokenize(self.text)

    @cached_property
    def values(self) -> tuple[StatedValue, ...]:
        found: list[StatedValue] = []
        for mention in quantities(Parser(self.tokens)):
            found += (
                StatedValue(
                    path=self.path,
                    start=number.start,
                    end=number.end,
                    text=self.text[number.start : number.end],
                    number=number,
                    token=mention.first,
                    next_token=mention.after,
                    sentence=mention.sentence,
                    ranged=isinstance(mention.node, Interval),
                    _tokens=self.tokens,
                )
                for number in _numbers(mention.node)
            )
        return tuple(found)


def _numbers(node: Node) -> tuple[Number, ...]:
    if isinstance(node, Interval):
        return node.low, node.high
    return (node,) if isinstance(node, Number) else ()


def _texts(question: QuestionFile) -> dict[FieldPath, _Text]:  # noqa: ARG001  (a view: made once a question)
    return {}


def _text(question: QuestionFile, path: FieldPath) -> _Text:
    texts = question.once(_texts)
    found = texts.get(path)
    if found is None:
        found = texts[path] = _Text(path, question.text(path) or "")
    return found


def _words(tokens: Tokens, places: Sequence[int]) -> tuple[str, ...]:
    found: list[str] = []
    for place in places:
        kind = tokens.kinds[place]
        if kind == t.WORD:
            found.append(tokens.texts[place])
            if len(found) == _MOST_WORDS:
                break
        elif kind == t.STOP and tokens.texts[place] in _SENTENCE_ENDS:
            break
    return tuple(found)
