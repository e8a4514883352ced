"""Quantities: numbers with what multiplies and measures them, money, powers of ten, ranges, data types.

    quantity    = ["~"] ["$"] digits ["×10^n"] [measure] ["-" quantity]
    measure     = [multiplier] [unit] (("/" | "per") [amount] unit)*
    unit        = name [power]

A power of ten binds tighter than any other product, and a range shares the unit at its end. A unit or a rate
belongs to its number before any `/` divides: `100 MB / 77 GB/s` is a time.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import product

from msgspec.structs import replace

from qbank.grouping import grouped
from qbank.napkin.lexing.spellings import (
    COUNTS,
    MONEYS,
    PERCENT,
    SHARE_UNITS,
    Readings,
    divided_by,
    hyphenated,
    in_scaled_units,
    in_units,
    multiplied_by,
    noun_as_unit,
    parse_digits,
    parts_by_points,
    scaled_alone,
    without_points,
)
from qbank.napkin.lexing.tokens import APPROX, BEGINS_QUANTITY, MONEY, NUMBER, OPERATOR, POWER, STOP, WORD
from qbank.napkin.lexing.words import APPROXIMATIONS, CLAUSE_WORDS, EXACT_FILLERS, ONLY_FUNCTIONS, word_set
from qbank.napkin.limits import MAX_EXPONENT
from qbank.napkin.parsing.phrases import ENDS_OPERAND, Phrases
from qbank.napkin.tree import Interval, Negation, Number, Reading
from qbank.units import NO_UNIT, ONE, Unit, readings
from qbank.units.dimension import NONE, physical
from qbank.units.prefixes import MULTIPLIERS, Multiplier, multiplier
from qbank.units.table import BYTES_OF_TYPE, CHANNELS

_CLOCK = frozenset((":", "AM", "PM", "am", "pm"))
_MONTHS = frozenset(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
_MONTHS |= {month[:3] for month in _MONTHS} | {"Sept"}
_MOST_DAYS = 31
_BEHIND_DIGITS = frozenset((WORD, OPERATOR, MONEY, STOP))
_TIMES_TEN = frozenset(("*", "x"))  # what may begin a power of ten
_NO_UNITS = frozenset("*+^–")  # operators that never tie a unit to a number
_DASHES = frozenset("-–")
_BIT_NAMES = frozenset(("bit", "bits"))
_PINS = Reading(unit=Unit("pins", ONE, NONE))
_WIDEST_BUS = 16_384
BITS_PER_BYTE = Reading(unit=Unit("bits/byte", Fraction(1, 8), NONE))
_TOO_LARGE = Fraction(10**MAX_EXPONENT), 0, ONE
_BYTES: Readings = (Reading(unit=readings("bytes")[0]),)
_EXPONENT_BRACKETS = frozenset("({")
_MAX_NOUNS_BEFORE_UNIT = 3
_NO_NOUNS = word_set(
    "the over for with from and but than into after before within under above below during each every this"
    " that its our their next last any all"
)
"""What stands between a number and a word that is no unit of it: `a PUE of 0.85 over the year`."""
_MAX_DENOMINATORS = 4
_SHORT_PLURALS = frozenset(("tok", "req", "img", "iter"))
_PARAMETERS = frozenset(("param", "params", "parameter", "parameters"))
_MOST_ELEMENT = 4
"""Bytes of an element, which may be a part of one."""
_THOUSAND = 1000
_SIZES = frozenset(("KB", "MB", "GB", "TB", "kB"))
_NOUN = 4
"""Letters of a noun that a hyphen ties to a quantity."""
_MANY = frozenset(("M", "K", "k", "B", "thousand", "million", "billion"))
_SPACED_MULTIPLIERS = frozenset("KMBT")
_PER = frozenset(("/", "per"))
_DURATIONS = frozenset(("h", "hr", "hrs", "hour", "hours", "s", "ms", "µs", "us", "min"))
_TIMES = _DURATIONS | frozenset(("d", "day", "days", "minutes", "minute", "sec", "seconds", "second"))
_CALENDAR = frozenset(("hour", "day", "week", "month", "year"))
TRANSFERS = frozenset(("MT/s", "GT/s"))
_BYTE = readings("bytes")[0]
_BIT = readings("bit")[0]
_BIT_RATE = (_BIT / readings("s")[0]).dimension
_GRAM = readings("g")[0]
_LEAST_QUANTILE, _MOST_QUANTILE = Fraction("1.2"), Fraction("4.4")
_WHOLE_QUANTILES = frozenset((2, 3))
"""How many times a standard error an interval reaches."""
_OVER_TIME = frozenset(readings(name)[0].dimension for name in ("A", "W"))
_OF_CHARGE = frozenset(("s", "h"))
"""Times that make charge of a current, and energy of a power."""


class Quantities(Phrases):
    """Reads the quantities of one text; every method takes and returns token indices."""

    def quantity(self, at: int, end: int) -> tuple[Number | Interval, int] | None:
        """Read a number with its unit, or a range of two."""
        parsed = self._single(at, end)
        if parsed is None:
            return None
        place = parsed[1]
        if place + 1 < end and self.kinds[place] == NUMBER:
            return self._compound(*parsed, end)
        if place + 1 < end and self.texts[place] == "±":
            spread = self._single(place + 1, end)
            if spread is None or self._is_multiple(spread[0], spread[1], end):
                return parsed
            return _around(parsed[0], spread[0]), spread[1]
        worded = place + 1 < end and self.texts[place] == "to" and self._is_span(at, parsed[0])
        if worded or (place + 1 < end and self._is_dash_of_range(place, at)):
            second = self._single(place + 1, end)
            if second is not None and not (worded and second[0].bare):
                ends = _range(parsed[0], second[0])
                if ends is not None:
                    return Interval(*ends, parsed[0].start, second[0].end), second[1]
        return parsed

    def _is_multiple(self, number: Number, at: int, end: int) -> bool:
        """Tell whether a spread is so many times an error: `800 ± 1.96 × 10`, and not `3 ± 0.2 GB × 4`."""
        if not number.bare or at + 1 >= end or self.texts[at] != "*":
            return False
        is_quantile = number.decimals > 1 and _LEAST_QUANTILE <= number.value <= _MOST_QUANTILE
        return is_quantile or number.value in _WHOLE_QUANTILES

    def _is_dash_of_range(self, at: int, start: int) -> bool:
        """Tell whether a dash may stand between the ends of a range that begins at `start`."""
        if self.texts[at] not in _DASHES:
            return False
        glued, following = self.glued[at], self.glued[at + 1]
        spaced = self.texts[at] == "–" and not glued and not following and not self._is_calculated(start)
        return (glued and following) or spaced

    def _compound(self, number: Number, at: int, end: int) -> tuple[Number, int]:
        """Read what follows a time in a smaller unit: `1 h 30 min` are 90 minutes."""
        while at + 1 < end and self.kinds[at] == NUMBER and not number.decimals:
            unit, part = number.unit, self._single(at, end)
            if part is None or unit.name not in _TIMES or number.readings[0].multiplier is not ONE:
                break
            name = part[0].unit.name
            if name == "m" and self.glued[at + 1]:
                name = "min"  # `1h 30m`
            if name not in _TIMES or part[0].readings[0].multiplier is not ONE:
                break
            smaller = readings(name)[0]
            if smaller.scale >= unit.scale or part[0].value * smaller.scale >= unit.scale:
                break
            value = number.value * unit.scale / smaller.scale + part[0].value
            place = number.start, self.ends[part[1] - 1], (number.start, number.start)
            number = Number(value, part[0].decimals, (Reading(unit=smaller),), *place, number.approximate)
            at = part[1]
        return number, at

    def _is_span(self, at: int, low: Number) -> bool:
        """Tell whether "to" behind a number makes a range: `7 to 9 ms`, not `from 7 to 9 ms`."""
        return low.bare and (at == 0 or self.texts[at - 1] != "from")

    def _is_calculated(self, at: int) -> bool:
        """Tell whether a number is an operand, so that a spaced dash behind it takes something away."""
        return at > 0 and self.kinds[at - 1] == OPERATOR

    def _single(self, at: int, end: int) -> tuple[Number, int] | None:
        start = self.starts[at]
        approximate, money = False, ""
        while at < end and (kind := self.kinds[at]) != NUMBER:
            if kind == APPROX or self.texts[at] in APPROXIMATIONS:
                approximate = approximate or self.texts[at] not in EXACT_FILLERS
            elif kind == MONEY:
                money = self.texts[at]
            else:
                return None
            at += 1
        digits = self._digits(at) if at < end else None
        if digits is None:
            return None
        value, decimals, power = digits
        if self._is_date(at, end, value):
            return None
        place = at + 1
        options = MONEYS[money] if money else COUNTS
        if place < end and self.kinds[place] in _BEHIND_DIGITS:
            text = self.texts[place]
            if text in _CLOCK:
                return None
            if text in _TIMES_TEN:
                ten = self._power_of_ten(place, end)
                if ten is not None:
                    power, place = power * ten[0], ten[1]
            if text == "+" and self._is_at_least(place, end):
                approximate, place = True, place + 1
            elif text not in _NO_UNITS or place > at + 1:
                unit = self.measure(place, end, money=money)
                if unit is not None:
                    options, place = unit
        if power is not ONE:
            in_bytes = tuple(one for one in options if one.unit.name.split("/")[0] == "B")
            if in_bytes and power > 1:  # `4.6e9 B` are no billions of billions
                options = in_bytes
            options = tuple(multiplied_by(reading, power) for reading in options)
        if options is not COUNTS:
            options = _as_written(value, options, glued=place > at + 1 and self.glued[at + 1])
        shown, end = (self.starts[at], self.ends[at]), self.ends[place - 1]
        return Number(value, decimals, options, start, end, shown, approximate), place

    def _is_date(self, at: int, end: int, value: Fraction) -> bool:
        """Tell whether a number is a day of a month: `3 Feb + 28 days`, `from March 4 on`."""
        if value.denominator > 1 or not 1 <= value <= _MOST_DAYS:
            return False
        if at + 1 < end and self.texts[at + 1] in _MONTHS:
            return True
        is_last = at + 1 >= end or self.kinds[at + 1] != WORD
        return at > 0 and self.texts[at - 1] in _MONTHS and is_last

    def _is_at_least(self, at: int, end: int) -> bool:
        """Tell whether a plus says that a number is a lower bound: `100+ requests`."""
        return self.glued[at] and at + 1 < end and not self.glued[at + 1] and self.kinds[at + 1] == WORD

    @cached_property
    def _parts_by_points(self) -> bool:
        return parts_by_points(
            text for text, kind in zip(self.texts, self.kinds, strict=False) if kind == NUMBER
        )

    def _digits(self, at: int) -> tuple[Fraction, int, Fraction] | None:
        """Read the digits of a token, as `parse_digits` does."""
        text = self.texts[at]
        return parse_digits(without_points(text) if self._parts_by_points else text)

    @cached_property
    def number_places(self) -> dict[tuple[int, int], list[int]]:
        """The tokens of every number, by its value as numerator and denominator."""
        return grouped(
            ((digits[0].numerator, digits[0].denominator), at)
            for at, kind in enumerate(self.kinds)
            if kind == NUMBER and (digits := self._digits(at)) is not None
        )

    @cached_property
    def word_places(self) -> dict[str, list[int]]:
        """The tokens of every word, by its lower-case spelling."""
        return grouped((self.texts[at].lower(), at) for at, kind in enumerate(self.kinds) if kind == WORD)

    def _power_of_ten(self, at: int, end: int) -> tuple[Fraction, int] | None:
        """Read `×10^n` behind a number; it binds tighter than any other product."""
        if at + 2 >= end or self.texts[at + 1] != "10":
            return None
        power = self.number_power(at + 2, end)
        if power is None:
            return None
        sign, number = (-1, power[0].operand) if isinstance(power[0], Negation) else (1, power[0])
        if not isinstance(number, Number) or number.value.denominator != 1 or number.value > MAX_EXPONENT:
            return None
        return Fraction(10) ** (sign * int(number.value)), power[1]

    def number_power(self, at: int, end: int) -> tuple[Number | Negation, int] | None:
        """Read an exponent that is one number with its sign: `²`, `^2`, `^-2`, `^{9}`."""
        if at >= end:
            return None
        if self.kinds[at] == POWER:
            return self._plain_number(at), at + 1
        if self.texts[at] != "^" or at + 1 >= end:
            return None
        if self.texts[at + 1] not in _EXPONENT_BRACKETS:
            return self._signed_number(at + 1, end)
        close = self.closing.get(at + 1, end)
        inside = self._signed_number(at + 2, close) if close < end else None
        return (inside[0], close + 1) if inside is not None and inside[1] == close else None

    def _signed_number(self, at: int, end: int) -> tuple[Number | Negation, int] | None:
        if at < end and self.kinds[at] == NUMBER:
            return self._plain_number(at), at + 1
        if at + 1 < end and self.texts[at] == "-" and self.kinds[at + 1] == NUMBER:
            number = self._plain_number(at + 1)
            return Negation(number, self.starts[at], number.end), at + 2
        return None

    def _plain_number(self, at: int) -> Number | Negation:
        """Return the number at token `at` without what may follow, with its sign if it is a superscript."""
        text, start, end = self.texts[at], self.starts[at], self.ends[at]
        value, decimals, power = parse_digits(text.lstrip("+-")) or _TOO_LARGE
        readings = COUNTS if power is ONE else (Reading(power),)
        number = Number(value, decimals, readings, start, end, (start, end))
        return Negation(number, start, end) if text.startswith("-") else number

    def is_type(self, at: int) -> bool:
        """Tell whether the token names a data type such as FP16."""
        return self.texts[at].upper() in BYTES_OF_TYPE

    def data_type(self, at: int) -> Number:
        """Return the bytes that an element of the data type at token `at` takes."""
        size = BYTES_OF_TYPE[self.texts[at].upper()]
        decimals = size.denominator.bit_length() - 1  # halves show one, quarters two
        start, end = self.starts[at], self.ends[at]
        return Number(size, decimals, _BYTES, start, end, (start, end))

    # -- what measures a number ------------------------------------------------------------------------------

    def measure(self, at: int, end: int, *, money: str = "") -> tuple[Readings, int] | None:
        """Read what multiplies or measures the number before `at`; None if nothing does."""
        if at >= end:
            return None
        start = at
        options = MONEYS[money] if money else COUNTS
        kind = self.kinds[at]
        if kind == WORD:
            options, at = self._worded_unit(at, end, options, money)
        elif kind == OPERATOR and not money and self._is_hyphen(at, end):
            options, at = self._worded_unit(at + 1, end, options, money)
        elif kind == MONEY and self._is_money_behind(at, end):
            options, at = MONEYS[self.texts[at]], at + 1
        if options[0].unit is PERCENT or options[0].unit.dimension == _GRAM.dimension:
            at = self._rated_noun(at, end)  # `45 g CO2/kWh`
        if at + 1 < end and self.texts[at] in _PER:
            denominator = self._denominators(at, end, bare=at == start and not money)
            if denominator is not None:
                chains, at = denominator
                divided = tuple(divided_by(option, chain) for option, chain in product(options[:4], chains))
                # what a result is for may be said behind it: `1,464 B per 15 ms`
                options = (*divided, *options) if any(map(_is_many, chains[0])) else divided
        return (options, at) if at > start else None

    def _worded_unit(self, at: int, end: int, options: Readings, money: str) -> tuple[Readings, int]:
        """Read a multiplier, a unit, or both, behind a number that counts what `options` says."""
        text = self.texts[at]
        channels = CHANNELS.get(text)
        if channels is not None and options is COUNTS and self._is_last(at, end):
            return (Reading(channels),), at + 1
        scale = self._multiplier(at)
        if len(text) == 1 and self._is_hyphen(at + 1, end) and (tied := readings(text + self.texts[at + 2])):
            return in_units(tied), at + 3  # `336 M-ops`
        if text == "B" and self._is_byte_of(at, end):
            scale = None  # `a 153,600 B frame`
        named = None if money else self._unit(at if scale is None else at + 1, end)
        if named is not None:
            return (in_units(named[0]) if scale is None else in_scaled_units(text, named[0])), named[1]
        if scale is None and self.glued[at] and not money:
            head, hyphen, noun = text.partition("-")
            if hyphen and len(noun) >= _NOUN and noun.isalpha():  # `a 13B-parameter model`, `an 80GB-card`
                if head in _MANY:
                    return scaled_alone(head, money)[:1], at + 1
                if head in _SIZES:
                    return in_units(readings(head)), at + 1
        if scale is not None:
            at += 1
            if not money and at < end and self.kinds[at] == MONEY and self.glued[at]:
                money = self.texts[at]  # `25 k$`
                at += self._is_money_behind(at, end)
            options = scaled_alone(text, money)
            if text == "B" and at < end and self.texts[at].lower() in _PARAMETERS:
                options = options[:1]  # `8.03 B parameters` are billions
        size = None if money or at >= end else BYTES_OF_TYPE.get(self.texts[at].upper())
        if size is not None:  # `70B FP16` is a count of numbers, or the bytes that they take
            stored = Unit(self.texts[at], size, _BYTE.dimension)
            options = (*options, Reading(options[0].multiplier, stored, options[0].binary_prefix_power))
            at += 1
        return options, at

    def _is_byte_of(self, at: int, end: int) -> bool:
        """Tell whether a `B` behind a number are bytes of the single thing named next, no billions."""
        if self.glued[at] or at + 1 >= end:
            return False
        unit = readings(self.texts[at + 1])[:1]
        single = not self.texts[at + 1].endswith("s") and self.texts[at + 1] not in _SHORT_PLURALS
        return bool(unit) and physical(unit[0].dimension) == NONE and single

    def _is_timed(self, at: int, end: int) -> bool:
        """Tell whether a unit of time is tied to the unit before the token: `W·h`, `mA·s`, `GPU·h`."""
        return (
            at + 1 < end
            and self.texts[at] == "*"
            and self.glued[at]
            and self.glued[at + 1]
            and self.texts[at + 1] in _DURATIONS
        )

    def _ends_in_time(self, at: int, end: int) -> bool:
        """Tell whether an operand ends with a time that its unit is multiplied by: `240 mA s`, `6 kW h`."""
        if at >= end or self.texts[at] not in _OF_CHARGE or self.glued[at]:
            return False
        return at + 1 >= end or self.kinds[at + 1] in ENDS_OPERAND

    def _is_last(self, at: int, end: int) -> bool:
        """Tell whether an operand ends with the word at token `at`: `320 × 320 RGB =`, not `8 RGB images`."""
        many = len(self.texts[at - 1]) > 1  # `224 × 224 × 3 RGB` says how many there are
        return many and (at + 1 >= end or self.kinds[at + 1] in ENDS_OPERAND)

    def _rated_noun(self, at: int, end: int) -> int:
        """Return where the rate of `1% failure/day` or `400 g CO2 per kWh` begins, past its noun."""
        if (
            at + 2 < end
            and self.is_noun(at)
            and (self.texts[at + 1] == "per" or (self.texts[at + 1] == "/" and self.glued[at + 2]))
            and self.kinds[at + 2] == WORD
            and readings(self.texts[at + 2])
        ):
            return at + 1
        return at

    def _multiplier(self, at: int) -> Multiplier | None:
        """Return what a letter or word behind a number multiplies it by; a letter mostly has to touch it."""
        text = self.texts[at]
        if text == "T" and not self.glued[at] and self.texts[at + 1 : at + 3] == ["/", "s"]:
            return None  # transfers: `4800e6 T/s`
        money = self.kinds[at + 1 : at + 2] == [MONEY] and self.glued[at + 1]  # `18 k$`
        tied = len(text) > 1 or self.glued[at] or money or text in _SPACED_MULTIPLIERS
        tied = tied or (text == "k" and not self._names_k)  # `500 k to validate`
        over = self.texts[at + 1 : at + 4]
        tied = tied or (text == "G" and over[:1] == ["/"] and over[-1][0] in "GT")  # `19 G / 3.5 TOPS`
        return multiplier(text) if tied else None

    @cached_property
    def _names_k(self) -> bool:
        """Whether the text has a symbol `k`: `k = 4`, `2 k × n`."""
        places = self.word_places.get("k", [])
        return any(
            not at or self.kinds[at - 1] != NUMBER or self.texts[at + 1 : at + 2] == ["="] for at in places
        )

    def _is_hyphen(self, at: int, end: int) -> bool:
        """Tell whether a hyphen ties a unit to its number: `12-minute`, `4-bit`."""
        if at + 1 >= end or self.texts[at] != "-":
            return False
        tight = self.glued[at] and self.glued[at + 1]
        word = self.texts[at + 1]
        if not tight or self.kinds[at + 1] != WORD or len(word) < 2:
            return False
        return bool(readings(word)) or word.partition("-")[0] in MULTIPLIERS  # `0.6-billion-parameter`

    def _is_money_behind(self, at: int, end: int) -> bool:
        """Tell whether the sign of money stands behind its number: `0.09 $/GB`, not `5 $3`."""
        return self.kinds[at] == MONEY and not (at + 1 < end and self.kinds[at + 1] == NUMBER)

    def _unit(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read a unit, also behind a noun or two (`500 INT8 ops/s`), or one with a rate (`25 users/node`)."""
        named = self._unit_name(at, end)
        if named is not None:
            return named
        for place in range(at, min(at + _MAX_NOUNS_BEFORE_UNIT, end)):
            text = self.texts[place]
            if len(text) < 3 or text in _NO_NOUNS or not self.is_noun(place):
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
                return noun_as_unit(text), place + 1
        return None

    def _unit_name(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read one unit with its power: `GB`, `cm²`, `GPU-hours`."""
        if at >= end or self.kinds[at] != WORD:
            return None
        text = self.texts[at]
        units = readings(text)
        if not units and "-" in text and text.partition("-")[0] not in MULTIPLIERS:
            units = hyphenated(text)
        if text == "T" and self.texts[at + 1 : at + 3] == ["/", "s"]:
            units = noun_as_unit(text)  # transfers
        elif text == "b" and (self._is_code(at, end) or self._is_amount(at, end)):
            units = (_BIT,)
        if not units:
            return None
        if text == "L" and self.glued[at]:
            return None  # 12L: so many layers
        if text in {"x", "X"} and (not self.glued[at] or (at + 1 < end and self._begins_operand(at + 1))):
            return None  # 32x32, 3x 80GB: a product
        at += 1
        if units[0].dimension in _OVER_TIME and self._ends_in_time(at, end):
            return tuple(unit * readings(self.texts[at])[0] for unit in units), at + 1
        timed = self._is_timed(at, end)
        if timed or (at + 1 < end and self.texts[at] in _DURATIONS):
            duration, behind = readings(self.texts[at + timed])[0], at + timed + 1
            power = self.number_power(behind, end) if behind < end and self.glued[behind] else None
            if power is not None:  # `GB·s⁻¹`, `GB s^-1`
                inverse = isinstance(power[0], Negation) and _is_one(power[0].operand)
                return (tuple(unit / duration for unit in units), power[1]) if inverse else (units, at)
            if timed:
                return tuple(unit * duration for unit in units), behind
        if at < end and self.glued[at] and units[0] is not PERCENT:  # `92%²` is the square of a share
            power = self.number_power(at, end)
            if power is not None and isinstance(power[0], Number) and power[0].value in {2, 3}:
                exponent = int(power[0].value)
                return tuple(unit**exponent for unit in units), power[1]
            if power is not None and isinstance(power[0], Negation) and _is_one(power[0].operand):
                return tuple(NO_UNIT / unit for unit in units), power[1]  # `60 s⁻¹`
        return units, at

    def _is_amount(self, at: int, end: int) -> bool:
        """Tell whether a `b` stands for bits behind their number: `38,400 b / 12 Mb/s`, no `7b`, `2 b h`."""
        alone = at + 1 >= end or self.kinds[at + 1] != WORD
        if self.texts[at + 1 : at + 2] == ["/"] and at + 2 < end and self.kinds[at + 2] == WORD:
            return False  # `64 b/s × 2 µJ`, where each is of a bit
        return alone and not self.glued[at] and at > 0 and len(self.texts[at - 1]) > 1

    def _is_code(self, at: int, end: int) -> bool:
        """Tell whether a `b` stands for the bits of a code: `128b/130b`."""
        if not self.glued[at]:
            return False
        before, behind = self.texts[max(at - 3, 0) : at - 1], self.texts[at + 1 : min(at + 4, end)]
        return before == ["b", "/"] or (behind[:1] == ["/"] and behind[2:] == ["b"])

    def _denominators(self, at: int, end: int, *, bare: bool) -> tuple[list[tuple[Unit, ...]], int] | None:
        """Read `/s`, `/GPU-hr`, `per token`, `/s/user`; a noun counts, but has no dimension."""
        options: list[tuple[Unit, ...]] = [()]
        start = at
        while at + 1 < end and len(options[0]) < _MAX_DENOMINATORS:
            text = self.texts[at]
            if text not in _PER and not (text == "and" and at > start and self._is_calendar(at + 1, end)):
                break
            at = self._behind_length(at, end)
            named = self.many(at + 1, end, priced=not bare) or self._unit_name(at + 1, end)
            named = named or self._described(at + 1, end)
            if named is None:
                if (bare and text == "/") or not self._is_counted(at + 1):
                    break
                if self.texts[at + 2 : at + 3] in (["trip"], ["trips"]):
                    break  # `9 ms per round trip`
                named = noun_as_unit(self.texts[at + 1]), at + 2
            elif bare and text == "/" and physical(named[0][0].dimension) == NONE:
                break
            options = [(*chain, unit) for chain in options for unit in named[0]][:2]
            at = named[1]
        return (options, at) if at > start else None

    def _behind_length(self, at: int, end: int) -> int:
        """Skip how long the thing behind a "per" is: `per 2-hour window`, `per 30-day month`."""
        long = at + 4 < end and self.kinds[at + 1] == NUMBER and self.texts[at + 2] == "-"
        tied = long and self.glued[at + 2] and self.glued[at + 3]
        return at + 3 if tied and self._is_thing(at + 3) and self._is_thing(at + 4) else at

    def many(self, at: int, end: int, *, priced: bool) -> tuple[tuple[Unit, ...], int] | None:
        """Read what is more than one of a thing: `per 1M tokens`, `per 20 ms`, `$0.25/M`."""
        value, start = ONE, at
        if self.kinds[at] == NUMBER:
            digits = self._digits(at)
            of_many = self.texts[at - 1].lower() == "per" or (priced and self.texts[at] == "1")
            if digits is None or not of_many:
                return None
            value, at = digits[0] * digits[2], at + 1
        elif not priced or self.texts[at] not in _MANY or self._is_byte(at, end):
            return None
        scale = multiplier(self.texts[at]) if at < end and self.kinds[at] == WORD else None
        named = at > start and self._unit_name(at, end) and not (at + 1 < end and self._is_thing(at + 1))
        if scale is not None and not named:  # `per 1 K` of heat, `per 1K tokens`
            value, at = value * scale[0], at + 1
        measure = (self._unit_name(at, end) or self._described(at, end)) if at < end else None
        if value == 1 and at == start + 1 and self.texts[start - 1] == "per":
            return measure  # `0.5 mm per 1 °C`
        if not value or value == 1:
            return None
        name = " ".join(self.texts[start : measure[1] if measure else at])
        if measure is None:
            return (Unit(name, value, NONE),), at
        return tuple(Unit(name, unit.scale * value, unit.dimension) for unit in measure[0][:1]), measure[1]

    def _described(self, at: int, end: int) -> tuple[tuple[Unit, ...], int] | None:
        """Read a thing that is counted behind a word that says which: `input tokens`, `generated image`."""
        if at + 1 >= end or not self._is_counted(at):
            return None
        named = self._unit_name(at + 1, end)
        return named if named is not None and physical(named[0][0].dimension) == NONE else None

    def _is_thing(self, at: int) -> bool:
        return self.kinds[at] == WORD and (bool(readings(self.texts[at])) or self._is_counted(at))

    def _is_byte(self, at: int, end: int) -> bool:
        """Tell whether a `B` behind a slash is a byte, `153 FLOP/B`, and no billion of something."""
        return self.texts[at] == "B" and not (at + 1 < end and self._is_counted(at + 1))

    def _is_calendar(self, at: int, end: int) -> bool:
        """Tell whether a price is for each of a period as well: `$0.02 per GB and month`."""
        return self.texts[at] in _CALENDAR and not (at + 1 < end and self.texts[at + 1] in _PER)

    def _is_counted(self, at: int) -> bool:
        text = self.texts[at]
        return (
            self.kinds[at] == WORD
            and len(text) > 2
            and text.lower() not in CLAUSE_WORDS
            and text not in ONLY_FUNCTIONS
        )

    def _begins_operand(self, at: int) -> bool:
        return self.kinds[at] in BEGINS_QUANTITY or self.texts[at] == "("


def _is_one(node: object) -> bool:
    return isinstance(node, Number) and node.value == 1


def _is_many(unit: Unit) -> bool:
    """Tell whether a unit is more than one of a thing: `15 ms`, `million tokens`."""
    return unit.name[:1].isdigit() or unit.name.split(" ")[0] in _MANY


def _range(low: Number, high: Number) -> tuple[Number, Number] | None:
    """Return the ends of `10-50 ms` or `$3-5M`; `8-1` and `250ms-100ms` are differences."""
    currency = low.unit
    if currency.name in MONEYS and high.bare:
        readings = tuple(replace(reading, unit=currency) for reading in high.readings)
        high = replace(high, readings=readings)
    money = low.readings == MONEYS.get(currency.name) and high.unit.name.startswith(currency.name)
    if low.bare or money:  # a suffix at the end is meant for both
        low = replace(low, readings=high.readings) if low.value < high.value else low
    first, second = low.readings[0], high.readings[0]
    if first.unit.dimension != second.unit.dimension:
        return None
    return (low, high) if low.value * first.size < high.value * second.size else None


def _around(number: Number, spread: Number) -> Number | Interval:
    """Return the range of `20 ± 2 ms`, `20 ms ± 10%`."""
    shown = spread.readings if number.bare else number.readings
    width, unit = spread.value, shown[0].unit
    if spread.unit.name in SHARE_UNITS and unit.name not in SHARE_UNITS:
        width *= number.value * spread.readings[0].size
    elif not spread.bare and spread.unit.dimension == unit.dimension:
        width *= spread.readings[0].size / shown[0].size
    decimals = max(number.decimals, spread.decimals)
    low = replace(number, value=number.value - width, decimals=decimals, readings=shown)
    high = replace(spread, value=number.value + width, decimals=decimals, readings=shown)
    middle = replace(number, readings=shown)
    return Interval(low, high, number.start, spread.end, middle) if width else middle


def _as_written(value: Fraction, options: tuple[Reading, ...], *, glued: bool) -> tuple[Reading, ...]:
    """Drop or reorder the readings that the number itself speaks against, and add the converter `8 bits`."""
    if len(options) == 1 and options[0].unit.name in _BIT_NAMES:
        if value == 8:
            return (*options, BITS_PER_BYTE)
        if 16 <= value <= _WIDEST_BUS and not value % 16:
            return (*options, _PINS)  # a bus that is so wide, at a rate for each of its pins
    if options[0].unit.name in TRANSFERS:  # each transfers a bit, on a link of one lane
        rate = Unit(options[0].unit.name, options[0].unit.scale * _BIT.scale, _BIT_RATE)
        options = (*options, Reading(options[0].multiplier, rate))
    if options[0].unit.name.endswith("V^2"):  # `3.3V²` is mostly the square of 3.3 V
        options = (*options, Reading(options[0].multiplier * value, options[0].unit))
    if options[0].binary_prefix_power and (options[0].unit.name in MONEYS or not _is_power_of_two(value)):
        options = tuple(replace(reading, binary_prefix_power=0) for reading in options)
    of_bytes = options[1].unit.name if len(options) > 1 and options[1].unit.name.split("/")[0] == "B" else ""
    is_broken = of_bytes == "B" and value > _MOST_ELEMENT and value.denominator > 1  # 7.24 B are billions
    if of_bytes and not is_broken and (not glued or value >= _THOUSAND):
        options = (options[1], options[0], *options[2:])  # 27,648 B are bytes, 70B parameters are billions
        if of_bytes == "B" and not glued and value >= _THOUSAND:
            options = (options[0], *options[2:])
    return options


def _is_power_of_two(value: Fraction) -> bool:
    return value.denominator == 1 and value > 0 and value.numerator.bit_count() == 1
