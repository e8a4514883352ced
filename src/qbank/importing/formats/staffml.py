"""The folder of another bank, in the StaffML format or in ours: its files are taken as they are.

Comments and the way texts are written stay. Only an id that is taken here, and the path of a drawing, change.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from qbank.bank.discovery import QUESTIONS_FOLDER, SUFFIXES, find_question_files
from qbank.importing.draft import Draft, is_question
from qbank.importing.place import Place, some_of
from qbank.render.text.figures import read_drawing
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_FIGURES: Final = ("visuals", "figures", "images")


def read_folder(folder: Path, place: Place) -> Iterator[Draft]:
    """Read a bank, or a folder of question files.

    Raises:
        InputError: the folder cannot be searched, or has no question files.
    """
    inner = folder / QUESTIONS_FOLDER
    root = inner if inner.is_dir() else folder
    listing = find_question_files([root])
    if not listing.files:
        raise place.elsewhere(root).error("holds no question files (*.yaml)")
    for path in listing.files:
        if (draft := _draft(path, folder, place.elsewhere(path))) is not None:
            yield draft
    for path in listing.sets:
        place.elsewhere(path).lose("is a set; its ids may have changed, so copy it by hand")
    for path in listing.left_out:
        place.elsewhere(path).lose("is a link that leads out of the folder")
    if others := sorted(_others(root)):
        place.elsewhere(root).note(f"{len(others)} other files that are no questions: {some_of(others)}")


def _others(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.endswith((*SUFFIXES, ".svg")) and not name.startswith("."):
                yield os.path.relpath(Path(folder, name), root)


def _draft(path: Path, folder: Path, place: Place) -> Draft | None:
    try:
        document = read_file(path)
    except ReadError as error:
        place.at(error.problem.span.line).lose(error.problem.message)
        return None
    fields = document.data
    if not is_question(fields, place):
        return None
    for problem in document.problems:
        place.at(problem.span.line).note(problem.message)
    draft = Draft(place, dict(fields), original=document.text)
    draft.take_id(str(fields.get("id", path.stem)))
    visual = fields.get("visual")
    if isinstance(visual, dict) and visual.get("path"):
        draft.drawing = _drawing(str(visual["path"]), path, folder, str(fields.get("track", "")))
        if not draft.drawing:
            place.lose(f"the drawing '{visual['path']}', which is not to be found")
    return draft


def _drawing(name: str, path: Path, folder: Path, track: str) -> bytes:
    """Return a drawing from beside the question or from a folder of drawings; nothing leads out of these."""
    beside = [folder / figures for figures in _FIGURES]
    places = (path.parent, *beside, *(figures / track for figures in beside))
    drawings = (read_drawing(place, name) for place in places)
    return next((drawing for drawing in drawings if b"<svg" in drawing), b"")
