"""The fast evaluator: expression trees to exact rationals with units.

Roots, logarithms and powers without an exact value are computed to many digits (`algebra.exact`); everything
else is exact. What cannot be computed raises `UndecidableError` with a reason, never a guess.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial, reduce

from msgspec import Struct, field

from qbank.algebra import exact
from qbank.algebra.arithmetic import NoValueError
from qbank.napkin.limits import MAX_BITS, MAX_EXPONENT, MAX_FACTORIAL
from qbank.napkin.tree import Interval, Name, Negation, Node, Number, Operation, Reading, WithUnit
from qbank.napkin.verdicts import Reason
from qbank.units import NO_UNIT, ONE, Quantity, Unit, physical
from qbank.units.dimension import MAX_EXPONENT as MAX_DIMENSION
from qbank.units.dimension import NONE, Dimension, exponents, spell
from qbank.units.unit import KIBI


class UndecidableError(Exception):
    """An expression has no value that can be computed; `reason` and `detail` say why."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class Interpretation(Struct, frozen=True):
    """How the ambiguous parts of an expression are to be taken; nobody changes one (see `tree`).

    Attributes:
        binary: KB, MB, GB are powers of 1024.
        binary_counts: K and M behind a number are powers of 1024, as in "4K tokens".
        without_units: units are left out and numbers taken at face value.
        logarithm: what `log` without a base stands for.
        choices: for each ambiguous number (by its place), which reading to take.
        unrounded: by a number's place, the unrounded value of an earlier result to take instead.
        upper_ends: take the upper ends of these ranges (by place), else the lower.
    """

    binary: bool = False
    binary_counts: bool = False
    without_units: bool = False
    logarithm: str = "ln"
    choices: Mapping[int, int] = field(default_factory=dict)
    unrounded: Mapping[int, Quantity] = field(default_factory=dict)
    upper_ends: frozenset[int] = frozenset()

    @property
    def powers_of_1024(self) -> bool:
        """Whether any prefix is read so."""
        return self.binary or self.binary_counts

    def reading_of(self, node: Number | WithUnit) -> Reading:
        """Return the reading to take of one number or of the unit behind a bracket."""
        choice = self.choices.get(node.start, 0)
        return node.readings[choice if choice < len(node.readings) else 0]  # one that was settled has one


PLAIN = Interpretation()
"""The usual one."""

Names = Mapping[str, Quantity]
"""The values of symbols."""


def evaluate(node: Node, interpretation: Interpretation = PLAIN, names: Names | None = None) -> Quantity:
    """Compute `node`.

    Raises:
        UndecidableError: an operand is missing, units do not combine, or the numbers are too large.
    """
    if isinstance(node, Number):
        return _number(node, interpretation)
    if isinstance(node, Operation):
        left, right = evaluate(node.left, interpretation, names), evaluate(node.right, interpretation, names)
        return _OPERATIONS[node.operator](left, right)
    if isinstance(node, Negation):
        operand = evaluate(node.operand, interpretation, names)
        return Quantity(-operand.value, operand.dimension, operand.unit)
    if isinstance(node, WithUnit):
        return _with_unit(node, interpretation, names)
    if isinstance(node, Interval):
        return _number(node.high if node.start in interpretation.upper_ends else node.low, interpretation)
    if isinstance(node, Name):
        known = names.get(node.text) if names else None
        if known is None:
            raise UndecidableError(Reason.MISSING_OPERAND, node.text)
        return known
    function = interpretation.logarithm if node.function == "log" else node.function
    return FUNCTIONS[function]([evaluate(argument, interpretation, names) for argument in node.arguments])


def value_of(
    node: Node, interpretation: Interpretation = PLAIN, names: Names | None = None
) -> Quantity | None:
    """Compute `node`; return None if it has no value that can be computed."""
    try:
        return evaluate(node, interpretation, names)
    except UndecidableError:
        return None


def _number(node: Number, interpretation: Interpretation) -> Quantity:
    earlier = interpretation.unrounded.get(node.start)
    if earlier is not None:
        return Quantity(earlier.value / earlier.unit.scale, NONE) if interpretation.without_units else earlier
    return _measured(node.value, interpretation.reading_of(node), interpretation)


def _measured(value: Fraction, reading: Reading, interpretation: Interpretation) -> Quantity:
    """Return so many of what a reading says."""
    unit, size = reading.unit, reading.size
    if interpretation.without_units and physical(unit.dimension) != NONE:
        unit, size = NO_UNIT, reading.multiplier
    elif interpretation.binary and unit.binary_steps:
        unit, size = _in_powers_of_1024(reading)
    if interpretation.binary_counts and reading.binary_prefix_power:
        size *= KIBI**reading.binary_prefix_power
    return Quantity(value if size is ONE else _bounded(value * size), unit.dimension, unit)


