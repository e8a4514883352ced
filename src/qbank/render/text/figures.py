"""Finding the drawing of a question, and showing it without a file beside."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from qbank.model.question import Question
from qbank.render.text.blocks import one_line
from qbank.render.text.document import Figure
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError

LARGEST_DRAWING: Final = 2**20
"""Drawings of more bytes are left out; only their description is shown."""


def find(question: Question, file: Path | None, folders: Sequence[Path]) -> tuple[Figure | None, Path | None]:
    """Return the figure of a question, and the file that its drawing was read from.

    Where that is missing, too large or no SVG, the figure has an empty `svg`. It is looked for beside the
    question's file, then in each folder, then in the folder of the track within.
    """
    visual = question.visual
    if visual is None:
        return None, None
    places = [file.parent] if file else []
    for folder in folders:
        places += (folder, folder / question.track.value)
    drawings = ((place / visual.path, read_drawing(place, visual.path)) for place in places)
    path, svg = next((drawing for drawing in drawings if b"<svg" in drawing[1]), (None, b""))
    figure = Figure(
        name=f"{question.id}.svg",
        alt=one_line(visual.alt),
        caption=one_line(visual.caption or ""),
        svg=svg,
    )
    return figure, path


def read_drawing(folder: Path, name: str) -> bytes:
    """Return a file of a folder that may be a drawing; nothing if it is missing, too large or elsewhere."""
    path = folder / name
    try:
        # A link could lead to any file of the machine.
        inside = path.resolve().is_relative_to(folder.resolve())
        content = read_content(path, LARGEST_DRAWING) if inside else b""
    except (OSError, ValueError, ReadError):
        return b""
    return content if len(content) <= LARGEST_DRAWING else b""


def data_address(picture: bytes, kind: str) -> str:
    """Return an address that holds a picture itself, for formats of one file."""
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def drawing_address(figure: Figure) -> str:
    """Return an address that holds the drawing of a figure itself."""
    return data_address(figure.svg, "svg+xml")
