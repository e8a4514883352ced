from __future__ import annotations

from collections.abc import Callable

from qbank.audit.result import AuditResult, Unreadable
from qbank.report.audit.github import MOST, github
from qbank.rules.core.finding import Finding, Severity

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def lines(result: AuditResult, *changed: str) -> list[str]:
    return "".join(github(result, changed)).splitlines()


def test_an_annotation(finding: Make, result: Result) -> None:
    assert lines(result(finding("q/a.yaml", 3, 8, 13))) == [
        "::error file=q/a.yaml,line=3,col=8,endColumn=12,title=QB203 unknown-value::"
        "track: 'clowd' is not a track; did you mean 'cloud'?"
    ]


def test_over_several_lines_there_are_no_columns(finding: Make, result: Result) -> None:
    [line] = lines(result(finding("q/a.yaml", 3, 8, 2, end_line=5, severity=Severity.INFO)))
    assert line.startswith("::notice file=q/a.yaml,line=3,endLine=5,title=QB203 unknown-value::")


def test_ten_a_level_are_shown(finding: Make, result: Result) -> None:
    ten = [finding(f"{number}.yaml") for number in range(MOST)]
    assert len(lines(result(*ten))) == MOST
    warnings = [finding("w.yaml", severity=Severity.WARNING)] * 30
    told = lines(result(*ten, finding("z.yaml"), *warnings))
    assert len(told) == 2 * MOST
    assert told[MOST - 1] == "::error::2 more errors in 2 files"
    assert told[-1] == "::warning::21 more warnings in 1 file"


def test_files_of_the_change_come_first(finding: Make, result: Result) -> None:
    found = [finding(f"{number:02}.yaml") for number in range(20)]
    told = lines(result(*found), "15.yaml", "18.yaml")
    assert [line.partition("file=")[2][:2] for line in told[:3]] == ["15", "18", "00"]


def test_what_a_request_loosens_is_the_first_warning(finding: Make, result: Result) -> None:
    found = [finding(severity=Severity.WARNING), finding(severity=Severity.ERROR)]
    lines = "".join(github(result(*found, loosened=("qbank.toml: without QB3",)))).splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::warning", "::warning"]
    assert lines[1] == "::warning title=audited more leniently::qbank.toml: without QB3"


def test_what_was_not_audited_comes_before_all(finding: Make, result: Result) -> None:
    found = [finding(f"{number:02}.yaml") for number in range(20)]
    told = lines(result(*found, unreadable=(Unreadable("q/a.yaml", "cannot be read"),)))
    assert told[0] == "::error file=q/a.yaml,title=not audited::cannot be read"
    assert told[-1] == "::error::12 more errors in 12 files"
    assert len(told) == MOST


def test_no_text_ends_a_command_or_begins_one(finding: Make, result: Result) -> None:
    hostile = "50% off\n::error file=x::got you\r::set-env name=A::b\x1b[31m"
    [line] = lines(result(finding("a,line=9::b%.yaml", message=hostile)))
    head, _, message = line.removeprefix("::").partition("::")
    assert "file=a%2Cline=9%3A%3Ab%25.yaml," in head
    assert message == "50%25 off\\n::error file=x::got you\\r::set-env name=A::b\\x1b[31m"
