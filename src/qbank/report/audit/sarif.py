"""The audit as SARIF 2.1.0, for code scanning and for viewers of static analysis.

Columns count UTF-16 code units, as the format's consumers expect. Everything is ASCII with the rest escaped.
The format: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from qbank import __version__
from qbank.audit import fingerprints
from qbank.audit.result import AuditResult, Suppressed
from qbank.bank.editing.edits import Edit
from qbank.report.audit.sources import Sources
from qbank.report.json_document import dumps, item_lines
from qbank.report.terminal import sanitize
from qbank.report.wording import failures
from qbank.rules.core.address import rule_address
from qbank.rules.core.base import Rule
from qbank.rules.core.finding import Applicability, Finding, Fix, Related, Severity
from qbank.rules.registry import all_rules

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def sarif(
    result: AuditResult,
    sources: Sources | None = None,
    rules_url: str = "",
    suppressed: Sequence[Suppressed] = (),
) -> Iterator[str]:
    """Yield the text of the SARIF document, one result a line; `rules_url` is the page of the rules.

    Of those `suppressed` the results say so. Code scanning of GitHub shows them as if they were not.
    """
    texts = sources or Sources()
    codes = {finding.code for finding in (*result.findings, *(one.finding for one in suppressed))}
    rules = [rule for rule in all_rules() if rule.code in codes]
    places = {rule.code: index for index, rule in enumerate(rules)}
    driver = {"name": "qbank", "version": __version__, "rules": [_rule(rule, rules_url) for rule in rules]}
    yield f'{{"$schema": {dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
    yield f'"tool": {{"driver": {dumps(driver)}}},\n'
    yield f'"columnKind": "utf16CodeUnits",\n"invocations": [{dumps(_invocation(result))}],\n'
    yield '"results": ['
    reasons = {one.finding: one.reason for one in suppressed}
    numbered = fingerprints.numbered((*result.findings, *reasons))
    yield from item_lines(
        {
            **_result(finding, name, places[finding.code], texts),
            **(_suppressions(reasons[finding]) if finding in reasons else {}),
        }
        for finding, name in numbered
    )
    yield "]}]}\n"


def _rule(rule: Rule, rules_url: str) -> dict[str, Any]:
    body = rule.explanation.partition("\n")[2].strip()
    # The format takes whole addresses alone.
    link = {"helpUri": rule_address(rule.code, rule.name, rules_url)} if rules_url else {}
    return {
        "id": rule.code,
        "name": "".join(map(str.capitalize, rule.name.split("-"))),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.explanation},
        "help": {
            "text": rule.explanation,
            "markdown": f"**{rule.code} {rule.name}**: {rule.summary}\n\n{body}".rstrip(),
        },
        **link,
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": ["question-bank"], "precision": "high"},
    }


def _invocation(result: AuditResult) -> dict[str, Any]:
    """Tell of what could not be audited; without that an empty list of results would look clean."""
    failed = failures(result)
    notices: list[dict[str, Any]] = [
        {
            "level": "error",
            "message": {"text": sanitize(f"{path}: {message}")},
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(path)}}],
        }
        for path, message in failed
    ]
    notices += ({"level": "note", "message": {"text": sanitize(remark)}} for remark in result.remarks)
    told = {"toolExecutionNotifications": notices} if notices else {}
    return {"executionSuccessful": not failed, **told}


def _result(finding: Finding, name: str, index: int, sources: Sources) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": _physical(finding, finding.path, sources)}
    logical = ".".join(part for part in (finding.question_id, finding.field) if part)
    if logical:
        location["logicalLocations"] = [{"fullyQualifiedName": sanitize(logical)}]
    data: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": sanitize(finding.message)},
        "locations": [location],
        "partialFingerprints": {"primaryLocationLineHash": name, "qbankFinding/v1": name},
    }
    if finding.related:
        data["relatedLocations"] = [
            {
                "message": {"text": sanitize(place.message)},
                "physicalLocation": _physical(place, finding.path, sources),
            }
            for place in finding.related
        ]
    if finding.fix is not None:
        data["fixes"] = [_fix(finding.path, finding.fix, sources)]
    return data


def _suppressions(reason: str) -> dict[str, Any]:
    justification = {"justification": sanitize(reason)} if reason else {}
    return {"suppressions": [{"kind": "inSource", **justification}]}


def _fix(path: str, fix: Fix, sources: Sources) -> dict[str, Any]:
    safe = fix.applicability is Applicability.SAFE
    what = "Keeps the meaning." if safe else "May change the meaning: read it before you apply it."
    edits: Iterable[Edit] = sorted(fix.edits, key=lambda edit: edit.start)
    return {
        "description": {"text": what},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(path),
                "replacements": [
                    {
                        "deletedRegion": _edit_region(path, edit, sources),
                        "insertedContent": {"text": edit.replacement},
                    }
                    for edit in edits
                ],
            }
        ],
    }


def _artifact(path: str) -> dict[str, Any]:
    # A name that is no UTF-8 keeps its bytes; whatever else a name holds becomes harmless here as well.
    name = path.replace(os.sep, "/")
    quoted = quote(os.fsencode(name))
    if name.startswith("/"):
        return {"uri": f"file://{quoted}"}
    return {"uri": quoted.removeprefix("./"), "uriBaseId": ROOT}


def _physical(place: Finding | Related, path: str, sources: Sources) -> dict[str, Any]:
    region = _units(path, (place.line, place.column), (place.end_line, place.end_column), sources)
    return {"artifactLocation": _artifact(path), "region": region}


def _edit_region(path: str, edit: Edit, sources: Sources) -> dict[str, int]:
    first, last = sources.position(path, edit.start), sources.position(path, edit.end)
    return _units(path, first, last, sources)


def _units(path: str, start: tuple[int, int], end: tuple[int, int], sources: Sources) -> dict[str, int]:
    """Return a region in UTF-16 code units."""
    return {
        "startLine": start[0],
        "startColumn": _unit(path, *start, sources),
        "endLine": end[0],
        "endColumn": _unit(path, *end, sources),
    }


def _unit(path: str, line: int, column: int, sources: Sources) -> int:
    text = sources.line(path, line) or ""
    before = text[: column - 1]
    # Beyond the basic plane a character takes two units.
    return column if before.isascii() else column + sum(char > "\uffff" for char in before)
