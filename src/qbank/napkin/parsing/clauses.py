"""Clauses: the stretches of a text within which a relation can reach.

A clause ends at a line, a sentence, a colon, a semicolon or a bar, and at a comma outside brackets. What
stands in brackets is a clause of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from qbank.napkin.lexing.tokens import CLOSE, COMMA, OPEN, RELATION, STOP
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_DEPTH
from qbank.napkin.parsing.grammar import Parser

_LANDMARKS = frozenset((RELATION, OPEN, CLOSE, COMMA, STOP))


class Clause(NamedTuple):
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


def clauses(parser: Parser) -> list[Clause | int]:
    """Return every clause that holds a relation, in the order of their ends, and between them the opening
    tokens of the brackets with numbers.
    """
    found: list[Clause | int] = []
    shape, brackets = parser.shape, parser.brackets
    if RELATION not in shape and not brackets:
        return found
    start, close = 0, len(shape)
    relations: list[int] = []
    around: list[tuple[int, list[int], int]] = []  # the same of the clauses that the brackets stand in
    for at in [at for at, kind in enumerate(shape) if kind in _LANDMARKS]:
        kind = shape[at]
        if kind == RELATION:
            relations.append(at)
            continue
        if kind == OPEN:
            bracket = brackets.get(at)
            if bracket is not None:
                if bracket.numbers and at:
                    found.append(at)
                around.append((start, relations, close))
                start, close, relations = at + 1, bracket.close, []
            continue
        if kind == CLOSE and at != close:
            continue
        if relations:
            if at - start <= MAX_CLAUSE_TOKENS and len(around) <= MAX_DEPTH:
                found.append(Clause(start, at, tuple(relations)))
            relations = []
        if kind == CLOSE:
            start, relations, close = around.pop()
        else:
            start = at + 1
    if relations and len(shape) - start <= MAX_CLAUSE_TOKENS:
        found.append(Clause(start, len(shape), tuple(relations)))
    return found
