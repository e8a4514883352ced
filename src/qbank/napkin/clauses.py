"""Clauses: the stretches of a text within which a relation can reach.

A clause ends at a line, a sentence, a colon, a semicolon or a bar, and at a comma outside brackets. What
stands in brackets is a clause of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qbank.napkin.grammar import Parser
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_DEPTH
from qbank.napkin.tokens import COMMA, OPEN, RELATION, STOP

_ENDS = frozenset((STOP, COMMA))
_LANDMARKS = _ENDS | {RELATION, OPEN}


class Clause(NamedTuple):
    """Token indices of a clause and of the relations that stand in it, none inside its brackets."""

    start: int
    end: int
    relations: tuple[int, ...]

    def segments(self) -> list[tuple[int, int]]:
        """Return the stretches between the relations."""
        starts = (self.start, *(relation + 1 for relation in self.relations))
        return list(zip(starts, (*self.relations, self.end), strict=True))


def clauses(parser: Parser) -> Iterator[Clause]:
    """Yield every clause that holds a relation, in the order of their ends."""
    if RELATION in parser.tokens.kinds:
        yield from _within(parser, 0, len(parser.tokens), 0)


def _within(parser: Parser, start: int, end: int, depth: int) -> Iterator[Clause]:
    relations: list[int] = []
    kinds = parser.tokens.kinds
    at = start
    while at <= end:
        kind = kinds[at] if at < end else STOP
        if kind not in _LANDMARKS:
            pass
        elif kind in _ENDS:
            if relations and at - start <= MAX_CLAUSE_TOKENS:
                yield Clause(start, at, tuple(relations))
            relations, start = [], at + 1
        elif kind == RELATION:
            relations.append(at)
        else:
            close = parser.closing.get(at, end)
            if close < end:
                if depth < MAX_DEPTH:
                    yield from _within(parser, at + 1, close, depth + 1)
                at = close
        at += 1
