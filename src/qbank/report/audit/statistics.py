"""How often each rule was broken, and what to do first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from qbank.audit.result import AuditResult
from qbank.grouping import grouped
from qbank.report.audit.json import summary_data
from qbank.report.json_document import VERSION, line
from qbank.report.terminal import Style
from qbank.rules.core.finding import Applicability, Finding, Severity
from qbank.units.format import counted


class Count(Struct, frozen=True):
    """The findings of one rule with one severity, in how many files, and how many of them a fix removes.

    `safe` are those among the fixable whose fix keeps the meaning.
    """

    code: str
    name: str
    severity: Severity
    count: int
    fixable: int
    safe: int = 0
    files: int = 0


def rule_counts(findings: Iterable[Finding]) -> list[Count]:
    """Return a count for every rule that found something, the most frequent first."""
    groups = grouped(((finding.code, finding.name, finding.severity), finding) for finding in findings)
    counts = [_count(*rule, found) for rule, found in groups.items()]
    return sorted(counts, key=lambda count: (-count.count, count.code))


def _count(code: str, name: str, severity: Severity, findings: Sequence[Finding]) -> Count:
    fixes = [finding.fix for finding in findings if finding.fix is not None]
    safe = sum(fix.applicability is Applicability.SAFE for fix in fixes)
    files = {finding.path for finding in findings}
    return Count(code, name, severity, len(findings), len(fixes), safe, len(files))


def statistics(result: AuditResult, style: Style) -> Iterator[str]:
    """Yield a line for each rule that found something, and what to do first."""
    counts = rule_counts(result.findings)
    yield from rule_table(counts, style)
    yield from _first(counts, style)


def rule_table(counts: Sequence[Count], style: Style) -> Iterator[str]:
    """Yield a line for each count."""
    digits = max((len(str(count.count)) for count in counts), default=0)
    names = max((len(count.name) for count in counts), default=0)
    for count in counts:
        severity = style.paint(f"{count.severity:7}", count.severity)
        row = f"{count.count:{digits}}  {count.code}  {severity}  {count.name:{names}}  {_fixable(count)}"
        yield f"{row.rstrip()}\n"


def statistics_json(result: AuditResult) -> Iterator[str]:
    """Yield the counts as one JSON document."""
    counts = rule_counts(result.findings)
    return line({"version": VERSION, "statistics": counts, "summary": summary_data(result)})


def _fixable(count: Count) -> str:
    if not count.fixable:
        return ""
    if count.safe in {0, count.fixable}:
        return f"{count.fixable} fixable" + (", safe" if count.safe else "")
    return f"{count.fixable} fixable, {count.safe} of them safe"


def _first(counts: Sequence[Count], style: Style) -> Iterator[str]:
    """Say what to do first: what needs nobody, then the gravest rule that is in most files."""
    if not counts:
        return
    steps = []
    safe = sum(count.safe for count in counts)
    if safe:
        steps.append(f"`qbank audit --fix` mends {counted(safe, 'finding')} and keeps the meaning")
    by_hand = [count for count in counts if count.count > count.safe]
    if by_hand:
        ranks = list(Severity)
        gravest = min(by_hand, key=lambda count: (ranks.index(count.severity), -count.count, count.code))
        where = (
            f"{counted(gravest.count - gravest.safe, gravest.severity)} in {counted(gravest.files, 'file')}"
        )
        steps.append(f"`qbank audit --select {gravest.code}`, {where}")
    yield f"\n{style.paint('First:', 'bold')} {'; then '.join(steps)}.\n"