@lru_cache(maxsize=1024)
def _in_powers_of_1024(reading: Reading) -> tuple[Unit, Fraction]:
    """Return the unit of a reading with its prefix as a power of 1024, and what the reading comes to."""
    unit = Unit(reading.unit.name, reading.unit.binary_scale, reading.unit.dimension)
    return unit, reading.multiplier * unit.scale


def _with_unit(node: WithUnit, interpretation: Interpretation, names: Names | None) -> Quantity:
    operand = evaluate(node.operand, interpretation, names)
    reading = interpretation.reading_of(node)
    dimension, added_dimension = physical(operand.dimension), physical(reading.unit.dimension)
    if dimension == added_dimension != NONE:
        return Quantity(operand.value, operand.dimension, reading.unit)
    if dimension != NONE and reading.unit.name.startswith("1/"):  # `($2.00 − $0.40)/h`
        return _multiply(operand, _measured(ONE, reading, interpretation))
    if dimension not in {NONE, added_dimension}:
        raise UndecidableError(Reason.UNITS, f"{spell(dimension)} is not {reading.unit.name}")
    return _measured(operand.value, reading, interpretation)


def _bounded(value: Fraction) -> Fraction:
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise UndecidableError(Reason.TOO_LARGE)
    return value


@lru_cache(maxsize=1024)
def _dimension(packed: int) -> Dimension:
    if packed and max(map(abs, exponents(Dimension(packed)).values())) > MAX_DIMENSION // 2:
        raise UndecidableError(Reason.TOO_LARGE)
    return Dimension(packed)


def _add(left: Quantity, right: Quantity, sign: int = 1) -> Quantity:
    left, right = _beside(left, right), _beside(right, left)
    left_dimension, right_dimension = physical(left.dimension), physical(right.dimension)
    if left_dimension != right_dimension:
        raise UndecidableError(
            Reason.UNITS,
            f"{spell(left_dimension) or 'a number'} and {spell(right_dimension) or 'a number'} do not add",
        )
    unit = left.unit if left.unit is not NO_UNIT else right.unit
    return Quantity(_bounded(left.value + sign * right.value), left.dimension, unit)


def _beside(quantity: Quantity, other: Quantity) -> Quantity:
    """Return `quantity`; a bare number beside one with a unit is in that unit: `100 MB + 50`."""
    bare = quantity.unit is NO_UNIT and physical(quantity.dimension) == NONE
    if not bare or physical(other.dimension) == NONE:
        return quantity
    return Quantity(quantity.value * other.unit.scale, other.dimension, other.unit)


def _multiply(left: Quantity, right: Quantity) -> Quantity:
    unit = NO_UNIT
    if physical(right.dimension) == NONE:
        unit = left.unit
    elif physical(left.dimension) == NONE:
        unit = right.unit
    dimension = _dimension(left.dimension + right.dimension)
    return Quantity(_bounded(left.value * right.value), dimension, unit)


def _divide(left: Quantity, right: Quantity) -> Quantity:
    if not right.value:
        raise UndecidableError(Reason.NO_VALUE, "division by zero")
    unit = left.unit if physical(right.dimension) == NONE else NO_UNIT
    return Quantity(_bounded(left.value / right.value), _dimension(left.dimension - right.dimension), unit)


def _power(base: Quantity, exponent: Quantity) -> Quantity:
    power = exponent.value
    if physical(exponent.dimension) != NONE or abs(power) > MAX_EXPONENT:
        raise UndecidableError(Reason.TOO_LARGE if abs(power) > MAX_EXPONENT else Reason.UNITS, "exponent")
    if power.denominator == 1:
        whole = int(power)
        size = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
        if size * abs(whole) > MAX_BITS:
            raise UndecidableError(Reason.TOO_LARGE)
        if not base.value and whole < 0:
            raise UndecidableError(Reason.NO_VALUE, "division by zero")
        if abs(whole) > MAX_DIMENSION // 2 and base.dimension != NONE:
            raise UndecidableError(Reason.TOO_LARGE)
        return Quantity(base.value**whole, _dimension(base.dimension * whole))
    if power.denominator == 2 and power.numerator == 1:
        return _sqrt([base])
    if physical(base.dimension) != NONE:
        raise UndecidableError(Reason.UNITS, "a fractional power of a unit")
    if base.value <= 0:
        raise UndecidableError(Reason.NO_VALUE, "a fractional power of a negative number")
    return _plain_number(exact.power, base.value, power)


