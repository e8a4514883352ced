"""Rules as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qbank.report.json_document import array, line, pick
from qbank.report.rules.text import example_text
from qbank.rules.core.base import Example, Rule


def rules_json(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield an array of rules, one a line."""
    return array(map(rule_data, rules))


def rule_json(rule: Rule) -> Iterator[str]:
    """Yield one rule as an object."""
    return line(rule_data(rule))


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
