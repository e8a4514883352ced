"""Ledgers as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from qbank.facts.fact import Fact, Relation
from qbank.facts.placed import Placed, PlacedLedger
from qbank.picking import pick
from qbank.report.json_document import document


def facts_json(ledgers: Sequence[PlacedLedger]) -> Iterator[str]:
    """Yield the text of the JSON document, one question a line."""
    summary = {
        "questions": len(ledgers),
        "facts": sum(len(ledger.facts) for ledger in ledgers),
        "relations": sum(len(ledger.relations) for ledger in ledgers),
    }
    return document("questions", map(_ledger_data, ledgers), summary)


def _ledger_data(ledger: PlacedLedger) -> dict[str, Any]:
    return {
        **pick(ledger, "path", "id"),
        "facts": [_fact_data(placed) for placed in ledger.facts],
        "relations": [_relation_data(placed) for placed in ledger.relations],
    }


def _fact_data(placed: Placed[Fact]) -> dict[str, Any]:
    fact = placed.told
    low, high = (_number(size / fact.mention.scale) for size in (fact.mention.low, fact.mention.high))
    subject = fact.subject
    return {
        "field": placed.field,
        **pick(fact, "start", "end"),
        **pick(placed, "line", "column"),
        "text": fact.text,
        "value": high,
        "low": low,
        "unit": fact.mention.unit.name,
        **pick(fact, "kind", "role", "role_why"),
        "subject": {
            "name": subject.name,
            "thing": subject.thing,
            "device": None if subject.device is None else subject.device.entries[0].id,
            "why": subject.why,
        },
        **pick(fact, "place", "scope", "scope_of", "per", "standing", "modality", "origin"),
    }


def _relation_data(placed: Placed[Relation]) -> dict[str, Any]:
    relation = placed.told
    return {
        "field": placed.field,
        **pick(relation, "start", "end"),
        **pick(placed, "line", "column"),
        "text": relation.words,
        **pick(relation, "name", "negated", "supposed", "standing", "origin"),
    }


def _number(value: float) -> float | None:
    # JSON has no infinity.
    return value if math.isfinite(value) else None
