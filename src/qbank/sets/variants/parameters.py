"""The numbers of a question that vary: parameters, and values derived from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from qbank.problems import Path, quote
from qbank.sets.answers.amounts import Amount, AmountError, read_amount
from qbank.sets.answers.numeric_key import digits_asked
from qbank.sets.variants.drawing import draw
from qbank.sets.variants.expressions import ExpressionError, compute
from qbank.units import NO_UNIT, Quantity, Unit, physical, readings
from qbank.units.dimension import NONE, dimension, spell
from qbank.units.display_unit import display_unit
from qbank.units.format import format_fixed, format_quantity, format_significant
from qbank.units.rounding import magnitude

MOST_NAMES: Final = 100

DIGITS: Final = 4
"""Significant digits of a derived value that is longer than `EXACT` digits and does not say how many."""

EXACT: Final = 6

_NAMED: Final = {
    dimension(byte=1): "B",
    dimension(byte=1, second=-1): "B/s",
    dimension(second=1): "s",
    dimension(joule=1): "J",
    dimension(joule=1, second=-1): "W",
    dimension(dollar=1): "$",
}


class UnusableError(ValueError):
    """A parameter or a derived value is not usable; `path` leads to the field at fault."""

    def __init__(self, path: Path, said: str) -> None:
        super().__init__(said)
        self.path = path


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a name: exact, and as texts show it."""

    amount: Amount
    text: str
    digits: int | None = None


def has_parameters(data: Mapping[str, Any]) -> bool:
    """Whether the texts of a question hold names."""
    return bool(data.get("parameters") or data.get("derived"))


def default_values(data: Mapping[str, Any]) -> dict[str, Value]:
    """Return the values of the default instance by name, parameters first.

    Raises:
        UnusableError: one of them cannot be had.
    """
    return _derived(data, {name: _default(name, fields) for name, fields in _mappings(data, "parameters")})


def drawn_values(data: Mapping[str, Any], question_id: str, seed: str) -> dict[str, Value]:
    """Return the values that a seed draws.

    Raises:
        UnusableError: one of them cannot be had.
    """
    return _derived(
        data,
        {name: _drawn(name, fields, question_id, seed) for name, fields in _mappings(data, "parameters")},
    )


def combinations(data: Mapping[str, Any]) -> int:
    """Return how many different variants there are at most.

    Raises:
        UnusableError: a parameter cannot be read.
    """
    count = 1
    for name, fields in _mappings(data, "parameters"):
        choices = fields.get("choices")
        count *= len(choices) if isinstance(choices, list) else _Range(name, fields).count
    return count


def check_default(name: str, fields: Mapping[str, Any]) -> None:
    """Look whether the default of a parameter is a value that it may take.

    Raises:
        UnusableError: it is none, or the parameter cannot be read.
    """
    default = _amount(fields.get("default"), ("parameters", name, "default"))
    choices = fields.get("choices")
    if isinstance(choices, list):
        for index, choice in enumerate(choices):
            other = _amount(choice, ("parameters", name, "choices", index))
            if not other.measures_like(default):
                said = f"is in {other.kind()}, and the default in {default.kind()}"
                raise UnusableError(("parameters", name, "choices", index), said)
        return
    span = _Range(name, fields)
    if not default.measures_like(span.low):
        said = f"is in {default.kind()}, and the lowest value in {span.low.kind()}"
        raise UnusableError(("parameters", name, "default"), said)
    number = default.number_in(span.low.unit)
    path: Path = ("parameters", name, "default")
    if not span.low.number <= number <= span.high:
        low, high = fields.get("min"), fields.get("max")
        raise UnusableError(
            path, f"{quote(fields.get('default'))} is outside of {quote(low)} to {quote(high)}"
        )
    if (number - span.low.number) % span.step:
        steps = f"steps of {quote(fields['step'])}" if "step" in fields else "the steps"
        said = f"{quote(fields.get('default'))} is not among {steps} from {quote(fields.get('min'))} on"
        raise UnusableError(path, said)


def _mappings(data: Mapping[str, Any], field: str) -> Iterator[tuple[str, dict[str, Any]]]:
    given = data.get(field)
    if isinstance(given, dict):
        if len(given) > MOST_NAMES:
            raise UnusableError((field,), f"more than {MOST_NAMES} names")
        for name, fields in given.items():
            if isinstance(fields, str):
                fields = {"expression": fields}  # noqa: PLW2901 - a text is the short form of a mapping
            if isinstance(fields, dict):
                yield name, fields


def _amount(given: object, path: Path) -> Amount:
    try:
        return read_amount(given)
    except AmountError as error:
        raise UnusableError(path, str(error)) from None


# -- parameters ----------------------------------------------------------------------------------------------


def _default(name: str, fields: Mapping[str, Any]) -> Value:
    given = fields.get("default")
    return Value(_amount(given, ("parameters", name, "default")), _as_written(given))


