"""`qbank export`: a bank as tables for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from qbank.cli.banks import bank_index, from_here, report_unreadable
from qbank.cli.errors import CommandError
from qbank.cli.filters import FIELDS, Filters, takes_filters
from qbank.cli.options import BankFolder, Output, Quiet, choice, flag
from qbank.cli.output import echo_note, emit, emit_bytes
from qbank.survey.index import Index
from qbank.survey.search import Wanted, search
from qbank.survey.tables import Source, sqlite_bytes, write_csv
from qbank.units.format import counted
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_SUFFIXES = {".sqlite": "sqlite", ".sqlite3": "sqlite", ".db": "sqlite", ".csv": "csv"}


@takes_filters(*FIELDS)
def export(  # noqa: PLR0917 - each option is a parameter
    filters: Filters = {},  # noqa: B006 - never changed
    output_format: Annotated[
        str | None, choice(("sqlite", "csv"), "--format", "-f", help="sqlite or csv; else told by --output.")
    ] = None,
    verbatim: Annotated[
        bool, flag("--verbatim", help="CSV: put no apostrophe before what looks like a formula.")
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
    form = output_format or _format_of(output)
    if form == "sqlite" and output is None:
        raise CommandError("a SQLite file is no text; name a file, as --output bank.sqlite")
    if verbatim and form != "csv":
        raise CommandError("--verbatim goes with CSV alone")
    with bank_index(bank, quiet=quiet) as index:
        files = [hit.path for hit in search(index, Wanted(filters)).shown]
        sources = _sources(index, files)
        if form == "csv":
            emit(write_csv(sources, verbatim=verbatim), output)
        elif output is not None:
            emit_bytes(sqlite_bytes(sources), output)
        unreadable = report_unreadable(index)
    if not quiet:
        echo_note(f"{counted(len(files), 'question')}.")
    return 2 if unreadable else 0


def _format_of(output: Path | None) -> str:
    if output is None:
        return "csv"
    form = _SUFFIXES.get(output.suffix.lower())
    if form is None:
        raise CommandError(f"{output}: say which format with --format, or end the name in .sqlite or .csv")
    return form


def _sources(index: Index, files: list[str]) -> Iterator[Source]:
    for path in files:
        try:
            yield Source(path, read_file(index.root / path).data)
        except ReadError as error:  # it was changed meanwhile
            raise CommandError(f"{from_here(index.root, path)}:{error.problem}") from error
