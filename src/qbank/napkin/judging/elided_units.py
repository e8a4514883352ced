"""Units that a line leaves out by habit, and what it comes to with them.

A line whose units do not combine is no confirmation of anything, unless an ordinary habit of writing accounts
for exactly what is missing: digits that have their unit elsewhere, a price for each of what stands beside it,
a day at the result. Which unit is missing tells a habit from a slip; how many are missing does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice

from msgspec import Struct
from msgspec.structs import replace

from qbank import lazy_re
from qbank.napkin.evaluate import evaluate, value_of
from qbank.napkin.judging.interpretations import CONVERTER, measures_bytes
from qbank.napkin.judging.line_context import LineContext
from qbank.napkin.judging.relation import EvaluatedRelation, Operand, Relation, relative_error
from qbank.napkin.judging.unit_conversions import OVER_HOURS, converters, products
from qbank.napkin.lexing.spellings import MONEYS
from qbank.napkin.lexing.words import word_set
from qbank.napkin.limits import MAX_ASSIGNMENTS
from qbank.napkin.parsing.quantities import BITS_PER_BYTE
from qbank.napkin.tree import (
    Call,
    Negation,
    Node,
    Number,
    Operation,
    Reading,
    WithUnit,
    is_arithmetic,
    leaves,
    names,
    numbers,
    replace_numbers,
    signed_number,
    spell_number,
)
from qbank.napkin.verdicts import Verdict
from qbank.units import ONE, Quantity, Unit, physical, readings
from qbank.units.dimension import (
    BYTE,
    DOLLAR,
    GRAM,
    JOULE,
    KELVIN,
    NONE,
    SECOND,
    WATT,
    Dimension,
    dimension,
    exponents,
    spell,
)
from qbank.units.unit import as_float

CONVERTED = "a bare factor converts the unit"
"""The note on a claim that is true only so."""

UNITS_LEFT_OUT = "units left out"
"""The note on a claim whose digits are right, and whose unit a habit accounts for."""

RESULT_LEFT_OUT = "the unit of the result is left out"
"""The note on a value that has only digits."""

_ADDED = frozenset((KELVIN, dimension(decibel=1)))
"""What bare numbers are often reckoned in."""
_EMITTED = frozenset((GRAM, dimension(metre=3)))
"""What factors of emission say for each unit of energy: `1,200 kWh × 400 g`."""
_MINUTE, _HOUR, _DAY, _SECONDS = (readings(name)[0] for name in ("min", "h", "days", "s"))
_CALENDAR = {
    Fraction(24): _HOUR, Fraction(168): _HOUR, Fraction(720): _HOUR, Fraction(730): _HOUR,
    Fraction(8760): _HOUR, Fraction(30): _DAY, Fraction(365): _DAY,
    Fraction(3600): _SECONDS, Fraction(86_400): _SECONDS,
}  # fmt: skip
"""Bare numbers that are hours, days or seconds wherever a time is missing."""

_WHOLE_TIMES = frozenset(
    (Fraction(count), name)
    for count, names_ in (
        (1, "s sec second h hr hour min minute"), (60, "s sec seconds min minutes"), (1000, "ms"),
        (3600, "s sec seconds"), (10**6, "µs us"), (24, "h hr hours"), (10**9, "ns"),
    )
    for name in names_.split()
)  # fmt: skip
"""Times that are one of a greater unit: `1000 ms / 5 ms` asks how often in a second."""

_SLACK = Fraction(1, 50)
_BETWEEN_UNITS = tuple(
    1000.0**power * float(count) ** sign
    for power in range(-6, 7)
    for count in (1, 8, 60, 3600, 24, 86_400, 365, 8760, 7, 30, 12, 1024**3)
    for sign in (1, -1)
)
"""What two units of one kind may be apart by."""

_VOLT, _BYTES = readings("V")[0], readings("bytes")[0]
_PRICE_OF_ENERGY = readings("$")[0] / readings("kWh")[0]
_INTENSITY = readings("FLOP")[0] / readings("byte")[0]
_OPERATIONS, _BANDWIDTH = readings("FLOP")[0] / _SECONDS, readings("B")[0] / _SECONDS
_A_RATE = 10**9  # a bare number as large as `989e12` is a rate of a device, or a count
_ELEMENT_SIZES = frozenset(map(Fraction, ("0.5", "1", "2", "4", "8")))
_LARGE_COUNT = 1000
_MONTHLY = lazy_re.compile("[-/](mo|month|months|week|day|year)$")

_PERIODS = {
    name: word_set(words)
    for names_, words in (
        ("min minute minutes", "min minute"),
        ("h hr hrs hour hours", "h hr hour hourly"),
        ("d day days", "d day daily"),
        ("week weeks wk", "week weekly"),
        ("mo month months", "mo month monthly"),
        ("yr yrs year years", "yr year yearly annual annually"),
    )
    for name in names_.split()
}
"""Names of periods that a result may be said to be for, and the words that tell of one."""

_METERS = frozenset(("meter", "meters"))
_DIGITS = frozenset(range(1, 10))
"""Numbers that stand for too much to tell what they are here."""
_SECOND_NAMES = frozenset(("s", "sec", "second"))
_RATE_AND_TIME = 2  # operands
_ROUNDED = Fraction(1, 100)
_PLAIN_FACTORS = frozenset(2**power - less for power in range(17) for less in (0, 1))
"""Bare numbers that count: the `2 ×` and `31/32` of what is sent and received."""
_SECONDS_OF = frozenset((Fraction(3600), Fraction(86_400)))
_ABOUT_A_PERIOD = Fraction(1, 50)  # 720 and 730 hours are a month

_NO_ELEMENTS = word_set("tokens token params param parameters weights requests")
_QUALIFIERS = word_set(
    "avg average mean total peak sustained effective overall max min each achieved raw net"
)
"""Words behind a value that do not say what it counts."""
_BIT_NAMES = frozenset(("bit", "bits"))
_BITS_IN_BYTE = 8
_KEEPING_UNITS = frozenset(("max", "min", "sum", "avg", "floor", "ceil", "round", "abs"))
_SIZE_SIGNS = (["x"], ["x", "x"])


class Explanation(Struct, frozen=True):
    """A line with what it leaves out.

    Attributes:
        left, right: its two sides with the units that are missing.
        note: what was left out, for a reader.
        fits_only: whether it explains nothing unless the value fits.
        face: for lines that go on in bare numbers, what the left side comes to at face value.
    """

    left: Node
    right: Node
    note: str
    fits_only: bool = False
    face: Quantity | None = None


def explanations(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """Yield what a line whose units do not combine may have left out, the usual first."""
    yield from _result_without_unit(sides, line)
    yield from _in_bare_numbers(sides)
    yield from brought_into_unit(sides)
    yield from terms_in_unit(sides, line)
    if not any(map(is_measured, sides.relation.operands)):
        yield from _unit_of_all(sides, line)
        yield from _period_of_rate(sides)
        yield from _elements_in_bytes(sides, line)
    yield from _assignments(sides, line)


# -- at face value -------------------------------------------------------------------------------------------


def _result_without_unit(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """`15% of 80 GB = 12`: the digits are there, and only the unit is not."""
    left, right = sides.relation.left, sides.relation.right
    number = signed_number(right)
    if number is not None and number.bare and line.noun_behind(number) in _QUALIFIERS | {""}:
        in_base_units = Quantity(sides.computed.value, sides.stated.dimension)
        yield Explanation(left, right, RESULT_LEFT_OUT, face=sides.at_face())
        yield Explanation(left, right, RESULT_LEFT_OUT, fits_only=True, face=in_base_units)


def _in_bare_numbers(sides: EvaluatedRelation) -> Iterator[Explanation]:
    """`256 MB / 31.5 GB/s = 256 / 31,500`: a chain goes on in bare numbers."""
    left, right = sides.relation.left, sides.relation.right
    if not is_arithmetic(right) or any(is_measured(operand) for operand in sides.relation.right_operands):
        return
    bare = sides.at_face().value
    in_base_units = sides.computed.value
    values = [bare, *(bare / factor for factor in products(converters(right)))]
    for value in (*values, in_base_units, in_base_units * _BITS_IN_BYTE):
        face = Quantity(value, sides.stated.dimension, sides.stated.unit)
        yield Explanation(left, right, UNITS_LEFT_OUT, fits_only=True, face=face)


def brought_into_unit(sides: EvaluatedRelation) -> Iterator[Explanation]:
    """`4.8e11 J / 3.6e9 J = 133 MWh`, `13.5e9 / 2^30 = 12.6 GiB`: so many of what it is divided by."""
    left, right = sides.relation.left, sides.relation.right
    if not isinstance(right, Number) or physical(sides.computed.dimension) != NONE:
        return
    reading = sides.right_interpretation.reading_of(right)
    sizes = {reading.size, reading.multiplier * reading.unit.binary_scale} - {ONE}
    for divisor in _divisors(left):
        size = evaluate(divisor, sides.interpretation, sides.relation.names)
        if size.value in sizes and physical(size.dimension) in {NONE, physical(reading.unit.dimension)}:
            face = Quantity(sides.computed.value * size.value, sides.stated.dimension, reading.unit)
            yield Explanation(left, right, CONVERTED, fits_only=True, face=face)


def _divisors(node: Node) -> Iterator[Node]:
    if isinstance(node, Operation) and node.operator in "*/":
        yield from _divisors(node.left)
        if node.operator == "/":
            yield node.right


def terms_in_unit(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """`25.6 + 100e6 × 4 B = 26 GB`: bare terms beside a measured one are in the unit of the result, or where
    that has none in the one that they have elsewhere.
    """
    relation, stated = sides.relation, sides.stated
    bare = list(_bare_terms(relation.left)) if physical(sides.computed.dimension) != NONE else []
    units = [stated.unit]
    if physical(stated.dimension) == NONE:
        units = [reading.unit for number in bare for reading in line.units.readings_of(number)]
    for unit in units if bare else ():
        read = {number.start: Reading(number.readings[0].multiplier, unit) for number in bare}
        left = replace_numbers(relation.left, read)
        value = value_of(left, sides.interpretation, relation.names)
        if value is not None and physical(value.dimension) == physical(unit.dimension):
            shown = Quantity(value.value / unit.scale * stated.unit.scale, stated.dimension, stated.unit)
            yield Explanation(left, relation.right, UNITS_LEFT_OUT, fits_only=True, face=shown)


def price_of_many(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """`15M tokens × $12 = $180`, where $12 are said to be the price of a million."""
    relation = sides.relation
    for number in relation.operands:
        unit = number.unit
        if not isinstance(number, Number) or unit.name not in MONEYS:
            continue
        for said in line.units.readings_of(number):
            if physical(said.unit.dimension) == physical(unit.dimension) and said.unit.scale != unit.scale:
                left = replace_numbers(relation.left, {number.start: said})
                note = f"assumed: {spell_number(number)} as {spell_number(number, said)}"
                yield Explanation(left, relation.right, note, fits_only=True)


def operations_of_rate(sides: EvaluatedRelation) -> Iterator[Explanation]:
    """`6.55 / 8 TFLOPS = 0.82 s`: operations without a unit have that of the rate at which they are done."""
    left, right = sides.relation.left, sides.relation.right
    if not isinstance(left, Operation) or left.operator != "/" or physical(sides.stated.dimension) != SECOND:
        return
    work, rate = left.left, left.right
    if not (isinstance(work, Number) and work.bare and isinstance(rate, Number)):
        return
    done = rate.readings[0]
    if "operation" in exponents(done.unit.dimension):
        unit = Reading(done.multiplier, done.unit * _SECONDS)
        note = f"assumed: {spell_number(work)} as {spell_number(work, unit)}"
        yield Explanation(replace_numbers(left, {work.start: unit}), right, note, fits_only=True)


def bits_of_bytes(sides: EvaluatedRelation) -> Iterator[Explanation]:
    """`8 GB × 8 × 5 pJ/bit = 0.32 J`: of bytes beside what is told per bit, an 8 makes bits."""
    relation = sides.relation
    per_bit = any(one.unit.name.endswith("/bit") for one in relation.operands)
    eights = (one for one in numbers(relation.left) if one.bare and one.value == _BITS_IN_BYTE)
    if per_bit and any(map(measures_bytes, relation.operands)):
        for number in eights:
            left = replace_numbers(relation.left, {number.start: BITS_PER_BYTE})
            yield Explanation(left, relation.right, "assumed: 8 as 8 bits/byte", fits_only=True)


def _bare_terms(node: Node) -> Iterator[Number]:
    if isinstance(node, Operation) and node.operator in "+-":
        yield from _bare_terms(node.left)
        yield from _bare_terms(node.right)
    elif isinstance(node, Number) and node.bare:
        yield node


# -- one unit for the whole line -----------------------------------------------------------------------------


def _unit_of_all(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """Yield the line whose bare left side is in the unit of the result, or in its base unit."""
    left, right, unit = sides.relation.left, sides.relation.right, sides.stated.unit
    if isinstance(right, Number) and right.bare:
        return
    stated = Reading(unit=Unit(unit.name, unit.scale, sides.stated.dimension, unit.binary_steps))
    base = Reading(unit=Unit(spell(physical(sides.stated.dimension)), ONE, sides.stated.dimension))
    if is_sum(left):  # `16 + 64 + 50 = 130 KB`
        counted = any(map(line.counted_noun, sides.relation.operands))
        if not _is_said_otherwise(sides, stated, line):
            yield replace(_whole(left, right, stated, UNITS_LEFT_OUT), fits_only=counted)
            if isinstance(right, Number) and right.readings[0].multiplier != 1:  # `90 + 30 = 120 million/s`
                scaled = Reading(right.readings[0].multiplier, stated.unit)
                yield _whole(left, right, scaled, UNITS_LEFT_OUT)
    elif physical(sides.stated.dimension) in _ADDED:  # `60 + 2.1 × 15 = 91.5 °C`, `20 log10(50) = 34 dB`
        yield _whole(left, right, stated, UNITS_LEFT_OUT)
    inner = left
    while isinstance(inner, Call) and inner.function in {"ceil", "floor", "round"}:
        inner = inner.arguments[0]
    if isinstance(inner, Call) and inner.function in {"log2", "log"} and unit.name in _BIT_NAMES:
        yield replace(_whole(left, right, stated, "a logarithm counts bits"), fits_only=False)
    if _measures_earlier(sides, line):
        yield _whole(left, right, stated, UNITS_LEFT_OUT)
        yield _whole(left, right, base, UNITS_LEFT_OUT)


def _period_of_rate(sides: EvaluatedRelation) -> Iterator[Explanation]:
    """`1 / (100 − 80) = 50 ms`: one over a rate in bare numbers is so many seconds."""
    left, right = sides.relation.left, sides.relation.right
    if not isinstance(left, Operation) or left.operator != "/" or not isinstance(left.left, Number):
        return
    if left.left.value == 1 and physical(sides.stated.dimension) == SECOND:
        yield _whole(left, right, Reading(unit=_SECONDS), "assumed: seconds")


def _is_said_otherwise(sides: EvaluatedRelation, stated: Reading, line: LineContext) -> bool:
    """Tell whether the terms of a bare sum have units elsewhere, and none that of the result."""
    said = [
        reading
        for operand in sides.relation.operands
        if isinstance(operand, Number) and line.units.tells(operand)
        for reading in line.units.readings_of(operand)
    ]
    unit = stated.unit
    return bool(said) and not any(
        (physical(reading.unit.dimension) == physical(unit.dimension) and reading.size == unit.scale)
        or reading.unit.name.partition("/")[0] == unit.name  # `201.6 + 21.6 = 223.2 J` of J per day
        for reading in said
    )


def _whole(left: Node, right: Node, reading: Reading, note: str) -> Explanation:
    return Explanation(WithUnit(left, (reading,), left.start, left.end), right, note, fits_only=True)


def _measures_earlier(sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether an earlier member of a chain measures what is stated: `2 W * 0.1 s = … = 0.2 J`."""
    stated = physical(sides.stated.dimension)
    earlier = (value_of(node, names=sides.relation.names) for node in line.earlier)
    return any(value is not None and physical(value.dimension) == stated for value in earlier)


