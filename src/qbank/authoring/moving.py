"""Taking a question elsewhere: its id, its file, its folder, and everything that refers to it, together."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from qbank.authoring.adding import check_id
from qbank.authoring.ids import TakenIds, allocation, taken_ids
from qbank.authoring.references import (
    BankFiles,
    MoveError,
    Reference,
    changed_references,
    edits_to,
    id_in,
    mentions,
    read_to_move,
    shown,
)
from qbank.authoring.scaffold import place_for
from qbank.bank.discovery import QUESTIONS_FOLDER, SUFFIXES
from qbank.bank.editing.edits import Edit, apply_edits
from qbank.bank.transaction import Change, apply_all_or_none
from qbank.bank.writing import encoded
from qbank.model.taxonomy import Area, Track
from qbank.quoting import printable
from qbank.yamlio.content import read_content
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError

_SCHEMA: Final = re.compile(r"^# yaml-language-server: \$schema=(?P<path>[^\s:]+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a question goes. None where nothing changes."""

    id: str | None = None
    track: str | None = None
    area: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A move worked out: the files to change, the references that will follow, and what was left alone.

    `drawing` is the file of a drawing that goes along, before and after.
    """

    old_id: str
    new_id: str
    source: Path
    target: Path
    changes: tuple[Change, ...]
    references: tuple[Reference, ...]
    drawing: tuple[Path, Path] | None
    remarks: tuple[str, ...]


def move_question(root: Path, name: str, to: Destination, *, reuse: bool = False, write: bool = True) -> Move:
    """Move the question of the bank at `root` that is named by its id or its file.

    With `reuse` an id may be taken that only other branches or the history know; without `write` the move is
    worked out, and nothing changes.

    Raises:
        InputError: there is no such question, the id is taken, or the move cannot be made; then nothing is.
    """
    with allocation(root):
        files = BankFiles(root)
        taken = taken_ids(root)
        source = files.named(name)
        move = plan_move(files, source, _with_id(source, to, taken, reuse=reuse))
        if write:
            apply_all_or_none(move.changes)
            _remove_if_empty(source.parent, files.root)
    return replace(move, remarks=(*taken.remarks, *move.remarks))


def _with_id(source: Path, to: Destination, taken: TakenIds, *, reuse: bool) -> Destination:
    """Complete where a question goes, with an id that nobody has taken."""
    old_id = id_in(source)
    if to.id is None:
        if to.track is None or (old_id or "").startswith(f"{to.track}-"):
            return to
        return replace(to, id=taken.next(to.track))
    check_id(to.id)
    if to.id in taken.here and to.id not in {old_id, source.stem}:
        raise MoveError(f"{to.id} is taken in this bank")
    if to.id in taken.ids - taken.here and not reuse:
        raise MoveError(f"{to.id} is taken on another branch, or was once; --reuse takes it all the same")
    if to.track is not None:
        return to
    return replace(to, track=next((str(track) for track in Track if to.id.startswith(f"{track}-")), None))


def _remove_if_empty(folder: Path, root: Path) -> None:
    with suppress(OSError):
        if folder.is_relative_to(root / "questions" / "") and folder != root / "questions":
            folder.rmdir()


def plan_move(files: BankFiles, source: Path, to: Destination) -> Move:
    """Work out a move, and write nothing. Whether the new id is taken is the caller's to know.

    Raises:
        MoveError: the question cannot be read or edited, or something is where it should go.
    """
    if source.is_symlink():
        raise MoveError(f"{printable(source)}: is a link; move the file that it leads to")
    document = read_to_move(source)
    old_id, track, area = (_word(document, name) for name in ("id", "track", "competency_area"))
    new_id, new_track, new_area = to.id or old_id, to.track or track, to.area or area
    if not new_id.startswith(f"{new_track}-"):
        raise MoveError(f"the id {new_id} does not begin with the track {new_track}")
    target = _target(files.root, source, new_id, new_track, new_area)
    if target != source and os.path.lexists(target):
        raise MoveError(f"{shown(target)}: is there already")
    fields = {"id": new_id, "track": new_track, "competency_area": new_area}
    text, drawing = _moved_text(document, source, target, fields)
    before = source.read_bytes()
    changes = [Change(target, None, text), Change(source, before, None)]
    if target == source:
        changes = [Change(source, before, text)]
    if drawing is not None:
        content = drawing[0].read_bytes()
        changes += [Change(drawing[1], None, content), Change(drawing[0], content, None)]
    references: list[Reference] = []
    remarks: list[str] = []
    if new_id != old_id:
        twins = files.twins(source, old_id)
        if twins:
            remarks.append(f"{shown(twins[0])} has the id {old_id} too; what refers to it stays")
        else:
            for change, changed in changed_references(files, source, old_id, new_id):
                changes.append(change)
                references += changed
        remarks += mentions(files, source, target, old_id, references)
    return Move(old_id, new_id, source, target, tuple(changes), tuple(references), drawing, tuple(remarks))


def _target(root: Path, source: Path, id_: str, track: str, area: str) -> Path:
    """Return where a question belongs. Folders that are named after neither tracks nor areas stay."""
    questions = root / QUESTIONS_FOLDER
    inside = list(source.parent.relative_to(questions).parts) if source.is_relative_to(questions) else []
    if not inside or inside[0] not in set(Track):
        return place_for(root, id_, track, area).with_suffix(source.suffix)
    inside[0] = track
    if len(inside) > 1 and inside[1] in set(Area):
        inside[1] = area
    return questions.joinpath(*inside, f"{id_}{source.suffix}")


def _moved_text(
    document: Document, source: Path, target: Path, fields: dict[str, str]
) -> tuple[bytes, tuple[Path, Path] | None]:
    """Return the question's own file as it will be, and the drawing that goes along."""
    edits: list[Edit] = []
    for name, value in fields.items():
        edits += edits_to(document, (name,), value)
    drawing = _drawing(document, source, target, fields["id"])
    if drawing is not None and drawing[0].name != drawing[1].name:
        edits += edits_to(document, ("visual", "path"), drawing[1].name)
    schema = _SCHEMA.search(document.text)
    if schema is not None and source.parent != target.parent:
        leads_to = source.parent / schema["path"]
        if leads_to.is_file():
            where = os.path.relpath(leads_to, target.parent).replace(os.sep, "/")
            edits.append(Edit(*schema.span("path"), where))
    return encoded(source, apply_edits(document.text, edits)), drawing


