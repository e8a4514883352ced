"""The folder of another bank, in the StaffML format or in ours: its files are taken as they are.

Comments and the way texts are written stay. Only an id that is taken here, and the path of a drawing, change.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from qbank.bank.discovery import QUESTIONS_FOLDER, SUFFIXES, TargetError, find_question_files
from qbank.importing.draft import Draft, Place, SourceError, Taken
from qbank.importing.markup.pictures import LARGEST
from qbank.importing.question import take_id
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_FIGURES: Final = ("visuals", "figures", "images")
_MOST_NAMED: Final = 5


def read_folder(folder: Path) -> Taken:
    """Read a bank, or a folder of question files.

    Raises:
        SourceError: the folder cannot be searched, or has no question files.
    """
    inner = folder / QUESTIONS_FOLDER
    root = inner if inner.is_dir() else folder
    try:
        found = find_question_files([root])
    except TargetError as error:
        raise SourceError(str(error)) from None
    if not found.files:
        raise SourceError(f"{Place(str(root))}: holds no question files (*.yaml)")
    taken = Taken()
    for path in found.files:
        _take(path, folder, taken)
    for path in found.sets:
        taken.lose(Place(str(path)), "is a set; its ids may have changed, so copy it by hand")
    for path in found.left_out:
        taken.lose(Place(str(path)), "is a link that leads out of the folder")
    others = sorted(_others(root))
    if others:
        named = ", ".join(others[:_MOST_NAMED]) + (", ..." if len(others) > _MOST_NAMED else "")
        taken.note(Place(str(root)), f"{len(others)} other files that are no questions: {named}")
    return taken


def _others(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.endswith((*SUFFIXES, ".svg")) and not name.startswith("."):
                yield os.path.relpath(Path(folder, name), root)


def _take(path: Path, folder: Path, taken: Taken) -> None:
    place = Place(str(path))
    try:
        document = read_file(path)
    except ReadError as error:
        taken.lose(Place(str(path), error.problem.span.line), error.problem.message)
        return
    fields = document.data
    if not {"title", "scenario", "question", "details"} & fields.keys():
        taken.lose(place, "is no question: it has neither a title nor a scenario, a question or details")
        return
    for problem in document.problems:
        taken.note(Place(str(path), problem.span.line), problem.message)
    draft = Draft(place, dict(fields), original=document.text)
    take_id(draft, str(fields.get("id", path.stem)))
    visual = fields.get("visual")
    if isinstance(visual, dict) and visual.get("path"):
        draft.drawing = _drawing(str(visual["path"]), path, folder, str(fields.get("track", "")))
        if not draft.drawing:
            taken.lose(place, f"the drawing '{visual['path']}', which is not to be found")
    taken.drafts.append(draft)


def _drawing(name: str, path: Path, folder: Path, track: str) -> bytes:
    """Return a drawing from beside the question or from a folder of drawings; nothing leads out of these."""
    for place in (
        path.parent,
        *(folder / one for one in _FIGURES),
        *(folder / one / track for one in _FIGURES),
    ):
        file = place / name
        try:
            if file.resolve().is_relative_to(place.resolve()) and file.stat().st_size <= LARGEST:
                content = file.read_bytes()
                if b"<svg" in content:
                    return content
        except (OSError, ValueError):
            continue
    return b""
