"""The formulas of quantities as LaTeX, with symbols or with anything else in the places of the symbols."""

from __future__ import annotations

from collections.abc import Mapping

from qbank.algebra.symbolic import latex
from qbank.algebra.tree import UnwritableError, variables
from qbank.labs.quantity import Quantity


def right_side(one: Quantity, symbols: Mapping[str, str], *, times: bool = False) -> str | None:
    """Return what computes a quantity in LaTeX, None if it is not computed or too large to be written.

    `symbols` says what to write for each name, be it a symbol or a number with its unit; with `times`,
    products have a sign, as numbers need it.
    """
    if one.shown is None:
        return None
    try:
        return latex(one.shown, symbols, times=times)
    except UnwritableError:
        return None


def equation(one: Quantity, quantities: Mapping[str, Quantity]) -> str | None:
    """Return a quantity and what computes it in LaTeX, in symbols; None as `right_side` does."""
    written = right_side(one, {name: other.symbol for name, other in quantities.items()})
    return None if written is None else f"{one.symbol} = {written}"


def symbols(one: Quantity, quantities: Mapping[str, Quantity]) -> list[Quantity]:
    """Return the quantities whose symbols stand in the equation of a quantity, itself first."""
    used = variables(one.shown) if one.shown is not None else ()
    names = dict.fromkeys((one.name, *(name for name in used if name in quantities)))
    return [quantities[name] for name in names]
