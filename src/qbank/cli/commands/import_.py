"""`qbank import`: questions out of other files into a bank."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import Quiet, choice
from qbank.model.taxonomy import Area, Level, Track, Zone

if TYPE_CHECKING:
    from qbank.importing.draft import ImportResult


def import_(  # noqa: PLR0917 - each option is a parameter
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="SOURCE...", help="Files to import, or the folder of another bank.", show_default=False
        ),
    ],
    form: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="md, csv, json, moodle, qti12 or staffml; else told by each source.",
        ),
    ] = None,
    bank: Annotated[
        Path | None,
        typer.Option(
            "--bank",
            metavar="FOLDER",
            help="The bank to write into, for the one around the working directory.",
            readable=False,
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
        str | None, typer.Option("--topic", metavar="TOPIC", help="The topic, where a source has none.")
    ] = None,
    area: Annotated[
        Area | None, choice(Area, "--area", help="The competency area, where neither source nor topic tells.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would be written; write nothing.")
    ] = False,
    quiet: Quiet = False,
) -> int:
    """Import questions of Markdown, CSV, JSON, Moodle, Canvas or another bank as drafts.

    Each file that is written is listed with the place it comes from. What could not be taken is listed on
    standard error with its place. No file that is there is changed, and all are written or none.

    Exit status: 0; 1 if something of a source could not be taken; 2 if a source could not be read, and
    nothing was imported.

    \b
    Examples:
      qbank import chapter-3.md --track cloud --topic kv-cache-management
      qbank import quiz.xml --dry-run
      qbank import ../other-bank/questions
    """
    from qbank.authoring.ids import allocation, taken_ids
    from qbank.bank.discovery import find_root
    from qbank.cli.output import emit
    from qbank.importing.completing import Defaults, complete
    from qbank.importing.draft import SourceError
    from qbank.importing.writing import write_files
    from qbank.quoting import printable

    _known(form, topic)
    root = bank or find_root(Path.cwd())
    if root is None:
        raise CommandError("no bank around the working directory; name one with --bank")
    if not root.is_dir():
        raise CommandError(f"--bank: {printable(root)} is no folder")
    try:
        result = _read(paths, form)
        defaults = Defaults(*(str(word or "") for word in (track, level, zone, topic, area)))
        with allocation(root):
            used = taken_ids(root)
            files, remarks = complete(result.drafts, defaults, used.ids, root)
            if not dry_run:
                write_files(root, files)
    except SourceError as error:
        raise CommandError(str(error)) from error
    emit(f"{printable(os.path.relpath(file.path))}  from {file.place}\n" for file in files)
    remarks = [*result.remarks, *remarks]
    lost = [remark for remark in remarks if remark.lost]
    for remark in remarks:
        if remark.lost or not quiet:
            note(f"{'not taken' if remark.lost else 'note'}: {remark}")
    for said in () if quiet else used.remarks:
        note(f"note: {said}")
    if not quiet:
        note(_summary(len(files), len(lost), dry_run))
    return int(bool(lost))


def _summary(count: int, lost: int, dry_run: bool) -> str:
    what = f"{count} {'question' if count == 1 else 'questions'}"
    done = f"Would import {what}" if dry_run else f"Imported {what}"
    rest = f"; {lost} {'thing was' if lost == 1 else 'things were'} not taken" if lost else ""
    return f"{done}{rest}."


def _known(form: str | None, topic: str | None) -> None:
    from qbank.importing.registry import sources
    from qbank.model.taxonomy import TOPICS
    from qbank.nearest import nearest

    for name, given, known in (("--from", form, list(sources())), ("--topic", topic, list(TOPICS))):
        if given is not None and given not in known:
            near = nearest(given, known)
            hint = f"; did you mean '{near}'?" if near else ""
            said = f"takes {', '.join(known)}" if name == "--from" else "takes a topic"
            raise CommandError(f"{name} {said}, not {given!r}{hint}")


def _read(paths: list[Path], form: str | None) -> ImportResult:
    from qbank.importing.draft import ImportResult
    from qbank.importing.registry import read_source

    result = ImportResult()
    for path in paths:
        one = read_source(path, form)
        result.drafts += one.drafts
        result.remarks += one.remarks
    return result