def _drawn(name: str, fields: Mapping[str, Any], question_id: str, seed: str) -> Value:
    choices = fields.get("choices")
    if isinstance(choices, list) and choices:
        index = draw(len(choices), "parameter", question_id, seed, name)
        return Value(
            _amount(choices[index], ("parameters", name, "choices", index)), _as_written(choices[index])
        )
    span = _Range(name, fields)
    number = span.low.number + draw(span.count, "parameter", question_id, seed, name) * span.step
    separator = "," if number >= 10_000 else ""
    text = format_quantity(format_fixed(number, span.decimals, separator=separator), span.low.label)
    return Value(Amount(number, span.low.unit, span.low.label, span.decimals), text)


def _as_written(given: object) -> str:
    """Write a value as its author did; large whole numbers get separators, as in texts."""
    if isinstance(given, int) and abs(given) >= 10_000:
        return f"{given:,}"
    return str(given).strip()


class _Range:
    """The values from `min` to `max` in steps, all in the unit of `min`."""

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        path: Path = ("parameters", name)
        self.low = _amount(fields.get("min"), (*path, "min"))
        self.high, decimals = self._other(fields, name, "max")
        self.step = Fraction(1, 10 ** max(self.low.decimals, decimals))
        if fields.get("step") is not None:
            self.step, decimals = self._other(fields, name, "step")
        self.decimals = max(self.low.decimals, decimals)
        if self.high < self.low.number:
            low, high = quote(fields.get("min")), quote(fields.get("max"))
            raise UnusableError((*path, "min"), f"{low} is above the highest value {high}")
        if self.step <= 0:
            raise UnusableError((*path, "step"), f"{quote(fields.get('step'))} is not above 0")

    @property
    def count(self) -> int:
        """How many values there are."""
        return int((self.high - self.low.number) / self.step) + 1

    def _other(self, fields: Mapping[str, Any], name: str, field: str) -> tuple[Fraction, int]:
        path: Path = ("parameters", name, field)
        amount = _amount(fields.get(field), path)
        if not amount.label:
            return amount.number, amount.decimals  # "min: 40 GB, step: 10"
        if not amount.measures_like(self.low):
            raise UnusableError(path, f"is in {amount.kind()}, and the lowest value in {self.low.kind()}")
        number = amount.number_in(self.low.unit)
        return number, _decimals(number, amount.decimals)


def _decimals(number: Fraction, at_least: int) -> int:
    """Return how many digits behind the point it takes to write a number, nine at most."""
    places = at_least
    while places < 9 and (number * 10**places).denominator != 1:
        places += 1
    return places


# -- derived values ------------------------------------------------------------------------------------------


def _derived(data: Mapping[str, Any], values: dict[str, Value]) -> dict[str, Value]:
    known = {name: value.amount.quantity for name, value in values.items()}
    for name, fields in _mappings(data, "derived"):
        path: Path = ("derived", name)
        inner = isinstance(data["derived"][name], dict)
        expression = fields.get("expression")
        try:
            quantity = compute(expression if isinstance(expression, str) else "", known)
        except ExpressionError as error:
            raise UnusableError((*path, "expression") if inner else path, str(error)) from None
        values[name] = _printed(quantity, fields, path)
        known[name] = quantity
    return values


def _printed(quantity: Quantity, fields: Mapping[str, Any], path: Path) -> Value:
    unit = fields.get("unit")
    digits = digits_asked(fields.get("digits"))
    if isinstance(unit, str):
        shown, label = _unit(unit, quantity, (*path, "unit"))
    else:
        shown, label = _own_unit(quantity)
    number = quantity.in_unit(shown)
    return Value(Amount(number, shown, label), format_quantity(digits_of(number, digits), label), digits)


def digits_of(number: Fraction, digits: int | None) -> str:
    """Write a computed number: whole parts in full, and exactly where that takes few digits."""
    if digits is not None:
        return format_significant(number, digits)
    exact = number and not (number * Fraction(10) ** (EXACT - 1 - magnitude(number))).denominator - 1
    return format_significant(number, EXACT if exact else DIGITS)


def _unit(written: str, quantity: Quantity, path: Path) -> tuple[Unit, str]:
    amount = _amount(f"${1}{written[1:]}" if written.startswith("$") else f"1 {written}", path)
    own = physical(quantity.dimension)
    if physical(amount.unit.dimension) != own:
        measures = spell(own) or "a plain number"
        raise UnusableError(
            path, f"the expression comes to {measures}, and {quote(written)} is {amount.kind()}"
        )
    return Unit(written, amount.unit.scale * amount.number, amount.unit.dimension), written


def _own_unit(quantity: Quantity) -> tuple[Unit, str]:
    """Return the unit of a quantity that says no other: that of its operands, or one for what it measures."""
    own = physical(quantity.dimension)
    if own == NONE:
        return NO_UNIT, ""
    unit = quantity.unit
    if unit is NO_UNIT or unit.dimension != quantity.dimension:
        name = _NAMED.get(own)
        unit = readings(name)[0] if name and readings(name) else Unit(spell(own), Fraction(1), own)
        if name == "B/s":
            unit = readings("B")[0] / readings("s")[0]
    shown = display_unit(unit, unit.name, quantity.value)
    return Unit(shown.name, shown.size, own), shown.name
