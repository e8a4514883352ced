"""The audit as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from qbank.audit.result import AuditResult
from qbank.report.json_line import VERSION, dumps
from qbank.rules.core.finding import Finding, Fix, Severity


def audit_json(result: AuditResult, shard: Iterable[str] = ()) -> Iterator[str]:
    """Yield the text of the JSON document, one finding a line; `shard` is JSON that `qbank merge` reads.

    It is plain ASCII: every character beyond is escaped, so that no terminal and no encoding can spoil it.
    """
    yield f'{{"version": {VERSION},\n "findings": ['
    separator = "\n  "
    for finding in result.findings:
        yield separator + dumps(finding_data(finding))
        separator = ",\n  "
    yield f'],\n "summary": {dumps(summary_data(result))}'
    for index, part in enumerate(shard):
        yield part if index else f',\n "shard": {part}'
    yield "}\n"


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain data.

    Edits are code-point offsets in the file, a byte order mark not counted.
    """
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "question_id": finding.question_id,
        "field": finding.field,
        "fix": _fix_data(finding.fix),
    }


def summary_data(result: AuditResult) -> dict[str, Any]:
    """Return the counts of an audit as plain data."""
    claims = result.claims
    return {
        "files": result.files,
        "questions": result.questions,
        "errors": result.count(Severity.ERROR),
        "warnings": result.count(Severity.WARNING),
        "infos": result.count(Severity.INFO),
        "suppressed": result.suppressed,
        "claims": {
            "ok": claims.ok,
            "imprecise": claims.imprecise,
            "wrong": claims.wrong,
            "unchecked": claims.unchecked,
        },
        "puzzles": {"solvable": result.puzzles.solvable, "other": result.puzzles.other},
    }


def _fix_data(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {
        "applicability": fix.applicability.value,
        "edits": [
            {"start": edit.start, "end": edit.end, "replacement": edit.replacement} for edit in fix.edits
        ],
    }
