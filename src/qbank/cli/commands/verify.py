"""`qbank verify`: every claim of questions or of a text, with what it comes to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from qbank.audit.settings import settings_for
from qbank.cli.errors import CommandError
from qbank.cli.options import Output, Quiet, SettingsFile, TableFormat, TableOrJson, choice, paths, text
from qbank.cli.output import echo_error, echo_note, emit_as
from qbank.formulas.of_bank import matcher_of
from qbank.napkin.verifier import VerifiedText, verify_text
from qbank.report.verify.json import verify_json
from qbank.report.verify.table import summary_line, verify_table
from qbank.yamlio.content import MAX_BYTES


class Show(StrEnum):
    """Which claims are written."""

    ALL = "all"
    OK = "ok"
    IMPRECISE = "imprecise"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


def verify(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[
        list[Path] | None,
        paths("PATH", "Question files, folders or patterns, or - for a text from standard input."),
    ] = None,
    text: Annotated[str | None, text("--text", "-t", metavar="TEXT", help="Verify this text.")] = None,
    output_format: TableOrJson = TableFormat.TABLE,
    show: Annotated[
        Show, choice(Show, "--show", help="Which claims to write; the summary counts all.")
    ] = Show.ALL,
    output: Output = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Recompute every claim in questions or in a text, and say how each came out.

    Exit status: 0 if no claim is wrong, 1 if one is, 2 if something could not be read.

    \b
    Examples:
      qbank verify questions/cloud --show wrong
      qbank verify --text "70e9 * 2 bytes = 140 GB"
      qbank verify --format json - < notes.md
    """
    if text is not None and targets:
        raise CommandError("--text and paths cannot go together")
    if targets and Path("-") in targets and len(targets) > 1:
        raise CommandError("- and paths cannot go together")
    unreadable: list[str] = []
    if text is None and targets != [Path("-")]:
        verified = list(_questions(targets or [], config, unreadable, quiet=quiet))
    else:
        # The text may be written for the bank around the working directory.
        tolerances = settings_for((), config).tolerances
        checked = text if text is not None else _standard_input()
        verified = [verify_text(checked, tolerances, matcher_of(None))]
    verdict = None if show is Show.ALL else show.value
    emit_as(
        output_format,
        output,
        text=lambda style: verify_table(verified, style, verdict),
        json=lambda: verify_json(verified, verdict),
    )
    for problem in unreadable:
        echo_error(problem)
    if not quiet and output_format is TableFormat.TABLE:
        echo_note(summary_line(verified))
    if unreadable:
        return 2
    return int(any(placed.claim.verdict == "wrong" for found in verified for placed in found.claims))


def _questions(
    targets: list[Path], config: Path | None, unreadable: list[str], *, quiet: bool
) -> Iterator[VerifiedText]:
    from qbank.cli.audits import questions_of
    from qbank.rules.formulas.verified import verified_question

    for question in questions_of("verify", targets, config, unreadable, quiet=quiet):
        yield verified_question(question)


def _standard_input() -> str:
    if sys.stdin is None:
        raise CommandError("standard input is closed; give a text with --text")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise CommandError(f"standard input holds more than {MAX_BYTES:,} bytes; verify it in parts")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"standard input is not UTF-8 (byte {error.start})") from error
