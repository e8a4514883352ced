"""What an audit says on standard error, and the patch it shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.audit.result import AuditResult, Crash
from qbank.cli import debugging
from qbank.cli.output import echo_error, echo_note, echo_remarks, emit_patch
from qbank.grouping import grouped
from qbank.report.terminal import sanitize
from qbank.report.wording import defect_line, fixable_line, summary_line
from qbank.units.format import counted

if TYPE_CHECKING:
    from qbank.audit.fixes import FixReport


def emit_diff(report: FixReport, output: Path | None) -> None:
    """Write what fixes would change as a patch.

    Raises:
        InputError: if it cannot be written.
    """
    from qbank.audit.fixes import unified_diff

    emit_patch((line for file in report.files for line in unified_diff(file)), output)


def report_outcome(
    result: AuditResult, report: FixReport | None = None, *, quiet: bool, wrote: bool = True
) -> None:
    """Say on standard error what belongs to no report."""
    for unreadable in result.unreadable:
        echo_error(f"{unreadable.place}: {unreadable.message}")
    _report_crashes((*result.crashes, *(report.crashes if report is not None else ())))
    for failure in report.failures if report is not None else ():
        echo_error(failure)
    if quiet:
        return
    echo_remarks(map(sanitize, result.remarks))
    if report is not None:
        what = "Fixed" if wrote else "Would fix"
        echo_note(f"{what} {counted(report.fixed, 'finding')} in {counted(len(report.files), 'file')}.")
    echo_note(summary_line(result, after="" if wrote else "after these fixes"))
    if report is None and (fixable := fixable_line(result.findings)):
        echo_note(fixable)


def _report_crashes(crashes: Sequence[Crash]) -> None:
    """Name each defect once: one in a rule shows in every file that the rule looks at."""
    for (what, error), alike in grouped(((crash.what, crash.error), crash) for crash in crashes).items():
        more = f" and in {len(alike) - 1:,} more" if len(alike) > 1 else ""
        echo_error(defect_line(what, error, f"in {alike[0].path}{more}"))
        if debugging() and alike[0].traceback:
            echo_note(alike[0].traceback)
