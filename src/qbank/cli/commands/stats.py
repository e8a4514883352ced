"""`qbank stats`: how well a bank covers the field."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.filters import (
    AreaFilter,
    BloomFilter,
    KindFilter,
    LevelFilter,
    StatusFilter,
    TagFilter,
    TopicFilter,
    TrackFilter,
    ZoneFilter,
    read_filters,
)
from qbank.cli.options import BankFolder, Output, Quiet, choice

if TYPE_CHECKING:
    from qbank.survey.coverage import Coverage, Gaps

_NARROWING = {"level", "zone", "topic", "area"}
"""Filters after which it is no gap that other words of the same field have no question."""


class Format(StrEnum):
    """How counts are written."""

    TABLE = "table"
    HTML = "html"
    SVG = "svg"
    JSON = "json"


class Dimension(StrEnum):
    """What questions are counted by."""

    TRACK = "track"
    LEVEL = "level"
    ZONE = "zone"
    TOPIC = "topic"
    AREA = "area"
    BLOOM = "bloom"
    PHASE = "phase"
    KIND = "kind"
    STATUS = "status"


def stats(  # noqa: PLR0917 - each option is a parameter
    rows: Annotated[
        Dimension | None, choice(Dimension, "--rows", help="What to count by, down; with --columns.")
    ] = None,
    columns: Annotated[
        Dimension | None, choice(Dimension, "--columns", help="What to count by, across; with --rows.")
    ] = None,
    gaps: Annotated[bool, typer.Option("--gaps", help="Name every gap, and nothing else.")] = False,
    track: TrackFilter = None,
    level: LevelFilter = None,
    zone: ZoneFilter = None,
    topic: TopicFilter = None,
    area: AreaFilter = None,
    bloom: BloomFilter = None,
    tag: TagFilter = None,
    status: StatusFilter = None,
    kind: KindFilter = None,
    output_format: Annotated[
        Format, choice(Format, "--format", "-f", help="table: to read; html, svg: heat maps; json: as data.")
    ] = Format.TABLE,
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Count the questions of a bank by track, level, zone and topic, and name what has none.

    Archived and deleted questions do not count unless --status asks for them. A gap is a topic without a
    question, a topic or level that a track lacks, or a zone that a track lacks at a level it belongs to.

    Exit status: 0; 2 if a file could not be read.

    \b
    Examples:
      qbank stats
      qbank stats --rows topic --columns track --status published
      qbank stats --gaps --track cloud
      qbank stats --format html --output coverage.html
      qbank stats --format svg --rows zone --columns level --output zones.svg
    """
    from qbank.cli.banks import bank_index, tell_unreadable
    from qbank.cli.output import emit
    from qbank.survey.coverage import COUNTED, Coverage
    from qbank.survey.search import Wanted, records

    if (rows is None) != (columns is None):
        raise CommandError("--rows and --columns go together, such as `--rows topic --columns track`")
    if rows is not None and rows == columns:
        raise CommandError(f"--rows and --columns are both {rows}; name two different ones")
    if gaps and (rows is not None or output_format is not Format.TABLE):
        raise CommandError("--gaps writes a list, and goes with filters alone")
    filters = read_filters(
        {
            "track": track, "level": level, "zone": zone, "topic": topic, "area": area, "bloom": bloom,
            "tag": tag, "status": status, "kind": kind,
        }
    )  # fmt: skip
    with bank_index(bank, quiet=quiet) as index:
        asked = {**filters} if status else {**filters, "status": COUNTED}
        coverage = Coverage(records(index, Wanted(asked)))
        broken = tell_unreadable(index)
    known = None if _NARROWING & set(filters) else coverage.gaps(filters.get("track"))
    if gaps and known is None:
        raise CommandError("--gaps goes with --track, --bloom, --tag, --status and --kind alone")
    grid = None if rows is None or columns is None else (rows.value, columns.value)
    emit(_written(coverage, known, grid, output_format, output, whole=gaps), output)
    if not quiet and output_format is Format.TABLE:
        from qbank.report.wording import counted

        note(f"{counted(len(coverage), 'question')}.")
    return 2 if broken else 0


def _written(
    coverage: Coverage,
    gaps: Gaps | None,
    grid: tuple[str, str] | None,
    output_format: Format,
    output: Path | None,
    *,
    whole: bool,
) -> Iterable[str]:
    if output_format is Format.JSON:
        from qbank.report.coverage.json import coverage_json

        yield from coverage_json(coverage, gaps)
        return
    if output_format is Format.TABLE:
        from qbank.report.coverage.text import coverage_text, gaps_text
        from qbank.report.terminal import style_for

        style = style_for(None if output is not None else sys.stdout)
        if not whole:
            yield from coverage_text(coverage, style, [grid] if grid else ())
        if gaps is not None and grid is None:
            yield from gaps_text(gaps, style, whole=whole)
        return
    from qbank.report.coverage.heat_map import of_grid, overview
    from qbank.report.wording import counted

    maps = (of_grid(coverage.grid(*grid)),) if grid else overview(coverage)
    title = "Coverage of the question bank"
    if output_format is Format.SVG:
        from qbank.report.coverage.heat_map_svg import heat_map_svg

        yield from heat_map_svg(maps, title)
    else:
        from qbank.report.coverage.html import coverage_html

        yield coverage_html(maps, gaps, title, f"{counted(len(coverage), 'question')}.")
