"""Findings as an editor shows them, and their fixes as it offers them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from lsprotocol import types

from qbank.audit.files import Task
from qbank.audit.fixes import fix_source
from qbank.bank.editing.edits import Edit
from qbank.lsp.reading import Reading
from qbank.lsp.text import EditorText
from qbank.report.terminal import sanitize
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity

SOURCE: Final = "qbank"
"""Who says it, as editors show beside a finding."""
FIX_ALL: Final = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
"""The action that applies all safe fixes; editors can do it whenever a file is saved."""

_WEIGHT: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


def diagnostics(reading: Reading, uri: str) -> list[types.Diagnostic]:
    """Return what an editor shall underline."""
    return [_diagnostic(reading, uri, finding) for finding in reading.outcome.findings]


def quick_fixes(reading: Reading, uri: str, wanted: types.Range) -> Iterator[types.CodeAction]:
    """Yield the fixes of findings that a range touches."""
    first, last = reading.text.index(wanted.start), reading.text.index(wanted.end)
    for finding in reading.outcome.findings:
        start, end = reading.extent(finding)
        if finding.fix is not None and start <= last and first <= end:
            yield _quick_fix(reading, uri, finding, finding.fix)


def fix_all(reading: Reading, uri: str) -> types.CodeAction | None:
    """Return the action that applies all safe fixes, and those that they make room for; None if none does."""
    source = reading.source
    task = Task(Path(source.path), source.path, reading.kind)
    fixed, _ = fix_source(source, task, reading.plan)
    if fixed is None:
        return None
    edit = difference(fixed.before, fixed.after)
    return types.CodeAction(
        title="qbank: apply all safe fixes",
        kind=FIX_ALL,
        edit=_workspace_edit(reading.text, uri, (edit,)),
    )


def difference(before: str, after: str) -> Edit:
    """Return one edit between two texts that leaves alone what they have in common at both ends."""
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    end = next((at for at in range(shorter - start) if before[-1 - at] != after[-1 - at]), shorter - start)
    return Edit(start, len(before) - end, after[start : len(after) - end])


def _diagnostic(reading: Reading, uri: str, finding: Finding) -> types.Diagnostic:
    return types.Diagnostic(
        range=reading.text.range(*reading.extent(finding)),
        message=sanitize(finding.message),
        severity=_WEIGHT[finding.severity],
        code=finding.code,
        source=SOURCE,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri, reading.text.range(*reading.extent(place))), sanitize(place.message)
            )
            for place in finding.related
        ]
        or None,
    )


def _quick_fix(reading: Reading, uri: str, finding: Finding, fix: Fix) -> types.CodeAction:
    safe = fix.applicability is Applicability.SAFE
    # The finding goes with the action, so that editors list it beside what it removes.
    return types.CodeAction(
        title=f"qbank: fix {finding.name}" + ("" if safe else " (look at the result)"),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[_diagnostic(reading, uri, finding)],
        is_preferred=safe or None,
        edit=_workspace_edit(reading.text, uri, fix.edits),
    )


def _workspace_edit(text: EditorText, uri: str, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    changes: Sequence[types.TextEdit] = [
        types.TextEdit(text.range(edit.start, edit.end), edit.replacement) for edit in sorted(set(edits))
    ]
    return types.WorkspaceEdit(changes={uri: changes})
