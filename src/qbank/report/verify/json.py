"""A verification as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from qbank.napkin.claim import Amount
from qbank.napkin.verified_text import PlacedClaim, VerifiedText, count, worked_out
from qbank.picking import pick
from qbank.report.json_document import document
from qbank.units.unit import as_float


def verify_json(texts: Sequence[VerifiedText], show: str | None = None) -> Iterator[str]:
    """Yield the text of the JSON document, one question a line, with the claims of one verdict, or of all.

    A question of which no claim is to be shown is left out unless all are shown. The summary counts all.
    """
    shown = (text.only(show) for text in texts)
    questions = (_text_data(text) for text in shown if text.claims or show is None)
    return document("questions", questions, _summary_data(texts))


def _text_data(text: VerifiedText) -> dict[str, Any]:
    return {"path": text.path, "id": text.id, "claims": claims_data(text)}


def claims_data(text: VerifiedText) -> list[dict[str, Any]]:
    """Return the claims of a text as data."""
    return [_claim_data(placed) for placed in text.claims]


def _claim_data(placed: PlacedClaim) -> dict[str, Any]:
    claim = placed.claim
    return {
        "field": placed.field,
        **pick(claim, "start", "end", "text"),
        **pick(placed, "line", "column"),
        **pick(claim, "relation", "expression"),
        "computed": _amount_data(claim.computed),
        "stated": _amount_data(claim.stated),
        **pick(claim, "verdict", "reason", "detail", "note", "doubt", "form"),
        "formula": None if placed.formula is None else placed.formula.id,
        "operands": [
            {
                "text": operand.text,
                **(_amount_data(operand.amount) or {}),
                "origin": operand.origin,
                "line": line,
                "column": column,
            }
            for operand, (line, column) in zip(claim.operands, placed.operands, strict=True)
        ],
    }


def _amount_data(amount: Amount | None) -> dict[str, Any] | None:
    if amount is None:
        return None
    value = as_float(amount.value)
    # JSON has no infinity; a number beyond it is said in full, as text, rather than not at all.
    return {"value": value if math.isfinite(value) else str(amount.value), "unit": amount.unit}


def _summary_data(texts: Sequence[VerifiedText]) -> dict[str, int]:
    counts = count(texts)
    return {
        "questions": len(texts),
        "claims": counts.total,
        **pick(counts, "ok", "imprecise", "wrong", "unchecked"),
        "worked_out": worked_out(texts),
    }
