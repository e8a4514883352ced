"""Findings as an editor shows them."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from qbank.lsp.reading import PlacedFinding, Reading
from qbank.report.terminal import sanitize
from qbank.rules.core.address import rule_link
from qbank.rules.core.finding import Severity

SOURCE: Final = "qbank"
"""Who says it, as editors show beside a finding."""

_WEIGHT: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


def diagnostics(reading: Reading, uri: str) -> list[types.Diagnostic]:
    """Return what an editor shall underline."""
    return [diagnostic(reading, uri, placed) for placed in reading.findings]


def diagnostic(reading: Reading, uri: str, placed: PlacedFinding) -> types.Diagnostic:
    """Return a finding with its place, the address of its rule, and the other places that it rests on."""
    start, end, finding = placed
    link = rule_link(finding.code, finding.name, reading.plan.settings.rules_url)
    return types.Diagnostic(
        range=reading.text.range(start, end),
        message=sanitize(finding.message),
        severity=_WEIGHT[finding.severity],
        code=finding.code,
        code_description=None if link is None else types.CodeDescription(link),
        source=SOURCE,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri, reading.text.range(*reading.extent(place))), sanitize(place.message)
            )
            for place in finding.related
        ]
        or None,
    )
