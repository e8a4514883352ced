"""`qbank merge`: the reports of shards put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.baselines import load, settle
from qbank.cli.errors import CommandError
from qbank.cli.options import FailOn, Output, Quiet, SettingsFile, choice
from qbank.cli.reports import FORMAT_HELP, Format, emit_report
from qbank.cli.stderr import tell

if TYPE_CHECKING:
    from qbank.audit import Audit, Settings
    from qbank.audit.shards import Entries, Shard


def merge(  # noqa: PLR0917 - each option is a parameter
    reports: Annotated[
        list[Path],
        typer.Argument(
            metavar="REPORT", help="Reports of `qbank audit --shard I/N --format json`.", readable=False
        ),
    ],
    output_format: Annotated[Format, choice(Format, "--format", "-f", help=FORMAT_HELP)] = Format.FULL,
    output: Output = None,
    fail_on: Annotated[
        FailOn | None, choice(FailOn, "--fail-on", help="Exit with 1 from this severity on.")
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline", metavar="FILE", help="Let pass what this file lists as known.", readable=False
        ),
    ] = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Put the reports of all shards together: one report, with the rules about the bank as a whole.

    Run it where the shards were audited, in the same state of the bank. What is in no report, because it
    could not be read or has changed since, is audited here. Exit status as `qbank audit`.

    \b
    Examples:
      qbank merge shard-1.json shard-2.json
      qbank merge shard-1.json shard-2.json --format sarif --output qbank.sarif
    """
    from qbank.audit import Audit, SettingsError
    from qbank.audit.shards import ShardError, read
    from qbank.bank.discovery import TargetError

    known = load(baseline, update=False)
    try:
        shard, entries = read(reports)
        settings = _settings(shard, config, fail_on)
        work = Audit((), settings)
    except (ShardError, SettingsError, TargetError) as error:
        raise CommandError(str(error)) from error
    result = work.run(known=_known(work, shard, entries))
    remarks = list(result.remarks)
    if entries.missed:
        remarks.append(
            f"audited here, for no report is about it as it is now: {entries.missed:,} of {result.files:,}"
        )
    if baseline is not None:
        result, said = settle(work, result, known, baseline, update=False)
        remarks += [said] if said else []
    emit_report(result, output_format, output, fail_on=settings.fail_on)
    tell(replace(result, remarks=tuple(remarks)), None, quiet=quiet or output_format.for_programs, wrote=True)
    return result.exit_status(settings.fail_on)


def _settings(shard: Shard, config: Path | None, fail_on: FailOn | None) -> Settings:
    from qbank.audit import settings_for
    from qbank.rules.core.finding import Severity

    settings = replace(settings_for((), config), select=shard.select, ignore=shard.ignore)
    return settings if fail_on is None else replace(settings, fail_on=Severity(fail_on.value))


def _known(work: Audit, shard: Shard, entries: Entries) -> Entries:
    from qbank.audit.cache import plan_key

    if plan_key(work.plan) != shard.plan:
        raise CommandError(
            "the reports were made with other settings or another version of qbank than there are here; "
            "run `qbank merge` in the same checkout with the same qbank"
        )
    return entries
