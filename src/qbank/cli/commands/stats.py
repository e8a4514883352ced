"""`qbank stats`: how well a bank covers the field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from qbank.cli.banks import bank_index, report_unreadable
from qbank.cli.errors import CommandError
from qbank.cli.filters import FIELDS, Filters, takes_filters
from qbank.cli.options import BankFolder, Output, Quiet, choice, flag
from qbank.cli.output import echo_note, emit, style_of
from qbank.report.coverage.heat_map import of_grid, overview
from qbank.report.coverage.json import coverage_json
from qbank.report.coverage.pictures import coverage_html, coverage_svg
from qbank.report.coverage.text import coverage_text, gaps_text
from qbank.report.results.stored import overview_line
from qbank.report.terminal import Style
from qbank.results.measured import Measured, measured_questions
from qbank.sets.measured import faulty_results
from qbank.survey.coverage import COUNTED, DIMENSIONS, Coverage, Gaps
from qbank.survey.search import Wanted, records
from qbank.units.format import counted

_NARROWING = {"level", "zone", "topic", "area"}
"""Filters after which it is no gap that other words of the same field have no question."""
_TITLE = "Coverage of the question bank"


_FORMATS = ("table", "html", "svg", "json")


@takes_filters(*FIELDS)
def stats(  # noqa: PLR0917 - each option is a parameter
    rows: Annotated[
        str | None, choice(DIMENSIONS, "--rows", help="What to count by, down; with --columns.")
    ] = None,
    columns: Annotated[
        str | None, choice(DIMENSIONS, "--columns", help="What to count by, across; with --rows.")
    ] = None,
    gaps: Annotated[bool, flag("--gaps", help="Name every gap, and nothing else.")] = False,
    filters: Filters = {},  # noqa: B006 - never changed
    output_format: Annotated[
        str, choice(_FORMATS, "--format", "-f", help="table: to read; html, svg: heat maps; json: as data.")
    ] = "table",
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
    if (rows is None) != (columns is None):
        raise CommandError("--rows and --columns go together, such as `--rows topic --columns track`")
    if rows is not None and rows == columns:
        raise CommandError(f"--rows and --columns are both {rows}; name two different ones")
    if gaps and (rows is not None or output_format != "table"):
        raise CommandError("--gaps writes a list, and goes with filters alone")
    with bank_index(bank, quiet=quiet) as index:
        found = list(records(index, Wanted({"status": COUNTED, **filters})))
        known_exams = measured_questions(index.root)
        measured = [known_exams[record.id] for record in found if record.id in known_exams]
        coverage = Coverage(found)
        unreadable = report_unreadable(index, faulty_results(index.root))
    known = None if _NARROWING & set(filters) else coverage.gaps(filters.get("track"))
    if gaps and known is None:
        raise CommandError("--gaps goes with --track, --bloom, --tag, --status and --kind alone")
    grid = None if rows is None or columns is None else (rows, columns)
    if gaps and known is not None:
        emit(gaps_text(known, style_of(output), whole=True), output)
    else:
        emit(_written(coverage, known, grid, output_format, style_of(output), measured=measured), output)
    if not quiet and output_format == "table":
        echo_note(f"{counted(len(coverage), 'question')}.")
    return 2 if unreadable else 0


def _written(
    coverage: Coverage,
    gaps: Gaps | None,
    grid: tuple[str, str] | None,
    output_format: str,
    style: Style,
    *,
    measured: Sequence[Measured],
) -> Iterable[str]:
    if output_format == "json":
        yield from coverage_json(coverage, gaps, measured)
        return
    if output_format == "table":
        yield from coverage_text(coverage, style, [grid] if grid else ())
        if gaps is not None and grid is None:
            yield from gaps_text(gaps, style, whole=False)
        if measured:
            yield f"\n{overview_line(measured, len(coverage))}\n"
        return
    maps = (of_grid(coverage.grid(*grid)),) if grid else overview(coverage)
    if output_format == "svg":
        yield coverage_svg(maps, _TITLE)
    else:
        yield coverage_html(maps, gaps, _TITLE, f"{counted(len(coverage), 'question')}.")
