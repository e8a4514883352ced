"""The brackets of a text: which belong together, and what stands between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from qbank.napkin.tokens import CLOSE, NUMBER, OPEN, RELATION, STOP, Tokens

_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}


class Bracket(NamedTuple):
    """A pair of brackets: where it closes, how deep it nests, whether it holds numbers and relations."""

    close: int
    height: int
    numbers: bool
    relations: bool


@dataclass(slots=True)
class _Opened:
    """A bracket that is not closed yet, and how many numbers and relations stand before it."""

    at: int
    numbers: int
    relations: int
    height: int = 1


def match_brackets(tokens: Tokens) -> dict[int, Bracket]:
    """Return the brackets that are closed, by the index of the opening token."""
    found: dict[int, Bracket] = {}
    if CLOSE not in tokens.kinds:
        return found
    stack: list[_Opened] = []
    numbers = relations = 0
    for index, kind in enumerate(tokens.kinds):
        if kind == NUMBER:
            numbers += 1
        elif kind == RELATION:
            relations += 1
        elif kind == OPEN:
            stack.append(_Opened(index, numbers, relations))
        elif not stack:
            continue
        elif kind == CLOSE:
            if _PAIRS[tokens.texts[stack[-1].at]] == tokens.texts[index]:
                opened = stack.pop()
                inside = numbers > opened.numbers, relations > opened.relations
                found[opened.at] = Bracket(index, opened.height, *inside)
                if stack:
                    stack[-1].height = max(stack[-1].height, opened.height + 1)
        elif kind == STOP and tokens.texts[index] == "\n":
            stack.clear()  # a bracket that was never closed does not swallow the next line
    return found