def _drawing(document: Document, source: Path, target: Path, new_id: str) -> tuple[Path, Path] | None:
    """Return the file of a drawing that lies beside the question and is its own, and where that will lie."""
    visual = document.data.get("visual")
    name = visual.get("path") if isinstance(visual, dict) else None
    if not isinstance(name, str) or "/" in name or not (source.parent / name).is_file():
        return None
    before = source.parent / name
    old_id = str(document.data["id"])
    after = target.parent / (f"{new_id}{before.suffix}" if before.stem == old_id else name)
    if after == before:
        return None
    if os.path.lexists(after):
        raise MoveError(f"{shown(after)}: is there already, and the drawing should go there")
    for other in source.parent.iterdir():
        if other != source and other.suffix in SUFFIXES and _holds(other, name):
            raise MoveError(
                f"{shown(before)}: this drawing is used by {printable(other.name)} too; "
                "put it into a folder of drawings first"
            )
    return before, after


def _holds(file: Path, text: str) -> bool:
    try:
        return text.encode() in read_content(file)
    except ReadError:  # a folder or a pipe by such a name says nothing
        return False


def _word(document: Document, name: str) -> str:
    value = document.data.get(name)
    if not isinstance(value, str) or not value:
        raise MoveError(f"{shown(document.path)}: has no text as its `{name}`; write it first")
    return value
