"""`qbank audit`: every rule over questions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note, say
from qbank.cli.options import Output, Quiet, SettingsFile, choice, number

if TYPE_CHECKING:
    from qbank.audit import Audit, AuditResult, Crash, Settings
    from qbank.audit.fixes import FixReport


class Format(StrEnum):
    """How findings are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"


class FailOn(StrEnum):
    """From which severity on findings fail the audit."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


def audit(  # noqa: PLR0917 - each option is a parameter
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="Files, folders or patterns; without any, the bank around this folder.",
            show_default=False,
            readable=False,  # the audit says it better
        ),
    ] = None,
    output_format: Annotated[
        Format,
        choice(Format, "--format", "-f", help="full: with the lines; concise: a line each; json: as data."),
    ] = Format.FULL,
    output: Output = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODES",
            help="Only these rules, whatever the settings say: codes, prefixes or names, with commas.",
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="CODES", help="Leave out these rules, besides those of the settings."),
    ] = None,
    fail_on: Annotated[
        FailOn | None,
        choice(
            FailOn,
            "--fail-on",
            help="Exit with 1 from this severity on; error if neither this nor the settings say it.",
        ),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply fixes that keep the meaning.")] = False,
    unsafe_fixes: Annotated[
        bool,
        typer.Option("--unsafe-fixes", help="With --fix or --diff: also fixes that need a reader's eye."),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would change, and change nothing.")
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the findings of each rule instead of listing them.")
    ] = False,
    config: SettingsFile = None,
    jobs: Annotated[
        int | None,
        number("--jobs", "-j", least=1, metavar="N", help="How many processes; all processors by default."),
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Audit questions: read every file, run every rule, recompute every claim.

    Findings go to standard output, the summary and remarks to standard error. Exit status: 0 clean,
    1 findings at or above --fail-on, 2 if something could not be audited. With --fix it is about what
    remains. With --diff it is 1 if there is something to fix, or if such findings would remain.

    \b
    Examples:
      qbank audit
      qbank audit questions/cloud --select QB3 --format concise
      qbank audit --fail-on warning --format json --output report.json
      qbank audit --fix --diff
    """
    if unsafe_fixes and not (fix or diff):
        raise CommandError("--unsafe-fixes needs --fix or --diff")
    if diff and statistics:
        raise CommandError("--diff and --statistics cannot go together")
    if diff and output_format is not Format.FULL:
        raise CommandError(f"--diff writes a patch; it and --format {output_format} cannot go together")
    from qbank.audit import Audit, NoBankError, SettingsError
    from qbank.bank.discovery import TargetError

    targets = paths or []
    try:
        settings = _settings(targets, config, select, ignore, fail_on)
        work = Audit(targets, settings)
    except NoBankError as error:
        raise CommandError(f"{error}, such as `qbank audit path/to/questions`") from error
    except (SettingsError, TargetError) as error:
        raise CommandError(str(error)) from error
    result = _run(work, jobs, quiet)
    report = None
    if fix or diff:
        from qbank.audit.fixes import fix as apply_fixes

        report = apply_fixes(work, unsafe=unsafe_fixes, write=not diff)
        result = work.result()
    if diff and report is not None:
        _emit_diff(report, output)
    else:
        _emit_report(result, output_format, output, statistics=statistics)
    _tell(result, report, quiet=quiet or output_format is Format.JSON, wrote=not diff)
    if report is not None and (report.failures or report.crashes):
        return 2
    would_change = diff and report is not None and bool(report.files)
    return result.exit_status(settings.fail_on) or int(would_change)


def _settings(
    targets: list[Path],
    config: Path | None,
    select: list[str] | None,
    ignore: list[str] | None,
    fail_on: FailOn | None,
) -> Settings:
    from dataclasses import replace

    from qbank.audit import settings_for
    from qbank.rules.finding import Severity

    settings = settings_for(targets, config)
    if select:
        # Who names rules means them; what the settings ignore would be missing without a word.
        settings = replace(settings, select=_selectors("--select", select), ignore=())
    if ignore:
        settings = replace(settings, ignore=(*settings.ignore, *_selectors("--ignore", ignore)))
    if fail_on is not None:
        settings = replace(settings, fail_on=Severity(fail_on.value))
    return settings


def _selectors(option: str, given: list[str]) -> tuple[str, ...]:
    from qbank.rules.registry import UnknownRuleError, select

    found = tuple(word for text in given for word in text.replace(",", " ").split())
    if not found:
        raise CommandError(f"{option}: names no rule; write codes such as `{option} QB3,QB501`")
    for word in found:
        try:
            select((word,))
        except UnknownRuleError as error:
            raise CommandError(f"{option}: {error}") from error
    return found


def _run(work: Audit, jobs: int | None, quiet: bool) -> AuditResult:
    from qbank.cli.progress import progress

    with progress(len(work.tasks), show=not quiet) as advance:
        return work.run(jobs=jobs, progress=advance)


def _emit_report(
    result: AuditResult, output_format: Format, output: Path | None, *, statistics: bool
) -> None:
    from qbank.cli.output import emit
    from qbank.report.terminal import style_for

    style = style_for(None if output is not None else sys.stdout)
    if statistics:
        from qbank.report import statistics as counted

        as_json = output_format is Format.JSON
        emit(counted.statistics_json(result) if as_json else counted.statistics(result, style), output)
        return
    chunks: Iterator[str]
    if output_format is Format.JSON:
        from qbank.report.json import audit_json

        chunks = audit_json(result)
    elif output_format is Format.CONCISE:
        from qbank.report.concise import concise

        chunks = concise(result.findings, style)
    else:
        from qbank.report.full import full

        chunks = full(result.findings, style)
    emit(chunks, output)


def _emit_diff(report: FixReport, output: Path | None) -> None:
    from qbank.audit.fixes import unified_diff
    from qbank.cli.output import emit_patch

    emit_patch((line for file in report.files for line in unified_diff(file)), output)


def _tell(result: AuditResult, report: FixReport | None, *, quiet: bool, wrote: bool) -> None:
    """Say on standard error what belongs to no report."""
    from qbank.report.terminal import sanitize
    from qbank.report.wording import counted, fixable_line, summary_line

    for unreadable in result.unreadable:
        say(f"{unreadable.path}: {unreadable.message}")
    _tell_crashes((*result.crashes, *(report.crashes if report is not None else ())))
    for failure in report.failures if report is not None else ():
        say(failure)
    if quiet:
        return
    for remark in result.remarks:
        note(f"note: {sanitize(remark)}")
    if report is not None:
        what = "Fixed" if wrote else "Would fix"
        note(f"{what} {counted(report.fixed, 'finding')} in {counted(len(report.files), 'file')}.")
    note(summary_line(result, after="" if wrote else "after these fixes"))
    if report is None and (fixable := fixable_line(result.findings)):
        note(fixable)


def _tell_crashes(crashes: Sequence[Crash]) -> None:
    """Name each defect once: one in a rule shows in every file that the rule looks at."""
    from qbank.cli import debugging

    files: dict[tuple[str, str], list[Crash]] = {}
    for crash in crashes:
        files.setdefault((crash.what, crash.error), []).append(crash)
    for (what, error), met in files.items():
        more = f" and in {len(met) - 1:,} more" if len(met) > 1 else ""
        say(f"internal error: {what}: {error}, in {met[0].path}{more} (a defect of qbank, please report it)")
        if debugging() and met[0].traceback:
            note(met[0].traceback)
