"""One line a finding: `path:line:column: error[QB301] message`, as editors and `grep` like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qbank.report.terminal import Style, sanitize
from qbank.rules.core.finding import Finding


def concise(findings: Iterable[Finding], style: Style) -> Iterator[str]:
    """Yield a line for each finding, its line end included."""
    for finding in findings:
        yield f"{head(finding, style)}\n"


def head(finding: Finding, style: Style) -> str:
    """Return where a finding is, how much it weighs, its code, and what it says."""
    place = f"{sanitize(finding.path)}:{finding.line}:{finding.column}"
    label = f"{finding.severity}[{finding.code}]"
    return f"{style.paint(place, 'bold')}: {style.paint(label, finding.severity)} {sanitize(finding.message)}"
