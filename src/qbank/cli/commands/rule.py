"""`qbank rule`: what the rules are, and what one means."""

from __future__ import annotations

from typing import Annotated

import typer

from qbank.cli.options import Output, TextFormat, TextOrJson
from qbank.cli.output import emit_as
from qbank.report.rules.json import rule_json, rules_json
from qbank.report.rules.text import rule_page, rule_table
from qbank.rules.registry import UnknownRuleError, all_rules, find, select


def rule(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE", help="A code (QB301), a name, or a prefix (QB3) for a list.", show_default=False
        ),
    ] = None,
    output_format: TextOrJson = TextFormat.TEXT,
    output: Output = None,
) -> int:
    """List the rules, or explain one: why it matters, what to do, and examples.

    \b
    Examples:
      qbank rule
      qbank rule QB5
      qbank rule QB002
      qbank rule unknown-suppression --format json
    """
    try:
        named = None if code is None else find(code)
    except UnknownRuleError:
        named = None
    if named is not None:
        emit_as(
            output_format,
            output,
            text=lambda style: rule_page(named, style),
            json=lambda: rule_json(named),
        )
        return 0
    rules = all_rules() if code is None else select((code,)).rules
    emit_as(
        output_format,
        output,
        text=lambda style: rule_table(rules, style),
        json=lambda: rules_json(rules),
    )
    return 0
