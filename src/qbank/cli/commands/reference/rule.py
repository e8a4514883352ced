"""`qbank rule`: what the rules are, and what one means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from qbank.cli import completion
from qbank.cli.options import Output, TextOrJson, argument
from qbank.cli.output import emit_as
from qbank.report.json_document import array, line
from qbank.report.rules.json import rule_data
from qbank.report.rules.text import rule_page, rule_table
from qbank.rules.core.base import Rule
from qbank.rules.registry import UnknownRuleError, all_rules, find, select


def rule(
    code: Annotated[
        str | None,
        argument(
            "CODE",
            "A code (QB301) or a name; a prefix (QB3) or a part of a name: a list.",
            completion.rules,
        ),
    ] = None,
    output_format: TextOrJson = "text",
    output: Output = None,
) -> int:
    """List the rules, or explain one: why it matters, what to do, and examples.

    \b
    Examples:
      qbank rule
      qbank rule QB5
      qbank rule napkin
      qbank rule QB002
      qbank rule unknown-suppression --format json
    """
    try:
        named = None if code is None else find(code)
    except UnknownRuleError:
        named = None
    if named is not None:
        emit_as(output_format, output, partial(rule_page, named), lambda: line(rule_data(named)))
        return 0
    rules = all_rules() if code is None else _fitting(code)
    emit_as(output_format, output, partial(rule_table, rules), lambda: array(map(rule_data, rules)))
    return 0


def _fitting(code: str) -> Sequence[Rule]:
    """Return the rules of a prefix, or those whose names hold a part."""
    part = code.strip().lower()
    held = [rule for rule in all_rules() if part and part in rule.name]
    try:
        return select((code,)).rules
    except UnknownRuleError:
        if not held:
            raise
        return held
