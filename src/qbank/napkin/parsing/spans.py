"""Where things stand in a text: the clauses within which a relation can reach, and every quantity.

A clause ends at a line, a sentence, a colon, a semicolon or a bar, and at a comma outside brackets. What
stands in brackets is a clause of its own.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.tokens import BORDERS, CLOSE, OPEN, RELATION
from qbank.napkin.lexing.words import APPROXIMATIONS
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_DEPTH, MAX_MENTIONS
from qbank.napkin.parsing.grammar import Parser, parser_of
from qbank.napkin.tree import Interval, Node, Number, is_arithmetic, names, operate


class Clause(Struct, frozen=True):
    """Token indices of a clause and of the relations that stand in it, none inside its brackets."""

    start: int
    end: int
    relations: tuple[int, ...]

    def sides(self, place: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the stretches before and behind one of the relations, up to those beside it."""
        relations = self.relations
        at = relations[place]
        start = relations[place - 1] + 1 if place else self.start
        end = relations[place + 1] if place + 1 < len(relations) else self.end
        return (start, at), (at + 1, end)


class Beyond(Struct, frozen=True):
    """Token indices of a clause with a relation that is beyond a bound, and not read, with the bound."""

    start: int
    end: int
    relations: tuple[int, ...]
    bound: str


_TOO_LONG = f"a clause of more than {MAX_CLAUSE_TOKENS} words and signs"
_TOO_DEEP = f"more than {MAX_DEPTH} brackets in each other"


def clauses(parser: Parser) -> list[Clause | Beyond | int]:
    """Return every clause that holds a relation, in the order of their ends, and between them the opening
    tokens of the brackets with numbers.
    """
    stretches: list[Clause | Beyond | int] = []
    shape, brackets = parser.shape, parser.brackets
    if RELATION not in shape and not brackets:
        return stretches
    deep = [at for at, bracket in brackets.items() if bracket.height > MAX_DEPTH]

    def clause(start: int, end: int) -> Clause | Beyond:
        bound = _TOO_LONG if end - start > MAX_CLAUSE_TOKENS else ""
        if len(around) > MAX_DEPTH or any(start <= at < end for at in deep):
            bound = _TOO_DEEP
        return Beyond(start, end, tuple(relations), bound) if bound else Clause(start, end, tuple(relations))

    start, close = 0, len(shape)
    relations: list[int] = []
    around: list[tuple[int, list[int], int]] = []  # the same of the clauses that the brackets stand in
    for at in [at for at, kind in enumerate(shape) if kind in BORDERS]:
        kind = shape[at]
        if kind == RELATION:
            relations.append(at)
            continue
        if kind == OPEN:
            bracket = brackets.get(at)
            if bracket is not None:
                if bracket.numbers and at:
                    stretches.append(at)
                around.append((start, relations, close))
                start, close, relations = at + 1, bracket.close, []
            continue
        if kind == CLOSE and at != close:
            continue
        if relations:
            stretches.append(clause(start, at))
            relations = []
        if kind == CLOSE:
            start, relations, close = around.pop()
        else:
            start = at + 1
    if relations:
        stretches.append(clause(start, len(shape)))
    return stretches


SENTENCE_ENDS = frozenset(".!?\n|")
_MAX_NOUNS = 4
_NOUNS = frozenset((t.WORD, t.COMMA))
_MARKS = frozenset((t.APPROX, t.MONEY))


class QuantitySpan(Struct):
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


@lru_cache(maxsize=1024)  # as `parser_of`: a verification and the ledger of facts ask for them
def quantities(parser: Parser) -> list[QuantitySpan]:
    """Return the quantities of a text in their order."""
    spans: list[QuantitySpan] = []
    kinds, texts = parser.tokens.kinds, parser.tokens.texts
    at, sentence = 0, 0
    end = len(kinds)
    while at < end and len(spans) < MAX_MENTIONS:
        kind = kinds[at]
        if kind == t.NUMBER:
            first = _first(parser, at)
            quantity = parser.quantity(first, end)
            if quantity is not None:
                spans.append(QuantitySpan(quantity[0], first, quantity[1], sentence))
                at = max(quantity[1], at + 1)
                continue
        elif kind == t.STOP and texts[at] in SENTENCE_ENDS and not _is_abbreviated(parser, at):
            sentence += 1
        at += 1
    return spans


def _is_abbreviated(parser: Parser, at: int) -> bool:
    """Tell whether a full stop only ends a letter: `i.e.`, `e.g.`."""
    before = parser.texts[at - 1] if at and parser.glued[at] else ""
    return parser.texts[at] == "." and len(before) == 1 and before in "ieg"


def with_expressions(parser: Parser, quantity_spans: list[QuantitySpan]) -> list[QuantitySpan]:
    """Return the quantities of a text with its expressions without a result and its data types."""
    everything: list[QuantitySpan] = []
    read_to = 0
    for span in quantity_spans:
        is_rest = span.first < read_to and parser.tokens.kinds[span.first - 1] != OPEN
        found = [] if is_rest else _expression(parser, span.first, span.sentence)
        read_to = max([read_to, *(one.after for one in found)])
        everything += (*found, span)
    types = [at for at, kind in enumerate(parser.tokens.kinds) if kind == t.WORD and parser.is_type(at)]
    for at in types[:MAX_MENTIONS]:
        before = [span for span in everything if span.first < at]
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
    node = operate("*", count.node, kind.node)
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


def forget_texts() -> None:
    """Let go of the texts that were read, which are remembered for whoever reads them next."""
    parser_of.cache_clear()
    quantities.cache_clear()
