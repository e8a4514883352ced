"""Rules as JSON, for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qbank.report.json_line import dumps
from qbank.rules.core.base import Example, Rule


def rules_json(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield an array of rules, one a line."""
    yield "["
    separator = "\n  "
    for rule in rules:
        yield separator + dumps(rule_data(rule))
        separator = ",\n  "
    yield "]\n"


def rule_json(rule: Rule) -> Iterator[str]:
    """Yield one rule as an object."""
    yield dumps(rule_data(rule)) + "\n"


def rule_data(rule: Rule) -> dict[str, Any]:
    """Return a rule as plain data."""
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "on_request": rule.on_request,
        "fixable": None if rule.fixable is None else rule.fixable.value,
        "summary": rule.summary,
        "explanation": rule.explanation,
        "bad": [_example_data(example) for example in rule.bad],
        "good": [_example_data(example) for example in rule.good],
    }


def _example_data(example: Example) -> dict[str, Any]:
    return {
        "path": example.path,
        "yaml": _text(example.yaml),
        "whole": example.whole,
        "without": list(example.without),
        "underlines": [example.underlines] if isinstance(example.underlines, str) else example.underlines,
        "others": dict(example.others),
        "fixed": example.fixed,
    }


def _text(content: str | bytes) -> str:
    return content if isinstance(content, str) else content.decode("utf-8", "backslashreplace")
