"""The formulas that a lab reads out, as MathML: with their symbols, and with places for numbers.

The place for the number of a quantity is an `mtext` that holds its name between `@`; the script of the page
puts its value there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from qbank.labs.formula_text import equation, right_side, symbols
from qbank.labs.quantity import LabModel, Quantity
from qbank.render.text.blocks import one_line
from qbank.render.text.mathml import to_mathml


class Symbol(NamedTuple):
    """A symbol as MathML, the quantity that it stands for, and what that is called."""

    mathml: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class WrittenFormula:
    """A formula of one quantity: `law` with symbols and `filled` with places for numbers, both MathML.

    `symbols` are those of the law. Labels are those of the first track that reads the formula out.
    """

    name: str
    label: str
    law: str
    filled: str
    symbols: tuple[Symbol, ...]


def written_formulas(lab: LabModel) -> list[WrittenFormula]:
    """Return the formulas that the read-outs of a lab show, each once, as far as they can be written."""
    written: dict[str, WrittenFormula] = {}
    for persona in lab.personas.values():
        for part in persona.parts:
            for instrument in part.instruments:
                for name in instrument.of if instrument.kind == "readout" else ():
                    if name not in written and (formula := _formula(persona.quantities, name)) is not None:
                        written[name] = formula
    return list(written.values())


def _formula(quantities: Mapping[str, Quantity], name: str) -> WrittenFormula | None:
    quantity = quantities[name]
    law = equation(quantity, quantities)
    filled = right_side(quantity, {used: rf"\text{{@{used}@}}" for used in quantity.uses}, times=True)
    if law is None or filled is None:
        return None
    shown, numbers = to_mathml(law, block=True), to_mathml(f"= {filled}", block=True)
    if not shown or not numbers:
        return None
    meanings = tuple(
        Symbol(symbol, used.name, one_line(used.label))
        for used in symbols(quantity, quantities)
        if (symbol := to_mathml(used.symbol))
    )
    return WrittenFormula(name, one_line(quantity.label), shown, numbers, meanings)
