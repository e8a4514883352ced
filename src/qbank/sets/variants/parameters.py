"""The numbers of a question that vary: parameters, and values derived from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import Any, Final

from msgspec import Struct

from qbank.problems import Path, quote
from qbank.sets.answers.amounts import Amount, AmountError, read_amount
from qbank.sets.answers.numeric_key import digits_asked
from qbank.sets.variants.drawing import seeded_index
from qbank.sets.variants.expressions import ExpressionError, compute
from qbank.units import NO_UNIT, ONE, Quantity, Unit, physical
from qbank.units.dimension import NONE, describe, dimension, spell
from qbank.units.display_unit import display_unit
from qbank.units.format import format_fixed, format_quantity, format_significant, has_digits
from qbank.units.parse import parse_unit

MOST_NAMES: Final = 100
MOST_ENDS: Final = 64
_MOST_DECIMALS: Final = 9

DIGITS: Final = 4
"""Significant digits of a derived value that is longer than `EXACT_DIGITS` and does not say how many."""

EXACT_DIGITS: Final = 6

_USUAL_UNITS: Final = {
    dimension(byte=1): "B",
    dimension(byte=1, second=-1): "B/s",
    dimension(second=1): "s",
    dimension(joule=1): "J",
    dimension(joule=1, second=-1): "W",
    dimension(dollar=1): "$",
}


class VariantError(ValueError):
    """A question has no such instance; `path` leads to the field at fault."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


class Value(Struct, frozen=True):
    """A value of a name: exact, and as texts show it."""

    amount: Amount
    text: str
    digits: int | None = None


def texts_of(values: Mapping[str, Value]) -> dict[str, str]:
    """Return the values of names as texts show them."""
    return {name: value.text for name, value in values.items()}


def quantities_of(values: Mapping[str, Value]) -> dict[str, Quantity]:
    """Return the exact values of names."""
    return {name: value.amount.quantity for name, value in values.items()}


def has_parameters(data: Mapping[str, Any]) -> bool:
    """Whether the texts of a question hold names."""
    return bool(data.get("parameters") or data.get("derived"))


def values_of(data: Mapping[str, Any], seed: str | None = None) -> dict[str, Value]:
    """Return the values of names, parameters first: those that a seed draws, or of the default instance.

    Raises:
        VariantError: one of them cannot be had.
    """
    given = _mappings(data, "parameters")
    return _derived(data, {name: _parameter(name, fields, data, seed) for name, fields in given})


def at_the_ends(data: Mapping[str, Any]) -> Iterator[dict[str, Value]]:
    """Yield the values of names with each parameter at its lowest or highest value, `MOST_ENDS` at most.

    Raises:
        VariantError: one of them cannot be had.
    """
    ends = [(name, _ends(name, fields)) for name, fields in _mappings(data, "parameters")]
    for chosen in islice(product(*(values for _, values in ends)), MOST_ENDS):
        named = zip((name for name, _ in ends), chosen, strict=True)
        yield _derived(data, dict(named))


def _ends(name: str, fields: Mapping[str, Any]) -> list[Value]:
    choices = fields.get("choices")
    if isinstance(choices, list) and choices:
        given = [_given(choice, ("parameters", name, "choices", at)) for at, choice in enumerate(choices)]
        given.sort(key=lambda value: value.amount.quantity.value)
        return [given[0], given[-1]]
    values = _Range(name, fields)
    return [values.value(0), values.value(values.count - 1)]


def combinations(data: Mapping[str, Any]) -> int:
    """Return how many different variants there are at most.

    Raises:
        VariantError: a parameter cannot be read.
    """
    count = 1
    for name, fields in _mappings(data, "parameters"):
        choices = fields.get("choices")
        count *= len(choices) if isinstance(choices, list) else _Range(name, fields).count
    return count


def check_default(name: str, fields: Mapping[str, Any]) -> None:
    """Look whether the default of a parameter is a value that it may take.

    Raises:
        VariantError: it is none, or the parameter cannot be read.
    """
    path: Path = ("parameters", name)
    default = _amount(fields.get("default"), (*path, "default"))
    choices = fields.get("choices")
    if isinstance(choices, list):
        known: dict[Fraction, int] = {}
        for index, choice in enumerate(choices):
            amount = _amount(choice, (*path, "choices", index))
            if not amount.measures_like(default):
                message = f"is in {amount.kind()}, and the default in {default.kind()}"
                raise VariantError((*path, "choices", index), message)
            if (first := known.setdefault(amount.quantity.value, index)) != index:
                raise VariantError((*path, "choices", index), f"is the same as choices[{first}]")
        return
    values = _Range(name, fields)
    low = values.low
    if not default.measures_like(low):
        message = f"is in {default.kind()}, and the lowest value in {low.kind()}"
        raise VariantError((*path, "default"), message)
    number = default.number_in(low.unit)
    written, least = quote(fields.get("default")), quote(fields.get("min"))
    if not low.number <= number <= values.high:
        most = quote(fields.get("max"))
        raise VariantError((*path, "default"), f"{written} is outside of {least} to {most}")
    if (number - low.number) % values.step:
        steps = f"steps of {quote(fields['step'])}" if "step" in fields else "the steps"
        raise VariantError((*path, "default"), f"{written} is not among {steps} from {least} on")


def _mappings(data: Mapping[str, Any], field: str) -> Iterator[tuple[str, dict[str, Any]]]:
    mapping = data.get(field)
    if isinstance(mapping, dict):
        if len(mapping) > MOST_NAMES:
            raise VariantError((field,), f"more than {MOST_NAMES} names")
        for name, fields in mapping.items():
            if isinstance(fields, str):  # the short form of a mapping
                yield name, {"expression": fields}
            elif isinstance(fields, dict):
                yield name, fields


