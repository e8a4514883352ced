from __future__ import annotations

from collections.abc import Callable

from qbank.audit.result import AuditResult, PuzzleCounts, Suppressed
from qbank.napkin.verdicts import ClaimCounts
from qbank.report.wording import fixable_line, summary_line
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.units.format import counted
from qbank.yamlio.positions import Span

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def test_counted() -> None:
    assert [counted(number, "file") for number in (0, 1, 2, 10711)] == [
        "0 files",
        "1 file",
        "2 files",
        "10,711 files",
    ]


def test_summary(finding: Make, result: Result) -> None:
    found = [finding(), finding(), finding(severity=Severity.WARNING)]
    outcome = result(*found, files=24, questions=24, claims=ClaimCounts(140, 0, 1, 2))
    assert summary_line(outcome) == (
        "Audited 24 questions: 2 errors, 1 warning; 143 claims: 140 ok, 1 wrong, 2 unchecked."
    )


def test_summary_of_little(finding: Make, result: Result) -> None:
    kept_back = Suppressed(finding(), Span(1, 1, 1, 2))
    assert summary_line(result(files=1, questions=1)) == "Audited 1 question: no findings; 0 claims."
    assert summary_line(result(claims_checked=False)) == "Audited 3 questions: no findings."
    labs = result(claims_checked=False, puzzles=PuzzleCounts(20, 1))
    assert summary_line(labs).endswith("no findings; 21 puzzles: 20 solvable, 1 not.")
    few = result(files=5, suppressed=(kept_back, kept_back), claims_checked=False)
    assert summary_line(few) == ("Audited 5 files with 3 questions: no findings, 2 suppressed.")


def test_summary_after_something(finding: Make, result: Result) -> None:
    outcome = result(finding(), claims_checked=False)
    assert summary_line(outcome, after="after these fixes") == (
        "Audited 3 questions: after these fixes, 1 error."
    )


def test_what_can_be_fixed(finding: Make) -> None:
    safe = finding(fix=Fix(Applicability.SAFE, ()))
    unsafe = finding(fix=Fix(Applicability.UNSAFE, ()))
    assert fixable_line((finding(),)) is None
    assert fixable_line((safe, safe)) == "2 can be fixed with --fix."
    assert fixable_line((unsafe,)) == "1 can be fixed with --fix --unsafe-fixes."
    assert fixable_line((safe, unsafe)) == "1 can be fixed with --fix, 1 more with --fix --unsafe-fixes."
