"""`qbank verify`: every claim of questions or of a text, with what it comes to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note, say
from qbank.cli.options import Output, Quiet, SettingsFile, choice

if TYPE_CHECKING:
    from qbank.napkin import Tolerances
    from qbank.report.verify.verification import VerifiedText
    from qbank.rules.core.settings import RuleSettings


class Format(StrEnum):
    """How claims are written."""

    TABLE = "table"
    JSON = "json"


class Show(StrEnum):
    """Which claims are written."""

    ALL = "all"
    OK = "ok"
    IMPRECISE = "imprecise"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


def verify(  # noqa: PLR0917 - each option is a parameter
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="Question files, folders or patterns, or - for a text from standard input.",
            show_default=False,
            readable=False,  # the search for files says it better
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", "-t", metavar="TEXT", help="Verify this text.")
    ] = None,
    output_format: Annotated[
        Format, choice(Format, "--format", "-f", help="table: to read; json: as data.")
    ] = Format.TABLE,
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
    if text is not None and paths:
        raise CommandError("--text and paths cannot go together")
    if paths and Path("-") in paths and len(paths) > 1:
        raise CommandError("- and paths cannot go together")
    unreadable: list[str] = []
    if text is None and paths != [Path("-")]:
        verified = list(_questions(paths or [], config, unreadable, quiet=quiet))
    else:
        verified = [_text(text if text is not None else _standard_input(), _tolerances(config))]
    _emit(verified, output_format, show, output)
    for problem in unreadable:
        say(problem)
    if not quiet and output_format is Format.TABLE:
        from qbank.report.verify.table import summary_line

        note(summary_line(verified))
    if unreadable:
        return 2
    return int(any(placed.claim.verdict == "wrong" for found in verified for placed in found.claims))


def _questions(
    targets: list[Path], config: Path | None, unreadable: list[str], *, quiet: bool
) -> Iterator[VerifiedText]:
    from qbank.audit import Audit, NoBankError, SettingsError, settings_for
    from qbank.bank.discovery import FileKind, TargetError

    try:
        # The files of an audit are the ones to verify: same search, same settings, same exclusions.
        work = Audit(targets, settings_for(targets, config))
    except NoBankError as error:
        raise CommandError(f"{error}, such as `qbank verify path/to/questions`") from error
    except (SettingsError, TargetError) as error:
        raise CommandError(str(error)) from error
    if not quiet:
        for remark in work.remarks:
            note(f"note: {remark}")
    for task in work.tasks:
        if task.kind is FileKind.QUESTION:
            yield from _question(task.path, task.shown, work.plan.for_rules, unreadable)


def _question(
    path: Path, shown: str, settings: RuleSettings, unreadable: list[str]
) -> Iterator[VerifiedText]:
    from qbank.report.verify.verification import verified
    from qbank.rules.core.question_file import SourceFile

    source = SourceFile.read(path, shown)
    question = source.question(settings)
    if question is None:
        for problem in source.problems:
            unreadable.append(f"{shown}:{problem.span.line}:{problem.span.column}: {problem.message}")
        return
    yield verified(question)


def _text(text: str, tolerances: Tolerances) -> VerifiedText:
    from qbank.napkin.verifier import verify as verify_text
    from qbank.report.verify.verification import PlacedClaim, VerifiedText
    from qbank.rules.formulas.recognition import formula_of, matcher_of
    from qbank.rules.formulas.words import NumberNames, Surroundings
    from qbank.yamlio.positions import LineIndex

    lines = LineIndex(text)
    names, matcher = NumberNames([text]), matcher_of(None)
    placed = []
    for claim in verify_text(text, tolerances=tolerances):
        starts = (claim.start, *(operand.start for operand in claim.operands))
        place, *operands = ((p.line, p.column) for p in map(lines.position, starts))
        formula = formula_of(claim, Surroundings(text, claim.start, claim.end), names, matcher)
        placed.append(PlacedClaim(claim, None, *place, tuple(operands), formula))
    return VerifiedText(None, None, tuple(placed))


def _tolerances(config: Path | None) -> Tolerances:
    """Return the tolerances of the bank around the working directory, where a text is written for it."""
    from qbank.audit.settings import SettingsError, settings_for

    try:
        return settings_for([], config).tolerances
    except SettingsError as error:
        raise CommandError(str(error)) from error


def _standard_input() -> str:
    from qbank.yamlio.reader import MAX_BYTES

    if sys.stdin is None:
        raise CommandError("standard input is closed; give a text with --text")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise CommandError(f"standard input holds more than {MAX_BYTES:,} bytes; verify it in parts")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"standard input is not UTF-8 (byte {error.start})") from error


def _emit(verified: list[VerifiedText], output_format: Format, show: Show, output: Path | None) -> None:
    from qbank.cli.output import emit

    only = None if show is Show.ALL else show.value
    if output_format is Format.JSON:
        from qbank.report.verify.json import verify_json

        emit(verify_json(verified, only), output)
        return
    from qbank.report.terminal import style_for
    from qbank.report.verify.table import verify_table

    emit(verify_table(verified, style_for(None if output is not None else sys.stdout), only), output)