def _amount(given: object, path: Path) -> Amount:
    try:
        return read_amount(given)
    except AmountError as error:
        raise VariantError(path, str(error)) from None


# -- parameters ----------------------------------------------------------------------------------------------


def _parameter(name: str, fields: Mapping[str, Any], data: Mapping[str, Any], seed: str | None) -> Value:
    if seed is None:
        return _given(fields.get("default"), ("parameters", name, "default"))
    drawn_by = ("parameter", data["id"], seed, name)
    choices = fields.get("choices")
    if isinstance(choices, list) and choices:
        index = seeded_index(len(choices), *drawn_by)
        return _given(choices[index], ("parameters", name, "choices", index))
    values = _Range(name, fields)
    return values.value(seeded_index(values.count, *drawn_by))


def _given(given: object, path: Path) -> Value:
    """Return a value as its author wrote it; large whole numbers get separators, as in texts."""
    is_large = isinstance(given, int) and abs(given) >= 10_000
    return Value(_amount(given, path), f"{given:,}" if is_large else str(given).strip())


class _Range:
    """The values from `low` to `high` in steps, all in the unit of `low`."""

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        path: Path = ("parameters", name)
        self.low = _amount(fields.get("min"), (*path, "min"))
        self.high, decimals = self._number("max", name, fields)
        self.step = Fraction(1, 10 ** max(self.low.decimals, decimals))
        if fields.get("step") is not None:
            self.step, decimals = self._number("step", name, fields)
        self.decimals = max(self.low.decimals, decimals)
        if self.high < self.low.number:
            low, high = quote(fields.get("min")), quote(fields.get("max"))
            raise VariantError((*path, "min"), f"{low} is above the highest value {high}")
        if self.step <= 0:
            raise VariantError((*path, "step"), f"{quote(fields.get('step'))} is not above 0")

    @property
    def count(self) -> int:
        """How many values there are."""
        return int((self.high - self.low.number) / self.step) + 1

    def value(self, index: int) -> Value:
        """Return one of them, counted from 0."""
        low, decimals = self.low, self.decimals
        number = low.number + index * self.step
        digits = format_fixed(number, decimals, separator="," if number >= 10_000 else "")
        return Value(Amount(number, low.unit, low.label, decimals), format_quantity(digits, low.label))

    def _number(self, field: str, name: str, fields: Mapping[str, Any]) -> tuple[Fraction, int]:
        """Return a field as a number of the unit of `low`, and how many digits behind the point it has."""
        path: Path = ("parameters", name, field)
        amount = _amount(fields.get(field), path)
        if not amount.label:
            return amount.number, amount.decimals  # "min: 40 GB, step: 10"
        if not amount.measures_like(self.low):
            raise VariantError(path, f"is in {amount.kind()}, and the lowest value in {self.low.kind()}")
        number, decimals = amount.number_in(self.low.unit), amount.decimals
        while decimals < _MOST_DECIMALS and (number * 10**decimals).denominator != 1:
            decimals += 1
        return number, decimals


# -- derived values ------------------------------------------------------------------------------------------


def _derived(data: Mapping[str, Any], values: dict[str, Value]) -> dict[str, Value]:
    quantities = quantities_of(values)
    for name, fields in _mappings(data, "derived"):
        path: Path = ("derived", name)
        expression = fields.get("expression")
        try:
            quantity = compute(expression if isinstance(expression, str) else "", quantities)
        except ExpressionError as error:
            at = (*path, "expression") if isinstance(data["derived"][name], dict) else path
            raise VariantError(at, str(error)) from None
        values[name] = _computed(quantity, fields, path)
        quantities[name] = quantity
    return values


def _computed(quantity: Quantity, fields: Mapping[str, Any], path: Path) -> Value:
    wanted = fields.get("unit")
    unit = _unit(wanted, quantity, (*path, "unit")) if isinstance(wanted, str) else _fitting_unit(quantity)
    number, digits = quantity.in_unit(unit), digits_asked(fields.get("digits"))
    text = format_quantity(computed_digits(number, digits), unit.name)
    return Value(Amount(number, unit, unit.name), text, digits)


def computed_digits(number: Fraction, digits: int | None) -> str:
    """Write a computed number: whole parts in full, and exactly where that takes few digits."""
    if digits is None:
        digits = EXACT_DIGITS if has_digits(number, EXACT_DIGITS) else DIGITS
    return format_significant(number, digits)


def _unit(written: str, quantity: Quantity, path: Path) -> Unit:
    amount = _amount(f"$1{written[1:]}" if written.startswith("$") else f"1 {written}", path)
    if physical(amount.unit.dimension) != physical(quantity.dimension):
        comes_to = describe(quantity.dimension)
        raise VariantError(
            path, f"the expression comes to {comes_to}, and {quote(written)} is {amount.kind()}"
        )
    return Unit(written, amount.unit.scale * amount.number, amount.unit.dimension)


def _fitting_unit(quantity: Quantity) -> Unit:
    """Return the unit of a quantity that says no other: that of its operands, or one for what it measures."""
    measured = physical(quantity.dimension)
    if measured == NONE:
        return NO_UNIT
    unit = quantity.unit
    if unit is NO_UNIT or unit.dimension != quantity.dimension:
        usual = _USUAL_UNITS.get(measured)
        unit = parse_unit(usual) if usual else Unit(spell(measured), ONE, measured)
    shown = display_unit(unit, unit.name, quantity.value)
    return Unit(shown.name, shown.size, measured)
