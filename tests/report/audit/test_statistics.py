from __future__ import annotations

import json
from collections.abc import Callable

from qbank.audit.result import AuditResult
from qbank.report.audit.statistics import statistics, statistics_json
from qbank.report.terminal import Style
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def some(finding: Make, result: Result) -> AuditResult:
    fix = Fix(Applicability.SAFE, ())
    period = [finding(code="QB501", name="title-period", severity=Severity.WARNING, fix=fix)] * 11
    return result(finding(), *period, finding(code="QB601", name="id-not-file-name"))


def test_the_most_frequent_first(finding: Make, result: Result) -> None:
    assert "".join(statistics(some(finding, result), Style())) == (
        "11  QB501  warning  title-period      11 fixable, safe\n"
        " 1  QB203  error    unknown-value\n"
        " 1  QB601  error    id-not-file-name\n"
        "\nFirst: `qbank audit --fix` mends 11 findings and keeps the meaning; "
        "then `qbank audit --select QB203`, 1 error in 1 file.\n"
    )


def test_nothing_found(result: Result) -> None:
    assert list(statistics(result(), Style())) == []


def test_as_json(finding: Make, result: Result) -> None:
    data = json.loads("".join(statistics_json(some(finding, result))))
    assert data["version"] == 1
    assert data["statistics"][0] == {
        "code": "QB501",
        "name": "title-period",
        "severity": "warning",
        "count": 11,
        "fixable": 11,
        "safe": 11,
        "files": 1,
    }
    assert data["summary"]["errors"] == 2
