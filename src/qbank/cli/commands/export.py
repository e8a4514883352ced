"""`qbank export`: a bank as tables for other programs."""

from __future__ import annotations

from collections.abc import Iterator
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
    from qbank.survey.index import Index
    from qbank.survey.tables import Source


class Format(StrEnum):
    """Kinds of tables."""

    SQLITE = "sqlite"
    CSV = "csv"


_SUFFIXES = {".sqlite": Format.SQLITE, ".sqlite3": Format.SQLITE, ".db": Format.SQLITE, ".csv": Format.CSV}


def export(  # noqa: PLR0917 - each option is a parameter
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
        Format | None, choice(Format, "--format", "-f", help="sqlite or csv; else told by --output.")
    ] = None,
    verbatim: Annotated[
        bool,
        typer.Option("--verbatim", help="CSV: put no apostrophe before what looks like a formula."),
    ] = False,
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Write questions as tables: a SQLite file, or CSV with a question a line.

    CSV goes to standard output unless --output names a file. In CSV, a cell that begins with =, +, -, @ or a
    tab gets an apostrophe before it, because a spreadsheet would run it.

    Exit status: 0; 2 if a file could not be read.

    \b
    Examples:
      qbank export --output bank.sqlite
      qbank export --status published --output published.csv
      qbank export --format csv --track cloud
    """
    from qbank.cli.banks import bank_index, tell_unreadable
    from qbank.cli.output import emit, emit_bytes
    from qbank.survey.search import Wanted, search
    from qbank.survey.tables import sqlite_bytes, write_csv

    form = output_format or _told(output)
    if form is Format.SQLITE and output is None:
        raise CommandError("a SQLite file is no text; name a file, as --output bank.sqlite")
    if verbatim and form is not Format.CSV:
        raise CommandError("--verbatim goes with CSV alone")
    filters = read_filters(
        {
            "track": track, "level": level, "zone": zone, "topic": topic, "area": area, "bloom": bloom,
            "tag": tag, "status": status, "kind": kind,
        }
    )  # fmt: skip
    with bank_index(bank, quiet=quiet) as index:
        found = [hit.path for hit in search(index, Wanted(filters)).shown]
        sources = _sources(index, found)
        if form is Format.CSV:
            emit(write_csv(sources, verbatim=verbatim), output)
        elif output is not None:
            emit_bytes(sqlite_bytes(sources), output)
        broken = tell_unreadable(index)
    if not quiet:
        from qbank.report.wording import counted

        note(f"{counted(len(found), 'question')}.")
    return 2 if broken else 0


def _told(output: Path | None) -> Format:
    if output is None:
        return Format.CSV
    form = _SUFFIXES.get(output.suffix.lower())
    if form is None:
        raise CommandError(f"{output}: say which format with --format, or end the name in .sqlite or .csv")
    return form


def _sources(index: Index, paths: list[str]) -> Iterator[Source]:
    from qbank.cli.banks import from_here
    from qbank.survey.tables import Source
    from qbank.yamlio.read_problems import ReadError
    from qbank.yamlio.reader import read_file

    for path in paths:
        try:
            yield Source(path, read_file(index.root / path).data)
        except ReadError as error:  # it was changed meanwhile
            span = error.problem.span
            place = f"{from_here(index.root, path)}:{span.line}:{span.column}"
            raise CommandError(f"{place}: {error.problem.message}") from error
