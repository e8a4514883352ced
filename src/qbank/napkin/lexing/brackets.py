"""The brackets of a text: which belong together, and what stands between them."""

from __future__ import annotations

from typing import NamedTuple

from qbank import lazy_re
from qbank.napkin.lexing.tokens import CLOSE, NUMBER, OPEN, RELATION, Tokens

_EITHER = lazy_re.compile(f"[{OPEN}{CLOSE}]")
_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}


class Bracket(NamedTuple):
    """A pair of brackets: where it closes, how deep it nests, whether it holds numbers and relations."""

    close: int
    height: int
    numbers: bool
    relations: bool


def match_brackets(tokens: Tokens, shape: str) -> dict[int, Bracket]:
    """Return the brackets of a text of some shape that are closed, by the index of the opening token."""
    found: dict[int, Bracket] = {}
    if CLOSE not in shape or OPEN not in shape:
        return found
    texts = tokens.texts
    opened: list[int] = []  # brackets that are not closed yet
    heights: list[int] = []
    before = 0
    for match in _EITHER.finditer(shape):
        at = match.start()
        if opened and "\n" in texts[before:at]:
            opened.clear()  # a bracket that was never closed does not swallow the next line
            heights.clear()
        before = at
        if shape[at] == OPEN:
            opened.append(at)
            heights.append(1)
        elif opened and _PAIRS[texts[opened[-1]]] == texts[at]:
            start, height = opened.pop(), heights.pop()
            inside = shape[start:at]
            found[start] = Bracket(at, height, NUMBER in inside, RELATION in inside)
            if heights:
                heights[-1] = max(heights[-1], height + 1)
    return found
