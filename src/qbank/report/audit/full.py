"""The report for people: every finding with its line, the place underlined, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from qbank.audit.result import Suppressed
from qbank.bank.editing.edits import Edit
from qbank.report.audit.concise import head, suppressed_lines
from qbank.report.audit.excerpt import excerpt
from qbank.report.audit.sources import Sources
from qbank.report.audit.statistics import rule_counts, rule_table
from qbank.report.terminal import Style, sanitize
from qbank.report.wording import edit_text
from qbank.rules.core.address import rule_address
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.units.format import counted

_LONGEST_CHANGE = 48
_MOST_RELATED = 3


_FEW: Final = 8
_MOST_RULES: Final = 12


def full(
    findings: Sequence[Finding],
    style: Style,
    sources: Sources | None = None,
    *,
    rules_url: str = "",
    most: int | None = None,
    suppressed: Iterable[Suppressed] = (),
) -> Iterator[str]:
    """Yield the text of each finding, a blank line after it included, and a line for each suppressed one.

    Of more than `most` (None: whatever there is) the few that weigh most are shown, and the rules that found
    most of the rest, so that it all fits on a screen.
    """
    texts = sources or Sources()
    shown = findings if most is None or len(findings) <= most else _heaviest(findings, min(most, _FEW))
    for finding in shown:
        yield "\n".join(_finding(finding, style, texts, rules_url)) + "\n\n"
    if len(shown) < len(findings):
        yield from _rest(findings, len(shown), style)
    yield from suppressed_lines(suppressed, style, rules_url)


def _heaviest(findings: Sequence[Finding], number: int) -> list[Finding]:
    """Return the first findings of those that weigh most, in the order of their places."""
    ranks = list(Severity)
    gravest = sorted(range(len(findings)), key=lambda place: ranks.index(findings[place].severity))
    return [findings[place] for place in sorted(gravest[:number])]


def _rest(findings: Sequence[Finding], shown: int, style: Style) -> Iterator[str]:
    """Count what is not shown: the rules with most findings, and how to see the rest."""
    counts = rule_counts(findings)
    files = len({finding.path for finding in findings})
    yield f"{style.paint(counted(len(findings), 'finding'), 'bold')} in {counted(files, 'file')}:\n\n"
    yield from rule_table(counts[:_MOST_RULES], style)
    if len(counts) > _MOST_RULES:
        yield f"{style.ellipsis} and {counted(len(counts) - _MOST_RULES, 'more rule')}\n"
    yield (
        f"\n{style.ellipsis} and {len(findings) - shown:,} more findings; see --statistics, "
        f"--select {counts[0].code}, --format concise or --limit 0\n\n"
    )


def _finding(finding: Finding, style: Style, sources: Sources, rules_url: str) -> Iterator[str]:
    yield head(finding, style, rules_url)
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
    equals = style.paint("=", "frame")
    for place in finding.related[:_MOST_RELATED]:
        yield f"{gutter} {equals} line {place.line}: {sanitize(place.message)}"
    if len(finding.related) > _MOST_RELATED:
        yield f"{gutter} {equals} and {counted(len(finding.related) - _MOST_RELATED, 'more place')}"
    address = rule_address(finding.code, finding.name, rules_url) if rules_url else None
    yield f"{gutter} {equals} {label}: {hint or address or f'qbank rule {finding.code}'}"


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
