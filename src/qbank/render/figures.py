"""Finding the drawing of a question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from qbank.model.question import Question
from qbank.render import text
from qbank.render.document import Figure

_LARGEST: Final = 2**20
"""Drawings of more bytes are left out; only their description is shown."""


def find(question: Question, file: Path | None, folders: Sequence[Path]) -> Figure | None:
    """Return the figure of a question, with an empty `svg` where the file is missing, too large or no SVG.

    It is looked for beside the question's file, then in each folder, then in the folder of the track within.
    """
    visual = question.visual
    if visual is None:
        return None
    places = [file.parent] if file else []
    for folder in folders:
        places += (folder, folder / question.track.value)
    svg = next((content for place in places if (content := _read(place, visual.path))), b"")
    return Figure(
        name=f"{question.id}.svg",
        alt=text.one_line(visual.alt),
        caption=text.one_line(visual.caption or ""),
        svg=svg,
    )


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    try:
        # A link could lead to any file of the machine.
        if not path.resolve().is_relative_to(folder.resolve()) or path.stat().st_size > _LARGEST:
            return b""
        content = path.read_bytes()
    except OSError:
        return b""
    return content if b"<svg" in content else b""
