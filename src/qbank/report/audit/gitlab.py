"""Findings as a GitLab code quality report: https://docs.gitlab.com/ci/testing/code_quality/."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from qbank.audit import fingerprints
from qbank.audit.result import AuditResult
from qbank.report.json_document import array
from qbank.report.terminal import sanitize
from qbank.report.wording import failures
from qbank.rules.core.finding import Finding, Severity

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab(result: AuditResult) -> Iterator[str]:
    """Yield the text of the JSON document, one finding a line."""
    issues = (_issue(finding, name) for finding, name in fingerprints.numbered(result.findings))
    broken = (_failure(path, text, number) for number, (path, text) in enumerate(failures(result)))
    return array(chain(issues, broken))


def _issue(finding: Finding, name: str) -> dict[str, Any]:
    return {
        "description": f"{finding.code}: {sanitize(finding.message)}",
        "check_name": finding.name,
        "fingerprint": name,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": sanitize(finding.path),
            "lines": {"begin": finding.line, "end": finding.end_line},
        },
    }


def _failure(path: str, message: str, number: int) -> dict[str, Any]:
    return {
        "description": sanitize(f"not audited: {message}"),
        "check_name": "not-audited",
        "fingerprint": f"not-audited:{number}:{sanitize(path)}",
        "severity": "blocker",
        "location": {"path": sanitize(path), "lines": {"begin": 1}},
    }