def _elements_in_bytes(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """`1920 * 1080 * 1 = 2,073,600 bytes`: as many elements as bytes."""
    left, right, operands = sides.relation.left, sides.relation.right, sides.relation.operands
    if physical(sides.stated.dimension) != BYTE or names(left) or is_sum(left):
        return
    for operand in operands:
        reading = operand.readings[0]
        if reading.multiplier is not ONE or reading.unit.name == "%" or reading.unit.name in _NO_ELEMENTS:
            return
        if line.noun_behind(operand) in _NO_ELEMENTS:
            return
    yield _whole(left, right, Reading(unit=readings("bytes")[0]), "assumed: a byte for each element")


# -- with the units that are missing -------------------------------------------------------------------------


class _Way(Struct, frozen=True):
    """How one operand may be meant.

    Attributes:
        reading: so.
        said: whether the text has these digits with this unit.
        fits_only: whether it is so usual to leave the unit out that only a value that fits tells of it.
    """

    reading: Reading
    said: bool = False
    fits_only: bool = False


def _assignments(sides: EvaluatedRelation, line: LineContext) -> Iterator[Explanation]:
    """Search the operands' missing units together: all that make the units combine, fewest changes first."""
    relation = sides.relation
    operands = _shown_numbers(relation.left)
    ways = [(number, way) for number in operands for way in _ways(number, sides, line)]
    results = [(relation.right, sides.stated.dimension, ""), *_results(sides, line)]
    every = chain.from_iterable(combinations(ways, size) for size in range(min(len(operands), len(ways)) + 1))
    for chosen in islice(every, MAX_ASSIGNMENTS):
        changed = {number.start: way.reading for number, way in chosen}
        if len(changed) < len(chosen) or (not changed and len(results) == 1):
            continue
        left = replace_numbers(relation.left, changed) if changed else relation.left
        value = value_of(left, sides.interpretation, relation.names)
        if value is None:
            continue
        for right, stated, word in results:
            if (changed or word) and physical(value.dimension) == physical(stated):
                half_said = any(way.said for _, way in chosen) and any(
                    number.bare
                    and number.start not in changed
                    and not line.noun_behind(number)
                    and not _is_plain_factor(number)
                    for number in operands
                )  # another operand may lack its unit, too
                if _is_rate_of_calendar(chosen, operands, changed, line):
                    continue
                if any(way.said for _, way in chosen) and any(
                    number.start not in changed and line.units.tells(number) for number in operands
                ):
                    continue  # what has its unit elsewhere as well is not left bare
                digit = any(way.said and number.value in _DIGITS for number, way in chosen)
                fits_only = half_said or digit or any(way.fits_only for _, way in chosen)
                yield Explanation(left, right, _note(chosen, word), fits_only=fits_only)


def _shown_numbers(node: Node) -> list[Number]:
    """Return the numbers of a tree that stand in the text."""
    return [number for number in numbers(node) if number.start >= 0]


def _is_plain_factor(number: Number) -> bool:
    value = number.value * number.readings[0].multiplier
    return value.denominator == 1 and value in _PLAIN_FACTORS


def amount_for_rate(sides: EvaluatedRelation, line: LineContext) -> str | None:
    """Return what is assumed where bare operands have the digits of an amount that is stated as a rate.

    `4 × 86,400 = 345.6 MB/s` of 4 kB/s are 345.6 MB.
    """
    relation = sides.relation
    operands = _shown_numbers(relation.left)
    if len(operands) != _RATE_AND_TIME or not all(number.bare for number in operands):
        return None
    if physical(sides.stated.dimension) == SECOND:
        return None  # a time is no rate: FLOPs by a rate that is written FLOPS
    ways = [(number, way) for number in operands for way in _ways(number, sides, line)]
    for chosen in islice(combinations(ways, _RATE_AND_TIME), MAX_ASSIGNMENTS):
        changed = {number.start: way.reading for number, way in chosen}
        if len(changed) < _RATE_AND_TIME or not any(way.said for _, way in chosen):
            continue
        amount = value_of(replace_numbers(relation.left, changed), sides.interpretation, relation.names)
        if amount is None:
            continue
        timed = physical(Dimension(amount.dimension - sides.stated.dimension)) in {SECOND, -SECOND}
        if timed and relative_error(amount.value, sides.stated.value) < _ROUNDED:
            return _note(chosen, "")
    return None


def _is_rate_of_calendar(
    chosen: Sequence[tuple[Number, _Way]],
    operands: Sequence[Number],
    changed: dict[int, Reading],
    line: LineContext,
) -> bool:
    """Tell whether a rate is borrowed beside bare seconds that are then none: `4 × 86,400` of 4 kB/s."""
    rates = any(way.said and exponents(way.reading.unit.dimension).get("second") == -1 for _, way in chosen)
    return rates and any(
        number.bare
        and number.value in _SECONDS_OF
        and number.start not in changed
        and not line.noun_behind(number)
        for number in operands
    )


def _note(chosen: Sequence[tuple[Number, _Way]], word: str) -> str:
    """Say what was assumed: `assumed: 24 as 24 h; for each day`."""
    parts = [f"{spell_number(number)} as {spell_number(number, way.reading)}" for number, way in chosen]
    return f"assumed: {', '.join([*dict.fromkeys(parts), *([word] if word else [])])}"


def _ways(number: Number, sides: EvaluatedRelation, line: LineContext) -> Iterator[_Way]:
    """Yield how an operand may be meant besides as it stands."""
    reading = sides.interpretation.reading_of(number)
    told = tuple(line.units.readings_of(number))
    for said in told:
        yield _Way(said, said=True)
        if "dollar" in exponents(said.unit.dimension):  # of $4 per TB and month, `12.96 TB × 4 = $51.84`
            yield from _over_period(said)
    if number.bare and (daily := line.units.rated(number, sides.stated.unit)):
        yield _Way(daily, said=True)
    noun = line.noun_behind(number)
    if number.bare and not told and not noun and number.value.denominator > 1:
        for said in line.units.rescaled(number):  # `0.7 × 8,760` beside "700 W"
            yield _Way(said, fits_only=True)
    if number.bare and sides.relation.is_of_percent[1] and (above := _above_share(sides.relation, number)):
        yield _Way(above)
    if number.bare:
        if number.value == _BITS_IN_BYTE and any(map(measures_bytes, sides.relation.operands)):
            yield _Way(BITS_PER_BYTE, fits_only=True)  # `3.5 GB × 8 × 3.9 pJ`, per bit
        for unit in readings(noun)[:1]:  # `2 (bytes)`
            if physical(unit.dimension) != NONE:
                yield _Way(Reading(reading.multiplier, unit))
        scaled = reading.multiplier is not ONE
        if not noun and not (told and (scaled or line.units.tells(number))):  # few digits agree by chance
            units = (*_above_rates(number, sides.relation, line), *_usual_units(number, reading, sides, line))
            for unit in units:
                yield _Way(Reading(reading.multiplier, unit), fits_only=True)
    else:
        yield from _without_its_unit(number, reading, sides)


def _above_share(relation: Relation, number: Number) -> Reading | None:
    """Return what a share is of, where the unit stands above only: `142 TFLOPS / 312 peak = 45.5 %`."""
    left = relation.left
    if isinstance(left, Operation) and left.operator == "/" and left.right is number:
        above = left.left
        if isinstance(above, Number) and is_measured(above):
            return above.readings[0]
    return None


def _usual_units(
    number: Number, reading: Reading, sides: EvaluatedRelation, line: LineContext
) -> Iterator[Unit]:
    """Yield the units that a bare number without a noun is often meant in."""
    value = number.value * reading.multiplier
    calendar = _CALENDAR.get(value)
    if calendar is not None:
        yield calendar
    elif line.units.says_time(value):
        yield _SECONDS  # `4.8 × 28,800` beside "8 h"
    computed, stated = (exponents(side.dimension) for side in (sides.computed, sides.stated))
    if computed.get("volt") != stated.get("volt"):
        yield _VOLT
    if stated.get("dollar") == 1 and computed.get("joule"):
        yield _PRICE_OF_ENERGY
    if stated.get("byte") == 1 and value in _ELEMENT_SIZES and _has_large_count(sides.relation):
        yield _BYTES
    if "operation" in stated and "byte" in computed:
        yield _INTENSITY
    above_measured = not _is_below(sides.relation.left, number) and any(
        map(is_measured, sides.relation.operands)
    )
    if value >= _A_RATE and ("operation" in stated or not above_measured):
        yield from (_OPERATIONS, _BANDWIDTH)


def _is_below(node: Node, number: Number, *, below: bool = False) -> bool:
    """Tell whether something is divided by a number."""
    if isinstance(node, Operation):
        turned = below != (node.operator == "/")
        return _is_below(node.left, number, below=below) or _is_below(node.right, number, below=turned)
    return node is number and below


def _above_rates(number: Number, relation: Relation, line: LineContext) -> Iterator[Unit]:
    """Yield what the rates of other operands are rates of: `306 / 450` is of GB beside "450 GB/s"."""
    if not _is_divided(relation.left, number):
        return
    for other in relation.operands:
        if isinstance(other, Number) and other is not number and other.bare:
            for said in line.units.readings_of(other):
                above, _, per = said.unit.name.partition("/")
                for unit in readings(above)[:1] if per else ():
                    yield unit
                    if number.readings[0].multiplier is not ONE:  # `1.007e8 / 2,039e9` is in base units
                        yield Unit(spell(unit.dimension), ONE, unit.dimension)


def _has_large_count(relation: Relation) -> bool:
    return any(
        isinstance(operand, Number) and operand.value * operand.readings[0].multiplier >= _LARGE_COUNT
        for operand in relation.operands
    )


def _without_its_unit(number: Number, reading: Reading, sides: EvaluatedRelation) -> Iterator[_Way]:
    """Yield how a number with a unit may leave out what that is per, or be a plain factor."""
    relation, unit = sides.relation, reading.unit
    if unit.name in MONEYS:
        for other in relation.operands:
            per = other.unit
            if other is not number and physical(per.dimension) != NONE and per.dimension != DOLLAR:
                yield _Way(Reading(reading.multiplier, unit / per))
                if physical(per.dimension) == WATT:
                    yield _Way(Reading(reading.multiplier, unit / (per * _HOUR)))
    elif unit.dimension in _EMITTED:
        for other in relation.operands:
            per = other.unit
            if physical(per.dimension) == JOULE:
                yield _Way(Reading(reading.multiplier, unit / per))
    elif whole := list(_over_period(reading)):  # `2 GB/month at $3 per GB = $6`, `96 mJ × 8,640/day = 829 J`
        yield from whole
    elif unit.name.endswith("Hz") and physical(sides.stated.dimension) == BYTE - SECOND:
        bits = Unit(f"{unit.name} of bits", unit.scale / _BITS_IN_BYTE, Dimension(BYTE - SECOND))
        yield _Way(Reading(reading.multiplier, bits), fits_only=True)  # `20 MHz / 8 = 2.5 MB/s`
    beside_bytes = any(measures_bytes(other) for other in relation.operands if other is not number)
    for other_reading in number.readings[1:] if beside_bytes else ():
        if other_reading.unit.name == CONVERTER:  # `3 × 180 kB × 8 bits = 4.32 Mbit/s` of 3 frames/s
            yield _Way(other_reading, fits_only=True)
    for whole_time in (
        _MINUTE,
        _HOUR,
        _DAY,
    ):  # beside a rate for each day or a time in days, `86,400 s` are a day's
        is_whole = physical(unit.dimension) == SECOND and number.value * reading.size == whole_time.scale
        if is_whole and any(
            _is_for_each(other, whole_time) or _is_in(other, whole_time)
            for other in relation.operands
            if other is not number
        ):
            yield _Way(Reading(reading.multiplier, unit / whole_time))
    if (number.value, unit.name) in _WHOLE_TIMES and _is_divided(relation.left, number):
        yield _Way(Reading(ONE / number.value))
    if number.value in _CALENDAR and _has_another_time(relation, number):
        yield _Way(Reading(reading.multiplier))
    elif _is_hours(reading.unit) and any(map(_is_days, relation.operands)):  # `8 h × 22 days`
        yield _Way(Reading(reading.multiplier, unit / _DAY), fits_only=True)


def _over_period(reading: Reading) -> Iterator[_Way]:
    """Yield what a rate for each of a period comes to over all of it."""
    unit = reading.unit
    if period := _MONTHLY.search(unit.name):
        size = readings(period[1])[0].scale
        whole = Unit(unit.name[: period.start()], unit.scale * size, Dimension(unit.dimension + SECOND))
        yield _Way(Reading(reading.multiplier, whole), fits_only=True)


def _is_hours(unit: Unit) -> bool:
    return unit.dimension == SECOND and unit.scale == _HOUR.scale


def _is_days(operand: Operand) -> bool:
    unit = operand.unit
    return unit.dimension == SECOND and unit.scale >= _DAY.scale


def _is_for_each(operand: Operand, period: Unit) -> bool:
    """Tell whether an operand is a rate for each of a period: `20 requests/day`."""
    parts = operand.unit.name.split("/")[1:]
    return any(unit.scale == period.scale for part in parts for unit in readings(part)[:1])


def _is_in(operand: Operand, period: Unit) -> bool:
    """Tell whether an operand counts periods, or what is drawn or stored over them: `0.22 Ah`, `3 days`."""
    unit = operand.unit
    return (unit.dimension == SECOND and unit.scale == period.scale) or (
        period.scale == _HOUR.scale and unit.name.endswith(OVER_HOURS)
    )


def _is_divided(node: Node, number: Number) -> bool:
    return isinstance(node, Operation) and node.operator == "/" and node.left is number


def _has_another_time(relation: Relation, number: Number) -> bool:
    """Tell whether a time is one of two: of `24 h × 365 days` one is a plain factor."""
    times = [o for o in relation.operands if o.measures == SECOND]
    return len(times) > 1 and any(operand is number for operand in times)


def _results(sides: EvaluatedRelation, line: LineContext) -> Iterator[tuple[Node, Dimension, str]]:
    """Yield the right side without what its value is for each of, or with what words behind it say that it is
    for each of; its dimension then, and how to say it.
    """
    right = sides.relation.right
    if not isinstance(right, Number):
        return
    reading = sides.right_interpretation.reading_of(right)

    def read(unit: Unit, word: str) -> tuple[Node, Dimension, str]:
        return replace(right, readings=(Reading(reading.multiplier, unit),)), unit.dimension, word

    unit = reading.unit
    parts = [part.rpartition("-")[2] for part in unit.name.split("/")[1:]]  # `GB per camera-year`
    for part in parts:
        by_the_time = part in _SECOND_NAMES and physical(unit.dimension) == NONE
        if by_the_time or _is_period(part, sides, line):  # `0.1 s per second of audio`
            period = readings(part)[0]
            whole = Unit(unit.name, unit.scale * period.scale, Dimension(unit.dimension + SECOND))
            yield read(whole, f"for each {part}")
    for period in line.per_behind(right):  # `0.7 s of work per second`, `52 dollars a month`
        yield read(unit / period, f"for each {period.name}")
    for each in line.per_in_label(sides.relation.left):
        yield read(unit / each, f"for each {each.name}")


def _is_period(part: str, sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether a result may be for each of a period: the text speaks of it, or an operand is one."""
    words, right = _PERIODS.get(part), sides.relation.right
    if words is None:
        return False
    size = readings(part)[0].scale
    for operand in sides.relation.operands:
        reading = operand.readings[0]
        if not isinstance(operand, Number):
            continue
        if operand.bare and operand.value * reading.multiplier * _HOUR.scale == size:
            return True  # 24, 720 and 8760 hours
        if operand.bare and size > _DAY.scale and operand.value * reading.multiplier * _DAY.scale == size:
            return True  # 30 and 365 days
        if physical(reading.unit.dimension) != SECOND:
            continue
        if operand.value * reading.size == size or (
            size >= _HOUR.scale and abs(operand.value * reading.size / size - 1) < _ABOUT_A_PERIOD
        ):
            return True
    left = sides.relation.left
    return line.units.speaks_of(words, besides=(left.start, right.end))


# -- what is not explained -----------------------------------------------------------------------------------


def is_measured(operand: Operand) -> bool:
    """Tell whether an operand has a unit that must agree."""
    return operand.measures != NONE


def is_sum(node: Node) -> bool:
    """Tell whether `node` only adds, averages or chooses values, so that nothing changes the unit."""
    if isinstance(node, Operation):
        if node.operator == "/" and isinstance(node.left, Operation) and isinstance(node.right, Number):
            return node.right.bare and node.right.value == len(leaves(node.left)) and is_sum(node.left)
        return node.operator in "+-" and is_sum(node.left) and is_sum(node.right)
    if isinstance(node, Call):
        return node.function in _KEEPING_UNITS and all(map(is_sum, node.arguments))
    return is_sum(node.operand) if isinstance(node, Negation) else isinstance(node, Number)


def is_open(sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether units that do not combine leave open what was meant, so that nothing is said about them.

    Without a measured operand, a unit may be clear from what stands around; volts are often left out; and
    a sum of unlike things may well be a price.
    """
    relation = sides.relation
    apart = exponents(Dimension(physical(sides.computed.dimension) - physical(sides.stated.dimension)))
    bare = any(not is_measured(operand) for operand in relation.operands)
    if apart.keys() == {"volt"} and bare:
        return True
    if _is_for_a_period(sides):
        return True
    if any(map(is_measured, relation.operands)):
        return False
    if _has_right_digits_of_rate(sides):
        return True
    if is_sum(relation.left) or _is_size(relation, line) or "/" in sides.stated.unit.name:
        return True  # a rate says what its operands are of
    if any(isinstance(operand, Number) and line.units.tells(operand) for operand in relation.operands):
        return True  # some have their unit elsewhere, others may
    return line.units.says(physical(sides.stated.dimension), besides=relation.right.start)


def has_other_digits(sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether a line in bare numbers comes to digits that no unit left out would turn into those stated.

    `1/0.05 × 16 = 3,200 inf/s`: prefixes are powers of 1000, and few factors lie between units of one kind.
    """
    relation, right = sides.relation, sides.relation.right
    if not isinstance(right, Number) or not right.value or _is_size(relation, line):
        return False
    bare = all(
        isinstance(operand, Number) and operand.bare and len(line.noun_behind(operand)) != 1
        for operand in relation.operands
    )
    if not bare or names(relation.left) or any(relation.is_of_percent):
        return False
    face = sides.without_units().computed.value / right.readings[0].multiplier
    if not face:
        return False
    ratio = as_float(abs(face / right.value))
    least = relation.tolerances.approximate if relation.approximate else _SLACK
    slack = as_float(max(least, Fraction(1, 10**right.decimals) / abs(right.value)))
    told = {
        reading.unit
        for one in relation.operands
        if isinstance(one, Number) and one.value not in _DIGITS and one.value != right.value
        for reading in line.units.readings_of(one)
    }
    between = (1,) if right.unit in told else _BETWEEN_UNITS  # `300 * 0.4 = 120 ms` of 300 ms
    return not any(abs(ratio / size - 1) <= slack for size in between)


def _is_for_a_period(sides: EvaluatedRelation) -> bool:
    """Tell whether a result is right but for what it is said to be for each of: `= $4,500 per month`.

    A meter is a thing as well: `= 4.8 kB per meter and day`.
    """
    right = sides.relation.right
    if not isinstance(right, Number) or not sides.stated.value:
        return False
    whole = sides.stated
    for part in reversed(sides.right_interpretation.reading_of(right).unit.name.split("/")[1:]):
        each = readings(part)[:1]
        if not each or not (part in _METERS or (part in _PERIODS and each[0].scale >= _DAY.scale)):
            return False
        value, apart = whole.value * each[0].scale, Dimension(whole.dimension + each[0].dimension)
        whole = Quantity(value, apart, whole.unit)
        if physical(apart) == physical(sides.computed.dimension):
            return relative_error(sides.computed.value, value) < _ROUNDED
    return False


def takes_hours_of_rate(sides: EvaluatedRelation, line: LineContext) -> bool:
    """Tell whether so many hours are of what the text tells for an hour: `40 kB × 12 h = 480 kB per day`."""
    relation = sides.relation
    for operand in relation.operands:
        words = _PERIODS.get(operand.unit.name)
        if not isinstance(operand, Number) or words is None:
            continue
        bare = {operand.start: Reading(operand.readings[0].multiplier)}
        amount = value_of(replace_numbers(relation.left, bare), names=relation.names)
        if amount is None:
            continue
        period = max(
            (each.scale for part in sides.stated.unit.name.split("/")[1:] for each in readings(part)[:1]),
            default=ONE,
        )
        stated = sides.stated.value * period
        if relative_error(amount.value, stated) < _ROUNDED and line.units.speaks_of(
            words, besides=(relation.left.start, relation.right.end)
        ):
            return True
    return False


def _has_right_digits_of_rate(sides: EvaluatedRelation) -> bool:
    """Tell whether a line in bare numbers comes out as a rate of counted things: `0.65 × 120 = 78 rps`."""
    measured = exponents(sides.stated.dimension)
    counted = measured.get("second") == -1 and physical(sides.stated.dimension) == -SECOND
    if not counted or "operation" in measured:
        return False
    return sides.without_units().compare(sides.at_face()).verdict is Verdict.OK


def _is_size(relation: Relation, line: LineContext) -> bool:
    """Tell whether the left side is a size that names something: `320x320 = 17 ms`, `9×9 JPEG = 1 KB`."""
    left = relation.left
    if not isinstance(left, Operation) or left.operator != "*":
        return False
    parser = line.parser
    first, last = parser.token_at(left.start), parser.token_at(left.end)
    signs = parser.texts[first + 1 : last : 2]
    named = signs == ["*"] and isinstance(left.right, Number) and line.noun_behind(left.right)
    return bool(signs in _SIZE_SIGNS or named) and all(parser.glued[first + 1 : last])
