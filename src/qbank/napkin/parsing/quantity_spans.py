"""Every quantity that a text mentions, and the sentences they stand in."""

from __future__ import annotations

from dataclasses import dataclass

from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import APPROXIMATIONS
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_MENTIONS
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Interval, Node, Number, Operation, is_arithmetic, names

SENTENCE_ENDS = frozenset(".!?\n|")
_MAX_NOUNS = 4
_NOUNS = frozenset((t.WORD, t.COMMA))
_MARKS = frozenset((t.APPROX, t.MONEY))


@dataclass(slots=True)
class QuantitySpan:
    """A quantity, or an expression that no relation gives a value; nobody changes one (see `tree`).

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


def quantities(parser: Parser, start: int = 0, stop: int | None = None) -> list[QuantitySpan]:
    """Return the quantities of a text in their order, or those between two tokens that begin sentences."""
    found: list[QuantitySpan] = []
    kinds, texts = parser.tokens.kinds, parser.tokens.texts
    at, sentence = start, 0
    end = len(kinds)
    stop = end if stop is None else stop
    while at < stop and len(found) < MAX_MENTIONS:
        kind = kinds[at]
        if kind == t.NUMBER:
            first = _first(parser, at)
            quantity = parser.quantity(first, end)
            if quantity is not None and isinstance(quantity[0], Number | Interval):
                found.append(QuantitySpan(quantity[0], first, quantity[1], sentence))
                at = max(quantity[1], at + 1)
                continue
        elif kind == t.STOP and texts[at] in SENTENCE_ENDS:
            sentence += 1
        at += 1
    return found


def with_expressions(parser: Parser, found: list[QuantitySpan]) -> list[QuantitySpan]:
    """Return the quantities `found` in a text with its expressions without a result and its data types."""
    everything: list[QuantitySpan] = []
    for mention in found:
        everything += (*_expression(parser, mention.first, mention.sentence), mention)
    types = [at for at, kind in enumerate(parser.tokens.kinds) if kind == t.WORD and parser.is_type(at)]
    for at in types[:MAX_MENTIONS]:
        before = [mention for mention in everything if mention.first < at]
        sentence = before[-1].sentence if before else 0
        named = QuantitySpan(parser.data_type(at), at, at + 1, sentence, type=True)
        place = len(before)
        everything[place:place] = [named, *_stored(parser, before, named)]
    return everything


def _stored(parser: Parser, before: list[QuantitySpan], kind: QuantitySpan) -> list[QuantitySpan]:
    """Return the bytes of a count that a data type follows: `7B params in FP16`."""
    count = before[-1] if before else None
    if count is None or count.quantity is None or kind.first - count.after > _MAX_NOUNS:
        return []
    if not _NOUNS.issuperset(parser.tokens.kinds[count.after : kind.first]):
        return []
    node = Operation("*", count.node, kind.node, count.node.start, kind.node.end)
    return [QuantitySpan(node, count.first, kind.after, count.sentence)]


def _first(parser: Parser, at: int) -> int:
    """Return where the quantity of the digits at token `at` begins: its mark, sign of money or "about"."""
    kinds, texts = parser.tokens.kinds, parser.tokens.texts
    while at and (kinds[at - 1] in _MARKS or texts[at - 1] in APPROXIMATIONS):
        at -= 1
    return at


def _expression(parser: Parser, at: int, sentence: int) -> list[QuantitySpan]:
    """Return the expression that begins at token `at`, unless it is the rest of a longer one."""
    tokens = parser.tokens
    if at and tokens.kinds[at - 1] == t.OPERATOR:
        return []
    end = min(len(tokens), at + MAX_CLAUSE_TOKENS)
    parsed = parser.expression(at, end)
    if parsed is None or not is_arithmetic(parsed[0]) or parsed[1] == end < len(tokens) or names(parsed[0]):
        return []
    after = parsed[1]
    while tokens.ends[after - 1] > parsed[0].end:  # nouns and remarks behind it are not part of it
        after -= 1
    return [QuantitySpan(parsed[0], at, after, sentence)]
