"""`qbank verify`: every claim of questions or of a text, with what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from qbank.audit.settings import settings_for
from qbank.bank.discovery import TargetError
from qbank.cli.errors import CommandError
from qbank.cli.options import Output, Quiet, SettingsFile, TableOrJson, choice, flag, paths, text
from qbank.cli.output import echo_error, echo_note, emit, emit_as, style_of
from qbank.cli.stdin import STDIN, standard_input
from qbank.formulas.of_bank import matcher_of
from qbank.napkin.verdicts import Tolerances, Verdict
from qbank.napkin.verified_text import VerifiedText, verify_text
from qbank.report.verify.json import verify_json
from qbank.report.verify.table import summary_line, verify_table

_SHOWN = ("all", *Verdict)
"""Which claims can be written."""


def verify(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[
        list[Path] | None,
        paths("PATH", "Question files, folders or patterns, or - for a text from standard input."),
    ] = None,
    text: Annotated[str | None, text("--text", "-t", metavar="TEXT", help="Verify this text.")] = None,
    output_format: TableOrJson = "table",
    show: Annotated[
        str, choice(_SHOWN, "--show", help="Which claims to write; the summary counts all.")
    ] = "all",
    output: Output = None,
    config: SettingsFile = None,
    explain: Annotated[
        bool, flag("--explain", help="With --text or -: show the whole way of each claim to its verdict.")
    ] = False,
    report: Annotated[
        bool,
        flag("--report", help="With --text or -: write a report of a false alarm, to be pasted."),
    ] = False,
    watching: Annotated[bool, flag("--watch", "-w", help="Verify again at every save what changed.")] = False,
    quiet: Quiet = False,
) -> int:
    """Recompute every claim in questions or in a text, and say how each came out.

    Exit status: 0 if no claim is wrong, 1 if one is, 2 if something could not be read.

    \b
    Examples:
      qbank verify questions/cloud --show wrong
      qbank verify --text "70e9 * 2 bytes = 140 GB"
      qbank verify --format json - < notes.md
      qbank verify --watch questions/cloud
      qbank verify --explain --text "730 bytes * 40 Hz = 28.9 KB/s"
    """
    if text is not None and targets:
        raise CommandError("--text and paths cannot go together")
    if targets and STDIN in targets and len(targets) > 1:
        raise CommandError("- and paths cannot go together")
    if (explain or report) and ((text is None and targets != [STDIN]) or watching or output_format == "json"):
        raise CommandError("--explain and --report are about a text: with --text or -, and not as json")
    if watching:
        if text is not None or STDIN in (targets or ()) or output is not None:
            raise CommandError("--watch cannot go together with --text, - or --output")
        return _watch(targets or [], config, output_format, show, quiet=quiet)
    unreadable: list[str] = []
    if text is None and targets != [STDIN]:
        try:
            verified = list(_questions(targets or [], config, unreadable, quiet=quiet))
        except TargetError as error:
            is_text = any("=" in str(target) for target in targets or ())
            raise CommandError(f"{error}{'; a text is verified with --text' * is_text}") from error
    else:
        # The text may be written for the bank around the working directory.
        tolerances = settings_for((), config).tolerances
        checked = text if text is not None else _standard_input()
        verified = [verify_text(checked, tolerances, matcher_of(None))]
        if explain or report:
            return _explain(verified[0], checked, tolerances, output, report=report)
    _write(verified, output_format, output, show)
    for problem in unreadable:
        echo_error(problem)
    if not quiet and output_format == "table":
        echo_note(summary_line(verified))
    if unreadable:
        return 2
    return int(any(placed.claim.verdict == "wrong" for found in verified for placed in found.claims))


def _write(verified: Sequence[VerifiedText], output_format: str, output: Path | None, show: str) -> None:
    verdict = None if show == "all" else show
    emit_as(
        output_format,
        output,
        partial(verify_table, verified, show=verdict),
        partial(verify_json, verified, verdict),
    )


def _explain(
    verified: VerifiedText, checked: str, tolerances: Tolerances, output: Path | None, *, report: bool
) -> int:
    """Say how each claim came to its verdict, or report one that is wrong."""
    from qbank.report.verify.explain import explanation, false_alarm

    if report:
        emit(false_alarm(checked, verified, tolerances), output)
    else:
        emit(explanation(verified, checked, style_of(output), tolerances), output)
    return int(any(placed.claim.verdict == "wrong" for placed in verified.claims))


def _watch(targets: list[Path], config: Path | None, output_format: str, show: str, *, quiet: bool) -> int:
    """Verify questions, and at every save those that changed; the summary is about all."""
    from qbank.cli.audits import plan_audit
    from qbank.cli.watching import judges_of, watch

    settings = settings_for(targets, config)
    known: dict[str, VerifiedText] = {}

    def files() -> list[Path]:
        return [task.path for task in plan_audit("verify", targets, settings).tasks]

    def run(changed: frozenset[Path]) -> None:
        unreadable: list[str] = []
        there = [file for file in sorted(changed) if file.is_file()]
        for gone in changed.difference(there):
            known.pop(str(gone), None)
        new = list(_questions(there, config, unreadable, quiet=quiet)) if there else []
        known.update((str(text.path), text) for text in new)
        _write(new, output_format, None, show)
        for problem in unreadable:
            echo_error(problem)
        if not quiet:
            echo_note(summary_line(list(known.values())))

    return watch(files, run, lambda: judges_of(settings))


def _questions(
    targets: list[Path], config: Path | None, unreadable: list[str], *, quiet: bool
) -> Iterator[VerifiedText]:
    from qbank.cli.audits import questions_of
    from qbank.rules.formulas.verified import verified_question

    for question in questions_of("verify", targets, config, unreadable, quiet=quiet):
        yield verified_question(question)


def _standard_input() -> str:
    data = standard_input("verify it in parts, or give a text with --text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"standard input is not UTF-8 (byte {error.start})") from error
