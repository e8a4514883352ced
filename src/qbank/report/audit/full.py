"""The report for people: every finding with its line, the place underlined, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qbank.bank.editing.edits import Edit
from qbank.report.audit.concise import head
from qbank.report.audit.excerpt import excerpt
from qbank.report.audit.sources import Sources
from qbank.report.terminal import Style, sanitize
from qbank.report.wording import edit_text
from qbank.rules.core.finding import Applicability, Finding, Fix

_LONGEST_CHANGE = 48


def full(findings: Iterable[Finding], style: Style, sources: Sources | None = None) -> Iterator[str]:
    """Yield the text of each finding, a blank line after it included."""
    texts = sources or Sources()
    for finding in findings:
        yield "\n".join(_finding(finding, style, texts)) + "\n\n"


def _finding(finding: Finding, style: Style, sources: Sources) -> Iterator[str]:
    yield head(finding, style)
    number = str(finding.line)
    gutter = " " * len(number)
    line = sources.line(finding.path, finding.line)
    bar = style.paint("|", "frame")
    if line is not None:
        end = finding.end_column - 1 if finding.end_line == finding.line else len(line.rstrip())
        shown = excerpt(line, finding.column - 1, end, style, style.width - len(number) - 3)
        mark = style.paint("^" * shown.length, finding.severity)
        yield f"{gutter} {bar}"
        yield f"{style.paint(number, 'frame')} {bar} {shown.line}".rstrip()
        yield f"{gutter} {bar} {' ' * shown.offset}{mark}"
    hint = _change(finding.fix, sources.text(finding.path), style) if finding.fix else None
    label = "help" if hint is None else "fix"
    yield f"{gutter} {style.paint('=', 'frame')} {label}: {hint or f'qbank rule {finding.code}'}"


def _change(fix: Fix, text: str, style: Style) -> str:
    how = "--fix" if fix.applicability is Applicability.SAFE else "--fix --unsafe-fixes"
    what = _edit(fix.edits[0], text, style) if len(fix.edits) == 1 else f"{len(fix.edits)} changes"
    return f"{what} (qbank audit {how})"


def _edit(edit: Edit, text: str, style: Style) -> str:
    def quoted(part: str) -> str:
        # What is put in or taken out is often a quote itself.
        mark = "'" if "`" in part else "`"
        return f"{mark}{style.cut(sanitize(part), _LONGEST_CHANGE)}{mark}"

    return edit_text(edit, text, quoted)
