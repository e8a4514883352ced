"""Findings as annotations of a GitHub Actions run.

GitHub shows ten annotations a level of one step and drops the rest without a word. So the ones that count
come first, and where there are more the tenth says how many.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from qbank.audit.result import AuditResult
from qbank.report.terminal import sanitize
from qbank.report.wording import failures
from qbank.rules.core.finding import Finding, Severity
from qbank.units.format import counted

MOST = 10
"""Annotations of one level that GitHub shows of a step."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github(result: AuditResult, changed: Collection[str] = ()) -> Iterator[str]:
    """Yield workflow commands, those about the `changed` files first."""
    broken = [
        _command("error", message, file=path, title="not audited") for path, message in failures(result)
    ]
    # What the request loosens is for who reviews it.
    loosened = [_command("warning", line, title="audited more leniently") for line in result.loosened]
    first = {Severity.ERROR: broken, Severity.WARNING: loosened}
    for severity, command in _COMMANDS.items():
        findings = [finding for finding in result.findings if finding.severity is severity]
        findings.sort(key=lambda finding: finding.path not in changed)
        yield from _capped(first.get(severity, []), findings, command, severity.value)


def _capped(commands: list[str], findings: list[Finding], command: str, noun: str) -> Iterator[str]:
    total = len(commands) + len(findings)
    room = MOST if total <= MOST else MOST - 1
    yield from commands[:room]
    yield from (_annotation(finding, command) for finding in findings[: max(room - len(commands), 0)])
    if total > room:
        files = len({finding.path for finding in findings[max(room - len(commands), 0) :]})
        where = f" in {counted(files, 'file')}" if files else ""
        yield _command(command, f"{counted(total - room, f'more {noun}')}{where}")


def _annotation(finding: Finding, command: str) -> str:
    place: dict[str, object] = {"file": finding.path, "line": finding.line}
    # Over several lines GitHub takes no columns.
    if finding.end_line == finding.line:
        place |= {"col": finding.column, "endColumn": max(finding.end_column - 1, finding.column)}
    else:
        place["endLine"] = finding.end_line
    return _command(command, finding.message, **place, title=f"{finding.code} {finding.name}")


def _command(command: str, message: str, **properties: object) -> str:
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{command}{' ' if written else ''}{written}::{_data(message)}\n"


def _data(text: str) -> str:
    return sanitize(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