_OPERATIONS: dict[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": _add,
    "-": partial(_add, sign=-1),
    "*": _multiply,
    "/": _divide,
    "^": _power,
}


def _plain_number(function: Callable[..., exact.Real], *arguments: Fraction) -> Quantity:
    """Return what a function of pure numbers comes to; that there is a value was looked at."""
    try:
        value = function(*arguments)
    except NoValueError:
        raise UndecidableError(Reason.TOO_LARGE) from None
    if isinstance(value, Decimal) and abs(value.adjusted()) > MAX_EXPONENT:
        raise UndecidableError(Reason.TOO_LARGE)
    return Quantity(Fraction(value), NONE)


# -- functions -----------------------------------------------------------------------------------------------


def _only_argument(arguments: Sequence[Quantity], *, plain: bool = True) -> Quantity:
    if len(arguments) != 1:
        raise UndecidableError(Reason.WORDS, "a function of one argument has several")
    if plain and physical(arguments[0].dimension) != NONE:
        raise UndecidableError(Reason.UNITS, "a function of a number has a unit")
    return arguments[0]


def _sqrt(arguments: Sequence[Quantity]) -> Quantity:
    operand = _only_argument(arguments, plain=False)
    halves = exponents(physical(operand.dimension))
    if operand.value < 0:
        raise UndecidableError(Reason.NO_VALUE, "the root of a negative number")
    if any(exponent % 2 for exponent in halves.values()):
        raise UndecidableError(Reason.UNITS, f"the root of {spell(physical(operand.dimension))}")
    dimension = Dimension(physical(operand.dimension) // 2)
    return Quantity(Fraction(exact.square_root(operand.value)), dimension)


def _logarithm(function: Callable[[exact.Real], exact.Real]) -> Callable[[Sequence[Quantity]], Quantity]:
    def compute(arguments: Sequence[Quantity]) -> Quantity:
        operand = _only_argument(arguments)
        if operand.value <= 0:
            raise UndecidableError(Reason.NO_VALUE, "the logarithm of a number that is not positive")
        return _plain_number(function, operand.value)

    return compute


def _exp(arguments: Sequence[Quantity]) -> Quantity:
    operand = _only_argument(arguments)
    if abs(operand.value) > MAX_EXPONENT:
        raise UndecidableError(Reason.TOO_LARGE)
    return _plain_number(exact.exponential, operand.value)


def _factorial(arguments: Sequence[Quantity]) -> Quantity:
    number = _only_argument(arguments).value
    if number.denominator != 1 or number < 0:
        raise UndecidableError(Reason.NO_VALUE, "the factorial of what is no count")
    if number > MAX_FACTORIAL:
        raise UndecidableError(Reason.TOO_LARGE)
    return Quantity(Fraction(math.factorial(int(number))), NONE)


def _combined(combine: Callable[[list[Fraction]], Fraction]) -> Callable[[Sequence[Quantity]], Quantity]:
    def compute(arguments: Sequence[Quantity]) -> Quantity:
        total = reduce(_add, arguments)  # checks that they can be compared
        values = [_beside(argument, total).value for argument in arguments]
        return Quantity(combine(values), total.dimension, total.unit)

    return compute


def _in_own_unit(function: Callable[[Fraction], Fraction | int]) -> Callable[[Sequence[Quantity]], Quantity]:
    def compute(arguments: Sequence[Quantity]) -> Quantity:
        operand = _only_argument(arguments, plain=False)
        scale = operand.unit.scale
        return Quantity(function(operand.value / scale) * scale, operand.dimension, operand.unit)

    return compute


def _half_up(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


FUNCTIONS: dict[str, Callable[[Sequence[Quantity]], Quantity]] = {
    "sqrt": _sqrt,
    "exp": _exp,
    "ln": _logarithm(exact.logarithm),
    "log2": _logarithm(exact.FUNCTIONS["log2"]),
    "log10": _logarithm(exact.FUNCTIONS["log10"]),
    "max": _combined(max),
    "min": _combined(min),
    "sum": _combined(lambda values: sum(values, Fraction(0))),
    "avg": _combined(lambda values: sum(values, Fraction(0)) / len(values)),
    "floor": _in_own_unit(math.floor),
    "ceil": _in_own_unit(math.ceil),
    "round": _in_own_unit(_half_up),
    "abs": _in_own_unit(abs),
    "factorial": _factorial,
}
