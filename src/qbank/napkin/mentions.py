"""Every quantity that a text mentions, and the sentences they stand in."""

from __future__ import annotations

from dataclasses import dataclass

from qbank.napkin import tokens as t
from qbank.napkin.grammar import Parser
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_MENTIONS
from qbank.napkin.tree import Interval, Name, Node, Number, Operation, is_arithmetic, leaves
from qbank.napkin.words import APPROXIMATIONS

_SENTENCE_ENDS = frozenset(".!?\n|")
_MAX_NOUNS = 4


@dataclass(frozen=True, slots=True)
class Mention:
    """A quantity, or an expression that no relation gives a value.

    Attributes:
        node: the quantity, or the expression.
        first, after: the tokens it takes up.
        sentence: number of its sentence in the text.
        type: whether it is a data type, which stands for the bytes of an element.
    """

    node: Node
    first: int
    after: int
    sentence: int
    type: bool = False

    @property
    def quantity(self) -> Number | Interval | None:
        """The single quantity, None if it is an expression or a data type."""
        return self.node if isinstance(self.node, Number | Interval) and not self.type else None


def mentions(parser: Parser) -> list[Mention]:
    """Return the quantities of a text, its data types, and its expressions without a result, in order."""
    found: list[Mention] = []
    tokens = parser.tokens
    at = sentence = 0
    while at < len(tokens) and len(found) < MAX_MENTIONS:
        kind, text = tokens[at].kind, tokens[at].text
        if kind == t.STOP and text in _SENTENCE_ENDS:
            sentence += 1
        elif kind == t.WORD and parser.is_type(at):
            found.append(Mention(parser.data_type(at), at, at + 1, sentence, type=True))
            found += _stored(found, tokens)
        elif kind == t.NUMBER:
            first = _first(parser, at)
            quantity = parser.quantity(first, len(tokens))
            if quantity is not None and isinstance(quantity[0], Number | Interval):
                found += _expression(parser, first, sentence)
                found.append(Mention(quantity[0], first, quantity[1], sentence))
                at = max(quantity[1], at + 1)
                continue
        at += 1
    return found


def _stored(found: list[Mention], tokens: t.Tokens) -> list[Mention]:
    """Return the bytes of a count that a data type follows: `7B params in FP16`."""
    if len(found) < 2 or found[-2].quantity is None:
        return []
    count, kind = found[-2:]
    between = tokens[count.after : kind.first]
    if len(between) > _MAX_NOUNS or any(token.kind not in {t.WORD, t.COMMA} for token in between):
        return []
    node = Operation("*", count.node, kind.node, count.node.start, kind.node.end)
    return [Mention(node, count.first, kind.after, count.sentence)]


def _first(parser: Parser, at: int) -> int:
    """Return where the quantity of the digits at token `at` begins: its mark, sign of money or "about"."""
    tokens = parser.tokens
    while at and (tokens[at - 1].kind in {t.APPROX, t.MONEY} or tokens[at - 1].text in APPROXIMATIONS):
        at -= 1
    return at


def _expression(parser: Parser, at: int, sentence: int) -> list[Mention]:
    """Return the expression that begins at token `at`, unless it is the rest of a longer one."""
    tokens = parser.tokens
    if at and tokens[at - 1].kind == t.OPERATOR:
        return []
    end = min(len(tokens), at + MAX_CLAUSE_TOKENS)
    parsed = parser.expression(at, end)
    if parsed is None or not is_arithmetic(parsed[0]) or parsed[1] == end < len(tokens):
        return []
    if any(isinstance(leaf, Name) for leaf in leaves(parsed[0])):
        return []
    after = parsed[1]
    while tokens[after - 1].end > parsed[0].end:  # nouns and remarks behind it are not part of it
        after -= 1
    return [Mention(parsed[0], at, after, sentence)]
