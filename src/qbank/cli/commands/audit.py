"""`qbank audit`: every rule over questions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.baselines import load, settle
from qbank.cli.errors import CommandError
from qbank.cli.options import FailOn, Output, Part, Quiet, SettingsFile, choice, number, part
from qbank.cli.reports import FORMAT_HELP, Format, emit_report
from qbank.cli.stderr import emit_diff, tell

if TYPE_CHECKING:
    from qbank.audit import Audit, AuditResult, Settings


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
        choice(Format, "--format", "-f", help=FORMAT_HELP),
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
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline", metavar="FILE", help="Let pass what this file lists as known.", readable=False
        ),
    ] = None,
    update_baseline: Annotated[
        bool,
        typer.Option(
            "--update-baseline",
            help="Take out of the baseline what is repaired; make it of what is found if there is none.",
        ),
    ] = False,
    config: SettingsFile = None,
    jobs: Annotated[
        int | None,
        number("--jobs", "-j", least=1, metavar="N", help="How many processes; all processors by default."),
    ] = None,
    changed_since: Annotated[
        str | None,
        typer.Option(
            "--changed-since",
            metavar="REV",
            help="Only what changed since this revision, and what that brings about in the bank.",
        ),
    ] = None,
    shard: Annotated[
        Part | None,
        part("--shard", help="Only part I of N; with --format json `qbank merge` puts them together."),
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Audit every file anew, and keep nothing for the next run.")
    ] = False,
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
      qbank audit --baseline qbank-baseline.json --update-baseline
      qbank audit --changed-since origin/main
      qbank audit --shard 1/4 --format json --output shard-1.json
    """
    _check(
        (unsafe_fixes and not (fix or diff), "--unsafe-fixes needs --fix or --diff"),
        (diff and statistics, "--diff and --statistics cannot go together"),
        (
            statistics and output_format not in {Format.FULL, Format.CONCISE, Format.JSON},
            f"--statistics writes lines or json; it and --format {output_format} cannot go together",
        ),
        (
            diff and output_format is not Format.FULL,
            f"--diff writes a patch; it and --format {output_format} cannot go together",
        ),
        (update_baseline and baseline is None, "--update-baseline needs --baseline"),
        (update_baseline and diff, "--update-baseline and --diff cannot go together"),
        (
            shard is not None and (fix or diff or update_baseline or changed_since is not None),
            "--shard cannot go together with --fix, --diff, --update-baseline or --changed-since",
        ),
    )
    from qbank.audit import Audit, NoBankError, SettingsError
    from qbank.bank.discovery import TargetError
    from qbank.bank.git import GitError

    targets = paths or []
    known = load(baseline, update=update_baseline)
    try:
        settings = _settings(targets, config, select, ignore, fail_on)
        work = Audit(
            targets,
            settings,
            since=changed_since,
            shard=None if shard is None else (shard.number, shard.count),
        )
    except NoBankError as error:
        raise CommandError(f"{error}, such as `qbank audit path/to/questions`") from error
    except (SettingsError, TargetError) as error:
        raise CommandError(str(error)) from error
    except GitError as error:
        raise CommandError(f"--changed-since {changed_since}: {error}") from error
    result = _run(work, jobs, quiet, cached=not no_cache)
    report = None
    if fix or diff:
        from qbank.audit.fixes import fix as apply_fixes

        report = apply_fixes(work, unsafe=unsafe_fixes, write=not diff)
        result = work.result()
    remarks: list[str] = []
    if baseline is not None:
        result, said = settle(work, result, known, baseline, update=update_baseline)
        remarks += [said] if said else []
    if diff and report is not None:
        emit_diff(report, output)
    else:
        emit_report(
            result,
            output_format,
            output,
            fail_on=settings.fail_on,
            statistics=statistics,
            shard=_shard_data(work, shard),
        )
    result = replace(result, remarks=(*result.remarks, *remarks))
    tell(result, report, quiet=quiet or output_format.for_programs, wrote=not diff)
    if report is not None and (report.failures or report.crashes):
        return 2
    would_change = diff and report is not None and bool(report.files)
    return result.exit_status(settings.fail_on) or int(would_change)


def _check(*rules: tuple[bool, str]) -> None:
    for broken, message in rules:
        if broken:
            raise CommandError(message)


def _shard_data(work: Audit, shard: Part | None) -> Iterable[str]:
    """Return what `qbank merge` needs of a shard; about a part of a bank there is nothing to merge."""
    if shard is None or not work.covers_bank:
        return ()
    from qbank.audit.shards import Shard

    return Shard.of(shard.number, shard.count, work.plan).data(work.entries())


def _settings(
    targets: list[Path],
    config: Path | None,
    select: list[str] | None,
    ignore: list[str] | None,
    fail_on: FailOn | None,
) -> Settings:
    from qbank.audit import settings_for
    from qbank.rules.core.finding import Severity

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


def _run(work: Audit, jobs: int | None, quiet: bool, *, cached: bool) -> AuditResult:
    from qbank.cli.progress import progress

    with progress(len(work.tasks), show=not quiet) as advance:
        return work.run(jobs=jobs, progress=advance, cached=cached)
