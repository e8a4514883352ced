"""The words and brackets around operands: nouns and remarks behind them, labels before them.

`2 (K,V) * 32 layers` is `2 * 32`, `camera 0.3 W` is `0.3 W`.
"""

from __future__ import annotations

from msgspec import Struct

from qbank import lazy_re
from qbank.napkin.lexing.spellings import may_be_noun
from qbank.napkin.lexing.tokens import (
    APPROX,
    CLOSE,
    COMMA,
    MONEY,
    NUMBER,
    OPEN,
    OPERATOR,
    RELATION,
    WORD,
    Tokens,
)
from qbank.napkin.lexing.words import FUNCTIONS, OPERATOR_WORDS, VERBAL_OPERATORS
from qbank.units.table import BYTES_OF_TYPE

ENDS_OPERAND = frozenset((OPERATOR, RELATION, CLOSE, COMMA))
"""Kinds of tokens before which an operand ends."""

PRICED = frozenset(("@", "at"))
"""Words before the price of one thing."""

STORED = frozenset(("in", "at", "@"))
"""Words before the data type of what was counted."""

_MAX_NOUNS = 6
_MAX_LABEL = 8
_MAX_BOUND = 6
_BOUNDS = frozenset("<≤≈")
_NO_LABEL = frozenset((*OPERATOR_WORDS, *FUNCTIONS))
"""Words with which something to compute begins, not the label of a value."""
_OPERATES = frozenset((*OPERATOR_WORDS, *VERBAL_OPERATORS))
_EITHER = lazy_re.compile(f"[{OPEN}{CLOSE}]")
_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}


class Bracket(Struct, frozen=True):
    """A pair of brackets: where it closes, how deep it nests, whether it holds numbers and relations."""

    close: int
    height: int
    numbers: bool
    relations: bool


class Phrases:
    """The words and brackets of one text; every method takes token indices.

    Attributes:
        tokens: the text.
        shape: their kinds as one string.
        kinds, texts, glued, starts, ends: what each of them is.
        brackets: those that are closed, by the index of the opening token.
        closing: by the same, the index of the closing token.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.kinds, self.texts, self.glued = tokens.kinds, tokens.texts, tokens.glued
        self.starts, self.ends = tokens.starts, tokens.ends
        self.shape = "".join(tokens.kinds)
        self.brackets = _match_brackets(tokens, self.shape)
        self.closing = {at: bracket.close for at, bracket in self.brackets.items()}

    def behind(self, at: int, end: int) -> int:
        """Pass over nouns and remarks in brackets, if an operator, a bracket or the end comes after them."""
        place, nouns = at, 0
        while place < end:
            if self.is_noun(place):
                if nouns == _MAX_NOUNS or self.is_factor(place):
                    break
                nouns += 1
                place += 1
            elif self.kinds[place] == OPEN and self.texts[place] in "([":
                close = end if self.glued[place] and self.has_number(place) else self.closing.get(place, end)
                if close >= end:
                    break
                place = close + 1
                at = place
            else:
                break
        if place >= end or self.kinds[place] in ENDS_OPERAND:
            return place
        if self.texts[place] in _OPERATES or self.is_price(place) or self.is_stored(place, end):
            return place
        return at

    def is_noun(self, at: int) -> bool:
        """Tell whether token `at` is a word that may be part of a noun phrase."""
        return self.kinds[at] == WORD and may_be_noun(self.texts[at])

    def behind_nouns(self, at: int, end: int) -> int:
        """Return the index behind the nouns that begin at token `at`."""
        place = at
        while (
            place < end and place - at < _MAX_LABEL and self.is_noun(place) and not self._is_call(place, end)
        ):
            place += 2 if self._is_slashed(place, end) else 1
        return place

    def behind_label(self, at: int, place: int, end: int) -> int:
        """Return the index behind the label that begins at token `at` and goes on at `place`.

        A value in brackets may follow it: `DMA in (3 ms)`, `bytes per value (2)`.
        """
        end = min(end, at + _MAX_LABEL)
        while place < end and self.kinds[place] == WORD and self.texts[place] not in _NO_LABEL:
            place += 1
        return place

    def _is_call(self, at: int, end: int) -> bool:
        """Tell whether a function is applied here, as in `the max(3 ms, 5 ms)`."""
        if at + 2 >= end or self.texts[at] not in FUNCTIONS or not self.glued[at + 1]:
            return False
        return self.texts[at + 1] == "(" and self.texts[at + 2] != ")"

    def _is_slashed(self, at: int, end: int) -> bool:
        """Tell whether `sort/merge` stands here: two words, no division."""
        return (
            at + 2 < end
            and self.texts[at + 1] in {"/", "+"}
            and self.glued[at + 1]
            and self.glued[at + 2]
            and len(self.texts[at]) > 2
            and len(self.texts[at + 2]) > 2
            and self.is_noun(at + 2)
        )

    def is_factor(self, at: int) -> bool:
        """Tell whether the token is a symbol that multiplies the number it touches: `40 + 5N`."""
        text = self.texts[at]
        return (
            len(text) == 1
            and self.kinds[at] == WORD
            and self.glued[at]
            and text.isalpha()
            and text not in OPERATOR_WORDS
            and self.kinds[at - 1] == NUMBER
        )

    def is_stored(self, at: int, end: int) -> bool:
        """Tell whether a data type stands at token `at` that says how numbers are stored: `in FP16`."""
        return self.texts[at] in STORED and at + 1 < end and self.texts[at + 1].upper() in BYTES_OF_TYPE

    def is_price(self, at: int) -> bool:
        """Tell whether a price for one stands at token `at`: `16 nodes @ ~$2k each`."""
        if self.texts[at] not in PRICED:
            return False
        following = self.kinds[at + 1 : at + 3]
        return [kind for kind in following if kind != APPROX][:1] == [MONEY]

    def has_number(self, at: int) -> bool:
        """Tell whether the bracket that opens at `at` holds digits and no relation, but a bound in front."""
        bracket = self.brackets.get(at)
        if bracket is None or not bracket.numbers:
            return False
        bound = self.texts[at + 1] in _BOUNDS and bracket.close - at <= _MAX_BOUND
        return bound or not bracket.relations


def _match_brackets(tokens: Tokens, shape: str) -> dict[int, Bracket]:
    """Return the brackets of a text of some shape that are closed, by the index of the opening token."""
    brackets: dict[int, Bracket] = {}
    if CLOSE not in shape or OPEN not in shape:
        return brackets
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
            brackets[start] = Bracket(at, height, NUMBER in inside, RELATION in inside)
            if heights:
                heights[-1] = max(heights[-1], height + 1)
    return brackets
