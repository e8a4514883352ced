"""`qbank import`: questions out of other files into a bank."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from qbank.bank.discovery import find_root
from qbank.cli.errors import CommandError
from qbank.cli.options import Quiet, TextOrJson, choice, flag, path, paths
from qbank.cli.output import echo_note, echo_remarks, emit
from qbank.importing.completing import Defaults
from qbank.importing.registry import SOURCES
from qbank.model.taxonomy import TOPICS, Area, Level, Track, Zone
from qbank.quoting import printable


def import_(  # noqa: PLR0917 - each option is a parameter
    files: Annotated[list[Path], paths("SOURCE...", "Files to import, or the folder of another bank.")],
    form: Annotated[
        str | None,
        choice(
            SOURCES,
            "--from",
            metavar="FORMAT",
            help="The format, such as md, moodle or gift; else told by the content of each source.",
        ),
    ] = None,
    bank: Annotated[
        Path | None,
        path(
            "--bank",
            metavar="FOLDER",
            help="The bank to write into, for the one around the working directory.",
        ),
    ] = None,
    track: Annotated[
        Track | None, choice(Track, "--track", help="The track, where a source has none.")
    ] = None,
    level: Annotated[
        Level | None, choice(Level, "--level", help="The level, where a source has none.")
    ] = None,
    zone: Annotated[Zone | None, choice(Zone, "--zone", help="The zone, where a source has none.")] = None,
    topic: Annotated[
        str | None, choice(TOPICS, "--topic", metavar="TOPIC", help="The topic, where a source has none.")
    ] = None,
    area: Annotated[
        Area | None, choice(Area, "--area", help="The competency area, where neither source nor topic tells.")
    ] = None,
    dry_run: Annotated[
        bool, flag("--dry-run", help="Show what would be written, beside its source; write nothing.")
    ] = False,
    strict: Annotated[
        bool, flag("--strict", help="Write nothing unless every source is taken whole.")
    ] = False,
    output_format: TextOrJson = "text",
    quiet: Quiet = False,
) -> int:
    """Import the questions of other programs, of text files or of another bank as drafts.

    Each file that is written is listed with the place it comes from. What could not be taken is listed on
    standard error with its place, and counted. All files are written or none.

    Formats: Markdown, Moodle XML, QTI 1.2 (Canvas), QTI 2 and 3, GIFT, Aiken, text2qti, Blackboard, R/exams,
    Word, CSV, Excel, Anki, H5P and JSON, told by the content of each file.

    Exit status: 0; 1 if something of a source could not be taken; 2 if a source could not be read, and
    nothing was imported.

    \b
    Examples:
      qbank import chapter-3.md --track cloud --topic kv-cache-management
      qbank import quiz.xml --dry-run
      qbank import ../other-bank/questions
    """
    from qbank.cli.imported import imported_json, listed, summary
    from qbank.importing.writing import import_sources

    root = bank or find_root(Path.cwd())
    if root is None:
        raise CommandError("no bank around the working directory; name one with --bank")
    if not root.is_dir():
        raise CommandError(f"--bank: {printable(root)} is no folder")
    defaults = Defaults(*(str(word or "") for word in (track, level, zone, topic, area)))
    imported = import_sources(root, files, form, defaults, write=not dry_run, strict=strict)
    is_refused = strict and bool(imported.lost)
    if output_format == "json":
        emit(imported_json(imported, written=not dry_run and not is_refused))
        return int(bool(imported.lost))
    if not is_refused:
        emit(listed(imported, beside_source=dry_run and not quiet))
    for remark in imported.remarks:
        if remark.lost or not quiet:
            echo_note(f"{'not taken' if remark.lost else 'note'}: {remark}")
    if not quiet:
        echo_remarks(imported.id_remarks)
        done = "Would import" if dry_run or is_refused else "Imported"
        for line in summary(imported, done):
            echo_note(line)
    if is_refused:
        echo_note("Nothing was written, for --strict takes a source whole or not at all.")
    return int(bool(imported.lost))
