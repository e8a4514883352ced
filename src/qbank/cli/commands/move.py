"""`qbank move`: a question elsewhere, with everything that refers to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import Quiet

if TYPE_CHECKING:
    from qbank.authoring.ids import TakenIds
    from qbank.authoring.moving import Destination, Move


def move(  # noqa: PLR0917 - each option is a parameter
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="Its id, or its file.")],
    to: Annotated[str | None, typer.Argument(metavar="ID", help="The new id.", show_default=False)] = None,
    track: Annotated[
        str | None,
        typer.Option("--track", metavar="TRACK", help="Another track; without an ID, its next one is taken."),
    ] = None,
    area: Annotated[
        str | None, typer.Option("--area", metavar="AREA", help="Another competency area.")
    ] = None,
    reuse: Annotated[
        bool, typer.Option("--reuse", help="Take an ID that only other branches or the history know.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would change, and change nothing.")
    ] = False,
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
    from qbank.authoring.ids import allocation, taken_ids
    from qbank.authoring.moving import Destination, Files, MoveError, plan_move
    from qbank.bank.discovery import TargetError, find_root
    from qbank.bank.transaction import change_together
    from qbank.bank.writing import WriteError
    from qbank.cli.output import emit

    words = Destination(to, _word("track", track), _word("area", area))
    start = Path(question).absolute().parent if question.endswith((".yaml", ".yml")) else Path.cwd()
    root = find_root(start)
    if root is None:
        raise CommandError("there is no bank here; `qbank init` starts one")
    try:
        with allocation(root):
            files = Files(root)
            taken = taken_ids(root)
            source = files.named(question)
            planned = plan_move(files, source, _destination(source, words, taken, reuse=reuse))
            if not dry_run:
                change_together(planned.changes)
                _remove_if_empty(source.parent, files.root)
    except (MoveError, TargetError, WriteError) as error:
        raise CommandError(str(error)) from error
    emit(_lines(planned))
    if not quiet:
        from qbank.report.terminal import sanitize

        for remark in (*taken.remarks, *planned.remarks):
            note(f"note: {sanitize(remark)}")
        if dry_run:
            note("Nothing was changed.")
    return 0


def _word(name: str, given: str | None) -> str | None:
    from qbank.model.taxonomy import AREAS, Track
    from qbank.nearest import nearest

    known = [str(word) for word in (Track if name == "track" else AREAS)]
    if given is None or given in known:
        return given
    near = nearest(given, known)
    raise CommandError(
        f"--{name}: {given!r} is unknown; "
        + (f"did you mean '{near}'?" if near else f"it is one of {', '.join(known)}")
    )


def _destination(source: Path, words: Destination, taken: TakenIds, *, reuse: bool) -> Destination:
    """Complete where a question goes, with an id that nobody has taken."""
    import re
    from dataclasses import replace

    from qbank.authoring.moving import MoveError, own_id
    from qbank.model.taxonomy import Track
    from qbank.model.validation.patterns import ID_PATTERN

    old = own_id(source)
    if words.id is None:
        if words.track is None or (old or "").startswith(f"{words.track}-"):
            return words
        return replace(words, id=taken.next(words.track))
    if not re.fullmatch(ID_PATTERN, words.id) or len(words.id) > 100:
        raise MoveError(f"{words.id!r} is no id; ids are lower-case words and numbers joined by hyphens")
    if words.id in taken.here and words.id not in {old, source.stem}:
        raise MoveError(f"{words.id} is taken in this bank")
    if words.id in taken.ids - taken.here and not reuse:
        raise MoveError(f"{words.id} is taken on another branch, or was once; --reuse takes it all the same")
    own_track = next((str(track) for track in Track if words.id.startswith(f"{track}-")), None)
    return words if words.track is not None else replace(words, track=own_track)


def _lines(planned: Move) -> Iterator[str]:
    from qbank.report.terminal import sanitize

    def shown(path: Path) -> str:
        return sanitize(os.path.relpath(path))

    if planned.old_id != planned.new_id:
        yield f"{planned.old_id} -> {planned.new_id}\n"
    if planned.source != planned.target:
        yield f"{shown(planned.source)} -> {shown(planned.target)}\n"
    if planned.drawing is not None:
        yield f"{shown(planned.drawing[0])} -> {shown(planned.drawing[1])}\n"
    for reference in planned.references:
        place = f"{shown(reference.file)}:{reference.line}:{reference.column}"
        yield f"{place}: {planned.old_id} -> {planned.new_id}\n"


def _remove_if_empty(folder: Path, root: Path) -> None:
    with suppress(OSError):
        if folder.is_relative_to(root / "questions" / "") and folder != root / "questions":
            folder.rmdir()
