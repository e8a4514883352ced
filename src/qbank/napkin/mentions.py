"""Every quantity that a text mentions, and the sentences they stand in."""

from __future__ import annotations

from dataclasses import dataclass

from qbank.napkin import tokens as t
from qbank.napkin.grammar import Parser
from qbank.napkin.limits import MAX_MENTIONS
from qbank.napkin.tree import Interval, Name, Node, Number, is_arithmetic, leaves
from qbank.napkin.words import APPROXIMATIONS

_SENTENCE_ENDS = frozenset(".!?\n|")
_LINE_END = "\n"


@dataclass(frozen=True, slots=True)
class Mention:
    """A quantity, or an expression that no relation gives a value.

    Attributes:
        node: the quantity, or the expression.
        first, after: the tokens it takes up.
        sentence: number of its sentence in the text.
        line: number of its line.
    """

    node: Node
    first: int
    after: int
    sentence: int
    line: int

    @property
    def quantity(self) -> Number | Interval | None:
        """The single quantity, None if it is an expression."""
        return self.node if isinstance(self.node, Number | Interval) else None


def mentions(parser: Parser) -> list[Mention]:
    """Return the quantities of a text and its expressions without a result, in their order."""
    found: list[Mention] = []
    tokens = parser.tokens
    at = sentence = line = 0
    while at < len(tokens) and len(found) < MAX_MENTIONS:
        kind, text = tokens[at].kind, tokens[at].text
        if kind == t.STOP and text in _SENTENCE_ENDS:
            sentence += 1
            line += text == _LINE_END
        elif kind == t.NUMBER:
            first = _first(parser, at)
            quantity = parser.quantity(first, len(tokens))
            if quantity is not None and isinstance(quantity[0], Number | Interval):
                found += _expression(parser, first, sentence, line)
                found.append(Mention(quantity[0], first, quantity[1], sentence, line))
                at = max(quantity[1], at + 1)
                continue
        at += 1
    return found


def _first(parser: Parser, at: int) -> int:
    """Return where the quantity of the digits at token `at` begins: its mark, sign of money or "about"."""
    tokens = parser.tokens
    while at and (tokens[at - 1].kind in {t.APPROX, t.MONEY} or tokens[at - 1].text in APPROXIMATIONS):
        at -= 1
    return at


def _expression(parser: Parser, at: int, sentence: int, line: int) -> list[Mention]:
    """Return the expression that begins at token `at`, unless it is the rest of a longer one."""
    tokens = parser.tokens
    if at and tokens[at - 1].kind == t.OPERATOR:
        return []
    parsed = parser.expression(at, len(tokens))
    if parsed is None or not is_arithmetic(parsed[0]):
        return []
    if any(isinstance(leaf, Name) for leaf in leaves(parsed[0])):
        return []
    return [Mention(parsed[0], at, parsed[1], sentence, line)]
