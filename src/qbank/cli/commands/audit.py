"""`qbank audit`: every rule over questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct
from msgspec.structs import replace

from qbank.audit.engine import Audit
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings
from qbank.cli import completion
from qbank.cli.audits import apply_baseline, audit_settings, load_baseline, plan_audit
from qbank.cli.errors import CommandError
from qbank.cli.options import (
    BaselineFile,
    Jobs,
    Output,
    Part,
    Quiet,
    SettingsFile,
    StdinFilename,
    Targets,
    choice,
    flag,
    number,
    part,
    text,
)
from qbank.cli.progress import progress
from qbank.cli.reports import Format, ReportFormat, emit_report, emit_statistics
from qbank.cli.stderr import emit_diff, report_outcome
from qbank.cli.stdin import STDIN, standard_input
from qbank.errors import InputError
from qbank.rules.core.finding import Severity

if TYPE_CHECKING:
    from qbank.audit.baseline import Baseline
    from qbank.audit.fixes import FixReport

MOST = 50
"""Findings that are shown with their lines, unless --limit says otherwise."""


def audit(  # noqa: PLR0917 - each option is a parameter
    targets: Targets = None,
    output_format: ReportFormat = Format.FULL,
    output: Output = None,
    select_: Annotated[
        list[str] | None,
        text(
            "--select",
            metavar="CODES",
            help="Only these rules, whatever the settings say: codes, prefixes or names, with commas.",
            complete=completion.rules,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        text(
            "--ignore",
            metavar="CODES",
            help="Leave out these rules, besides those of the settings.",
            complete=completion.rules,
        ),
    ] = None,
    fail_on: Annotated[
        Severity | None,
        choice(
            Severity,
            "--fail-on",
            help="Exit with 1 from this severity on; error if neither this nor the settings say it.",
        ),
    ] = None,
    fix: Annotated[bool, flag("--fix", help="Apply fixes that keep the meaning.")] = False,
    unsafe_fixes: Annotated[
        bool, flag("--unsafe-fixes", help="With --fix or --diff: also fixes that need a reader's eye.")
    ] = False,
    diff: Annotated[bool, flag("--diff", help="Show what --fix would change, and change nothing.")] = False,
    statistics: Annotated[
        bool, flag("--statistics", help="Count the findings of each rule instead of listing them.")
    ] = False,
    baseline: BaselineFile = None,
    update_baseline: Annotated[
        bool,
        flag(
            "--update-baseline",
            help="Take out of the baseline what is repaired; make it of what is found if there is none.",
        ),
    ] = False,
    config: SettingsFile = None,
    jobs: Jobs = None,
    changed_since: Annotated[
        str | None,
        text(
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
        bool, flag("--no-cache", help="Audit every file anew, and keep nothing for the next run.")
    ] = False,
    limit: Annotated[
        int | None,
        number(
            "--limit",
            least=0,
            metavar="N",
            help="With --format full: of more findings than N only the gravest and a count; 0: all; "
            "50 if not given, and all into a file.",
        ),
    ] = None,
    show_suppressed: Annotated[
        bool,
        flag(
            "--show-suppressed",
            help="List what comments keep from being reported as well: what, where, which comment, why.",
        ),
    ] = False,
    stdin_filename: StdinFilename = None,
    watching: Annotated[bool, flag("--watch", "-w", help="Audit again at every save, until Ctrl-C.")] = False,
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
      qbank audit --show-suppressed
      qbank audit --shard 1/4 --format json --output shard-1.json
      qbank audit --watch questions/cloud
      qbank audit - --stdin-filename questions/cloud/memory/cloud-0003.yaml < draft.yaml
    """
    changes_or_parts = fix or diff or update_baseline or shard is not None or changed_since is not None
    _refuse(
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
        (
            show_suppressed and (diff or statistics),
            "--show-suppressed lists findings; it cannot go together with --diff or --statistics",
        ),
        (
            show_suppressed and not output_format.can_show_suppressed,
            f"--format {output_format} has no place for findings that are suppressed; "
            "--show-suppressed cannot go together with it",
        ),
        (update_baseline and baseline is None, "--update-baseline needs --baseline"),
        (update_baseline and diff, "--update-baseline and --diff cannot go together"),
        (
            shard is not None and (fix or diff or update_baseline or changed_since is not None),
            "--shard cannot go together with --fix, --diff, --update-baseline or --changed-since",
        ),
        (
            watching and changes_or_parts,
            "--watch cannot go together with --fix, --diff, --update-baseline, --shard or --changed-since",
        ),
        (
            watching and (output is not None or output_format.for_programs),
            "--watch is for somebody who looks; --output and formats for programs cannot go together with it",
        ),
        (stdin_filename is not None and targets != [STDIN], "--stdin-filename needs - as the only path"),
        (STDIN in (targets or ()) and len(targets or ()) > 1, "- and paths cannot go together"),
        (
            STDIN in (targets or ()) and (changes_or_parts or watching),
            "- is one file from standard input; --watch, --fix, --diff, --update-baseline, --shard and "
            "--changed-since cannot go together with it",
        ),
    )
    known = load_baseline(baseline, update=update_baseline)
    most = limit if limit is not None else MOST if output is None else 0
    places = tuple(targets or ())
    if targets == [STDIN]:
        places = () if stdin_filename is None else (stdin_filename,)
    settings = _with_rules(audit_settings(places, config, fail_on), select_, ignore)
    request = _Request(
        output_format,
        output,
        settings,
        statistics=statistics,
        most=most or None,
        quiet=quiet,
        show_suppressed=show_suppressed,
    )
    if targets == [STDIN]:
        name, data = str(stdin_filename or "<stdin>"), standard_input("audit it as a file")
        given = Audit.of_text(data, name, settings)
        result = apply_baseline(given, given.run(), known, baseline)
        return _report(request, result, given={name: data})
    part_of_bank = None if shard is None else (shard.number, shard.count)
    if watching:
        return _watch(request, places, known=known, baseline=baseline, jobs=jobs, cached=not no_cache)
    try:
        planned = plan_audit("audit", places, settings, since=changed_since, shard=part_of_bank)
    except InputError as error:
        from qbank.bank.git import GitError

        if not isinstance(error, GitError):
            raise
        raise CommandError(f"--changed-since {changed_since}: {error}") from error
    with progress(len(planned.tasks), show=not quiet) as advance:
        result = planned.run(jobs=jobs, progress=advance, cached=not no_cache)
    fixes = None
    if fix or diff:
        from qbank.audit.fixes import fix as apply_fixes

        fixes = apply_fixes(planned, unsafe=unsafe_fixes, write=not diff)
        result = planned.result()
    result = apply_baseline(planned, result, known, baseline, update=update_baseline)
    if diff and fixes is not None:
        emit_diff(fixes, output)
        report_outcome(result, fixes, quiet=quiet, wrote=False)
        status = result.exit_status(settings.fail_on)
    else:
        status = _report(request, result, fixes=fixes, shard=_shard_data(planned, shard))
    if fixes is not None and (fixes.failures or fixes.crashes):
        return 2
    would_change = diff and fixes is not None and bool(fixes.files)
    return status or int(would_change)


