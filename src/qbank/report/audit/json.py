"""The audit as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from qbank.audit.result import AuditResult, Suppressed
from qbank.picking import pick
from qbank.report.json_document import document, dumps, item_lines
from qbank.rules.core.address import rule_address
from qbank.rules.core.finding import Finding, Severity


def audit_json(
    result: AuditResult,
    shard: Iterable[str] = (),
    rules_url: str = "",
    suppressed: Iterable[Suppressed] | None = None,
) -> Iterator[str]:
    """Yield the text of the JSON document, one finding a line; `shard` is JSON that `qbank merge` reads.

    It is plain ASCII: every character beyond is escaped, so that no terminal and no encoding can spoil it.
    """

    def data(finding: Finding) -> dict[str, Any]:
        return {**finding_data(finding), "url": rule_address(finding.code, finding.name, rules_url)}

    def more() -> Iterator[str]:
        yield f',\n "notes": {dumps(result.remarks)}'
        if suppressed is not None:
            yield ',\n "suppressed": ['
            yield from item_lines(
                {
                    **data(one.finding),
                    "suppressed_by": {**pick(one.by, "line", "column"), "reason": one.reason},
                }
                for one in suppressed
            )
            yield "]"
        for index, part in enumerate(shard):
            yield part if index else f',\n "shard": {part}'

    return document("findings", map(data, result.findings), summary_data(result), more())


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as data.

    Edits are code-point offsets in the file, a byte order mark not counted.
    """
    return {
        **pick(finding, "code", "name", "severity", "message", "path", "line", "column"),
        **pick(finding, "end_line", "end_column", "question_id", "field", "fix"),
        **(pick(finding, "related") if finding.related else {}),
    }


def summary_data(result: AuditResult) -> dict[str, Any]:
    """Return the counts of an audit as data."""
    return {
        **pick(result, "files", "questions", "sets", "labs"),
        **{f"{severity}s": result.count(severity) for severity in Severity},
        "suppressed": len(result.suppressed),
        **pick(result, "claims", "puzzles"),
    }
