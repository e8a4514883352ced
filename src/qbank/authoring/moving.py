"""Taking a question elsewhere: its id, its file, its folder, and everything that refers to it, together."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from qbank.authoring.adding import check_id
from qbank.authoring.ids import TakenIds, allocation, taken_ids
from qbank.authoring.references import Reference, references_in, registry_references
from qbank.authoring.scaffold import place_for
from qbank.bank.discovery import QUESTIONS_FOLDER, SUFFIXES, find_question_files
from qbank.bank.editing.editor import Edit, apply_edits, replace_in_scalar
from qbank.bank.transaction import Change, apply_all_or_none
from qbank.errors import InputError
from qbank.model.taxonomy import Area, Track
from qbank.quoting import printable, reason
from qbank.rules.bank.chain_registry import find_registries, read_registry
from qbank.rules.core.question_file import SetFile
from qbank.rules.core.summary import SetSummary
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_SCHEMA: Final = re.compile(r"^# yaml-language-server: \$schema=(?P<path>[^\s:]+)[ \t]*$", re.MULTILINE)
_MOST_MENTIONS: Final = 20


class MoveError(InputError):
    """A question that cannot be moved; the message says why and what to do."""


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


class Files:
    """The files of a bank, of which only those that name an id are read."""

    def __init__(self, root: Path) -> None:
        found = find_question_files([root / QUESTIONS_FOLDER])
        self.root = root
        self.questions = found.files
        self.sets = found.sets

    def named(self, wanted: str) -> Path:
        """Return the file of a question, which is given as a path or an id.

        Raises:
            MoveError: there is none, or several.
        """
        if wanted.endswith(SUFFIXES):
            real = os.path.realpath(wanted)
            for file in self.questions:
                if os.path.realpath(file) == real:
                    return file
            raise MoveError(f"{printable(wanted)}: is no question of the bank at {printable(self.root)}")
        found = [file for file in self.questions if file.stem == wanted] or [
            file for file in self.questions if own_id(file) == wanted
        ]
        if not found:
            raise MoveError(f"{printable(wanted)}: there is no question with this id")
        if len(found) > 1:
            places = " and ".join(printable(os.path.relpath(file)) for file in found[:3])
            raise MoveError(f"{printable(wanted)}: is the id of {places}; name the file that is meant")
        return found[0]

    def holding(self, files: Sequence[Path], text: str) -> Iterator[Path]:
        """Yield the files in whose bytes a text occurs."""
        wanted = text.encode()
        for file in files:
            try:
                if wanted in file.read_bytes():
                    yield file
            except OSError as error:
                raise MoveError(f"{printable(file)}: cannot be read: {reason(error)}") from error


def move_question(root: Path, name: str, to: Destination, *, reuse: bool = False, write: bool = True) -> Move:
    """Move the question of the bank at `root` that is named by its id or its file.

    With `reuse` an id may be taken that only other branches or the history know; without `write` the move is
    worked out, and nothing changes.

    Raises:
        InputError: there is no such question, the id is taken, or the move cannot be made; then nothing is.
    """
    with allocation(root):
        files = Files(root)
        taken = taken_ids(root)
        source = files.named(name)
        move = plan_move(files, source, _with_id(source, to, taken, reuse=reuse))
        if write:
            apply_all_or_none(move.changes)
            _remove_if_empty(source.parent, files.root)
    return replace(move, remarks=(*taken.remarks, *move.remarks))


def _with_id(source: Path, to: Destination, taken: TakenIds, *, reuse: bool) -> Destination:
    """Complete where a question goes, with an id that nobody has taken."""
    old_id = own_id(source)
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


def plan_move(files: Files, source: Path, to: Destination) -> Move:
    """Work out a move, and write nothing. Whether the new id is taken is the caller's to know.

    Raises:
        MoveError: the question cannot be read or edited, or something is where it should go.
    """
    if source.is_symlink():
        raise MoveError(f"{printable(source)}: is a link; move the file that it leads to")
    document = _read(source)
    old_id, track, area = (_word(document, name) for name in ("id", "track", "competency_area"))
    new_id, new_track, new_area = to.id or old_id, to.track or track, to.area or area
    if not new_id.startswith(f"{new_track}-"):
        raise MoveError(f"the id {new_id} does not begin with the track {new_track}")
    target = _target(files.root, source, new_id, new_track, new_area)
    if target != source and os.path.lexists(target):
        raise MoveError(f"{printable(os.path.relpath(target))}: is there already")
    text, drawing = _own_text(
        document, source, target, {"id": new_id, "track": new_track, "competency_area": new_area}
    )
    changes = [Change(target, None, text), Change(source, source.read_bytes(), None)]
    if target == source:
        changes = [Change(source, source.read_bytes(), text)]
    if drawing is not None:
        content = drawing[0].read_bytes()
        changes += [Change(drawing[1], None, content), Change(drawing[0], content, None)]
    references: list[Reference] = []
    remarks: list[str] = []
    if new_id != old_id:
        twins = [
            file
            for file in files.holding(files.questions, old_id)
            if file != source and own_id(file) == old_id
        ]
        if twins:
            remarks.append(
                f"{printable(os.path.relpath(twins[0]))} has the id {old_id} too; what refers to it stays"
            )
        else:
            for changed, found in _followers(files, source, old_id, new_id):
                changes.append(changed)
                references += found
        remarks += _mentions(files, (source, target), old_id, references)
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


def _own_text(
    document: Document, source: Path, target: Path, fields: dict[str, str]
) -> tuple[bytes, tuple[Path, Path] | None]:
    """Return the question's own file as it will be, and the drawing that goes along."""
    edits: list[Edit] = []
    for name, value in fields.items():
        edits += _replaced(document, source, (name,), value)
    drawing = _drawing(document, source, target, fields["id"])
    if drawing is not None and drawing[0].name != drawing[1].name:
        edits += _replaced(document, source, ("visual", "path"), drawing[1].name)
    schema = _SCHEMA.search(document.text)
    if schema is not None and source.parent != target.parent:
        leads_to = source.parent / schema["path"]
        if leads_to.is_file():
            where = os.path.relpath(leads_to, target.parent).replace(os.sep, "/")
            edits.append(Edit(*schema.span("path"), where))
    return _bytes(source, apply_edits(document.text, edits)), drawing


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
        raise MoveError(
            f"{printable(os.path.relpath(after))}: is there already, and the drawing should go there"
        )
    for other in source.parent.iterdir():
        if other != source and other.suffix in SUFFIXES and name.encode() in other.read_bytes():
            raise MoveError(
                f"{printable(os.path.relpath(before))}: this drawing is used by {printable(other.name)} too; "
                "put it into a folder of drawings first"
            )
    return before, after


