"""A lab as the data that a page computes with: plain lists and mappings, ready for JSON."""

from __future__ import annotations

from typing import Any

from qbank.labs.compute import depending
from qbank.labs.quantity import PersonaModel, Quantity, Source
from qbank.picking import pick


def quantities_data(persona: PersonaModel) -> list[dict[str, Any]]:
    """Return the quantities of a persona in the order in which `computeAll` of a page computes them.

    Each has `name`, `label`, `mark` and `scale` to be shown with, `source` and `uses`; by its source further
    `choices` with `default`, `value`, `values`, or `over`, `positions` and `again`.
    """
    return [_quantity(one, persona) for one in persona.quantities.values()]


def _quantity(one: Quantity, persona: PersonaModel) -> dict[str, Any]:
    data: dict[str, Any] = {
        **pick(one, "name", "label", "mark", "scale", "source", "uses"),
    }
    if one.note:
        data["note"] = one.note
    if one.words:
        data["words"] = [list(pair) for pair in one.words]
    if one.possible:
        data["possible"] = [demand.says for demand in one.possible]
    if one.control is not None:
        data["control"] = one.control.kind.value
        data["default"] = one.control.default
        data["choices"] = [pick(choice, "label", "value") for choice in one.control.choices]
    elif one.source is Source.LOOKUP:
        data["values"] = list(one.values)
    elif one.source is Source.GIVEN:
        data["value"] = one.value
        if one.origin:
            data["origin"] = one.origin
    elif one.search is not None:
        over = persona.quantities[one.search.over].control
        data["over"] = one.search.over
        data["positions"] = [] if over is None else [choice.value for choice in over.choices]
        again = depending(persona.quantities, one.search.over, one.uses)
        data["again"] = [_quantity(persona.quantities[name], persona) for name in again]
    return data