class _Request(Struct, frozen=True):
    """How somebody wants to be told what was found."""

    output_format: Format
    output: Path | None
    settings: Settings
    statistics: bool
    most: int | None
    quiet: bool
    show_suppressed: bool


def _report(
    request: _Request,
    result: AuditResult,
    *,
    fixes: FixReport | None = None,
    shard: Iterable[str] = (),
    given: Mapping[str, bytes] | None = None,
) -> int:
    """Write what was found, and return the exit status."""
    output_format, output = request.output_format, request.output
    if request.statistics:
        emit_statistics(result, output_format, output)
    else:
        emit_report(
            result,
            output_format,
            output,
            settings=request.settings,
            shard=shard,
            most=request.most,
            given=given,
            show_suppressed=request.show_suppressed,
        )
    report_outcome(result, fixes, quiet=request.quiet or output_format.for_programs)
    return result.exit_status(request.settings.fail_on)


def _watch(
    request: _Request,
    targets: Sequence[Path],
    *,
    known: Baseline | None,
    baseline: Path | None,
    jobs: int | None,
    cached: bool,
) -> int:
    """Audit, and again at every save what has changed."""
    from qbank.audit.record import Memory
    from qbank.cli.watching import judges_of, watch

    memory, settings = Memory(), request.settings

    def run(_: frozenset[Path]) -> None:
        audit = plan_audit("audit", targets, settings)
        with progress(len(audit.tasks), show=not request.quiet) as advance:
            result = audit.run(
                jobs=jobs, progress=advance, cached=cached, known=memory if len(memory) else None
            )
        for outcome in audit.lasting():
            memory.put(outcome)
        _report(request, apply_baseline(audit, result, known, baseline))

    def files() -> list[Path]:
        return [task.path for task in plan_audit("audit", targets, settings).tasks]

    return watch(files, run, lambda: judges_of(settings))


def _refuse(*rules: tuple[bool, str]) -> None:
    for broken, message in rules:
        if broken:
            raise CommandError(message)


def _shard_data(audit: Audit, shard: Part | None) -> Iterable[str]:
    """Return what `qbank merge` needs of a shard; about a part of a bank there is nothing to merge."""
    if shard is None or not audit.files.covers_bank:
        return ()
    from qbank.audit.shards import Shard

    return Shard.of(shard.number, shard.count, audit.plan).data(audit.lasting())


def _with_rules(settings: Settings, selected: list[str] | None, ignored: list[str] | None) -> Settings:
    if selected:
        # Who names rules means them; what the settings ignore would be missing without a word.
        settings = replace(settings, select=_selectors("--select", selected), ignore=())
    if ignored:
        settings = replace(settings, ignore=(*settings.ignore, *_selectors("--ignore", ignored)))
    return settings


def _selectors(option: str, texts: list[str]) -> tuple[str, ...]:
    selectors = tuple(word for text in texts for word in text.replace(",", " ").split())
    if not selectors:
        raise CommandError(f"{option}: names no rule; write codes such as `{option} QB3,QB501`")
    from qbank.rules.registry import UnknownRuleError, select

    for selector in selectors:
        try:
            select((selector,))
        except UnknownRuleError as error:
            raise CommandError(f"{option}: {error}") from error
    return selectors
