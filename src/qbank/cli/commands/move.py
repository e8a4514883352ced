"""`qbank move`: a question elsewhere, with everything that refers to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from qbank.authoring.moving import Destination, Move, move_question
from qbank.cli import completion
from qbank.cli.banks import root_to_write
from qbank.cli.options import Quiet, TextOrJson, argument, choice, flag
from qbank.cli.output import echo_note, echo_remarks, emit
from qbank.model.taxonomy import Area, Track
from qbank.report.json_document import VERSION, line
from qbank.report.terminal import sanitize


def move(  # noqa: PLR0917 - each option is a parameter
    question: Annotated[str, argument("QUESTION", "Its id, or its file.", completion.question_ids)],
    to: Annotated[str | None, argument("ID", "The new id.")] = None,
    track: Annotated[
        Track | None,
        choice(
            Track, "--track", metavar="TRACK", help="Another track; without an ID, its next one is taken."
        ),
    ] = None,
    area: Annotated[
        Area | None, choice(Area, "--area", metavar="AREA", help="Another competency area.")
    ] = None,
    reuse: Annotated[
        bool, flag("--reuse", help="Take an ID that only other branches or the history know.")
    ] = False,
    dry_run: Annotated[bool, flag("--dry-run", help="Tell what would change, and change nothing.")] = False,
    output_format: TextOrJson = "text",
    quiet: Quiet = False,
) -> int:
    """Move a question: its id, its file, its folder, its drawing, and all references to it, together.

    References are those in `related`, in sets and in a registry of chains. Either all files change or none.
    Without an ID and options the file goes to the folder that its own fields name. What changes goes to
    standard output; where else the old id is named, as in a sentence, to standard error.

    \b
    Examples:
      qbank move cloud-0003 cloud-0145
      qbank move cloud-0003 --track edge
      qbank move cloud-0003 --area latency --dry-run
      qbank move questions/cloud/memory/cloud-0003.yaml
    """
    is_file = question.endswith((".yaml", ".yml"))
    root = root_to_write(Path(question).absolute().parent if is_file else None)
    moved = move_question(root, question, Destination(to, track, area), reuse=reuse, write=not dry_run)
    if output_format == "json":
        emit(_json(moved))
        return 0
    emit(_lines(moved))
    if not quiet:
        echo_remarks(map(sanitize, moved.remarks))
        if dry_run:
            echo_note("Nothing was changed.")
    return 0


def _lines(moved: Move) -> Iterator[str]:
    def shown(path: Path) -> str:
        return sanitize(os.path.relpath(path))

    if moved.old_id != moved.new_id:
        yield f"{moved.old_id} -> {moved.new_id}\n"
    if moved.source != moved.target:
        yield f"{shown(moved.source)} -> {shown(moved.target)}\n"
    if moved.drawing is not None:
        yield f"{shown(moved.drawing[0])} -> {shown(moved.drawing[1])}\n"
    for reference in moved.references:
        place = f"{shown(reference.file)}:{reference.line}:{reference.column}"
        yield f"{place}: {moved.old_id} -> {moved.new_id}\n"


def _json(moved: Move) -> Iterator[str]:
    def pair(paths: tuple[Path, Path]) -> list[str]:
        return [os.path.relpath(path) for path in paths]

    references = [
        {"path": os.path.relpath(one.file), "line": one.line, "column": one.column}
        for one in moved.references
    ]
    return line(
        {
            "version": VERSION,
            "ids": [moved.old_id, moved.new_id],
            "files": pair((moved.source, moved.target)),
            "drawings": None if moved.drawing is None else pair(moved.drawing),
            "references": references,
            "remarks": moved.remarks,
        }
    )
