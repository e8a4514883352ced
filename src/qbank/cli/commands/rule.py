"""`qbank rule`: what the rules are, and what one means."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from qbank.cli.errors import CommandError
from qbank.cli.options import Output, choice


class Format(StrEnum):
    """How rules are written."""

    TEXT = "text"
    JSON = "json"


def rule(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE", help="A code (QB301), a name, or a prefix (QB3) for a list.", show_default=False
        ),
    ] = None,
    output_format: Annotated[
        Format, choice(Format, "--format", "-f", help="text: to read; json: as data.")
    ] = Format.TEXT,
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
    from qbank.cli.output import emit
    from qbank.report.terminal import style_for
    from qbank.rules.core.base import Rule
    from qbank.rules.registry import UnknownRuleError, all_rules, find, select

    one: Rule | None = None
    many: tuple[Rule, ...] = all_rules()
    if code is not None:
        try:
            one = find(code)
        except UnknownRuleError:
            try:
                many = select((code,)).rules
            except UnknownRuleError as error:
                raise CommandError(str(error)) from error
    style = style_for(None if output is not None else sys.stdout)
    if output_format is Format.JSON:
        from qbank.report.rules.json import rule_json, rules_json

        emit(rules_json(many) if one is None else rule_json(one), output)
        return 0
    from qbank.report.rules.text import rule_page, rule_table

    emit(rule_table(many, style) if one is None else rule_page(one, style), output)
    return 0
