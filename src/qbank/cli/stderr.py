"""What an audit says on standard error, and the patch it shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.cli.errors import note, say

if TYPE_CHECKING:
    from qbank.audit import AuditResult, Crash
    from qbank.audit.fixes import FixReport


def emit_diff(report: FixReport, output: Path | None) -> None:
    """Write what fixes would change as a patch.

    Raises:
        CommandError: if it cannot be written.
    """
    from qbank.audit.fixes import unified_diff
    from qbank.cli.output import emit_patch

    emit_patch((line for file in report.files for line in unified_diff(file)), output)


def tell(result: AuditResult, report: FixReport | None, *, quiet: bool, wrote: bool) -> None:
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
