from __future__ import annotations

import json
from collections.abc import Callable

from qbank.audit.result import AuditResult, PuzzleCounts, Suppressed
from qbank.bank.editing.edits import Edit
from qbank.napkin.verdicts import ClaimCounts
from qbank.report.audit.json import audit_json
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.yamlio.positions import Span

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def test_every_key(finding: Make, result: Result) -> None:
    fix = Fix(Applicability.UNSAFE, (Edit(7, 12, "cloud"),))
    with_fix = finding("q/a.yaml", 3, 8, 13, question_id="cloud-0001", field="track", fix=fix)
    without = finding("q/b.yaml", 1, 1, 4, end_line=2, severity=Severity.WARNING)
    info = finding("q/b.yaml", 5, 1, 4, severity=Severity.INFO)
    outcome = result(
        with_fix,
        without,
        info,
        files=4,
        claims=ClaimCounts(140, 3, 1, 2),
        suppressed=(Suppressed(without, Span(3, 1, 3, 9), "so"),) * 7,
        remarks=("left out",),
        puzzles=PuzzleCounts(20, 1),
    )
    assert json.loads("".join(audit_json(outcome))) == {
        "version": 1,
        "findings": [
            {
                "code": "QB203",
                "url": "docs/rules.md#qb203-unknown-value",
                "name": "unknown-value",
                "severity": "error",
                "message": "track: 'clowd' is not a track; did you mean 'cloud'?",
                "path": "q/a.yaml",
                "line": 3,
                "column": 8,
                "end_line": 3,
                "end_column": 13,
                "question_id": "cloud-0001",
                "field": "track",
                "fix": {
                    "applicability": "unsafe",
                    "edits": [{"start": 7, "end": 12, "replacement": "cloud"}],
                },
            },
            {
                "code": "QB203",
                "url": "docs/rules.md#qb203-unknown-value",
                "name": "unknown-value",
                "severity": "warning",
                "message": "track: 'clowd' is not a track; did you mean 'cloud'?",
                "path": "q/b.yaml",
                "line": 1,
                "column": 1,
                "end_line": 2,
                "end_column": 4,
                "question_id": None,
                "field": None,
                "fix": None,
            },
            {
                "code": "QB203",
                "url": "docs/rules.md#qb203-unknown-value",
                "name": "unknown-value",
                "severity": "info",
                "message": "track: 'clowd' is not a track; did you mean 'cloud'?",
                "path": "q/b.yaml",
                "line": 5,
                "column": 1,
                "end_line": 5,
                "end_column": 4,
                "question_id": None,
                "field": None,
                "fix": None,
            },
        ],
        "summary": {
            "files": 4,
            "questions": 3,
            "sets": 0,
            "labs": 0,
            "errors": 1,
            "warnings": 1,
            "infos": 1,
            "suppressed": 7,
            "claims": {"ok": 140, "imprecise": 3, "wrong": 1, "unchecked": 2},
            "puzzles": {"solvable": 20, "other": 1},
        },
        "notes": ["left out"],
    }
    [*_, kept_back] = json.loads("".join(audit_json(outcome, suppressed=outcome.suppressed)))["suppressed"]
    assert (kept_back["path"], kept_back["suppressed_by"]) == (
        "q/b.yaml",
        {"line": 3, "column": 1, "reason": "so"},
    )


def test_nothing_found(result: Result) -> None:
    data = json.loads("".join(audit_json(result())))
    assert data["findings"] == []
    assert data["summary"]["errors"] == 0


def test_it_is_plain_ascii_whatever_the_texts(finding: Make, result: Result) -> None:
    hostile = "\x1b[2J\u202e漢\x9b\udcff"
    text = "".join(audit_json(result(finding(hostile, message=hostile))))
    assert text.isascii()
    assert all(char.isprintable() or char == "\n" for char in text)
    assert json.loads(text)["findings"][0]["path"] == hostile
