"""`qbank merge`: the reports of shards put together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec.structs import replace

from qbank.audit.engine import Audit
from qbank.audit.keys import plan_key
from qbank.cli.audits import apply_baseline, audit_settings, load_baseline
from qbank.cli.errors import CommandError
from qbank.cli.options import BaselineFile, Output, Quiet, SettingsFile, choice, paths
from qbank.cli.reports import Format, ReportFormat, emit_report
from qbank.cli.stderr import report_outcome
from qbank.rules.core.finding import Severity


def merge(  # noqa: PLR0917 - each option is a parameter
    reports: Annotated[list[Path], paths("REPORT", "Reports of `qbank audit --shard I/N --format json`.")],
    output_format: ReportFormat = Format.FULL,
    output: Output = None,
    fail_on: Annotated[
        Severity | None, choice(Severity, "--fail-on", help="Exit with 1 from this severity on.")
    ] = None,
    baseline: BaselineFile = None,
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
    from qbank.audit.shards import read

    known = load_baseline(baseline)
    shard, entries = read(reports)
    settings = audit_settings((), config, fail_on)
    audit = Audit.of((), replace(settings, select=shard.select, ignore=shard.ignore))
    if plan_key(audit.plan) != shard.plan:
        raise CommandError(
            "the reports were made with other settings or another version of qbank than there are here; "
            "run `qbank merge` in the same checkout with the same qbank"
        )
    result = audit.run(known=entries)
    if entries.missed:
        remark = (
            f"audited here, for no report is about it as it is now: {entries.missed:,} of {result.files:,}"
        )
        result = replace(result, remarks=(*result.remarks, remark))
    result = apply_baseline(audit, result, known, baseline)
    emit_report(result, output_format, output, settings=settings)
    report_outcome(result, quiet=quiet or output_format.for_programs)
    return result.exit_status(settings.fail_on)
