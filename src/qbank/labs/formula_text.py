"""The formulas of quantities as LaTeX, with symbols or with anything else in the places of the symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qbank import lazy_re
from qbank.algebra.symbolic import latex
from qbank.algebra.tree import Name, Node, Number, UnwritableError, map_leaves, spell, variables
from qbank.labs.quantity import Quantity
from qbank.units.dimension import NONE
from qbank.units.display_unit import display_unit
from qbank.units.format import format_number, format_quantity
from qbank.units.names import in_symbols
from qbank.units.parse import parse_unit

_SPECIAL: Final = lazy_re.compile(r"[#$%&_{}]")
_ESCAPED: Final = r"\\\g<0>"


def right_side(one: Quantity, symbols: Mapping[str, str], *, times: bool = False) -> str | None:
    """Return what computes a quantity in LaTeX, None if it is not computed or too large to be written.

    `symbols` says what to write for each name, be it a symbol or a number with its unit; with `times`,
    products have a sign, as numbers need it. What the formula itself measures in a unit keeps it.
    """
    if one.shown is None:
        return None
    measured: dict[str, str] = {}

    def named(leaf: Number | Name) -> Node:
        if not isinstance(leaf, Number) or _is_plain(leaf):
            return leaf
        measured[spell(leaf)] = _measured(leaf)
        return Name(spell(leaf))

    try:
        return latex(map_leaves(one.shown, named), {**symbols, **measured}, times=times or bool(measured))
    except UnwritableError:
        return None


def equation(one: Quantity, quantities: Mapping[str, Quantity]) -> str | None:
    """Return a quantity and what computes it in LaTeX, in symbols; None as `right_side` does."""
    written = right_side(one, {name: other.symbol for name, other in quantities.items()})
    return None if written is None else f"{one.symbol} = {written}"


def _is_plain(number: Number) -> bool:
    """Whether a number says enough without its unit: nothing, a pure number, or a conversion: 8 bit/byte."""
    if not number.value or not number.unit:
        return True
    unit = parse_unit(number.unit)
    return unit.dimension == NONE and number.value * unit.scale == 1


def _measured(number: Number) -> str:
    """Return a number with its unit in LaTeX, in the unit that people would say it in."""
    unit = parse_unit(number.unit)
    shown = display_unit(unit, number.unit, number.value * unit.scale)
    size = format_number(number.value * unit.scale / shown.size)
    text = format_quantity(size, in_symbols(shown.name), cents=True)
    return rf"\text{{{_SPECIAL.sub(_ESCAPED, text)}}}"


def symbols(one: Quantity, quantities: Mapping[str, Quantity]) -> list[Quantity]:
    """Return the quantities whose symbols stand in the equation of a quantity, itself first."""
    used = variables(one.shown) if one.shown is not None else ()
    names = dict.fromkeys((one.name, *(name for name in used if name in quantities)))
    return [quantities[name] for name in names]
