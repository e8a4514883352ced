"""The grammar of napkin math: tokens in, expression trees out.

    expression  = product (("+" | "-" | "±") product)*
    product     = operand (("*" | "/" | "x" | "of") operand | "(" expression ")")*
    operand     = ["-"] primary ["^" exponent]
    primary     = quantity | "(" expression ")" [unit] | "[" expression ("," expression)* "]"
                | function arguments | words "(" expression ")" | words quantity | symbol

`phrases` reads the words and brackets around an operand, `quantities` upon it a number with what measures it,
and this module upon both what is computed. Nothing here looks at meaning; `evaluate` does.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from qbank.napkin.lexing.spellings import COUNTS, MONEYS, PERCENT, SHARE_UNITS
from qbank.napkin.lexing.tokens import (
    BEGINS_QUANTITY,
    COMMA,
    NUMBER,
    OPEN,
    OPERATOR,
    POWER,
    RELATION,
    WORD,
    Tokens,
    tokenize,
)
from qbank.napkin.lexing.words import (
    APPROXIMATIONS,
    CHANGES,
    EQUALS,
    FRACTION,
    FUNCTIONS,
    GERUNDS,
    ONLY_FUNCTIONS,
    OPERATOR_WORDS,
    PARTS,
    VERBAL_OPERATORS,
)
from qbank.napkin.limits import MAX_DEPTH
from qbank.napkin.parsing.phrases import ENDS_OPERAND, PRICED
from qbank.napkin.parsing.quantities import Quantities
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
    chain,
    numbers,
    operate,
    plain_number,
)
from qbank.units import ONE, physical, readings
from qbank.units.dimension import BANDWIDTH, NONE, RATE, SECOND, WATT
from qbank.units.prefixes import multiplier

_SUM_SIGNS = {"+": "+", "-": "-", "–": "-", "±": "+"} | {
    word: sign for word, sign in OPERATOR_WORDS.items() if sign in "+-"
}
_PRODUCT_SIGNS = {"*": "*", "/": "/"} | {word: sign for word, sign in OPERATOR_WORDS.items() if sign == "*"}
_BEFORE_OF = frozenset(("instead", "out", "because", "ahead", "short"))
"""Words that an `of` belongs to: `3,500 instead of 150,000 TB`."""
_PRODUCT_WORDS = frozenset(("of", *PRICED))
_PLAIN = Reading()
_MOST_COUNTED = 3  # words of what a number counts
_MOST_TERMS = 1000  # of a sum with an ellipsis
_LARGE_COUNT = 1000
_RATES = frozenset((WATT, BANDWIDTH, RATE))
"""What a time behind "for" multiplies: `300 W for 8 h`, `50 images/s for 60 s`."""
_WITHOUT_BRACKETS = frozenset(("sqrt", "ln", "log", "log2", "log10"))


Parsed = tuple[Node, int]
"""A tree and the index of the first token behind it."""


class Parser(Quantities):
    """Reads quantities and expressions out of one text; every method takes and returns token indices.

    Reading goes only forward, and what stands between two brackets is read once.
    """

    def __init__(self, tokens: Tokens) -> None:
        super().__init__(tokens)
        self._insides: dict[int, Node | None] = {}

    def token_at(self, place: int) -> int:
        """Return the index of the token that begins at or behind a place in the text."""
        return bisect_left(self.starts, place)

    # -- expressions -----------------------------------------------------------------------------------------

    def expression(self, at: int, end: int) -> Parsed | None:
        """Read the longest expression that begins at token `at` and stops before `end`."""
        parsed = self._product(at, end)
        if parsed is None:
            return None
        left, at = parsed
        while at < end and (operator := _SUM_SIGNS.get(self.texts[at])):
            sign = at
            if self.texts[at + 1 : at + 3] == ["…", "+"]:
                parsed = self._product(at + 3, end)
                between = _between(left, parsed[0]) if parsed is not None else None
                if between is None:
                    break
                left = operate("+", left, between)
            else:
                parsed = self._product(at + 1, end)
            if parsed is None:
                break
            right, at = parsed
            if self.texts[sign] == "±":
                right = operate("*", _either_way(self.starts[sign], self.ends[sign]), right)
            if _is_surcharge(left, right):
                share = Operation(operator, plain_number(ONE), right, right.start, right.end)
                left = operate("*", left, share)
            else:
                left = operate(operator, left, right)
        return left, at

    def _product(self, at: int, end: int) -> Parsed | None:
        parsed = self._operand(at, end)
        if parsed is None:
            return None
        left, at = parsed
        while at < end:
            text = self.texts[at]
            operator = _PRODUCT_SIGNS.get(text)
            if operator is None and text in _PRODUCT_WORDS:
                operator = self._product_word(at, left)
            elif operator is None and text in VERBAL_OPERATORS and self.texts[at + 1 : at + 2] == ["by"]:
                operator, at = VERBAL_OPERATORS[text], at + 1
            if operator:
                parsed = self._operand(at + 1, end, factor=True)
                if parsed is not None and self.kinds[at] == WORD and isinstance(parsed[0], Name):
                    break  # "32x slower" is no product
            elif (place := self._behind_of(at, end, left)) > at:
                at = place
                continue
            elif self.is_stored(at, end) and _is_large_count(left):
                operator, parsed = "*", (self.data_type(at + 1), self.behind(at + 2, end))
            elif text == "for" and self._is_rented(at, end, left):
                operator, parsed = "*", self._operand(at + 1, end)
            elif text == "(" and self.glued[at] and self.has_number(at):
                operator, parsed = "*", self._bracket(at, end)
            elif self._is_applied(at, end):
                operator, parsed = "*", self._function(at, end)
            elif self.is_factor(at):
                operator, parsed = "*", self._symbol(at, end)
            else:
                break
            if parsed is None:
                break
            right, at = parsed
            left = operate(operator, left, right)
        return left, at

    def _is_applied(self, at: int, end: int) -> bool:
        """Tell whether a function is applied behind a factor: `4√(10^9)`, `20 log10(256)`."""
        if self.texts[at] not in ONLY_FUNCTIONS or at + 1 >= end:
            return False
        return (
            self.glued[at] if self.texts[at] == "sqrt" else self.texts[at + 1] == "(" and self.glued[at + 1]
        )

    def _behind_of(self, at: int, end: int, left: Node) -> int:
        """Return where it goes on behind words that say what something counts, or is of."""
        if self.texts[at] == "of":
            return self._behind_contents(at, end, left)
        if self.kinds[at] == WORD and _is_share(left) and isinstance(left, Number):
            behind = self.texts[at + 1 : at + 2] == ["of"] and self.texts[at].lower() not in CHANGES
            return at + 1 if behind and at + 2 < end and self.kinds[at + 2] in BEGINS_QUANTITY else at
        return self._behind_counted(at, end, left) if self.kinds[at] == WORD else at

    def _behind_contents(self, at: int, end: int, left: Node) -> int:
        """Return where it goes on behind what a measured value is of: `26 GB of weights / 900 GB/s`."""
        last = left.right if isinstance(left, Operation) else left
        if not isinstance(last, Number) or last.measures == NONE:
            return at
        place = self.behind_nouns(at + 1, end)
        return place if at + 1 < place < end and self.kinds[place] == OPERATOR else at

    def _is_rented(self, at: int, end: int, left: Node) -> bool:
        """Tell whether a time stands behind a price for each of one: `8 GPUs at $2.50/h for 24 h`."""
        if at + 1 >= end or self.kinds[at + 1] not in BEGINS_QUANTITY:
            return False
        last = left.right if isinstance(left, Operation) else left
        time = self.quantity(at + 1, end)
        if not isinstance(last, Number):
            return False
        unit = last.unit
        is_rate = (unit.name[:1] in MONEYS and "/" in unit.name) or physical(unit.dimension) in _RATES
        if not is_rate or not _is_time(time):
            return False
        assert time is not None
        again = not EQUALS.isdisjoint(self.texts[time[1] : time[1] + 1])
        # `320 kW for 6 min = 0.1 h`
        return not again or not _is_time(self.quantity(time[1] + 1, len(self.kinds)))

    def _product_word(self, at: int, left: Node) -> str | None:
        if self.texts[at] == "of":
            is_part = _is_share(left) and not self._is_part_of_whole(at, left)
            return "*" if is_part or self._is_of_each(at, left) else None
        return "*" if self.is_price(at) else None

    def _is_part_of_whole(self, at: int, left: Node) -> bool:
        """Tell whether a share follows that a number is of what "of" names: `0.8 of 3.2 GB = 25%`."""
        whole = self.quantity(at + 1, len(self.kinds)) if isinstance(left, Number) and left.bare else None
        if whole is None or whole[1] >= len(self.texts) or self.texts[whole[1]] not in EQUALS:
            return False
        share = self.quantity(whole[1] + 1, len(self.kinds))
        return share is not None and isinstance(share[0], Number) and share[0].unit is PERCENT

    def _behind_counted(self, at: int, end: int, left: Node) -> int:
        """Return where the "of" behind what a number counts stands: `3 replicas of 2 TB`."""
        first = self.token_at(left.start)
        if first and self.kinds[first - 1] == WORD:
            return at  # one of several sizes: `8 heads and 128 values of 2 bytes`
        place = self.behind_nouns(at, min(end, at + _MOST_COUNTED))
        if place == at or place >= end or self.texts[place] != "of" or not self._is_of_each(place, left):
            return at
        if self.texts[place - 1].lower() in _BEFORE_OF:
            return at
        return place

    def _is_of_each(self, at: int, left: Node) -> bool:
        """Tell whether "of" says what each of some counted things has: `3 replicas of 2 TB`."""
        counted = isinstance(left, Number) and left.bare and self.starts[at - 1] >= left.end
        if not counted or at + 1 >= len(self.kinds) or self.kinds[at + 1] not in BEGINS_QUANTITY:
            return False
        each = self.quantity(at + 1, len(self.kinds))
        return each is not None and isinstance(each[0], Number) and (each[0].measures != NONE)

    def _operand(self, at: int, end: int, *, factor: bool = False) -> Parsed | None:
        if at >= end:
            return None
        kind = self.kinds[at]
        if kind == OPERATOR and at + 1 < end and self.glued[at + 1] and self.texts[at] in "+-–":
            parsed = self._unsigned(at + 1, end, self.kinds[at + 1])
            if parsed is None or self.texts[at] == "+":
                return parsed
            return Negation(parsed[0], self.starts[at], parsed[0].end), parsed[1]
        return self._unsigned(at, end, kind, factor=factor)

    def _unsigned(self, at: int, end: int, kind: str, *, factor: bool = False) -> Parsed | None:
        parsed: Parsed | None
        if kind == NUMBER:
            parsed = self.quantity(at, end)
        elif factor and kind == WORD and self.is_type(at):
            return self.data_type(at), self.behind(at + 1, end)
        else:
            parsed = self._primary(at, end)
        if parsed is None:
            return None
        base: Node = parsed[0]
        at = parsed[1]
        if at >= end:
            return parsed
        if self.texts[at] == "!":
            base, at = Call("factorial", (base,), base.start, self.ends[at]), at + 1
            if at >= end:
                return base, at
        following = self.kinds[at]
        if following == POWER or self.texts[at] == "^":
            power = self._power(at, end)
            if power is not None:
                exponent, at = power
                is_bare = isinstance(base, Number) and base.bare
                base = operate("^", base, exponent)
                unit = self.measure(at, end) if is_bare else None
                if unit is not None and physical(unit[0][0].unit.dimension) != NONE:  # `10^11 B/day`
                    base, at = WithUnit(base, unit[0], base.start, self.ends[unit[1] - 1]), unit[1]
        elif following in ENDS_OPERAND:
            return base, at
        return base, self.behind(at, end)

    def _symbol(self, at: int, end: int) -> Parsed:
        name = Name(self.texts[at], self.starts[at], self.ends[at])
        power = self._power(at + 1, end)
        if power is None:
            return name, self.behind(at + 1, end)
        return operate("^", name, power[0]), self.behind(power[1], end)

    def _power(self, at: int, end: int) -> Parsed | None:
        """Read an exponent with its sign: `²`, `^-2`, `^{1 + 2}`, `^N`."""
        if at + 1 < end and self.texts[at] == "^":
            inner = self.kinds[at + 1]
            if inner == OPEN:
                return self._bracket(at + 1, end)
            if inner == WORD:
                return Name(self.texts[at + 1], self.starts[at + 1], self.ends[at + 1]), at + 2
        return self.number_power(at, end)

    # -- what an operand is ----------------------------------------------------------------------------------

    def _primary(self, at: int, end: int) -> Parsed | None:
        kind = self.kinds[at]
        if kind in BEGINS_QUANTITY or self.texts[at] in APPROXIMATIONS:
            return self.quantity(at, end)
        if kind == OPEN:
            return self._bracket(at, end)
        if kind == WORD:
            if self.texts[at] in GERUNDS:
                return self._told(at, end)
            if self.texts[at + 1 : at + 2] == ["of"] and self.texts[at].lower() in PARTS:
                part = self._part(at, end)
                if part is not None:
                    return part
            return self._function(at, end) or self._worded(at, end)
        return None

    def _told(self, at: int, end: int) -> Parsed | None:
        """Read `dividing 2.4e9 operations by 45e12 operations/s`."""
        operator, joint = GERUNDS[self.texts[at]]
        left = self._operand(at + 1, end)
        place = self.behind_nouns(left[1], end) if left is not None else end
        if left is None or place >= end or self.texts[place] != joint:
            return None
        right = self._operand(place + 1, end)
        return None if right is None else (operate(operator, left[0], right[0]), right[1])

    def _part(self, at: int, end: int) -> Parsed | None:
        """Read `half of 14 GB`."""
        parsed = self._operand(at + 2, end)
        if parsed is None or isinstance(parsed[0], Name):
            return None
        share, decimals = PARTS[self.texts[at].lower()]
        place = self.starts[at], self.ends[at]
        return operate("*", Number(share, decimals, COUNTS, *place, place), parsed[0]), parsed[1]

    def _worded(self, at: int, end: int) -> Parsed | None:
        """Read an operand that begins with words: `DMA out (3 ms)`, `camera 0.4 W`, or a symbol."""
        place = self.behind_nouns(at, end)
        if place == at:
            return None
        first, last = self.starts[at], self.ends[place - 1]
        opening = self.behind_label(at, place, end)
        called = opening - at == 1 and opening < end and self.glued[opening]
        if opening < end and self.texts[opening] == "(" and self.has_number(opening) and not called:
            parsed = self._bracket(opening, end)
            if parsed is not None:
                return parsed
        named = last - self.starts[place - 1] > 1 or self.kinds[place - 1] == NUMBER
        if place < end and self.kinds[place] in BEGINS_QUANTITY and named:
            return self.quantity(place, end)
        return Name(" ".join(self.texts[at:place]), first, last), place

    def _bracket(self, at: int, end: int) -> Parsed | None:
        close = self.closing.get(at, end)
        if close >= end:
            return None
        if at not in self._insides:  # the same bracket is tried as argument, operand and remark
            self._insides[at] = self._inside(at, close)
        node, after = self._insides[at], close + 1
        if node is None:
            return None
        measured = self._measured(node, at, after, end) if self.texts[at] == "(" else None
        return measured or (replace(node, start=self.starts[at], end=self.ends[close]), after)

    def _measured(self, node: Node, first: int, at: int, end: int) -> Parsed | None:
        """Return what stands in brackets with the unit behind them."""
        unit = self.measure(at, end)
        if unit is None or all(reading == _PLAIN for reading in unit[0]):
            return None
        return WithUnit(node, unit[0], self.starts[first], self.ends[unit[1] - 1]), unit[1]

    def _inside(self, at: int, close: int) -> Node | None:
        """Read all that stands between the brackets at `at` and `close`."""
        if self.brackets[at].height > MAX_DEPTH:
            return None
        opening = self.texts[at]
        if opening == "[":
            return self._shape(at, close)
        bounded = self.kinds[at + 1] == RELATION  # "inference (<200 ms)": at its bound
        parsed = self.expression(at + 1 + bounded, close)
        if parsed is None:
            return None
        after = self.behind(parsed[1], close)
        said_again = after < close and self.texts[after] in EQUALS and self.kinds[at - 1] == OPERATOR
        if after != close and not said_again:
            return None
        if opening in "⌊⌈":
            function = "floor" if opening == "⌊" else "ceil"
            return Call(function, (parsed[0],), self.starts[at], self.ends[close])
        return parsed[0]

    def _shape(self, at: int, close: int) -> Node | None:
        """Read a tensor shape such as `[1, 32, 1024, 1024]` as the product of its sizes."""
        sizes = self._listed(at, close)
        if sizes is None or len(sizes) < 2 or any(isinstance(size, Negation) for size in sizes):
            return None
        node = sizes[0]
        for size in sizes[1:]:
            node = Operation("*", node, size, self.starts[at], self.ends[close])
        return node

    # -- functions -------------------------------------------------------------------------------------------

    def _function(self, at: int, end: int) -> Parsed | None:
        """Read `max(3, 4)`, `sqrt 2`, `e^2`, `\\frac{1}{2}`."""
        if at + 1 >= end:
            return None
        text = self.texts[at]
        if text == FRACTION:
            return self._fraction(at, end)
        if text == "e" and (self.kinds[at + 1] == POWER or self.texts[at + 1] == "^"):
            power = self._power(at + 1, end)
            return (Call("exp", (power[0],), self.starts[at], power[0].end), power[1]) if power else None
        function = FUNCTIONS.get(text)
        if function is None:
            return None
        place = at + 1
        if place < end and self.kinds[place] == OPEN:
            close = self.closing.get(place, end)
            if self._has_symbol(place + 1, min(close, end)):
                return None
            inner = self.closing.get(place + 1) == close - 1 and self.texts[place + 1] == "["  # `max([3, 4])`
            arguments = self._listed(place + inner, close - inner) if close < end else None
            if arguments:
                call = Call(function, tuple(arguments), self.starts[at], self.ends[close])
                return self._measured(call, at, close + 1, end) or (call, close + 1)
        elif function in _WITHOUT_BRACKETS and place < end and self.kinds[place] == NUMBER:
            parsed = self.quantity(place, end)
            if parsed:
                return Call(function, (parsed[0],), self.starts[at], parsed[0].end), parsed[1]
        return None

    def _has_symbol(self, at: int, close: int) -> bool:
        """Tell whether a number is multiplied by a symbol without a sign: `sqrt(2 δ M)`, `log2(8 n)`."""
        return any(
            self.kinds[place] == WORD
            and self.kinds[place - 1] == NUMBER
            and len(self.texts[place]) == 1
            and self.texts[place].isalpha()
            and self.texts[place] not in "xX"  # `3 x`, three times
            and not readings(self.texts[place])
            for place in range(at + 1, close)
        )

    def _listed(self, at: int, close: int) -> list[Node] | None:
        """Read the expressions, parted by commas, between the brackets at `at` and `close`."""
        expressions: list[Node] = []
        place = at + 1
        while place < close:
            parsed = self.expression(place, close)
            if parsed is None or any(map(self._multiplies_symbols, range(place, parsed[1]))):
                return None
            expressions.append(parsed[0])
            place = parsed[1]
            if place < close:
                if self.kinds[place] != COMMA:
                    return None
                place += 1
        return expressions

    def _multiplies_symbols(self, at: int) -> bool:
        """Tell whether letters glued to a number are symbols that it is multiplied with: `sqrt(2CM)`."""
        if self.kinds[at] != NUMBER or not self.glued[at + 1]:
            return False
        letters = self.texts[at + 1]
        return letters.isalpha() and letters.isupper() and not readings(letters) and not multiplier(letters)

    def _fraction(self, at: int, end: int) -> Parsed | None:
        above = self._bracket(at + 1, end)
        below = self._bracket(above[1], end) if above and above[1] < end else None
        if above is None or below is None:
            return None
        return Operation("/", above[0], below[0], self.starts[at], below[0].end), below[1]


@lru_cache(maxsize=1024)  # the texts of the questions that go through an audit together
def parser_of(text: str) -> Parser:
    """Return the parser of a text; those of a question are read again as the surroundings of one another."""
    return Parser(tokenize(text))


def _is_large_count(node: Node) -> bool:
    """Tell whether a number counts so much that a data type says how it is stored: `7B params in FP16`."""
    if not isinstance(node, Number):
        return False
    reading = node.readings[0]
    return physical(reading.unit.dimension) == NONE and node.value * reading.multiplier >= _LARGE_COUNT


def _either_way(start: int, end: int) -> Interval:
    """Return what a spread is multiplied by: from less one to one."""
    one = plain_number(ONE)
    return Interval(replace(one, value=-ONE), one, start, end)


def _is_surcharge(left: Node, right: Node) -> bool:
    """Tell whether a percentage adds to what it is of: `63 KB + 10%`; `20% + 10%`, `0.5 + 10%` are sums."""
    if not isinstance(right, Number) or right.unit is not PERCENT:
        return False
    whole = numbers(left)
    if any(number.unit is PERCENT for number in whole):
        return False
    return any(not number.bare or number.value > 1 for number in whole)


def _is_time(parsed: Parsed | None) -> bool:
    node = parsed[0] if parsed is not None else None
    return isinstance(node, Number) and node.unit.dimension == SECOND


def _between(shown: Node, last: Node) -> Number | None:
    """Return what an ellipsis stands for: the terms between the first ones of a sum and its last one.

    None if they are in no progression, or two terms may begin either kind: `1 + 2 + … + 64`.
    """
    first, *others = chain(shown, "+")
    if not others or not all(isinstance(one, Number) for one in (first, *others, last)):
        return None
    values = [one.value for one in numbers(shown)]
    assert isinstance(last, Number)
    sums = []
    for step, factor in ((values[1] - values[0], ONE), (Fraction(0), values[1] / (values[0] or ONE))):
        progression = [values[0]]
        while progression[-1] < last.value and len(progression) < _MOST_TERMS:
            progression.append(progression[-1] * factor + step)
        if progression[-1] == last.value and progression[: len(values)] == values:
            sums.append(sum(progression[len(values) : -1], Fraction(0)))
    return replace(last, value=sums[0], start=-1, end=-1) if len(sums) == 1 else None


def _is_share(node: Node) -> bool:
    """Tell whether "of" behind `node` multiplies: `25% of`, `2/3 of`, `0.8 of`."""
    if isinstance(node, Operation):
        return _is_share(node.right) if node.operator == "*" else node.operator == "/"
    if not isinstance(node, Number):
        return False
    return node.unit.name in SHARE_UNITS or (node.bare and bool(node.decimals) and node.value < 1)
