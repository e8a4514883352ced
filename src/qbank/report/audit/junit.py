"""Findings as JUnit XML, which most CI systems show: a test case a file, failed by what fails the audit.

There is no standard; this is the part of the format that Jenkins, GitLab and Azure agree on.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from qbank.audit.result import AuditResult, weighs
from qbank.report.terminal import sanitize
from qbank.report.wording import counted
from qbank.rules.core.finding import Finding, Severity

# What XML 1.0 admits beside the characters that `sanitize` shows already.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(result: AuditResult, fail_on: Severity) -> Iterator[str]:
    """Yield the document, a test case at a time."""
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in result.findings:
        by_path[finding.path].append(finding)
    errors: dict[str, list[str]] = defaultdict(list)
    for unreadable in result.unreadable:
        errors[unreadable.path].append(unreadable.message)
    for crash in result.crashes:
        errors[crash.path].append(f"internal error: {crash.what}: {crash.error}")
    paths = sorted({*result.paths, *by_path, *errors})
    failed = sum(
        path not in errors and any(weighs(finding, fail_on) for finding in by_path[path])
        for path in paths
        if path in by_path
    )
    counts = f'tests="{len(paths)}" failures="{failed}" errors="{len(errors)}"'
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="qbank" {counts}>\n'
    yield f'<testsuite name="qbank audit" {counts} skipped="0" time="0">\n'
    for path in paths:
        yield from _case(path, by_path.get(path, []), errors.get(path, []), fail_on)
    yield "</testsuite>\n</testsuites>\n"


def _case(path: str, findings: list[Finding], errors: list[str], fail_on: Severity) -> Iterator[str]:
    folder, _, name = path.rpartition("/")
    attributes = f"classname={_attribute(folder or '.')} name={_attribute(name)} file={_attribute(path)}"
    opening = f'  <testcase {attributes} time="0"'
    if not findings and not errors:
        yield f"{opening}/>\n"
        return
    yield f"{opening}>\n"
    failing = [finding for finding in findings if weighs(finding, fail_on)]
    if errors:
        # A case has one outcome; what could not be audited goes before what was found.
        yield f'    <error message={_attribute(errors[0])} type="not-audited">'
        yield f"{_text(chr(10).join([*errors, *map(_line, failing)]))}</error>\n"
    elif failing:
        first = failing[0].message if len(failing) == 1 else counted(len(failing), "finding")
        codes = " ".join(sorted({finding.code for finding in failing}))
        yield f"    <failure message={_attribute(first)} type={_attribute(codes)}>"
        yield f"{_text(chr(10).join(map(_line, failing)))}</failure>\n"
    rest = [finding for finding in findings if not weighs(finding, fail_on)]
    if rest:
        yield f"    <system-out>{_text(chr(10).join(map(_line, rest)))}</system-out>\n"
    yield "  </testcase>\n"


def _line(finding: Finding) -> str:
    place = f"{sanitize(finding.path)}:{finding.line}:{finding.column}"
    return f"{place}: {finding.severity}[{finding.code}] {sanitize(finding.message)}"


def _attribute(text: str) -> str:
    return quoteattr(_NO_XML.sub("\ufffd", sanitize(text)))


def _text(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", "\n".join(map(sanitize, text.split("\n")))))
