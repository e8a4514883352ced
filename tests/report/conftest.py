from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qbank.audit.result import AuditResult
from qbank.napkin.verdicts import ClaimCounts
from qbank.rules.core.finding import Finding, Severity


def finding(
    path: str = "a.yaml", line: int = 1, column: int = 1, end_column: int = 2, **other: Any
) -> Finding:
    fields: dict[str, Any] = {
        "code": "QB203",
        "name": "unknown-value",
        "severity": Severity.ERROR,
        "message": "track: 'clowd' is not a track; did you mean 'cloud'?",
        "end_line": line,
        **other,
    }
    return Finding(path=path, line=line, column=column, end_column=end_column, **fields)


def result(*findings: Finding, **other: Any) -> AuditResult:
    fields: dict[str, Any] = {
        "files": 3,
        "questions": 3,
        "claims": ClaimCounts(),
        "claims_checked": True,
        "suppressed": (),
        "unreadable": (),
        "crashes": (),
        "remarks": (),
        **other,
    }
    return AuditResult(findings=findings, **fields)


@pytest.fixture(name="finding")
def finding_fixture() -> Callable[..., Finding]:
    return finding


@pytest.fixture(name="result")
def result_fixture() -> Callable[..., AuditResult]:
    return result
