"""`qbank facts`: what every quantity of questions or of a text was taken to be of."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from qbank.audit.settings import settings_for
from qbank.cli.errors import CommandError
from qbank.cli.options import Output, Quiet, SettingsFile, TableOrJson, flag, paths, text
from qbank.cli.output import echo_error, echo_note, emit_as
from qbank.facts.devices.finding import names_of
from qbank.facts.lexicon.loading import load
from qbank.facts.placed import ledger_of_text
from qbank.report.facts.json import facts_json
from qbank.report.facts.table import facts_summary, facts_table


def facts(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[list[Path] | None, paths("PATH", "Question files, folders or patterns.")] = None,
    text: Annotated[str | None, text("--text", "-t", metavar="TEXT", help="Read this text.")] = None,
    relations: Annotated[
        bool, flag("--relations", help="Show also what is said of two things: that one fits, exceeds, holds.")
    ] = False,
    output_format: TableOrJson = "table",
    output: Output = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Show what each number of questions or of a text was taken to be: its role, of what, and why.

    JSON always has the relations.

    Exit status: 0, or 2 if something could not be read.

    \b
    Examples:
      qbank facts questions/cloud/memory/cloud-0003.yaml
      qbank facts --text "An L4 with 24 GB holds the weights: 7B params * 2 bytes = 14 GB"
      qbank facts questions --format json --output facts.json
    """
    if text is not None and targets:
        raise CommandError("--text and paths cannot go together")
    unreadable: list[str] = []
    if text is None:
        from qbank.cli.audits import questions_of
        from qbank.rules.core.ledger import placed_ledger

        questions = questions_of("facts", targets or [], config, unreadable, quiet=quiet)
        ledgers = list(map(placed_ledger, questions))
    else:
        settings = settings_for((), config)
        ledgers = [ledger_of_text(text, settings.tolerances, load(), names_of(None).read)]
    emit_as(
        output_format,
        output,
        partial(facts_table, ledgers, relations=relations),
        partial(facts_json, ledgers),
    )
    for problem in unreadable:
        echo_error(problem)
    if not quiet and output_format == "table":
        echo_note(facts_summary(ledgers, relations=relations))
    return 2 if unreadable else 0
