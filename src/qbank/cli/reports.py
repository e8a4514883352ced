"""The formats of an audit's report, and writing it in one of them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings
from qbank.cli.options import choice
from qbank.cli.output import emit, emit_as, style_of
from qbank.errors import InputError
from qbank.report.audit.sources import Sources


class Format(StrEnum):
    """How findings are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"

    @property
    def for_programs(self) -> bool:
        """Whether nobody reads it, so that nothing needs to be said beside it."""
        return self in {Format.JSON, Format.SARIF, Format.GITLAB, Format.JUNIT}

    @property
    def can_show_suppressed(self) -> bool:
        """Whether it has a place for findings that are not reported."""
        return self in {Format.FULL, Format.CONCISE, Format.JSON, Format.SARIF}


ReportFormat = Annotated[
    Format,
    choice(
        Format,
        "--format",
        "-f",
        help="full: with the lines; concise: a line each; json: as data; sarif, github, gitlab, junit: "
        "for CI systems.",
    ),
]


def emit_report(
    result: AuditResult,
    output_format: Format,
    output: Path | None,
    *,
    settings: Settings,
    shard: Iterable[str] = (),
    most: int | None = None,
    given: Mapping[str, bytes] | None = None,
    show_suppressed: bool = False,
) -> None:
    """Write a report to a file or standard output; `shard` goes into one as JSON.

    With `show_suppressed` it lists what comments keep from being reported as well. Of more than `most`
    findings one to read shows the first few. `given` are files that came from elsewhere than their paths.

    Raises:
        InputError: if it cannot be written.
    """
    style, sources = style_of(output), Sources(given)
    chunks: Iterable[str]
    rules_url, suppressed = settings.rules_url, result.suppressed if show_suppressed else ()
    match output_format:
        case Format.FULL:
            from qbank.report.audit.full import full

            chunks = full(
                result.findings, style, sources, rules_url=rules_url, most=most, suppressed=suppressed
            )
        case Format.CONCISE:
            from qbank.report.audit.concise import concise

            chunks = concise(result.findings, style, rules_url, suppressed)
        case Format.JSON:
            from qbank.report.audit.json import audit_json

            chunks = audit_json(result, shard, rules_url, suppressed if show_suppressed else None)
        case Format.SARIF:
            from qbank.report.audit.sarif import sarif

            chunks = sarif(result, sources, rules_url, suppressed)
        case Format.GITHUB:
            from qbank.report.audit.github import github

            chunks = github(result, _changed())
        case Format.GITLAB:
            from qbank.report.audit.gitlab import gitlab

            chunks = gitlab(result)
        case Format.JUNIT:
            from qbank.report.audit.junit import junit

            chunks = [junit(result, settings.fail_on)]
    emit(chunks, output, commands=output_format is Format.GITHUB)


def emit_statistics(result: AuditResult, output_format: Format, output: Path | None) -> None:
    """Write how often each rule was broken, as lines or as JSON.

    Raises:
        InputError: if it cannot be written.
    """
    from qbank.report.audit.statistics import statistics, statistics_json

    emit_as(output_format, output, partial(statistics, result), partial(statistics_json, result))


def _changed() -> Collection[str]:
    """Return the files of the pull request that a workflow runs for, as far as git knows them."""
    base = os.environ.get("GITHUB_BASE_REF")
    if not base:
        return ()
    from qbank.audit.changes.scope import Changes

    try:
        return {path.as_posix() for path in Changes.since(f"origin/{base}").present}
    except InputError:
        # A shallow clone does not hold the base; then no file goes before another.
        return ()
