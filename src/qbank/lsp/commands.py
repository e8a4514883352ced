"""What an editor can ask for beside the protocol: a page of the question, and an expression computed."""

from __future__ import annotations

from typing import Final

from qbank.lsp.reading import Reading
from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.verifier import verify
from qbank.report.questions.question_page import question_pages
from qbank.report.terminal import Style
from qbank.units import NO_UNIT, Quantity, Unit, physical, spell
from qbank.units.dimension import NONE
from qbank.units.display_unit import display_unit
from qbank.units.format import format_quantity, format_significant
from qbank.units.parse import UnknownUnitError, parse_unit

PREVIEW: Final = "qbank.preview"
"""Takes the address of a document; the answer is its page as text, None if it holds no question."""
CLAIM: Final = "qbank.claim"
"""Takes an expression; the answer is a claim with what it comes to, None if it cannot be computed."""

_LONGEST: Final = 500
_USUAL: Final = {
    "second": "s", "byte": "B", "byte/second": "B/s", "joule": "J", "joule/second": "W", "dollar": "$",
    "operation": "FLOP", "operation/second": "FLOP/s", "1/second": "Hz", "metre": "m",
}  # fmt: skip
"""How people write what no operand has the unit of, by its base units."""


def preview(reading: Reading) -> str | None:
    """Return a question as it is read, with every claim recomputed."""
    if reading.question is None:
        return None
    return "".join(question_pages((reading.question,), Style(width=88)))


def claim_of(expression: str) -> str | None:
    """Return an expression with what it comes to, as an author would write it."""
    text = " ".join(expression.split())
    if not text or len(text) > _LONGEST or "=" in text:
        return None
    # What stands on the other side does not matter, but that there is something.
    found = next((claim for claim in verify(f"{text} = 1") if claim.start == 0), None)
    if found is None or found.left.end < len(text):
        return None
    try:
        computed = evaluate(found.left)
        unit = _unit_of(computed)
    except (UndecidableError, UnknownUnitError):
        return None
    shown = display_unit(unit, unit.name, abs(computed.value))
    number = format_significant(computed.value / shown.size)
    return f"{text} = {format_quantity(number, shown.name)}"


def _unit_of(quantity: Quantity) -> Unit:
    """Return the unit that a value is written in; one that no operand had gets that of what it measures."""
    if quantity.unit is not NO_UNIT or quantity.dimension == NONE:
        return quantity.unit
    name = spell(quantity.dimension)
    return parse_unit(_USUAL.get(name) or spell(physical(quantity.dimension)) or "1")
