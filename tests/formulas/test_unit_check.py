from __future__ import annotations

import pytest

from qbank.algebra.parse import parse, parse_condition
from qbank.algebra.tree import Number, Operation, children
from qbank.formulas.library import Library
from qbank.formulas.unit_check import UnitError, check, check_condition
from qbank.units.parse import parse_unit

UNITS = {
    name: parse_unit(unit)
    for name, unit in {
        "b": "byte",
        "r": "byte/second",
        "g": "bit/second",
        "t": "second",
        "h": "hour",
        "n": "1",
        "p": "watt",
    }.items()
}


FOLLOWING = [
    ("b/r", "second"),
    ("t + b/r", "second"),
    ("8[bit/byte]*b/g", "second"),
    ("b/r/3600[second/hour]", "hour"),
    ("h*3600[second/hour] + t", "second"),
    ("sqrt(t*b/r)", "second"),
    ("t**2/t", "second"),
    ("(t*t)**(1/2)", "second"),
    ("Max(0, t - b/r)", "second"),
    ("if(t < b/r, t, 0)", "second"),
    ("exp(-t/(b/r))", "1"),
    ("2**n", "1"),
    ("16[byte]*n", "byte"),
    ("p*t", "joule"),
    ("p*h/1000[watt/kilowatt]", "kilowatt-hour"),
    ("sum(k, 0, n, t*k)", "second"),
    ("floor(b/1[byte])", "1"),
]


def test_units_that_follow() -> None:
    for text, unit in FOLLOWING:
        check(parse(text, tuple(UNITS)), UNITS, parse_unit(unit))


UNFIT = [
    ("b/r", "byte", "comes out as second, and the result is stated in byte"),
    ("b/g", "second", "comes out as 8 second, and the result is stated in second"),
    ("b/g/8", "second", "comes out as 8 second"),
    ("b/r", "hour", "comes out as second, and the result is stated in hour"),
    ("t + b", "second", "t is in second and b in byte; they cannot be added or compared"),
    ("t + 1", "second", "t is in second and 1 in a pure number; they cannot be added or compared"),
    ("t + h", "second", "t is in second and h in hour; they cannot be added"),
    ("Max(t, b)", "second", "cannot be added or compared"),
    ("exp(t)", "1", "t is in second where a pure number is needed"),
    ("log(b)", "1", "b is in byte where a pure number is needed"),
    ("2**t", "1", "t is in second where a pure number is needed"),
    ("t**n", "second", "only a pure number can have a variable exponent"),
    ("sqrt(t)", "second", "sqrt(t): second has no such power"),
    ("if(t < b, t, t)", "second", "cannot be added or compared"),
    ("if(n < 1, t, b)", "second", "cannot be added or compared"),
    ("sum(k, 0, t, n)", "1", "t is in second where a pure number is needed"),
    ("8[furlong]*n", "1", "'furlong' is no unit"),
]


def test_units_that_do_not_fit() -> None:
    unexpected = []
    for text, unit, message in UNFIT:
        with pytest.raises(UnitError) as caught:
            check(parse(text, tuple(UNITS)), UNITS, parse_unit(unit))
        if message not in str(caught.value):
            unexpected.append((text, str(caught.value)))
    assert unexpected == []


def test_conditions_compare_like_with_like() -> None:
    check_condition(parse_condition("t < b/r and n >= 2", tuple(UNITS)), UNITS)
    with pytest.raises(UnitError):
        check_condition(parse_condition("t < b", tuple(UNITS)), UNITS)


def test_the_result_of_every_formula_follows_from_what_goes_in(library: Library) -> None:
    for formula in library:
        units = {name: parse_unit(one.unit) for name, one in formula.variables.items()}
        check(formula.tree, units, parse_unit(formula.unit))
        for condition in formula.conditions:
            check_condition(condition, units)


def without_converters(node: object) -> object:
    """Return a tree whose numbers with units have lost them."""
    if isinstance(node, Number):
        return Number(node.value)
    if isinstance(node, Operation):
        return Operation(node.operator, without_converters(node.left), without_converters(node.right))  # type: ignore[arg-type]
    return node


def test_a_converter_that_does_not_say_so_is_found(library: Library) -> None:
    """The check is of use only if it fails where it has to."""
    found = 0
    for formula in library:
        plain = without_converters(formula.tree)
        if plain == formula.tree or not children(formula.tree):
            continue
        units = {name: parse_unit(one.unit) for name, one in formula.variables.items()}
        with pytest.raises(UnitError):
            check(plain, units, parse_unit(formula.unit))  # type: ignore[arg-type]
        found += 1
    assert found >= 25
