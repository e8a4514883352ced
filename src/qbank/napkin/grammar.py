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
from functools import reduce
from itertools import product
from typing import NamedTuple

from qbank.napkin import tokens as t
from qbank.napkin.limits import MAX_DEPTH, MAX_EXPONENT
from qbank.napkin.numbers import parse_digits
from qbank.napkin.tokens import Token
from qbank.napkin.tree import Call, Interval, Name, Negation, Node, Number, Operation, Reading, WithUnit
from qbank.napkin.words import (
    APPROXIMATIONS,
    ARTICLES,
    CLAUSE_WORDS,
    FUNCTIONS,
    ONLY_FUNCTIONS,
    OPERATOR_WORDS,
    PREPOSITIONS,
)
from qbank.units import NO_UNIT, ONE, Unit, readings
from qbank.units.dimension import NONE, physical
from qbank.units.table import BYTES_OF_TYPE, MULTIPLIERS

_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}
_MAX_NOUNS = 6
_MAX_NOUNS_BEFORE_UNIT = 3
_MAX_LABEL = 8
_MAX_DENOMINATORS = 4
_MAX_BOUND = 6
_BOUNDS = frozenset("<≤≈")
_SPACED_MULTIPLIERS = frozenset("KMBT")
_WITHOUT_BRACKETS = frozenset(("sqrt", "ln", "log", "log2", "log10"))
_CLOCK = frozenset((":", "AM", "PM", "am", "pm"))
_BITS_PER_BYTE = Reading(unit=Unit("bits/byte", Fraction(1, 8), NONE))
_PERCENT = readings("%")[0]
_BYTE = readings("bytes")[0]
_COUNT = Reading()
_DOLLARS = Reading(unit=readings("$")[0])

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

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.brackets = _match_brackets(tokens)
        self.closing = {at: bracket.close for at, bracket in self.brackets.items()}
        self._insides: dict[int, Node | None] = {}

    # -- expressions -----------------------------------------------------------------------------------------

    def expression(self, at: int, end: int) -> Parsed | None:
        """Read the longest expression that begins at token `at` and stops before `end`."""
        parsed = self._product(at, end)
        if parsed is None:
            return None
        left, at = parsed
        while at < end and (operator := self._sum_operator(at)):
            parsed = self._product(at + 1, end)
            if parsed is None:
                break
            right, at = parsed
            left = Operation(operator, left, right, left.start, right.end)
        return left, at

    def _sum_operator(self, at: int) -> str | None:
        token = self.tokens[at]
        if token.kind == t.OPERATOR and token.text in "+-–":
            return "+" if token.text == "+" else "-"
        if token.kind == t.WORD:
            operator = OPERATOR_WORDS.get(token.text)
            return operator if operator in {"+", "-"} else None
        return None

    def _product(self, at: int, end: int) -> Parsed | None:
        parsed = self._operand(at, end)
        if parsed is None:
            return None
        left, at = parsed
        while at < end:
            token = self.tokens[at]
            operator = self._product_operator(at, left)
            if operator:
                parsed = self._operand(at + 1, end, factor=True)
                if parsed is not None and token.kind == t.WORD and isinstance(parsed[0], Name):
                    break  # "32x slower" is no product
            elif token.text == "(" and token.glued and self._has_number(at):
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

    def _product_operator(self, at: int, left: Node) -> str | None:
        token = self.tokens[at]
        if token.kind == t.OPERATOR:
            return token.text if token.text in {"*", "/"} else None
        if token.kind == t.WORD:
            if (token.text == "of" and _is_share(left)) or self._is_price(at):
                return "*"
            operator = OPERATOR_WORDS.get(token.text)
            return operator if operator == "*" else None
        return None

    def _is_price(self, at: int) -> bool:
        """Tell whether a price for one stands at token `at`: `16 nodes @ ~$2k each`."""
        if self.tokens[at].text not in {"@", "at"}:
            return False
        following = self.tokens[at + 1 : at + 3]
        return [token.kind for token in following if token.kind != t.APPROX][:1] == [t.MONEY]

    def _operand(self, at: int, end: int, *, factor: bool = False) -> Parsed | None:
        if at >= end:
            return None
        token = self.tokens[at]
        if token.kind == t.OPERATOR and token.text in "+-–" and at + 1 < end and self.tokens[at + 1].glued:
            parsed = self._unsigned(at + 1, end)
            if parsed is None or token.text == "+":
                return parsed
            return Negation(parsed[0], token.start, parsed[0].end), parsed[1]
        return self._unsigned(at, end, factor=factor)

    def _unsigned(self, at: int, end: int, *, factor: bool = False) -> Parsed | None:
        token = self.tokens[at]
        if factor and token.kind == t.WORD and self.is_type(at):
            return self.data_type(at), self.behind(at + 1, end)
        parsed = self._primary(at, end)
        if parsed is None:
            return None
        base, at = parsed
        power = self._power(at, end)
        if power is not None:
            exponent, at = power
            base = Operation("^", base, exponent, base.start, exponent.end)
        return base, self.behind(at, end)

    def _is_factor(self, at: int) -> bool:
        """Tell whether the token is a symbol that multiplies the number it touches: `40 + 5N`."""
        token = self.tokens[at]
        return (
            token.kind == t.WORD
            and token.glued
            and len(token.text) == 1
            and token.text.isalpha()
            and token.text not in OPERATOR_WORDS
            and self.tokens[at - 1].kind == t.NUMBER
        )

    def _symbol(self, at: int, end: int) -> Parsed:
        token = self.tokens[at]
        name = Name(token.text, token.start, token.end)
        power = self._power(at + 1, end)
        if power is None:
            return name, self.behind(at + 1, end)
        return Operation("^", name, power[0], token.start, power[0].end), self.behind(power[1], end)

    def _power(self, at: int, end: int) -> Parsed | None:
        if at >= end:
            return None
        token = self.tokens[at]
        if token.kind == t.POWER:
            return self._integer(token), at + 1
        if token.kind == t.OPERATOR and token.text == "^" and at + 1 < end:
            inner = self.tokens[at + 1]
            if inner.kind == t.OPEN:
                return self._bracket(at + 1, end)
            if (
                inner.kind == t.OPERATOR
                and inner.text == "-"
                and at + 2 < end
                and self.tokens[at + 2].kind == t.NUMBER
            ):
                number = self._integer(self.tokens[at + 2])
                return Negation(number, inner.start, number.end), at + 3
            if inner.kind == t.NUMBER:
                return self._integer(inner), at + 2
            if inner.kind == t.WORD:
                return Name(inner.text, inner.start, inner.end), at + 2
        return None

    # -- primaries -------------------------------------------------------------------------------------------

    def _primary(self, at: int, end: int) -> Parsed | None:
        token = self.tokens[at]
        if token.kind in {t.NUMBER, t.MONEY, t.APPROX} or token.text in APPROXIMATIONS:
            return self.quantity(at, end)
        if token.kind == t.OPEN:
            return self._bracket(at, end)
        if token.kind == t.WORD:
            return self._function(at, end) or self._worded(at, end)
        return None

    def _bracket(self, at: int, end: int) -> Parsed | None:
        close = self.closing.get(at, end)
        if close >= end:
            return None
        if at not in self._insides:  # the same bracket is tried as argument, operand and remark
            self._insides[at] = self._inside(at, close)
        node, after = self._insides[at], close + 1
        if node is not None and self.tokens[at].text == "(":
            unit = self._units(after, end)
            if unit is not None and any(reading.unit is not NO_UNIT for reading in unit[0]):
                start, stop = self.tokens[at].start, self.tokens[unit[1] - 1].end
                return WithUnit(node, unit[0], start, stop), unit[1]
        if node is None:
            return None
        return replace(node, start=self.tokens[at].start, end=self.tokens[close].end), after

    def _inside(self, at: int, close: int) -> Node | None:
        """Read all that stands between the brackets at `at` and `close`."""
        if self.brackets[at].height > MAX_DEPTH:
            return None
        token = self.tokens[at]
        if token.text == "[":
            return self._shape(at, close)
        bounded = self.tokens[at + 1].kind == t.RELATION  # "inference (<200 ms)": at its bound
        parsed = self.expression(at + 1 + bounded, close)
        if parsed is None or self.behind(parsed[1], close) != close:
            return None
        if token.text in "⌊⌈":
            function = "floor" if token.text == "⌊" else "ceil"
            return Call(function, (parsed[0],), token.start, self.tokens[close].end)
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
                if self.tokens[place].kind != t.COMMA:
                    return None
                place += 1
        if len(sizes) < 2:
            return None
        node = sizes[0]
        for size in sizes[1:]:
            node = Operation("*", node, size, self.tokens[at].start, self.tokens[close].end)
        return node

    def _function(self, at: int, end: int) -> Parsed | None:
        token = self.tokens[at]
        if at + 1 >= end:
            return None
        following = self.tokens[at + 1]
        if token.text == "frac":
            return self._fraction(at, end)
        if token.text == "e" and (following.kind == t.POWER or following.text == "^"):
            power = self._power(at + 1, end)
            return (Call("exp", (power[0],), token.start, power[0].end), power[1]) if power else None
        function = FUNCTIONS.get(token.text)
        if function is None:
            return None
        place = at + 1
        if function == "log" and (base := self._base(place, end)) is not None:
            function, place = base
        if place < end and self.tokens[place].kind == t.OPEN:
            close = self.closing.get(place, end)
            arguments = self._arguments(place, close) if close < end else None
            if arguments:
                return Call(function, tuple(arguments), token.start, self.tokens[close].end), close + 1
        elif function in _WITHOUT_BRACKETS and place < end and self.tokens[place].kind == t.NUMBER:
            parsed = self.quantity(place, end)
            if parsed:
                return Call(function, (parsed[0],), token.start, parsed[0].end), parsed[1]
        return None

    def _base(self, at: int, end: int) -> tuple[str, int] | None:
        """Read the base of a logarithm: `\\log_2(8)`, `\\log_{10}(100)`."""
        braced = self.tokens[at].text == "{"
        number = self.tokens[at + 1] if braced and at + 1 < end else self.tokens[at]
        after = at + 3 if braced else at + 1
        if number.text not in {"2", "10"} or not number.glued or after >= end:
            return None
        if braced and (self.closing.get(at) != at + 2 or self.tokens[after].kind != t.OPEN):
            return None
        return f"log{number.text}", after

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
                if self.tokens[place].kind != t.COMMA:
                    return None
                place += 1
        return found

    def _fraction(self, at: int, end: int) -> Parsed | None:
        above = self._bracket(at + 1, end)
        below = self._bracket(above[1], end) if above and above[1] < end else None
        if above is None or below is None:
            return None
        return Operation("/", above[0], below[0], self.tokens[at].start, below[0].end), below[1]

    def _worded(self, at: int, end: int) -> Parsed | None:
        """Read an operand that begins with words: `DMA out (3 ms)`, `camera 0.4 W`, or a symbol."""
        place = self._nouns(at, end)
        if place == at:
            return None
        first, last = self.tokens[at], self.tokens[place - 1]
        opening = place
        while opening < end and self.tokens[opening].text in PREPOSITIONS:  # `DMA in (3 ms)`
            opening = self._nouns(opening + 1, end)
        called = opening - at == 1 and opening < end and self.tokens[opening].glued
        if opening < end and self.tokens[opening].text == "(" and self._has_number(opening) and not called:
            parsed = self._bracket(opening, end)
            if parsed is not None:
                return parsed
        if (
            place < end
            and self.tokens[place].kind in {t.NUMBER, t.MONEY, t.APPROX}
            and last.end - last.start > 1
        ):
            return self.quantity(place, end)
        return Name(self._source(at, place), first.start, last.end), place

    def _nouns(self, at: int, end: int) -> int:
        """Return the index behind the nouns that begin at token `at`."""
        place = at
        while place < end and place - at < _MAX_LABEL and self._is_noun(self.tokens[place]):
            place += 2 if self._is_slashed(place, end) else 1
        return place

    def _is_slashed(self, at: int, end: int) -> bool:
        """Tell whether `sort/merge` stands here: two words, no division."""
        if at + 2 >= end:
            return False
        word, slash, other = self.tokens[at : at + 3]
        tight = slash.glued and other.glued and slash.text in {"/", "+"}
        return tight and len(word.text) > 2 and self._is_noun(other) and len(other.text) > 2

    def is_type(self, at: int) -> bool:
        """Tell whether the token names a data type such as FP16."""
        return self.tokens[at].text.upper() in BYTES_OF_TYPE

    def data_type(self, at: int) -> Number:
        """Return the bytes that an element of the data type at token `at` takes."""
        token, reading = self.tokens[at], Reading(unit=_BYTE)
        size = BYTES_OF_TYPE[token.text.upper()]
        decimals = size.denominator.bit_length() - 1  # halves show one, quarters two
        return Number(size, decimals, (reading,), token.start, token.end, (token.start, token.end))

    def _integer(self, token: Token) -> Node:
        parsed = parse_digits(token.text.lstrip("+-")) or (Fraction(10**MAX_EXPONENT), 0, ONE)
        number = Number(
            parsed[0], parsed[1], (Reading(parsed[2]),), token.start, token.end, (token.start, token.end)
        )
        return Negation(number, token.start, token.end) if token.text.startswith("-") else number

    # -- quantities ------------------------------------------------------------------------------------------

    def quantity(self, at: int, end: int) -> Parsed | None:
        """Read a number with its unit, or a range of two."""
        parsed = self._single(at, end)
        if parsed is None:
            return None
        low, place = parsed
        if place + 1 < end and self.tokens[place].kind == t.OPERATOR and self.tokens[place].text in "-–":
            dash, following = self.tokens[place], self.tokens[place + 1]
            tight = dash.glued and following.glued
            if tight or (dash.text == "–" and dash.glued == following.glued):
                second = self._single(place + 1, end)
                ends = _range(low, second[0]) if second is not None else None
                if second is not None and ends is not None:
                    return Interval(*ends, low.start, second[0].end), second[1]
        return low, place

    def _single(self, at: int, end: int) -> tuple[Number, int] | None:
        start = self.tokens[at].start
        approximate = money = False
        while at < end:
            token = self.tokens[at]
            if token.kind == t.APPROX or token.text in APPROXIMATIONS:
                approximate = approximate or token.text not in {"only", "just"}
            elif token.kind == t.MONEY:
                money = True
            else:
                break
            at += 1
        if at >= end or self.tokens[at].kind != t.NUMBER:
            return None
        token = self.tokens[at]
        digits = parse_digits(token.text)
        if digits is None:
            return None
        value, decimals, power = digits
        place = at + 1
        if place < end and self.tokens[place].text in _CLOCK:
            return None
        ten = self._power_of_ten(place, end)
        if ten is not None:
            power, place = power * ten[0], ten[1]
        unit = self._units(place, end, money=money)
        found: tuple[Reading, ...] = (_DOLLARS if money else _COUNT,)
        if unit is not None:
            found, place = unit
        if power is not ONE:
            found = tuple(replace(reading, multiplier=reading.multiplier * power) for reading in found)
        found = _as_written(value, found, glued=place > at + 1 and self.tokens[at + 1].glued)
        number = Number(
            value, decimals, found, start, self.tokens[place - 1].end, (token.start, token.end), approximate
        )
        return number, place

    def _power_of_ten(self, at: int, end: int) -> tuple[Fraction, int] | None:
        """Read `×10^n` behind a number; it binds tighter than any other product."""
        if at + 2 >= end or self.tokens[at].text not in {"*", "x"} or self.tokens[at + 1].text != "10":
            return None
        power = self._power(at + 2, end)
        if power is None:
            return None
        sign, node = (-1, power[0].operand) if isinstance(power[0], Negation) else (1, power[0])
        if not isinstance(node, Number) or node.value.denominator != 1 or node.value > MAX_EXPONENT:
            return None
        return Fraction(10) ** (sign * int(node.value)), power[1]

    # -- units -----------------------------------------------------------------------------------------------

    def _units(self, at: int, end: int, *, money: bool = False) -> tuple[tuple[Reading, ...], int] | None:
        """Read what multiplies or measures the number before `at`; None if nothing does."""
        if at >= end:
            return None
        start = at
        base = _DOLLARS if money else _COUNT
        options = [base]
        kind = self.tokens[at].kind
        if kind == t.WORD:
            options, at = self._worded_unit(at, end, base)
        elif kind == t.OPERATOR and not money and self._is_hyphen(at, end):
            options, at = self._worded_unit(at + 1, end, base)
        elif kind == t.MONEY and self._is_money_behind(at, end):
            options, at = [_DOLLARS], at + 1
        if options[0].unit is _PERCENT:
            at = self._rated_noun(at, end)
        denominator = self._denominators(at, end, bare=at == start and not money)
        if denominator is not None:
            chains, at = denominator
            options = [
                replace(option, unit=reduce(Unit.__truediv__, chain, option.unit))
                for option, chain in product(options[:4], chains)
            ]
        return (tuple(options), at) if at > start else None

    def _worded_unit(self, at: int, end: int, base: Reading) -> tuple[list[Reading], int]:
        """Read a multiplier, a unit, or both, behind a number that counts `base`."""
        token = self.tokens[at]
        options = [base]
        scale = _multiplier(token)
        money = base is _DOLLARS
        named = None if money else self._measure(at if scale is None else at + 1, end)
        if named is not None:
            multiplier, steps = scale or (ONE, 0)
            return [Reading(multiplier, unit, steps) for unit in named[0]], named[1]
        if scale is not None:
            # `2B` may be two bytes as well as two billion
            own = () if money else readings(token.text)
            options = [Reading(scale[0], base.unit, scale[1]), *(Reading(unit=unit) for unit in own)]
            at += 1
        size = None if money or at >= end else BYTES_OF_TYPE.get(self.tokens[at].text.upper())
        if size is not None:  # `70B FP16` is a count of numbers, or the bytes that they take
            stored = Unit(self.tokens[at].text, size, _BYTE.dimension)
            options.append(Reading(options[0].multiplier, stored, options[0].binary_steps))
            at += 1
        return options, at

    def _rated_noun(self, at: int, end: int) -> int:
        """Return where the rate of `1% failure/day` begins, past its noun."""
        if at + 2 < end and self._is_noun(self.tokens[at]) and self.tokens[at + 1].text == "/":
            below = self.tokens[at + 2]
            if below.glued and below.kind == t.WORD and readings(below.text):
                return at + 1
        return at

    def _is_hyphen(self, at: int, end: int) -> bool:
        """Tell whether a hyphen ties a unit to its number: `12-minute`, `4-bit`."""
        if at + 1 >= end or self.tokens[at].text != "-":
            return False
        word = self.tokens[at + 1]
        tight = self.tokens[at].glued and word.glued
        return tight and word.kind == t.WORD and len(word.text) > 1 and bool(readings(word.text))

    def _is_money_behind(self, at: int, end: int) -> bool:
        """Tell whether the sign of money stands behind its number: `0.09 $/GB`, not `5 $3`."""
        return self.tokens[at].kind == t.MONEY and not (at + 1 < end and self.tokens[at + 1].kind == t.NUMBER)

    def _measure(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read a unit, also behind a noun or two (`500 INT8 ops/s`), or one with a rate (`25 users/node`)."""
        named = self._unit_name(at, end)
        if named is not None:
            return named
        for place in range(at, min(at + _MAX_NOUNS_BEFORE_UNIT, end)):
            token = self.tokens[place]
            if not self._is_noun(token) or len(token.text) < 3:
                return None
            named = self._unit_name(place + 1, end)
            if named is not None and len(self.tokens[place + 1].text) > 1:
                return named
            if place + 2 < end and self.tokens[place + 1].text in {"/", "per"}:
                below = self.tokens[place + 2]
                if self._is_counted(below) or (below.kind == t.WORD and readings(below.text)):
                    return (Unit(token.text, ONE, NONE),), place + 1
        return None

    def _unit_name(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read one unit with its power: `GB`, `cm²`, `GPU-hours`."""
        if at >= end or self.tokens[at].kind != t.WORD:
            return None
        token = self.tokens[at]
        if token.text in {"x", "X"} and not token.glued:
            return None
        if token.text in {"x", "X"} and at + 1 < end and self._begins_operand(at + 1):
            return None  # 32x32, 3x 80GB: a product
        found = readings(token.text)
        if not found and "-" in token.text:
            found = tuple(
                Unit(token.text, unit.scale, unit.dimension)
                for unit in readings(token.text.rsplit("-", 1)[1])[:1]
            )
        if not found:
            return None
        at += 1
        if at < end:
            power = self._power(at, end) if self.tokens[at].glued else None
            if power is not None and isinstance(power[0], Number) and power[0].value in {2, 3}:
                exponent = int(power[0].value)
                return tuple(unit**exponent for unit in found), power[1]
        return found, at

    def _denominators(self, at: int, end: int, *, bare: bool) -> tuple[list[tuple[Unit, ...]], int] | None:
        """Read `/s`, `/GPU-hr`, `per token`, `/s/user`; a noun counts, but has no dimension."""
        options: list[tuple[Unit, ...]] = [()]
        start = at
        while at + 1 < end and len(options[0]) < _MAX_DENOMINATORS:
            token, following = self.tokens[at], self.tokens[at + 1]
            if token.text not in {"/", "per"} or following.kind != t.WORD:
                break
            named = self._unit_name(at + 1, end)
            if named is None:
                if not self._is_counted(following) or (bare and token.text == "/"):
                    break
                named = (Unit(following.text, ONE, NONE),), at + 2
            elif bare and token.text == "/" and physical(named[0][0].dimension) == NONE:
                break
            options = [(*chain, unit) for chain in options for unit in named[0]][:2]
            at = named[1]
        return (options, at) if at > start else None

    @staticmethod
    def _is_counted(token: Token) -> bool:
        return (
            token.kind == t.WORD
            and len(token.text) > 2
            and token.text.lower() not in CLAUSE_WORDS
            and token.text not in ONLY_FUNCTIONS
        )

    # -- what stands behind an operand -----------------------------------------------------------------------

    def behind(self, at: int, end: int) -> int:
        """Pass over nouns and remarks in brackets, if an operator, a bracket or the end comes after them."""
        place, nouns = at, 0
        while place < end:
            token = self.tokens[place]
            if token.kind == t.OPEN and token.text in "([" and not (token.glued and self._has_number(place)):
                close = self.closing.get(place, end)
                if close >= end:
                    break
                place = close + 1
                at = place
            elif self._is_noun(token) and nouns < _MAX_NOUNS and not self._is_factor(place):
                nouns += 1
                place += 1
            else:
                break
        if place >= end or self.tokens[place].kind in {t.OPERATOR, t.RELATION, t.CLOSE, t.COMMA}:
            return place
        if self.tokens[place].text in OPERATOR_WORDS or self._is_price(place):
            return place
        return at

    def _is_noun(self, token: Token) -> bool:
        return (
            token.kind == t.WORD
            and token.text not in OPERATOR_WORDS
            and token.text not in ONLY_FUNCTIONS
            and (token.text.lower() not in CLAUSE_WORDS or token.text in ARTICLES)
            and token.text not in APPROXIMATIONS
            and token.text not in {"%", ":", "@"}
        )

    def _begins_operand(self, at: int) -> bool:
        return self.tokens[at].kind in {t.NUMBER, t.MONEY, t.APPROX} or self.tokens[at].text == "("

    def _has_number(self, at: int) -> bool:
        """Tell whether the bracket that opens at `at` holds digits and no relation, but a bound in front."""
        bracket = self.brackets.get(at)
        if bracket is None or not bracket.numbers:
            return False
        bound = self.tokens[at + 1].text in _BOUNDS and bracket.close - at <= _MAX_BOUND
        return bound or not bracket.relations

    def _source(self, at: int, end: int) -> str:
        return " ".join(token.text for token in self.tokens[at:end])


def _match_brackets(tokens: list[Token]) -> dict[int, _Bracket]:
    """Return the brackets that are closed, by the index of the opening token."""
    found: dict[int, _Bracket] = {}
    stack: list[_Opened] = []
    numbers = relations = 0
    for index, (kind, text, _, _, _) in enumerate(tokens):
        if kind == t.NUMBER:
            numbers += 1
        elif kind == t.RELATION:
            relations += 1
        elif kind == t.OPEN:
            stack.append(_Opened(index, numbers, relations))
        elif kind == t.CLOSE:
            if stack and _PAIRS[tokens[stack[-1].at].text] == text:
                opened = stack.pop()
                inside = numbers > opened.numbers, relations > opened.relations
                found[opened.at] = _Bracket(index, opened.height, *inside)
                if stack:
                    stack[-1].height = max(stack[-1].height, opened.height + 1)
        elif text == "\n":
            stack.clear()  # a bracket that was never closed does not swallow the next line
    return found


def _multiplier(token: Token) -> tuple[Fraction, int] | None:
    """Return what a letter or word behind a number multiplies it by; a letter mostly has to touch it."""
    if len(token.text) > 1:
        return MULTIPLIERS.get(token.text.lower())
    return MULTIPLIERS.get(token.text) if token.glued or token.text in _SPACED_MULTIPLIERS else None


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


def _is_share(node: Node) -> bool:
    """Tell whether "of" behind `node` multiplies: `25% of`, `2/3 of`."""
    if isinstance(node, Operation):
        return _is_share(node.right) if node.operator == "*" else node.operator == "/"
    return isinstance(node, Number) and node.readings[0].unit is _PERCENT


def _as_written(value: Fraction, found: tuple[Reading, ...], *, glued: bool) -> tuple[Reading, ...]:
    """Drop or reorder the readings that the number itself speaks against, and add the converter `8 bits`."""
    if len(found) == 1 and value == 8 and found[0].unit.name in {"bit", "bits"}:
        return (*found, _BITS_PER_BYTE)
    if found[0].binary_steps and (found[0].unit is _DOLLARS.unit or not _is_power_of_two(value)):
        found = tuple(replace(reading, binary_steps=0) for reading in found)
    if len(found) > 1 and found[1].unit.name == "B" and (not glued or value >= 1000):
        found = (found[1], found[0], *found[2:])  # 27,648 B are bytes, 70B parameters are billions
    return found


def _is_power_of_two(value: Fraction) -> bool:
    return value.denominator == 1 and value > 0 and value.numerator.bit_count() == 1
