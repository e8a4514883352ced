"""The folder of another bank, in the StaffML format or in ours: its files are taken as they are.

Comments and the way texts are written stay. Only an id that is taken here, and the path of a drawing, change.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from qbank.bank.discovery import QUESTIONS_FOLDER, SUFFIXES, TargetError, find_question_files
from qbank.importing.draft import Draft, ImportResult, Place, SourceError
from qbank.importing.question import is_question, take_id
from qbank.render.text.figures import read_drawing
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_FIGURES: Final = ("visuals", "figures", "images")
_MOST_NAMED: Final = 5


def read_folder(folder: Path) -> ImportResult:
    """Read a bank, or a folder of question files.

    Raises:
        SourceError: the folder cannot be searched, or has no question files.
    """
    inner = folder / QUESTIONS_FOLDER
    root = inner if inner.is_dir() else folder
    try:
        listing = find_question_files([root])
    except TargetError as error:
        raise SourceError(str(error)) from None
    if not listing.files:
        raise SourceError(f"{Place(str(root))}: holds no question files (*.yaml)")
    result = ImportResult()
    for path in listing.files:
        _take(path, folder, result)
    for path in listing.sets:
        result.lose(Place(str(path)), "is a set; its ids may have changed, so copy it by hand")
    for path in listing.left_out:
        result.lose(Place(str(path)), "is a link that leads out of the folder")
    others = sorted(_others(root))
    if others:
        named = ", ".join(others[:_MOST_NAMED]) + (", ..." if len(others) > _MOST_NAMED else "")
        result.note(Place(str(root)), f"{len(others)} other files that are no questions: {named}")
    return result


def _others(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.endswith((*SUFFIXES, ".svg")) and not name.startswith("."):
                yield os.path.relpath(Path(folder, name), root)


def _take(path: Path, folder: Path, result: ImportResult) -> None:
    place = Place(str(path))
    try:
        document = read_file(path)
    except ReadError as error:
        result.lose(Place(str(path), error.problem.span.line), error.problem.message)
        return
    fields = document.data
    if not is_question(fields, place, result):
        return
    for problem in document.problems:
        result.note(Place(str(path), problem.span.line), problem.message)
    draft = Draft(place, dict(fields), original=document.text)
    take_id(draft, str(fields.get("id", path.stem)), result)
    visual = fields.get("visual")
    if isinstance(visual, dict) and visual.get("path"):
        draft.drawing = _drawing(str(visual["path"]), path, folder, str(fields.get("track", "")))
        if not draft.drawing:
            result.lose(place, f"the drawing '{visual['path']}', which is not to be found")
    result.drafts.append(draft)


def _drawing(name: str, path: Path, folder: Path, track: str) -> bytes:
    """Return a drawing from beside the question or from a folder of drawings; nothing leads out of these."""
    beside = [folder / figures for figures in _FIGURES]
    places = (path.parent, *beside, *(figures / track for figures in beside))
    drawings = (read_drawing(place, name) for place in places)
    return next((drawing for drawing in drawings if b"<svg" in drawing), b"")
