"""The grammar of napkin math: tokens in, expression trees out.

    expression  = product (("+" | "-") product)*
    product     = operand (("*" | "/" | "x" | "of") operand | "(" expression ")")*
    operand     = ["-"] primary ["^" exponent]
    primary     = quantity | "(" expression ")" [unit] | "[" expression ("," expression)* "]"
                | function arguments | words "(" expression ")" | words quantity | symbol
    quantity    = ["~"] ["$"] digits ["×10^n"] [multiplier] [unit] ["-" quantity]
    unit        = name [power] (("/" | "per") name [power])*

A unit or a rate belongs to its number before any `/` divides: `100 MB / 77 GB/s` is a time. Behind an operand
stand nouns and remarks in brackets, which are passed over: `2 (K,V) * 32 layers`. Nothing here looks at
meaning; `evaluate` does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from typing import NamedTuple

from qbank.napkin.limits import MAX_DEPTH, MAX_EXPONENT
from qbank.napkin.numbers import parse_digits
from qbank.napkin.tokens import (
    APPROX,
    CLOSE,
    COMMA,
    MONEY,
    NUMBER,
    OPEN,
    OPERATOR,
    POWER,
    RELATION,
    STOP,
    WORD,
    Tokens,
)
from qbank.napkin.tree import (
    Call,
    Interval,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Reading,
    WithUnit,
    leaves,
    plain_number,
)
from qbank.napkin.words import (
    APPROXIMATIONS,
    ARTICLES,
    CLAUSE_WORDS,
    EXACT_FILLERS,
    FUNCTIONS,
    ONLY_FUNCTIONS,
    OPERATOR_WORDS,
)
from qbank.units import NO_UNIT, ONE, UNITS, Unit, readings
from qbank.units.dimension import NONE, physical
from qbank.units.table import BYTES_OF_TYPE, CHANNELS, MULTIPLIERS

_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}
_MAX_NOUNS = 6
_MAX_NOUNS_BEFORE_UNIT = 3
_MAX_LABEL = 8
_MAX_DENOMINATORS = 4
_MAX_BOUND = 6
_MANY = frozenset(("M", "K", "k", "B", "thousand", "million", "billion"))
_BOUNDS = frozenset("<≤≈")
_SPACED_MULTIPLIERS = frozenset("KMBT")
_WITHOUT_BRACKETS = frozenset(("sqrt", "ln", "log", "log2", "log10"))
_CLOCK = frozenset((":", "AM", "PM", "am", "pm"))
_BEFORE_DIGITS = frozenset((NUMBER, MONEY, APPROX))
_BEHIND_DIGITS = frozenset((WORD, OPERATOR, MONEY, STOP))
_GOES_ON = frozenset((OPERATOR, RELATION, CLOSE, COMMA))
_PER = frozenset(("/", "per"))
_TIMES_TEN = frozenset(("*", "x"))  # what may begin a power of ten
_NO_UNITS = frozenset("*+^–")  # operators that never tie a unit to a number
_DASHES = frozenset("-–")
_SUM_SIGNS = {"+": "+", "-": "-", "–": "-"} | {
    word: sign for word, sign in OPERATOR_WORDS.items() if sign in "+-"
}
_PRODUCT_SIGNS = {"*": "*", "/": "/"} | {word: sign for word, sign in OPERATOR_WORDS.items() if sign == "*"}
_ONLY_UNITS = frozenset(
    text
    for text in UNITS
    if text not in MULTIPLIERS and text.lower() not in MULTIPLIERS and text not in {"x", "X"}
)
"""Units that are nothing else."""
_VOCABULARY = 4096  # words and units remembered
_PINS = Reading(unit=Unit("pins", ONE, NONE))
_BITS_PER_BYTE = Reading(unit=Unit("bits/byte", Fraction(1, 8), NONE))
_PERCENT = readings("%")[0]
_BYTE = readings("bytes")[0]
_COUNT = Reading()
_DOLLARS = Reading(unit=readings("$")[0])

Readings = tuple[Reading, ...]
Scale = tuple[Fraction, int]

_COUNTS: Readings = (_COUNT,)
_MONEY: Readings = (_DOLLARS,)
_BYTES: Readings = (Reading(unit=_BYTE),)

Parsed = tuple[Node, int]
"""A tree and the index of the first token behind it."""


class _Bracket(NamedTuple):
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


class Parser:
    """Reads expressions out of one text's tokens; every method takes and returns token indices."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.kinds, self.texts, self.glued = tokens.kinds, tokens.texts, tokens.glued
        self.starts, self.ends = tokens.starts, tokens.ends
        self.brackets = _match_brackets(tokens)
        self.closing = {at: bracket.close for at, bracket in self.brackets.items()}
        self._insides: dict[int, Node | None] = {}
        self._expressions: dict[tuple[int, int], Parsed | None] = {}

    # -- expressions -----------------------------------------------------------------------------------------

    def expression(self, at: int, end: int) -> Parsed | None:
        """Read the longest expression that begins at token `at` and stops before `end`."""
        key = at, end
        if key not in self._expressions:  # what stands between two relations is a side of both
            self._expressions[key] = self._sum(at, end)
        return self._expressions[key]

    def _sum(self, at: int, end: int) -> Parsed | None:
        parsed = self._product(at, end)
        if parsed is None:
            return None
        left, at = parsed
        while at < end and (operator := _SUM_SIGNS.get(self.texts[at])):
            parsed = self._product(at + 1, end)
            if parsed is None:
                break
            right, at = parsed
            if _is_surcharge(left, right):
                share = Operation(operator, plain_number(ONE), right, right.start, right.end)
                left = Operation("*", left, share, left.start, right.end)
            else:
                left = Operation(operator, left, right, left.start, right.end)
        return left, at

    def _product(self, at: int, end: int) -> Parsed | None:
        parsed = self._operand(at, end)
        if parsed is None:
            return None
        left, at = parsed
        while at < end:
            text = self.texts[at]
            operator = _PRODUCT_SIGNS.get(text) or self._product_word(at, left)
            if operator:
                parsed = self._operand(at + 1, end, factor=True)
                if parsed is not None and self.kinds[at] == WORD and isinstance(parsed[0], Name):
                    break  # "32x slower" is no product
            elif text == "(" and self.glued[at] and self._has_number(at):
                operator, parsed = "*", self._bracket(at, end)
            elif self._is_factor(at):
                operator, parsed = "*", self._symbol(at, end)
            else:
                break
            if parsed is None:
                break
            right, at = parsed
            left = Operation(operator, left, right, left.start, right.end)
        return left, at

    def _product_word(self, at: int, left: Node) -> str | None:
        return "*" if (self.texts[at] == "of" and _is_share(left)) or self._is_price(at) else None

    def _is_price(self, at: int) -> bool:
        """Tell whether a price for one stands at token `at`: `16 nodes @ ~$2k each`."""
        if self.texts[at] not in {"@", "at"}:
            return False
        following = self.kinds[at + 1 : at + 3]
        return [kind for kind in following if kind != APPROX][:1] == [MONEY]

    def _operand(self, at: int, end: int, *, factor: bool = False) -> Parsed | None:
        if at >= end:
            return None
        if self.kinds[at] == OPERATOR and at + 1 < end and self.glued[at + 1] and self.texts[at] in "+-–":
            parsed = self._unsigned(at + 1, end)
            if parsed is None or self.texts[at] == "+":
                return parsed
            return Negation(parsed[0], self.starts[at], parsed[0].end), parsed[1]
        return self._unsigned(at, end, factor=factor)

    def _unsigned(self, at: int, end: int, *, factor: bool = False) -> Parsed | None:
        kind = self.kinds[at]
        if kind == NUMBER:
            parsed = self.quantity(at, end)
        elif factor and kind == WORD and self.is_type(at):
            return self.data_type(at), self.behind(at + 1, end)
        else:
            parsed = self._primary(at, end)
        if parsed is None:
            return None
        base, at = parsed
        if at >= end:
            return parsed
        power = self._power(at, end)
        if power is not None:
            exponent, at = power
            base = Operation("^", base, exponent, base.start, exponent.end)
        return base, self.behind(at, end)

    def _is_factor(self, at: int) -> bool:
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

    def _symbol(self, at: int, end: int) -> Parsed:
        name = Name(self.texts[at], self.starts[at], self.ends[at])
        power = self._power(at + 1, end)
        if power is None:
            return name, self.behind(at + 1, end)
        return Operation("^", name, power[0], name.start, power[0].end), self.behind(power[1], end)

    def _power(self, at: int, end: int) -> Parsed | None:
        if at >= end:
            return None
        if self.kinds[at] == POWER:
            return self._integer(at), at + 1
        if self.texts[at] != "^" or at + 1 >= end:
            return None
        inner = self.kinds[at + 1]
        if inner == OPEN:
            return self._bracket(at + 1, end)
        if inner == OPERATOR and self.texts[at + 1] == "-" and at + 2 < end and self.kinds[at + 2] == NUMBER:
            number = self._integer(at + 2)
            return Negation(number, self.starts[at + 1], number.end), at + 3
        if inner == NUMBER:
            return self._integer(at + 1), at + 2
        if inner == WORD:
            return Name(self.texts[at + 1], self.starts[at + 1], self.ends[at + 1]), at + 2
        return None

    # -- primaries -------------------------------------------------------------------------------------------

    def _primary(self, at: int, end: int) -> Parsed | None:
        kind = self.kinds[at]
        if kind in _BEFORE_DIGITS or self.texts[at] in APPROXIMATIONS:
            return self.quantity(at, end)
        if kind == OPEN:
            return self._bracket(at, end)
        if kind == WORD:
            return self._function(at, end) or self._worded(at, end)
        return None

    def _bracket(self, at: int, end: int) -> Parsed | None:
        close = self.closing.get(at, end)
        if close >= end:
            return None
        if at not in self._insides:  # the same bracket is tried as argument, operand and remark
            self._insides[at] = self._inside(at, close)
        node, after = self._insides[at], close + 1
        if node is None:
            return None
        start = self.starts[at]
        if self.texts[at] == "(":
            unit = self._units(after, end)
            if unit is not None and any(reading.unit is not NO_UNIT for reading in unit[0]):
                return WithUnit(node, unit[0], start, self.ends[unit[1] - 1]), unit[1]
        return node.moved(start, self.ends[close]), after

    def _inside(self, at: int, close: int) -> Node | None:
        """Read all that stands between the brackets at `at` and `close`."""
        if self.brackets[at].height > MAX_DEPTH:
            return None
        opening = self.texts[at]
        if opening == "[":
            return self._shape(at, close)
        bounded = self.kinds[at + 1] == RELATION  # "inference (<200 ms)": at its bound
        parsed = self.expression(at + 1 + bounded, close)
        if parsed is None or self.behind(parsed[1], close) != close:
            return None
        if opening in "⌊⌈":
            function = "floor" if opening == "⌊" else "ceil"
            return Call(function, (parsed[0],), self.starts[at], self.ends[close])
        return parsed[0]

    def _shape(self, at: int, close: int) -> Node | None:
        """Read a tensor shape such as `[1, 32, 1024, 1024]` as the product of its sizes."""
        sizes: list[Node] = []
        place = at + 1
        while place < close:
            parsed = self.expression(place, close)
            if parsed is None or isinstance(parsed[0], Negation):
                return None
            sizes.append(parsed[0])
            place = parsed[1]
            if place < close:
                if self.kinds[place] != COMMA:
                    return None
                place += 1
        if len(sizes) < 2:
            return None
        node = sizes[0]
        for size in sizes[1:]:
            node = Operation("*", node, size, self.starts[at], self.ends[close])
        return node

    def _function(self, at: int, end: int) -> Parsed | None:
        if at + 1 >= end:
            return None
        text = self.texts[at]
        if text == "frac":
            return self._fraction(at, end)
        if text == "e" and (self.kinds[at + 1] == POWER or self.texts[at + 1] == "^"):
            power = self._power(at + 1, end)
            return (Call("exp", (power[0],), self.starts[at], power[0].end), power[1]) if power else None
        function = FUNCTIONS.get(text)
        if function is None:
            return None
        place = at + 1
        if function == "log" and (base := self._base(place, end)) is not None:
            function, place = base
        if place < end and self.kinds[place] == OPEN:
            close = self.closing.get(place, end)
            arguments = self._arguments(place, close) if close < end else None
            if arguments:
                return Call(function, tuple(arguments), self.starts[at], self.ends[close]), close + 1
        elif function in _WITHOUT_BRACKETS and place < end and self.kinds[place] == NUMBER:
            parsed = self.quantity(place, end)
            if parsed:
                return Call(function, (parsed[0],), self.starts[at], parsed[0].end), parsed[1]
        return None

    def _base(self, at: int, end: int) -> tuple[str, int] | None:
        """Read the base of a logarithm: `\\log_2(8)`, `\\log_{10}(100)`."""
        braced = self.texts[at] == "{"
        number = at + 1 if braced and at + 1 < end else at
        after = at + 3 if braced else at + 1
        if self.texts[number] not in {"2", "10"} or not self.glued[number] or after >= end:
            return None
        if braced and (self.closing.get(at) != at + 2 or self.kinds[after] != OPEN):
            return None
        return f"log{self.texts[number]}", after

    def _arguments(self, at: int, close: int) -> list[Node] | None:
        found: list[Node] = []
        place = at + 1
        while place < close:
            parsed = self.expression(place, close)
            if parsed is None:
                return None
            found.append(parsed[0])
            place = parsed[1]
            if place < close:
                if self.kinds[place] != COMMA:
                    return None
                place += 1
        return found

    def _fraction(self, at: int, end: int) -> Parsed | None:
        above = self._bracket(at + 1, end)
        below = self._bracket(above[1], end) if above and above[1] < end else None
        if above is None or below is None:
            return None
        return Operation("/", above[0], below[0], self.starts[at], below[0].end), below[1]

    def _worded(self, at: int, end: int) -> Parsed | None:
        """Read an operand that begins with words: `DMA out (3 ms)`, `camera 0.4 W`, or a symbol."""
        place = self._nouns(at, end)
        if place == at:
            return None
        first, last = self.starts[at], self.ends[place - 1]
        opening = place
        while opening < min(end, at + _MAX_LABEL) and self._goes_on_label(opening):
            opening += 1  # `DMA in (3 ms)`, `bytes per value (2)`
        called = opening - at == 1 and opening < end and self.glued[opening]
        if opening < end and self.texts[opening] == "(" and self._has_number(opening) and not called:
            parsed = self._bracket(opening, end)
            if parsed is not None:
                return parsed
        named = last - self.starts[place - 1] > 1 or self.kinds[place - 1] == NUMBER
        if place < end and self.kinds[place] in _BEFORE_DIGITS and named:
            return self.quantity(place, end)
        return Name(" ".join(self.texts[at:place]), first, last), place

    def _nouns(self, at: int, end: int) -> int:
        """Return the index behind the nouns that begin at token `at`."""
        place = at
        while place < end and place - at < _MAX_LABEL and self._is_noun(place):
            if self._is_slashed(place, end):
                place += 2
            else:
                place += 3 if self._is_part(place, end) else 1
        return place

    def _goes_on_label(self, at: int) -> bool:
        """Tell whether token `at` is a word that may stand inside a label before its value in brackets."""
        return self.kinds[at] == WORD and self.texts[at] not in OPERATOR_WORDS

    def _is_part(self, at: int, end: int) -> bool:
        """Tell whether `RTT/2` stands here as the label of a value: `RTT/2 75 ms`."""
        return (
            at + 3 < end
            and self.texts[at + 1] == "/"
            and self.kinds[at + 2] == NUMBER
            and self.glued[at + 2]
            and self.kinds[at + 3] == NUMBER
        )

    def _is_slashed(self, at: int, end: int) -> bool:
        """Tell whether `sort/merge` stands here: two words, no division."""
        return (
            at + 2 < end
            and self.texts[at + 1] in {"/", "+"}
            and self.glued[at + 1]
            and self.glued[at + 2]
            and len(self.texts[at]) > 2
            and len(self.texts[at + 2]) > 2
            and self._is_noun(at + 2)
        )

    def is_type(self, at: int) -> bool:
        """Tell whether the token names a data type such as FP16."""
        return self.texts[at].upper() in BYTES_OF_TYPE

    def data_type(self, at: int) -> Number:
        """Return the bytes that an element of the data type at token `at` takes."""
        size = BYTES_OF_TYPE[self.texts[at].upper()]
        decimals = size.denominator.bit_length() - 1  # halves show one, quarters two
        start, end = self.starts[at], self.ends[at]
        return Number(size, decimals, _BYTES, start, end, (start, end))

    def _integer(self, at: int) -> Node:
        text, start, end = self.texts[at], self.starts[at], self.ends[at]
        value, decimals, power = parse_digits(text.lstrip("+-")) or (Fraction(10**MAX_EXPONENT), 0, ONE)
        readings = _COUNTS if power is ONE else (Reading(power),)
        number = Number(value, decimals, readings, start, end, (start, end))
        return Negation(number, start, end) if text.startswith("-") else number

    # -- quantities ------------------------------------------------------------------------------------------

    def quantity(self, at: int, end: int) -> Parsed | None:
        """Read a number with its unit, or a range of two."""
        parsed = self._single(at, end)
        if parsed is None:
            return None
        place = parsed[1]
        if place + 1 < end and self.texts[place] in _DASHES:
            glued, following = self.glued[place], self.glued[place + 1]
            if (glued and following) or (self.texts[place] == "–" and glued == following):
                second = self._single(place + 1, end)
                ends = _range(parsed[0], second[0]) if second is not None else None
                if second is not None and ends is not None:
                    return Interval(*ends, parsed[0].start, second[0].end), second[1]
        return parsed

    def _single(self, at: int, end: int) -> tuple[Number, int] | None:
        start = self.starts[at]
        approximate = money = False
        while at < end and (kind := self.kinds[at]) != NUMBER:
            if kind == APPROX or self.texts[at] in APPROXIMATIONS:
                approximate = approximate or self.texts[at] not in EXACT_FILLERS
            elif kind == MONEY:
                money = True
            else:
                return None
            at += 1
        digits = parse_digits(self.texts[at]) if at < end else None
        if digits is None:
            return None
        value, decimals, power = digits
        place = at + 1
        found = _MONEY if money else _COUNTS
        if place < end and self.kinds[place] in _BEHIND_DIGITS:
            text = self.texts[place]
            if text in _CLOCK:
                return None
            if text in _TIMES_TEN:
                ten = self._power_of_ten(place, end)
                if ten is not None:
                    power, place = power * ten[0], ten[1]
            if text not in _NO_UNITS or place > at + 1:
                unit = self._units(place, end, money=money)
                if unit is not None:
                    found, place = unit
        if power is not ONE:
            found = tuple(_multiplied(reading, power) for reading in found)
        if found is not _COUNTS:
            found = _as_written(value, found, glued=place > at + 1 and self.glued[at + 1])
        digits_place = self.starts[at], self.ends[at]
        return Number(value, decimals, found, start, self.ends[place - 1], digits_place, approximate), place

    def _power_of_ten(self, at: int, end: int) -> tuple[Fraction, int] | None:
        """Read `×10^n` behind a number; it binds tighter than any other product."""
        if at + 2 >= end or self.texts[at + 1] != "10":
            return None
        power = self._power(at + 2, end)
        if power is None:
            return None
        sign, node = (-1, power[0].operand) if isinstance(power[0], Negation) else (1, power[0])
        if not isinstance(node, Number) or node.value.denominator != 1 or node.value > MAX_EXPONENT:
            return None
        return Fraction(10) ** (sign * int(node.value)), power[1]

    # -- units -----------------------------------------------------------------------------------------------

    def _units(self, at: int, end: int, *, money: bool = False) -> tuple[Readings, int] | None:
        """Read what multiplies or measures the number before `at`; None if nothing does."""
        if at >= end:
            return None
        start = at
        options = _MONEY if money else _COUNTS
        kind = self.kinds[at]
        if kind == WORD:
            options, at = self._worded_unit(at, end, options)
        elif kind == OPERATOR and not money and self._is_hyphen(at, end):
            options, at = self._worded_unit(at + 1, end, options)
        elif kind == MONEY and self._is_money_behind(at, end):
            options, at = _MONEY, at + 1
        if options[0].unit is _PERCENT:
            at = self._rated_noun(at, end)
        if at + 1 < end and self.texts[at] in _PER:
            denominator = self._denominators(at, end, bare=at == start and not money)
            if denominator is not None:
                chains, at = denominator
                divided = tuple(_divided(option, chain) for option, chain in product(options[:4], chains))
                # what a result is for may be said behind it: `1,464 B per 15 ms`
                options = (*divided, *options) if any(u.name[0].isdigit() for u in chains[0]) else divided
        return (options, at) if at > start else None

    def _worded_unit(self, at: int, end: int, options: Readings) -> tuple[Readings, int]:
        """Read a multiplier, a unit, or both, behind a number that counts what `options` says."""
        text = self.texts[at]
        money = options is _MONEY
        if not money and text in _ONLY_UNITS and not self._is_raised(at + 1, end):
            return _counted(readings(text)), at + 1
        if _only_counts(text) and (at + 1 >= end or self._parts_noun(at + 1)):
            return options, at
        channels = CHANNELS.get(text)
        if channels is not None and options is _COUNTS and self._is_last(at, end):
            return (Reading(channels),), at + 1
        scale = self._multiplier(at)
        named = None if money else self._measure(at if scale is None else at + 1, end)
        if named is not None:
            return (_counted(named[0]) if scale is None else _scaled(named[0], text)), named[1]
        if scale is not None:
            options = _alone(text, money=money)
            at += 1
        size = None if money or at >= end else BYTES_OF_TYPE.get(self.texts[at].upper())
        if size is not None:  # `70B FP16` is a count of numbers, or the bytes that they take
            stored = Unit(self.texts[at], size, _BYTE.dimension)
            options = (*options, Reading(options[0].multiplier, stored, options[0].binary_steps))
            at += 1
        return options, at

    def _parts_noun(self, at: int) -> bool:
        """Tell whether the token parts a noun from any unit that may follow it."""
        return self.kinds[at] != WORD and self.texts[at] != "/"

    def _is_raised(self, at: int, end: int) -> bool:
        return at < end and (self.kinds[at] == POWER or self.texts[at] == "^")

    def _is_last(self, at: int, end: int) -> bool:
        """Tell whether an operand ends with the word at token `at`: `320 × 320 RGB =`, not `8 RGB images`."""
        many = len(self.texts[at - 1]) > 1  # `224 × 224 × 3 RGB` says how many there are
        return many and (at + 1 >= end or self.kinds[at + 1] in _GOES_ON)

    def _rated_noun(self, at: int, end: int) -> int:
        """Return where the rate of `1% failure/day` begins, past its noun."""
        if (
            at + 2 < end
            and self._is_noun(at)
            and self.texts[at + 1] == "/"
            and self.glued[at + 2]
            and self.kinds[at + 2] == WORD
            and readings(self.texts[at + 2])
        ):
            return at + 1
        return at

    def _multiplier(self, at: int) -> Scale | None:
        """Return what a letter or word behind a number multiplies it by; a letter mostly has to touch it."""
        text = self.texts[at]
        return _scale(text) if len(text) > 1 or self.glued[at] or text in _SPACED_MULTIPLIERS else None

    def _is_hyphen(self, at: int, end: int) -> bool:
        """Tell whether a hyphen ties a unit to its number: `12-minute`, `4-bit`."""
        if self.texts[at] != "-" or at + 1 >= end:
            return False
        tight = self.glued[at] and self.glued[at + 1]
        word = self.texts[at + 1]
        return tight and self.kinds[at + 1] == WORD and len(word) > 1 and bool(readings(word))

    def _is_money_behind(self, at: int, end: int) -> bool:
        """Tell whether the sign of money stands behind its number: `0.09 $/GB`, not `5 $3`."""
        return self.kinds[at] == MONEY and not (at + 1 < end and self.kinds[at + 1] == NUMBER)

    def _measure(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read a unit, also behind a noun or two (`500 INT8 ops/s`), or one with a rate (`25 users/node`)."""
        named = self._unit_name(at, end)
        if named is not None:
            return named
        for place in range(at, min(at + _MAX_NOUNS_BEFORE_UNIT, end)):
            text = self.texts[place]
            if len(text) < 3 or not self._is_noun(place):
                return None
            named = self._unit_name(place + 1, end)
            if named is not None and len(self.texts[place + 1]) > 1:
                return named
            if (
                place + 2 < end
                and self.texts[place + 1] in _PER
                and (
                    self._is_counted(place + 2)
                    or (self.kinds[place + 2] == WORD and readings(self.texts[place + 2]))
                )
            ):
                return _noun(text), place + 1
        return None

    def _unit_name(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read one unit with its power: `GB`, `cm²`, `GPU-hours`."""
        if at >= end or self.kinds[at] != WORD:
            return None
        text = self.texts[at]
        found = readings(text)
        if not found and "-" in text:
            found = _hyphenated(text)
        if not found:
            return None
        if text in {"x", "X"} and (not self.glued[at] or (at + 1 < end and self._begins_operand(at + 1))):
            return None  # 32x32, 3x 80GB: a product
        at += 1
        if at < end and self.glued[at]:
            power = self._power(at, end)
            if power is not None and isinstance(power[0], Number) and power[0].value in {2, 3}:
                exponent = int(power[0].value)
                return tuple(unit**exponent for unit in found), power[1]
        return found, at

    def _denominators(self, at: int, end: int, *, bare: bool) -> tuple[list[tuple[Unit, ...]], int] | None:
        """Read `/s`, `/GPU-hr`, `per token`, `/s/user`; a noun counts, but has no dimension."""
        options: list[tuple[Unit, ...]] = [()]
        start = at
        while at + 1 < end and len(options[0]) < _MAX_DENOMINATORS:
            text = self.texts[at]
            if text not in _PER:
                break
            named = self._many(at + 1, end, priced=not bare) or self._unit_name(at + 1, end)
            if named is None:
                if (bare and text == "/") or not self._is_counted(at + 1):
                    break
                named = _noun(self.texts[at + 1]), at + 2
            elif bare and text == "/" and physical(named[0][0].dimension) == NONE:
                break
            options = [(*chain, unit) for chain in options for unit in named[0]][:2]
            at = named[1]
        return (options, at) if at > start else None

    def _many(self, at: int, end: int, *, priced: bool) -> tuple[tuple[Unit, ...], int] | None:
        """Read what is more than one of a thing: `per 1M tokens`, `per 20 ms`, `$0.25/M`."""
        value, start = ONE, at
        if self.kinds[at] == NUMBER:
            digits = parse_digits(self.texts[at])
            if digits is None or (self.texts[at - 1] != "per" and not (priced and self.texts[at] == "1")):
                return None
            value, at = digits[0] * digits[2], at + 1
        elif not priced or self.texts[at] not in _MANY or self._is_byte(at, end):
            return None
        scale = _scale(self.texts[at]) if at < end and self.kinds[at] == WORD else None
        if scale is not None and not (at > start and self._unit_name(at, end)):
            value, at = value * scale[0], at + 1
        if not value or value == 1:
            return None
        measure = self._unit_name(at, end) if at < end else None
        name = " ".join(self.texts[start : measure[1] if measure else at])
        if measure is None:
            return (Unit(name, value, NONE),), at
        return tuple(Unit(name, unit.scale * value, unit.dimension) for unit in measure[0][:1]), measure[1]

    def _is_byte(self, at: int, end: int) -> bool:
        """Tell whether a `B` behind a slash is a byte, `153 FLOP/B`, and no billion of something."""
        return self.texts[at] == "B" and not (at + 1 < end and self._is_counted(at + 1))

    def _is_counted(self, at: int) -> bool:
        text = self.texts[at]
        return (
            self.kinds[at] == WORD
            and len(text) > 2
            and text.lower() not in CLAUSE_WORDS
            and text not in ONLY_FUNCTIONS
        )

    # -- what stands behind an operand -----------------------------------------------------------------------

    def behind(self, at: int, end: int) -> int:
        """Pass over nouns and remarks in brackets, if an operator, a bracket or the end comes after them."""
        if at >= end or self.kinds[at] in _GOES_ON:
            return at
        place, nouns = at, 0
        while place < end:
            if self._is_noun(place):
                if nouns == _MAX_NOUNS or self._is_factor(place):
                    break
                nouns += 1
                place += 1
            elif self.kinds[place] == OPEN and self.texts[place] in "([":
                close = end if self.glued[place] and self._has_number(place) else self.closing.get(place, end)
                if close >= end:
                    break
                place = close + 1
                at = place
            else:
                break
        if place >= end or self.kinds[place] in _GOES_ON:
            return place
        if self.texts[place] in OPERATOR_WORDS or self._is_price(place):
            return place
        return at

    def _is_noun(self, at: int) -> bool:
        return self.kinds[at] == WORD and _may_be_noun(self.texts[at])

    def _begins_operand(self, at: int) -> bool:
        return self.kinds[at] in _BEFORE_DIGITS or self.texts[at] == "("

    def _has_number(self, at: int) -> bool:
        """Tell whether the bracket that opens at `at` holds digits and no relation, but a bound in front."""
        bracket = self.brackets.get(at)
        if bracket is None or not bracket.numbers:
            return False
        bound = self.texts[at + 1] in _BOUNDS and bracket.close - at <= _MAX_BOUND
        return bound or not bracket.relations


def _match_brackets(tokens: Tokens) -> dict[int, _Bracket]:
    """Return the brackets that are closed, by the index of the opening token."""
    found: dict[int, _Bracket] = {}
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
                found[opened.at] = _Bracket(index, opened.height, *inside)
                if stack:
                    stack[-1].height = max(stack[-1].height, opened.height + 1)
        elif kind == STOP and tokens.texts[index] == "\n":
            stack.clear()  # a bracket that was never closed does not swallow the next line
    return found


# -- words and units by their spelling: the vocabulary of a bank is small, and read again and again ----------


@lru_cache(maxsize=_VOCABULARY)
def _may_be_noun(text: str) -> bool:
    return (
        text not in OPERATOR_WORDS
        and text not in ONLY_FUNCTIONS
        and (text.lower() not in CLAUSE_WORDS or text in ARTICLES)
        and text not in APPROXIMATIONS
        and text not in {"%", ":", "@"}
    )


@lru_cache(maxsize=_VOCABULARY)
def _noun(text: str) -> tuple[Unit, ...]:
    """Return the unit that a counted noun is: it has a name and no dimension."""
    return (Unit(text, ONE, NONE),)


@lru_cache(maxsize=_VOCABULARY)
def _only_counts(text: str) -> bool:
    """Tell whether a word behind a number says no more than what there are so many of."""
    known = readings(text) or _scale(text) or text in CHANNELS or text.upper() in BYTES_OF_TYPE
    return not known and "-" not in text


@lru_cache(maxsize=_VOCABULARY)
def _hyphenated(text: str) -> tuple[Unit, ...]:
    """Return what `GPU-hours` measures: what its last part does; `TB-months` are a product of two units."""
    first, last = text.rsplit("-", 1)
    stored = [unit for unit in readings(first)[:1] if physical(unit.dimension) != NONE]
    return tuple(
        Unit(text, part.scale, part.dimension)
        for unit in readings(last)[:2]
        for part in (reduce(Unit.__mul__, stored, unit),)
    )[: 2 if stored else 1]


def _scale(text: str) -> Scale | None:
    return MULTIPLIERS.get(text.lower() if len(text) > 1 else text)


@lru_cache(maxsize=_VOCABULARY)
def _counted(units: tuple[Unit, ...]) -> Readings:
    """Return the readings of a number with one of `units` behind it."""
    return tuple(Reading(unit=unit) for unit in units)


@lru_cache(maxsize=_VOCABULARY)
def _scaled(units: tuple[Unit, ...], text: str) -> Readings:
    """Return the readings of a number with the multiplier `text` and one of `units` behind it."""
    multiplier, steps = _scale(text) or (ONE, 0)
    return tuple(Reading(multiplier, unit, steps) for unit in units)


@lru_cache(maxsize=_VOCABULARY)
def _alone(text: str, *, money: bool) -> Readings:
    """Return the readings of a number with nothing but the multiplier `text` behind it."""
    multiplier, steps = _scale(text) or (ONE, 0)
    if money:
        return (Reading(multiplier, _DOLLARS.unit, steps),)
    # `2B` may be two bytes as well as two billion
    return (Reading(multiplier, NO_UNIT, steps), *(Reading(unit=unit) for unit in readings(text)))


@lru_cache(maxsize=_VOCABULARY)
def _divided(reading: Reading, chain: tuple[Unit, ...]) -> Reading:
    return replace(reading, unit=reduce(Unit.__truediv__, chain, reading.unit))


@lru_cache(maxsize=_VOCABULARY)
def _multiplied(reading: Reading, power: Fraction) -> Reading:
    return replace(reading, multiplier=reading.multiplier * power)


def _range(low: Number, high: Number) -> tuple[Number, Number] | None:
    """Return the ends of `10-50 ms` or `$3-5M`; `8-1` and `250ms-100ms` are differences."""
    if low.readings[0].unit is _DOLLARS.unit and high.bare:
        readings = tuple(replace(reading, unit=_DOLLARS.unit) for reading in high.readings)
        high = replace(high, readings=readings)
    money = low.readings == (_DOLLARS,) and high.readings[0].unit.name.startswith("$")
    if low.bare or money:  # a suffix at the end is meant for both
        low = replace(low, readings=high.readings) if low.value < high.value else low
    first, second = low.readings[0], high.readings[0]
    if first.unit.dimension != second.unit.dimension:
        return None
    size, other = (
        low.value * first.multiplier * first.unit.scale,
        high.value * second.multiplier * second.unit.scale,
    )
    return (low, high) if size < other else None


def _is_surcharge(left: Node, right: Node) -> bool:
    """Tell whether a percentage adds to what it is of: `63 KB + 10%`; `20% + 10%`, `0.5 + 10%` are sums."""
    if not isinstance(right, Number) or right.readings[0].unit is not _PERCENT:
        return False
    numbers = [leaf for leaf in leaves(left) if isinstance(leaf, Number)]
    if any(number.readings[0].unit is _PERCENT for number in numbers):
        return False
    return any(not number.bare or number.value > 1 for number in numbers)


def _is_share(node: Node) -> bool:
    """Tell whether "of" behind `node` multiplies: `25% of`, `2/3 of`."""
    if isinstance(node, Operation):
        return _is_share(node.right) if node.operator == "*" else node.operator == "/"
    return isinstance(node, Number) and node.readings[0].unit is _PERCENT


def _as_written(value: Fraction, found: tuple[Reading, ...], *, glued: bool) -> tuple[Reading, ...]:
    """Drop or reorder the readings that the number itself speaks against, and add the converter `8 bits`."""
    if len(found) == 1 and value == 8 and found[0].unit.name in {"bit", "bits"}:
        return (*found, _BITS_PER_BYTE)
    if len(found) == 1 and value >= 16 and not value % 16 and found[0].unit.name in {"bit", "bits"}:
        return (*found, _PINS)  # a bus that is so wide, at a rate for each of its pins
    if found[0].binary_steps and (found[0].unit is _DOLLARS.unit or not _is_power_of_two(value)):
        found = tuple(replace(reading, binary_steps=0) for reading in found)
    if len(found) > 1 and found[1].unit.name.split("/")[0] == "B" and (not glued or value >= 1000):
        found = (found[1], found[0], *found[2:])  # 27,648 B are bytes, 70B parameters are billions
    return found


def _is_power_of_two(value: Fraction) -> bool:
    return value.denominator == 1 and value > 0 and value.numerator.bit_count() == 1
