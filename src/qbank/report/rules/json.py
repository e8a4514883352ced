"""Rules as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from typing import Any

from qbank.picking import pick
from qbank.report.rules.text import example_text
from qbank.rules.core.base import Example, Rule


def rule_data(rule: Rule) -> dict[str, Any]:
    """Return a rule as data."""
    return {
        **pick(rule, "code", "name", "severity", "on_request", "fixable", "summary", "explanation"),
        "bad": list(map(_example_data, rule.bad)),
        "good": list(map(_example_data, rule.good)),
    }


def _example_data(example: Example) -> dict[str, Any]:
    return {
        "path": example.path,
        "yaml": example_text(example.yaml),
        **pick(example, "whole", "without"),
        "underlines": [example.underlines] if isinstance(example.underlines, str) else example.underlines,
        **pick(example, "others", "fixed"),
    }
