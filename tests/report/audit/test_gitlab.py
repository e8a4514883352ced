from __future__ import annotations

import json
from collections.abc import Callable

from qbank.audit.result import AuditResult, Unreadable
from qbank.report.audit.gitlab import gitlab
from qbank.rules.core.finding import Finding, Severity

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def test_every_key(finding: Make, result: Result) -> None:
    found = [
        finding("q/a.yaml", 3, 8, 13, fingerprint="ab"),
        finding("q/a.yaml", 4, 8, 13, fingerprint="ab", severity=Severity.WARNING, end_line=6),
    ]
    text = "".join(gitlab(result(*found)))
    assert text.isascii()
    assert json.loads(text) == [
        {
            "description": "QB203: track: 'clowd' is not a track; did you mean 'cloud'?",
            "check_name": "unknown-value",
            "fingerprint": "ab:1",
            "severity": "major",
            "location": {"path": "q/a.yaml", "lines": {"begin": 3, "end": 3}},
        },
        {
            "description": "QB203: track: 'clowd' is not a track; did you mean 'cloud'?",
            "check_name": "unknown-value",
            "fingerprint": "ab:2",
            "severity": "minor",
            "location": {"path": "q/a.yaml", "lines": {"begin": 4, "end": 6}},
        },
    ]


def test_nothing_found_is_an_empty_list(result: Result) -> None:
    assert json.loads("".join(gitlab(result()))) == []


def test_what_was_not_audited_blocks(result: Result) -> None:
    unreadable = (Unreadable("a.yaml", "no"), Unreadable("b.yaml", "no"))
    issues = json.loads("".join(gitlab(result(unreadable=unreadable))))
    assert [issue["severity"] for issue in issues] == ["blocker", "blocker"]
    assert len({issue["fingerprint"] for issue in issues}) == 2
