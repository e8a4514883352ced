"""`qbank rule`: what the rules are, and what one means."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from qbank.cli import completion
from qbank.cli.options import Output, TextOrJson, argument
from qbank.cli.output import emit_as
from qbank.report.json_document import array, line
from qbank.report.rules.json import rule_data
from qbank.report.rules.text import rule_page, rule_table
from qbank.rules.registry import UnknownRuleError, all_rules, find, select


def rule(
    code: Annotated[
        str | None,
        argument("CODE", "A code (QB301), a name, or a prefix (QB3) for a list.", completion.rules),
    ] = None,
    output_format: TextOrJson = "text",
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
        emit_as(output_format, output, partial(rule_page, named), lambda: line(rule_data(named)))
        return 0
    rules = all_rules() if code is None else select((code,)).rules
    emit_as(output_format, output, partial(rule_table, rules), lambda: array(map(rule_data, rules)))
    return 0
