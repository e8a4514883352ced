"""One line a finding: `path:line:column: error[QB301] message`, as editors and `grep` like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from qbank.audit.result import Suppressed
from qbank.report.terminal import Style, sanitize
from qbank.rules.core.address import rule_link
from qbank.rules.core.finding import Finding


def concise(
    findings: Iterable[Finding], style: Style, rules_url: str = "", suppressed: Iterable[Suppressed] = ()
) -> Iterator[str]:
    """Yield a line for each finding, its line end included; where a terminal can, codes lead to rules."""
    for finding in findings:
        yield f"{head(finding, style, rules_url)}\n"
    yield from suppressed_lines(suppressed, style, rules_url)


def suppressed_lines(suppressed: Iterable[Suppressed], style: Style, rules_url: str = "") -> Iterator[str]:
    """Yield a line for each finding that is not reported: what it is, and which comment says so."""
    for one in suppressed:
        why = f": {sanitize(one.reason)}" if one.reason else ", which gives no reason"
        yield f"{head(one.finding, style, rules_url, suppressed=True)} (by line {one.by.line}{why})\n"


def head(finding: Finding, style: Style, rules_url: str = "", *, suppressed: bool = False) -> str:
    """Return where a finding is, how much it weighs, its code, and what it says."""
    place = style.paint(f"{sanitize(finding.path)}:{finding.line}:{finding.column}", "bold")
    label = style.paint(f"{finding.severity}[{finding.code}]", finding.severity)
    if suppressed:
        label = style.paint(f"suppressed {finding.severity}[{finding.code}]", "dim")
    if style.links:
        place = style.link(place, _file_address(finding.path))
        label = style.link(label, rule_link(finding.code, finding.name, rules_url))
    return f"{place}: {label} {sanitize(finding.message)}"


def _file_address(path: str) -> str | None:
    try:
        return Path(path).absolute().as_uri()
    except (OSError, ValueError):
        return None
