from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from junitparser import Error, Failure, JUnitXml

from qbank.audit.result import AuditResult, Unreadable
from qbank.report.audit.junit import junit
from qbank.rules.core.finding import Finding, Severity

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def test_a_case_a_file_as_a_reader_of_the_format_sees_it(
    finding: Make, result: Result, tmp_path: Path
) -> None:
    found = [finding("q/a.yaml"), finding("q/a.yaml", 2), finding("q/b.yaml", severity=Severity.WARNING)]
    outcome = result(
        *found,
        paths=("q/a.yaml", "q/b.yaml", "q/c.yaml", "q/d.yaml"),
        unreadable=(Unreadable("q/d.yaml", "cannot be read"),),
    )
    file = tmp_path / "report.xml"
    file.write_text("".join(junit(outcome, Severity.ERROR)), encoding="utf-8")
    [suite] = JUnitXml.fromfile(str(file))
    assert (suite.tests, suite.failures, suite.errors) == (4, 1, 1)
    a, b, c, d = suite
    assert [case.name for case in suite] == ["a.yaml", "b.yaml", "c.yaml", "d.yaml"]
    [failure] = a.result
    assert isinstance(failure, Failure)
    assert failure.message == "2 findings"
    assert failure.text.splitlines()[1].startswith("q/a.yaml:2:1: error[QB203] track: ")
    assert b.is_passed
    assert "warning[QB203]" in b.system_out
    assert c.is_passed
    assert [type(outcome) for outcome in d.result] == [Error]


def test_the_fail_level_decides_what_fails(finding: Make, result: Result) -> None:
    outcome = result(finding(severity=Severity.WARNING), paths=("a.yaml",))
    assert 'failures="0"' in "".join(junit(outcome, Severity.ERROR))
    assert 'failures="1"' in "".join(junit(outcome, Severity.WARNING))


def test_what_xml_cannot_hold_is_shown(finding: Make, result: Result) -> None:
    hostile = "]]></failure><x>&\x00\x1b\ufffe\udcff\u2028\U0001f680"
    [suite] = ElementTree.fromstring(
        "".join(junit(result(finding('<"&>.yaml', message=hostile)), Severity.INFO))
    )
    [case] = suite
    assert case.get("name") == '<"&>.yaml'
    message = case[0].get("message")
    assert message == "]]></failure><x>&\\x00\\x1b\ufffd\\udcff\\u2028\U0001f680"
