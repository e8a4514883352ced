"""Findings as JUnit XML, which most CI systems show: a test case a file, failed by what fails the audit.

There is no standard; this is the part of the format that Jenkins, GitLab and Azure agree on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from markupsafe import Markup

from qbank import pages
from qbank.audit.result import AuditResult, weighs
from qbank.grouping import grouped
from qbank.report.audit.concise import head
from qbank.report.terminal import Style, sanitize
from qbank.report.wording import failures
from qbank.rules.core.finding import Finding, Severity
from qbank.units.format import counted

# What XML 1.0 admits beside the characters that `sanitize` shows already.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(result: AuditResult, fail_on: Severity) -> str:
    """Return the document."""
    findings = grouped((finding.path, finding) for finding in result.findings)
    errors = grouped(failures(result))
    paths = sorted({*result.paths, *findings, *errors})
    cases = [_case(path, errors.get(path, []), findings.get(path, []), fail_on) for path in paths]
    return pages.markup("report/junit.xml.j2", cases=cases, quoted=_quoted, text=_text)


def _case(path: str, errors: list[str], findings: list[Finding], fail_on: Severity) -> dict[str, Any]:
    folder, _, name = path.rpartition("/")
    failing = [finding for finding in findings if weighs(finding, fail_on)]
    return {
        "path": path,
        "folder": folder,
        "name": name,
        "errors": errors,
        "failing": failing,
        "message": failing[0].message if len(failing) == 1 else counted(len(failing), "finding"),
        "passing": [finding for finding in findings if not weighs(finding, fail_on)],
    }


def _quoted(text: str) -> Markup:
    return Markup(quoteattr(_NO_XML.sub("\ufffd", sanitize(text))))


def _text(messages: Iterable[str], findings: Iterable[Finding]) -> Markup:
    """Print messages and findings, a line each."""
    lines = [sanitize(line) for message in messages for line in message.split("\n")]
    lines += [head(finding, Style()) for finding in findings]
    return Markup(escape(_NO_XML.sub("\ufffd", "\n".join(lines))))
