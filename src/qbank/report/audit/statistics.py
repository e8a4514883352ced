"""How often each rule was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from qbank.audit.result import AuditResult
from qbank.report.audit.json import summary_data
from qbank.report.json_document import VERSION, line
from qbank.report.terminal import Style
from qbank.rules.core.finding import Severity


@dataclass(frozen=True, slots=True)
class Count:
    """The findings of one rule with one severity, and how many of them a fix removes."""

    code: str
    name: str
    severity: Severity
    count: int
    fixable: int


def counts(result: AuditResult) -> list[Count]:
    """Return a count for every rule that found something, the most frequent first."""
    found = Counter((finding.code, finding.name, finding.severity) for finding in result.findings)
    fixable = Counter(finding.code for finding in result.findings if finding.fix is not None)
    return sorted(
        (
            Count(code, name, severity, count, fixable[code])
            for (code, name, severity), count in found.items()
        ),
        key=lambda count: (-count.count, count.code),
    )


def statistics(result: AuditResult, style: Style) -> Iterator[str]:
    """Yield a line for each rule that found something."""
    found = counts(result)
    digits = max((len(str(count.count)) for count in found), default=0)
    names = max((len(count.name) for count in found), default=0)
    for count in found:
        fixable = f"{count.fixable} fixable" if count.fixable else ""
        severity = style.paint(f"{count.severity:7}", count.severity)
        yield (
            f"{count.count:{digits}}  {count.code}  {severity}  {count.name:{names}}  {fixable}".rstrip()
            + "\n"
        )


def statistics_json(result: AuditResult) -> Iterator[str]:
    """Yield the counts as one JSON document."""
    return line({"version": VERSION, "statistics": counts(result), "summary": summary_data(result)})