def _followers(
    files: Files, source: Path, old_id: str, new_id: str
) -> Iterator[tuple[Change, list[Reference]]]:
    """Yield the other files that refer to the question, as they will be."""
    for file in files.holding((*files.questions, *files.sets), old_id):
        if file == source:
            continue
        document = _read(file)
        paths = [
            path
            for path, name in _references(document, is_set=file in files.sets)
            if name.partition("@")[0] == old_id
        ]
        if paths:
            edits = [edit for path in paths for edit in _replaced(document, file, path, new_id, len(old_id))]
            found = [references_in(document, file, path) for path in paths]
            yield Change(file, file.read_bytes(), _bytes(file, apply_edits(document.text, edits))), found
    for file in files.holding(find_registries(files.root), old_id):
        registry = read_registry(file)
        if registry.faults:
            line = registry.span(registry.faults[0].place).line
            raise MoveError(
                f"{printable(os.path.relpath(file))}:{line}: {registry.faults[0].message}; mend this first"
            )
        try:
            found, edits = registry_references(registry, old_id, new_id)
        except ValueError:
            raise MoveError(
                f"{printable(os.path.relpath(file))}: {old_id} cannot be changed exactly here"
            ) from None
        if found:
            yield Change(file, file.read_bytes(), _bytes(file, apply_edits(registry.text, edits))), found


def _references(document: Document, *, is_set: bool) -> Iterator[tuple[FieldPath, str]]:
    if is_set:
        yield from SetSummary.of(SetFile(document)).listed
        return
    related = document.data.get("related")
    for index, name in enumerate(related if isinstance(related, list) else ()):
        if isinstance(name, str):
            yield ("related", index), name


def _mentions(
    files: Files, moved: tuple[Path, Path], old_id: str, references: Sequence[Reference]
) -> Iterator[str]:
    """Tell of places that name the question where nothing can be changed safely, such as sentences."""
    settings = [path for name in ("qbank.toml", "pyproject.toml") if (path := files.root / name).is_file()]
    known = {(reference.file, reference.line) for reference in references}
    pattern = re.compile(rf"(?<![\w-]){re.escape(old_id)}(?![\w-])")
    told = 0
    for file in files.holding((*files.questions, *files.sets, *settings), old_id):
        for number, line in enumerate(file.read_text("utf-8", "replace").split("\n"), start=1):
            named = pattern.search(line) and not (file == moved[0] and line.startswith("id:"))
            if named and (file, number) not in known and told < _MOST_MENTIONS:
                told += 1
                shown = os.path.relpath(moved[1] if file == moved[0] else file)
                yield f"{printable(shown)}:{number} names {old_id} and stays as it is"


def _replaced(
    document: Document, file: Path, path: FieldPath, value: str, length: int | None = None
) -> Sequence[Edit]:
    old = document.data
    for step in path:
        old = old[step]  # type: ignore[index]
    edits = replace_in_scalar(document, path, 0, len(str(old)) if length is None else length, value)
    if edits is None:
        line = document.span(path).line
        raise MoveError(
            f"{printable(os.path.relpath(file))}:{line}: cannot be edited exactly; write the value out"
        )
    return edits


def _word(document: Document, name: str) -> str:
    value = document.data.get(name)
    if not isinstance(value, str) or not value:
        where = printable(os.path.relpath(document.path or ""))
        raise MoveError(f"{where}: has no text as its `{name}`; write it first")
    return value


def own_id(file: Path) -> str | None:
    """Return the id that a file says; None if it says none, or cannot be read."""
    try:
        own = read_file(file).data.get("id")
    except ReadError:
        return None
    return own if isinstance(own, str) else None


def _read(file: Path) -> Document:
    try:
        document = read_file(file)
    except ReadError as error:
        span = error.problem.span
        where = f"{printable(os.path.relpath(file))}:{span.line}:{span.column}"
        raise MoveError(f"{where}: {error.problem.message}") from None
    return document


def _bytes(file: Path, text: str) -> bytes:
    """Encode a text with the byte order mark that its file had, if any."""
    mark = b"\xef\xbb\xbf"
    return (mark if file.read_bytes().startswith(mark) else b"") + text.encode("utf-8")
