"""What stands around a claim and helps to judge it: its line, its chain, units and results said elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.lexing.spellings import MONEYS, hyphenated
from qbank.napkin.lexing.tokens import MONEY, OPERATOR, RELATION, STOP, WORD
from qbank.napkin.limits import MAX_PLACES
from qbank.napkin.parsing.grammar import Parser, parser_of
from qbank.napkin.parsing.spans import quantities
from qbank.napkin.tree import Node, Number, Reading, WithUnit
from qbank.units import ONE, Quantity, Unit, physical, readings
from qbank.units.dimension import BYTE, NONE, SECOND, Dimension, exponents
from qbank.units.prefixes import multiplier

_EACH = frozenset(("a", "an", "one", "each", "every", "per", "/"))
_EACH_OF_LABEL = frozenset(("each", "every", "per"))
_NO_LABELS = frozenset(("min", "day", "hour", "week", "month", "mo", "year", "second", "minute"))
"""Names of units that label what they say in other words: `Day: 8 + 4 = 12 J`."""
_KIBI = Fraction(1024)
_TIMES = tuple(readings(name)[0].scale for name in ("min", "h", "days"))
_LEAST_SECONDS = 60
_TIMES_WORDS = frozenset(("once", "twice", "thrice"))
_FREQUENCIES = {
    "once": 1, "twice": 2, "thrice": 3, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8,
    "ten": 10, "twelve": 12, "twenty": 20,
}  # fmt: skip
_OFTEN = {
    "hourly": "hour", "daily": "day", "nightly": "day", "weekly": "week", "monthly": "month",
    "yearly": "year", "annual": "year", "annually": "year",
}  # fmt: skip
_WITHIN = frozenset(("over", "in", "within", "for"))
_LABEL = 24  # tokens of a line before its value that may say what it is per
_PER_BOTH = 4  # tokens from `per` to the second thing that a value is per
_LIST = 60  # tokens of a list behind what its values are for
_ENDS_LIST = frozenset((".", "\n", ";"))
_NAMED_SCALES = frozenset(Fraction(1000) ** power for power in range(-5, 7))
"""What a number may be told in without its scale; `1.08` is none of `1.08e22 FLOPs`."""
_PREFIX_STEPS = (1, -1, 2, -2, 3, -3)
_BITS_IN_BYTE = 8
_THOUSAND = 1000
_TELLING_DIGITS = 2  # fewer agree by chance with a value that has another prefix


class UnitContext:
    """The units that the numbers of a text have where they are said with one.

    `400 × 380 = 152 kgCO₂` leaves them out; "400 kWh" and "380 gCO₂/kWh" stand elsewhere.
    """

    def __init__(self, parser: Parser, surroundings: Sequence[str]) -> None:
        self._parser = parser
        self._surroundings = surroundings
        self._readings: dict[tuple[int, int], tuple[Reading, ...]] = {}

    @cached_property
    def _parsers(self) -> list[Parser]:
        return [self._parser, *map(parser_of, self._surroundings)]

    def readings_of(self, number: Number) -> Iterator[Reading]:
        """Yield how the digits of a number are read elsewhere, where that says more than stands here.

        Of a bare number these are its units, also with another prefix (`2800` beside "2.8 PFLOPs"); of one
        with a unit what that is per: `88 kWh × 45 g` where the text has `45 g/kWh`.
        """
        if not number.bare:
            name = number.unit.name
            for reading in self._said(number.value):
                if "/" not in name and reading.unit.name.startswith(f"{name}/"):
                    yield reading
            yield from self._said_per(number)
            yield from self._said_in_list(number)
            yield from self._said_before_list(number)
            return
        multiplier = number.readings[0].multiplier
        if multiplier != 1:  # `68e9` may be 68 GB, and is none of 68 ms
            sizes = {multiplier, multiplier / _BITS_IN_BYTE}
            yield from (reading for reading in self._said(number.value) if reading.size in sizes)
            return
        if exact := self._said(number.value):
            yield from (reading for reading in exact if reading.multiplier in _NAMED_SCALES)
            return
        if number.digits_shown < _TELLING_DIGITS or number.value < 1:
            return  # `0.45` is a share rather than 450 billion in trillions
        yield from self.rescaled(number)

    def rescaled(self, number: Number) -> Iterator[Reading]:
        """Yield how the few digits of a bare number are read where they stand with another prefix."""
        for steps in _PREFIX_STEPS:
            factor = Fraction(1000) ** steps
            for reading in self._said(number.value / factor):
                yield Reading(reading.multiplier / factor, reading.unit)

    def rated(self, number: Number, unit: Unit) -> Reading | None:
        """Return a bare number in a unit of time if it stands elsewhere as so much a day: `8.8 hours/day`."""
        for at in _places(self._parser, number.value):
            quantity = self._parser.quantity(at, len(self._parser.kinds))
            readings_ = quantity[0].readings if quantity and isinstance(quantity[0], Number) else ()
            if unit.name and any(reading.unit.name.startswith(f"{unit.name}/") for reading in readings_):
                return Reading(unit=unit) if physical(readings_[0].unit.dimension) == NONE else None
        return None

    def unrounded(self, number: Number) -> Quantity | None:
        """Return the one value of the texts around that a number rounds: of 411.6 ms, 412 ms."""
        if number.bare or number.digits_shown <= _TELLING_DIGITS:
            return None
        reading = number.readings[0]
        half = Fraction(1, 2 * 10**number.decimals)
        told = {
            one.value
            for numbers in self._told_around
            for _, one in numbers
            if one.readings[0] == reading
            and one.decimals > number.decimals
            and 0 < abs(one.value - number.value) <= half
        }
        if len(told) != 1:
            return None
        return Quantity(told.pop() * reading.size, reading.unit.dimension, reading.unit)

    @cached_property
    def _told_around(self) -> list[list[tuple[int, Number]]]:
        """The numbers of each of the texts around, with their sentences."""
        return [
            [(span.sentence, span.node) for span in quantities(parser) if isinstance(span.node, Number)]
            for parser in self._parsers[1:]
        ]

    def says_time(self, seconds: Fraction) -> bool:
        """Tell whether a time of so many seconds is said in minutes, hours or days."""
        return seconds >= _LEAST_SECONDS and any(
            reading.unit.dimension == SECOND and reading.size == size
            for size in _TIMES
            for reading in self._said(seconds / size)
        )

    def scales(self, operand: Number | WithUnit, multiplier: Fraction) -> bool:
        """Tell whether the digits of a bare number stand elsewhere with a multiplier: 1.9 beside "1.9B".

        Or written out: 8.294 beside "8,294,400,000", of a billion.
        """
        if not isinstance(operand, Number) or not operand.bare:
            return False
        for parser in self._parsers:
            for at in _places(parser, operand.value):
                quantity = parser.quantity(at, len(parser.kinds))
                readings_ = quantity[0].readings if quantity and isinstance(quantity[0], Number) else ()
                if any(reading.multiplier == multiplier for reading in readings_):
                    return True
        return self._is_written_out(operand, multiplier)

    def _is_written_out(self, number: Number, multiplier: Fraction) -> bool:
        if number.digits_shown <= _TELLING_DIGITS or not number.decimals or multiplier < _THOUSAND:
            return False
        whole, half = number.value * multiplier, multiplier / (2 * 10**number.decimals)
        return any(
            abs(Fraction(*written) - whole) <= half
            for parser in self._parsers
            for written in parser.number_places
        )

    def tells_of_1024(self) -> bool:
        """Tell whether a text says what its prefixes are: `1 KB = 1,024 bytes`."""
        return any(reading.unit.dimension == BYTE for reading in self._said(_KIBI))

    def tells(self, number: Number) -> bool:
        """Tell whether the digits of a bare number, no fewer than two, have a unit elsewhere.

        Of `68e9` nobody knows: it may be the bytes of 68 GB, or as many operations.
        """
        multiplier = number.readings[0].multiplier
        if not number.bare or number.digits_shown < _TELLING_DIGITS:
            return False
        return any(multiplier in {1, reading.multiplier} for reading in self.readings_of(number))

    def says(self, dimension: Dimension, *, besides: int) -> bool:
        """Tell whether a quantity of the texts measures this, but for that which begins at `besides`."""
        for parser in self._parsers:
            for span in quantities(parser):
                if parser is self._parser and span.node.start == besides:
                    continue
                if isinstance(span.node, Number) and any(
                    physical(reading.unit.dimension) == dimension for reading in span.node.readings
                ):
                    return True
        return False

    def speaks_of(self, words: frozenset[str], *, besides: tuple[int, int]) -> bool:
        """Tell whether a period is spoken of, "daily" or "a day", but for a stretch of the text itself."""
        for parser in self._parsers:
            for at, text in enumerate(parser.texts):
                if text.lower() not in words or (
                    parser is self._parser and besides[0] <= parser.starts[at] < besides[1]
                ):
                    continue
                before = [word.lower() for word in parser.texts[max(0, at - _PER_BOTH) : at]]
                if text.lower().endswith(("ly", "annual")) or not _EACH.isdisjoint(before[-1:]):
                    return True
                if before[-1:] == ["and"] and "per" in before:  # `40 kB per camera and hour`
                    return True
        return False

    def _said_per(self, number: Number) -> Iterator[Reading]:
        """Yield what a quantity is for each of, as words say: `60 MB a day`, `Energy per day: 0.068 Wh`."""
        name = number.unit.name
        for parser in self._parsers:
            for place in _places(parser, number.value):
                at = _first(parser, place)
                quantity = parser.quantity(at, len(parser.kinds))
                here = parser is self._parser and parser.starts[place] == number.digits[0]
                if here or quantity is None or not isinstance(quantity[0], Number):
                    continue
                if quantity[0].unit.name == name:
                    for unit in (*_per_behind(parser, quantity[1]), *_per_in_label(parser, at, quantity[1])):
                        reading = number.readings[0]
                        yield Reading(reading.multiplier, reading.unit / unit)

    def _said_in_list(self, number: Number) -> Iterator[Reading]:
        """Yield what money is for each of, as a list says it once: `$3 per million input, $0.30 cached`."""
        multiplier, unit = number.readings[0].multiplier, number.unit
        for told in self._told_around if unit.name in MONEYS else ():
            here = {sentence for sentence, node in told if node.value == number.value}
            for sentence, node in told if here else ():
                per = node.unit
                if sentence in here and per.name.startswith(f"{unit.name}/"):
                    yield Reading(multiplier, per)
                    break

    def _said_before_list(self, number: Number) -> Iterator[Reading]:
        """Yield what money is for each of, as is said before a list: `prices per million are $3 and $15`."""
        reading = number.readings[0]
        for parser in self._parsers[1:] if reading.unit.name in MONEYS else ():
            for at in _places(parser, number.value):
                place = at
                while place and parser.texts[place - 1] not in _ENDS_LIST and at - place < _LIST:
                    place -= 1
                    many = parser.many(place + 1, at, priced=True) if parser.texts[place] == "per" else None
                    if many is not None:
                        yield Reading(reading.multiplier, reading.unit / many[0][0])
                        return

    def says_in_percent(self, number: Number) -> bool:
        """Tell whether the digits of a bare number stand in the text with a sign of percent."""
        return number.bare and any(
            parser.texts[at + 1 : at + 2] == ["%"]
            for parser in self._parsers
            for at in _places(parser, number.value)
        )

    def _said(self, value: Fraction) -> tuple[Reading, ...]:
        """Return how a number is read wherever it has a unit, each unit once: `10 h` is no `10 min`."""
        key = value.numerator, value.denominator
        if key not in self._readings:
            found: dict[tuple[int, int, Fraction], Reading] = {}
            for parser in self._parsers:
                for at in _places(parser, value):
                    first = _first(parser, at)
                    quantity = parser.quantity(first, len(parser.kinds))
                    if quantity is not None and isinstance(quantity[0], Number):
                        for reading in quantity[0].readings:  # `2 TOPS` are operations, or a rate of them
                            usual = reading is quantity[0].readings[0] and _measures(reading.unit)
                            if usual or _counts_operations(reading.unit):
                                found.setdefault(_kind(reading.unit), reading)
                            for period in _per_behind(parser, quantity[1]):  # `48 frames a second`
                                per = Reading(reading.multiplier, reading.unit / period)
                                found.setdefault(_kind(per.unit), per)
                        if quantity[0].bare and (unit := _label_unit(parser, first, quantity[1])):
                            reading = Reading(quantity[0].readings[0].multiplier, unit)
                            found.setdefault(_kind(unit), reading)
                for word, count in _FREQUENCIES.items():
                    if value == count:
                        for unit in _frequencies(parser, word):
                            found.setdefault(_kind(unit), Reading(unit=unit))
            self._readings[key] = tuple(found.values())
        return self._readings[key]


def _places(parser: Parser, value: Fraction) -> list[int]:
    """Return the first places of the digits of a number."""
    return parser.number_places.get((value.numerator, value.denominator), [])[:MAX_PLACES]


def _first(parser: Parser, at: int) -> int:
    """Return where a quantity begins whose digits stand at a place: with its sign of money."""
    return at - 1 if at and parser.kinds[at - 1] == MONEY else at


def _label_unit(parser: Parser, first: int, after: int) -> Unit | None:
    """Return what the label of a line says that its bare result measures: `Hours: 30 * 24 = 720`."""
    if not first or parser.kinds[first - 1] != RELATION or parser.kinds[after : after + 1] == [OPERATOR]:
        return None
    at, least = first - 1, max(0, first - _LABEL)
    while at > least and parser.texts[at] != ":":
        if parser.texts[at] == "\n":
            return None
        at -= 1
    if not at or parser.texts[at] != ":":
        return None
    bracketed = at > 2 and parser.texts[at - 1] == ")" and parser.texts[at - 3] == "("
    per = at > 2 and parser.texts[at - 2] in {"/", "per"}  # `bytes/param: 2 + 4 + 4 + 4 = 14`
    name = parser.texts[at - 3 if per else at - 2 if bracketed else at - 1]
    if not bracketed and (len(name) < _TELLING_DIGITS or name.lower() in _NO_LABELS):
        return None
    units = readings(name) or (hyphenated(name) if "-" in name else ())
    if per:
        whole = readings(parser.texts[at - 1])
        return units[0] / whole[0] if units and whole else next(iter(units), None)
    measures = (unit for unit in units if physical(unit.dimension) != NONE or _counts_operations(unit))
    return next(measures, None)


def _frequencies(parser: Parser, word: str) -> Iterator[Unit]:
    """Yield how often something is said to be done: `twice a second`, `four times an hour`."""
    for at in parser.word_places.get(word, [])[:MAX_PLACES]:
        behind = at + 2 if parser.texts[at + 1 : at + 2] == ["times"] else at + 1
        if (behind == at + 1) == (word in _TIMES_WORDS) and parser.texts[behind : behind + 1]:
            for unit in _per_behind(parser, behind):
                if unit.dimension == SECOND:
                    yield Unit("times", ONE, NONE) / unit


def _per_behind(parser: Parser, at: int) -> Iterator[Unit]:
    """Yield the unit that stands behind a quantity with "a" or "each", also "over an hour"."""
    if at < len(parser.texts) and (often := _OFTEN.get(parser.texts[at].lower())):
        yield from _measure(often)  # `240 GB daily`
    if at < len(parser.texts) and parser.texts[at].lower() in _WITHIN:
        at += 1
    elif parser.texts[at : at + 1] == ["of"]:  # `0.7 s of work per second`
        at = parser.behind_nouns(at + 1, len(parser.texts))
    if at + 1 < len(parser.texts) and parser.texts[at].lower() in _EACH:
        yield from _measure(parser.texts[at + 1])


def _per_in_label(parser: Parser, at: int, after: int) -> Iterator[Unit]:
    """Yield the unit that stands behind a "per" between the begin of a line and the value that it states."""
    if parser.kinds[after : after + 1] == [OPERATOR] or (at and parser.kinds[at - 1] == OPERATOR):
        return  # an operand: the label speaks of what it comes to
    first = max(1, at - _LABEL)
    while at > first and parser.texts[at - 1] != "\n":
        at -= 1
        before = parser.texts[at - 1].lower()
        if before in _EACH_OF_LABEL or (before in {"a", "an"} and parser.texts[at + 1 : at + 2] == [":"]):
            yield from _measure(parser.texts[at])
            return
        if often := _OFTEN.get(before):  # `Daily: 8 * 30 GB`
            yield from _measure(often)
            return


def _measure(word: str) -> Iterator[Unit]:
    units = readings(word) or (hyphenated(word) if "-" in word else ())  # `per GPU-hour`
    return (unit for unit in units[:1] if physical(unit.dimension) != NONE)


def _kind(unit: Unit) -> tuple[int, int, Fraction]:
    """Return what a unit measures, how large it is, and for each of how many things.

    $12 are not those of a million tokens.
    """
    return unit.dimension, unit.name.count("/"), unit.scale


def _measures(unit: Unit) -> bool:
    """Tell whether a unit says what a number measures: `1,440 s per day` does, and `1,440` or 92 % do not."""
    return unit.dimension != NONE or ("/" in unit.name and unit.scale != ONE)


def _counts_operations(unit: Unit) -> bool:
    return "operation" in exponents(unit.dimension)


class SymbolTable:
    """Values that later lines of the same text may use.

    Attributes:
        names: the symbols and their values.
    """

    def __init__(self) -> None:
        self.names: dict[str, Quantity] = {}
        self._results: dict[tuple[int, int], list[tuple[Fraction, Dimension, Quantity]]] = {}

    def name(self, symbol: str, value: Node) -> None:
        """Remember what `symbol` stands for; if `value` cannot be computed, for nothing any more."""
        if not symbol:
            return
        try:
            self.names[symbol] = evaluate(value, names=self.names)
        except UndecidableError:
            self.names.pop(symbol, None)

    def result(self, stated: Number, computed: Quantity | None) -> None:
        """Remember that `stated` shows the value `computed`."""
        if computed is not None and _is_rounded(stated):
            reading = stated.readings[0]
            # In the unit that it is shown in: what leaves its units out goes on with these digits.
            shown = Quantity(computed.value, computed.dimension, reading.unit)
            results = self._results.setdefault(_digits(stated), [])
            results.append((reading.size, physical(reading.unit.dimension), shown))

    def unrounded(self, operand: Number) -> Quantity | None:
        """Return the unrounded value of the latest result that `operand` repeats, if it does.

        It shows the same digits, and what it counts has the same size; counted nouns play no part. An operand
        without a unit may repeat the digits alone.
        """
        results = self._results.get(_digits(operand)) if _is_rounded(operand) else None
        if not results:
            return None
        reading = operand.readings[0]
        for size, dimension, shown in reversed(results):
            if size == reading.size and dimension == physical(reading.unit.dimension):
                return shown
        size, _, shown = results[-1]
        return Quantity(shown.value / size * reading.multiplier, NONE) if operand.bare else None


def _digits(number: Number) -> tuple[int, int]:
    return number.value.numerator, number.value.denominator


def _is_rounded(number: Number) -> bool:
    """Tell whether a number shows enough digits to be known again, and may have been rounded to them."""
    return bool(number.decimals) or number.value.numerator >= 10 * number.value.denominator


class LineContext(Struct):
    """What stands around one relation.

    Attributes:
        parser: the text that it stands in.
        units: the units that numbers have elsewhere.
        symbols: what the text has said before.
        chain: returns the members of its chain before the left side, the nearest first.
    """

    parser: Parser
    units: UnitContext
    symbols: SymbolTable
    chain: Callable[[], Sequence[Node]] = tuple

    @property
    def earlier(self) -> Sequence[Node]:
        """The members of its chain before the left side, the nearest first."""
        return self.chain()

    def many_in_label(self, left: Node) -> Fraction | None:
        """Return how many things the label of a line is for: `Cost per 1M tokens:`, `A million tokens:`."""
        parser = self.parser
        at = parser.token_at(left.start) - 1
        if at >= 0 and parser.texts[at] != "=":  # `Cost per million: L4 ..., L40S 1.80 / 3.32 = $0.54`
            while at >= 0 and parser.texts[at] not in {":", "\n"}:
                at -= 1
        if parser.texts[at + 1 : at + 2] == ["|"] and "|" in parser.texts[at + 2 : at + _LABEL]:
            at = parser.texts.index("|", at + 2)  # of a table the first cell is the label of its row
        elif at < 0 or parser.texts[at] == "\n":
            return None
        for place in range(at - 1, max(0, at - _LABEL), -1):
            if parser.texts[place] == "\n":
                break
            if parser.texts[place].lower() in {"per", "/"}:
                named = parser.many(place + 1, at, priced=True)
                return None if named is None else named[0][0].scale
            if len(parser.texts[place]) > 1 and (scale := multiplier(parser.texts[place])):
                return scale[0]
        return None

    def per_behind(self, value: Number) -> Iterator[Unit]:
        """Yield what a value is for each of, as words behind it say."""
        return _per_behind(self.parser, self.parser.token_at(value.end))

    def per_in_label(self, left: Node) -> Iterator[Unit]:
        """Yield the data or the time that a line says its value is for each of: `Energy per bit: ...`."""
        at = self.parser.token_at(left.start)
        named = _per_in_label(self.parser, at, len(self.parser.texts))
        return (unit for unit in named if physical(unit.dimension) in (BYTE, SECOND))

    def counted_noun(self, operand: Number | WithUnit) -> str:
        """Return the word behind an operand, unless it stands in brackets: `12 (lookup)` counts nothing."""
        at = self.parser.token_at(operand.end)
        bracketed = at < len(self.parser.texts) and self.parser.texts[at] == "("
        return "" if bracketed else self.noun_behind(operand)

    def noun_behind(self, operand: Number | WithUnit) -> str:
        """Return the word that names what an operand counts: `2 (K and V)` and `8 GPUs` have one."""
        parser = self.parser
        at = parser.token_at(operand.end)
        if operand.start < 0 or at >= len(parser.kinds):
            return ""
        if parser.texts[at] == "(" and at + 1 < len(parser.kinds) and parser.kinds[at + 1] == WORD:
            at += 1
        return parser.texts[at] if parser.is_noun(at) and parser.kinds[at] != STOP else ""


def nothing_around() -> LineContext:
    """Return what stands around a relation of which no text is known."""
    parser = parser_of("")
    return LineContext(parser, UnitContext(parser, ()), SymbolTable())
